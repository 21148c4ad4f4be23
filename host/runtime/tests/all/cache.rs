//! Compiled code on disk, through the engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use tempfile::TempDir;
use toolhost_runtime::{CacheFact, Engine, EngineOptions, Grants};

use crate::support::{call, load};

fn engine_in(dir: &Path) -> Arc<Engine> {
    Engine::new(EngineOptions { cache_dir: Some(dir.to_owned()), parallel_calls: 2, live_calls: 2 }).unwrap()
}

/// Components that a new host compiles for one call of `noop`.
async fn compiles_in(dir: &Path) -> u64 {
    let engine = engine_in(dir);
    let plugin = load(&engine, "noop", Grants::none()).unwrap();
    assert!(plugin.call_tool(call("noop", json!({}))).await.result.is_ok());
    engine.compiled_components()
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

#[tokio::test]
async fn a_second_host_does_not_compile() {
    let temp = TempDir::new().unwrap();
    let dir = temp.path().join("made/by/the/engine");
    assert_eq!(compiles_in(&dir).await, 1);
    assert_eq!(compiles_in(&dir).await, 0);
    assert_eq!(entries(&dir).len(), 2, "code and checksum");
}

#[tokio::test]
async fn a_corrupted_entry_is_made_again() {
    let temp = TempDir::new().unwrap();
    let dir = temp.path().join("cache");
    assert_eq!(compiles_in(&dir).await, 1);
    let code =
        entries(&dir).into_iter().find(|path| path.extension().is_some_and(|end| end == "cwasm")).unwrap();
    let mut bytes = fs::read(&code).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(&code, bytes).unwrap();
    assert_eq!(compiles_in(&dir).await, 1);
    assert_eq!(compiles_in(&dir).await, 0);
}

#[cfg(unix)]
#[tokio::test]
async fn a_directory_that_others_can_write_is_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let temp = TempDir::new().unwrap();
    let dir = temp.path().join("cache");
    fs::create_dir(&dir).unwrap();
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o777)).unwrap();
    let why = "others can write it (mode 0777)".to_owned();
    assert_eq!(engine_in(&dir).facts().cache, CacheFact::Refused { dir: dir.clone(), why });
    assert_eq!(compiles_in(&dir).await, 1);
    assert_eq!(entries(&dir), Vec::<PathBuf>::new());
}

#[tokio::test]
async fn waiters_share_one_compile() {
    let engine = crate::support::engine(8, 8);
    let plugins: Vec<_> = (0..4).map(|_| load(&engine, "noop", Grants::none()).unwrap()).collect();
    let prepared = futures_util::future::join_all(plugins.iter().map(|plugin| plugin.prepare())).await;
    assert!(prepared.iter().all(Result::is_ok));
    assert_eq!(engine.compiled_components(), 1);
}
