//! How long a call waits for output before it returns with the command still running.

/// The shortest wait in milliseconds: below it a model polls more than it reads.
pub const LEAST_MS: u32 = 250;

/// The longest wait in milliseconds of a call that starts a command or sends input to one.
pub const MOST_MS: u32 = 30_000;

/// The longest wait in milliseconds of a call that only looks: long builds are worth one long look.
pub const MOST_POLL_MS: u32 = 300_000;

/// A wait within bounds, and the sentence that says so where it is not the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Milliseconds.
    pub effective_ms: u32,
    /// For the model, where the wait was changed.
    pub notice: Option<String>,
}

impl Wait {
    /// Brings `asked_ms` between [`LEAST_MS`] and `most_ms`.
    #[must_use]
    pub fn new(asked_ms: u64, most_ms: u32) -> Self {
        let effective_ms = u32::try_from(asked_ms).unwrap_or(u32::MAX).clamp(LEAST_MS, most_ms);
        let bound = if asked_ms > u64::from(effective_ms) { "above the most" } else { "below the least" };
        let notice = (asked_ms != u64::from(effective_ms))
            .then(|| format!("yield_time_ms {asked_ms} is {bound}, {effective_ms}; waited {effective_ms}"));
        Self { effective_ms, notice }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_MS, MOST_POLL_MS, Wait};

    #[test]
    fn waits_are_brought_within_bounds_and_it_is_said() {
        let table: &[(u64, u32, u32, Option<&str>)] = &[
            (0, MOST_MS, 250, Some("yield_time_ms 0 is below the least, 250; waited 250")),
            (249, MOST_MS, 250, Some("yield_time_ms 249 is below the least, 250; waited 250")),
            (250, MOST_MS, 250, None),
            (10_000, MOST_MS, 10_000, None),
            (30_000, MOST_MS, 30_000, None),
            (60_000, MOST_MS, 30_000, Some("yield_time_ms 60000 is above the most, 30000; waited 30000")),
            (60_000, MOST_POLL_MS, 60_000, None),
            (
                300_001,
                MOST_POLL_MS,
                300_000,
                Some("yield_time_ms 300001 is above the most, 300000; waited 300000"),
            ),
            (
                u64::MAX,
                MOST_MS,
                30_000,
                Some("yield_time_ms 18446744073709551615 is above the most, 30000; waited 30000"),
            ),
        ];
        for (asked, most, effective_ms, notice) in table {
            let expected = Wait { effective_ms: *effective_ms, notice: notice.map(str::to_owned) };
            assert_eq!(Wait::new(*asked, *most), expected);
        }
    }
}
