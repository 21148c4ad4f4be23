//! How the words of a command fit the tables.

use toolhost_capability::shell::Word;

use super::reading::Class;
use super::table::{
    CHORES, FIXING, FORGIVING, IDLE, IDLE_ALONE, IDLE_OF, REPAIRS, Row, SCRIPT_RUNNERS, SCRIPTS, TALKATIVE,
    TARGET_RUNNERS, TASKS, UNCHANGING, VALUES, WATCHING, is_any,
};

/// Options of the runners of scripts that name what is run everywhere, such as `nx run-many --target=test`.
const TARGETS: [&str; 3] = ["--target", "--targets", "-t"];

/// Whether a row of the table is about the command.
pub(super) fn fits(table: &[Row], program: &str, words: &[Word]) -> bool {
    table.iter().any(|row| row.programs.contains(&program) && row.fits(program, words))
}

impl Row {
    fn fits(&self, program: &str, words: &[Word]) -> bool {
        let Some(behind) = self.behind_subcommand(program, words) else { return false };
        (self.with.is_empty() || has(behind, self.with)) && !has(behind, self.without)
    }

    /// What stands behind the subcommand; everything if there is none.
    fn behind_subcommand<'a>(&self, program: &str, words: &'a [Word]) -> Option<&'a [Word]> {
        if self.subcommands.is_empty() {
            return Some(words);
        }
        let operands = operands(program, words);
        let end = self.subcommands.iter().find_map(|subcommand| {
            let parts: Vec<&str> = subcommand.split(' ').collect();
            let places = operands.get(..parts.len())?;
            let is_it = places.iter().zip(&parts).all(|(place, part)| text(words, *place) == Some(*part));
            places.last().filter(|_| is_it).copied()
        })?;
        words.get(end + 1..)
    }
}

/// Whether the command only tells of the program, or ends well whatever the code is like.
pub(super) fn proves_nothing(program: &str, words: &[Word]) -> bool {
    has(words, IDLE)
        || has(words, FORGIVING)
        || is_idle_alone(program, words)
        || IDLE_OF.iter().any(|(programs, idle)| programs.contains(&program) && has(words, idle))
}

/// Whether a program that changes files changes none.
pub(super) fn changes_nothing(words: &[Word]) -> bool {
    has(words, UNCHANGING) || is_idle_alone("", words)
}

fn is_idle_alone(program: &str, words: &[Word]) -> bool {
    let [Some(word)] = words else { return false };
    IDLE_ALONE.contains(&word.as_str()) && !TALKATIVE.contains(&(program, word))
}

fn has(words: &[Word], options: &[&str]) -> bool {
    words.iter().flatten().any(|word| is_any(word, options))
}

fn text(words: &[Word], place: usize) -> Option<&str> {
    words.get(place)?.as_deref()
}

/// Where the words are that are neither options nor their values, nor a toolchain of cargo's.
fn operands(program: &str, words: &[Word]) -> Vec<usize> {
    let with_values =
        VALUES.iter().find(|(names, _)| names.contains(&program)).map_or(&[][..], |(_, options)| options);
    let mut operands = Vec::new();
    let mut words = words.iter().enumerate();
    while let Some((place, word)) = words.next() {
        match word.as_deref() {
            Some("--") => break,
            Some(text) if with_values.contains(&text) => {
                words.next();
            }
            Some(text) if text.starts_with('-') || text.starts_with('+') => {}
            _ => operands.push(place),
        }
    }
    operands
}

/// Whether one of the targets that are named, if any are, may look at the code.
pub(super) fn has_goal(program: &str, words: &[Word]) -> bool {
    if !TARGET_RUNNERS.contains(&program) {
        return true;
    }
    // Neither `CC=gcc` nor the number behind `-j` is a target. One that only the shell will know may be any.
    let is_target = |name: &str| !name.contains('=') && name.parse::<u32>().is_err();
    let names = operands(program, words).into_iter().map(|place| text(words, place));
    let mut names = names.filter(|name| name.is_none_or(is_target)).peekable();
    names.peek().is_none() || names.any(|name| name.is_none_or(is_goal))
}

fn is_goal(name: &str) -> bool {
    let parts = parts(name);
    let has = |known: &[&str]| parts.iter().any(|part| known.contains(&part.as_str()));
    !has(FIXING) && !has(&[WATCHING]) && (has(SCRIPTS) || !has(CHORES))
}

/// The words that a name is made of, in small letters.
fn parts(name: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut was_small = false;
    for character in name.chars() {
        if !character.is_alphanumeric() || (was_small && character.is_uppercase()) {
            parts.push(String::new());
        }
        was_small = character.is_lowercase();
        if let Some(part) = parts.last_mut()
            && character.is_alphanumeric()
        {
            part.extend(character.to_lowercase());
        }
    }
    parts
}

/// Where the name of a script, or of a program of the project, stands.
pub(super) fn script_at(program: &str, words: &[Word]) -> Option<usize> {
    let mut places = operands(program, words).into_iter();
    let mut place = places.next()?;
    while let Some((_, between)) = TASKS.iter().find(|(task, _)| text(words, place) == Some(*task)) {
        place = places.nth(*between)?;
    }
    Some(place)
}

/// What a script of a manifest means, by its name.
pub(super) fn of_script(program: &str, words: &[Word]) -> Class {
    if !SCRIPT_RUNNERS.contains(&program) {
        return Class::Neutral;
    }
    let of_option = words.iter().enumerate().find_map(|(place, word)| {
        let word = word.as_deref()?;
        let (option, value) = word.split_once('=').unwrap_or((word, ""));
        let is_apart = value.is_empty();
        TARGETS.contains(&option).then(|| if is_apart { text(words, place + 1) } else { Some(value) })?
    });
    let name = match (program, of_option) {
        ("nx", Some(names)) => Some(names),
        _ => script_at(program, words).and_then(|place| text(words, place)),
    };
    let Some(name) = name.filter(|name| name.split(',').any(is_verifying)) else { return Class::Neutral };
    let parts = parts(name);
    let has_part = |known: &str| parts.iter().any(|part| part == known);
    if has(words, REPAIRS) || FIXING.iter().any(|part| has_part(part)) {
        return Class::Changes;
    }
    if has_part(WATCHING) { Class::Neutral } else { Class::Verifies }
}

fn is_verifying(script: &str) -> bool {
    let first = script.split([':', '.', '/']).next().unwrap_or(script);
    SCRIPTS.contains(&first)
        || SCRIPTS.iter().any(|name| script.strip_suffix(name).is_some_and(|rest| rest.ends_with([':', '-'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_parts() {
        let rows: [(&str, &[&str]); 4] = [
            ("test", &["test"]),
            ("db:migrate-all", &["db", "migrate", "all"]),
            (":app:testDebug", &["", "app", "test", "debug"]),
            ("", &[""]),
        ];
        for (name, expected) in rows {
            assert_eq!(parts(name), expected, "{name}");
        }
    }
}
