//! A running command and all that comes from it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use portable_pty::PtySize;
use tokio::sync::{mpsc, watch};
use toolhost_reaper::{Exit, Order};

use super::{Pty, ReadEnd, WriteEnd};

/// What to start.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program, an absolute path.
    pub program: PathBuf,
    /// Its arguments, without its own name.
    pub arguments: Vec<OsString>,
    /// The whole environment: nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// An existing directory.
    pub workdir: PathBuf,
}

/// How far the life of a tree has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// The command itself runs.
    Running,
    /// The command has ended; so many processes of its tree lived on at that moment.
    Exited(Exit, u32),
    /// Nothing of the tree is left, which the system has confirmed.
    Gone(Exit),
    /// The tree was to end, and so many processes withstood.
    Survived(Exit, u32),
}

impl Life {
    /// How the command itself ended, if it has.
    pub fn exit(self) -> Option<Exit> {
        match self {
            Life::Running => None,
            Life::Exited(exit, _) | Life::Gone(exit) | Life::Survived(exit, _) => Some(exit),
        }
    }

    /// Whether nothing more will be heard of the tree.
    pub fn is_over(self) -> bool {
        matches!(self, Life::Gone(_) | Life::Survived(..))
    }
}

/// The host's ends of the three streams of a program that has them apart.
pub struct Pipes {
    /// What is written here the program reads, after what it was started with. It sees the end when this is dropped.
    /// None: all that it was to read is on its way.
    pub stdin: Option<WriteEnd>,
    /// How many bytes of what it was to read are on their way.
    pub written: usize,
    /// What the program prints.
    pub stdout: ReadEnd,
    /// What the program complains of.
    pub stderr: ReadEnd,
}

/// Something that a tree occupies. It is dropped when the tree is over, before that is said.
pub type Held = Box<dyn Send>;

/// A running command and all that comes from it. Dropping it ends the tree.
pub struct Tree {
    /// The command's process id.
    pub pid: u32,
    /// How far its life has come.
    pub life: watch::Receiver<Life>,
    /// The terminal it runs on, for whoever takes it.
    pub terminal: Option<Arc<Pty>>,
    pub(super) orders: mpsc::UnboundedSender<Order>,
}

impl Tree {
    /// Asks for something to be done to the whole tree. Whether it was done shows in [`Tree::life`].
    pub fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }
}

pub(super) fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}
