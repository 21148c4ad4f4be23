//! Which commands verify and which change files, as data. What stands in neither table is neutral: it runs, and does
//! not count.

mod changing;
mod feeders;
mod idle;
mod scripts;
mod verifying;

pub(super) use changing::{CHANGING, ON_OPERANDS, WRITERS};
pub(super) use feeders::{FEEDERS, Feeder};
pub(super) use idle::{FORGIVING, IDLE, IDLE_ALONE, IDLE_OF, TALKATIVE, UNCHANGING};
pub(super) use scripts::{
    CHORES, FIXING, OWN_COMMANDS, PROJECT_RUNNERS, REPAIRS, SCRIPT_RUNNERS, SCRIPTS, TARGET_RUNNERS, TASKS,
    WATCHING,
};
pub(super) use verifying::VERIFYING;

/// One program, or several that take the same subcommands.
///
/// An option is a word, with `=` and a value behind it or without. One that ends in `*` stands for all words that begin
/// so. `-[ab]c` is the letter `c` among short ones of which those before it are `a` or `b`, whatever comes behind it.
pub(super) struct Row {
    /// Names of the program, without folder.
    pub(super) programs: &'static [&'static str],
    /// The first words that are no options: one of these must be there, of which each may be several words. Empty:
    /// whatever they are.
    pub(super) subcommands: &'static [&'static str],
    /// One of these words must be there, behind the subcommand.
    pub(super) with: &'static [&'static str],
    /// None of these words may be there, behind the subcommand.
    pub(super) without: &'static [&'static str],
}

/// Whether a word is one of these options.
pub(super) fn is_any(word: &str, options: &[&str]) -> bool {
    options.iter().any(|option| is(word, option))
}

fn is(word: &str, option: &str) -> bool {
    if let Some((before, letter)) = option.strip_prefix("-[").and_then(|cluster| cluster.split_once(']')) {
        let Some(letters) = word.strip_prefix('-') else { return false };
        return letters.trim_start_matches(|one| before.contains(one)).starts_with(letter);
    }
    if let Some(beginning) = option.strip_suffix('*') {
        return word.starts_with(beginning);
    }
    word.strip_prefix(option)
        .is_some_and(|rest| rest.is_empty() || (option.starts_with("--") && rest.starts_with('=')))
}

const fn row(programs: &'static [&'static str], subcommands: &'static [&'static str]) -> Row {
    Row { programs, subcommands, with: &[], without: &[] }
}

impl Row {
    const fn with(self, with: &'static [&'static str]) -> Row {
        Row { with, ..self }
    }

    const fn without(self, without: &'static [&'static str]) -> Row {
        Row { without, ..self }
    }
}

/// Options that make a checker change files.
const FIXES: &[&str] = &[
    "--fix",
    "--fix-dry-run",
    "--write",
    "--apply",
    "--apply-unsafe",
    "--unsafe",
    "-a",
    "-A",
    "--autocorrect",
    "--autocorrect-all",
    "--auto-correct",
    "-F",
    "--format",
    "-w",
    "-i",
    "--in-place",
];

/// Options that take the next word.
pub(super) const VALUES: &[(&[&str], &[&str])] = &[
    (&["cargo"], &["--manifest-path", "--config", "-Z", "-C", "--color"]),
    (&["npm"], &["--prefix", "-C", "-w", "--workspace"]),
    (&["pnpm"], &["-C", "--dir", "-F", "--filter"]),
    (&["yarn", "bun"], &["--cwd"]),
    (&["composer"], &["-d", "--working-dir"]),
    (&["go"], &["-C"]),
    (&["git"], &["-C", "-c", "--git-dir", "--work-tree"]),
    (&["mvn", "mvnw", "mvnd"], &["-f", "-pl", "-P", "-s"]),
    (&["dotnet"], &["--verbosity"]),
    (&["swift"], &["--package-path", "-c"]),
    (&["deno"], &["--config", "-c"]),
    (&["turbo"], &["--filter", "-F"]),
    (&["nx"], &["--projects", "-p", "--exclude"]),
    (&["hatch", "pixi"], &["-e", "--env", "--environment"]),
    (&["make", "gmake", "bmake"], &["-C", "-f", "-I", "-o", "-W", "--directory", "--file", "--makefile"]),
    (&["ninja", "samu"], &["-C", "-f", "-k", "-l", "-d", "-w"]),
    (&["just"], &["-f", "--justfile", "-d", "--working-directory"]),
    (&["task"], &["-d", "--dir", "--taskfile", "-t"]),
    (&["rake"], &["-f", "--rakefile", "-C", "--directory", "-I", "-r"]),
    (&["gradle", "gradlew"], &["-p", "--project-dir", "-b", "--build-file", "-x", "--exclude-task", "-I"]),
    (&["scons"], &["-C", "-f"]),
];
