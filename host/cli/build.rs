//! Puts the built-in components into the program, from where `scripts/components` builds them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};

/// The components that the program carries, by name, and where they lie below the folder of built ones.
const BUILTINS: [(&str, &str); 9] = [
    ("exec_command", "exec_command"),
    ("write_stdin", "write_stdin"),
    ("apply_patch", "apply_patch"),
    ("search_tools", "search_tools"),
    ("code_search", "code_search"),
    ("rtk_cli", "optimizers/rtk_cli"),
    ("exec_json", "optimizers/exec_json"),
    ("noop", "optimizers/noop"),
    ("fold", "optimizers/fold"),
];

fn main() {
    // Asked for now, not when this was compiled: the folder may have been moved since.
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let root = Path::new(&manifest).join("../../target/components/wasm");
    let mut table = String::from("&[");
    for (name, path) in BUILTINS {
        let file = root.join(path).with_extension("wasm");
        println!("cargo::rerun-if-changed={}", file.display());
        if !file.is_file() {
            println!("cargo::error=the component {name} is not built; run scripts/components first");
            return;
        }
        let file = fs::canonicalize(&file).unwrap_or(file);
        let sha256: [u8; 32] = Sha256::digest(fs::read(&file).expect("the component can be read")).into();
        let _ = write!(table, "(\"{name}\", include_bytes!({file:?}), {sha256:?}),");
    }
    table.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("builtins.rs");
    fs::write(out, table).expect("OUT_DIR is writable");
}
