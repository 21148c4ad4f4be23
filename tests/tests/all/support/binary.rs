//! Finding the program under test.
//!
//! Cargo builds no program for the tests of another package, so the tests drive what was built before them, and
//! refuse to drive anything that is older than its sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

/// The program. `$TOOLHOST_TEST_PROGRAM` names another one, such as an optimised build.
pub(crate) fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| match std::env::var_os("TOOLHOST_TEST_PROGRAM") {
        Some(named) => named.into(),
        None => {
            let built = root().join("target/debug/toolhost");
            for program in [&built, &host_of(&built)] {
                if let Some(why) = stale(program) {
                    panic!("{why}; run scripts/test, which builds it first");
                }
            }
            built
        }
    })
}

/// The host that a program starts, which lies beside it.
pub(crate) fn host_of(program: &Path) -> PathBuf {
    program.with_file_name("toolhost-host")
}

/// A component that `scripts/components --fixtures` has built.
pub(crate) fn component(name: &str) -> PathBuf {
    let path = root().join(format!("target/components/wasm/{name}.wasm"));
    assert!(path.is_file(), "{} is not built; run scripts/test, which builds it first", path.display());
    path
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Why a built program cannot be tested: it is not there, or a file that it was made from is newer.
fn stale(program: &Path) -> Option<String> {
    let Some(built) = modified(program) else { return Some(format!("{} is not built", program.display())) };
    let inputs = fs::read_to_string(program.with_extension("d")).unwrap_or_default();
    let inputs = inputs.split_once(": ").map_or("", |(_, inputs)| inputs.trim_end());
    let newer = inputs
        .replace("\\ ", "\0")
        .split(' ')
        .map(|input| PathBuf::from(input.replace('\0', " ")))
        .find(|input| modified(input).is_some_and(|changed| changed > built))?;
    Some(format!("{} is older than {}", program.display(), newer.display()))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}
