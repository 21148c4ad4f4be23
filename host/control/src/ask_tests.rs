//! What becomes of a question when the host is there, is gone, or ends in between.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::os::unix::net::UnixListener;
use std::thread::{self, JoinHandle};

use tempfile::TempDir;

use super::*;
use crate::place::socket_of;

/// A user's folder with a place for sockets.
fn state() -> TempDir {
    let state = tempfile::tempdir().unwrap();
    fs::create_dir(folder(state.path())).unwrap();
    state
}

/// A host that says one thing, reads a line, says another and closes the connection; returns what it read. An empty
/// second text closes the connection unread.
fn host(socket: &Path, first: &'static str, then: Option<&'static str>) -> JoinHandle<String> {
    let listener = UnixListener::bind(socket).unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(first.as_bytes()).unwrap();
        let mut question = String::new();
        if let Some(then) = then {
            BufReader::new(&stream).read_line(&mut question).unwrap();
            stream.write_all(then.as_bytes()).unwrap();
        }
        question
    })
}

fn once() -> Once {
    Once { tool: "noop".to_owned(), arguments: Some("{}".to_owned()) }
}

#[test]
fn a_question_is_a_line_and_so_is_its_answer() {
    let state = state();
    let answering = host(&socket_of(state.path(), 7), "", Some("{\"ended\":3}\n"));
    let question = Question::End { client: 1, session: 2 };
    assert_eq!(ask_one(state.path(), 7, &question).unwrap(), Some(Reply::Ended(3)));
    assert_eq!(answering.join().unwrap(), "{\"end\":{\"client\":1,\"session\":2}}\n");
}

#[test]
fn a_host_that_is_gone_is_none_and_leaves_no_socket() {
    let state = state();
    let left = socket_of(state.path(), 7);
    drop(UnixListener::bind(&left).unwrap());
    fs::write(folder(state.path()).join("by-0.sock"), "").unwrap();
    fs::write(folder(state.path()).join("by-0.lock"), "").unwrap();
    assert_eq!(ask_one(state.path(), 7, &Question::Sessions).unwrap(), None);
    assert_eq!(ask_one(state.path(), 8, &Question::Sessions).unwrap(), None);
    assert!(ask_all(state.path(), &Question::Sessions).is_empty());
    let kept = fs::read_dir(folder(state.path())).unwrap().count();
    assert_eq!(kept, 2, "only what is no host's socket is left");
}

#[test]
fn a_host_that_ends_before_it_answers_leaves_doubt() {
    let state = state();
    for answer in ["", "{\"ended\":"] {
        let socket = socket_of(state.path(), 7);
        let answering = host(&socket, "", Some(answer));
        let error = ask_one(state.path(), 7, &Question::Sessions).unwrap_err();
        assert!(matches!(error, AskError::Unanswered(_)), "{answer:?}: {error}");
        answering.join().unwrap();
        fs::remove_file(&socket).unwrap();
    }
}

#[test]
fn a_host_that_stands_by_speaks_first() {
    let state = state();
    let socket = state.path().join("by.sock");
    assert!(Standing::find(&socket).is_none(), "there is none");
    for first in ["", "\"ready\"", "{\"declined\":\"changed\"}\n", "nonsense\n"] {
        let greeting = host(&socket, first, None);
        assert!(Standing::find(&socket).is_none(), "{first:?}");
        greeting.join().unwrap();
        fs::remove_file(&socket).unwrap();
    }
    let answering =
        host(&socket, "\"ready\"\n", Some("{\"output\":\"o\",\"complaints\":\"c\",\"exit_code\":1}\n"));
    let mut standing = Standing::find(&socket).unwrap();
    standing.ask(&once()).unwrap();
    let done = Done { output: "o".to_owned(), complaints: "c".to_owned(), exit_code: 1 };
    assert_eq!(standing.answer().unwrap(), done);
    standing.wait_for_end();
    assert_eq!(answering.join().unwrap(), "{\"tool\":\"noop\",\"arguments\":\"{}\"}\n");
}

#[test]
fn a_question_that_is_too_long_is_not_sent() {
    let state = state();
    let socket = state.path().join("by.sock");
    let listening = host(&socket, "\"ready\"\n", Some(""));
    let mut standing = Standing::find(&socket).unwrap();
    let call = Once { tool: "x".repeat(MAX_QUESTION), arguments: None };
    assert!(matches!(standing.ask(&call), Err(AskError::TooLong(_))));
    drop(standing);
    assert_eq!(listening.join().unwrap(), "");
}
