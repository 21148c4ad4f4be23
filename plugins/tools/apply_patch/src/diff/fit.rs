//! A report within the answer of a call: diffs get shorter or go, so that every file is still told of.

use serde_json::json;

use super::Report;
use crate::refusal::counted;

/// Lines of a diff that name its files. A diff that would have no more than these is left out.
const NAMES: usize = 2;

impl Report {
    /// The report with diffs that are short enough that all of it is at most `budget` bytes of JSON. Short diffs stay
    /// whole; the others have equal shares of what these leave. Entries stay, also where they alone are too much.
    #[must_use]
    pub fn within(mut self, budget: usize) -> Self {
        let whole = cost(&self);
        if whole <= budget {
            return self;
        }
        let costs = self.diff.iter().map(|entry| entry.content.as_ref().map_or(0, |text| text_cost(text)));
        let mut diffs: Vec<(usize, usize)> = costs.zip(0..).filter(|(cost, _)| *cost > 0).collect();
        diffs.sort_unstable();
        let bare = whole - diffs.iter().map(|(cost, _)| cost).sum::<usize>();
        let Some(mut room) = budget.checked_sub(bare) else { return self.without_content() };
        let mut left = diffs.len();
        for (cost, index) in diffs {
            let share = room / left;
            left -= 1;
            room -= cost.min(share);
            let Some(entry) = self.diff.get_mut(index).filter(|_| cost > share) else { continue };
            entry.content = entry.content.take().and_then(|content| shortened(&content, share));
            entry.truncated = true;
        }
        self
    }
}

/// The first lines of a diff and how many are missing, in at most `room` bytes of JSON; none where the names of its
/// files are all that has room.
fn shortened(content: &str, room: usize) -> Option<String> {
    let count = content.lines().count();
    let marker = |missing: usize| format!("… {} left out …", counted(missing, "line"));
    let mut room = room.checked_sub(text_cost(&marker(count)))?;
    let mut kept: Vec<&str> = Vec::new();
    for line in content.lines() {
        // A line feed is two bytes.
        let Some(rest) = room.checked_sub(text_cost(line) + 2) else { break };
        room = rest;
        kept.push(line);
    }
    let marker = marker(count - kept.len());
    (kept.len() > NAMES).then(|| format!("{}\n{marker}", kept.join("\n")))
}

fn cost(report: &Report) -> usize {
    json!(report).to_string().len()
}

/// Bytes of a text within a JSON string, without the quotes around it.
fn text_cost(text: &str) -> usize {
    json!(text).to_string().len() - 2
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{cost, text_cost};
    use crate::diff::{Entry, Operation, Report};

    fn report(contents: &[Option<String>]) -> Report {
        let entry = |content: &Option<String>| Entry {
            path: "f".to_owned(),
            operation: Operation::Created,
            content: content.clone(),
            truncated: content.is_none(),
            additions: Some(1),
            deletions: Some(0),
            is_empty: false,
        };
        Report { diff: contents.iter().map(entry).collect() }
    }

    /// A diff with so many lines below the names, each of 10 bytes with the line feed before it.
    fn diff(lines: usize) -> Option<String> {
        Some(format!("--- /dev/null\n+++ b/f{}", "\n+xxxxxxxx".repeat(lines)))
    }

    #[test]
    fn short_diffs_stay_and_long_ones_share_what_is_left() {
        let bare = cost(&report(&[Some(String::new()), Some(String::new()), Some(String::new())]));
        let names = text_cost("--- /dev/null\n+++ b/f");
        let told = |lines: [usize; 3], room: usize| {
            let told = report(&lines.map(diff)).within(bare + room);
            let told = told.diff.into_iter().map(|entry| {
                let lines = entry.content.map(|text| {
                    text.lines().skip(2).map(|line| line.trim_start_matches("+xxxxxxxx").to_owned()).collect()
                });
                (lines.map(|lines: Vec<String>| lines.concat()), entry.truncated)
            });
            told.collect::<Vec<_>>()
        };
        let whole = || (Some(String::new()), false);
        let cut = |missing: usize| (Some(format!("… {missing} lines left out …")), true);
        // A line costs 11 bytes, as a line feed is written as two; the marker is 25 bytes and the line feed.
        let room = 3 * names + 11 * (2 + 2 * 10) + 2 * 27;
        assert_eq!(told([2, 10, 10], room), [whole(), whole(), whole()]);
        assert_eq!(told([2, 50, 40], room), [whole(), cut(40), cut(30)]);
        assert_eq!(told([50, 2, 2], room), [cut(30), whole(), whole()]);
        assert_eq!(told([2, 10, 10], 10), [(None, true), (None, true), (None, true)]);
    }

    #[test]
    fn a_report_that_fits_to_the_byte_is_whole() {
        let report = report(&[diff(3), diff(900), None]);
        let size = cost(&report);
        assert_eq!(report.clone().within(size), report);
        assert_ne!(report.clone().within(size - 1), report);
    }

    proptest! {
        #[test]
        fn every_entry_stays_and_all_of_it_fits(
            contents in prop::collection::vec(prop::option::of("([+\"\\\\é\t x]{0,30}\n){0,40}"), 0..6),
            budget in 0_usize..4_000,
        ) {
            let before = report(&contents);
            let bare = cost(&before.clone().without_content());
            let after = before.clone().within(budget);
            prop_assert_eq!(after.diff.len(), before.diff.len());
            prop_assert!(cost(&after) <= budget.max(bare));
            for (after, before) in after.diff.iter().zip(&before.diff) {
                let text = |entry: &Entry| entry.content.clone().unwrap_or_default();
                prop_assert!(after.truncated || text(after) == text(before));
            }
        }
    }
}
