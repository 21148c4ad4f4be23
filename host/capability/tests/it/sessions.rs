//! Starting, looking, ending; what is wrong is named.

use std::time::{Duration, Instant};

use toolhost_capability::terminal::{MAX_SESSIONS, Patience, Request, Status};

use crate::support::{LONG, client, client_with, eventually, marked, on_terminal, request, taken};

/// Commands that end by themselves, and all that they print.
#[tokio::test(flavor = "multi_thread")]
async fn commands_run_to_their_end() {
    let client = client();
    let rows = [
        ("printf x", Status::Exited(0), "x"),
        ("true", Status::Exited(0), ""),
        ("exit 7", Status::Exited(7), ""),
        ("kill -9 $$", Status::Signalled(9), ""),
        ("echo out; echo err >&2; echo out", Status::Exited(0), "out\nerr\nout\n"),
        ("cat <<'EOF'\nit's $HOME\nEOF", Status::Exited(0), "it's $HOME\n"),
        ("a=1; for i in 1 2; do echo \"$i $(echo $a)\"; done", Status::Exited(0), "1 1\n2 1\n"),
        ("test -t 1; echo $?; test -t 0; echo $?", Status::Exited(0), "1\n1\n"),
        ("cat; echo end", Status::Exited(0), "end\n"),
        ("(read x </dev/tty) 2>/dev/null; echo $?", Status::Exited(0), "1\n"),
        ("echo $TERM $NO_COLOR $PAGER $TOOLHOST ${CI-none}", Status::Exited(0), "dumb 1 cat 1 none\n"),
        ("no-such-program-anywhere 2>/dev/null", Status::Exited(127), ""),
    ];
    for (command, status, output) in rows {
        assert_eq!(client.run(command).await, (status, output.to_owned()), "{command}");
    }
}

/// A command is finished when its shell is, whoever holds the pipe.
#[tokio::test(flavor = "multi_thread")]
async fn a_background_child_does_not_hold_the_answer() {
    let client = client();
    let observation = client.terminals.start(request("sleep 600 & echo done"), LONG).await.unwrap();
    assert_eq!(observation.status, Status::Exited(0));
    assert_eq!(observation.background, 1);
    assert_eq!(taken(&observation), "done\n");
    let noisy = "(while :; do echo x; sleep .01; done) & echo first";
    let observation = client.terminals.start(request(noisy), LONG).await.unwrap();
    assert_eq!(observation.status, Status::Exited(0));
    assert!(taken(&observation).contains("first\n"));
    assert_eq!(client.terminals.close().await, 0);
}

/// The deadline is for commands that run on; it counts from the call, not from the last output.
#[tokio::test(flavor = "multi_thread")]
async fn a_running_command_answers_when_its_time_has_come() {
    let client = client();
    let asked = Instant::now();
    let wait = Duration::from_millis(300);
    let noisy = client.terminals.start(request("while :; do echo x; sleep .05; done"), wait).await.unwrap();
    assert!(matches!(noisy.status, Status::Running(1)));
    assert!(asked.elapsed() >= wait);
    assert!(!noisy.output.is_empty());
    assert_eq!(client.terminals.close().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_not_delivered_comes_again() {
    let client = client();
    let id = client
        .start_until(on_terminal("stty -echo; echo ready; read line; echo \"got $line\"; sleep 600"), "ready")
        .await;
    client.terminals.send(id, b"one\n".to_vec(), Duration::ZERO).await.unwrap();
    let mut seen = String::new();
    for _ in 0..600 {
        let lost = client.terminals.send(id, Vec::new(), Duration::from_millis(50)).await.unwrap();
        seen = String::from_utf8(lost.output.read(0, 1000).unwrap()).unwrap();
        if seen.contains("got one") {
            break;
        }
    }
    assert_eq!(seen, "got one\r\n");
    let again = client.terminals.send(id, Vec::new(), Duration::ZERO).await.unwrap();
    assert_eq!(taken(&again), "got one\r\n");
    let none = client.terminals.send(id, Vec::new(), Duration::ZERO).await.unwrap();
    assert_eq!(taken(&none), "");
    assert_eq!(client.terminals.close().await, 0);
}

/// One call may look at a command twice before anything is delivered.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_looks_twice_goes_on_where_it_stood() {
    let client = client();
    let first =
        client.terminals.start(request("echo one; sleep .3; echo two"), Duration::ZERO).await.unwrap();
    let Status::Running(id) = first.status else { panic!("it sleeps") };
    let second = client.terminals.send(id, Vec::new(), LONG).await.unwrap();
    assert_eq!(second.status, Status::Exited(0));
    let read = |observation: &toolhost_capability::terminal::Observation| {
        String::from_utf8(observation.output.read(0, 100).unwrap()).unwrap()
    };
    assert_eq!(read(&first) + &read(&second), "one\ntwo\n");
    second.output.delivered();
    drop((first, second));
    let rest = client.terminals.send(id, Vec::new(), LONG).await.unwrap();
    assert_eq!(taken(&rest), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_start_ends_its_tree() {
    let client = client();
    let mark = format!("CANCELLED={}", std::process::id());
    let started = client.folder.path().join("started");
    let command = format!("touch {}; sleep 600 & sleep 600", started.display());
    let env = vec![("CANCELLED".to_owned(), std::process::id().to_string())];
    let call = client.terminals.start(Request { env, ..request(&command) }, LONG);
    tokio::select! {
        _ = call => panic!("it sleeps"),
        () = eventually("started", || started.exists()) => {}
    }
    eventually("the tree has ended", || marked(&mark).is_empty()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undelivered_first_answer_ends_its_tree_and_a_delivered_one_does_not() {
    let client = client();
    let mark = format!("UNDELIVERED={}", std::process::id());
    let env = vec![("UNDELIVERED".to_owned(), std::process::id().to_string())];
    let request = Request { env, ..request("sleep 600") };
    let kept = client.terminals.start(request.clone(), Duration::ZERO).await.unwrap();
    kept.output.delivered();
    drop(kept);
    let lost = client.terminals.start(request, Duration::ZERO).await.unwrap();
    drop(lost);
    // The sleep that the shell of the first became.
    eventually("one is left", || marked(&mark).len() == 1).await;
    assert_eq!(client.terminals.close().await, 0);
    assert_eq!(marked(&mark), Vec::<u32>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_or_a_write_ends_a_waiting_look_at_once() {
    let client = client();
    let id = client.start(on_terminal("cat")).await;
    let look = client.terminals.send(id, Vec::new(), LONG);
    let write = async {
        tokio::task::yield_now().await;
        client.terminals.send(id, b"hello\r".to_vec(), Duration::ZERO).await.unwrap().output.delivered();
    };
    let asked = Instant::now();
    let (looked, ()) = tokio::join!(
        async {
            let looked = look.await.unwrap();
            looked.output.delivered();
            looked.status
        },
        write
    );
    assert_eq!(looked, Status::Running(id));
    assert!(asked.elapsed() < LONG);
    let ended = client.terminals.signal(id, "TERM", LONG).await.unwrap();
    assert_eq!(ended.status, Status::Signalled(15));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_named_and_nothing_runs() {
    let client = client();
    let gone = Request { workdir: Some("no/such".into()), ..request("touch ran") };
    let failure = client.terminals.start(gone, LONG).await.unwrap_err();
    let root = client.folder.path().display();
    assert_eq!(failure.code, "not_found");
    assert_eq!(
        failure.message,
        format!("the working directory {root}/no/such does not exist; nothing was run")
    );
    assert_eq!(failure.hints, [format!("{root} exists.")]);
    let long = client.terminals.start(request(&"x".repeat(131_072)), LONG).await.unwrap_err();
    assert_eq!(long.message, "the command is 131072 bytes long; a shell takes at most 131071");
    let nul = client.terminals.start(request("echo \0"), LONG).await.unwrap_err();
    assert_eq!(nul.code, "invalid_argument");
    assert!(!client.folder.path().join("ran").exists());
    // The next call works.
    assert_eq!(client.run("echo ok").await.1, "ok\n");
    let unknown = client.terminals.send(99, Vec::new(), LONG).await.unwrap_err();
    assert_eq!(
        (unknown.message.as_str(), unknown.hints[0].as_str()),
        ("no session 99", "No session is running.")
    );
    let id = client.start(request("sleep 600")).await;
    let unknown = client.terminals.send(99, Vec::new(), LONG).await.unwrap_err();
    assert_eq!(unknown.hints, [format!("Running sessions: {id}: sleep 600 (0 s).")]);
    let pipe = client.terminals.send(id, b"x".to_vec(), LONG).await.unwrap_err();
    assert_eq!(pipe.code, "stdin_closed");
    assert_eq!(client.terminals.close().await, 0);
}

/// A deleted working directory costs one call.
#[tokio::test(flavor = "multi_thread")]
async fn a_workdir_that_vanishes_is_named() {
    let client = client();
    let inner = client.folder.path().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let within = || Request { workdir: Some("inner".into()), ..request("rmdir ../inner; echo removed") };
    let first = client.terminals.start(within(), LONG).await.unwrap();
    assert_eq!(taken(&first), "removed\n");
    let second = client.terminals.start(within(), LONG).await.unwrap_err();
    assert!(second.message.contains("inner does not exist"), "{}", second.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_leave_when_there_are_too_many() {
    let client = client();
    let finished = client.terminals.start(request("true"), LONG).await.unwrap();
    finished.output.delivered();
    let first = client.start(request("sleep 600")).await;
    for _ in 2..MAX_SESSIONS {
        client.start(request("sleep 600")).await;
    }
    assert_eq!(client.terminals.list().len(), MAX_SESSIONS);
    // The finished one makes place without a word, then the oldest running one with one.
    let silent = client.terminals.start(request("sleep 600"), Duration::ZERO).await.unwrap();
    silent.output.delivered();
    assert_eq!(silent.notices, Vec::<String>::new());
    let loud = client.terminals.start(request("sleep 600"), Duration::ZERO).await.unwrap();
    loud.output.delivered();
    assert_eq!(loud.notices, [format!("Session {first} (sleep 600) was ended: at most 64 run at once.")]);
    assert!(client.terminals.send(first, Vec::new(), Duration::ZERO).await.is_err());
    assert_eq!(client.terminals.close().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_waits_to_the_end_does_so_within_its_limit() {
    let patient = client_with(Patience::UntilEnd(None));
    let observation = patient.terminals.start(request("sleep .4; echo late"), Duration::ZERO).await.unwrap();
    assert_eq!((observation.status, taken(&observation).as_str()), (Status::Exited(0), "late\n"));
    let bounded = client_with(Patience::UntilEnd(Some(Duration::from_millis(400))));
    let observation =
        bounded.terminals.start(request("echo before; sleep 600"), Duration::ZERO).await.unwrap();
    assert_eq!(observation.status, Status::Signalled(15));
    assert_eq!(taken(&observation), "before\n");
    assert_eq!(observation.notices, ["The command was ended after its limit of 400ms."]);
}

/// A character that is split between two writes is split between no two answers.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_never_ends_within_a_character() {
    let client = client();
    let command = r"printf 'a \xe2'; read x; printf '\x80\x94 b'; sleep 600";
    let id = client.start_until(on_terminal(&format!("stty -echo; {command}")), "a ").await;
    assert_eq!(client.type_until(id, b"\r", "b").await, "— b");
    assert_eq!(client.terminals.close().await, 0);
}

/// Two hundred commands leave no process and no descriptor behind.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_two_hundred_commands() {
    let client = client();
    let descriptors = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let children = || {
        let own = std::process::id().to_string();
        std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
            .filter(|stat| {
                let fields = stat.rsplit(") ").next().unwrap_or_default();
                fields.split(' ').nth(1) == Some(&own)
            })
            .filter(|stat| stat.contains("(toolhost-reaper) Z"))
            .count()
    };
    for _ in 0..10 {
        client.run("true").await;
    }
    let before = descriptors();
    for _ in 0..200 {
        assert_eq!(client.run("true").await.0, Status::Exited(0));
    }
    // The tests beside this one hold a few of their own.
    eventually("descriptors are closed", || descriptors() <= before + 150).await;
    eventually("no zombie", || children() == 0).await;
}
