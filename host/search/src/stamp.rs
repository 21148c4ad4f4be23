//! What the file system says of a file, by which it is known that it has not changed.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file as it was when it was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) device: u64,
    pub(crate) inode: u64,
    /// Bytes.
    pub(crate) size: u64,
    /// Nanoseconds since 1970 of the last change of its bytes.
    pub(crate) modified: i64,
    /// Nanoseconds since 1970 of the last change of anything about it; nobody can set it back.
    pub(crate) changed: i64,
}

impl Stamp {
    /// Whether a file that has this stamp again later is the same to the last byte, if it had the stamp at `now`
    /// (nanoseconds since 1970) and file systems count time in steps of less than `step`: a change that came after
    /// would have another time.
    pub(crate) fn is_settled(&self, now: i64, step: Duration) -> bool {
        let latest = self.modified.max(self.changed);
        // A time in the future was set by somebody, or the clock has been set back.
        u128::try_from(now.saturating_sub(latest)).is_ok_and(|age| age > step.as_nanos())
    }
}

/// Nanoseconds since 1970.
pub(crate) fn now() -> i64 {
    let age = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(age.as_nanos()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_just_now_is_not_settled() {
        let second = 1_000_000_000;
        for (modified, changed, now, settled) in [
            (0, 0, 3 * second, true),
            (0, 0, 2 * second, false),
            (0, 2 * second, 3 * second, false),
            (2 * second, 0, 3 * second, false),
            (9 * second, 0, 3 * second, false),
            (0, 9 * second, 3 * second, false),
        ] {
            let stamp = Stamp { device: 1, inode: 1, size: 1, modified, changed };
            assert_eq!(stamp.is_settled(now, Duration::from_secs(2)), settled, "{stamp:?} at {now}");
        }
    }
}
