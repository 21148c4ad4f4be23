//! Columns of text, aligned.

use super::Layout;

/// To which side the cells of a column go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Between columns.
const GAP: &str = "  ";

/// The longest name in a cell, in characters.
const MAX_NAME: usize = 32;

/// A line with the headings and one for each row. A row has as many cells as there are headings.
pub(crate) fn table<const N: usize>(headings: [(&str, Side); N], rows: &[[String; N]]) -> String {
    let mut widths = headings.map(|(heading, _)| heading.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    let mut line = |cells: &[&str; N]| {
        let columns = cells.iter().zip(widths).zip(headings).map(|((cell, width), (_, side))| match side {
            Side::Left => format!("{cell:<width$}"),
            Side::Right => format!("{cell:>width$}"),
        });
        text.push_str(columns.collect::<Vec<_>>().join(GAP).trim_end());
        text.push('\n');
    };
    line(&headings.map(|(heading, _)| heading));
    for row in rows {
        line(&row.each_ref().map(String::as_str));
    }
    text
}

/// A name from elsewhere for a terminal: nothing in it moves the cursor, changes the direction of writing or is
/// invisible, and it is not too long.
pub(crate) fn name(name: &str, layout: Layout) -> String {
    let shown = |letter: char| {
        let hidden = letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
        if hidden || layout.ascii && !letter.is_ascii() { '?' } else { letter }
    };
    if name.chars().count() <= MAX_NAME {
        return name.chars().map(shown).collect();
    }
    let mark = if layout.ascii { '~' } else { '…' };
    name.chars().take(MAX_NAME - 1).map(shown).chain([mark]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_harmless_and_short() {
        let unicode = Layout { width: 80, ascii: false };
        let ascii = Layout { ascii: true, ..unicode };
        let long = "é".repeat(40);
        for (given, layout, expected) in [
            ("rtk", unicode, "rtk".to_owned()),
            ("a\u{1b}[31m\n", unicode, "a?[31m?".to_owned()),
            ("a\u{202e}b\u{200b}", unicode, "a?b?".to_owned()),
            ("é", ascii, "?".to_owned()),
            (&long, unicode, format!("{}…", "é".repeat(31))),
            (&long, ascii, format!("{}~", "?".repeat(31))),
            (&"x".repeat(32), unicode, "x".repeat(32)),
        ] {
            assert_eq!(name(given, layout), expected, "{given:?}");
        }
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let cells = |left: &str, right: &str| [left.to_owned(), right.to_owned()];
        let rows = [cells("a", "1,000"), cells("Überlang", "2"), cells("", "")];
        assert_eq!(
            table([("name", Side::Left), ("n", Side::Right)], &rows),
            "name          n\na         1,000\nÜberlang      2\n\n"
        );
    }
}
