//! What the host and the reaper of a command say to each other.
//!
//! The reaper is a small program of its own, so that a command costs no copy of the host. It talks over one
//! socket, its standard input: the host sends a [`Launch`], then [`Order`]s of one byte; the reaper answers with
//! [`Report`]s of one line. After [`Report::Failed`] or [`Report::Empty`] it takes the next launch. An order that comes
//! between two commands means nothing: it crossed the report that its tree is gone. End of file on the socket means that
//! nobody wants the reaper any more, be it that the host is gone, and ends the tree like [`Order::End`].

#![forbid(unsafe_code)]

#[cfg(unix)]
mod launch;

use std::fmt;
use std::time::Duration;

#[cfg(unix)]
pub use launch::{LAUNCH, Launch};

/// How long a tree may react to SIGTERM before it is killed (contract, section 3).
pub const GRACE: Duration = Duration::from_millis(500);
/// How long the end of a tree may take in all, grace included, before survivors are reported.
pub const END_BOUND: Duration = Duration::from_secs(5);

/// What the host asks of a reaper. Each order's value is the byte that stands for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Order {
    /// SIGINT to every process of the tree.
    Interrupt = b'i',
    /// SIGTERM to every process of the tree.
    Terminate = b't',
    /// Stop and kill every process, without grace.
    Kill = b'K',
    /// SIGTERM, [`GRACE`], then as [`Order::Kill`].
    End = b'e',
}

impl Order {
    const ALL: [Order; 4] = [Order::Interrupt, Order::Terminate, Order::Kill, Order::End];

    /// The byte that stands for this order.
    pub fn byte(self) -> u8 {
        self as u8
    }

    /// The order that a byte stands for.
    pub fn from_byte(byte: u8) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.byte() == byte)
    }
}

/// How the command itself ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
}

/// What a reaper tells the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// The command runs under this process id.
    Started(u32),
    /// The command could not be started: the operating system's error number. The last report of this command.
    Failed(i32),
    /// The command itself has ended; this many processes of its tree live on.
    Exited(Exit, u32),
    /// The kernel has confirmed that no process of the tree is left. The last report of this
    /// command.
    Empty,
    /// The tree was to end, and after [`END_BOUND`] this many processes are still there. The reaper's
    /// last report.
    Survivors(u32),
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Started(pid) => write!(f, "started {pid}"),
            Report::Failed(errno) => write!(f, "failed {errno}"),
            Report::Exited(Exit::Code(code), background) => write!(f, "exited {code} {background}"),
            Report::Exited(Exit::Signal(signal), background) => {
                write!(f, "signalled {signal} {background}")
            }
            Report::Empty => f.write_str("empty"),
            Report::Survivors(count) => write!(f, "survivors {count}"),
        }
    }
}

impl Report {
    /// Reads one line as written by [`Display`](fmt::Display), without its line end.
    pub fn parse(line: &str) -> Option<Report> {
        let mut words = line.split(' ');
        let report = match words.next()? {
            "started" => Report::Started(words.next()?.parse().ok()?),
            "failed" => Report::Failed(words.next()?.parse().ok()?),
            "exited" => Report::Exited(Exit::Code(words.next()?.parse().ok()?), words.next()?.parse().ok()?),
            "signalled" => {
                Report::Exited(Exit::Signal(words.next()?.parse().ok()?), words.next()?.parse().ok()?)
            }
            "empty" => Report::Empty,
            "survivors" => Report::Survivors(words.next()?.parse().ok()?),
            _ => return None,
        };
        words.next().is_none().then_some(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_survives_the_wire() {
        for order in Order::ALL {
            assert_eq!(Order::from_byte(order.byte()), Some(order));
        }
        assert_eq!(Order::from_byte(b'x'), None);
        #[cfg(unix)]
        assert_eq!(Order::from_byte(LAUNCH), None);
    }

    #[test]
    fn every_report_survives_the_wire() {
        let reports = [
            Report::Started(4_194_304),
            Report::Failed(2),
            Report::Exited(Exit::Code(255), 0),
            Report::Exited(Exit::Signal(9), 3),
            Report::Empty,
            Report::Survivors(1),
        ];
        for report in reports {
            assert_eq!(Report::parse(&report.to_string()), Some(report));
        }
        for line in ["", "started", "started x", "exited 1", "empty 1", "gone"] {
            assert_eq!(Report::parse(line), None, "{line:?}");
        }
    }
}
