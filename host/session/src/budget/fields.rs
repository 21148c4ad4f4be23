//! Making the typed fields of a result fit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde_json::{Map, Value};

use super::{json_cost, start_within, text_cost};

/// A string keeps at least this many bytes of its start: what it was must stay recognisable.
const STRING_FLOOR: usize = 64;

/// Members of the object are only dropped over this size: a status line survives every budget.
const MEMBER_FLOOR: usize = 1024;

/// Room for the two keys that tell of the loss.
const NOTE: usize = r#""truncated":true,"omitted_items":18446744073709551615,"#.len();

/// What [`fit_fields`] took away.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fitted {
    /// Array elements and members that were dropped.
    pub omitted_items: u64,
    /// Whether anything was dropped or cut.
    pub truncated: bool,
}

/// Shrinks `fields` until their compact JSON is at most `max_bytes`, with room left for `truncated` and
/// `omitted_items`, which the caller adds.
///
/// Elements go from the end of the longest array, measured in bytes of JSON: among the fields and the objects
/// within them, not in arrays of arrays. When no array has an element left, the longest strings are cut, down to
/// 64 bytes each. What is over even then loses its last members, down to 1 KiB: no budget is too small for the few
/// fields that say how a call went. The time is that of writing the JSON once, and a logarithm.
pub fn fit_fields(fields: &mut Map<String, Value>, max_bytes: usize) -> Fitted {
    let size = json_cost(fields);
    if size <= max_bytes {
        return Fitted::default();
    }
    let mut excess = size - max_bytes.saturating_sub(NOTE);
    let mut omitted_items = drop_elements(fields, &mut excess);
    if excess > 0 {
        cut_strings(fields, &mut excess);
    }
    if excess > 0 {
        omitted_items += drop_members(fields, max_bytes.max(MEMBER_FLOOR));
    }
    Fitted { omitted_items, truncated: true }
}

/// An array with the sizes of its elements.
struct Array<'a> {
    elements: &'a mut Vec<Value>,
    sizes: Vec<usize>,
    bytes: usize,
}

fn drop_elements(fields: &mut Map<String, Value>, excess: &mut usize) -> u64 {
    let mut arrays = Vec::new();
    collect_arrays(fields, &mut arrays);
    // Of equally long arrays the first gives way.
    let mut longest: BinaryHeap<_> =
        arrays.iter().enumerate().map(|(index, array)| (array.bytes, Reverse(index))).collect();
    let mut omitted = 0;
    while *excess > 0
        && let Some((_, Reverse(index))) = longest.pop()
    {
        let array = &mut arrays[index];
        let Some(size) = array.sizes.pop() else { continue };
        // The element and its comma, which the first element does not have.
        let freed = size + usize::from(!array.sizes.is_empty());
        array.bytes -= freed;
        array.elements.truncate(array.sizes.len());
        *excess = excess.saturating_sub(freed);
        omitted += 1;
        longest.push((array.bytes, Reverse(index)));
    }
    omitted
}

fn collect_arrays<'a>(fields: &'a mut Map<String, Value>, arrays: &mut Vec<Array<'a>>) {
    for value in fields.values_mut() {
        match value {
            Value::Object(inner) => collect_arrays(inner, arrays),
            Value::Array(elements) if !elements.is_empty() => {
                let sizes: Vec<usize> = elements.iter().map(json_cost).collect();
                let bytes = sizes.iter().sum::<usize>() + sizes.len() - 1;
                arrays.push(Array { elements, sizes, bytes });
            }
            _ => {}
        }
    }
}

fn cut_strings(fields: &mut Map<String, Value>, excess: &mut usize) {
    let mut strings = Vec::new();
    collect_strings(fields, &mut strings);
    strings.sort_by_key(|(cost, _)| Reverse(*cost));
    for (cost, string) in strings {
        if *excess == 0 {
            return;
        }
        let marker = format!("[… {} bytes omitted]", string.len());
        let room = cost.saturating_sub(*excess).saturating_sub(text_cost(&marker)).max(STRING_FLOOR);
        let kept = start_within(string, room);
        let after = text_cost(&string[..kept]) + text_cost(&marker);
        if after < cost {
            let marker = format!("[… {} bytes omitted]", string.len() - kept);
            string.truncate(kept);
            string.push_str(&marker);
            *excess = excess.saturating_sub(cost - after);
        }
    }
}

fn collect_strings<'a>(fields: &'a mut Map<String, Value>, strings: &mut Vec<(usize, &'a mut String)>) {
    for value in fields.values_mut() {
        match value {
            Value::Object(inner) => collect_strings(inner, strings),
            Value::String(string) => strings.push((text_cost(string), string)),
            _ => {}
        }
    }
}

fn drop_members(fields: &mut Map<String, Value>, max_bytes: usize) -> u64 {
    let allowed = max_bytes.saturating_sub(NOTE);
    let mut size = json_cost(fields);
    let mut omitted = 0;
    while size > allowed
        && let Some(key) = fields.keys().next_back().cloned()
    {
        let value = fields.shift_remove(&key);
        // Quotes are part of the key's JSON; a colon and a comma stand beside it.
        size = size.saturating_sub(json_cost(&key) + json_cost(&value) + 2);
        omitted += 1;
    }
    omitted
}
