//! The table of languages: one file for each row.

#[cfg(feature = "lang-rust")]
mod rust;

use crate::language::Language;

/// All languages, in the order in which they are asked: of two with one extension, the first is the usual one.
pub(crate) static TABLE: &[&Language] = &[
    #[cfg(feature = "lang-rust")]
    &rust::LANGUAGE,
];
