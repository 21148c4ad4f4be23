//! Granted programs that do not end by themselves, print too much, or leave something behind.

use std::process::Command;
use std::time::Duration;

use toolhost_capability::process::Request;
use toolhost_capability::spawn::Exit;

use crate::process_support::{caller, caller_with, exists, program, sh, with_mark, within};
use crate::support::{eventually, marked};

/// Each leaves processes behind that are hard to find; what follows says how the program itself goes on.
const ESCAPES: [(&str, &str); 8] = [
    ("plain", "sleep 600 & sleep 600 &"),
    ("nohup", "nohup sleep 600 >/dev/null 2>&1 &"),
    ("setsid", "setsid sleep 600 &"),
    ("double fork", "(setsid sh -c 'sleep 600 & sleep 600 &' &); sleep .2;"),
    ("ignores TERM", "trap '' TERM; (trap '' TERM HUP; sleep 600) &"),
    ("closed", "setsid nohup sleep 600 <&- >/dev/null 2>&1 &"),
    ("stopped", "sleep 600 & kill -STOP $!;"),
    ("forks on", "f() { while :; do (setsid sleep 600 &); sleep .01; done; }; f &"),
];

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_a_program_that_exits() {
    let caller = caller();
    for (name, script) in ESCAPES {
        let (request, mark) = with_mark(sh(&format!("{script} echo ready; exit 3")), name);
        let (exit, stdout, _) = caller.run(request).await;
        assert_eq!(marked(&mark), Vec::<u32>::new(), "{name}");
        assert_eq!((exit, stdout.as_str()), (Exit::Code(3), "ready\n"), "{name}");
        assert_eq!(caller.places.free(), 4, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_a_program_that_was_not_done_in_time() {
    let caller = caller();
    for (name, script) in ESCAPES {
        let (request, mark) =
            with_mark(sh(&format!("{script} echo ready; sleep 600")), &format!("late {name}"));
        let refusal = caller.refusal(within(request, Duration::from_millis(400))).await;
        assert_eq!(marked(&mark), Vec::<u32>::new(), "{name}");
        assert_eq!(refusal.code, "timed_out", "{name}");
        assert_eq!(refusal.message, "/bin/sh was not done in time, and was ended", "{name}");
        assert_eq!(caller.places.free(), 4, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_a_program_that_nobody_waits_for() {
    let caller = caller();
    for (number, (name, script)) in ESCAPES.into_iter().enumerate() {
        let ready = caller.path(&format!("ready-{number}"));
        let script = format!("{script} touch {}; sleep 600", ready.display());
        let (request, mark) = with_mark(sh(&script), &format!("dropped {name}"));
        tokio::select! {
            _ = caller.processes.run(request) => panic!("it sleeps"),
            () = exists(&ready) => {}
        }
        // The place is free when the tree is gone, and not before.
        eventually(name, || caller.places.free() == 4).await;
        assert_eq!(marked(&mark), Vec::<u32>::new(), "{name}");
    }
}

/// One that has left its session and its parents, and has nothing in its environment.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_an_environment_is_found_as_well() {
    let caller = caller();
    let seconds = format!("601.{}", std::process::id());
    let (exit, ..) = caller.run(sh(&format!("env -i setsid sleep {seconds} & sleep .1"))).await;
    assert_eq!(exit, Exit::Code(0));
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    let hidden = format!("sleep\0{seconds}\0");
    assert!(!lines.any(|line| line == hidden.as_bytes()));
}

/// A grandchild that holds the outputs holds nobody up: neither one that is silent nor one that never is.
#[tokio::test(flavor = "multi_thread")]
async fn an_output_that_is_held_is_drained_within_bounds() {
    let caller = caller();
    assert_eq!(caller.stdout(sh("echo ready; sleep 600 & exit 0")).await, "ready\n");
    assert_eq!(caller.stdout(sh("echo ready; (sleep 600 2>&1 >/dev/null) & exit 0")).await, "ready\n");
    let noisy = Request { max_stdout_bytes: 1 << 30, ..sh("echo ready; yes & exit 0") };
    let stdout = caller.stdout(noisy).await;
    assert!(stdout.starts_with("ready\n"));
}

/// A program that has ended is no answer when its output is seen too late.
#[tokio::test(flavor = "multi_thread")]
async fn output_that_is_seen_after_the_deadline_is_rejected() {
    let caller = caller();
    let noisy = Request { max_stdout_bytes: 1 << 30, ..sh("yes & yes & sleep .1; exit 0") };
    let refusal = caller.refusal(within(noisy, Duration::from_millis(300))).await;
    assert_eq!(refusal.code, "timed_out");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_output_may_be_as_long_as_agreed_and_no_longer() {
    let caller = caller();
    let print = |stdout: usize, stderr: usize| {
        sh(&format!("head -c {stdout} /dev/zero; head -c {stderr} /dev/zero >&2"))
    };
    let bounded = |request: Request| Request { max_stdout_bytes: 300_000, max_stderr_bytes: 1000, ..request };
    let completed = caller.processes.run(bounded(print(300_000, 1000))).await.unwrap();
    assert_eq!((completed.stdout.len(), completed.stderr.len()), (300_000, 1000));
    let rows = [
        (print(300_001, 0), "the standard output of /bin/sh is longer than 300000 bytes; it was ended"),
        (print(0, 1001), "the standard error of /bin/sh is longer than 1000 bytes; it was ended"),
    ];
    for (request, message) in rows {
        let refusal = caller.refusal(bounded(request)).await;
        assert_eq!((refusal.code.as_str(), refusal.message.as_str()), ("limit_exceeded", message));
    }
    let nothing = Request { max_stdout_bytes: 0, ..sh("true") };
    assert_eq!(caller.stdout(nothing).await, "");
}

/// Not when it has printed all, which may be never.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_prints_too_much_is_ended_at_once() {
    let caller = caller();
    for script in ["yes", "yes >&2", "trap '' PIPE TERM; yes & yes; sleep 600", "setsid yes & exit 0"] {
        let (request, mark) = with_mark(sh(script), script);
        let refusal = caller.refusal(request).await;
        assert_eq!(refusal.code, "limit_exceeded", "{script}");
        assert_eq!(marked(&mark), Vec::<u32>::new(), "{script}");
    }
    assert_eq!(caller.places.free(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_finds_no_place_in_time_starts_nothing() {
    let caller = caller_with(&[], 2);
    let (first, second) = (caller.path("first"), caller.path("second"));
    let hang = |ready: &std::path::Path| sh(&format!("touch {}; sleep 600", ready.display()));
    let hanging = async {
        let _ = tokio::join!(caller.processes.run(hang(&first)), caller.processes.run(hang(&second)));
    };
    let others = async {
        exists(&first).await;
        exists(&second).await;
        assert_eq!(caller.places.free(), 0);
        let refusal = caller.refusal(within(sh("touch ran"), Duration::from_millis(50))).await;
        assert_eq!(refusal.code, "busy");
        assert_eq!(refusal.message, "no place became free in time: 2 programs run already; nothing was run");
        // One that gives up leaves no trace in the queue either.
        let waiting = caller.processes.run(sh("touch ran"));
        assert!(tokio::time::timeout(Duration::from_millis(50), waiting).await.is_err());
        // What would be refused anyway need not wait.
        assert_eq!(caller.refusal(program("nothing", &[])).await.code, "denied");
    };
    tokio::select! {
        () = hanging => panic!("they sleep"),
        () = others => {}
    }
    eventually("the places are free", || caller.places.free() == 2).await;
    assert_eq!(caller.stdout(sh("echo ok")).await, "ok\n");
    assert!(!caller.path("ran").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn after_the_deadline_nothing_starts() {
    let caller = caller();
    let refusal = caller.refusal(within(sh("touch ran"), Duration::ZERO)).await;
    assert_eq!(refusal.code, "timed_out");
    assert_eq!(refusal.message, "the time for /bin/sh was over before it could start; nothing was run");
    assert!(!caller.path("ran").exists());
}

/// Each writes down when it begins and when it ends, so that the file shows how many ran at once.
#[tokio::test(flavor = "multi_thread")]
async fn no_more_run_at_once_than_there_are_places() {
    let caller = caller_with(&[], 3);
    let script = "echo + >>log; sleep .05; echo - >>log";
    let all = futures_util::future::join_all((0..15).map(|_| caller.stdout(sh(script)))).await;
    assert_eq!(all.len(), 15);
    let log = std::fs::read_to_string(caller.path("log")).unwrap();
    let (mut now, mut most) = (0, 0);
    for line in log.lines() {
        now += if line == "+" { 1 } else { -1 };
        most = most.max(now);
    }
    assert_eq!((log.lines().count(), now), (30, 0));
    assert!(most <= 3, "{most}");
}

/// A reaper that the program kills tells nothing any more; its tree ends all the same.
#[tokio::test(flavor = "multi_thread")]
async fn killing_the_reaper_ends_the_tree() {
    let caller = caller();
    let (request, mark) = with_mark(sh("setsid sleep 600 & sleep .1; kill -9 $PPID; sleep 600"), "reaper");
    let (exit, ..) = caller.run(request).await;
    assert_eq!(exit, Exit::Signal(9));
    assert_eq!(marked(&mark), Vec::<u32>::new());
    assert_eq!(caller.places.free(), 4);
    assert_eq!(caller.stdout(sh("echo ok")).await, "ok\n");
}

/// One that the program stops neither reports nor obeys. It is killed when its time is over.
#[tokio::test(flavor = "multi_thread")]
async fn stopping_the_reaper_does_not_keep_the_tree() {
    let caller = caller();
    let script = "setsid sleep 600 & sleep .1; kill -STOP $PPID; sleep 600";
    let (request, mark) = with_mark(sh(script), "stopped reaper");
    let refusal = caller.refusal(within(request, Duration::from_millis(500))).await;
    assert_eq!(refusal.code, "timed_out");
    assert_eq!(marked(&mark), Vec::<u32>::new());
    assert_eq!(caller.places.free(), 4);
    assert_eq!(caller.stdout(sh("echo ok")).await, "ok\n");
}

/// A program that is killed from outside has ended, with the signal that says so.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_somebody_kills_has_ended() {
    let caller = caller();
    let ready = caller.path("ready");
    let run =
        caller.run(sh(&format!("echo $$ >ready.new; mv ready.new {}; exec sleep 600", ready.display())));
    let kill = async {
        exists(&ready).await;
        let pid = std::fs::read_to_string(&ready).unwrap();
        assert!(Command::new("kill").args(["-15", pid.trim()]).status().unwrap().success());
    };
    let ((exit, ..), ()) = tokio::join!(run, kill);
    assert_eq!(exit, Exit::Signal(15));
}
