//! A report for a terminal.

use std::collections::BTreeMap;

use super::number::{grouped, percent, short};
use super::table::{Side, name, table};
use super::{Line, Reason, Report, Totals, is_long, plot};
use crate::savings::Stage;

/// What the terminal is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Its width in characters, which the plot fills; between 40 and 200.
    pub width: usize,
    /// Whether nothing but ASCII is to be written.
    pub ascii: bool,
}

impl Layout {
    pub(crate) fn bounded_width(self) -> usize {
        self.width.clamp(40, 200)
    }
}

pub(crate) fn text(report: &Report, layout: Layout) -> String {
    let (from, to) = (report.from, report.to);
    let days = if is_long(&(from..=to)) {
        String::new()
    } else if from == to {
        format!(" on {from}")
    } else {
        format!(" from {from} to {to}")
    };
    if report.lines.is_empty() {
        return format!(
            "Nothing was recorded{days}. Once `tool_optimizers` is enabled, what it saves shows up here.\n"
        );
    }
    let mut parts = vec![
        format!(
            "What optimizers did{days}.\nTokens are estimates, of outputs that were changed; `again` counts what was remembered, which is no call.\n"
        ),
        lines(report, layout),
    ];
    if !report.reasons.is_empty() {
        parts.push(reasons(&report.reasons, layout));
    }
    parts.extend(plot::plot(&report.days, from, to, layout));
    parts.join("\n")
}

fn lines(report: &Report, layout: Layout) -> String {
    let mut rows: Vec<_> = report.lines.iter().map(|line| row(line, layout)).collect();
    if rows.len() > 1 {
        // A total of commands alone has no tokens either.
        let stage = if report.lines.iter().any(|line| line.stage == Stage::Reduce) {
            Stage::Reduce
        } else {
            Stage::Rewrite
        };
        let total = Line {
            tool: String::new(),
            stage,
            provider: String::new(),
            totals: report.total,
            classes: BTreeMap::new(),
        };
        let mut cells = row(&total, layout);
        cells[0] = "total".to_owned();
        cells[1] = String::new();
        rows.push(cells);
    }
    let headings = [
        ("tool", Side::Left),
        ("stage", Side::Left),
        ("provider", Side::Left),
        ("calls", Side::Right),
        ("changed", Side::Right),
        ("refused", Side::Right),
        ("failed", Side::Right),
        ("again", Side::Right),
        ("before", Side::Right),
        ("after", Side::Right),
        ("saved", Side::Right),
        ("%", Side::Right),
        ("ms/call", Side::Right),
    ];
    table(headings, &rows)
}

fn row(line: &Line, layout: Layout) -> [String; 13] {
    let totals = &line.totals;
    let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let tokens = |number: i64| match line.stage {
        Stage::Reduce => short(number),
        Stage::Rewrite => "-".to_owned(),
    };
    [
        name(&line.tool, layout),
        line.stage.name().to_owned(),
        name(&line.provider, layout),
        grouped(totals.calls),
        grouped(totals.changed),
        grouped(totals.refused),
        grouped(totals.failed),
        grouped(totals.remembered),
        tokens(signed(totals.tokens_before)),
        tokens(signed(totals.tokens_after)),
        tokens(totals.tokens_saved),
        totals.permille().map_or_else(|| "-".to_owned(), percent),
        mean(totals),
    ]
}

/// Milliseconds of a call, with one decimal.
fn mean(totals: &Totals) -> String {
    let tenths = (totals.micros / 100).checked_div(totals.calls).unwrap_or(0);
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

fn reasons(reasons: &[Reason], layout: Layout) -> String {
    let rows: Vec<_> = reasons
        .iter()
        .map(|reason| {
            [
                reason.outcome.name().to_owned(),
                name(&reason.reason, layout),
                reason.stage.name().to_owned(),
                name(&reason.provider, layout),
                grouped(reason.calls),
            ]
        })
        .collect();
    let headings = [
        ("not used", Side::Left),
        ("reason", Side::Left),
        ("stage", Side::Left),
        ("provider", Side::Left),
        ("calls", Side::Right),
    ];
    table(headings, &rows)
}
