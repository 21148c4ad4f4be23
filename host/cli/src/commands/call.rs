//! `toolhost call TOOL JSON`: one call, to its end.

use std::process::ExitCode;
use std::sync::Arc;

use serde_json::{Map, Value};
use toolhost_control::{Question, Reply, printed};
use toolhost_session::{Answer, Arguments, Call, Client, Ids, Listing, NoProgress, Patience};

use crate::arguments::{self, Global};
use crate::control;
use crate::environment::{self, Folders};
use crate::failure::Usage;
use crate::wiring::{self, Calls};
use crate::{output, stop};

/// Makes the call and prints its result.
pub(crate) async fn run(
    global: &Global,
    folders: &Folders,
    call: arguments::Call,
) -> anyhow::Result<ExitCode> {
    if let Some(code) = in_running_host(global, folders, &call)? {
        return Ok(code);
    }
    let wired = wiring::wire(global, folders, Calls::One)?;
    let client = wired.host.open(Ids::Sequential, Patience::UntilEnd(call.timeout), Listing::Once);
    let arguments = arguments_of(&client, &call.tool, call.arguments.as_deref())?;
    let stopped = stop::token()?;
    let call = Call { tool: call.tool, arguments, progress: Arc::new(NoProgress) };
    let reply = tokio::select! {
        reply = client.call(call) => Some(reply),
        () = stopped.cancelled() => None,
    };
    let code = match reply {
        Some(reply) => {
            output::text(&printed(reply.answer.structured()))?;
            let failed = is_failure(&reply.answer);
            reply.delivered();
            ExitCode::from(u8::from(failed))
        }
        None => {
            output::complain(
                "error",
                "stopped by a signal; a command was ended, and a patch that had begun was carried out",
            );
            ExitCode::FAILURE
        }
    };
    client.close().await;
    Ok(code)
}

/// Makes the call in the host whose command this program is, for the client that runs the command; none if there is no
/// such host, or the command line asks for another one.
fn in_running_host(
    global: &Global,
    folders: &Folders,
    call: &arguments::Call,
) -> anyhow::Result<Option<ExitCode>> {
    let is_own = global.config.is_some() || global.profile.is_some() || global.workspace.is_some();
    let Some((host, client)) = environment::client().filter(|_| !is_own && call.timeout.is_none()) else {
        return Ok(None);
    };
    let question = Question::Call { client, tool: call.tool.clone(), arguments: call.arguments.clone() };
    match control::ask_one(folders, host, &question)? {
        Some(Reply::Called { result, is_failure }) => {
            output::text(&printed(&result))?;
            Ok(Some(ExitCode::from(u8::from(is_failure))))
        }
        Some(Reply::Failed(why)) => Err(Usage::new(why).into()),
        Some(Reply::Sessions(_) | Reply::Ended(_)) => {
            anyhow::bail!("the host {host} answers another question")
        }
        None => {
            let gone =
                format!("the host {host} of this command does not run any more; the call has one of its own");
            output::complain("warning", &gone);
            Ok(None)
        }
    }
}

/// Whether the tool failed, or a command that it ran.
pub(crate) fn is_failure(answer: &Answer) -> bool {
    let exit_code = answer.structured().get("exit_code").and_then(Value::as_i64);
    answer.is_error() || exit_code.is_some_and(|code| code != 0)
}

/// The arguments as the tool takes them: an object, or text where it is free-form.
pub(crate) fn arguments_of(client: &Client, tool: &str, text: Option<&str>) -> Result<Arguments, Usage> {
    let Some(text) = text else { return Ok(Arguments::Object(Map::new())) };
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => return Ok(Arguments::Object(object)),
        Ok(Value::String(text)) => return Ok(Arguments::Text(text)),
        Ok(_) | Err(_) => {}
    }
    if client.freeform(tool).is_some() {
        return Ok(Arguments::Text(text.to_owned()));
    }
    let what = match serde_json::from_str::<Value>(text) {
        Ok(_) => "they are JSON, but not an object".to_owned(),
        Err(error) => error.to_string(),
    };
    let usage = Usage::new(format!("the arguments of {tool} are not a JSON object: {what}"));
    Err(usage.hint("Put them into single quotes, such as '{\"key\":\"value\"}'."))
}
