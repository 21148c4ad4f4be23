//! Numbers by day as columns of blocks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::number::short;
use super::{Layout, SavedByDay};
use crate::clock::Day;

/// Lines of the plot, without its axis.
const HEIGHT: i128 = 5;
/// Characters of the label at the axis: `999.9k`.
const LABEL: usize = 6;
/// Heights that a block can have.
const STEPS: i128 = 8;
/// The widest column of one day, with the gap after it.
const MAX_COLUMN: i128 = 4;

/// What the plot is drawn with: blocks by height, and the parts of the axis.
struct Pen {
    blocks: [char; 9],
    line: char,
    top: char,
    corner: char,
    floor: char,
}

const UNICODE: Pen = Pen {
    blocks: [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
    line: '│',
    top: '┤',
    corner: '┼',
    floor: '─',
};
const ASCII: Pen = Pen {
    blocks: [' ', '.', '.', '.', ':', ':', ':', ':', '#'],
    line: '|',
    top: '+',
    corner: '+',
    floor: '-',
};

/// Several days side by side share a column where there are more days than columns.
struct Columns {
    /// Sums, from left to right; below zero counts as zero.
    sums: Vec<i128>,
    days_each: i128,
}

/// Tokens saved by day, with its heading. `None` where nothing was saved.
pub(crate) fn plot(days: &[SavedByDay], first: Day, last: Day, layout: Layout) -> Option<String> {
    let room = i128::try_from(layout.bounded_width().saturating_sub(LABEL + 2)).unwrap_or(1).max(1);
    let columns = columns(days, first, last, room);
    let highest = columns.sums.iter().copied().max().filter(|sum| *sum > 0)?;
    let count = i128::try_from(columns.sums.len()).unwrap_or(i128::MAX);
    let column_width = (room / count).clamp(1, MAX_COLUMN);

    let pen = if layout.ascii { &ASCII } else { &UNICODE };
    let top = short(i64::try_from(highest).unwrap_or(i64::MAX));
    let mut text = match columns.days_each {
        1 => "Tokens saved by day\n".to_owned(),
        days => format!("Tokens saved, {days} days a column\n"),
    };
    for line in (0..HEIGHT).rev() {
        let (label, edge) = if line == HEIGHT - 1 { (top.as_str(), pen.top) } else { ("", pen.line) };
        let mut drawn = format!("{label:>LABEL$} {edge}");
        for sum in &columns.sums {
            // Rounded up, so that the smallest number shows.
            let height = (sum * HEIGHT * STEPS + highest - 1) / highest;
            let step = usize::try_from((height - line * STEPS).clamp(0, STEPS)).unwrap_or(0);
            let block = pen.blocks.get(step).copied().unwrap_or(' ');
            let bar = if column_width == 1 { 1 } else { column_width - 1 };
            drawn.extend((0..column_width).map(|place| if place < bar { block } else { ' ' }));
        }
        text.push_str(drawn.trim_end());
        text.push('\n');
    }
    let floor: String = (0..count * column_width).map(|_| pen.floor).collect();
    let _ = writeln!(text, "{:>LABEL$} {}{floor}", "0", pen.corner);
    let dates = [first.to_string(), last.to_string()];
    let between = floor.chars().count().saturating_sub(dates.concat().len());
    let dates = match dates {
        [date, _] if first == last => date,
        dates if between > 0 => dates.join(&" ".repeat(between)),
        dates => dates.join(" to "),
    };
    let _ = writeln!(text, "{} {dates}", " ".repeat(LABEL + 1));
    Some(text)
}

fn columns(days: &[SavedByDay], first: Day, last: Day, room: i128) -> Columns {
    let count = i128::from(last.0) - i128::from(first.0) + 1;
    let days_each = (count + room - 1) / room;
    let mut sums: BTreeMap<i128, i128> = BTreeMap::new();
    for day in days {
        let column = (i128::from(day.day.0) - i128::from(first.0)) / days_each;
        *sums.entry(column).or_default() += i128::from(day.tokens_saved);
    }
    let sums = (0..(count + days_each - 1) / days_each)
        .map(|column| sums.get(&column).copied().unwrap_or_default().max(0))
        .collect();
    Columns { sums, days_each }
}
