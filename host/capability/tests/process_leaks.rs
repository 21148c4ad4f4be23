//! A thousand programs that hang leave nothing behind: counted exactly, so in a process of their own.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use toolhost_capability::process::{Places, Policy, Processes, Program, Request};
use toolhost_capability::spawn::Spawner;

const AT_ONCE: usize = 4;

fn processes(folder: &Path, places: &Places) -> Processes {
    let policy = Policy {
        programs: vec![Program::new("sh", "/bin/sh").unwrap(), Program::new("true", "/bin/true").unwrap()],
        workdir: folder.to_owned(),
        environment: vec![("PATH".into(), "/usr/bin:/bin".into())],
        variables: vec!["MARK".into()],
    };
    Processes::new(Spawner::new(folder).unwrap(), places.clone(), Arc::new(policy))
}

fn request(program: &str, arguments: &[&str], time: Duration) -> Request {
    Request {
        program: program.into(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        environment: vec![("MARK".into(), std::process::id().to_string())],
        workdir: None,
        // More than a pipe holds.
        stdin: vec![b'x'; 100_000],
        max_stdout_bytes: 1000,
        max_stderr_bytes: 1000,
        deadline: Some(Instant::now() + time),
    }
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Processes below this one, zombies among them, and processes that carry its mark.
fn left() -> (usize, usize) {
    let mark = format!("MARK={}", std::process::id());
    let own = std::process::id().to_string();
    let (mut children, mut marked) = (0, 0);
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let fields = stat.rsplit(") ").next().unwrap_or_default();
        children += usize::from(fields.split(' ').nth(1) == Some(&own));
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        marked += usize::from(environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes()));
    }
    (children, marked)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_hanging_programs_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let places = Places::new(AT_ONCE);
    let processes = processes(folder.path(), &places);
    let hang =
        || processes.run(request("sh", &["-c", "setsid sleep 600 & sleep 600"], Duration::from_millis(30)));
    // The first ones leave their reapers, which are kept for the next: as many as once ran at the same time.
    for _ in 0..100 {
        join_all((0..AT_ONCE).map(|_| hang())).await;
        if left().0 == AT_ONCE {
            break;
        }
    }
    let before = (descriptors(), left(), places.free());
    assert_eq!((before.1, before.2), ((AT_ONCE, 0), AT_ONCE));
    for _ in 0..1000 / AT_ONCE {
        for answer in join_all((0..AT_ONCE).map(|_| hang())).await {
            assert_eq!(answer.unwrap_err().code, "timed_out");
        }
        assert_eq!(places.free(), AT_ONCE);
    }
    assert_eq!((descriptors(), left(), places.free()), before);

    // Deadlines that fall into every stage of a short life; and callers that give up there.
    for micros in (0..4000).step_by(20) {
        let time = Duration::from_micros(micros);
        let late = processes.run(request("true", &[], time));
        let given_up =
            tokio::time::timeout(time, processes.run(request("true", &[], Duration::from_secs(60))));
        let _ = tokio::join!(late, given_up);
    }
    // Whoever gave up did not wait for the end.
    for _ in 0..3000 {
        if places.free() == AT_ONCE {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!((descriptors(), left(), places.free()), before);
    let last = processes.run(request("true", &[], Duration::from_secs(60))).await.unwrap();
    assert_eq!(last.exit, toolhost_capability::spawn::Exit::Code(0));
}
