//! What was said of outputs, in the store on disk.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::task::spawn_blocking;
use toolhost_optimizer::{Key, Memory, Remembered};
use toolhost_store::{Error, Kept, Reduced, Remembered as Stored, Store};

/// A memory in the store. What it cannot read or keep is forgotten, with a word in the log.
pub(super) struct OnDisk {
    store: Arc<Store>,
}

impl OnDisk {
    pub(super) fn new(store: Arc<Store>) -> OnDisk {
        OnDisk { store }
    }

    /// Asks the store, which blocks, on a thread where that hurts nobody.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Store) -> Result<T, Error> + Send + 'static,
    ) -> Option<T> {
        let store = Arc::clone(&self.store);
        let answer = spawn_blocking(move || question(&store)).await.ok()?;
        answer.inspect_err(|error| tracing::warn!(%error, "the memory of the optimizers")).ok()
    }
}

#[async_trait]
impl Memory for OnDisk {
    async fn get(&self, key: &Key) -> Option<Remembered> {
        let key = *key.as_bytes();
        self.ask(move |store| store.reductions.get(&key)).await?.map(remembered)
    }

    async fn keep(&self, key: &Key, value: Remembered) -> Remembered {
        let key = *key.as_bytes();
        let to_store = stored(&value);
        match self.ask(move |store| store.reductions.keep(&key, &to_store)).await {
            Some(Kept::Earlier(earlier)) => remembered(earlier),
            Some(Kept::This) | None => value,
        }
    }
}

fn remembered(stored: Stored) -> Remembered {
    match stored {
        Stored::LeftAlone => Remembered::LeftAlone,
        Stored::Reduced(Reduced { text, provider, tokens_before, tokens_after }) => {
            Remembered::Replaced { text, provider, tokens_before, tokens_after }
        }
    }
}

fn stored(value: &Remembered) -> Stored {
    match value {
        Remembered::LeftAlone => Stored::LeftAlone,
        Remembered::Replaced { text, provider, tokens_before, tokens_after } => Stored::Reduced(Reduced {
            text: Arc::clone(text),
            provider: Arc::clone(provider),
            tokens_before: *tokens_before,
            tokens_after: *tokens_after,
        }),
    }
}
