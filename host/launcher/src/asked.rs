//! Asking a host that runs already.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use toolhost_control::{AskError, Done, Once, Question, Reply, Standing, ask_one, printed, socket_of_mark};

use crate::call::Call;
use crate::output::{complain, text};
use crate::surroundings::{self, Owner};

/// The call made by a host that runs: in a command of a host by that one, for the client that runs the command, else by
/// one that stands by. None if no host takes it.
pub(crate) fn answer(call: &Call) -> Option<ExitCode> {
    let state = surroundings::state()?;
    match surroundings::owner() {
        Owner::Client { host, client } => of_client(&state, host, client, call),
        Owner::Nobody => of_standing(&state, call),
        Owner::Unknown => None,
    }
}

/// None if that host is gone, which the call's own host will find and say again.
fn of_client(state: &Path, host: u32, client: u64, call: &Call) -> Option<ExitCode> {
    let Call { tool, arguments } = call;
    let question = Question::Call { client, tool: tool.clone(), arguments: arguments.clone() };
    match ask_one(state, host, &question) {
        Ok(None) | Err(AskError::TooLong(_)) => None,
        Ok(Some(Reply::Called { result, is_failure })) => {
            Some(ended(text(&printed(&result)), u8::from(is_failure)))
        }
        Ok(Some(Reply::Failed(why))) => Some(failed(&why, 2)),
        Ok(Some(Reply::Sessions(_) | Reply::Ended(_))) => {
            Some(failed(&format!("the host {host} answers another question"), 1))
        }
        Err(error) => Some(failed(&doubt(&error), 1)),
    }
}

fn of_standing(state: &Path, call: &Call) -> Option<ExitCode> {
    // Most calls end here: in a folder without sockets nobody stands by, and nothing has to be looked at.
    if !toolhost_control::folder(state).is_dir() {
        return None;
    }
    let mut standing = Standing::find(&socket_of_mark(state, &surroundings::mark()?))?;
    let once = Once { tool: call.tool.clone(), arguments: call.arguments.clone() };
    // Whatever happens up to the end of this, nothing was asked.
    standing.ask(&once).ok()?;
    let Done { output, complaints, exit_code } = match standing.answer() {
        Ok(done) => done,
        Err(error) => return Some(failed(&doubt(&error), 1)),
    };
    complain(&complaints);
    let written = text(&output);
    standing.wait_for_end();
    Some(ended(written, exit_code))
}

/// What is said where a question was sent and no answer came: asking again could do it twice.
fn doubt(error: &AskError) -> String {
    match error {
        AskError::Unanswered(_) => format!("{error}; the call may have been carried out, or not"),
        AskError::Unreachable(_) | AskError::TooLong(_) | AskError::Garbled(_) => error.to_string(),
    }
}

fn ended(written: io::Result<()>, code: u8) -> ExitCode {
    match written {
        Ok(()) => ExitCode::from(code),
        Err(error) => failed(&error.to_string(), 1),
    }
}

fn failed(message: &str, code: u8) -> ExitCode {
    complain(&format!("error: {message}\n"));
    ExitCode::from(code)
}
