//! The store as its users see it: one file, several connections, processes and lives.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;
mod lives;
mod processes;
mod reports;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use toolhost_store::{Clock, Event, Reduced, Remembered, Size, Stage, Store};

/// A clock that is set by hand, in seconds.
pub(crate) struct Hand(Arc<AtomicU64>);

impl Hand {
    pub(crate) fn new() -> Self {
        Self(Arc::new(AtomicU64::new(1_796_000_000)))
    }

    pub(crate) fn wind(&self, duration: Duration) {
        self.0.fetch_add(duration.as_secs(), Ordering::SeqCst);
    }

    pub(crate) fn clock(&self) -> Clock {
        let seconds = Arc::clone(&self.0);
        Clock::new(move || UNIX_EPOCH + Duration::from_secs(seconds.load(Ordering::SeqCst)))
    }
}

pub(crate) fn open(path: &Path) -> Store {
    Store::open(path, Hand::new().clock()).unwrap()
}

pub(crate) fn reduced(text: &str) -> Remembered {
    Remembered::Reduced(Reduced {
        text: text.into(),
        provider: "rtk".into(),
        tokens_before: 1_000,
        tokens_after: 10,
    })
}

pub(crate) fn event(tool: &str) -> Event<'_> {
    Event {
        tool,
        stage: Stage::Reduce,
        provider: "rtk",
        class: "changed",
        before: Size { bytes: 400, tokens: 100 },
        after: Size { bytes: 40, tokens: 10 },
        duration: Duration::from_micros(1_500),
    }
}
