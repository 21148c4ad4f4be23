//! Which tools come first, and that it is always the same.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::{Text, rank};

fn names<'a>(query: &str, tools: &[(&'a str, &'a str)]) -> Vec<&'a str> {
    let texts: Vec<Text<'_>> = tools.iter().map(|(name, description)| Text { name, description }).collect();
    rank(query, &texts).into_iter().map(|found| tools[found.index].0).collect()
}

const TOOLS: [(&str, &str); 8] = [
    ("create_issue", "Opens a ticket in a tracker."),
    ("canvas_create_edge", "Connects two nodes."),
    ("list_pull_requests", "Pull requests of a GitHub repository, with their reviews."),
    ("add_review_comment", "Comments on a line of a pull request on GitHub."),
    ("sendMail", "Sends a message to people."),
    ("query", "Asks a database."),
    ("query_log", "Looks into the log of queries of a database."),
    ("weather-forecast", "What the weather will be like."),
];

#[test]
fn words_within_names_are_found() {
    let table: [(&str, &[&str]); 13] = [
        ("issue", &["create_issue"]),
        ("issues", &["create_issue"]),
        ("create issue", &["create_issue", "canvas_create_edge"]),
        ("create edge", &["canvas_create_edge", "create_issue"]),
        ("mail", &["sendMail"]),
        ("send_mail", &["sendMail"]),
        ("forecasts", &["weather-forecast"]),
        ("fore", &["weather-forecast"]),
        ("query", &["query", "query_log"]),
        ("GitHub pull request review", &["list_pull_requests", "add_review_comment"]),
        ("f", &[]),
        ("submarine", &[]),
        ("!?", &[]),
    ];
    for (query, expected) in table {
        assert_eq!(names(query, &TOOLS), expected, "{query}");
    }
}

#[test]
fn those_that_fit_the_same_come_by_name() {
    let same = "Does the same.";
    let tools = [("tool_c", same), ("tool_a", same), ("tool_b", same)];
    assert_eq!(names("tool", &tools), ["tool_a", "tool_b", "tool_c"]);
}

#[test]
fn the_exact_name_is_first_whatever_others_say() {
    let tools = [("query_everything", "query query query query"), ("query", "Asks.")];
    assert_eq!(names("query", &tools), ["query", "query_everything"]);
    assert_eq!(names("QUERY", &tools), ["query", "query_everything"]);
}

#[test]
fn a_word_that_all_have_still_finds_all() {
    let tools = [("a", "common"), ("b", "common")];
    assert_eq!(names("common", &tools), ["a", "b"]);
}

proptest! {
    /// The order of the list does not matter, and no query breaks it.
    #[test]
    fn the_order_of_the_catalogue_changes_nothing(
        query in "\\PC{0,40}",
        descriptions in prop::collection::vec("[a-c ]{0,12}", 1..8),
    ) {
        let mut tools: Vec<(String, String)> =
            descriptions.into_iter().enumerate().map(|(index, text)| (format!("t_{index}"), text)).collect();
        let found = |tools: &[(String, String)]| {
            let texts: Vec<Text<'_>> = tools.iter().map(|(name, description)| Text { name, description }).collect();
            rank(&query, &texts)
                .into_iter()
                .map(|found| (tools[found.index].0.clone(), found.score.to_bits()))
                .collect::<Vec<_>>()
        };
        let forward = found(&tools);
        tools.reverse();
        prop_assert_eq!(forward, found(&tools));
    }
}
