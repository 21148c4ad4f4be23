//! The tables of the file, and the steps from each of its formats to the next.

use rusqlite::{Connection, TransactionBehavior};

/// `application_id` of our files: "tlhs". It tells them from databases of others.
const APPLICATION: i64 = 0x746c_6873;

/// What leads from each format to the next. The format of a file, its `user_version`, is the number of steps behind
/// it. A step that was released is never edited.
///
/// `text` comes last in its row, since what is before it is then read without the pages of a long text. The index
/// has all that pruning looks at.
pub(crate) const STEPS: &[&str] = &["
    CREATE TABLE reductions (
        key BLOB NOT NULL PRIMARY KEY,
        used INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        provider TEXT,
        tokens_before INTEGER,
        tokens_after INTEGER,
        digest BLOB,
        text TEXT
    ) STRICT;
    CREATE INDEX reductions_by_use ON reductions (used, bytes);
    CREATE TABLE savings (
        day INTEGER NOT NULL,
        tool TEXT NOT NULL,
        stage TEXT NOT NULL CHECK (stage IN ('rewrite', 'reduce')),
        provider TEXT NOT NULL,
        class TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        bytes_before INTEGER NOT NULL,
        bytes_after INTEGER NOT NULL,
        tokens_before INTEGER NOT NULL,
        tokens_after INTEGER NOT NULL,
        micros INTEGER NOT NULL,
        PRIMARY KEY (day, tool, stage, provider, class)
    ) STRICT, WITHOUT ROWID;
"];

/// The format that `steps` lead to.
pub(crate) fn known(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

/// What a file is to this version.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// Of this version.
    Current,
    /// Empty, or of an earlier version.
    Earlier,
    /// Of a later version: its number.
    Newer(i64),
    /// Of another program.
    Foreign,
}

/// Looks at a file without changing it, and at one moment of it: another process may be making its tables.
pub(crate) fn format(connection: &Connection, steps: &[&str]) -> rusqlite::Result<Format> {
    let moment = connection.unchecked_transaction()?;
    let number = |sql: &str| moment.query_row(sql, [], |row| row.get::<_, i64>(0));
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    moment.commit()?;
    let known = known(steps);
    Ok(match (application, version) {
        (0, 0) if tables == 0 => Format::Earlier,
        (APPLICATION, version) if version == known => Format::Current,
        (APPLICATION, version) if version > known => Format::Newer(version),
        (APPLICATION, 0..) => Format::Earlier,
        _ => Format::Foreign,
    })
}

/// Brings a file to the latest format, whole or not at all. Another process may do the same meanwhile.
pub(crate) fn migrate(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for step in steps.iter().skip(usize::try_from(version).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    if version < known(steps) {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", known(steps))?;
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    const FIRST: &[&str] = &["CREATE TABLE a (x)"];
    const SECOND: &[&str] = &["CREATE TABLE a (x)", "ALTER TABLE a ADD y DEFAULT 7"];

    #[test]
    fn steps_are_made_once_and_keep_what_is_there() {
        let mut connection = Connection::open_in_memory().unwrap();
        assert_eq!(format(&connection, FIRST).unwrap(), Format::Earlier);
        migrate(&mut connection, FIRST).unwrap();
        assert_eq!(format(&connection, FIRST).unwrap(), Format::Current);
        connection.execute("INSERT INTO a VALUES (1)", []).unwrap();
        migrate(&mut connection, FIRST).unwrap();

        assert_eq!(format(&connection, SECOND).unwrap(), Format::Earlier);
        migrate(&mut connection, SECOND).unwrap();
        let row = connection.query_row("SELECT x, y FROM a", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row.unwrap(), (1, 7));
        assert_eq!(format(&connection, SECOND).unwrap(), Format::Current);
        assert_eq!(format(&connection, FIRST).unwrap(), Format::Newer(2));
    }

    #[test]
    fn a_step_that_fails_leaves_the_format_before_it() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, FIRST).unwrap();
        let broken = ["CREATE TABLE a (x)", "CREATE TABLE b (x)", "CREATE TABLE a (x)"];
        assert!(migrate(&mut connection, &broken).is_err());
        assert_eq!(format(&connection, FIRST).unwrap(), Format::Current);
        let tables: i64 =
            connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
        assert_eq!(tables, 1);
    }

    #[test]
    fn databases_of_others_are_told_apart() {
        for (sql, expected) in [
            ("", Format::Earlier),
            ("CREATE TABLE other (x)", Format::Foreign),
            ("PRAGMA user_version = 1", Format::Foreign),
            ("PRAGMA application_id = 5", Format::Foreign),
            ("PRAGMA application_id = 1953261683; PRAGMA user_version = 1", Format::Current),
            ("PRAGMA application_id = 1953261683; PRAGMA user_version = 9", Format::Newer(9)),
            ("PRAGMA application_id = 1953261683; PRAGMA user_version = -1", Format::Foreign),
        ] {
            let connection = Connection::open_in_memory().unwrap();
            connection.execute_batch(sql).unwrap();
            assert_eq!(format(&connection, FIRST).unwrap(), expected, "{sql}");
        }
    }
}
