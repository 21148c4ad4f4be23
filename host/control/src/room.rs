//! How much room the system has for what a host answers at once.

use std::io;

use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};

/// Descriptors that a host has open without any call; it was found with 19.
const OWN: u64 = 32;

/// Descriptors of a call, which may have a command on a terminal: it was found with four, and four while it starts.
const OF_A_CALL: u64 = 8;

/// How many calls a host has descriptors for, one at least; none where there is no limit.
#[must_use]
pub fn calls_with_room() -> Option<u64> {
    getrlimit(Resource::Nofile).current.map(calls_of)
}

fn calls_of(descriptors: u64) -> u64 {
    (descriptors.saturating_sub(OWN) / OF_A_CALL).max(1)
}

/// Whether a connection could not be had for a reason that passes: the system has no room at the moment, or the caller
/// is gone already.
#[must_use]
pub fn is_passing(error: &io::Error) -> bool {
    let passing = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM, Errno::CONNABORTED];
    passing.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_calls_as_there_are_descriptors_for() {
        for (descriptors, calls) in
            [(0, 1), (24, 1), (40, 1), (48, 2), (256, 28), (1024, 124), (20_000, 2496)]
        {
            assert_eq!(calls_of(descriptors), calls, "{descriptors}");
        }
    }

    #[test]
    fn what_passes_is_waited_for() {
        for (errno, passes) in [(Errno::MFILE, true), (Errno::NFILE, true), (Errno::INVAL, false)] {
            assert_eq!(is_passing(&errno.into()), passes, "{errno}");
        }
    }
}
