//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// A native host for the tools of coding agents, each a sandboxed WebAssembly component.
#[derive(Debug, Parser)]
#[command(name = "toolhost", version, disable_help_subcommand = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Debug, Clone, Args)]
pub(crate) struct Global {
    /// Configuration file; else $TOOLHOST_CONFIG, else toolhost/toolhost.yaml (or .json) in the user's configuration directory
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Profile to serve, in place of the configured one
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Workspace; else the repository of the working directory, else the working directory
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) workspace: Option<PathBuf>,
    /// Say on standard error what is done; twice for every detail
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Call a tool and print its result as one JSON object
    Call(Call),
    /// Print the tools of the profile as an API wants them declared
    Tools(Tools),
    /// Serve the tools over MCP, on standard input and output or over HTTP
    Mcp(Mcp),
    /// Stand by: answer the calls of this workspace at once, until there have been none for a while
    Standby(Standby),
    /// Look at the live commands of running hosts, or end one
    #[command(subcommand)]
    Sessions(SessionsCommand),
    /// Look at the profiles
    #[command(subcommand)]
    Profile(ProfileCommand),
    /// Ask the optimizers for one command or one output, and say what each provider answers
    #[command(subcommand)]
    Optimize(OptimizeCommand),
    /// Print what the optimizers saved, by tool, provider and day
    Stats(Stats),
    /// Trust the workspace's own configuration as it is now
    Trust(Trust),
    /// Say what is enforced here, what is not, and why
    Doctor,
    /// Print the JSON Schema of the configuration
    Schema,
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// In place of a tool's name: calls come as JSON lines.
pub(crate) const LINES: &str = "-";

/// Arguments of `call`.
#[derive(Debug, Args)]
pub(crate) struct Call {
    /// The tool's name; `-` reads calls as JSON lines from standard input
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,
    /// Its arguments, a JSON object; text for a tool that takes free-form text
    #[arg(value_name = "JSON", allow_hyphen_values = true)]
    pub(crate) arguments: Option<String>,
    /// End a command that takes longer, such as 90s or 10m; without it the call waits to its end
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

/// Arguments of `standby`.
#[derive(Debug, Args)]
pub(crate) struct Standby {
    /// End after so long without a call
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    pub(crate) idle: Duration,
}

/// Arguments of `tools`.
#[derive(Debug, Args)]
pub(crate) struct Tools {
    /// The API whose form is wanted
    #[arg(long, value_enum, default_value_t = Format::Mcp)]
    pub(crate) format: Format,
}

/// Forms in which tools are declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The Model Context Protocol
    Mcp,
    /// OpenAI's Responses API
    OpenaiResponses,
    /// OpenAI's Chat Completions API
    OpenaiChat,
    /// Anthropic's Messages API
    Anthropic,
    /// Google's Gemini API
    Gemini,
}

/// Arguments of `mcp`.
#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// Serve streamable HTTP on this address, such as 127.0.0.1:8722, in place of standard input and output
    #[arg(long, value_name = "ADDR")]
    pub(crate) http: Option<SocketAddr>,
    /// Allow an address beyond loopback, where everybody who has the token runs commands as you
    #[arg(long, requires = "http")]
    pub(crate) expose: bool,
    /// Host names that clients may call this server by, beside the loopback ones
    #[arg(long, requires = "http", value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Origins that browsers may call this server from
    #[arg(long, requires = "http", value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,
}

/// Commands of `profile`.
#[derive(Debug, Subcommand)]
pub(crate) enum ProfileCommand {
    /// Print the names of the profiles
    List,
    /// Print the built-in configuration, the base of every other
    Show,
}

/// Commands of `sessions`.
#[derive(Debug, Subcommand)]
pub(crate) enum SessionsCommand {
    /// Print the live commands of all running hosts of yours
    List,
    /// End one, with its whole process tree
    End {
        /// HOST.CLIENT.SESSION as `list` prints it
        id: String,
    },
}

/// Commands of `optimize`. Stages and providers are those of the configuration, which need not be enabled.
#[derive(Debug, Subcommand)]
pub(crate) enum OptimizeCommand {
    /// Print the command that would run in place of this one
    Rewrite(Optimized),
    /// Forget what was said of outputs, so that the providers are asked anew; running hosts keep what they have shown
    Forget,
    /// Read an output from standard input, and print what would be shown in its place
    Reduce {
        #[command(flatten)]
        optimized: Optimized,
        /// Reduce outputs of any size
        #[arg(long)]
        any_size: bool,
    },
}

/// What an optimizer is told of.
#[derive(Debug, Args)]
pub(crate) struct Optimized {
    /// The shell command
    #[arg(long, value_name = "CMD", allow_hyphen_values = true)]
    pub(crate) command: String,
    /// The tool that runs it, as the model knows it; the profile's unless given
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
}

/// Arguments of `stats`.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// Days to look at, today included
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=400))]
    pub(crate) days: u32,
    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `trust`.
#[derive(Debug, Args)]
pub(crate) struct Trust {
    /// Take the trust back
    #[arg(long)]
    pub(crate) forget: bool,
}

/// A time with its unit, such as `90s`.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        "" => return Err("a time needs a unit: ms, s, m or h".to_owned()),
        _ => return Err(format!("no unit {unit:?}; there are ms, s, m and h")),
    };
    let number: f64 = number.parse().map_err(|_| format!("{number:?} is not a number"))?;
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())?;
    if time.is_zero() { Err("a time must be more than nothing".to_owned()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_need_a_unit() {
        let rows = [
            ("90s", Ok(Duration::from_secs(90))),
            ("250ms", Ok(Duration::from_millis(250))),
            ("1.5m", Ok(Duration::from_secs(90))),
            ("2h", Ok(Duration::from_secs(7200))),
            ("600", Err("a time needs a unit: ms, s, m or h".to_owned())),
            ("6d", Err("no unit \"d\"; there are ms, s, m and h".to_owned())),
            ("s", Err("\"\" is not a number".to_owned())),
            ("0s", Err("a time must be more than nothing".to_owned())),
        ];
        for (text, expected) in rows {
            assert_eq!(duration(text), expected, "{text}");
        }
    }
}
