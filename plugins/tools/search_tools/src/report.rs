//! The result: what was found, and how to call it.

use serde::Serialize;
use serde_json::value::RawValue;
use toolhost_plugin::catalog::{Entry, Expansion};
use toolhost_plugin::{Json, Returns, Schema, json};

use crate::DetailLevel;
use crate::rank::Match;

/// The tools that fit a query.
#[derive(Serialize, Returns)]
pub(crate) struct Report {
    /// What was searched for.
    query: String,
    /// How many tools are shown.
    count: u64,
    /// The tools, the best first.
    tools: Vec<Found>,
    /// Names of the tools that can be called from now on.
    expanded: Vec<String>,
    /// Another number means that the profile was swapped.
    catalog_epoch: u64,
    /// What to do next.
    hints: Vec<String>,
}

impl Report {
    pub(crate) fn new(
        query: String,
        tools: Vec<Found>,
        expanded: Vec<String>,
        expansion: &Expansion,
        hints: Vec<String>,
    ) -> Self {
        Self { query, count: tools.len() as u64, tools, expanded, catalog_epoch: expansion.epoch, hints }
    }
}

/// A tool that fits.
#[derive(Serialize, Returns)]
pub(crate) struct Found {
    /// What it is called by.
    name: String,
    /// How well it fits; higher is better.
    score: f64,
    /// What it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// JSON Schema of its arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters: Option<Parameters>,
}

/// A schema as the host gave it.
#[derive(Serialize)]
struct Parameters(Box<RawValue>);

impl Schema for Parameters {
    const SCHEMA: Json = json!({"type": "object"});
}

impl Found {
    pub(crate) fn of(entry: &Entry, score: f64, level: DetailLevel) -> Self {
        let parameters = || RawValue::from_string(entry.parameters.clone()).ok().map(Parameters);
        Self {
            name: entry.name.clone(),
            score,
            description: (level != DetailLevel::Name).then(|| entry.description.clone()),
            parameters: (level == DetailLevel::Full).then(parameters).flatten(),
        }
    }
}

/// What the model should know beside the list.
pub(crate) fn hints(
    deferred: &[Entry],
    matches: &[Match],
    level: DetailLevel,
    expansion: &Expansion,
) -> Vec<String> {
    if deferred.is_empty() {
        return vec!["This profile has no further tools: your list has them all.".to_owned()];
    }
    let Some(first) = matches.first() else {
        return vec![format!(
            "None of {} further tools fits. Try other words, or fewer, or the beginning of one.",
            deferred.len()
        )];
    };
    let name = &deferred[first.index].name;
    let listed = match &expansion.command {
        _ if expansion.listed => "They are in your list of tools when you look at it again.".to_owned(),
        Some(command) => format!(
            "Call them by name. Where your client refuses a name that is not in its list, run a shell command: \
             {command} {name} '{{…}}' with the arguments as a JSON object."
        ),
        None => "Call them by name, although your list does not show them.".to_owned(),
    };
    // A list would have shown them.
    let is_blind = !expansion.listed && level != DetailLevel::Full;
    let schema = is_blind.then(|| "With `detail_level` \"full\" you see their arguments.".to_owned());
    std::iter::once(listed).chain(schema).collect()
}

#[cfg(test)]
mod tests {
    use toolhost_plugin::catalog::{Entry, Expansion};

    use super::hints;
    use crate::DetailLevel::{Full, NameDescription};
    use crate::rank::Match;

    #[test]
    fn a_hint_says_how_to_go_on() {
        let entries = ["create_issue"].map(|name| Entry {
            name: name.to_owned(),
            description: String::new(),
            parameters: "{}".to_owned(),
            deferred: true,
        });
        let matches = [Match { index: 0, score: 1.0 }];
        let expansion = |listed, command: Option<&str>| Expansion {
            epoch: 1,
            listed,
            command: command.map(str::to_owned),
        };
        let call = Some("toolhost call");
        let table: [(&[Entry], &[Match], Expansion, &str); 5] = [
            (&[], &[], expansion(false, call), "This profile has no further tools: your list has them all."),
            (
                &entries,
                &[],
                expansion(false, call),
                "None of 1 further tools fits. Try other words, or fewer, or the beginning of one.",
            ),
            (
                &entries,
                &matches,
                expansion(true, call),
                "They are in your list of tools when you look at it again.",
            ),
            (
                &entries,
                &matches,
                expansion(false, call),
                "Call them by name. Where your client refuses a name that is not in its list, run a shell command: \
                 toolhost call create_issue '{…}' with the arguments as a JSON object.",
            ),
            (
                &entries,
                &matches,
                expansion(false, None),
                "Call them by name, although your list does not show them.",
            ),
        ];
        for (deferred, matches, expansion, expected) in table {
            assert_eq!(hints(deferred, matches, Full, &expansion), [expected]);
        }
        let hints = hints(&entries, &matches, NameDescription, &expansion(false, None));
        assert_eq!(hints[1..], ["With `detail_level` \"full\" you see their arguments."]);
    }
}
