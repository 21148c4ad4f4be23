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

/// Takes back the signals that whoever started the host holds back, for the same reason.
pub(crate) fn hold_back_no_signal() {
    #[expect(unsafe_code, reason = "neither std nor rustix sets which signals are held back")]
    // SAFETY: the set is initialised by the first call before the second reads it, and nothing is written to the null.
    unsafe {
        let mut none = std::mem::zeroed::<libc::sigset_t>();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
    }
}

/// Closes what is open beside the three standard streams. The host, or whoever started it, may have left a file or a lock
/// open for its children: no command is to hold it.
#[cfg(target_os = "linux")]
pub(crate) fn close_inherited() {
    #[expect(unsafe_code, reason = "neither std nor rustix closes descriptors that nobody here owns")]
    // SAFETY: this runs before anything here opens a descriptor, so none that is closed has an owner. A kernel before
    // 5.9 knows no such call, and leaves all open.
    unsafe {
        libc::syscall(libc::SYS_close_range, 3, libc::c_uint::MAX, 0);
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
