//! The one place that decides how wasmtime is configured. Compiled code fits only an engine with the same
//! settings, so their hash is part of the cache's key and nothing else may touch a `wasmtime::Config`.

use std::time::Duration;

use wasmtime::{
    Config, Enabled, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig, WasmBacktraceDetails,
};

/// How often a guest is interrupted, and so how late a deadline can be.
pub(crate) const TICK: Duration = Duration::from_millis(10);

/// Stack of a guest. wasmtime's default of 512 KiB is too small for parsers that recurse over deeply nested
/// input, and an interpreter in a guest recurses once more.
pub(crate) const WASM_STACK: usize = 2 << 20;

/// Stack of a call: the guest's and, above it, what host functions can rely on, which is as much as a worker
/// thread of tokio has. Address space; only touched pages cost memory.
pub(crate) const CALL_STACK: usize = WASM_STACK + (2 << 20);

/// Core instances of one component: a Rust component has about five, a Python one about fifty.
pub(crate) const INSTANCES_PER_CALL: u32 = 256;

/// Address space set aside for a memory, so that 32-bit guests need no bounds checks.
const MEMORY_RESERVATION: u64 = 4 << 30;

/// Memories and tables of one component. Each has one memory as a rule, and a table or two besides the one of
/// its shim modules.
const MEMORIES_PER_CALL: u32 = 4;
const TABLES_PER_CALL: u32 = 16;

/// Largest table that the pool holds. CPython has about 15,000 function pointers.
const POOL_TABLE_ELEMENTS: usize = 100_000;

/// Metadata of one component in the pool: a bound, not a reservation. wasmtime's 1 MiB is near what a large
/// interpreter needs.
const POOL_INSTANCE_BYTES: usize = 4 << 20;

/// Bytes of a memory, and of a table, that are cleared and kept for the next guest, in place of being given back and
/// fetched anew, page by page, which takes longer. An output of some hundred kilobytes is in a guest three times. At most
/// as many memories are kept as guests ran at once.
const KEPT_MEMORY: usize = 2 << 20;
const KEPT_TABLE: usize = 64 << 10;

/// Where guests' memories come from, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Allocation {
    /// Slots reserved in advance: the fastest to instantiate.
    Pooling,
    /// Reserved for each call.
    OnDemand,
    /// Reserved for each call, no larger than needed, with bounds checks: works where address space is limited.
    Small,
}

impl Allocation {
    pub(crate) const BEST_FIRST: [Self; 3] = [Self::Pooling, Self::OnDemand, Self::Small];

    pub(crate) fn memory_reservation(self) -> u64 {
        match self {
            Self::Pooling | Self::OnDemand => MEMORY_RESERVATION,
            Self::Small => 0,
        }
    }
}

/// The configuration of the engine, for at most `live_calls` stores at a time.
pub(crate) fn config(allocation: Allocation, live_calls: u32) -> Config {
    let mut config = Config::new();
    config
        // Calls: async, interruptible, on stacks of their own. Without the component model's own concurrency,
        // which is unfinished and doubles the cost of a call.
        .wasm_component_model(true)
        .concurrency_support(false)
        .epoch_interruption(true)
        .max_wasm_stack(WASM_STACK)
        .async_stack_size(CALL_STACK)
        // The same bytes on every machine.
        .cranelift_opt_level(OptLevel::Speed)
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true)
        // The default reads an environment variable.
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .memory_reservation(allocation.memory_reservation());
    match allocation {
        Allocation::Pooling => {
            config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(live_calls)));
        }
        Allocation::OnDemand => {
            config.allocation_strategy(InstanceAllocationStrategy::OnDemand);
        }
        Allocation::Small => {
            config
                .allocation_strategy(InstanceAllocationStrategy::OnDemand)
                .memory_reservation_for_growth(1 << 20)
                .memory_guard_size(64 << 10);
        }
    }
    config
}

/// A pool in which `live_calls` components of any shape we allow fit at once, so that it cannot run dry while
/// the engine admits no more calls than that.
fn pool(live_calls: u32) -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(live_calls)
        .total_core_instances(live_calls.saturating_mul(INSTANCES_PER_CALL))
        .total_memories(live_calls.saturating_mul(MEMORIES_PER_CALL))
        .total_tables(live_calls.saturating_mul(TABLES_PER_CALL))
        .total_stacks(live_calls)
        .max_core_instances_per_component(INSTANCES_PER_CALL)
        .max_memories_per_component(MEMORIES_PER_CALL)
        .max_tables_per_component(TABLES_PER_CALL)
        .max_memories_per_module(MEMORIES_PER_CALL)
        .max_tables_per_module(TABLES_PER_CALL)
        .max_component_instance_size(POOL_INSTANCE_BYTES)
        .max_core_instance_size(POOL_INSTANCE_BYTES)
        .table_elements(POOL_TABLE_ELEMENTS)
        .max_memory_size(MEMORY_RESERVATION as usize)
        .linear_memory_keep_resident(KEPT_MEMORY)
        .table_keep_resident(KEPT_TABLE)
        .pagemap_scan(Enabled::Auto);
    pool
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use wasmtime::{Engine, Instance, Module, Store, Trap};

    use super::*;

    /// `(module (func (export "f") (call 0)))`
    const RECURSION: &[u8] =
        b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x06\x01\x04\0\x10\0\x0b";

    #[tokio::test]
    async fn the_stack_has_an_end_in_each_allocation() {
        for allocation in Allocation::BEST_FIRST {
            let engine = Engine::new(&config(allocation, 1)).unwrap();
            let module = Module::new(&engine, RECURSION).unwrap();
            let mut store = Store::new(&engine, ());
            store.set_epoch_deadline(1);
            store.epoch_deadline_async_yield_and_update(1);
            let instance = Instance::new_async(&mut store, &module, &[]).await.unwrap();
            let recurse = instance.get_typed_func::<(), ()>(&mut store, "f").unwrap();
            let error = recurse.call_async(&mut store, ()).await.unwrap_err();
            assert_eq!(error.downcast_ref::<Trap>(), Some(&Trap::StackOverflow), "{allocation:?}");
        }
    }
}
