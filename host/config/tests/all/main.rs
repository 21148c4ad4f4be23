//! Tests of the crate through its public interface: layers in, what holds or the exact message out.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_input;
mod default;
mod hostile;
mod layers;
mod optimizers;
mod schema;

use std::path::Path;

use toolhost_config::{ConfigError, DEFAULT, Layers, Resolved, Source, WorkspaceSource, resolve};

/// The default that the tests lie over: that of the host.
fn builtin() -> Source<'static> {
    Source { file: "default.yaml", directory: Path::new("/builtin"), text: DEFAULT }
}

/// A configuration of the user, as YAML.
fn user(text: &str) -> Source<'_> {
    Source { file: "toolhost.yaml", directory: Path::new("/home/me/.config"), text }
}

/// A configuration in the root of a workspace, as YAML.
fn workspace(text: &str) -> Source<'_> {
    Source { file: "/repo/toolhost.yaml", directory: Path::new("/repo"), text }
}

fn layers<'a>(user: Option<Source<'a>>, workspace: Option<WorkspaceSource<'a>>) -> Layers<'a> {
    Layers { builtin: builtin(), user, workspace, root: Some(Path::new("/repo")), profile: None }
}

/// The default with `text` of the user over it.
fn with_user(text: &str) -> Result<Resolved, ConfigError> {
    resolve(&layers(Some(user(text)), None))
}

/// `user_text` over the default, and an untrusted workspace.
fn untrusted(user_text: &str, workspace_text: &str) -> Resolved {
    let source = workspace(workspace_text);
    resolve(&layers(Some(user(user_text)), Some(WorkspaceSource { source, trusted: false }))).unwrap()
}
