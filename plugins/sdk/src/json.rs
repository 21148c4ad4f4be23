//! JSON as a constant: what a plugin says about itself is known when it is compiled, and is written into the
//! component then.
//!
//! Everything here is `const`, so it also bounds itself: a tree is a constant expression and can hold no
//! cycle.

/// A constant JSON value. The macros build these; by hand, [`json!`](crate::json) is the way.
#[derive(Clone, Copy, Debug)]
pub enum Json {
    /// Text that already is JSON.
    Raw(&'static str),
    /// A string, escaped when written.
    Text(&'static str),
    /// An array.
    Array(&'static [Json]),
    /// An array of strings.
    Texts(&'static [&'static str]),
    /// An object. A member that is [`Json::Absent`] is left out.
    Object(&'static [(&'static str, Json)]),
    /// Two objects as one; where both have a key, the second one's member counts.
    Merged(&'static Json, &'static Json),
    /// Nothing: only useful as a member of an object.
    Absent,
}

impl Json {
    /// Bytes of the text of this value.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.write(&mut [], 0)
    }

    /// True where nothing is written at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text as bytes; `N` is [`Json::len`].
    #[must_use]
    pub const fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut out = [0; N];
        self.write(&mut out, 0);
        out
    }

    /// Writes from `at` on as far as `out` reaches, and returns where the text ends.
    const fn write(&self, out: &mut [u8], at: usize) -> usize {
        match self {
            Self::Raw(text) => copy(out, at, text.as_bytes()),
            Self::Text(text) => quote(out, at, text.as_bytes()),
            Self::Array(items) => {
                let mut at = put(out, at, b'[');
                let mut index = 0;
                while index < items.len() {
                    if index > 0 {
                        at = put(out, at, b',');
                    }
                    at = items[index].write(out, at);
                    index += 1;
                }
                put(out, at, b']')
            }
            Self::Texts(texts) => {
                let mut at = put(out, at, b'[');
                let mut index = 0;
                while index < texts.len() {
                    if index > 0 {
                        at = put(out, at, b',');
                    }
                    at = quote(out, at, texts[index].as_bytes());
                    index += 1;
                }
                put(out, at, b']')
            }
            Self::Object(_) | Self::Merged(..) => {
                let open = put(out, at, b'{');
                let end = self.write_members(out, open, open, None);
                put(out, end, b'}')
            }
            Self::Absent => at,
        }
    }

    /// Writes the members of an object, without those that `winner` has too. `start` is where the object's
    /// first member stands.
    const fn write_members(
        &self,
        out: &mut [u8],
        start: usize,
        mut at: usize,
        winner: Option<&Self>,
    ) -> usize {
        match self {
            Self::Object(members) => {
                let mut index = 0;
                while index < members.len() {
                    let (key, value) = &members[index];
                    let hidden = match winner {
                        Some(winner) => winner.has(key),
                        None => false,
                    };
                    if !hidden && !matches!(value, Self::Absent) {
                        if at > start {
                            at = put(out, at, b',');
                        }
                        at = quote(out, at, key.as_bytes());
                        at = put(out, at, b':');
                        at = value.write(out, at);
                    }
                    index += 1;
                }
                at
            }
            Self::Merged(first, second) => {
                assert!(winner.is_none(), "objects are merged two at a time, the first of them is plain");
                let middle = first.write_members(out, start, at, Some(second));
                second.write_members(out, start, middle, None)
            }
            _ => panic!("only objects can be merged"),
        }
    }

    const fn has(&self, key: &str) -> bool {
        match self {
            Self::Object(members) => {
                let mut index = 0;
                while index < members.len() {
                    if same(members[index].0, key) && !matches!(members[index].1, Self::Absent) {
                        return true;
                    }
                    index += 1;
                }
                false
            }
            Self::Merged(first, second) => first.has(key) || second.has(key),
            _ => false,
        }
    }
}

impl std::fmt::Display for Json {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = vec![0; self.len()];
        self.write(&mut out, 0);
        formatter.write_str(&String::from_utf8_lossy(&out))
    }
}

const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}

const fn put(out: &mut [u8], at: usize, byte: u8) -> usize {
    if at < out.len() {
        out[at] = byte;
    }
    at + 1
}

const fn copy(out: &mut [u8], mut at: usize, text: &[u8]) -> usize {
    let mut index = 0;
    while index < text.len() {
        at = put(out, at, text[index]);
        index += 1;
    }
    at
}

const fn quote(out: &mut [u8], at: usize, text: &[u8]) -> usize {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut at = put(out, at, b'"');
    let mut index = 0;
    while index < text.len() {
        at = match text[index] {
            b'\n' => copy(out, at, b"\\n"),
            b'\t' => copy(out, at, b"\\t"),
            byte @ (b'"' | b'\\') => copy(out, at, &[b'\\', byte]),
            byte @ 0..0x20 => {
                copy(out, at, &[b'\\', b'u', b'0', b'0', HEX[byte as usize >> 4], HEX[byte as usize & 15]])
            }
            byte => put(out, at, byte),
        };
        index += 1;
    }
    put(out, at, b'"')
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn trees_become_text() {
        const NUMBER: Json = Json::Object(&[("type", Json::Text("integer")), ("minimum", Json::Raw("0"))]);
        let table: &[(Json, &str)] = &[
            (Json::Raw("null"), "null"),
            (Json::Text("é \"\\ \n\t\u{1b}"), r#""é \"\\ \n\t\u001b""#),
            (Json::Array(&[]), "[]"),
            (Json::Array(&[Json::Raw("1"), Json::Array(&[Json::Raw("2")])]), "[1,[2]]"),
            (Json::Texts(&[]), "[]"),
            (Json::Texts(&["a", "\""]), r#"["a","\""]"#),
            (Json::Object(&[]), "{}"),
            (Json::Object(&[("a", Json::Absent), ("b", Json::Raw("1")), ("c", Json::Absent)]), r#"{"b":1}"#),
            (
                Json::Merged(&NUMBER, &Json::Object(&[("minimum", Json::Raw("1"))])),
                r#"{"type":"integer","minimum":1}"#,
            ),
            (
                Json::Merged(&NUMBER, &Json::Object(&[("minimum", Json::Absent)])),
                r#"{"type":"integer","minimum":0}"#,
            ),
            (Json::Merged(&Json::Object(&[]), &Json::Object(&[])), "{}"),
            (
                crate::json!({ "a": [1, -2.5, true, null], "b": {}, "c": "é\"" }),
                r#"{"a":[1,-2.5,true,null],"b":{},"c":"é\""}"#,
            ),
        ];
        for (json, text) in table {
            assert_eq!(json.to_string(), *text);
            assert_eq!(json.len(), text.len());
        }
    }

    #[test]
    fn constants_are_made_at_compile_time() {
        const VALUE: Json = Json::Array(&[Json::Text("a"), Json::Raw("true")]);
        static TEXT: [u8; VALUE.len()] = VALUE.bytes();
        assert_eq!(TEXT, *br#"["a",true]"#);
    }
}
