//! A host that stands by: it answers calls that would be made of the very same things, each as a host of its own would.

mod once;
mod post;
mod sources;

use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::UnixStream;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use toolhost_control::{Greeting, is_passing, to_line};
use toolhost_session::Host;

pub(crate) use post::{Post, process};
pub(crate) use sources::Sources;

use crate::arguments::Global;
use crate::environment::Folders;
use crate::output::Complaint;
use crate::wiring::{self, Calls, Wired};

/// How often a host is wired anew because what it is made of changed meanwhile.
const ATTEMPTS: usize = 5;

/// Wires a host of things that did not change while they were read.
pub(crate) fn wire(global: &Global, folders: &Folders) -> anyhow::Result<(Wired, Sources)> {
    for _ in 0..ATTEMPTS {
        let mut sources = Sources::look(global, folders)?;
        let wired = wiring::wire_silently(global, folders, Calls::Standing)?;
        if sources.changed().is_none() {
            sources.add_folders(&wired, folders);
            return Ok((wired, sources));
        }
    }
    anyhow::bail!("what the host is made of changes while it is read")
}

/// Why a host stands by no longer.
#[derive(Debug)]
pub(crate) enum End {
    /// Nobody has called for so long as was said.
    Idle,
    /// Something that it is made of is not what it was.
    Changed(String),
    /// It was asked to stop.
    Stopped,
    /// Nobody can connect any more.
    Broken(std::io::Error),
}

/// A host with what a call of its own would say and look at.
pub(crate) struct Standby {
    pub(crate) host: Arc<Host>,
    pub(crate) sources: Sources,
    /// What each call says on standard error, whatever it is.
    pub(crate) complaints: Vec<Complaint>,
    /// How many calls it takes at once. A further one has a host of its own, which does not wait for these.
    pub(crate) most: usize,
    /// How long it stays without a call.
    pub(crate) idle: Duration,
}

impl Standby {
    /// Answers calls until it ends, and then those that run.
    pub(crate) async fn serve(self, post: Post, stopped: &CancellationToken) -> End {
        let mut calls = JoinSet::new();
        let end = loop {
            tokio::select! {
                accepted = post.accept() => {
                    let stream = match accepted {
                        Ok(stream) => stream,
                        // The caller gives up before long, or a running call ends.
                        Err(error) if is_passing(&error) => {
                            tokio::time::sleep(PAUSE).await;
                            continue;
                        }
                        Err(error) => break End::Broken(error),
                    };
                    if let Some(what) = self.sources.changed() {
                        decline(stream, format!("{what} has changed")).await;
                        break End::Changed(what);
                    }
                    if calls.len() >= self.most {
                        decline(stream, "too many calls run".to_owned()).await;
                        continue;
                    }
                    calls.spawn(once::serve(
                        Arc::clone(&self.host),
                        self.complaints.clone(),
                        stopped.clone(),
                        stream,
                    ));
                }
                Some(_) = calls.join_next() => {}
                () = tokio::time::sleep(self.idle), if calls.is_empty() => break End::Idle,
                () = stopped.cancelled() => break End::Stopped,
            }
        };
        // Whoever has connected and heard nothing so far has a host of its own.
        drop(post);
        while calls.join_next().await.is_some() {}
        end
    }
}

/// Between two tries where the system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Tells that nothing will be done. Whoever does not hear it has not asked for anything either.
async fn decline(mut stream: UnixStream, why: String) {
    if let Ok(line) = to_line(&Greeting::Declined(why)) {
        let _ = stream.write_all(&line).await;
    }
}
