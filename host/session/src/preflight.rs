//! Checks the arguments of a call before anything runs: against the tool's JSON Schema, and the host's own
//! `max_output_tokens`, which every tool takes and no component sees.

mod coerce;
mod report;
#[cfg(test)]
mod tests;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use toolhost_capability::Failure;

use report::Problem;

/// The argument that every tool takes.
pub const MAX_OUTPUT_TOKENS: &str = "max_output_tokens";

/// Budget of a call that names none, in estimated tokens.
pub const DEFAULT_OUTPUT_TOKENS: u32 = 10_000;

/// The largest budget that a call may name, in estimated tokens.
pub const LARGEST_OUTPUT_TOKENS: u32 = 50_000;

/// Keywords whose subschemas may name properties that `properties` beside them does not.
const NAMING: [&str; 8] =
    ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "patternProperties", "unevaluatedProperties"];

/// The arguments as they came.
#[derive(Debug, Clone, PartialEq)]
pub enum Arguments {
    /// A JSON object.
    Object(Map<String, Value>),
    /// Bare text, which a free-form tool takes as its argument and others as the text of a JSON object.
    Text(String),
}

/// Arguments that passed.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// What the component gets.
    pub arguments: Map<String, Value>,
    /// The budget of the answer, 1 to 50000 estimated tokens.
    pub max_output_tokens: u32,
}

/// The check of one tool, compiled once.
#[derive(Debug)]
pub struct Preflight {
    tool: String,
    /// The tool's schema with `max_output_tokens`.
    parameters: Map<String, Value>,
    /// The tool's schema, as the component's arguments are checked.
    schema: Value,
    validator: Validator,
    freeform: Option<String>,
}

impl Preflight {
    /// Compiles the check for `tool`. `freeform` names the argument that bare text becomes.
    ///
    /// A schema that says nothing of additional properties allows none. References may lead to places within the
    /// schema only: nothing is fetched.
    ///
    /// # Errors
    ///
    /// `invalid_schema` if the schema is not a valid JSON Schema of an object, refers to anything outside, already
    /// has `max_output_tokens`, or has no such free-form argument.
    pub fn compile(tool: &str, schema: &Map<String, Value>, freeform: Option<&str>) -> Result<Self, Failure> {
        let refuse = |what: String| Failure::new("invalid_schema", format!("{tool}: {what}"));
        if schema.get("type") != Some(&json!("object")) {
            return Err(refuse("the parameters must have `\"type\": \"object\"`".into()));
        }
        let properties = match schema.get("properties") {
            None => Map::new(),
            Some(Value::Object(properties)) => properties.clone(),
            Some(_) => return Err(refuse("`properties` of the parameters must be an object".into())),
        };
        if properties.contains_key(MAX_OUTPUT_TOKENS) {
            return Err(refuse(format!("`{MAX_OUTPUT_TOKENS}` is the host's own argument; remove it")));
        }
        if let Some(argument) = freeform.filter(|argument| !properties.contains_key(*argument)) {
            return Err(refuse(format!("the free-form argument `{argument}` is not among its properties")));
        }
        let mut schema = schema.clone();
        if !schema.contains_key("additionalProperties")
            && !NAMING.iter().any(|keyword| schema.contains_key(*keyword))
        {
            schema.insert("additionalProperties".into(), Value::Bool(false));
        }
        let parameters = with_budget(schema.clone(), properties);
        let schema = Value::Object(schema);
        let validator = jsonschema::options().offline().build(&schema).map_err(|error| {
            refuse(format!("the parameters are not a valid JSON Schema: {}", error.masked()))
        })?;
        Ok(Self {
            tool: tool.to_owned(),
            parameters,
            schema,
            validator,
            freeform: freeform.map(str::to_owned),
        })
    }

    /// The schema of all arguments, the host's own included: what clients are shown.
    #[must_use]
    pub fn parameters(&self) -> &Map<String, Value> {
        &self.parameters
    }

    /// Checks the arguments of a call and returns them in the form that the schema has: integers and booleans that
    /// came as JSON text are such, `42.0` for an integer is `42`.
    ///
    /// # Errors
    ///
    /// `invalid_arguments` with every problem, up to eight, as a sentence and typed in `problems`.
    pub fn check(&self, arguments: Arguments) -> Result<Checked, Failure> {
        let mut arguments = self.object(arguments)?;
        let mut problems = Vec::new();
        let max_output_tokens = match arguments.shift_remove(MAX_OUTPUT_TOKENS) {
            None => DEFAULT_OUTPUT_TOKENS,
            Some(value) => budget(&value).unwrap_or_else(|| {
                problems.push(Problem::budget(&value));
                DEFAULT_OUTPUT_TOKENS
            }),
        };
        let mut arguments = Value::Object(arguments);
        coerce::coerce(&self.schema, &mut arguments);
        let mut report = report::Report::new(&self.schema, problems);
        for error in self.validator.iter_errors(&arguments) {
            report.add(&error);
        }
        match (report.failure(&self.tool), arguments) {
            (None, Value::Object(arguments)) => Ok(Checked { arguments, max_output_tokens }),
            (Some(failure), _) => Err(failure),
            (None, _) => Err(self.not_an_object()),
        }
    }

    fn object(&self, arguments: Arguments) -> Result<Map<String, Value>, Failure> {
        match (arguments, &self.freeform) {
            (Arguments::Object(object), _) => Ok(object),
            (Arguments::Text(text), Some(argument)) => {
                Ok(Map::from_iter([(argument.clone(), Value::String(text))]))
            }
            (Arguments::Text(text), None) => serde_json::from_str(&text).map_err(|_| self.not_an_object()),
        }
    }

    fn not_an_object(&self) -> Failure {
        let message = format!("{}: the arguments must be a JSON object", self.tool);
        Failure::new("invalid_arguments", message).hint(report::valid_fields(&self.schema, ""))
    }
}

fn with_budget(mut schema: Map<String, Value>, mut properties: Map<String, Value>) -> Map<String, Value> {
    properties.insert(
        MAX_OUTPUT_TOKENS.into(),
        json!({
            "type": "integer",
            "minimum": 1,
            "maximum": LARGEST_OUTPUT_TOKENS,
            "default": DEFAULT_OUTPUT_TOKENS,
            "description": "Budget of the whole answer in tokens, estimated as bytes / 4. More output than that keeps its \
                            head and its tail.",
        }),
    );
    schema.insert("properties".into(), Value::Object(properties));
    schema
}

/// Only an integer literal is a budget: `1.0` and `1e3` are numbers with a fraction to JSON's reader.
fn budget(value: &Value) -> Option<u32> {
    let number = u32::try_from(value.as_u64()?).ok()?;
    (1..=LARGEST_OUTPUT_TOKENS).contains(&number).then_some(number)
}
