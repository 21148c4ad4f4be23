//! The unsafe calls of this program.

use std::os::unix::process::CommandExt;
use std::process::Command;

/// The last of the signals that are no real-time ones.
const LAST_SIGNAL: libc::c_int = 31;

/// What std sets for this program itself, and takes back for what it starts.
const OF_STD: [libc::c_int; 3] = [libc::SIGPIPE, libc::SIGSEGV, libc::SIGBUS];

/// Takes back what whoever started the host has ignored on its behalf, as `nohup` does, and a shell for what it starts
/// in the background: a command would inherit it, and could not be interrupted.
pub(crate) fn ignore_no_signal() {
    for signal in (1..=LAST_SIGNAL).filter(|signal| !OF_STD.contains(signal)) {
        #[expect(unsafe_code, reason = "neither std nor rustix sets what a signal does")]
        // SAFETY: the default is no function that could be called at a bad time. It fails for SIGKILL and SIGSTOP, which
        // nobody can ignore.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
        }
    }
}

/// Makes the command the leader of a session of its own, with its standard input as the controlling terminal.
pub(crate) fn lead_terminal(command: &mut Command) {
    let prepare = || {
        rustix::process::setsid()?;
        rustix::process::ioctl_tiocsctty(rustix::stdio::stdin())?;
        Ok(())
    };
    #[expect(unsafe_code, reason = "std offers no safe way to call setsid between fork and exec")]
    // SAFETY: the closure runs in the forked child before exec. It makes two system calls, allocates nothing,
    // takes no lock and touches no memory of the parent, so it is async-signal-safe.
    unsafe {
        command.pre_exec(prepare);
    }
}
