//! The descendants of this process, as the process table shows them at one moment.

use std::collections::HashMap;

use rustix::process::{Pid, Signal};

/// Every process below this one, children before grandchildren. Processes that end meanwhile are simply not
/// in it; one that starts meanwhile may be missing, so whoever wants all of them asks until nothing changes.
pub(crate) fn descendants() -> Vec<Pid> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for (pid, parent) in process_table() {
        children.entry(parent).or_default().push(pid);
    }
    let own = rustix::process::getpid().as_raw_nonzero().get();
    let mut found = vec![own];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        next += 1;
        if let Some(below) = children.remove(&parent) {
            found.extend(below);
        }
    }
    found.into_iter().skip(1).filter_map(Pid::from_raw).collect()
}

/// Sends a signal to each process; one that is gone or belongs to another user is passed over.
pub(crate) fn signal(processes: &[Pid], signal: Signal) {
    for process in processes {
        let _ = rustix::process::kill_process(*process, signal);
    }
}

/// Process id and parent of every running process. Zombies are left out: they wait for their parent, hold
/// nothing, and cannot be killed.
#[cfg(target_os = "linux")]
fn process_table() -> Vec<(i32, i32)> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read(entry.path().join("stat")).ok()?;
            Some((pid, parent_of(&stat)?))
        })
        .collect()
}

/// The parent's id from `/proc/PID/stat`; none for a zombie. The program's name stands in parentheses and
/// may hold any byte, parentheses too, so the fields are counted from the last one.
#[cfg(target_os = "linux")]
fn parent_of(stat: &[u8]) -> Option<i32> {
    let after_name = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let mut fields = std::str::from_utf8(stat.get(after_name..)?).ok()?.split_ascii_whitespace();
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    (state != "Z").then_some(parent)
}

/// Elsewhere the table comes from `ps`, which every Unix has. A process that left its parent is then known
/// only by the group of the command; one that left that too is no longer below this process.
#[cfg(not(target_os = "linux"))]
fn process_table() -> Vec<(i32, i32)> {
    use std::io::Read;
    use std::process::{Command, Stdio};

    let own = rustix::process::getpid().as_raw_nonzero().get();
    let mut text = String::new();
    // The waiting thread reaps `ps` too, so its end is read from the pipe.
    let started = Command::new("/bin/ps")
        .args(["-axo", "pid=,ppid=,pgid=,stat="])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut ps) = started else { return Vec::new() };
    let own_tool = i32::try_from(ps.id()).ok();
    if ps.stdout.take().is_none_or(|mut out| out.read_to_string(&mut text).is_err()) {
        return Vec::new();
    }
    let leader = LEADER.load(std::sync::atomic::Ordering::Relaxed);
    text.lines()
        .filter_map(|line| {
            let mut words = line.split_ascii_whitespace();
            let mut number = || words.next()?.parse::<i32>().ok();
            let (pid, parent, group) = (number()?, number()?, number()?);
            let parent = if group == leader { own } else { parent };
            (!words.next()?.starts_with('Z') && Some(pid) != own_tool).then_some((pid, parent))
        })
        .collect()
}

/// The command's process id, which is its group's too.
#[cfg(not(target_os = "linux"))]
static LEADER: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new(-1);

/// Tells the process table which group is the command's.
#[cfg(not(target_os = "linux"))]
pub(crate) fn lead(leader: u32) {
    let leader = i32::try_from(leader).unwrap_or(-1);
    LEADER.store(leader, std::sync::atomic::Ordering::Relaxed);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::parent_of;

    #[test]
    fn the_parent_is_found_behind_any_name() {
        let rows: [(&[u8], Option<i32>); 6] = [
            (b"7 (sh) S 3 7 7 0", Some(3)),
            (b"7 (a) S 9 (b) R 4 7", Some(4)),
            (b"7 (\xff\xfe) D 5 7", Some(5)),
            (b"7 (gone) Z 3 7", None),
            (b"7 (cut", None),
            (b"", None),
        ];
        for (stat, parent) in rows {
            assert_eq!(parent_of(stat), parent, "{}", String::from_utf8_lossy(stat));
        }
    }
}
