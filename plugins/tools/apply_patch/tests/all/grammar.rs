//! The grammar that free-form tool calls are held to, beside the parser.
//!
//! `src/patch.lark` is read by a small interpreter of the part of Lark that it uses. Sentences made from the grammar
//! at random must be patches to the parser; of given texts each side must say what the table says. The parser takes
//! more than the grammar: what models write without being held to it.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use toolhost_apply_patch::syntax::parse;

/// A part of a rule.
#[derive(Clone, Debug)]
enum Part {
    Text(String),
    /// A rule or a terminal.
    Name(String),
    Any(Vec<Vec<Part>>),
    /// Least and most times.
    Repeated(Box<Part>, usize, usize),
}

struct Grammar(BTreeMap<String, Part>);

impl Grammar {
    fn read() -> Self {
        let text = include_str!("../../src/patch.lark");
        let rules = text.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
        let rules = rules.map(|line| line.split_once(": ").unwrap());
        Self(rules.map(|(name, rule)| (name.to_owned(), Reader { rest: rule }.alternatives())).collect())
    }

    /// Where in `text` the part can end, if it begins at one of `starts`.
    fn ends(&self, part: &Part, text: &str, starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match part {
            Part::Text(word) => {
                starts.iter().filter(|at| text[**at..].starts_with(word)).map(|at| at + word.len()).collect()
            }
            Part::Name(name) => match terminal(name) {
                None => self.ends(&self.0[name], text, starts),
                // A line's text can end at any of its characters, as far as the grammar knows.
                Some(is_text) => starts
                    .iter()
                    .flat_map(|at| {
                        let ends = text[*at..].char_indices().map(|(length, c)| at + length + c.len_utf8());
                        ends.filter(|end| is_text(&text[*at..*end])).collect::<Vec<_>>()
                    })
                    .collect(),
            },
            Part::Any(alternatives) => {
                let one = |parts: &Vec<Part>| {
                    parts.iter().fold(starts.clone(), |starts, part| self.ends(part, text, &starts))
                };
                alternatives.iter().flat_map(one).collect()
            }
            Part::Repeated(part, least, most) => {
                let mut reached = starts.clone();
                for _ in 0..*least {
                    reached = self.ends(part, text, &reached);
                }
                let mut all = reached.clone();
                let mut times = *least;
                while times < *most && !reached.is_empty() {
                    reached = self.ends(part, text, &reached).difference(&all).copied().collect();
                    all.extend(&reached);
                    times += 1;
                }
                all
            }
        }
    }

    fn accepts(&self, text: &str) -> bool {
        self.ends(&Part::Name("start".into()), text, &BTreeSet::from([0])).contains(&text.len())
    }

    /// A sentence of the part, chosen by the numbers that `choose` gives.
    fn sentence(&self, part: &Part, choose: &mut impl FnMut(usize) -> usize, out: &mut String) {
        match part {
            Part::Text(word) => out.push_str(word),
            Part::Name(name) => match samples(name) {
                None => self.sentence(&self.0[name], choose, out),
                Some(samples) => out.push_str(samples[choose(samples.len())]),
            },
            Part::Any(alternatives) => {
                for part in &alternatives[choose(alternatives.len())] {
                    self.sentence(part, choose, out);
                }
            }
            Part::Repeated(part, least, most) => {
                for _ in 0..least + choose((most - least).min(2) + 1) {
                    self.sentence(part, choose, out);
                }
            }
        }
    }
}

/// What a terminal takes; the expressions are the ones in the file, which `terminals_are_the_ones_here` holds.
fn terminal(name: &str) -> Option<fn(&str) -> bool> {
    Some(match name {
        "PATH" => |text| !text.starts_with(char::is_whitespace) && !text.contains('\n'),
        "TEXT" => |text| !text.contains('\n'),
        "NEWLINE" => |text| text == "\n",
        _ => return None,
    })
}

fn samples(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "PATH" => &["a", "src/lib.rs", "a b", "/w/é", "x *** y"],
        "TEXT" => &[" ", "x", "    let y = 2;", "*** End Patch", "@@", "-1,2 +3,4 @@", "+", "é\t", "@@ x @@"],
        "NEWLINE" => &["\n"],
        _ => return None,
    })
}

/// Reads the right side of a rule.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn alternatives(&mut self) -> Part {
        let mut alternatives = vec![Vec::new()];
        loop {
            self.rest = self.rest.trim_start();
            let Some(first) = self.rest.chars().next().filter(|c| *c != ')') else { break };
            if first == '|' {
                self.rest = &self.rest[1..];
                alternatives.push(Vec::new());
                continue;
            }
            let part = self.part(first);
            let part = match self.rest.chars().next() {
                Some('?') => Part::Repeated(part.into(), 0, 1),
                Some('*') => Part::Repeated(part.into(), 0, usize::MAX),
                Some('+') => Part::Repeated(part.into(), 1, usize::MAX),
                _ => {
                    alternatives.last_mut().unwrap().push(part);
                    continue;
                }
            };
            self.rest = &self.rest[1..];
            alternatives.last_mut().unwrap().push(part);
        }
        Part::Any(alternatives)
    }

    fn part(&mut self, first: char) -> Part {
        match first {
            '"' => {
                let (word, rest) = self.rest[1..].split_once('"').unwrap();
                self.rest = rest;
                Part::Text(word.to_owned())
            }
            // An expression stands alone, and is known by the name of its terminal.
            '/' => {
                let expression = std::mem::take(&mut self.rest);
                Part::Text(expression.to_owned())
            }
            '(' => {
                self.rest = &self.rest[1..];
                let inner = self.alternatives();
                self.rest = self.rest.strip_prefix(')').unwrap();
                inner
            }
            _ => {
                let end =
                    self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
                let (name, rest) = self.rest.split_at(end);
                self.rest = rest;
                Part::Name(name.to_owned())
            }
        }
    }
}

#[test]
fn terminals_are_the_ones_here() {
    let text = include_str!("../../src/patch.lark");
    for line in ["PATH: /[^\\s][^\\n]*/", "TEXT: /[^\\n]+/", "NEWLINE: /\\n/"] {
        assert!(text.lines().any(|other| other == line), "{line}");
    }
    let Grammar(rules) = Grammar::read();
    let capitals = rules.keys().filter(|name| name.chars().all(char::is_uppercase));
    assert!(capitals.eq(["NEWLINE", "PATH", "TEXT"]));
}

#[test]
fn both_say_the_same_of_patches_and_the_parser_takes_more() {
    let grammar = Grammar::read();
    let in_patch = |operations: &str| format!("*** Begin Patch\n{operations}\n*** End Patch");
    let table = [
        // Text, whether the grammar takes it, whether the parser does.
        (in_patch("*** Add File: a\n+x\n+"), true, true),
        (in_patch("*** Add File: a"), true, true),
        (in_patch("*** Delete File: a b"), true, true),
        (in_patch("*** Update File: a\n@@\n-x\n+y"), true, true),
        (
            in_patch("*** Update File: a\n@@ class A\n@@ def b\n x\n-y\n+z\n*** End of File\n@@\n+a"),
            true,
            true,
        ),
        (in_patch("*** Update File: a\n*** Move to: b"), true, true),
        (in_patch("*** Update File: a\n*** Move to: b\n@@\n-x"), true, true),
        (in_patch("*** Delete File: a") + "\n", true, true),
        // What the parser takes beside it.
        (in_patch("*** Update File: a\n-x\n+y"), false, true),
        (in_patch("*** Update File: a\n@@\n x\n\n-y"), false, true),
        (in_patch("\n*** Delete File: a"), false, true),
        (in_patch("*** Delete File: a ***").replace("Begin Patch", "Begin Patch ***"), false, true),
        (in_patch("*** Delete File: a").replace('\n', "\r\n"), false, true),
        (format!("<<EOF\n{}\nEOF", in_patch("*** Delete File: a")), false, true),
        (format!("```\n{}\n```", in_patch("*** Delete File: a")), false, false),
        (in_patch("*** Delete File: a") + "\n\n", false, true),
        // What neither takes.
        (in_patch("*** Update File: a"), false, false),
        (in_patch("*** Update File: a\n@@"), false, false),
        (in_patch("*** Update File: a\n@@\nx"), false, false),
        (in_patch("*** Update File: a\n@@x\n-y"), false, false),
        (in_patch("*** Add File: a\nx"), false, false),
        (in_patch("*** Delete File: "), false, false),
        (in_patch("*** Move to: a"), false, false),
        ("*** Begin Patch\n*** End Patch".to_owned(), false, false),
        ("*** Begin Patch\n*** Delete File: a\n".to_owned(), false, false),
        (String::new(), false, false),
    ];
    for (text, by_grammar, by_parser) in table {
        assert_eq!(
            (grammar.accepts(&text), parse(text.as_bytes()).is_ok()),
            (by_grammar, by_parser),
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn sentences_of_the_grammar_are_patches(choices in prop::collection::vec(any::<u8>(), 0..200)) {
        let grammar = Grammar::read();
        let mut choices = choices.into_iter().map(usize::from);
        let mut text = String::new();
        let mut choose = |among: usize| choices.next().unwrap_or_default() % among;
        grammar.sentence(&Part::Name("start".into()), &mut choose, &mut text);
        prop_assert!(grammar.accepts(&text), "{}", text);
        let parsed = parse(text.as_bytes()).map_err(|refusal| refusal.message);
        prop_assert!(parsed.is_ok(), "{}\n{:?}", text, parsed);
    }
}
