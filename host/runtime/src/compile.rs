//! From a component's bytes to machine code: one at a time, once for each digest, and never on a thread that
//! serves calls.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use wasmtime::component::Component;

use crate::binary::Binary;
use crate::cache::CompiledCache;
use crate::digest::Digest;
use crate::text;

/// Past this a compile is worth a line in the log: people wonder why a first call takes long.
const SLOW: Duration = Duration::from_secs(1);

/// Compiles components, or finds them compiled.
pub(crate) struct Compiler {
    cache: Option<Arc<CompiledCache>>,
    /// One compile at a time: each uses all processors and much memory.
    turn: Arc<Semaphore>,
    slots: Mutex<HashMap<Digest, Weak<Slot>>>,
    compiled: Arc<AtomicU64>,
}

/// The one result for a digest: the code, or why there is none. Failures are remembered, since the same bytes fail again.
#[derive(Default)]
pub(crate) struct Slot(OnceLock<Result<Component, Arc<str>>>);

impl Compiler {
    pub(crate) fn new(cache: Option<CompiledCache>) -> Self {
        Self {
            cache: cache.map(Arc::new),
            turn: Arc::new(Semaphore::new(1)),
            slots: Mutex::default(),
            compiled: Arc::default(),
        }
    }

    /// Components compiled so far; those found in the cache do not count.
    pub(crate) fn compiled(&self) -> u64 {
        self.compiled.load(Relaxed)
    }

    /// Whether the code of a component is in the cache, which says that its bytes were compiled once.
    pub(crate) fn has_code(&self, digest: &Digest) -> bool {
        self.cache.as_ref().is_some_and(|cache| cache.has(digest))
    }

    /// The place of a component's code, shared by all plugins that have the same bytes.
    pub(crate) fn slot(&self, digest: Digest) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(&digest).and_then(Weak::upgrade) {
            return slot;
        }
        slots.retain(|_, slot| slot.strong_count() > 0);
        let slot = Arc::new(Slot::default());
        slots.insert(digest, Arc::downgrade(&slot));
        slot
    }

    /// Waits until the slot is filled and fills it if nobody has. A waiter that gives up stops nothing: the compile
    /// goes on and the next call finds its result.
    pub(crate) async fn fill(
        &self,
        slot: &Arc<Slot>,
        engine: &wasmtime::Engine,
        component: &Binary,
    ) -> Result<Component, Arc<str>> {
        if let Some(result) = slot.0.get() {
            return result.clone();
        }
        let Ok(turn) = Arc::clone(&self.turn).acquire_owned().await else {
            return Err("the host is shutting down".into());
        };
        if let Some(result) = slot.0.get() {
            return result.clone();
        }
        let job = Job {
            cache: self.cache.clone(),
            compiled: Arc::clone(&self.compiled),
            engine: engine.clone(),
            component: component.clone(),
        };
        let slot = Arc::clone(slot);
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            slot.0.get_or_init(|| job.run()).clone()
        });
        work.await.unwrap_or_else(|_| Err("the host is shutting down".into()))
    }
}

struct Job {
    cache: Option<Arc<CompiledCache>>,
    compiled: Arc<AtomicU64>,
    engine: wasmtime::Engine,
    component: Binary,
}

impl Job {
    fn run(&self) -> Result<Component, Arc<str>> {
        let digest = self.component.digest();
        if let Some(component) = self.cache.as_ref().and_then(|cache| cache.load(&self.engine, &digest)) {
            return Ok(component);
        }
        let started = Instant::now();
        let component = self.compile()?;
        let took = started.elapsed();
        if took >= SLOW {
            tracing::info!(%digest, "compiling a component took {}", text::duration(took));
        }
        self.keep(&component);
        Ok(component)
    }

    fn compile(&self) -> Result<Component, Arc<str>> {
        self.compiled.fetch_add(1, Relaxed);
        // A compiler's panic on bytes that someone else made must cost that component only.
        match catch_unwind(AssertUnwindSafe(|| Component::new(&self.engine, self.component.bytes()))) {
            Ok(Ok(component)) => Ok(component),
            Ok(Err(error)) => Err(text::block(&format!("{error:#}"), text::ERROR_BYTES).into()),
            Err(_) => Err("the compiler panicked".into()),
        }
    }

    /// A cache that cannot be written costs the next host a compile, not this one its component.
    fn keep(&self, component: &Component) {
        let Some(cache) = &self.cache else { return };
        let kept = component
            .serialize()
            .map_err(|error| format!("{error:#}"))
            .and_then(|code| cache.store(&self.component.digest(), &code).map_err(|error| error.to_string()));
        if let Err(error) = kept {
            tracing::warn!(dir = %cache.dir().display(), error, "compiled code could not be kept");
        }
    }
}
