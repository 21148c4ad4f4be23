//! What recovery did, for whoever opened the workspace.

use std::fmt;
use std::path::PathBuf;

use crate::Failure;

/// One thing that recovery did, or left. `Display` is a sentence.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// A commit that had been cut short was brought to its end.
    Finished {
        /// The files of the commit, relative to the root.
        paths: Vec<String>,
    },
    /// A commit that had been cut short was taken back: all its files are as they were before.
    Undone {
        /// The files of the commit, relative to the root.
        paths: Vec<String>,
        /// Why it could not be brought to its end; none where it was being taken back already.
        reason: Option<String>,
    },
    /// A commit had been cut short before it touched a file.
    Discarded,
    /// Somebody else wrote to a file of the commit since, so it was left as it is.
    Left {
        /// The file, relative to the root.
        path: String,
        /// Where the bytes lie that it was to get: of an edit those of the regions that it changes.
        kept: Option<PathBuf>,
    },
    /// What lay in the journal's place was not written by this user for this workspace. It was put aside.
    Rejected {
        /// Where it lies now.
        journal: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A commit that was cut short could neither be finished nor undone. The next commit tries again.
    Stuck(Failure),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Finished { paths } => {
                write!(f, "A change that had been cut short was finished: {}.", list(paths))
            }
            Notice::Undone { paths, reason } => {
                write!(f, "A change that had been cut short was undone: {}.", list(paths))?;
                reason.iter().try_for_each(|reason| write!(f, " It could not be finished: {reason}."))
            }
            Notice::Discarded => f.write_str("A change had been cut short before it touched a file."),
            Notice::Left { path, kept } => {
                write!(
                    f,
                    "`{path}` was changed by somebody else since a change was cut short, and stays so."
                )?;
                kept.iter().try_for_each(|kept| {
                    write!(f, " The bytes that it was to get lie in {}.", kept.display())
                })
            }
            Notice::Rejected { journal, reason } => {
                write!(
                    f,
                    "A journal that is not this workspace's was put aside: {reason}. It lies in {}.",
                    journal.display()
                )
            }
            Notice::Stuck(failure) => write!(f, "A change that was cut short cannot be settled: {failure}."),
        }
    }
}

/// Paths that one sentence can name.
const NAMED: usize = 8;

fn list(paths: &[String]) -> String {
    let named: Vec<String> = paths.iter().take(NAMED).map(|path| format!("`{path}`")).collect();
    let more = paths.len().saturating_sub(NAMED);
    if more == 0 { named.join(", ") } else { format!("{} and {more} more", named.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_sentences() {
        let paths = |count: usize| (0..count).map(|number| format!("f{number}")).collect::<Vec<_>>();
        let ten = "`f0`, `f1`, `f2`, `f3`, `f4`, `f5`, `f6`, `f7` and 2 more";
        for (notice, expected) in [
            (
                Notice::Finished { paths: paths(2) },
                "A change that had been cut short was finished: `f0`, `f1`.".to_owned(),
            ),
            (
                Notice::Undone { paths: paths(10), reason: None },
                format!("A change that had been cut short was undone: {ten}."),
            ),
            (
                Notice::Undone { paths: paths(1), reason: Some("the disk is full".to_owned()) },
                "A change that had been cut short was undone: `f0`. It could not be finished: the disk is full."
                    .to_owned(),
            ),
            (Notice::Discarded, "A change had been cut short before it touched a file.".to_owned()),
            (
                Notice::Left { path: "f".to_owned(), kept: Some("/s/k".into()) },
                "`f` was changed by somebody else since a change was cut short, and stays so. The bytes that it \
                 was to get lie in /s/k."
                    .to_owned(),
            ),
            (
                Notice::Rejected { journal: "/s/j".into(), reason: "it is a symbolic link".to_owned() },
                "A journal that is not this workspace's was put aside: it is a symbolic link. It lies in /s/j."
                    .to_owned(),
            ),
            (
                Notice::Stuck(Failure::new("io", "the disk is full")),
                "A change that was cut short cannot be settled: the disk is full.".to_owned(),
            ),
        ] {
            assert_eq!(notice.to_string(), expected);
        }
    }
}
