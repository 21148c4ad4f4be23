//! Languages, their grammars, and what a file declares and uses.
//!
//! [`Language`] is a row of a table: names, extensions, a grammar, and two queries of our own. [`Parser`] makes an
//! [`Outline`] of one file: every identifier in it, and whether it is the name of a declaration ([`Class`]).
//! [`Language::may_declare`] tells without a parse that an occurrence of a word is no declaration's name.
//!
//! ```
//! use toolhost_syntax::{Class, Kind, Language, Parser};
//!
//! let rust = Language::of_file("lib.rs", b"").ok_or("no Rust")?;
//! let outline = Parser::new().outline(rust, b"struct Seat(Row);", &mut || true)?;
//! assert_eq!(outline.class_at(7..11), Some(Class::Definition(Kind::Struct)));
//! assert_eq!(outline.class_at(12..15), Some(Class::Usage));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "default"),
    allow(dead_code, reason = "some rules serve languages that were left out")
)]

mod compiled;
mod detect;
mod error;
mod export;
mod found;
mod imports;
mod kind;
mod language;
mod outline;
mod parser;
mod places;
mod query;
mod surroundings;
mod table;

pub use error::OutlineError;
pub use kind::{Class, Kind};
pub use language::Language;
pub use outline::{Name, Names, Outline};
pub use parser::Parser;
