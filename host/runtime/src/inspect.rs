//! Reading a component without running or compiling it: what `tools/list`, `plugin inspect` and the check of the
//! grants need, within milliseconds and however long the compiler takes.
//!
//! The structure is validated whole: sections, types, imports, exports, nesting. Function bodies are not looked at;
//! the compiler validates those, and for a component with an interpreter in it that takes far longer than a start may.

use wasmparser::{Encoding, Parser, Payload, Validator, WasmFeatures};

use crate::binary::Binary;
use crate::digest::Digest;
use crate::error::InspectError;
use crate::links::{InterfaceName, PACKAGE, WIT_VERSION};
use crate::metadata::{Kind, Metadata, SECTION};
use crate::text;

/// Largest component that is read, in bytes. A Python one has about 19 MB.
pub const MAX_COMPONENT_BYTES: usize = 64 << 20;

/// Largest metadata section, in bytes.
const MAX_METADATA_BYTES: usize = 1 << 20;

/// What a component says and wants.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Inspection {
    /// Its metadata, checked.
    pub metadata: Metadata,
    /// Names of its imports, such as `toolhost:plugin/terminal@0.1.0`.
    pub imports: Vec<String>,
    /// Names of its exports.
    pub exports: Vec<String>,
    /// Its identity.
    pub digest: Digest,
}

/// What is known of a component's structure before it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Structure {
    /// Nothing: it is validated.
    Unknown,
    /// The same bytes were validated before, when they were compiled or the program was built.
    KnownValid,
}

/// Reads a component. Nothing of it is run or compiled.
///
/// # Errors
///
/// If these bytes are no component that this host could load, whatever it grants.
pub fn inspect(bytes: &[u8]) -> Result<Inspection, InspectError> {
    inspect_as(&Binary::new(bytes.to_vec()), Structure::Unknown)
}

/// As [`inspect`], of bytes of which something may be known.
pub(crate) fn inspect_as(component: &Binary, structure: Structure) -> Result<Inspection, InspectError> {
    let bytes = component.bytes();
    if bytes.len() > MAX_COMPONENT_BYTES {
        return Err(InspectError::TooLarge(bytes.len()));
    }
    check_kind(bytes)?;
    let outline = Outline::read(bytes, structure)?;
    for name in outline.imports.iter().chain(&outline.exports) {
        check_interface_version(name)?;
    }
    let section = outline.metadata.ok_or(InspectError::NoMetadata)??;
    check_metadata_version(section)?;
    let metadata = Metadata::parse(section).map_err(metadata_error)?;
    check_exports(&outline.exports, metadata.kind)?;
    Ok(Inspection {
        metadata,
        imports: outline.imports,
        exports: outline.exports,
        digest: component.digest(),
    })
}

/// Tells what the first bytes say, so that the message fits what people mix up.
fn check_kind(bytes: &[u8]) -> Result<(), InspectError> {
    // Compiled code is an object file: ELF with wasmtime.
    if bytes.starts_with(b"\x7fELF") || wasmtime::Engine::detect_precompiled(bytes).is_some() {
        return Err(InspectError::Precompiled);
    }
    if Parser::is_core_wasm(bytes) {
        return Err(InspectError::CoreModule);
    }
    if Parser::is_component(bytes) {
        return Ok(());
    }
    if b"\0asm".starts_with(&bytes[..bytes.len().min(4)]) && !bytes.is_empty() {
        return Err(InspectError::Invalid("it ends within its header, or its version is unknown".to_owned()));
    }
    Err(InspectError::NotWasm)
}

/// Names and metadata, found on the way through the structure.
struct Outline<'a> {
    imports: Vec<String>,
    exports: Vec<String>,
    metadata: Option<Result<&'a [u8], InspectError>>,
}

impl<'a> Outline<'a> {
    fn read(bytes: &'a [u8], structure: Structure) -> Result<Self, InspectError> {
        let mut imports = Vec::new();
        let mut exports = Vec::new();
        // Sections named ours: at the top, and in core modules, where a linker puts what a Rust guest declares.
        let (mut top, mut nested) = (Vec::new(), Vec::new());
        let mut validator = Validator::new_with_features(features());
        let mut depth = 0_u32;
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload.map_err(invalid)?;
            match &payload {
                Payload::Version { encoding: Encoding::Component | Encoding::Module, .. } => depth += 1,
                Payload::End(_) => depth -= 1,
                Payload::CustomSection(section) if section.name() == SECTION => {
                    if depth == 1 { &mut top } else { &mut nested }.push(section.data());
                }
                Payload::ComponentImportSection(section) if depth == 1 => {
                    for import in section.clone() {
                        imports.push(import.map_err(invalid)?.name.name.to_owned());
                    }
                }
                Payload::ComponentExportSection(section) if depth == 1 => {
                    for export in section.clone() {
                        exports.push(export.map_err(invalid)?.name.name.to_owned());
                    }
                }
                _ => {}
            }
            if structure == Structure::Unknown {
                validator.payload(&payload).map_err(invalid)?;
            }
        }
        let found = if top.is_empty() { nested } else { top };
        Ok(Self { imports, exports, metadata: only(&found) })
    }
}

/// The features that the engine has: component model async is off.
fn features() -> WasmFeatures {
    WasmFeatures::default().difference(WasmFeatures::CM_ASYNC)
}

fn only<'a>(sections: &[&'a [u8]]) -> Option<Result<&'a [u8], InspectError>> {
    match sections {
        [] => None,
        [section] if section.len() > MAX_METADATA_BYTES => Some(Err(metadata_error(format!(
            "it has {} bytes; at most {MAX_METADATA_BYTES} are allowed",
            section.len()
        )))),
        [section] => Some(Ok(section)),
        many => Some(Err(metadata_error(format!("there are {} sections of it; one is allowed", many.len())))),
    }
}

/// Before the rest of the metadata is read: another version may have another shape.
fn check_metadata_version(section: &[u8]) -> Result<(), InspectError> {
    #[derive(serde::Deserialize)]
    struct Version {
        wit: String,
    }
    let Version { wit } =
        serde_json::from_slice(section).map_err(|error| metadata_error(error.to_string()))?;
    check_version(&wit)
}

fn check_interface_version(name: &str) -> Result<(), InspectError> {
    match InterfaceName::parse(name) {
        Some(name) if name.package == PACKAGE => check_version(name.version),
        _ => Ok(()),
    }
}

/// Before 1.0 the minor number is the breaking one, and a patch number above ours may want what we have not.
fn check_version(wants: &str) -> Result<(), InspectError> {
    let compatible = match (numbers(wants), numbers(WIT_VERSION)) {
        (Some(wants), Some(serves)) => wants[..2] == serves[..2] && wants[2] <= serves[2],
        _ => false,
    };
    if compatible { Ok(()) } else { Err(InspectError::WitVersion { wants: text::line(wants, 64) }) }
}

fn numbers(version: &str) -> Option<[u64; 3]> {
    let mut parts = version.split('.').map(str::parse);
    let numbers = [parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?];
    parts.next().is_none().then_some(numbers)
}

fn check_exports(exports: &[String], kind: Kind) -> Result<(), InspectError> {
    let exported = |kind: Kind| {
        exports
            .iter()
            .filter_map(|name| InterfaceName::parse(name))
            .any(|name| name.package == PACKAGE && name.interface == kind.name())
    };
    if exported(kind) {
        Ok(())
    } else if exported(Kind::Tool) || exported(Kind::Optimizer) {
        Err(InspectError::WrongExport { kind: kind.name() })
    } else {
        Err(InspectError::NoExport)
    }
}

fn invalid(error: wasmparser::BinaryReaderError) -> InspectError {
    InspectError::Invalid(text::line(&error.to_string(), text::ERROR_BYTES))
}

fn metadata_error(message: String) -> InspectError {
    InspectError::Metadata(text::line(&message, text::ERROR_BYTES))
}

#[cfg(test)]
#[path = "inspect_tests.rs"]
mod tests;
