//! A tool that does nothing, against wasmtime alone with the same component.

use std::time::Instant;

use serde_json::json;
use wasmtime::component::{Component, HasSelf, Linker, Resource, ResourceTable};
use wasmtime::{Config, Engine, PoolingAllocationConfig, Store};
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

use crate::fixture::{Fixture, components, median, ratio};

wasmtime::component::bindgen!({
    world: "toolhost:plugin/tool-base@0.1.0",
    path: "../../wit",
    imports: { default: async | trappable },
    exports: { default: async },
});

const ROUNDS: usize = 2000;

/// The least that a guest needs.
struct Bare {
    wasi: WasiCtx,
    table: ResourceTable,
}

impl WasiView for Bare {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

pub(crate) async fn run() {
    let fixture = Fixture::new().await;
    let pre = bare();
    let (mut ours, mut peer) = (Vec::new(), Vec::new());
    // In turn, so that both see the same machine.
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let reply = fixture.call("noop", json!({})).await;
        ours.push(start.elapsed());
        assert!(!reply.answer.is_error(), "{:?}", reply.answer);

        let start = Instant::now();
        let mut store =
            Store::new(pre.engine(), Bare { wasi: WasiCtx::builder().build(), table: ResourceTable::new() });
        store.set_epoch_deadline(1);
        let instance = pre.instantiate_async(&mut store).await.unwrap();
        let returned = instance.toolhost_plugin_tool().call_call(&mut store, "noop", "{}").await.unwrap();
        assert!(returned.is_ok());
        drop(store);
        peer.push(start.elapsed());
    }
    let (ours, peer) = (median(ours), median(peer));
    println!(
        "noop   {ours:?} a call; instantiate and call alone {peer:?}; ratio {:.2} (at most 2)",
        ratio(ours, peer)
    );
}

fn bare() -> ToolBasePre<Bare> {
    let mut config = Config::new();
    config.epoch_interruption(true);
    config.allocation_strategy(PoolingAllocationConfig::default());
    let engine = Engine::new(&config).unwrap();
    let component = Component::new(&engine, std::fs::read(components().join("noop.wasm")).unwrap()).unwrap();
    let mut linker: Linker<Bare> = Linker::new(&engine);
    wasmtime_wasi::p2::add_to_linker_async(&mut linker).unwrap();
    toolhost::plugin::context::add_to_linker::<_, HasSelf<Bare>>(&mut linker, |bare| bare).unwrap();
    toolhost::plugin::spool::add_to_linker::<_, HasSelf<Bare>>(&mut linker, |bare| bare).unwrap();
    ToolBasePre::new(linker.instantiate_pre(&component).unwrap()).unwrap()
}

impl toolhost::plugin::spool::Host for Bare {}

/// No output exists here, so that nothing of it can be asked.
impl toolhost::plugin::spool::HostOutput for Bare {
    async fn size(&mut self, _: Resource<toolhost::plugin::spool::Output>) -> wasmtime::Result<u64> {
        Ok(0)
    }

    async fn read(
        &mut self,
        _: Resource<toolhost::plugin::spool::Output>,
        _: u64,
        _: u32,
    ) -> wasmtime::Result<Result<Vec<u8>, toolhost::plugin::types::Error>> {
        Ok(Ok(Vec::new()))
    }

    async fn drop(&mut self, _: Resource<toolhost::plugin::spool::Output>) -> wasmtime::Result<()> {
        Ok(())
    }
}

impl toolhost::plugin::context::Host for Bare {
    async fn config(&mut self) -> wasmtime::Result<String> {
        Ok("{}".to_owned())
    }

    async fn log(&mut self, _: toolhost::plugin::context::Level, _: String) -> wasmtime::Result<()> {
        Ok(())
    }

    async fn progress(&mut self, _: f32, _: Option<String>) -> wasmtime::Result<()> {
        Ok(())
    }

    async fn platform(&mut self) -> wasmtime::Result<(String, String)> {
        Ok(("linux".to_owned(), "unix_like".to_owned()))
    }

    async fn budget(&mut self) -> wasmtime::Result<u32> {
        Ok(40_000)
    }
}
