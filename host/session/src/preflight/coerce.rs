//! Models send `"42"` where a schema wants 42. What such a string means is not in doubt, so it is taken.

use serde_json::{Number, Value};

/// Steps from one value through references and combinations of schemas; more is a schema that only confuses.
const STEPS: u32 = 64;

/// Largest magnitude up to which every integer has a float of its own.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Turns strings that are the JSON text of an integer, number or boolean into such where `schema` wants that and
/// would not take a string, and `42.0` into `42` where it wants an integer. All else stays, for the validator to judge.
pub(super) fn coerce(schema: &Value, value: &mut Value) {
    Walk { root: schema }.value(schema, value, &mut STEPS.clone());
}

struct Walk<'a> {
    root: &'a Value,
}

/// Types that a schema takes, as far as they matter here.
#[derive(Debug, Default, Clone, Copy)]
struct Types {
    string: bool,
    integer: bool,
    number: bool,
    boolean: bool,
}

impl<'a> Walk<'a> {
    fn value(&self, schema: &'a Value, value: &mut Value, steps: &mut u32) {
        let Some(left) = steps.checked_sub(1) else { return };
        *steps = left;
        match value {
            Value::String(_) | Value::Number(_) => {
                if let Some(types) = self.types(schema, &mut STEPS.clone()) {
                    scalar(types, value);
                }
                return;
            }
            Value::Object(members) => {
                let properties = schema.get("properties");
                let others = schema.get("additionalProperties");
                for (name, member) in members {
                    if let Some(schema) = properties.and_then(|properties| properties.get(name)).or(others) {
                        self.value(schema, member, &mut STEPS.clone());
                    }
                }
            }
            Value::Array(elements) => {
                let first =
                    schema.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                for (index, element) in elements.iter_mut().enumerate() {
                    if let Some(schema) = first.get(index).or_else(|| schema.get("items")) {
                        self.value(schema, element, &mut STEPS.clone());
                    }
                }
            }
            Value::Null | Value::Bool(_) => return,
        }
        for schema in self.same_place(schema) {
            self.value(schema, value, steps);
        }
    }

    /// Schemas that speak of the same value: a reference, all of `allOf`, and of alternatives the only one that is not
    /// null. Which of several alternatives is meant is not known before validation.
    fn same_place(&self, schema: &'a Value) -> Vec<&'a Value> {
        let mut schemas: Vec<&Value> = self.reference(schema).into_iter().collect();
        schemas.extend(branches(schema, "allOf"));
        for keyword in ["anyOf", "oneOf"] {
            let mut real = branches(schema, keyword).iter().filter(|branch| !is_null(branch));
            if let (Some(only), None) = (real.next(), real.next()) {
                schemas.push(only);
            }
        }
        schemas
    }

    fn reference(&self, schema: &Value) -> Option<&'a Value> {
        let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
        self.root.pointer(pointer)
    }

    /// None: the schema names no types.
    fn types(&self, schema: &'a Value, steps: &mut u32) -> Option<Types> {
        *steps = steps.checked_sub(1)?;
        if let Some(named) = schema.get("type") {
            return Some(named_types(named));
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return Some(values.iter().map(type_of).fold(Types::default(), Types::or));
        }
        if let Some(value) = schema.get("const") {
            return Some(type_of(value));
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = branches(schema, keyword);
            if !branches.is_empty() {
                return branches
                    .iter()
                    .map(|branch| self.types(branch, steps))
                    .try_fold(Types::default(), |all, types| Some(all.or(types?)));
            }
        }
        let narrower = self.reference(schema).into_iter().chain(branches(schema, "allOf"));
        narrower.into_iter().find_map(|schema| self.types(schema, steps))
    }
}

impl Types {
    fn or(self, other: Self) -> Self {
        Self {
            string: self.string || other.string,
            integer: self.integer || other.integer,
            number: self.number || other.number,
            boolean: self.boolean || other.boolean,
        }
    }
}

fn branches<'a>(schema: &'a Value, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

fn named_types(named: &Value) -> Types {
    let has = |name: &str| match named {
        Value::Array(names) => names.iter().any(|one| one == name),
        one => one == name,
    };
    Types { string: has("string"), integer: has("integer"), number: has("number"), boolean: has("boolean") }
}

fn type_of(value: &Value) -> Types {
    Types {
        string: value.is_string(),
        integer: value.is_i64() || value.is_u64(),
        number: value.is_f64(),
        boolean: value.is_boolean(),
    }
}

fn scalar(types: Types, value: &mut Value) {
    if let Value::String(text) = value
        && !types.string
        && let Ok(parsed) = serde_json::from_str::<Value>(text)
    {
        let wanted = match &parsed {
            Value::Bool(_) => types.boolean,
            Value::Number(number) => {
                types.number || (types.integer && (!number.is_f64() || whole(number).is_some()))
            }
            _ => false,
        };
        if wanted {
            *value = parsed;
        }
    }
    if let Value::Number(number) = value
        && types.integer
        && !types.number
        && let Some(integer) = whole(number)
    {
        *value = Value::Number(integer);
    }
}

/// The integer that a float is, if it is one exactly.
fn whole(number: &Number) -> Option<Number> {
    let float = number.as_f64().filter(|_| number.is_f64())?;
    let exact = float.fract() == 0.0 && float.abs() <= EXACT;
    #[expect(clippy::cast_possible_truncation, reason = "an integer of at most 2^53")]
    exact.then(|| Number::from(float as i64))
}
