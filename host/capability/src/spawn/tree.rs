//! A running command and all that comes from it.

use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use portable_pty::PtySize;
use tokio::sync::{mpsc, watch};
use toolhost_reaper::{Exit, Order};

use super::Pty;

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
    /// Rows and columns of a terminal to run on; none: standard input is empty, both outputs are one pipe.
    pub terminal: Option<(u16, u16)>,
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

/// What a tree prints, to be read by a thread of its own.
pub type Printed = Box<dyn Read + Send>;

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
