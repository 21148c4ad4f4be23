//! What the tool optimizers cost: a turn in which nobody changes anything, one whose answer is remembered, the look at
//! a reduction, and the question to a program.

mod acceptance;
mod external;
mod remembered;
mod turn;

// The program has no library, so that its way to the store is compiled here once more.
#[path = "../../../host/cli/src/optimizing/remembering.rs"]
mod remembering;

pub(crate) async fn run() {
    // On a thread of the runtime, as every call of the host is.
    tokio::spawn(turn::run()).await.unwrap();
    tokio::spawn(remembered::run()).await.unwrap();
    acceptance::run();
    tokio::spawn(external::run()).await.unwrap();
}

/// Lines as a service logs them, of so many bytes; another text for each number.
fn log(number: usize, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 100);
    let mut line = number;
    while text.len() < bytes {
        let (minute, second, worker) = (line / 60 % 60, line % 60, line % 8);
        text.push_str(&format!(
            "2026-11-30T07:{minute:02}:{second:02}Z INFO worker {worker} served request \"{line}\" in 12 ms\n"
        ));
        line += 1;
    }
    text.truncate(bytes);
    text
}
