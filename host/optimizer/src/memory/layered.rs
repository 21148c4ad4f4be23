//! A fast memory in front of a slow one that outlives it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::{Key, Memory, Recent, Remembered};

/// After this time the memory behind is asked again, so that it does not forget what is only asked for in front. Well
/// below the two hours after which it would.
const ASK_BEHIND_AFTER: Duration = Duration::from_secs(15 * 60);

/// Answers from the front where it has them, else from behind. What is kept is what the memory behind says.
pub struct Layered {
    front: Recent,
    behind: Arc<dyn Memory>,
}

impl Layered {
    /// Puts `front` before `behind`.
    #[must_use]
    pub fn new(front: Recent, behind: Arc<dyn Memory>) -> Layered {
        Layered { front, behind }
    }
}

#[async_trait]
impl Memory for Layered {
    async fn get(&self, key: &Key) -> Option<Remembered> {
        let value = match self.front.find(key) {
            Some((value, age)) if age < ASK_BEHIND_AFTER => return Some(value),
            // It stays as it was served, even if the memory behind has forgotten it.
            Some((value, _)) => self.behind.keep(key, value).await,
            None => self.behind.get(key).await?,
        };
        self.front.put(key, value.clone());
        Some(value)
    }

    async fn keep(&self, key: &Key, value: Remembered) -> Remembered {
        let kept = self.behind.keep(key, value).await;
        self.front.put(key, kept.clone());
        kept
    }
}

impl fmt::Debug for Layered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layered").field("front", &self.front).finish_non_exhaustive()
    }
}
