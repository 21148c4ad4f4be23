//! The text of a query as nested forms.

/// One form of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// `( … )`
    List(Vec<Form>),
    /// `[ … ]`
    OneOf(Vec<Form>),
    /// `"…"`
    Text(String),
    /// Everything else: `identifier`, `name:`, `!name`, `@function`, `#eq?`, `.`, `_`.
    Word(String),
}

/// Reads all forms of a text. Comments begin with `;`.
///
/// # Errors
///
/// A bracket or a quote that is not closed, or a bracket that closes nothing.
pub(super) fn read(text: &str) -> Result<Vec<Form>, String> {
    let mut rest = text;
    let forms = forms(&mut rest, None)?;
    Ok(forms)
}

/// Forms up to the bracket `close`, which is taken, or up to the end.
fn forms(rest: &mut &str, close: Option<char>) -> Result<Vec<Form>, String> {
    let mut found = Vec::new();
    loop {
        *rest = rest.trim_start();
        let mut characters = rest.chars();
        let Some(first) = characters.next() else {
            return match close {
                None => Ok(found),
                Some(close) => Err(format!("`{close}` is missing at the end")),
            };
        };
        match first {
            ';' => *rest = rest.split_once('\n').map_or("", |(_, after)| after),
            '(' | '[' => {
                *rest = characters.as_str();
                let inner = forms(rest, Some(if first == '(' { ')' } else { ']' }))?;
                found.push(if first == '(' { Form::List(inner) } else { Form::OneOf(inner) });
            }
            ')' | ']' if close == Some(first) => {
                *rest = characters.as_str();
                return Ok(found);
            }
            ')' | ']' => {
                return Err(format!("`{first}` closes nothing before {:?}", excerpt(characters.as_str())));
            }
            '"' => {
                *rest = characters.as_str();
                found.push(Form::Text(quoted(rest)?));
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '"' | ';');
                let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                found.push(Form::Word(word.to_owned()));
                *rest = after;
            }
        }
    }
}

/// The text up to a quote, which is taken.
fn quoted(rest: &mut &str) -> Result<String, String> {
    let mut text = String::new();
    let mut characters = rest.chars();
    loop {
        match characters.next() {
            None => return Err("a quote is not closed".to_owned()),
            Some('"') => break,
            Some('\\') => match characters.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('r') => text.push('\r'),
                Some(other) => text.push(other),
                None => {}
            },
            Some(other) => text.push(other),
        }
    }
    *rest = characters.as_str();
    Ok(text)
}

fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn word(text: &str) -> Form {
        Form::Word(text.to_owned())
    }

    #[test]
    fn forms_are_read_as_they_are_nested() {
        let text = "; a comment (\n(a name: [(b) \"c\\\"\\n\"] @d . !e) ((f) (#eq? @d \";\"))";
        let expected = vec![
            Form::List(vec![
                word("a"),
                word("name:"),
                Form::OneOf(vec![Form::List(vec![word("b")]), Form::Text("c\"\n".to_owned())]),
                word("@d"),
                word("."),
                word("!e"),
            ]),
            Form::List(vec![
                Form::List(vec![word("f")]),
                Form::List(vec![word("#eq?"), word("@d"), Form::Text(";".to_owned())]),
            ]),
        ];
        assert_eq!(read(text).unwrap(), expected);
        assert_eq!(read("").unwrap(), []);
    }

    #[test]
    fn what_is_not_closed_is_an_error() {
        for text in ["(a", "[a", "(a]", ")", "\"a", "(a \"b\\"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
