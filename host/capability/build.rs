//! Builds the reaper, which this crate carries inside, so that a toolhost is one file.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    for changed in ["../reaper/src", "../reaper/Cargo.toml", "build.rs"] {
        println!("cargo::rerun-if-changed={changed}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let image = out.join("toolhost-reaper");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let family = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default();
    // Job objects do its work on Windows. A check for another platform has no linker, and needs no image.
    if family != "unix" || target != env::var("HOST").expect("cargo sets HOST") {
        fs::write(&image, []).expect("OUT_DIR is writable");
        return;
    }
    let build = out.join("build");
    // A static program starts in half the time, for want of a dynamic linker. Not every system has the
    // libraries for it.
    let fixed = ["-Ctarget-feature=+crt-static", "-Crelocation-model=static"].join("\u{1f}");
    let linux = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    let built = (linux && reaper(&target, &build, &fixed)) || reaper(&target, &build, "");
    assert!(built, "toolhost-reaper did not build");
    fs::copy(build.join(&target).join("reaper/toolhost-reaper"), &image).expect("the reaper was built");
}

/// Builds the reaper with these flags of the compiler; whether that went well.
fn reaper(target: &str, build: &Path, flags: &str) -> bool {
    Command::new(env::var_os("CARGO").expect("cargo sets CARGO"))
        .args(["build", "--quiet", "--package", "toolhost-reaper", "--bin", "toolhost-reaper"])
        .args(["--profile", "reaper", "--target", target, "--target-dir"])
        .arg(build)
        // Settings of the outer build (flags, wrappers of a linter) are not the reaper's.
        .env("CARGO_ENCODED_RUSTFLAGS", flags)
        .env_remove("RUSTFLAGS")
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .status()
        .expect("cargo can be started again")
        .success()
}
