//! What is asked on the sockets, and what is answered.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The longest question, in bytes: a call with its arguments.
pub const MAX_QUESTION: usize = 16 << 20;

/// The variable that tells a command of a host whose it is.
pub const CLIENT: &str = "TOOLHOST_CLIENT";

/// Process id of a host and number of its client, as the variable has them; none for what no host has written.
#[must_use]
pub fn client_of(value: &str) -> Option<(u32, u64)> {
    let (host, client) = value.split_once('.')?;
    Some((host.parse().ok()?, client.parse().ok()?))
}

/// What can be asked of any host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The commands of all clients.
    Sessions,
    /// End one of them.
    End {
        /// The number of its client.
        client: u64,
        /// Its id.
        session: u32,
    },
    /// Call a tool for one of them.
    Call {
        /// The number of the client.
        client: u64,
        /// The name of the tool.
        tool: String,
        /// Its arguments as they stand on the command line.
        arguments: Option<String>,
    },
}

/// What any host answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The commands of all clients.
    Sessions(Vec<Session>),
    /// It was ended; so many processes withstood.
    Ended(u32),
    /// The result of a call, and whether the tool or its command failed.
    Called {
        /// The whole result.
        result: Map<String, Value>,
        /// Whether the tool failed, or the command that it ran.
        is_failure: bool,
    },
    /// It could not be done.
    Failed(String),
}

/// A command of a client.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The number of the client.
    pub client: u64,
    /// The id of the command within it.
    pub session: u32,
    /// The command.
    pub command: String,
    /// Where it runs.
    pub workdir: String,
    /// Seconds since it began.
    pub age_seconds: u64,
    /// Seconds since it last printed, or was last written to.
    pub idle_seconds: u64,
    /// Whether it still runs.
    pub running: bool,
}

/// What a host that stands by says first to whoever has connected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Greeting {
    /// It takes one call.
    Ready,
    /// It takes none, and why. Nothing was asked, so nothing was done.
    Declined(String),
}

/// One call, which a host that stands by makes for a client of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Once {
    /// The name of the tool.
    pub tool: String,
    /// Its arguments as they stand on the command line.
    pub arguments: Option<String>,
}

/// What came of it: all that the program would have printed, and how it would have ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// What belongs on standard output.
    pub output: String,
    /// What belongs on standard error.
    pub complaints: String,
    /// The exit status.
    pub exit_code: u8,
}

/// A message as the one line that is sent.
///
/// # Errors
/// For a message that has no form in JSON, which none of this crate's is.
pub fn to_line(message: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// A result as the program prints it.
#[must_use]
pub fn printed(result: &Map<String, Value>) -> String {
    // Through `Value`, whose display is JSON.
    format!("{:#}\n", Value::Object(result.clone()))
}
