//! The engine: one for each host, shared by all plugins. It owns what calls share: wasmtime's engine and its
//! ticker, the queue for sandboxes, linkers, compiled components and their cache.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use wasmtime::component::Linker;
use wasmtime::{Memory, MemoryType, Store};

use crate::cache::CompiledCache;
use crate::compile::Compiler;
use crate::config::{self, Allocation};
use crate::links::{self, Links};
use crate::state::CallState;
use crate::ticker::Ticker;

/// What a host decides about its engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOptions {
    /// Where compiled code is kept, a directory that only the user can write; none: compile anew in each host.
    pub cache_dir: Option<PathBuf>,
    /// Calls whose guest runs at the same time; further ones queue. At least 1; about the number of processors.
    pub parallel_calls: usize,
    /// Calls that exist at the same time, those included that wait for a command. At least `parallel_calls`, at most
    /// [`MAX_LIVE_CALLS`]; sizes the pool.
    pub live_calls: usize,
}

/// Most calls that may exist at once: 1024 pools of four memories are 16 TiB of the 128 TiB of address space.
pub const MAX_LIVE_CALLS: usize = 1024;

/// Why there is no engine.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// No way of allocating memory worked; one reason for each that was tried.
    #[error("no WebAssembly engine can be made on this machine: {0}")]
    Unsupported(String),
    /// The thread that interrupts guests could not be started.
    #[error("the thread that interrupts guests could not be started: {0}")]
    Ticker(#[source] std::io::Error),
}

/// The engine.
pub struct Engine {
    pub(crate) wasm: wasmtime::Engine,
    pub(crate) ticker: Ticker,
    /// Places of calls that exist, and among them of calls whose guest runs.
    pub(crate) live: Arc<Semaphore>,
    pub(crate) places: Arc<Semaphore>,
    pub(crate) compiler: Compiler,
    linkers: Mutex<HashMap<Links, Arc<Linker<CallState>>>>,
    facts: Facts,
}

impl Engine {
    /// Makes an engine with the best allocation that works here, and starts its ticker. A cache directory that is
    /// not safe to use is not used: [`Engine::facts`] says why.
    ///
    /// # Errors
    ///
    /// If this machine cannot run WebAssembly at all.
    pub fn new(options: EngineOptions) -> Result<Arc<Self>, EngineError> {
        let live_calls = options.live_calls.clamp(1, MAX_LIVE_CALLS);
        let parallel_calls = options.parallel_calls.clamp(1, live_calls);
        let (wasm, allocation, why) = open(live_calls as u32)?;
        let (cache, cache_fact) = open_cache(options.cache_dir, &wasm);
        let facts = Facts {
            allocator: match allocation {
                Allocation::Pooling => Allocator::Pooling { slots: live_calls },
                Allocation::OnDemand => Allocator::OnDemand { why },
                Allocation::Small => Allocator::Small { why },
            },
            memory_reservation: allocation.memory_reservation(),
            tick: config::TICK,
            wasm_stack: config::WASM_STACK,
            call_stack: config::CALL_STACK,
            parallel_calls,
            live_calls,
            cache: cache_fact,
            wit_version: links::WIT_VERSION,
            interfaces: links::served().collect(),
        };
        Ok(Arc::new(Self {
            ticker: Ticker::start(wasm.weak()).map_err(EngineError::Ticker)?,
            live: Arc::new(Semaphore::new(live_calls)),
            places: Arc::new(Semaphore::new(parallel_calls)),
            compiler: Compiler::new(cache),
            linkers: Mutex::default(),
            wasm,
            facts,
        }))
    }

    /// What is in force here, for `doctor`.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Components compiled by this engine; those whose code was in the cache do not count.
    pub fn compiled_components(&self) -> u64 {
        self.compiler.compiled()
    }

    /// The linker of a set of interfaces, made once.
    pub(crate) fn linker(&self, links: Links) -> wasmtime::Result<Arc<Linker<CallState>>> {
        let mut linkers = self.linkers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(linker) = linkers.get(&links) {
            return Ok(Arc::clone(linker));
        }
        let linker = Arc::new(links.linker(&self.wasm)?);
        linkers.insert(links, Arc::clone(&linker));
        Ok(linker)
    }
}

/// What an engine enforces and uses.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// Where guests' memories come from.
    pub allocator: Allocator,
    /// Bytes of address space set aside for each memory; 0: as much as it has, with bounds checks.
    pub memory_reservation: u64,
    /// How often a guest is interrupted, and so how late a deadline can be.
    pub tick: Duration,
    /// Bytes of stack that a guest may use.
    pub wasm_stack: usize,
    /// Bytes of stack of a call, host functions included.
    pub call_stack: usize,
    /// Calls whose guest runs at the same time.
    pub parallel_calls: usize,
    /// Calls that exist at the same time.
    pub live_calls: usize,
    /// What became of the compiled-code cache.
    pub cache: CacheFact,
    /// Version of the WIT package that is served.
    pub wit_version: &'static str,
    /// Interfaces of the WIT package that can be imported; some need a grant.
    pub interfaces: Vec<&'static str>,
}

/// Where guests' memories come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Allocator {
    /// A pool of slots, reserved in advance.
    Pooling {
        /// Calls that fit.
        slots: usize,
    },
    /// Reserved for each call, because the pool could not be had.
    OnDemand {
        /// Why not.
        why: String,
    },
    /// Reserved for each call and no larger than needed, because address space is limited; guests run slower.
    Small {
        /// Why not more.
        why: String,
    },
}

/// What became of the compiled-code cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CacheFact {
    /// None was asked for.
    Off,
    /// In use.
    Used(PathBuf),
    /// Not safe to use, or not usable.
    Refused {
        /// The directory that was asked for.
        dir: PathBuf,
        /// Why it is not used.
        why: String,
    },
}

fn open(live_calls: u32) -> Result<(wasmtime::Engine, Allocation, String), EngineError> {
    let mut failures = Vec::new();
    for allocation in Allocation::BEST_FIRST {
        let opened = wasmtime::Engine::new(&config::config(allocation, live_calls)).and_then(probe);
        match opened {
            Ok(engine) => return Ok((engine, allocation, failures.join("; "))),
            Err(error) => failures.push(format!("{error:#}")),
        }
    }
    Err(EngineError::Unsupported(failures.join("; ")))
}

/// Makes one memory: `Engine::new` reserves the pool, but only a memory shows that one can be had on demand.
fn probe(engine: wasmtime::Engine) -> wasmtime::Result<wasmtime::Engine> {
    Memory::new(&mut Store::new(&engine, ()), MemoryType::new(1, None))?;
    Ok(engine)
}

fn open_cache(dir: Option<PathBuf>, engine: &wasmtime::Engine) -> (Option<CompiledCache>, CacheFact) {
    let Some(dir) = dir else { return (None, CacheFact::Off) };
    match CompiledCache::open(&dir, engine) {
        Ok(cache) => {
            let fact = CacheFact::Used(cache.dir().to_owned());
            (Some(cache), fact)
        }
        Err(why) => {
            tracing::warn!(dir = %dir.display(), why, "the cache of compiled code is not used");
            (None, CacheFact::Refused { dir, why })
        }
    }
}
