//! Rows of savings in the file.

use std::ops::RangeInclusive;
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::row::{Counts, Name, Row, Size};
use crate::clock::Day;

fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Adds counts to the rows of their names; then, if asked, drops rows before a day and those past a number.
pub(super) fn add(
    connection: &mut Connection,
    rows: &[(Name, Counts)],
    bounds: Option<(Day, u32)>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    {
        // Rounded sums of floating point numbers are not integers, so a sum stops at the largest.
        let mut statement = transaction.prepare(
            "INSERT INTO savings VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
             ON CONFLICT DO UPDATE SET
                 attempts = attempts + min(excluded.attempts, 9223372036854775807 - attempts),
                 bytes_before = bytes_before + min(excluded.bytes_before, 9223372036854775807 - bytes_before),
                 bytes_after = bytes_after + min(excluded.bytes_after, 9223372036854775807 - bytes_after),
                 tokens_before = tokens_before + min(excluded.tokens_before, 9223372036854775807 - tokens_before),
                 tokens_after = tokens_after + min(excluded.tokens_after, 9223372036854775807 - tokens_after),
                 micros = micros + min(excluded.micros, 9223372036854775807 - micros)",
        )?;
        for (name, counts) in rows {
            statement.execute(params![
                name.day.0,
                name.tool,
                name.stage,
                name.provider,
                name.class,
                integer(counts.attempts),
                integer(counts.before.bytes),
                integer(counts.after.bytes),
                integer(counts.before.tokens),
                integer(counts.after.tokens),
                integer(counts.micros),
            ])?;
        }
    }
    if let Some((oldest, most)) = bounds {
        prune(&transaction, oldest, most)?;
    }
    transaction.commit()
}

fn prune(transaction: &Transaction<'_>, oldest: Day, most: u32) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM savings WHERE day < ?1", [oldest.0])?;
    transaction.execute(
        "DELETE FROM savings WHERE (day, tool, stage, provider, class) IN (
             SELECT day, tool, stage, provider, class FROM savings
             ORDER BY day DESC, tool, stage, provider, class LIMIT -1 OFFSET ?1
         )",
        [most],
    )?;
    Ok(())
}

/// The rows of some days, sorted by day, tool, stage, provider and class.
pub(super) fn read(connection: &Connection, days: &RangeInclusive<Day>) -> rusqlite::Result<Vec<Row>> {
    let mut statement = connection.prepare(
        "SELECT day, tool, stage, provider, class, attempts, bytes_before, bytes_after, tokens_before,
                tokens_after, micros
         FROM savings WHERE day BETWEEN ?1 AND ?2 ORDER BY day, tool, stage, provider, class",
    )?;
    let rows = statement.query_map([days.start().0, days.end().0], |row| {
        let count = |column: usize| row.get::<_, i64>(column).map(i64::unsigned_abs);
        Ok(Row {
            day: Day(row.get(0)?),
            tool: row.get(1)?,
            stage: row.get(2)?,
            provider: row.get(3)?,
            class: row.get(4)?,
            attempts: count(5)?,
            before: Size { bytes: count(6)?, tokens: count(8)? },
            after: Size { bytes: count(7)?, tokens: count(9)? },
            duration: Duration::from_micros(count(10)?),
        })
    })?;
    rows.collect()
}
