//! JSON Schema of argument types, known at compile time.

use serde::de::DeserializeOwned;

use crate::Json;

/// A type that has a JSON Schema. Derived for structs and unit enums; implemented by hand where a tool needs
/// keywords that the derive lacks.
pub trait Schema {
    /// The schema, an object.
    const SCHEMA: Json;
}

/// A struct that is a tool's whole argument object. `#[derive(Arguments)]` makes it one: schema, parsing and
/// defaults from one declaration.
///
/// Fields may be strings, booleans, integers, floats, `Vec`s, `#[derive(Choice)]` enums and other
/// `#[derive(Arguments)]` structs; an `Option` or a default makes one optional. The documentation of a field
/// is its description. Attributes: `#[arg(default = …, minimum = …, maximum = …, min_length = …, max_length =
/// …, min_items = …, max_items = …, pattern = "…", name = "…")]`; a bare `default` is the type's own.
pub trait Arguments: Schema + DeserializeOwned {}

macro_rules! schemas {
    ($($type:ty: $schema:tt,)+) => { $(
        impl Schema for $type {
            const SCHEMA: Json = crate::json!($schema);
        }
    )+ };
}

// The bounds of the small integers are the model's to know: a number past them would fail only when parsed.
schemas! {
    String: {"type": "string"},
    bool: {"type": "boolean"},
    f64: {"type": "number"},
    u8: {"type": "integer", "minimum": 0, "maximum": 255},
    u16: {"type": "integer", "minimum": 0, "maximum": 65535},
    u32: {"type": "integer", "minimum": 0, "maximum": 4294967295},
    u64: {"type": "integer", "minimum": 0},
    i32: {"type": "integer", "minimum": -2147483648, "maximum": 2147483647},
    i64: {"type": "integer"},
}

impl<T: Schema> Schema for Option<T> {
    const SCHEMA: Json = T::SCHEMA;
}

impl<T: Schema> Schema for Vec<T> {
    const SCHEMA: Json = Json::Object(&[("type", Json::Text("array")), ("items", T::SCHEMA)]);
}
