//! `toolhost standby`: a host for the calls of one workspace, until nobody calls any more.

use std::process::ExitCode;

use crate::arguments::{Global, Standby};
use crate::environment::Folders;
use crate::failure::Usage;

/// Answers calls until there have been none for a while, something that they depend on changes, or a signal comes.
pub(crate) async fn run(global: &Global, folders: &Folders, standby: &Standby) -> anyhow::Result<ExitCode> {
    if global.config.is_some() || global.profile.is_some() {
        let usage = Usage::new(
            "`standby` takes neither --config nor --profile: no call without options would ask for them",
        );
        let hint = "Name the file in $TOOLHOST_CONFIG, here and where the calls are made, or the profile in a file of yours.";
        return Err(usage.hint(hint).into());
    }
    serve(global, folders, standby).await
}

#[cfg(unix)]
async fn serve(global: &Global, folders: &Folders, standby: &Standby) -> anyhow::Result<ExitCode> {
    use std::sync::Arc;

    use anyhow::Context;

    use crate::standing::{self, End, Post};
    use crate::wiring::count;
    use crate::{control, environment, output, stop};

    let stopped = stop::token()?;
    let workspace = environment::workspace(global.workspace.as_deref())?;
    let mut post = Post::take(folders, &environment::mark(&workspace)?)?;
    let (wired, sources) = standing::wire(global, folders)?;
    let complaints = wired.complaints();
    for complaint in wired.events.iter().chain(&complaints) {
        complaint.say();
    }
    tokio::select! {
        () = wired.host.prepare() => {}
        () = stopped.cancelled() => return Ok(ExitCode::SUCCESS),
    }
    let control = control::Control::open(&wired.host, folders);
    post.open()?;
    let (process, idle) = (std::process::id(), standby.idle);
    let said =
        format!("process {process} answers calls in {}, until none comes for {idle:?}", workspace.display());
    output::complain("standby", &said);
    let calls = count(wired.configuration.resolved.runtime.live_calls);
    let standby = standing::Standby {
        host: Arc::clone(&wired.host),
        sources,
        complaints,
        most: calls.min(toolhost_control::calls_with_room().map_or(calls, count)),
        idle,
    };
    let end = standby.serve(post, &stopped).await;
    drop(control);
    match end {
        End::Idle | End::Stopped => Ok(ExitCode::SUCCESS),
        End::Changed(what) => {
            output::complain("standby", &format!("{what} has changed, so it has ended"));
            Ok(ExitCode::SUCCESS)
        }
        End::Broken(error) => Err(error).context("no call can be taken any more"),
    }
}

/// There are no sockets of this kind.
#[cfg(not(unix))]
async fn serve(_: &Global, _: &Folders, _: &Standby) -> anyhow::Result<ExitCode> {
    Err(Usage::new("no host can stand by on this system").into())
}
