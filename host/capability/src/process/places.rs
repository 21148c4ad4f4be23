//! How many programs run at once.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout_at;

use crate::Failure;

/// Places for programs that run at once. Clones share them, so that several callers can be bounded together. Who
/// waits first is served first.
#[derive(Debug, Clone)]
pub struct Places {
    free: Arc<Semaphore>,
    all: usize,
}

/// A place that is taken. Dropping it frees it.
pub(super) type Place = OwnedSemaphorePermit;

impl Places {
    /// So many places, at least one.
    pub fn new(all: usize) -> Places {
        let all = all.clamp(1, Semaphore::MAX_PERMITS);
        Places { free: Arc::new(Semaphore::new(all)), all }
    }

    /// How many are free at this moment.
    pub fn free(&self) -> usize {
        self.free.available_permits()
    }

    /// Waits for a place. Dropping the future gives up the turn in the queue.
    ///
    /// # Errors
    /// `busy`: none became free before the deadline.
    pub(super) async fn take(&self, deadline: Option<Instant>) -> Result<Place, Failure> {
        let place = Arc::clone(&self.free).acquire_owned();
        let taken = match deadline {
            Some(deadline) => timeout_at(deadline.into(), place).await,
            None => Ok(place.await),
        };
        match taken {
            Ok(Ok(place)) => Ok(place),
            Ok(Err(_)) | Err(_) => {
                let message = format!(
                    "no place became free in time: {} programs run already; nothing was run",
                    self.all
                );
                Err(Failure::new("busy", message).detail("places", self.all))
            }
        }
    }
}
