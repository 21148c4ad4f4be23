//! Reports of rows: what they say, and that they add up.

use std::time::Duration;

use proptest::prelude::*;
use toolhost_store::report::{Layout, Outcome};
use toolhost_store::{Day, Report, Row, Size, Stage};

const UNICODE: Layout = Layout { width: 80, ascii: false };
const ASCII: Layout = Layout { width: 80, ascii: true };

/// 2026-11-01.
const FIRST: i64 = 20_758;

fn row(
    day: i64,
    (tool, stage, provider, class): (&str, Stage, &str, &str),
    attempts: u64,
    tokens: (u64, u64),
) -> Row {
    Row {
        day: Day(FIRST + day),
        tool: tool.to_owned(),
        stage,
        provider: provider.to_owned(),
        class: class.to_owned(),
        attempts,
        before: Size { bytes: tokens.0 * 4, tokens: tokens.0 },
        after: Size { bytes: tokens.1 * 4, tokens: tokens.1 },
        duration: Duration::from_micros(attempts * 4_200),
    }
}

/// A month of an agent with two tools and two providers.
fn month() -> Vec<Row> {
    use Stage::{Reduce, Rewrite};
    let mut rows: Vec<Row> = (0_i64..30)
        .filter(|day| day % 7 < 5)
        .map(|day| {
            let calls = 20 + day.unsigned_abs() * 3;
            row(day, ("shell", Reduce, "rtk", "changed"), calls, (calls * 2_400, calls * 610))
        })
        .collect();
    rows.extend([
        row(3, ("shell", Reduce, "rtk", "unchanged"), 412, (90_000, 90_000)),
        row(3, ("shell", Reduce, "rtk", "refused:failure_lost"), 9, (40_000, 200)),
        row(4, ("shell", Reduce, "rtk", "refused:failure_lost"), 3, (9_000, 100)),
        row(4, ("shell", Reduce, "rtk", "invalid:empty"), 1, (900, 0)),
        row(5, ("shell", Reduce, "rtk", "remembered"), 250, (90_000, 9_000)),
        row(5, ("shell", Reduce, "-", "too_large"), 2, (300_000, 300_000)),
        row(5, ("shell", Reduce, "rtk", "timed_out"), 4, (50_000, 50_000)),
        row(5, ("shell", Reduce, "rtk", "not_found"), 1_204, (1, 1)),
        row(8, ("Bash", Reduce, "summary", "changed"), 2, (1_000, 1_250)),
        row(8, ("Bash", Rewrite, "rtk", "changed"), 3_000, (30_000, 33_000)),
        row(8, ("Bash", Rewrite, "rtk", "refused:not_in_table"), 7, (70, 70)),
        row(-1, ("shell", Reduce, "rtk", "changed"), 1_000_000, (1_000_000, 0)),
    ]);
    rows
}

fn days(first: i64, last: i64) -> std::ops::RangeInclusive<Day> {
    Day(FIRST + first)..=Day(FIRST + last)
}

#[test]
fn a_month() {
    let report = Report::new(&month(), &days(0, 29));
    insta::assert_snapshot!(report.text(UNICODE));
}

#[test]
fn a_month_in_ascii() {
    let text = Report::new(&month(), &days(0, 29)).text(ASCII);
    assert!(text.is_ascii());
    insta::assert_snapshot!(text);
}

#[test]
fn a_month_as_json() {
    insta::assert_json_snapshot!(Report::new(&month(), &days(0, 29)));
}

#[test]
fn a_year_in_a_narrow_terminal() {
    let rows: Vec<Row> = (0_i64..365)
        .map(|day| {
            let saved = (day % 90).unsigned_abs() * 1_000;
            row(day, ("shell", Stage::Reduce, "rtk", "changed"), 1, (saved + 500, 500))
        })
        .collect();
    insta::assert_snapshot!(Report::new(&rows, &days(0, 364)).text(Layout { width: 50, ascii: false }));
}

#[test]
fn a_day() {
    let rows = [row(0, ("shell", Stage::Reduce, "rtk", "changed"), 12, (30_000, 3_000))];
    insta::assert_snapshot!(Report::new(&rows, &days(0, 0)).text(UNICODE));
}

#[test]
fn all_days_there_are() {
    let rows = [
        row(0, ("shell", Stage::Reduce, "rtk", "changed"), 1, (4_000, 1_000)),
        row(9, ("shell", Stage::Reduce, "rtk", "changed"), 1, (2_000, 1_000)),
    ];
    insta::assert_snapshot!(Report::new(&rows, &(Day(i64::MIN)..=Day(i64::MAX))).text(UNICODE));
}

#[test]
fn commands_save_nothing_that_is_known() {
    let rows = [
        row(0, ("shell", Stage::Rewrite, "rtk", "changed"), 5, (50, 60)),
        row(0, ("Bash", Stage::Rewrite, "rtk", "unchanged"), 5, (50, 50)),
    ];
    insta::assert_snapshot!(Report::new(&rows, &days(0, 6)).text(UNICODE));
}

#[test]
fn an_empty_store() {
    let text = Report::new(&[], &days(0, 29)).text(UNICODE);
    assert_eq!(
        text,
        "Nothing was recorded from 2026-11-01 to 2026-11-30. Once `tool_optimizers` is enabled, what it saves \
         shows up here.\n"
    );
    let text = Report::new(&[], &days(0, 0)).text(UNICODE);
    assert!(text.starts_with("Nothing was recorded on 2026-11-01. "), "{text}");
    let text = Report::new(&[], &(Day(i64::MIN)..=Day(i64::MAX))).text(UNICODE);
    assert!(text.starts_with("Nothing was recorded. "), "{text}");
}

#[test]
fn names_of_others_do_not_reach_the_terminal() {
    let rows = [row(0, ("a\u{1b}]0;x\u{7}", Stage::Reduce, "\u{202e}p", "refused:\r\n"), 1, (1, 1))];
    let text = Report::new(&rows, &days(0, 0)).text(UNICODE);
    assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{text:?}");
    assert!(!text.contains('\u{202e}'));
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let class = prop::sample::select(vec![
        "changed",
        "remembered",
        "unchanged",
        "left_alone",
        "refused:failure_lost",
        "refused:count",
        "invalid:empty",
        "timed_out",
        "busy",
        "too_large",
        "config",
    ]);
    let name = (
        prop::sample::select(vec!["shell", "Bash", "x"]),
        prop::sample::select(vec![Stage::Rewrite, Stage::Reduce]),
        prop::sample::select(vec!["rtk", "summary"]),
        class,
    );
    let row = (0_i64..500, name, 0_u64..1 << 40, (0_u64..1 << 40, 0_u64..1 << 40))
        .prop_map(|(day, name, attempts, tokens)| row(day, name, attempts >> 20, tokens));
    prop::collection::vec(row, 0..60)
}

proptest! {
    #[test]
    fn a_report_adds_up(rows in rows(), last in 0_i64..600) {
        let report = Report::new(&rows, &days(0, last));
        let counted: Vec<&Row> = rows.iter().filter(|row| row.day.0 <= FIRST + last).collect();
        let attempts = |wanted: &dyn Fn(&Row) -> bool| -> u64 {
            counted.iter().filter(|row| wanted(row)).map(|row| row.attempts).sum()
        };
        let is = |row: &Row, outcome: Outcome| Outcome::of(&row.class).0 == outcome;
        let no_call = |row: &Row| is(row, Outcome::Remembered) || is(row, Outcome::NotAsked);
        prop_assert_eq!(report.total.calls, attempts(&|row| !no_call(row)));
        prop_assert_eq!(report.total.remembered, attempts(&|row| is(row, Outcome::Remembered)));
        prop_assert_eq!(report.total.changed, attempts(&|row| is(row, Outcome::Changed)));
        prop_assert_eq!(report.total.refused, attempts(&|row| is(row, Outcome::Refused)));
        prop_assert_eq!(report.total.failed, attempts(&|row| is(row, Outcome::Failed)));

        let reduced = || counted.iter().filter(|row| row.stage == Stage::Reduce && is(row, Outcome::Changed));
        prop_assert_eq!(report.total.tokens_before, reduced().map(|row| row.before.tokens).sum::<u64>());
        prop_assert_eq!(report.total.tokens_after, reduced().map(|row| row.after.tokens).sum::<u64>());

        let lines = |count: &dyn Fn(&toolhost_store::report::Totals) -> u64| -> u64 {
            report.lines.iter().map(|line| count(&line.totals)).sum()
        };
        prop_assert_eq!(report.total.calls, lines(&|totals| totals.calls));
        prop_assert_eq!(report.total.changed, lines(&|totals| totals.changed));
        prop_assert_eq!(report.total.refused, lines(&|totals| totals.refused));
        prop_assert_eq!(report.total.failed, lines(&|totals| totals.failed));
        prop_assert_eq!(report.total.tokens_before, lines(&|totals| totals.tokens_before));
        prop_assert_eq!(report.total.tokens_after, lines(&|totals| totals.tokens_after));
        let saved: i64 = report.lines.iter().map(|line| line.totals.tokens_saved).sum();
        prop_assert_eq!(report.total.tokens_saved, saved);
        prop_assert_eq!(saved, report.days.iter().map(|day| day.tokens_saved).sum::<i64>());

        let reasons: u64 = report.reasons.iter().map(|reason| reason.calls).sum();
        let not_asked = attempts(&|row| is(row, Outcome::NotAsked));
        prop_assert_eq!(reasons, report.total.refused + report.total.failed + not_asked);
    }

    #[test]
    fn a_plot_fits_the_terminal(rows in rows(), last in 0_i64..600, width in 40_usize..120, ascii: bool) {
        let text = Report::new(&rows, &days(0, last)).text(Layout { width, ascii });
        prop_assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
        prop_assert!(!ascii || text.is_ascii());
        if let Some(at) = text.find("\nTokens saved") {
            for line in text[at..].lines() {
                prop_assert!(line.chars().count() <= width, "{line:?}");
            }
        }
    }
}
