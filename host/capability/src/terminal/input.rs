//! What is typed into a terminal.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use crate::Failure;
use crate::spawn::Pty;

/// Bytes that may wait for a program that does not read.
const MAX_PENDING: usize = 1 << 20;

/// A terminal that collects lines holds 4096 bytes on Linux and 1024 on macOS, and drops what comes beyond.
const SEGMENT: usize = 1000;

/// The keyboard of one session. Bytes are written by a thread, since a terminal whose program does not read
/// takes no more.
pub(super) struct Input {
    terminal: Arc<Pty>,
    queue: Mutex<Option<mpsc::Sender<Vec<u8>>>>,
    pending: Arc<AtomicUsize>,
}

impl Input {
    pub(super) fn new(terminal: Arc<Pty>) -> Input {
        Input { terminal, queue: Mutex::new(None), pending: Arc::new(AtomicUsize::new(0)) }
    }

    pub(super) fn terminal(&self) -> &Pty {
        &self.terminal
    }

    /// Queues bytes, all of them or none.
    pub(super) fn write(&self, bytes: Vec<u8>) -> Result<(), Failure> {
        let waiting = self.pending.load(Ordering::Acquire);
        if waiting.saturating_add(bytes.len()) > MAX_PENDING {
            return Err(Failure::new(
                "limit_exceeded",
                format!(
                    "{} bytes were not written: {waiting} typed bytes wait for a program that does not read, \
                     and at most {MAX_PENDING} may",
                    bytes.len()
                ),
            )
            .hint("Look at the program's output first, or send less at once."));
        }
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match &*queue {
            Some(sender) => sender,
            None => queue.insert(self.start().map_err(|error| Failure::new("io", error.to_string()))?),
        };
        self.pending.fetch_add(bytes.len(), Ordering::AcqRel);
        // A closed queue belongs to a terminal that is gone; the answer will say so.
        let _ = sender.send(bytes);
        Ok(())
    }

    fn start(&self) -> std::io::Result<mpsc::Sender<Vec<u8>>> {
        let mut writer = self.terminal.writer()?;
        let (sender, receiver) = mpsc::channel::<Vec<u8>>();
        let (terminal, pending) = (Arc::clone(&self.terminal), Arc::clone(&self.pending));
        std::thread::Builder::new().name("input".into()).spawn(move || {
            let mut column = 0;
            for bytes in receiver {
                let result = feed(&bytes, &mut column, || terminal.flush_byte(), &mut writer);
                pending.fetch_sub(bytes.len(), Ordering::AcqRel);
                if result.is_err() {
                    return;
                }
            }
        })?;
        Ok(sender)
    }
}

/// Writes bytes as they are, but hands a long line over piece by piece while the terminal collects lines:
/// beyond its buffer it would drop the rest. `column` is the length of the line so far.
fn feed(
    bytes: &[u8],
    column: &mut usize,
    flush_byte: impl Fn() -> Option<u8>,
    writer: &mut dyn Write,
) -> std::io::Result<()> {
    let mut rest = bytes;
    while !rest.is_empty() {
        if *column == SEGMENT {
            *column = 0;
            if let Some(flush) = flush_byte() {
                writer.write_all(&[flush])?;
            }
        }
        let window = &rest[..rest.len().min(SEGMENT - *column)];
        let line_end = memchr::memchr2(b'\n', b'\r', window);
        let (now, later) = rest.split_at(line_end.map_or(window.len(), |end| end + 1));
        writer.write_all(now)?;
        writer.flush()?;
        rest = later;
        *column = if line_end.is_some() { 0 } else { *column + now.len() };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failure is a failed test")]

    use super::*;

    #[test]
    fn long_lines_are_handed_over_in_pieces_only_while_lines_are_collected() {
        let long = vec![b'x'; 2500];
        let lines: Vec<u8> = b"0123456789\n".repeat(500);
        let mut pieces = Vec::new();
        for part in long.chunks(SEGMENT) {
            pieces.extend_from_slice(part);
            pieces.push(4);
        }
        pieces.pop();
        let rows: [(&[u8], Option<u8>, &[u8]); 5] = [
            (&long, Some(4), &pieces),
            (&long, None, &long),
            (&lines, Some(4), &lines),
            (b"q", Some(4), b"q"),
            (b"", Some(4), b""),
        ];
        for (bytes, flush, expected) in rows {
            let mut written = Vec::new();
            feed(bytes, &mut 0, || flush, &mut written).unwrap();
            assert!(written == expected, "{} bytes, {flush:?}", bytes.len());
        }
    }

    #[test]
    fn the_length_of_a_line_is_counted_over_several_writes() {
        let (mut written, mut column) = (Vec::new(), 0);
        for _ in 0..3 {
            feed(&[b'y'; 600], &mut column, || Some(4), &mut written).unwrap();
        }
        let flushes: Vec<usize> =
            written.iter().enumerate().filter(|(_, b)| **b == 4).map(|(i, _)| i).collect();
        assert_eq!(flushes, [1000]);
        assert_eq!(column, 800);
    }
}
