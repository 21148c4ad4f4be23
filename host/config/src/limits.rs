//! Every bound that a configuration can set, with the range that it may lie in: one table each for calls,
//! spools and the runtime. Both forms of a limit, written and resolved, come out of its one row.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::written::quantity::{ByteSize, Count, Interval, Quantity};

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const SECOND: u64 = 1000;
const HOUR: u64 = 3600 * SECOND;

const fn size(bytes: u64) -> ByteSize {
    ByteSize(bytes)
}

const fn millis(millis: u64) -> Interval {
    Interval(Duration::from_millis(millis))
}

const fn count(count: u64) -> Count {
    Count(count)
}

/// Rows of `key: written as resolved = lowest => highest`; makes the written struct, in which every key may be missing, and
/// the resolved one, in which none is.
macro_rules! bounded {
    (
        $(#[$meta:meta])*
        $written:ident as $title:literal, $resolved:ident {
            $( $(#[$doc:meta])* $key:ident: $kind:ident as $value:ty = $low:expr => $high:expr; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        #[schemars(rename = $title)]
        pub struct $written {
            $( $(#[$doc])* pub $key: Option<$kind>, )*
        }

        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $resolved {
            $( $(#[$doc])* pub $key: $value, )*
        }

        impl $written {
            /// Keys whose value lies outside its range, each with a sentence that names the range.
            pub(crate) fn out_of_range(&self) -> Vec<(&'static str, String)> {
                let mut faults = Vec::new();
                $(
                    let (low, high) = ($low, $high);
                    if let Some(value) = self.$key
                        && !(low.get()..=high.get()).contains(&value.get())
                    {
                        let message = format!("{value} is out of range; it must be from {low} to {high}");
                        faults.push((stringify!($key), message));
                    }
                )*
                faults
            }

            /// These values, and those of `base` for keys that are missing here.
            pub(crate) fn over(&self, base: &Self) -> Self {
                Self { $( $key: self.$key.or(base.$key), )* }
            }

            /// All values, or the name of the first key that is missing.
            pub(crate) fn complete(&self) -> Result<$resolved, &'static str> {
                Ok($resolved { $( $key: self.$key.ok_or(stringify!($key))?.get(), )* })
            }
        }
    };
}

/// What only limits of calls need: an entry or a workspace may lower what a plugin has.
macro_rules! narrowing {
    ($($key:ident: $kind:ty),* $(,)?) => {
        impl WrittenLimits {
            /// Keys that ask for more than `granted`, each with the value that was granted.
            pub(crate) fn wider_than(&self, granted: &Limits) -> Vec<(&'static str, String)> {
                let mut faults = Vec::new();
                $(
                    if self.$key.is_some_and(|value| value.get() > granted.$key) {
                        faults.push((stringify!($key), <$kind>::from_value(granted.$key).to_string()));
                    }
                )*
                faults
            }

            /// `granted`, lowered to the values that are given here.
            pub(crate) fn within(&self, granted: &Limits) -> Limits {
                Limits {
                    $( $key: self.$key.map_or(granted.$key, |value| value.get().min(granted.$key)), )*
                }
            }

            /// Takes a key out.
            pub(crate) fn remove(&mut self, key: &str) {
                match key {
                    $( stringify!($key) => self.$key = None, )*
                    _ => {}
                }
            }
        }

        impl Limits {
            /// The lower of both for every limit.
            #[must_use]
            pub fn meet(&self, other: &Self) -> Self {
                Self { $( $key: self.$key.min(other.$key), )* }
            }
        }
    };
}

bounded! {
    /// Bounds of one call of a plugin.
    WrittenLimits as "Limits", Limits {
        /// Linear memory, summed over all memories of the component.
        memory: ByteSize as u64 = size(MIB) => size(4 * GIB);
        /// Time from start to end of a call, waiting for a command or a person left out.
        timeout: Interval as Duration = millis(10) => millis(HOUR);
        /// Elements in all tables together.
        table_elements: Count as u64 = count(1) => count(10_000_000);
        /// Bytes that one host call may take from the guest.
        hostcall_bytes: ByteSize as u64 = size(64 * KIB) => size(GIB);
        /// Calls of the host's own functions.
        host_calls: Count as u64 = count(1) => count(1_000_000_000);
        /// Things of the host's that a component may hold at once.
        handles: Count as u64 = count(8) => count(1_000_000);
        /// Log lines of one call; further ones are counted and dropped.
        log_lines: Count as u64 = count(0) => count(100_000);
        /// Bytes of one log line; the rest is cut.
        log_line_bytes: ByteSize as u64 = size(64) => size(64 * KIB);
        /// Bytes of the result that a call hands back, spooled output left out.
        result_bytes: ByteSize as u64 = size(KIB) => size(GIB);
        /// Bytes kept of what a component prints to standard output and standard error, each.
        stdout_bytes: ByteSize as u64 = size(0) => size(64 * MIB);
        /// Random bytes that one request may be for.
        random_bytes: ByteSize as u64 = size(0) => size(16 * MIB);
    }
}

narrowing! {
    memory: ByteSize,
    timeout: Interval,
    table_elements: Count,
    hostcall_bytes: ByteSize,
    host_calls: Count,
    handles: Count,
    log_lines: Count,
    log_line_bytes: ByteSize,
    result_bytes: ByteSize,
    stdout_bytes: ByteSize,
    random_bytes: ByteSize,
}

bounded! {
    /// Bounds of the folder in which the whole output of commands is kept.
    WrittenSpool as "Spool", Spool {
        /// Bytes that the output of one command may fill before its spool stops.
        max_session_bytes: ByteSize as u64 = size(MIB) => size(1024 * GIB);
        /// Files of ended sessions that are kept.
        max_files: Count as u64 = count(1) => count(1_000_000);
        /// Age at which a file of an ended session is removed.
        max_age: Interval as Duration = millis(60 * SECOND) => millis(366 * 24 * HOUR);
        /// Bytes of all files of ended sessions together.
        max_bytes: ByteSize as u64 = size(MIB) => size(16 * 1024 * GIB);
    }
}

bounded! {
    /// How many calls the host runs at a time.
    WrittenRuntime as "Runtime", Runtime {
        /// Calls that compute in a sandbox at one time; more wait their turn.
        parallel_calls: Count as u64 = count(1) => count(256);
        /// Calls that exist at one time, those that wait for a command included.
        live_calls: Count as u64 = count(1) => count(4096);
    }
}
