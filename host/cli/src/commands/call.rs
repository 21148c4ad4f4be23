//! `toolhost call TOOL JSON`: one call, to its end.

use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Map, Value};
use toolhost_session::{Answer, Arguments, Call, Client, Ids, NoProgress, Patience};

use crate::arguments::{self, Global};
use crate::environment::Folders;
use crate::failure::Usage;
use crate::wiring::{self, Calls};
use crate::{output, stop};

/// Makes the call and prints its result.
pub(crate) async fn run(
    global: &Global,
    folders: &Folders,
    call: arguments::Call,
) -> anyhow::Result<ExitCode> {
    let wired = wiring::wire(global, folders, Calls::One)?;
    let client = wired.host.open(Ids::Sequential, Patience::UntilEnd(call.timeout));
    let arguments = read(&client, &call)?;
    let stopped = stop::token()?;
    let call = Call { tool: call.tool, arguments, progress: Arc::new(NoProgress) };
    let reply = tokio::select! {
        reply = client.call(call) => Some(reply),
        () = stopped.cancelled() => None,
    };
    let code = match reply {
        Some(reply) => {
            output::pretty(&Value::Object(reply.answer.structured().clone()))?;
            let failed = is_failure(&reply.answer);
            reply.delivered();
            ExitCode::from(u8::from(failed))
        }
        None => {
            output::complain("error", "stopped by a signal; the command was ended");
            ExitCode::FAILURE
        }
    };
    client.close().await;
    Ok(code)
}

/// Whether the tool failed, or a command that it ran.
pub(crate) fn is_failure(answer: &Answer) -> bool {
    let exit_code = answer.structured().get("exit_code").and_then(Value::as_i64);
    answer.is_error() || exit_code.is_some_and(|code| code != 0)
}

/// The arguments as the tool takes them: an object, or text where it is free-form.
fn read(client: &Client, call: &arguments::Call) -> anyhow::Result<Arguments> {
    let Some(text) = &call.arguments else { return Ok(Arguments::Object(Map::new())) };
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => return Ok(Arguments::Object(object)),
        Ok(Value::String(text)) => return Ok(Arguments::Text(text)),
        Ok(_) | Err(_) => {}
    }
    let tools = client.tools();
    let tool = tools.iter().find(|tool| tool.name == call.tool);
    if tool.is_some_and(|tool| tool.freeform.is_some()) {
        return Ok(Arguments::Text(text.clone()));
    }
    let what = match serde_json::from_str::<Value>(text) {
        Ok(_) => "they are JSON, but not an object".to_owned(),
        Err(error) => error.to_string(),
    };
    let usage = Usage::new(format!("the arguments of {} are not a JSON object: {what}", call.tool));
    Err(usage.hint("Put them into single quotes, such as '{\"key\":\"value\"}'.").into())
}
