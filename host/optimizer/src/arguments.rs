//! The command within the JSON arguments of a function call: found, and replaced without touching another byte.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// The string to which a JSON Pointer leads, whose parts (RFC 6901, escapes undone) are given one by one.
///
/// None if the text is not exactly one JSON value, the pointer leads nowhere or to no string, or a key on its way
/// stands there twice: readers differ in which of the two they take.
#[must_use]
pub fn command(text: &str, pointer: &[String]) -> Option<String> {
    serde_json::from_str(find(text, pointer)?.get()).ok()
}

/// The text with another command. Only the bytes of that string differ: what stands around it, the form of numbers and
/// the order of keys stay. None where [`command`] is none.
#[must_use]
pub fn with_command(text: &str, pointer: &[String], replacement: &str) -> Option<String> {
    let value = find(text, pointer)?;
    // A string that cannot be read is not one to be replaced.
    serde_json::from_str::<String>(value.get()).ok()?;
    let place = place(text, value)?;
    let written = Value::from(replacement).to_string();
    Some([text.get(..place.start)?, &written, text.get(place.end..)?].concat())
}

fn find<'a>(text: &'a str, pointer: &[String]) -> Option<&'a RawValue> {
    let whole: &RawValue = serde_json::from_str(text).ok()?;
    pointer.iter().try_fold(whole, |value, part| step(value.get(), part))
}

fn step<'a>(text: &'a str, part: &str) -> Option<&'a RawValue> {
    if text.starts_with('{') {
        let Members(members) = serde_json::from_str(text).ok()?;
        let mut named = members.into_iter().filter(|(key, _)| key == part).map(|(_, value)| value);
        let value = named.next()?;
        named.next().is_none().then_some(value)
    } else if text.starts_with('[') {
        let is_index = part == "0" || !part.starts_with(['0', '+']);
        let index = part.parse().ok().filter(|_| is_index)?;
        Element::read(text, index)?.0
    } else {
        None
    }
}

/// Where a value stands in the text that it is borrowed from.
fn place(text: &str, value: &RawValue) -> Option<Range<usize>> {
    let start = (value.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    Some(start..start.checked_add(value.get().len())?)
}

/// The members of an object as they are written, those of a key that is repeated included.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Reader)
    }
}

/// One element of an array as it is written.
struct Element<'a>(Option<&'a RawValue>);

impl<'a> Element<'a> {
    fn read(text: &'a str, index: usize) -> Option<Element<'a>> {
        struct Reader(usize);

        impl<'de> Visitor<'de> for Reader {
            type Value = Element<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
                for _ in 0..self.0 {
                    if elements.next_element::<IgnoredAny>()?.is_none() {
                        return Ok(Element(None));
                    }
                }
                let element = elements.next_element()?;
                while elements.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Element(element))
            }
        }

        let mut deserializer = serde_json::Deserializer::from_str(text);
        (&mut deserializer).deserialize_seq(Reader(index)).ok()
    }
}

#[cfg(test)]
#[path = "arguments_tests.rs"]
mod tests;
