//! Time as the store counts it: handed in, in whole milliseconds and in days of UTC.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Serialize, Serializer};

/// Where the store gets the time from. Times are compared between processes and across restarts, so it is the time
/// of day; a clock that is set back costs at most that an answer is kept longer.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// The clock of the system.
    #[must_use]
    pub fn system() -> Self {
        Self::new(SystemTime::now)
    }

    /// A clock that says what `now` returns.
    #[must_use]
    pub fn new(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub(crate) fn now(&self) -> SystemTime {
        (self.0)()
    }

    pub(crate) fn millis(&self) -> i64 {
        millis(self.now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Clock")
    }
}

/// Whole milliseconds, as far as they fit.
pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

/// A day of UTC, as days since 1970-01-01. Prints and serialises as `2026-11-30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i64);

const SECONDS: u64 = 86_400;

impl Day {
    /// The day of a time. Before 1970 it is the first.
    #[must_use]
    pub fn of(time: SystemTime) -> Self {
        let seconds = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Self(i64::try_from(seconds / SECONDS).unwrap_or(i64::MAX))
    }

    /// The day `days` before this one.
    #[must_use]
    pub fn before(self, days: u32) -> Self {
        Self(self.0.saturating_sub(i64::from(days)))
    }
}

impl fmt::Display for Day {
    /// By the proleptic Gregorian calendar, with years that begin in March: February, whose length varies, is then
    /// last. 400 years have 146,097 days, and 1970-01-01 is 719,468 days after 0000-03-01.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = i128::from(self.0) + 719_468;
        let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let leaps = day_of_era / 1_460 - day_of_era / 36_524 + day_of_era / 146_096;
        let year_of_era = (day_of_era - leaps) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // Months of a year that begins in March have 153 days in every five.
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let (month, later) =
            if month_from_march < 10 { (month_from_march + 3, 0) } else { (month_from_march - 9, 1) };
        let year = era * 400 + year_of_era + later;
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (day, date) in [
            (-1, "1969-12-31"),
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (11_322, "2000-12-31"),
            (20_787, "2026-11-30"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(Day(day).to_string(), date);
        }
    }

    #[test]
    fn dates_follow_each_other() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut day = 0;
        for year in 1970..2500 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            for (month, length) in (1..).zip(lengths) {
                for date in 1..=length + i32::from(leap && month == 2) {
                    assert_eq!(Day(day).to_string(), format!("{year:04}-{month:02}-{date:02}"));
                    day += 1;
                }
            }
        }
    }

    #[test]
    fn a_day_begins_at_midnight_utc() {
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert_eq!(Day::of(at(86_399)), Day(0));
        assert_eq!(Day::of(at(86_400)), Day(1));
        assert_eq!(Day::of(UNIX_EPOCH - Duration::from_secs(1)), Day(0));
        assert_eq!(Day(400).before(30), Day(370));
    }
}
