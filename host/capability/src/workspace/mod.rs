//! Files beneath one folder: reading them, and changing many of them at once, all or none.
//!
//! [`Workspace`] holds the folder open. A path is followed name by name from there, so that neither `..` nor
//! a link leads out, also while somebody swaps folders for links. What is read comes with a *version*; a
//! [`ChangeSet`] says what is to be done to which version, and [`Workspace::commit`] does all of it or
//! nothing:
//!
//! 1. It takes the root's journal, settles what another host left there, resolves the paths and locks them.
//! 2. It reads each file again, which must hold what it held, and writes down what will be done and what was
//!    there.
//! 3. It asks the gate, writes the journal's mark, and from then on the commit will be whole: whoever finds
//!    the journal without its writer finishes it or undoes it ([`Workspace::recover`]).
//! 4. It does what the journal says, in place, and undoes it where the system refuses.
//!
//! Files of others are never overwritten: what was changed since stays as it is, and a notice says so.

mod apply;
mod changes;
mod commit;
mod fault;
mod journal;
mod layout;
mod locks;
mod notice;
mod open;
mod overlay;
mod path;
mod plan;
mod platform;
mod protect;
mod read;
mod recover;
mod root;
mod settle;
mod state;
mod sync;
mod verify;
mod version;
mod walk;
mod watch;
mod work;

pub use changes::{Change, ChangeKind, ChangeSet, Splice};
pub use commit::Committed;
pub use notice::Notice;
pub use read::{Chunk, Entry, Kind, Link, Metadata};
pub use root::{Settings, Workspace};

#[cfg(test)]
mod tests;
