//! Values that are one word with a grammar of their own, read through one visitor.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, Visitor};

/// A value that is read from one text.
pub(crate) trait Word: Sized {
    /// What is expected, for messages.
    const EXPECTED: &'static str;

    /// The value, or a message without place that says what would be right.
    fn read(text: &str) -> Result<Self, String>;
}

struct WordVisitor<T>(PhantomData<T>);

impl<T: Word> Visitor<'_> for WordVisitor<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::read(text).map_err(E::custom)
    }
}

/// Reads a [`Word`]; every other kind of value is a fault that names what was expected.
pub(crate) fn deserialize<'de, T: Word, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(WordVisitor(PhantomData))
}
