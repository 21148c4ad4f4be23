//! Who carries what a tree and the host say to each other: whoever waits for the tree, as long as somebody does, and
//! then a task of its own. A task of its own from the start would have each word wake another thread, and that the one
//! that waits, which for a short program takes longer than the program.

use std::future::poll_fn;
use std::pin::{Pin, pin};

use tokio::runtime::Handle;
use tokio::sync::watch;

use super::tree::{Life, Tree};

/// A tree that somebody waits for from its start to its end.
pub struct Attended {
    pub(super) tree: Tree,
    pub(super) keeping: Keeping,
}

impl Attended {
    /// Waits for something that the tree does, told by its life.
    pub async fn during<T>(&mut self, awaited: impl AsyncFnOnce(&mut watch::Receiver<Life>) -> T) -> T {
        self.keeping.during(awaited(&mut self.tree.life)).await
    }

    /// The tree itself.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The tree for somebody who looks at it now and then: it is kept meanwhile.
    pub(super) fn let_go(mut self) -> Tree {
        self.keeping.go_apart();
        self.tree
    }
}

/// What is done for a tree until it is over. Dropping it before hands it to a task of its own.
pub(super) struct Keeping {
    /// None once the tree is over, or a task of its own does it.
    rest: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl Keeping {
    /// Nothing is done before the first [`Keeping::during`], or before it is dropped.
    pub(super) fn new(all: impl Future<Output = ()> + Send + 'static) -> Keeping {
        Keeping { rest: Some(Box::pin(all)) }
    }

    /// Waits for something of the tree, and does meanwhile what is to be done for it.
    pub(super) async fn during<T>(&mut self, awaited: impl Future<Output = T>) -> T {
        let mut awaited = pin!(awaited);
        poll_fn(|context| {
            if let Some(rest) = &mut self.rest
                && rest.as_mut().poll(context).is_ready()
            {
                self.rest = None;
            }
            awaited.as_mut().poll(context)
        })
        .await
    }

    /// Leaves it to a task of its own, since nobody waits.
    fn go_apart(&mut self) {
        // Without a runtime the host itself ends, and with it what it holds of the tree, which ends the tree.
        if let (Some(rest), Ok(runtime)) = (self.rest.take(), Handle::try_current()) {
            runtime.spawn(rest);
        }
    }
}

impl Drop for Keeping {
    fn drop(&mut self) {
        self.go_apart();
    }
}
