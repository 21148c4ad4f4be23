//! What is typed reaches the program as it would from a keyboard.

use std::time::Duration;

use toolhost_capability::terminal::Status;

use crate::support::{LONG, client, on_terminal, request, taken};

#[tokio::test(flavor = "multi_thread")]
async fn a_terminal_is_what_programs_expect() {
    let client = client();
    let observation = client
        .terminals
        .start(on_terminal("test -t 0 && test -t 1 && stty size && tput cols && echo $TERM"), LONG)
        .await
        .unwrap();
    assert_eq!(taken(&observation), "24 120\r\n120\r\nxterm-256color\r\n");
    assert_eq!(observation.status, Status::Exited(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn control_characters_do_what_they_do_on_a_keyboard() {
    let client = client();
    let id = client.start_until(on_terminal("echo ready; cat"), "ready").await;
    let interrupted = client.terminals.send(id, b"\x03".to_vec(), LONG).await.unwrap();
    assert_eq!(interrupted.status, Status::Signalled(2));
    let id = client.start_until(on_terminal("echo ready; cat; echo end"), "ready").await;
    let ended = client.terminals.send(id, b"\x04".to_vec(), LONG).await.unwrap();
    assert_eq!(ended.status, Status::Exited(0));
    assert!(taken(&ended).contains("end"));
    let late = client.terminals.send(id, b"x".to_vec(), LONG).await.unwrap();
    assert_eq!(late.status, Status::Exited(0));
    assert_eq!(late.notices, ["The command had ended already; nothing was written."]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_reaches_a_command_without_a_terminal() {
    let client = client();
    let id = client
        .start_until(
            request("trap 'echo caught; exit 3' INT; echo ready; while :; do sleep .05; done"),
            "ready",
        )
        .await;
    let observation = client.terminals.signal(id, "INT", LONG).await.unwrap();
    assert_eq!(observation.status, Status::Exited(3));
    assert_eq!(taken(&observation), "caught\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_longer_than_the_terminal_s_buffer_arrives_whole() {
    let client = client();
    let script = "stty -echo; echo ready; python3 -c 'line = input(); print(len(line), set(line))'";
    let id = client.start_until(on_terminal(script), "ready").await;
    let mut line = vec![b'x'; 20_000];
    line.push(b'\r');
    assert!(client.type_until(id, &line, "}").await.contains("20000 {'x'}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_characters_of_several_bytes_arrive_whole() {
    let client = client();
    let id = client
        .start_until(on_terminal("stty -echo; echo ready; read line; echo ${#line}; sleep 600"), "ready")
        .await;
    client.terminals.send(id, "é".repeat(300).into_bytes(), Duration::ZERO).await.unwrap().output.delivered();
    client.type_until(id, b"\r", "300").await;
    client.terminals.resize(id, (50, 100)).unwrap();
    assert_eq!(client.terminals.close().await, 0);
}

/// Also when the keyboard is put away, which happens when the command has ended and its output may still flow.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_typed_that_nobody_typed() {
    let client = client();
    for _ in 0..50 {
        let id = client.start_until(on_terminal("echo ready; read x; echo \"<$x>\""), "ready\r\n").await;
        let end = client.terminals.send(id, b"abc\n".to_vec(), LONG).await.unwrap();
        assert_eq!((end.status, taken(&end)), (Status::Exited(0), "abc\r\n<abc>\r\n".to_owned()));
    }
}
