//! Which lines of a reduction are about a test that failed: from a line with its name to the next one with another.

/// Where the lines about tests begin and end.
#[derive(Debug)]
pub(super) struct Owners {
    /// Lines with the name of a test, each with the line where what it is about ends; both ascend.
    blocks: Vec<(u32, u32)>,
    /// The same from below, where messages stand above the names: each with the line where it begins.
    above: Vec<(u32, u32)>,
}

impl Owners {
    /// By the lines that name tests and those that have a message or a place, each in ascending order. Names in lines
    /// that follow each other have what comes behind them together.
    pub(super) fn of(mut named: Vec<u32>, told: &[u32]) -> Owners {
        named.dedup();
        let has_told = |from: u32, to: u32| {
            told.get(told.partition_point(|line| *line < from)).is_some_and(|line| *line < to)
        };
        let mut blocks = Vec::with_capacity(named.len());
        let (mut next, mut end) = (u32::MAX, u32::MAX);
        for line in named.iter().rev() {
            if has_told(*line, next) {
                end = next;
            }
            blocks.push((*line, end));
            next = *line;
        }
        blocks.reverse();
        let is_below = told.first().is_some_and(|told| named.first().is_some_and(|named| told < named));
        let mut above = Vec::new();
        let (mut before, mut start) = (0, 0);
        for line in named.iter().filter(|_| is_below) {
            if has_told(before, line + 1) {
                start = before;
            }
            above.push((*line, start));
            before = line + 1;
        }
        Owners { blocks, above }
    }

    /// Whether one of these messages stands in a line that is about a test, which these lines name.
    pub(super) fn have(&self, names: &[u32], messages: &[u32]) -> bool {
        let is_named = |line: u32| self.blocks.binary_search_by_key(&line, |(line, _)| *line).is_ok();
        names.iter().any(|name| {
            let bound = |blocks: &[(u32, u32)], other: u32| {
                let at = blocks.binary_search_by_key(name, |(line, _)| *line).ok();
                at.and_then(|at| blocks.get(at)).map_or(other, |(_, bound)| *bound)
            };
            let (from, to) = (bound(&self.above, *name), bound(&self.blocks, name + 1));
            let messages = messages.iter().skip(messages.partition_point(|line| *line < from));
            messages.take_while(|line| **line < to).any(|line| line == name || !is_named(*line))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with names, lines with messages, and of a test the names and the messages; whether it has one.
    type Row = (&'static [u32], &'static [u32], &'static [u32], &'static [u32], bool);

    #[test]
    fn lines_about_tests() {
        let rows: [Row; 10] = [
            (&[0, 1], &[0, 1], &[0], &[0], true),
            (&[0, 1], &[0, 1], &[0], &[1], false),
            (&[0, 3], &[1, 2, 4], &[0], &[2], true),
            (&[0, 3], &[1, 2, 4], &[3], &[2], false),
            (&[0, 3], &[1, 2, 4], &[3], &[4], true),
            // A list of names, then the message
            (&[0, 1, 2], &[3], &[0], &[3], true),
            (&[0, 1, 4], &[2, 5], &[0], &[5], false),
            // The message, then names
            (&[1, 2, 4], &[0, 3], &[2], &[0], true),
            (&[1, 2, 4], &[0, 3], &[4], &[0], false),
            (&[], &[3], &[], &[3], false),
        ];
        for (named, told, names, messages, expected) in rows {
            let owners = Owners::of(named.to_vec(), told);
            assert_eq!(owners.have(names, messages), expected, "{named:?} {told:?} {names:?} {messages:?}");
        }
    }
}
