//! How fast toolhost is, each figure beside a peer's in the same run. Nothing here passes or fails: machines
//! differ and are busy, ratios are to be read.
//!
//! `scripts/bench [NAME...]` runs all or some of: noop, exec, process, bulk, start, patch, find, optimize.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench prints, and stops at the first surprise"
)]

mod bulk;
mod exec;
mod find;
mod fixture;
mod noop;
mod optimize;
mod patch;
mod process;
mod start;

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let wanted = |name: &str| asked.is_empty() || asked.iter().any(|word| word == name);
    if wanted("noop") {
        runtime.block_on(noop::run());
    }
    if wanted("exec") {
        runtime.block_on(exec::run());
    }
    if wanted("process") {
        runtime.block_on(process::run());
    }
    if wanted("bulk") {
        runtime.block_on(bulk::run());
    }
    if wanted("start") {
        start::run();
    }
    if wanted("patch") {
        runtime.block_on(patch::run());
    }
    if wanted("find") {
        find::run();
    }
    if wanted("optimize") {
        runtime.block_on(optimize::run());
    }
}
