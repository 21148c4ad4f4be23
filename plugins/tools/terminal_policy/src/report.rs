//! The structured result of both tools.

use serde::Serialize;
use toolhost_plugin::terminal::{Observation, Status};
use toolhost_plugin::{Failure, Outcome, Returns, context};

use crate::signals;
use crate::wait::Wait;

/// What one look at a command showed. The output itself is the body, `output`.
#[derive(Serialize, Returns, Debug, PartialEq)]
pub struct Report {
    /// Status of a command that has ended; 128 and the signal's number where a signal ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    /// Names a command that still runs, for write_stdin.
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<u32>,
    /// The signal that ended the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    signal: Option<String>,
    /// Time that this call took.
    wall_time_seconds: f64,
    /// How long this call would have waited.
    effective_yield_time_ms: u32,
    /// Directory in which the command was started.
    workdir: String,
    /// Processes that live on after their command has ended.
    background_processes: u32,
    /// What the caller should know beyond the output.
    notices: Vec<String>,
}

/// An observation without its output.
struct Seen {
    status: Status,
    wall_time_ms: u64,
    workdir: String,
    background: u32,
    notices: Vec<String>,
}

impl Report {
    fn new(seen: Seen, wait: Wait, os: &str) -> Self {
        let (exit_code, session_id, signal) = match seen.status {
            Status::Running(session) => (None, Some(session), None),
            Status::Exited(code) => (Some(code), None, None),
            Status::Signalled(number) => {
                (Some(128_i32.saturating_add(number)), None, Some(signals::name(os, number)))
            }
        };
        Self {
            exit_code,
            session_id,
            signal,
            wall_time_seconds: seconds(seen.wall_time_ms),
            effective_yield_time_ms: wait.effective_ms,
            workdir: seen.workdir,
            background_processes: seen.background,
            notices: wait.notice.into_iter().chain(seen.notices).collect(),
        }
    }
}

/// Exact to the millisecond: a command that runs for longer than 2^53 ms does not exist.
#[allow(clippy::cast_precision_loss, reason = "see above")]
fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

/// The result of a call that waited as `wait` says and saw `observation`.
///
/// # Errors
/// `internal` where the report does not serialise.
pub fn outcome(observation: Observation, wait: Wait) -> Result<Outcome, Failure> {
    let Observation { status, output, workdir, wall_time_ms, background, notices, .. } = observation;
    let (os, _) = context::platform();
    let report = Report::new(Seen { status, wall_time_ms, workdir, background, notices }, wait, &os);
    Ok(Outcome::new(&report)?.with_body(output.into()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{Report, Seen};
    use crate::wait::{MOST_MS, Wait};
    use serde_json::json;
    use toolhost_plugin::terminal::Status;

    fn report(status: Status, asked_ms: u64, wall_time_ms: u64, notices: &[&str]) -> serde_json::Value {
        let notices = notices.iter().map(|notice| (*notice).to_owned()).collect();
        let seen = Seen { status, wall_time_ms, workdir: "/w".to_owned(), background: 2, notices };
        serde_json::to_value(Report::new(seen, Wait::new(asked_ms, MOST_MS), "linux")).unwrap()
    }

    #[test]
    fn reports_say_how_the_command_stands() {
        let common = json!({"wall_time_seconds": 1.234, "effective_yield_time_ms": 10_000, "workdir": "/w", "background_processes": 2, "notices": []});
        let table = [
            (Status::Exited(0), json!({"exit_code": 0})),
            (Status::Exited(7), json!({"exit_code": 7})),
            (Status::Running(42), json!({"session_id": 42})),
            (Status::Signalled(15), json!({"exit_code": 143, "signal": "SIGTERM"})),
            (Status::Signalled(64), json!({"exit_code": 192, "signal": "signal 64"})),
        ];
        for (status, own) in table {
            let mut expected = common.clone();
            expected.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
            assert_eq!(report(status, 10_000, 1234, &[]), expected);
        }
    }

    #[test]
    fn the_clamp_comes_first_among_the_notices() {
        let report = report(Status::Exited(0), 60_000, 3, &["evicted"]);
        assert_eq!(
            report["notices"],
            json!(["yield_time_ms 60000 is above the most, 30000; waited 30000", "evicted"])
        );
        assert_eq!(report["effective_yield_time_ms"], json!(30_000));
        assert_eq!(report["wall_time_seconds"], json!(0.003));
    }
}
