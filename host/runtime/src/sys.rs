//! The only unsafe code of this crate.

#![expect(unsafe_code, reason = "loading compiled code cannot be checked by the compiler")]

use wasmtime::component::Component;

use crate::cache::Verified;

/// Maps compiled code of our own making.
pub(crate) fn load_compiled(engine: &wasmtime::Engine, artifact: &Verified) -> wasmtime::Result<Component> {
    // SAFETY: a `Verified` exists only for a regular file that this user owns, in a directory that nobody else can
    // write, whose checksum is the one recorded when this program wrote it as the output of `Component::serialize`;
    // so its bytes are wasmtime's own. It does not change while mapped: the cache never writes into a file that has
    // its final name, it only replaces and removes names. Code of another wasmtime or of other settings is refused
    // by wasmtime itself.
    unsafe { Component::deserialize_file(engine, artifact.path()) }
}
