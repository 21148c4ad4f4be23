//! The one unsafe call of this program.

use std::os::unix::process::CommandExt;
use std::process::Command;

/// Makes the command the leader of a session of its own. With `terminal`, its standard input becomes the
/// session's controlling terminal; otherwise the session has none, so that a password prompt fails at once.
pub(crate) fn lead_session(command: &mut Command, terminal: bool) {
    let prepare = move || {
        rustix::process::setsid()?;
        if terminal {
            rustix::process::ioctl_tiocsctty(rustix::stdio::stdin())?;
        }
        Ok(())
    };
    #[expect(unsafe_code, reason = "std offers no safe way to call setsid between fork and exec")]
    // SAFETY: the closure runs in the forked child before exec. It makes two system calls, allocates nothing,
    // takes no lock and touches no memory of the parent, so it is async-signal-safe.
    unsafe {
        command.pre_exec(prepare);
    }
}
