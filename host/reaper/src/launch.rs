//! What a reaper is to start, on its way from the host. A reaper waits for it, so that a host can have one ready.
//!
//! On the socket it is the byte [`LAUNCH`], the length of the rest as four bytes, least significant first, and the rest,
//! which are strings, each with a NUL behind it. With the first byte come, for a command without a terminal, descriptors:
//! one that both its outputs go to, or three for standard input, standard output and standard error.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The byte before a launch. No [`Order`](crate::Order) has it.
pub const LAUNCH: u8 = b'L';

/// What a reaper is to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// The path of the terminal that it runs on, if it does.
    pub terminal: Option<OsString>,
    /// Where it runs.
    pub workdir: OsString,
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
}

impl Launch {
    /// The strings as they go over the socket. None of them may hold a NUL, which no system call takes either.
    pub fn encode(&self) -> Option<Vec<u8>> {
        let terminal = self.terminal.as_deref().unwrap_or(OsStr::new(""));
        let count = OsString::from(self.words.len().to_string());
        let variables = self.environment.iter().map(|(name, value)| {
            let mut variable = name.clone();
            variable.push("=");
            variable.push(value);
            variable
        });
        let fixed = [terminal.to_owned(), self.workdir.clone(), count];
        let mut encoded = Vec::new();
        for string in fixed.into_iter().chain(self.words.iter().cloned()).chain(variables) {
            if string.as_bytes().contains(&0) {
                return None;
            }
            encoded.extend_from_slice(string.as_bytes());
            encoded.push(0);
        }
        Some(encoded)
    }

    /// Reads what [`Launch::encode`] made.
    pub fn decode(encoded: &[u8]) -> Option<Launch> {
        let mut strings = encoded.strip_suffix(&[0])?.split(|byte| *byte == 0);
        let mut next = || strings.next().map(|string| OsString::from_vec(string.to_vec()));
        let terminal = next()?;
        let workdir = next()?;
        let count: usize = next()?.to_str()?.parse().ok()?;
        let words: Vec<OsString> = (0..count).map(|_| next()).collect::<Option<_>>()?;
        let environment = strings.map(variable).collect::<Option<_>>()?;
        let terminal = (!terminal.is_empty()).then_some(terminal);
        Some(Launch { terminal, workdir, words, environment })
    }
}

fn variable(string: &[u8]) -> Option<(OsString, OsString)> {
    let equals = string.iter().position(|byte| *byte == b'=')?;
    let (name, value) = (string.get(..equals)?, string.get(equals + 1..)?);
    Some((OsString::from_vec(name.to_vec()), OsString::from_vec(value.to_vec())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch() -> Launch {
        Launch {
            terminal: None,
            workdir: "/tmp".into(),
            words: vec!["/bin/sh".into(), "-c".into(), "echo \"a\nb\"".into(), "".into()],
            environment: vec![("A".into(), "b=c".into()), ("EMPTY".into(), "".into())],
        }
    }

    #[test]
    fn every_launch_survives_the_wire() {
        let bytes = OsString::from_vec(vec![0xff, 0xfe]);
        for launch in [
            launch(),
            Launch { terminal: Some("/dev/pts/3".into()), environment: Vec::new(), ..launch() },
            Launch { workdir: bytes.clone(), words: vec![bytes], ..launch() },
        ] {
            let encoded = launch.encode().unwrap_or_default();
            assert_eq!(Launch::decode(&encoded), Some(launch));
        }
    }

    #[test]
    fn a_nul_and_a_torn_message_are_refused() {
        let nul = Launch { words: vec!["a\0b".into()], ..launch() };
        assert_eq!(nul.encode(), None);
        let encoded = launch().encode().unwrap_or_default();
        for torn in [&encoded[..encoded.len() - 1], b"", b"\0", b"\0/tmp\0x\0", b"\0/tmp\x002\0a\0"] {
            assert_eq!(Launch::decode(torn), None, "{torn:?}");
        }
    }
}
