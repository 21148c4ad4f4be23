//! One connection to the file, which finds its way back to a good file when that one is damaged or gone.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::{self, Error};
use crate::place::{self, Identity, Lock};
use crate::schema::{self, Format};

/// How long a call waits while other processes write. A write takes some 100 µs, and a few milliseconds where it
/// prunes.
pub const BUSY_WAIT: Duration = Duration::from_secs(1);

/// What stays of the log of changes when it was written back: more would lie there for nothing.
const LOG_BYTES: u32 = 4 << 20;

/// A mutex of ours is around each connection; the file is never made by SQLite, nor found by a link.
const FLAGS: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE
    .union(OpenFlags::SQLITE_OPEN_NO_MUTEX)
    .union(OpenFlags::SQLITE_OPEN_NOFOLLOW);

#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    attached: Mutex<Attached>,
}

#[derive(Debug)]
struct Attached {
    connection: Connection,
    identity: Identity,
    /// Whether a damaged file was replaced by this connection. A second one is the disk's fault, and a check of each
    /// would cost more than the store is worth.
    replaced: bool,
}

impl Database {
    /// Opens or makes the file at `path`. A damaged one is put aside first; then its new path comes back as well.
    pub(crate) fn open(path: &Path) -> Result<(Self, Option<PathBuf>), Error> {
        let path = place::resolve(path)?;
        let (attached, aside) = attach(&path)?;
        Ok((Self { path, attached: Mutex::new(attached) }, aside))
    }

    /// Does `work`, whose changes are whole or none if it makes them in a transaction. An error of damage has put the
    /// file aside, and the next call works on a new one.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let mut attached = self.attached.lock().unwrap_or_else(PoisonError::into_inner);
        if place::identity(&self.path) != attached.identity {
            let replaced = attached.replaced;
            *attached = attach(&self.path)?.0;
            attached.replaced = replaced;
        }
        let error = match work(&mut attached.connection) {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        if !error::is_damage(&error) || attached.replaced {
            return Err(Error::sqlite(&self.path, &error));
        }
        let (mut found, put_aside) = replace(&self.path, Check::Whole)?;
        found.replaced = true;
        *attached = found;
        Err(Error::Damaged { path: self.path.clone(), put_aside })
    }
}

fn attach(path: &Path) -> Result<(Attached, Option<PathBuf>), Error> {
    if !place::exists(path) {
        let lock = place::lock(path)?;
        make(path, &lock)?;
    }
    match connect(path, None) {
        Err(Error::Damaged { .. }) => replace(path, Check::Opening),
        other => Ok((other?, None)),
    }
}

/// Makes the file, unless another process just did.
fn make(path: &Path, lock: &Lock) -> Result<(), Error> {
    if place::exists(path) {
        return Ok(());
    }
    place::make(path, lock, |fresh| fill(fresh).map_err(|error| Error::sqlite(path, &error)))
}

/// Fills an empty file that nobody else sees, and leaves a single file. It does not wait for the disk, which takes
/// most of 0.1 s: after a loss of power the file is empty or damaged, and made again.
fn fill(path: &Path) -> rusqlite::Result<()> {
    let mut connection = Connection::open_with_flags(path, FLAGS)?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    upgrade(&mut connection)
}

/// How well a file is looked at before it is believed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Check {
    /// It can be opened.
    Opening,
    /// All its pages fit together, for which it is read whole.
    Whole,
}

/// Puts a damaged file aside and makes another, unless another process just did.
fn replace(path: &Path, check: Check) -> Result<(Attached, Option<PathBuf>), Error> {
    let lock = place::lock(path)?;
    match connect(path, Some(&lock)) {
        Ok(attached) if check == Check::Opening || is_whole(&attached.connection) => {
            return Ok((attached, None));
        }
        Ok(_) | Err(Error::Damaged { .. }) => {}
        Err(other) => return Err(other),
    }
    let aside = place::put_aside(path, &lock)
        .map_err(|_| Error::Damaged { path: path.to_owned(), put_aside: None })?;
    make(path, &lock)?;
    Ok((connect(path, Some(&lock))?, Some(aside)))
}

fn is_whole(connection: &Connection) -> bool {
    connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .is_ok_and(|found: String| found == "ok")
}

/// Opens a file that is there, and brings it to the latest format. Two processes that do the latter at once would find
/// it busy, so that takes the lock, unless the caller has it.
fn connect(path: &Path, lock: Option<&Lock>) -> Result<Attached, Error> {
    let identity = place::identity(path);
    let failed = |error| Error::sqlite(path, &error);
    let mut connection = Connection::open_with_flags(path, FLAGS).map_err(failed)?;
    let found = prepare(&connection).map_err(failed)?;
    match found {
        Format::Current => {}
        Format::Earlier => {
            let _lock = lock.is_none().then(|| place::lock(path)).transpose()?;
            upgrade(&mut connection).map_err(failed)?;
        }
        Format::Newer(found) => {
            let known = schema::known(schema::STEPS);
            return Err(Error::Newer { path: path.to_owned(), found, known });
        }
        Format::Foreign => return Err(Error::Foreign { path: path.to_owned() }),
    }
    place::close_to_others(path).map_err(|error| Error::io(path, &error))?;
    Ok(Attached { connection, identity, replaced: false })
}

/// Settings of the connection, which change nothing in the file.
fn prepare(connection: &Connection) -> rusqlite::Result<Format> {
    connection.busy_timeout(BUSY_WAIT)?;
    let found = schema::format(connection, schema::STEPS)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "trusted_schema", "OFF")?;
    connection.pragma_update(None, "cell_size_check", "ON")?;
    connection.query_row(&format!("PRAGMA journal_size_limit = {LOG_BYTES}"), [], |_| Ok(()))?;
    Ok(found)
}

/// What stays in the file: readers beside a writer, space that can be given back, and the tables.
fn upgrade(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    schema::migrate(connection, schema::STEPS)
}
