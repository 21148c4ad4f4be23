//! Tests of inspection with components made by hand, byte by byte.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};

use super::*;

const COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// An unsigned LEB128 number.
fn leb(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

fn section(id: u8, content: &[u8]) -> Vec<u8> {
    [&[id][..], &leb(content.len()), content].concat()
}

fn named(name: &str) -> Vec<u8> {
    [&leb(name.len()), name.as_bytes()].concat()
}

fn custom(data: &[u8]) -> Vec<u8> {
    section(0, &[&named(SECTION), data].concat())
}

/// An empty instance type, then an import of it under each name, then an export of each under the other names.
fn interfaces(imports: &[&str], exports: &[&str]) -> Vec<u8> {
    let mut bytes = section(7, &[1, 0x42, 0]);
    let entries: Vec<u8> =
        imports.iter().flat_map(|name| [&[0][..], &named(name), &[5, 0]].concat()).collect();
    bytes.extend(section(10, &[leb(imports.len()), entries].concat()));
    let entries: Vec<u8> =
        exports.iter().flat_map(|name| [&[0][..], &named(name), &[5, 0, 0]].concat()).collect();
    bytes.extend(section(11, &[leb(exports.len()), entries].concat()));
    bytes
}

fn metadata() -> Value {
    json!({
        "wit": "0.1.0", "name": "p", "version": "1.0.0", "asks": {"terminal": true},
        "tools": [{"name": "t", "description": "d", "parameters": {"type": "object"}}],
    })
}

fn json(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).unwrap()
}

const IMPORTS: [&str; 2] = ["toolhost:plugin/context@0.1.0", "wasi:cli/environment@0.2.6"];
const EXPORT: &str = "toolhost:plugin/tool@0.1.0";

fn good() -> Vec<u8> {
    [COMPONENT, &interfaces(&IMPORTS, &[EXPORT]), &custom(&json(&metadata()))].concat()
}

fn refusal(bytes: &[u8]) -> String {
    inspect(bytes).unwrap_err().to_string()
}

#[test]
fn a_component_is_read_without_being_compiled() {
    let bytes = good();
    let inspection = inspect(&bytes).unwrap();
    assert_eq!(inspection.imports, IMPORTS);
    assert_eq!(inspection.exports, [EXPORT]);
    assert_eq!(inspection.metadata.tools[0].name, "t");
    assert!(inspection.metadata.asks.terminal);
    assert_eq!(inspection.digest, Digest::of(&bytes));
}

#[test]
fn metadata_in_a_nested_module_counts_where_the_top_has_none() {
    let nested = |name: &str| {
        let mut metadata = metadata();
        metadata["name"] = json!(name);
        section(1, &[MODULE, &custom(&json(&metadata))].concat())
    };
    let body = interfaces(&IMPORTS, &[EXPORT]);
    let inner = [COMPONENT, &body, &nested("inner")].concat();
    assert_eq!(inspect(&inner).unwrap().metadata.name, "inner");
    let both = [COMPONENT, &body, &nested("inner"), &custom(&json(&metadata()))].concat();
    assert_eq!(inspect(&both).unwrap().metadata.name, "p");
    let two = [COMPONENT, &body, &nested("a"), &nested("b")].concat();
    assert_eq!(refusal(&two), "has malformed metadata: there are 2 sections of it; one is allowed");
}

#[test]
fn what_is_no_component_is_named() {
    for (bytes, expected) in [
        (&b""[..], "is not WebAssembly"),
        (b"#!/bin/sh\n", "is not WebAssembly"),
        (MODULE, "is a core WebAssembly module, not a component; build it for wasm32-wasip2"),
        (
            b"\x7fELF\x02\x01\x01\0",
            "is compiled machine code; give the .wasm component that it was made from",
        ),
        (b"\0as", "is not a valid component: it ends within its header, or its version is unknown"),
        (
            b"\0asm\x63\0\x01\0",
            "is not a valid component: it ends within its header, or its version is unknown",
        ),
        (
            COMPONENT,
            "carries no metadata (custom section `toolhost:plugin`); build it with the SDK toolhost-plugin 0.1, or \
             add the section as plugins/examples/python does",
        ),
    ] {
        assert_eq!(refusal(bytes), expected);
    }
    let large = vec![0; MAX_COMPONENT_BYTES + 1];
    assert_eq!(refusal(&large), "has 67108865 bytes; a component may have at most 67108864");
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = good();
    for length in 0..bytes.len() {
        assert!(inspect(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
    }
}

#[test]
fn no_changed_byte_is_a_panic() {
    let bytes = good();
    for index in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[index] ^= flip;
            // Some changes are within a text and harmless; none may panic.
            let _ = inspect(&changed);
        }
    }
}

#[test]
fn another_version_says_what_to_rebuild_with() {
    let expected =
        "wants toolhost:plugin@0.9.0, this host serves 0.1.0; rebuild it with the SDK toolhost-plugin 0.1";
    let said = {
        // Of another version: its shape is not known, and not looked at.
        let metadata = json(&json!({"wit": "0.9.0", "tools": 7}));
        [COMPONENT, &interfaces(&[], &[]), &custom(&metadata)].concat()
    };
    let imported = [COMPONENT, &interfaces(&["toolhost:plugin/context@0.9.0"], &[])].concat();
    let exported = [COMPONENT, &interfaces(&[IMPORTS[0]], &["toolhost:plugin/tool@0.9.0"])].concat();
    for bytes in [said, imported, exported] {
        assert_eq!(refusal(&bytes), expected);
    }
    for (version, compatible) in [
        ("0.1.0", true),
        ("0.1.1", false),
        ("0.2.0", false),
        ("1.1.0", false),
        ("0.1", false),
        ("", false),
        ("x", false),
    ] {
        assert_eq!(check_version(version).is_ok(), compatible, "{version}");
    }
}

#[test]
fn metadata_and_exports_are_checked() {
    let with = |exports: &[&str], metadata: &[u8]| {
        refusal(&[COMPONENT, &interfaces(&[IMPORTS[0]], exports), &custom(metadata)].concat())
    };
    assert_eq!(
        with(&[], &json(&metadata())),
        "exports neither toolhost:plugin/tool@0.1.0 nor toolhost:plugin/optimizer@0.1.0"
    );
    assert_eq!(
        with(&["toolhost:plugin/optimizer@0.1.0"], &json(&metadata())),
        "says in its metadata that it is of kind \"tool\", but does not export toolhost:plugin/tool@0.1.0"
    );
    assert_eq!(
        with(&[EXPORT], b"{"),
        "has malformed metadata: EOF while parsing an object at line 1 column 1"
    );
    assert_eq!(
        with(&[EXPORT], &[json(&metadata()), json(&metadata())].concat()),
        "has malformed metadata: trailing characters at line 1 column 142"
    );
    let huge = vec![b' '; MAX_METADATA_BYTES + 1];
    assert_eq!(
        with(&[EXPORT], &huge),
        "has malformed metadata: it has 1048577 bytes; at most 1048576 are allowed"
    );
}

#[test]
fn what_is_known_to_be_valid_is_not_validated_and_all_else_is() {
    // A type section with an index that is not there.
    let broken = section(10, &[&[1, 0][..], &named("a:b/c@1.0.0"), &[5, 7]].concat());
    let bytes =
        [COMPONENT, &interfaces(&[IMPORTS[0]], &[EXPORT]), &broken, &custom(&json(&metadata()))].concat();
    assert!(matches!(inspect(&bytes), Err(InspectError::Invalid(_))));
    let component = Binary::new(bytes);
    assert_eq!(inspect_as(&component, Structure::KnownValid).unwrap().digest, component.digest());
    let no_metadata = Binary::new([COMPONENT, &interfaces(&[IMPORTS[0]], &[EXPORT])].concat());
    assert_eq!(inspect_as(&no_metadata, Structure::KnownValid), Err(InspectError::NoMetadata));
}
