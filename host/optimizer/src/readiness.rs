//! A provider that is prepared once, before it is asked for the first time.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use tokio::sync::OnceCell;
use tokio::time::timeout;

use crate::limits::PREPARATION;
use crate::observer::Observer;
use crate::provider::{Provider, ProviderError};
use crate::settings::Entry;

/// An entry, and whether its provider can be asked.
pub(crate) struct Prepared {
    pub(crate) entry: Entry,
    state: OnceCell<Result<(), ProviderError>>,
}

impl Prepared {
    pub(crate) fn new(entry: Entry) -> Prepared {
        Prepared { entry, state: OnceCell::new() }
    }

    pub(crate) fn provider(&self) -> &dyn Provider {
        &*self.entry.provider
    }

    /// Prepares the provider unless that is done. Only an error that the provider itself calls passing is forgotten:
    /// no second turn waits for one that was not ready in time.
    pub(crate) async fn ready(&self, observer: &dyn Observer) -> Result<(), ProviderError> {
        self.state.get_or_try_init(|| self.prepare(observer)).await?.clone()
    }

    /// The outer error is one to forget.
    async fn prepare(&self, observer: &dyn Observer) -> Result<Result<(), ProviderError>, ProviderError> {
        // Within a block, so that what panics before its future is made is caught, too.
        let preparation = AssertUnwindSafe(async { self.provider().prepare().await }).catch_unwind();
        let (error, is_kept) = match timeout(PREPARATION, preparation).await {
            Ok(Ok(Ok(()))) => return Ok(Ok(())),
            Ok(Ok(Err(error))) => {
                let is_kept = !error.is_passing();
                (error, is_kept)
            }
            Ok(Err(_)) => (ProviderError::failed("it panicked while it was prepared"), true),
            Err(_) => (ProviderError::TimedOut(format!("not ready after {} s", PREPARATION.as_secs())), true),
        };
        let (id, kind) = (self.provider().id(), self.provider().kind());
        tracing::warn!(provider = id, kind, class = error.class(), %error, "an optimizer is not ready");
        observer.unprepared(id, kind, &error);
        if is_kept { Ok(Err(error)) } else { Err(error) }
    }
}
