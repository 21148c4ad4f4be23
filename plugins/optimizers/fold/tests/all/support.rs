//! What the tests of outputs are written with.

use toolhost_fold::{Folded, Rules, fold, source};

/// Lines made of a pattern, in which `#` is a number that counts up.
pub(crate) fn each(pattern: &str, count: usize) -> String {
    (1..=count).map(|number| pattern.replace('#', &number.to_string()) + "\n").collect()
}

/// What is left of `text`, which `command` printed; none where all of it is.
pub(crate) fn folded(command: &str, text: &str) -> Option<Folded> {
    let source = source(command, None)?;
    fold(text, &Rules { min_run: 3, keep: &[], source: &source })
}

/// What is left of `parts`, which `command` printed with five lines on either side.
pub(crate) fn left(command: &str, parts: &[&str]) -> Option<String> {
    let (head, tail) = (each("head #", 5), each("tail #", 5));
    let folded = folded(command, &format!("{head}{}{tail}", parts.concat()))?;
    Some(folded.text.strip_prefix(&head).unwrap().strip_suffix(&tail).unwrap().to_owned())
}
