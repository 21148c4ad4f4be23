//! Shell commands as sessions that outlive the call which started them.
//!
//! [`Terminals`] belongs to one client. Each command is a process tree ([`crate::spawn`]) whose output a thread
//! pumps into a spool. An answer is a range of that spool: what came since the last *delivered* answer. Asking
//! for one takes the command's turn, and the turn ends when the answer was delivered or thrown away, so that
//! answers come one after the other and nothing is lost with a cancelled one.

mod answer;
mod environment;
mod input;
mod live;
mod pump;
mod shell;
mod table;
mod terminals;
mod text;
mod types;

pub use shell::choose_shell;
pub use table::{Ids, MAX_SESSIONS};
pub use terminals::Terminals;
pub use types::{Observation, Patience, Policy, Request, SessionInfo, Status};
