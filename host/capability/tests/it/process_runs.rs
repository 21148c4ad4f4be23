//! Granted programs run to completion: what goes in, what comes out, and what is refused before anything runs.

use std::time::{Duration, Instant};

use toolhost_capability::process::Request;
use toolhost_capability::spawn::Exit;

use crate::process_support::{Caller, caller, caller_with, program, sh, with_stdin};

#[tokio::test(flavor = "multi_thread")]
async fn programs_run_to_their_end() {
    let caller = caller();
    let rows = [
        (sh("printf out; printf err >&2"), Exit::Code(0), "out", "err"),
        (sh("exit 7"), Exit::Code(7), "", ""),
        (sh("echo half; kill -9 $$"), Exit::Signal(9), "half\n", ""),
        (program("/bin/true", &[]), Exit::Code(0), "", ""),
        // Without input there is an end of input, not a wait.
        (program("/bin/cat", &[]), Exit::Code(0), "", ""),
        (with_stdin(program("/bin/cat", &[]), b"in\n"), Exit::Code(0), "in\n", ""),
        (with_stdin(sh("read a; read b; echo \"$b $a\" >&2"), b"1\n2\n"), Exit::Code(0), "", "2 1\n"),
        (sh("(read x </dev/tty) 2>/dev/null || echo none"), Exit::Code(0), "none\n", ""),
    ];
    for (request, exit, stdout, stderr) in rows {
        let what = format!("{request:?}");
        assert_eq!(caller.run(request).await, (exit, stdout.to_owned(), stderr.to_owned()), "{what}");
    }
}

/// No shell is between: what looks like its words is handed over as it is.
#[tokio::test(flavor = "multi_thread")]
async fn arguments_arrive_as_they_are() {
    let arguments = ["a b", "", "$HOME `id` $(id)", "it's \"so\"", "two\nlines", "*", "; exit 3", "ä—🙂"];
    let mut all = vec!["-c", "printf '%s|' \"$@\"", "sh"];
    all.extend(arguments);
    let stdout = caller().stdout(program("/bin/sh", &all)).await;
    assert_eq!(stdout, arguments.map(|argument| format!("{argument}|")).concat());
}

/// Nothing is inherited; what the policy gives and what the run sets is all there is, but for the mark of the tree.
#[tokio::test(flavor = "multi_thread")]
async fn the_environment_is_what_was_given() {
    let caller = caller();
    let variables = |stdout: String| {
        let mut lines: Vec<_> = stdout.lines().map(str::to_owned).collect();
        lines.retain(|line| !line.starts_with("TOOLHOST_TREE="));
        lines.sort();
        lines
    };
    let plain = caller.stdout(program("/usr/bin/env", &[])).await;
    assert_eq!(variables(plain), ["LANG=C.UTF-8", "PATH=/usr/bin:/bin"]);
    let environment = vec![
        ("MARK".to_owned(), "one".to_owned()),
        ("LANG".to_owned(), "C".to_owned()),
        ("MARK".to_owned(), "a=b".to_owned()),
    ];
    let own = caller.stdout(Request { environment, ..program("/usr/bin/env", &[]) }).await;
    assert_eq!(variables(own), ["LANG=C", "MARK=a=b", "PATH=/usr/bin:/bin"]);
}

/// A program holds its three streams, and nothing of the host's or of its reaper's but what the host was itself made
/// to pass on.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_program_inherits_no_descriptor() {
    let passed_on: Vec<String> = std::fs::read_dir("/proc/self/fdinfo")
        .unwrap()
        .flatten()
        .filter(|entry| {
            let info = std::fs::read_to_string(entry.path()).unwrap_or_default();
            let flags = info.lines().find_map(|line| line.strip_prefix("flags:")).unwrap_or_default();
            i64::from_str_radix(flags.trim(), 8).is_ok_and(|flags| flags & 0o2_000_000 == 0)
        })
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    let stdout = caller().stdout(sh("ls /proc/self/fd")).await;
    // `ls` holds a fourth, the folder that it lists.
    let own = ["0", "1", "2", "3"];
    let is_own = |line: &&str| own.contains(line) || !passed_on.iter().any(|number| number == line);
    assert_eq!(stdout.lines().filter(is_own).collect::<Vec<_>>(), own);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_runs_where_it_was_asked_to() {
    let caller = caller();
    std::fs::create_dir(caller.path("inner")).unwrap();
    let root = caller.folder.path().canonicalize().unwrap();
    let inner = root.join("inner");
    let absolute = inner.to_str().unwrap().to_owned();
    for (asked, place) in [(None, &root), (Some("inner".to_owned()), &inner), (Some(absolute), &inner)] {
        let stdout = caller.stdout(Request { workdir: asked.clone(), ..sh("pwd -P") }).await;
        assert_eq!(stdout.trim_end(), place.to_str().unwrap(), "{asked:?}");
    }
    let gone = Request { workdir: Some("no/such".into()), ..sh("touch \"$OLDPWD/ran\"") };
    let refusal = caller.refusal(gone).await;
    assert_eq!(refusal.code, "not_found");
    assert!(refusal.message.ends_with("no/such does not exist; nothing was run"), "{}", refusal.message);
}

/// Whoever wrote all of the input before reading any output would wait for ever, and so would the program.
#[tokio::test(flavor = "multi_thread")]
async fn a_mebibyte_goes_in_while_a_mebibyte_comes_out() {
    let caller = caller();
    let stdin: Vec<u8> =
        (0..1_u32 << 20).map(|number| number.to_le_bytes()[usize::from(number % 2 == 1)]).collect();
    let echoed = caller.processes.run(with_stdin(program("/bin/cat", &[]), &stdin)).await.unwrap();
    assert_eq!((echoed.exit, echoed.stderr.len()), (Exit::Code(0), 0));
    assert!(echoed.stdout == stdin);
    // On both outputs at once.
    let both = caller.processes.run(with_stdin(sh("tee /dev/stderr"), &stdin)).await.unwrap();
    assert!(both.stdout == stdin && both.stderr == stdin);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_need_not_read_its_input() {
    let caller = caller();
    let stdin = vec![b'x'; 1 << 20];
    for (script, stdout) in [
        ("true", ""),
        ("head -c 3", "xxx"),
        ("exec <&-; echo closed", "closed\n"),
        // One that holds it and does not read.
        ("sleep .1; echo done", "done\n"),
    ] {
        assert_eq!(caller.stdout(with_stdin(sh(script), &stdin)).await, stdout, "{script}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_time_is_that_of_the_program() {
    let caller = caller();
    let start = Instant::now();
    let completed = caller.processes.run(program("/bin/sleep", &["0.2"])).await.unwrap();
    assert!(completed.wall_time >= Duration::from_millis(200));
    assert!(completed.wall_time <= start.elapsed());
}

/// Each row is refused with this code and these words, and nothing runs.
#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_run_is_named() {
    let files = ["missing", "directory", "plain", "text", "lost", "pipe"];
    let caller = caller_with(&files, 4);
    std::fs::create_dir(caller.path("directory")).unwrap();
    caller.write("plain", "#!/bin/sh\ntouch ran\n", 0o644);
    caller.write("text", "touch ran\n", 0o755);
    caller.write("lost", "#!/no/such/interpreter\n", 0o755);
    rustix::fs::mkfifoat(rustix::fs::CWD, caller.path("pipe"), 0o755.into()).unwrap();
    let set = |name: &str, value: &str| Request {
        environment: vec![(name.to_owned(), value.to_owned())],
        ..sh("touch ran")
    };
    let rows = [
        (program("missing", &[]), "not_found", "does not exist"),
        (program("directory", &[]), "denied", "is a directory"),
        (program("plain", &[]), "denied", "is not executable"),
        (program("pipe", &[]), "denied", "is not a file"),
        (program("text", &[]), "denied", "is not a program that this system can run"),
        (program("lost", &[]), "not_found", "needs what does not exist"),
        (program("sh", &["-c", "touch ran"]), "denied", "the program `sh` is not granted"),
        (program("/bin/../bin/sh", &["-c", "touch ran"]), "denied", "`/bin/../bin/sh` is not granted"),
        (sh("touch ran \0"), "invalid_argument", "NUL"),
        (set("PATH", "/tmp"), "denied", "the variable `PATH` is not granted"),
        (set("MARK", "a\0b"), "invalid_argument", "\"MARK\" cannot be an environment variable"),
        (set("", "x"), "invalid_argument", "cannot be an environment variable"),
        (set("A=B", "x"), "invalid_argument", "cannot be an environment variable"),
        (
            program("/bin/sh", &["-c", "touch ran", &"x".repeat(1 << 20)]),
            "invalid_argument",
            "of this length",
        ),
    ];
    for (request, code, words) in rows {
        let what = format!("{:?} {:?}", request.program, request.environment);
        let refusal = caller.refusal(request).await;
        assert_eq!(refusal.code, code, "{what}: {}", refusal.message);
        assert!(refusal.message.contains(words), "{what}: {}", refusal.message);
    }
    assert!(!caller.path("ran").exists());
    assert_eq!(caller.places.free(), 4);
    // The next one runs.
    assert_eq!(caller.stdout(sh("echo ok")).await, "ok\n");
}

/// A script of the caller's own, under the name that it was granted as and under its path.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_goes_by_the_name_that_it_was_granted_as() {
    let caller = caller_with(&["tool"], 4);
    caller.write("tool", "#!/bin/sh\necho \"tool $1\"\n", 0o755);
    let path = caller.path("tool");
    for name in ["tool", path.to_str().unwrap()] {
        assert_eq!(runs_at_last(&caller, name).await, "tool x\n");
    }
}

/// A file that was just written cannot be run while another thread of this process, between two system calls of its
/// own, has a child that still holds it open for writing.
async fn runs_at_last(caller: &Caller, name: &str) -> String {
    loop {
        match caller.processes.run(program(name, &["x"])).await {
            Ok(completed) => return String::from_utf8(completed.stdout).unwrap(),
            Err(refusal) => assert!(refusal.message.contains("Text file busy"), "{}", refusal.message),
        }
    }
}

/// The same reaper sees to one program after the other, and four of them to four at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_reaper_is_used_again() {
    let caller = caller();
    let first = caller.stdout(sh("echo $PPID")).await;
    for _ in 0..5 {
        assert_eq!(caller.stdout(sh("echo $PPID")).await, first);
    }
    // Each waits for the others, so that there are four at once.
    let four = |round: &'static str| {
        let caller = &caller;
        async move {
            let script = "echo >$$.$1; while [ $(ls *.$1 | wc -l) -lt 4 ]; do sleep .01; done; echo $PPID";
            let run = || caller.stdout(program("/bin/sh", &["-c", script, "sh", round]));
            let mut all: Vec<String> = futures_util::future::join_all([run(), run(), run(), run()]).await;
            all.sort();
            all.dedup();
            all
        }
    };
    let reapers = four("first").await;
    assert_eq!(reapers.len(), 4);
    assert!(reapers.contains(&first));
    assert_eq!(four("second").await, reapers);
}

/// One that somebody has killed while it waited is replaced.
#[tokio::test(flavor = "multi_thread")]
async fn a_reaper_that_was_killed_while_it_waited_costs_nothing() {
    let caller = caller();
    let reaper = caller.stdout(sh("echo $PPID")).await;
    let killed = std::process::Command::new("kill").args(["-9", reaper.trim()]).status().unwrap();
    assert!(killed.success());
    // Its socket is closed when its last thread is gone.
    let process = format!("/proc/{}", reaper.trim());
    crate::support::eventually("it is dead", || {
        std::fs::read_dir(format!("{process}/task")).is_ok_and(|threads| threads.count() == 1)
            && std::fs::read_to_string(format!("{process}/stat")).is_ok_and(|stat| stat.contains(") Z "))
    })
    .await;
    let next = caller.stdout(sh("echo $PPID")).await;
    assert_ne!(next, reaper);
}
