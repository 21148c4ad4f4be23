//! Says what is wrong with arguments: all of it at once, each problem with its place and what would be right.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::paths::Location;
use jsonschema::{JsonType, ValidationError};
use serde_json::{Map, Value, json};
use toolhost_capability::Failure;

use super::{LARGEST_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS};
use crate::nearest::{in_short, nearest};

/// Problems that one failure tells.
const TOLD: usize = 8;

/// Bytes of a wrong value that are repeated.
const REPEATED: usize = 60;

/// Names or values that a sentence lists.
const LISTED: usize = 30;

/// One wrong argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// Where: `limit`, `items[2].name`; empty for the arguments as a whole.
    field: String,
    sentence: String,
}

impl Problem {
    /// The host's own argument is not what it must be.
    pub(super) fn budget(value: &Value) -> Self {
        let sentence = format!(
            "{MAX_OUTPUT_TOKENS} must be an integer between 1 and {LARGEST_OUTPUT_TOKENS}, not {}",
            shown(value),
        );
        Self { field: MAX_OUTPUT_TOKENS.into(), sentence }
    }
}

/// Collects problems, and what helps to mend them.
pub(super) struct Report<'a> {
    schema: &'a Value,
    problems: Vec<Problem>,
    hints: Vec<String>,
    untold: usize,
}

impl<'a> Report<'a> {
    pub(super) fn new(schema: &'a Value, problems: Vec<Problem>) -> Self {
        Self { schema, problems, hints: Vec::new(), untold: 0 }
    }

    pub(super) fn add(&mut self, error: &ValidationError<'_>) {
        let place = place(error.instance_path());
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected }
            | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
                let object = parent(error.schema_path());
                let names = names(self.schema, object);
                for name in unexpected {
                    self.push(Problem {
                        field: member(&place, in_short(name)),
                        sentence: unknown(&place, name, &names),
                    });
                }
                let hint = valid_fields(self.schema, object);
                if !self.hints.contains(&hint) {
                    self.hints.push(hint);
                }
            }
            _ => self.push(Problem { sentence: sentence(&place, error), field: place }),
        }
    }

    fn push(&mut self, problem: Problem) {
        if self.problems.len() == TOLD {
            self.untold += 1;
        } else {
            self.problems.push(problem);
        }
    }

    /// None: there is nothing wrong.
    pub(super) fn failure(self, tool: &str) -> Option<Failure> {
        if self.problems.is_empty() {
            return None;
        }
        let mut sentences: Vec<&str> =
            self.problems.iter().map(|problem| problem.sentence.as_str()).collect();
        let untold = format!("and {} more", self.untold);
        if self.untold > 0 {
            sentences.push(&untold);
        }
        let message = format!("{tool}: {}", sentences.join("; "));
        let problems: Vec<Value> = self
            .problems
            .iter()
            .map(|problem| json!({"field": problem.field, "problem": problem.sentence}))
            .collect();
        let failure = Failure::new("invalid_arguments", message).detail("problems", problems);
        Some(self.hints.into_iter().take(TOLD).fold(failure, Failure::hint))
    }
}

/// The sentence that lists the fields of the object schema at a JSON Pointer; the host's own for the outermost.
pub(super) fn valid_fields(schema: &Value, pointer: &str) -> String {
    let names = names(schema, pointer);
    if names.is_empty() {
        "No fields are valid there.".into()
    } else {
        format!("Valid fields: {}.", list(&names))
    }
}

fn names<'a>(schema: &'a Value, pointer: &str) -> Vec<&'a str> {
    let properties =
        schema.pointer(pointer).and_then(|object| object.get("properties")).and_then(Value::as_object);
    let own = pointer.is_empty().then_some(MAX_OUTPUT_TOKENS);
    properties.into_iter().flat_map(Map::keys).map(String::as_str).chain(own).collect()
}

fn unknown(place: &str, name: &str, names: &[&str]) -> String {
    let field = member(place, in_short(name));
    match nearest(name, names.iter().copied()) {
        Some(nearest) => format!("unknown field `{field}`, the nearest is `{nearest}`"),
        None => format!("unknown field `{field}`"),
    }
}

fn sentence(place: &str, error: &ValidationError<'_>) -> String {
    let instance = error.instance();
    let field = if place.is_empty() { "the arguments".to_owned() } else { format!("`{place}`") };
    let must = |what: String| format!("{field} must {what}, not {}", shown(instance));
    use ValidationErrorKind as Kind;
    match error.kind() {
        Kind::Required { property } => {
            format!("`{}` is required", member(place, property.as_str().unwrap_or_default()))
        }
        Kind::Type { kind } => must(format!("be {}", types(kind))),
        Kind::Enum { options } => {
            let options = options.as_array().map_or(&[][..], Vec::as_slice);
            let shown: Vec<String> = options.iter().map(shown).collect();
            must(format!("be one of {}", list(&shown.iter().map(String::as_str).collect::<Vec<_>>())))
        }
        Kind::Constant { expected_value } => must(format!("be {}", shown(expected_value))),
        Kind::Minimum { limit } => must(format!("be at least {limit}")),
        Kind::Maximum { limit } => must(format!("be at most {limit}")),
        Kind::ExclusiveMinimum { limit } => must(format!("be more than {limit}")),
        Kind::ExclusiveMaximum { limit } => must(format!("be less than {limit}")),
        Kind::MultipleOf { multiple_of } => must(format!("be a multiple of {multiple_of}")),
        Kind::MinLength { limit: 1 } => format!("{field} must not be empty"),
        Kind::MinLength { limit } => must(format!("have at least {limit} characters")),
        Kind::MaxLength { limit } => must(format!("have at most {limit} characters")),
        Kind::Pattern { pattern } => must(format!("match the pattern `{pattern}`")),
        Kind::MinItems { limit: 1 } => format!("{field} must not be empty"),
        Kind::MinItems { limit } => format!("{field} must have at least {limit} elements"),
        Kind::MaxItems { limit } => format!("{field} must have at most {limit} elements"),
        Kind::UniqueItems => format!("{field} must not have an element twice"),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => alternatives(&field, place, context),
        Kind::OneOfMultipleValid { .. } => {
            format!("{field} must have exactly one of its possible forms, not several")
        }
        _ => format!("{field}: {}", error.masked()),
    }
}

/// All alternatives failed: the fields of which one is required, or the first problem of each.
fn alternatives(field: &str, place: &str, branches: &[Vec<ValidationError<'static>>]) -> String {
    let required: Option<Vec<String>> = branches
        .iter()
        .map(|errors| match errors.first()?.kind() {
            ValidationErrorKind::Required { property } => Some(member(place, property.as_str()?)),
            _ => None,
        })
        .collect();
    if let Some(required) = required.filter(|required| !required.is_empty()) {
        return format!("one of `{}` is required", required.join("`, `"));
    }
    let mut reasons: Vec<String> = branches
        .iter()
        .filter_map(|errors| errors.first())
        .map(|error| {
            let inner = self::place(error.instance_path());
            sentence(if inner.is_empty() { place } else { &inner }, error)
        })
        .collect();
    reasons.dedup();
    reasons.truncate(TOLD);
    format!("{field} has none of its possible forms ({})", reasons.join(" or "))
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(one) => with_article(*one).into(),
        TypeKind::Multiple(set) => set.iter().map(with_article).collect::<Vec<_>>().join(" or "),
    }
}

fn with_article(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

/// A wrong value, in short.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
        Value::String(text) => Value::String(clipped(text)).to_string(),
        scalar => scalar.to_string(),
    }
}

fn clipped(text: &str) -> String {
    let end = text.floor_char_boundary(REPEATED);
    if end == text.len() { text.to_owned() } else { format!("{}…", &text[..end]) }
}

fn list(names: &[&str]) -> String {
    let more =
        if names.len() > LISTED { format!(" and {} more", names.len() - LISTED) } else { String::new() };
    format!("{}{more}", names[..names.len().min(LISTED)].join(", "))
}

/// A JSON Pointer as models and people write places: `items[2].name`.
fn place(path: &Location) -> String {
    path.as_str().split('/').skip(1).fold(String::new(), |place, segment| {
        if !place.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("{place}[{segment}]")
        } else {
            member(&place, in_short(&segment.replace("~1", "/").replace("~0", "~")))
        }
    })
}

fn member(place: &str, name: impl AsRef<str>) -> String {
    if place.is_empty() { name.as_ref().to_owned() } else { format!("{place}.{}", name.as_ref()) }
}

/// The JSON Pointer of the schema that has the keyword at `path`.
fn parent(path: &Location) -> &str {
    path.as_str().rsplit_once('/').map_or("", |(parent, _)| parent)
}
