//! `toolhost call -`: calls as JSON lines on standard input, one client session, answers as JSON lines.
//!
//! A line without `id` is answered before the next line is looked at. One with `id` runs beside the others, and
//! its answer carries the id; `{"cancel": ID}` cancels it.

use std::collections::HashMap;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use toolhost_session::{
    Answer, Arguments, Call, Client, DEFAULT_OUTPUT_TOKENS, Failure, Ids, Listing, NoProgress, Patience,
};

use crate::arguments::{self, Global};
use crate::environment::Folders;
use crate::failure::Usage;
use crate::wiring::{self, Calls};
use crate::{control, output, stop};

/// The longest line that is read.
const MAX_LINE: usize = 16 << 20;

/// Calls that run beside each other; a further line waits for one of them.
const MAX_BESIDE: usize = 256;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    tool: String,
    #[serde(default)]
    arguments: Value,
    id: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    cancel: Value,
}

/// Calls that run now, by the text of their id.
type Running = Arc<Mutex<HashMap<String, CancellationToken>>>;

/// Answers lines until the end of standard input or a signal. Calls that run at the end of input are answered.
pub(crate) async fn run(
    global: &Global,
    folders: &Folders,
    call: &arguments::Call,
) -> anyhow::Result<ExitCode> {
    if call.arguments.is_some() || call.timeout.is_some() {
        return Err(Usage::new("`call -` takes its calls from standard input and nothing beside").into());
    }
    let wired = wiring::wire(global, folders, Calls::AsConfigured)?;
    let _control = control::Control::open(&wired.host, folders);
    let client = wired.host.open(Ids::Sequential, Patience::AsAsked, Listing::Once);
    let stopped = stop::token()?;
    let served = tokio::select! {
        served = serve(&client) => served,
        () = stopped.cancelled() => Ok(()),
    };
    client.close().await;
    served.map(|()| ExitCode::SUCCESS)
}

async fn serve(client: &Arc<Client>) -> anyhow::Result<()> {
    let mut input = BufReader::new(tokio::io::stdin());
    let running = Running::default();
    let mut beside = JoinSet::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = MAX_LINE as u64 + 1;
        if (&mut input).take(limit).read_until(b'\n', &mut line).await? == 0 {
            break;
        }
        if line.len() > MAX_LINE {
            answer(
                None,
                failed(
                    "invalid_line",
                    format!("a line is longer than {MAX_LINE} bytes; the rest is not read"),
                ),
            )?;
            break;
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        if let Ok(Cancel { cancel }) = serde_json::from_str(&text) {
            let running = running.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(token) = running.get(&cancel.to_string()) {
                token.cancel();
            }
            continue;
        }
        match serde_json::from_str::<Line>(&text) {
            Err(error) => answer(None, failed("invalid_line", explain(&error)))?,
            Ok(Line { tool, arguments, id: None }) => one(client, tool, arguments, None).await?,
            Ok(Line { tool, arguments, id: Some(id) }) => {
                let token = CancellationToken::new();
                let key = id.to_string();
                if running.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&key) {
                    answer(
                        Some(&id),
                        failed("invalid_line", format!("a call with the id {key} runs already")),
                    )?;
                    continue;
                }
                running.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), token.clone());
                let (client, running) = (Arc::clone(client), Arc::clone(&running));
                beside.spawn(async move {
                    let result = tokio::select! {
                        result = one(&client, tool, arguments, Some(&id)) => result,
                        () = token.cancelled() => {
                            answer(Some(&id), failed("cancelled", "the call was cancelled".to_owned()))
                        }
                    };
                    running.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
                    result
                });
                while beside.len() >= MAX_BESIDE {
                    finish(beside.join_next().await)?;
                }
            }
        }
    }
    while !beside.is_empty() {
        finish(beside.join_next().await)?;
    }
    Ok(())
}

/// The result of a call that ran beside others. A call that could not write its answer ends the program.
fn finish(ended: Option<Result<std::io::Result<()>, tokio::task::JoinError>>) -> anyhow::Result<()> {
    match ended {
        Some(ended) => Ok(ended??),
        None => Ok(()),
    }
}

async fn one(client: &Client, tool: String, arguments: Value, id: Option<&Value>) -> std::io::Result<()> {
    let arguments = match arguments {
        Value::Object(object) => Arguments::Object(object),
        Value::Null => Arguments::Object(Map::new()),
        Value::String(text) => Arguments::Text(text),
        other => {
            return answer(
                id,
                failed("invalid_arguments", format!("{tool}: the arguments are no object: {other}")),
            );
        }
    };
    let reply = client.call(Call { tool, arguments, progress: Arc::new(NoProgress) }).await;
    answer(id, reply.answer.structured().clone())?;
    reply.delivered();
    Ok(())
}

fn answer(id: Option<&Value>, result: Map<String, Value>) -> std::io::Result<()> {
    match id {
        Some(id) => output::line(&json!({"id": id, "result": result})),
        None => output::line(&json!({"result": result})),
    }
}

fn failed(code: &str, message: String) -> Map<String, Value> {
    let failure = Failure::new(code, message);
    Answer::failed(failure, DEFAULT_OUTPUT_TOKENS).structured().clone()
}

/// What is wrong with a line, and what would be right.
fn explain(error: &serde_json::Error) -> String {
    format!("{error}; a line is {{\"tool\": NAME, \"arguments\": {{…}}, \"id\"?: …}} or {{\"cancel\": ID}}")
}
