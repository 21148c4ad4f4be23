//! Why the store could not do what was asked. The caller goes on without it.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use crate::database::BUSY_WAIT;

/// Why the store could not do what was asked. None of them is worth a turn.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file can neither be opened nor made.
    #[error("cannot use the store {}: {reason}", path.display())]
    Unusable {
        /// The store.
        path: PathBuf,
        /// What the system or SQLite says.
        reason: String,
    },
    /// A later version of this program wrote the file. It was left as it is.
    #[error(
        "the store {} has format {found}, and this version reads up to {known}; use the newer version, or move the \
         file away",
        path.display()
    )]
    Newer {
        /// The store.
        path: PathBuf,
        /// The format of the file.
        found: i64,
        /// The latest format that this version reads.
        known: i64,
    },
    /// The file is a database of something else. It was left as it is.
    #[error("{} is a database of another program; move it away", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged. Where it could be put aside, the next call finds an empty store.
    #[error("the store {} is damaged{}", path.display(), whereto(put_aside.as_deref()))]
    Damaged {
        /// The store.
        path: PathBuf,
        /// Where the damaged file is now, if this process has moved it.
        put_aside: Option<PathBuf>,
    },
    /// Other processes wrote to the file all the time.
    #[error("the store {} was busy for {} ms", path.display(), BUSY_WAIT.as_millis())]
    Busy {
        /// The store.
        path: PathBuf,
    },
    /// There is no space left for the file.
    #[error("no space is left for the store {}", path.display())]
    Full {
        /// The store.
        path: PathBuf,
    },
    /// A text is longer than any that is kept.
    #[error("a text of {bytes} bytes is not kept: the limit is {limit}")]
    TooLarge {
        /// Its length.
        bytes: usize,
        /// The longest that is kept.
        limit: usize,
    },
}

fn whereto(put_aside: Option<&Path>) -> String {
    put_aside.map_or_else(String::new, |path| format!("; it is now {}", path.display()))
}

/// `SQLITE_IOERR_SHORT_READ`: the file ends before a page that it says it has.
const SHORT_READ: i32 = 522;

/// Whether an error says that the file is damaged, and not that it is out of reach.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        rusqlite::Error::SqliteFailure(failure, _) => {
            matches!(failure.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
                || failure.extended_code == SHORT_READ
        }
        // A value of a type that its column cannot have.
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..) => true,
        _ => false,
    }
}

impl Error {
    pub(crate) fn sqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        if is_damage(error) {
            return Self::Damaged { path, put_aside: None };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy { path },
            Some(ErrorCode::DiskFull) => Self::Full { path },
            _ => Self::Unusable { path, reason: error.to_string() },
        }
    }

    pub(crate) fn io(path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full { path: path.to_owned() },
            _ => Self::Unusable { path: path.to_owned(), reason: error.to_string() },
        }
    }
}
