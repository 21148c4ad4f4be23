//! The backstop for a reaper that was killed: what it leaves behind is found and ended by the host.
//!
//! On Linux the kernel gives the orphans of a reaper to the host, so nothing that a process does to its environment, its
//! session or its parents hides it. Elsewhere there is the command's own process group.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

/// How long processes are hunted.
const BOUND: Duration = Duration::from_secs(5);

/// Kills the command's own group, every process that carries the mark of its tree, and every process that came to
/// the host from a reaper. How many withstood, if any.
pub(super) async fn end(leader: u32, mark: &str) -> Option<u32> {
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
    }
    let start = Instant::now();
    loop {
        let left = system::left(mark);
        if left.is_empty() {
            return None;
        }
        if start.elapsed() > BOUND {
            return Some(u32::try_from(left.len()).unwrap_or(u32::MAX));
        }
        for process in left {
            let _ = rustix::process::kill_process(process, Signal::KILL);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub(super) use system::adopt;

#[cfg(target_os = "linux")]
mod system {
    use std::io;

    use rustix::process::{Pid, WaitOptions};

    use crate::spawn::{cookie, reaper};

    /// Has the kernel give orphans to this process, where they would otherwise be the system's.
    pub(crate) fn adopt() -> io::Result<()> {
        Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
    }

    /// Processes that are left of the tree with this mark, and those that no reaper has any more. Those of them that
    /// have ended leave the process table.
    pub(super) fn left(mark: &str) -> Vec<Pid> {
        let own = rustix::process::getpid();
        let session = rustix::process::getsid(None).map_or(0, |session| session.as_raw_nonzero().get());
        reaper::while_none_starts(|is_reaper| {
            let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
            let pids = processes.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?));
            pids.filter(|pid| *pid != own)
                .filter(|pid| {
                    // A reaper has a session of its own, and nothing below it can come back into the host's: a
                    // child in the host's session is one that somebody else in this process has started.
                    let number = pid.as_raw_nonzero().get();
                    let came = Stat::of(number).is_some_and(|stat| {
                        stat.parent == own.as_raw_nonzero().get() && stat.session != session
                    });
                    let came = came && !is_reaper(number.unsigned_abs());
                    if came
                        && matches!(rustix::process::waitpid(Some(*pid), WaitOptions::NOHANG), Ok(Some(_)))
                    {
                        return false;
                    }
                    came || std::fs::read(format!("/proc/{number}/environ"))
                        .is_ok_and(|environment| carries(&environment, mark))
                })
                .collect()
        })
    }

    /// Whether an environment, as Linux shows that of a process, has the mark.
    fn carries(environment: &[u8], mark: &str) -> bool {
        let entry = format!("{}={mark}", cookie::NAME);
        environment.split(|byte| *byte == 0).any(|variable| variable == entry.as_bytes())
    }

    /// Who a process belongs to.
    struct Stat {
        parent: i32,
        session: i32,
    }

    impl Stat {
        fn of(pid: i32) -> Option<Stat> {
            let line = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
            // The second field is a name in parentheses, which may hold anything.
            let after_name = &line[memchr::memrchr(b')', &line)? + 1..];
            let mut fields = std::str::from_utf8(after_name).ok()?.split_ascii_whitespace().skip(1);
            let parent = fields.next()?.parse().ok()?;
            let session = fields.nth(1)?.parse().ok()?;
            Some(Stat { parent, session })
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;

    use rustix::process::Pid;

    /// There is nothing to adopt here.
    #[expect(clippy::unnecessary_wraps, reason = "on Linux it may fail")]
    pub(crate) fn adopt() -> io::Result<()> {
        Ok(())
    }

    /// This system shows neither environments nor orphans.
    pub(super) fn left(_mark: &str) -> Vec<Pid> {
        Vec::new()
    }
}
