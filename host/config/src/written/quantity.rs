//! Sizes, times and counts as they are written: a size and a time carry their unit, so that nobody has to
//! guess whether 600 is seconds or milliseconds.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use crate::nearest::{advice, quoted};

/// A kind of quantity with bounds.
pub(crate) trait Quantity: Copy {
    /// What the host computes with.
    type Value: Ord + Copy;
    fn get(self) -> Self::Value;
    fn from_value(value: Self::Value) -> Self;
}

/// A size in bytes, written with its unit: `64MiB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByteSize(pub u64);

/// A length of time, written with its unit: `30s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval(pub Duration);

/// A number of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count(pub u64);

/// Units of sizes with their bytes, largest first.
const SIZES: [(&str, u64); 4] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];
/// Units of time with their milliseconds, largest first.
const TIMES: [(&str, u64); 5] = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

impl Quantity for ByteSize {
    type Value = u64;

    fn get(self) -> u64 {
        self.0
    }

    fn from_value(value: u64) -> Self {
        Self(value)
    }
}

impl Quantity for Interval {
    type Value = Duration;

    fn get(self) -> Duration {
        self.0
    }

    fn from_value(value: Duration) -> Self {
        Self(value)
    }
}

impl Quantity for Count {
    type Value = u64;

    fn get(self) -> u64 {
        self.0
    }

    fn from_value(value: u64) -> Self {
        Self(value)
    }
}

impl fmt::Display for ByteSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(out, self.0, &SIZES)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        display(out, u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX), &TIMES)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// The largest unit that divides the value is the one it is shown in.
fn display(out: &mut fmt::Formatter<'_>, value: u64, units: &[(&str, u64)]) -> fmt::Result {
    let fits = |(_, factor): &&(&str, u64)| value >= *factor && value.is_multiple_of(*factor);
    match units.iter().find(fits) {
        Some((unit, factor)) => write!(out, "{}{unit}", value / factor),
        None => write!(out, "{value}{}", units.last().map_or("", |(unit, _)| unit)),
    }
}

/// Reads digits and a unit out of `text`. The error says what would be right.
fn read(text: &str, units: &[(&str, u64)], expected: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    if number.is_empty() || unit.starts_with(['.', ',']) {
        return Err(format!("expected {expected}, found {}", quoted(text)));
    }
    let names: Vec<&str> = units.iter().map(|(name, _)| *name).collect();
    if unit.is_empty() {
        return Err(bare(number, expected, &names));
    }
    let Some((_, factor)) = units.iter().find(|(name, _)| *name == unit) else {
        return Err(format!("unknown unit {}{}", quoted(unit), advice(unit, &names)));
    };
    number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(*factor))
        .ok_or_else(|| format!("{} is too large", quoted(text)))
}

fn bare(number: impl fmt::Display, expected: &str, units: &[&str]) -> String {
    format!(
        "expected {expected}, found the number {number}; a bare number does not say its unit (units: {})",
        units.join(", ")
    )
}

struct WithUnit {
    units: &'static [(&'static str, u64)],
    expected: &'static str,
}

impl WithUnit {
    const SIZE: Self = Self { units: &SIZES, expected: "a size with its unit such as \"64MiB\"" };
    const TIME: Self = Self { units: &TIMES, expected: "a time with its unit such as \"30s\"" };

    fn bare<E: Error>(&self, number: impl fmt::Display) -> E {
        let names: Vec<&str> = self.units.iter().map(|(name, _)| *name).collect();
        E::custom(bare(number, self.expected, &names))
    }
}

impl Visitor<'_> for WithUnit {
    type Value = u64;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.expected)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Err(self.bare(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<u64, E> {
        Err(self.bare(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u64, E> {
        Err(self.bare(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<u64, E> {
        read(text, self.units, self.expected).map_err(E::custom)
    }
}

impl<'de> Deserialize<'de> for ByteSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WithUnit::SIZE).map(Self)
    }
}

impl<'de> Deserialize<'de> for Interval {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let millis = deserializer.deserialize_any(WithUnit::TIME)?;
        Ok(Self(Duration::from_millis(millis)))
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(Self)
    }
}

impl JsonSchema for ByteSize {
    fn schema_name() -> Cow<'static, str> {
        "ByteSize".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string", "pattern": "^[0-9]+(B|KiB|MiB|GiB)$", "examples": ["64MiB"],
            "description": "A size: a whole number and B, KiB, MiB or GiB.",
        })
    }
}

impl JsonSchema for Interval {
    fn schema_name() -> Cow<'static, str> {
        "Interval".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string", "pattern": "^[0-9]+(ms|s|m|h|d)$", "examples": ["30s"],
            "description": "A length of time: a whole number and ms, s, m, h or d.",
        })
    }
}

impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 0 })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_shown_is_read_back(value in any::<u64>()) {
            let size = ByteSize(value).to_string();
            prop_assert_eq!(read(&size, &SIZES, "").ok(), Some(value));
            let time = Interval(Duration::from_millis(value)).to_string();
            prop_assert_eq!(read(&time, &TIMES, "").ok(), Some(value));
        }
    }
}
