//! `toolhost stats`: what the optimizers saved.

use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::Context;
use toolhost_store::report::Layout;
use toolhost_store::{Clock, Day, Report, Store};

use crate::arguments::Stats;
use crate::environment::{self, Folders};
use crate::{optimizing, output};

/// Prints the report. A store that nobody has made yet is empty, and is not made here.
pub(crate) fn run(folders: &Folders, stats: &Stats) -> anyhow::Result<ExitCode> {
    let today = Day::of(SystemTime::now());
    let days = today.before(stats.days - 1)..=today;
    let file = optimizing::store_file(folders);
    let rows = if file.exists() {
        let store = Store::open(&file, Clock::system())?;
        store.savings.rows(&days).context("what was saved cannot be read")?
    } else {
        Vec::new()
    };
    let report = Report::new(&rows, &days);
    if stats.json {
        output::pretty(&serde_json::to_value(&report)?)?;
    } else {
        let layout = Layout { width: environment::columns(), ascii: !environment::is_utf8() };
        output::text(&report.text(layout))?;
    }
    Ok(ExitCode::SUCCESS)
}
