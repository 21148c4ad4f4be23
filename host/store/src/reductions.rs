//! Answers that were served once and are served again, byte for byte, until nobody has asked for two hours.
//!
//! An agent sends its whole history with each turn. An output that was reduced once and is not the next time, or
//! differently, costs it the cache of the prompt.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use twox_hash::XxHash3_128;

use crate::clock::{Clock, millis};
use crate::database::Database;
use crate::error::Error;

/// What an answer is remembered for: the digest of all that it depends on.
pub type Key = [u8; 32];

/// An answer that nobody asked for this long is forgotten; from section 6 of the contract.
pub const IDLE: Duration = Duration::from_secs(2 * 60 * 60);
/// An answer that is read counts as used once in this time: reading it otherwise writes nothing.
pub const REFRESH_EVERY: Duration = Duration::from_secs(60);
/// What all answers take at most, texts and a little for each. Past it, those unused the longest go.
pub const MAX_BYTES: u64 = 256 << 20;
/// How many answers there are at most.
pub const MAX_ENTRIES: u32 = 10_000;
/// The longest text. An output above 4 MiB is never reduced, and a reduction is shorter.
pub const MAX_TEXT_BYTES: usize = 4 << 20;
/// A process looks for answers to forget once in this time, when it writes,
pub const PRUNE_EVERY: Duration = Duration::from_secs(60);
/// and whenever it has written this much: [`MAX_BYTES`] is never exceeded by more, for each process.
pub const PRUNE_AFTER_BYTES: usize = 16 << 20;

/// What a row takes beside its texts, rounded up: key, numbers and index.
const ROW_BYTES: usize = 256;
/// How many pages of 4 KiB are given back to the file system at once, where more than half of the file is unused.
const RETURNED_PAGES: u32 = 2048;

/// What was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remembered {
    /// A shorter text.
    Reduced(Reduced),
    /// No optimizer made it shorter, and none is asked again.
    LeftAlone,
}

/// A shorter text in place of an output.
#[derive(Clone, PartialEq, Eq)]
pub struct Reduced {
    /// The text, at most [`MAX_TEXT_BYTES`].
    pub text: Arc<str>,
    /// Who made it.
    pub provider: Arc<str>,
    /// Estimated tokens of the output.
    pub tokens_before: u64,
    /// Estimated tokens of the text.
    pub tokens_after: u64,
}

/// Without contents, so that none gets into a log.
impl fmt::Debug for Reduced {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Reduced")
            .field("bytes", &self.text.len())
            .field("provider", &self.provider)
            .field("tokens_before", &self.tokens_before)
            .field("tokens_after", &self.tokens_after)
            .finish()
    }
}

/// What is kept after [`Reductions::keep`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// The value that was handed in.
    This,
    /// What another writer kept before; it is to be served.
    Earlier(Remembered),
}

/// Remembered answers.
#[derive(Debug)]
pub struct Reductions {
    database: Database,
    clock: Clock,
    /// When this process last looked for answers to forget, and what it has written since.
    pruned: AtomicI64,
    written: AtomicUsize,
    bounds: Bounds,
}

/// The bounds in force: smaller ones are for tests.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    bytes: u64,
    entries: u32,
}

/// A row: what it holds, and when it was last used. `None` for what, where it is not what was written.
struct Stored {
    remembered: Option<Remembered>,
    used: i64,
}

impl Reductions {
    pub(crate) fn new(database: Database, clock: Clock) -> Self {
        Self {
            database,
            clock,
            pruned: AtomicI64::new(i64::MIN),
            written: AtomicUsize::new(0),
            bounds: Bounds { bytes: MAX_BYTES, entries: MAX_ENTRIES },
        }
    }

    /// What was answered, which counts as a use of it. One that cannot be noted down, as the disk is full, is still
    /// answered.
    ///
    /// # Errors
    ///
    /// Any of [`Error`] but those of opening.
    pub fn get(&self, key: &Key) -> Result<Option<Remembered>, Error> {
        let now = self.clock.millis();
        let found = self.database.with(|connection| read(connection, key))?;
        let Some(Stored { remembered: Some(remembered), used }) = found else { return Ok(None) };
        if is_expired(used, now) {
            return Ok(None);
        }
        if is_stale(used, now) {
            let _ = self.database.with(|connection| touch(connection, key, now));
        }
        Ok(Some(remembered))
    }

    /// Forgets every answer; how many there were.
    ///
    /// # Errors
    ///
    /// Any of [`Error`] but those of opening.
    pub fn forget(&self) -> Result<usize, Error> {
        self.database.with(|connection| connection.execute("DELETE FROM reductions", []))
    }

    /// Keeps an answer, unless there is one: of several writers the first wins, and all of them learn what is kept.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`], and any other but those of opening. Nothing was kept then.
    pub fn keep(&self, key: &Key, value: &Remembered) -> Result<Kept, Error> {
        let bytes = match value {
            Remembered::Reduced(reduced) if reduced.text.len() > MAX_TEXT_BYTES => {
                return Err(Error::TooLarge { bytes: reduced.text.len(), limit: MAX_TEXT_BYTES });
            }
            Remembered::Reduced(reduced) => ROW_BYTES + reduced.text.len() + reduced.provider.len(),
            Remembered::LeftAlone => ROW_BYTES,
        };
        let now = self.clock.millis();
        let kept = self.database.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let kept = match read(&transaction, key)? {
                Some(Stored { remembered: Some(earlier), used }) if !is_expired(used, now) => {
                    if is_stale(used, now) {
                        touch(&transaction, key, now)?;
                    }
                    Kept::Earlier(earlier)
                }
                _ => {
                    write(&transaction, key, value, bytes, now)?;
                    Kept::This
                }
            };
            transaction.commit().map(|()| kept)
        })?;
        if kept == Kept::This {
            self.prune_if_due(bytes, now);
        }
        Ok(kept)
    }

    /// Forgets what is too old or too much, if that is due. A failure costs nothing but space: a later write tries
    /// again.
    fn prune_if_due(&self, bytes: usize, now: i64) {
        let written = self.written.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let since = now.saturating_sub(self.pruned.load(Ordering::Relaxed));
        if (0..millis(PRUNE_EVERY)).contains(&since) && written < PRUNE_AFTER_BYTES {
            return;
        }
        self.pruned.store(now, Ordering::Relaxed);
        self.written.store(0, Ordering::Relaxed);
        let _ = self.database.with(|connection| {
            prune(connection, self.bounds, now)?;
            give_back(connection)
        });
    }
}

fn is_expired(used: i64, now: i64) -> bool {
    now.saturating_sub(used) >= millis(IDLE)
}

/// Whether a use is worth a write. A time to come is one of a clock that was set back.
fn is_stale(used: i64, now: i64) -> bool {
    used > now || now.saturating_sub(used) >= millis(REFRESH_EVERY)
}

fn digest(reduced: &Reduced) -> [u8; 16] {
    XxHash3_128::oneshot(reduced.text.as_bytes()).to_le_bytes()
}

fn read(connection: &Connection, key: &Key) -> rusqlite::Result<Option<Stored>> {
    connection
        .prepare(
            "SELECT used, provider, tokens_before, tokens_after, digest, text FROM reductions WHERE key = ?1",
        )?
        .query_row([key.as_slice()], |row| Ok(Stored { used: row.get(0)?, remembered: remembered(row)? }))
        .optional()
}

/// What a row holds. SQLite does not notice a wrong bit in a text; the digest does.
fn remembered(row: &Row<'_>) -> rusqlite::Result<Option<Remembered>> {
    let Some(provider) = row.get(1)? else { return Ok(Some(Remembered::LeftAlone)) };
    let Ok(text) = row.get(5) else { return Ok(None) };
    let reduced = Reduced {
        text,
        provider,
        tokens_before: row.get::<_, i64>(2)?.unsigned_abs(),
        tokens_after: row.get::<_, i64>(3)?.unsigned_abs(),
    };
    let intact = row.get::<_, [u8; 16]>(4)? == digest(&reduced);
    Ok(intact.then_some(Remembered::Reduced(reduced)))
}

fn write(
    connection: &Connection,
    key: &Key,
    value: &Remembered,
    bytes: usize,
    now: i64,
) -> rusqlite::Result<()> {
    let reduced = match value {
        Remembered::Reduced(reduced) => Some(reduced),
        Remembered::LeftAlone => None,
    };
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    connection.execute(
        "INSERT OR REPLACE INTO reductions
         (key, used, bytes, provider, tokens_before, tokens_after, digest, text)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            key.as_slice(),
            now,
            i64::try_from(bytes).unwrap_or(i64::MAX),
            reduced.map(|reduced| &reduced.provider),
            reduced.map(|reduced| number(reduced.tokens_before)),
            reduced.map(|reduced| number(reduced.tokens_after)),
            reduced.map(digest),
            reduced.map(|reduced| &reduced.text),
        ],
    )?;
    Ok(())
}

fn touch(connection: &Connection, key: &Key, now: i64) -> rusqlite::Result<()> {
    connection.execute("UPDATE reductions SET used = ?2 WHERE key = ?1", params![key.as_slice(), now])?;
    Ok(())
}

fn prune(connection: &mut Connection, bounds: Bounds, now: i64) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute("UPDATE reductions SET used = ?1 WHERE used > ?1", [now])?;
    transaction.execute("DELETE FROM reductions WHERE used <= ?1", [now.saturating_sub(millis(IDLE))])?;
    // Counted from the last used on; where the sum is too much, that one and all before it go.
    transaction.execute(
        "DELETE FROM reductions WHERE rowid IN (
             SELECT id FROM (
                 SELECT rowid AS id, sum(bytes) OVER ages AS total, row_number() OVER ages AS place
                 FROM reductions
                 WINDOW ages AS (ORDER BY used DESC, bytes, rowid ROWS UNBOUNDED PRECEDING)
             ) WHERE total > ?1 OR place > ?2
         )",
        params![i64::try_from(bounds.bytes).unwrap_or(i64::MAX), bounds.entries],
    )?;
    transaction.commit()
}

/// Shortens a file that is mostly unused, a step at a time.
fn give_back(connection: &Connection) -> rusqlite::Result<()> {
    let count = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    if count("PRAGMA freelist_count")?.saturating_mul(2) > count("PRAGMA page_count")? {
        let mut statement = connection.prepare(&format!("PRAGMA incremental_vacuum({RETURNED_PAGES})"))?;
        let mut rows = statement.query([])?;
        while rows.next()?.is_some() {}
    }
    Ok(())
}

#[cfg(test)]
#[path = "reductions_tests.rs"]
mod tests;
