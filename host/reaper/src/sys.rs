//! The one unsafe call of this program.

use std::os::unix::process::CommandExt;
use std::process::Command;

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
