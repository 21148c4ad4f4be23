//! The commands that one command is: what wraps another one, and what it wraps.

use toolhost_capability::shell::{SHORTENING, Word, program_name, wrapped};

use super::matching::script_at;
use super::table::{FEEDERS, Feeder, OWN_COMMANDS, PROJECT_RUNNERS};

/// The most layers that are looked at, far above what anybody writes.
const MOST: usize = 16;

/// A program with its arguments, which may be those of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layer<'a> {
    pub(super) words: &'a [Word],
    /// Whether it runs on what another program finds or reads, so that nothing is known of its status.
    pub(super) is_fed: bool,
}

/// The layers of a command, the outermost first.
pub(super) fn layers(words: &[Word]) -> Vec<Layer<'_>> {
    let mut layers = vec![Layer { words, is_fed: false }];
    let mut at = 0;
    while let Some(Layer { words, is_fed }) = layers.get(at).copied()
        && layers.len() < MOST
    {
        if let Some(words) = inner(words) {
            layers.push(Layer { words, is_fed });
        } else {
            layers.extend(fed(words).into_iter().map(|words| Layer { words, is_fed: true }));
        }
        at += 1;
    }
    layers
}

/// The command that the words wrap.
fn inner(words: &[Word]) -> Option<&[Word]> {
    if let Some(words) = wrapped(words) {
        return Some(words);
    }
    let (program, rest) = words.split_first()?;
    let program = program_name(program.as_deref()?);
    if SHORTENING.contains(&program) {
        return Some(rest);
    }
    if !PROJECT_RUNNERS.contains(&program) {
        return None;
    }
    let at = script_at(program, rest)?;
    let name = rest.get(at)?.as_deref()?;
    (!OWN_COMMANDS.contains(&name)).then(|| rest.get(at..)).flatten()
}

/// The commands that are run on what the program finds or reads.
fn fed(words: &[Word]) -> Vec<&[Word]> {
    let Some((Some(program), rest)) = words.split_first() else { return Vec::new() };
    let Some(feeder) = FEEDERS.iter().find(|feeder| feeder.programs.contains(&program_name(program))) else {
        return Vec::new();
    };
    if feeder.leads.is_empty() {
        return first_operand(feeder, rest).and_then(|at| rest.get(at..)).into_iter().collect();
    }
    let is_lead = |word: &Word| word.as_deref().is_some_and(|word| feeder.leads.contains(&word));
    let leads = rest.iter().enumerate().filter(|(_, word)| is_lead(word));
    leads.filter_map(|(at, _)| rest.get(at + 1..)).filter_map(until_end).collect()
}

/// Up to the word that ends a command of `find`, where there is one.
fn until_end(words: &[Word]) -> Option<&[Word]> {
    let end = words.iter().position(|word| matches!(word.as_deref(), Some(";" | "+")));
    words.get(..end.unwrap_or(words.len()))
}

fn first_operand(feeder: &Feeder, words: &[Word]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match word.as_deref() {
            Some("--") => return Some(at + 1),
            Some(text) if feeder.values.contains(&text) => at += 2,
            Some(text) if !text.starts_with('-') => return Some(at),
            // An option, or a word such as `-I{}`, of which only the shell will know what it is.
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_command_is_made_of() {
        let rows: [(&str, &[&str]); 8] = [
            ("cargo test", &["cargo test"]),
            (
                "timeout 5 rtk yarn jest -t x",
                &["timeout 5 rtk yarn jest -t x", "rtk yarn jest -t x", "yarn jest -t x", "jest -t x"],
            ),
            ("yarn add jest", &["yarn add jest"]),
            ("yarn workspace web eslint .", &["yarn workspace web eslint .", "eslint ."]),
            ("xargs -0 -n 1 env sed -i x", &["xargs -0 -n 1 env sed -i x", "*env sed -i x", "*sed -i x"]),
            (
                "find . -name x -exec rm {} ; -exec touch y +",
                &["find . -name x -exec rm {} ; -exec touch y +", "*rm {}", "*touch y"],
            ),
            ("fd -e rs -x sd a b", &["fd -e rs -x sd a b", "*sd a b"]),
            ("xargs -0", &["xargs -0"]),
        ];
        for (line, expected) in rows {
            let words: Vec<Word> = line.split(' ').map(|word| Some(word.to_owned())).collect();
            let found = layers(&words).into_iter().map(|layer| {
                let words: Vec<&str> = layer.words.iter().flatten().map(String::as_str).collect();
                format!("{}{}", if layer.is_fed { "*" } else { "" }, words.join(" "))
            });
            assert_eq!(found.collect::<Vec<_>>(), expected, "{line}");
        }
    }
}
