//! How processes of one user reach a host that runs: sockets in a folder that only the user can enter.
//!
//! Every host that lives on has a socket by its process id. One line of JSON asks there, one answers. A host that stands
//! by has a second socket, by what a call depends on ([`Mark`]): a call whose own host would be made of the very same
//! things finds it by that name, and no other does. There the host speaks first, so that no question is lost to a host
//! that is about to end.
//!
//! This crate reads no variable and finds no folder: it is handed both.
#![forbid(unsafe_code)]

#[cfg(unix)]
mod ask;
mod circumstances;
mod place;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod room;
mod words;
mod workspace;

#[cfg(unix)]
pub use ask::{AskError, Standing, ask, ask_all, ask_one};
pub use circumstances::{Circumstances, Facts, Mark, ProgramFile};
pub use place::{folder, lock_of, socket_of, socket_of_mark};
#[cfg(unix)]
pub use process::own_facts;
#[cfg(unix)]
pub use room::{calls_with_room, is_passing};
pub use words::{
    CLIENT, Done, Greeting, MAX_QUESTION, Once, Question, Reply, Session, client_of, printed, to_line,
};
pub use workspace::{absolute, around};
