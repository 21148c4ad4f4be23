//! Who printed an output, by the command: some of it may be somebody's text, in which nothing is noise.

mod programs;
mod script;

use programs::{BY_ARGUMENT, INTERPRETERS, PROGRAMS, Prints, SHELLS, WRAPPERS};
use script::{DEPTH, Stage, stages};

/// Hints of which this optimizer wants to be told beside those of which every one is.
pub(crate) const FURTHER_HINTS: [&str; 5] = ["grep", "rg", "find", "fd", "git-log"];

/// Hints of outputs that are left alone.
const TEXTS: [&str; 7] = ["git-diff", "git-status", "git-log", "grep", "rg", "find", "fd"];

/// Hints of reports of tests.
const TESTS: [&str; 4] = ["cargo-test", "go-test", "pytest", "vitest"];

/// What a command says of its output. The default is that of a program of which nothing is known.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Source {
    /// Whether programs that run tests printed it, and none of which nothing is known.
    pub runs_tests: bool,
    /// Whether programs that get packages did, and none of which nothing is known.
    pub gets_packages: bool,
    /// Lines that the command line prints by itself, as `echo` does.
    pub said: Vec<Said>,
}

/// A line that stands in a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The line as far as it is known, without blanks around it.
    pub beginning: String,
    /// Whether that is all of it.
    pub is_whole: bool,
}

impl Said {
    /// Whether `line`, without blanks around it, may be this one.
    #[must_use]
    pub fn fits(&self, line: &str) -> bool {
        if self.is_whole { line == self.beginning } else { line.starts_with(&self.beginning) }
    }
}

/// What `command`, and the kind of output that the host has found out, say of an output. `None` where it is left alone:
/// a program shows a text there, or the command cannot be read.
#[must_use]
pub fn source(command: &str, hint: Option<&str>) -> Option<Source> {
    if hint.is_some_and(|hint| TEXTS.contains(&hint)) {
        return None;
    }
    let stages = stages(command)?;
    let mut printers = Printers::default();
    printers.add(&stages)?;
    let Printers { all, said, .. } = printers;
    let is_of = |prints| all.contains(&prints);
    let is_by_somebody =
        [Prints::Report, Prints::Tests, Prints::Packages, Prints::Unknown].into_iter().any(is_of);
    if !stages.is_empty() && !is_by_somebody {
        return None;
    }
    let is_known = !is_of(Prints::Unknown);
    Some(Source {
        runs_tests: is_known && is_of(Prints::Tests) || hint.is_some_and(|hint| TESTS.contains(&hint)),
        gets_packages: is_known && is_of(Prints::Packages),
        said,
    })
}

/// The programs whose output is seen.
#[derive(Default)]
struct Printers {
    all: Vec<Prints>,
    said: Vec<Said>,
    /// How many scripts the present one is within.
    depth: usize,
}

impl Printers {
    /// Adds the stages of a command line; `None` where one shows a text, or cannot be read.
    fn add(&mut self, stages: &[Stage]) -> Option<()> {
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        for (at, stage) in stages.iter().enumerate() {
            if is_seen(stages, at) {
                self.add_program(&stage.words, stage)?;
            }
        }
        self.depth -= 1;
        Some(())
    }

    fn add_program(&mut self, words: &[String], stage: &Stage) -> Option<()> {
        let is_assigned = |word: &&String| word.split_once('=').is_some_and(|(name, _)| is_name(name));
        let assigned = words.iter().take_while(is_assigned).count();
        let words = words.get(assigned..).unwrap_or_default();
        let Some(name) = words.first().map(|word| program(word)) else {
            // What is put into a variable is mostly printed later.
            return self.add(&stage.inner);
        };
        let arguments = words.get(1..).unwrap_or_default();
        if SHELLS.contains(&name) {
            let script =
                arguments.iter().position(|word| is_cluster(word, "c")).map(|at| arguments.get(at + 1));
            if let Some(script) = script.flatten().or(stage.document.as_ref()) {
                return self.add(&stages(script)?);
            }
            self.all.push(Prints::Unknown);
            return Some(());
        }
        let prints = prints(name, arguments, stage);
        if prints == Prints::Unknown && WRAPPERS.contains(&name) {
            return self.add_wrapped(arguments, stage);
        }
        match prints {
            Prints::Text => return None,
            Prints::Words => {
                self.add(&stage.inner)?;
                self.said.extend(said(name, arguments));
            }
            _ => {}
        }
        self.all.push(prints);
        Some(())
    }

    /// The first of the words of a wrapper that is a known program is the one that it runs; a word may be a script.
    fn add_wrapped(&mut self, words: &[String], stage: &Stage) -> Option<()> {
        for (at, word) in words.iter().enumerate() {
            if word.contains(char::is_whitespace) {
                return self.add(&stages(word)?);
            }
            let rest = words.get(at + 1..).unwrap_or_default();
            let name = program(word);
            let is_known = SHELLS.contains(&name)
                || WRAPPERS.contains(&name)
                || !matches!(prints(name, rest, stage), Prints::Unknown | Prints::Nothing);
            if is_known && !word.starts_with('-') {
                return self.add_program(words.get(at..).unwrap_or_default(), stage);
            }
        }
        self.all.push(Prints::Unknown);
        Some(())
    }
}

/// Whether what a stage prints is seen: it may go to a file, or to a stage that makes something else of it.
fn is_seen(stages: &[Stage], at: usize) -> bool {
    let Some(stage) = stages.get(at) else { return false };
    // A program that reports does so on its standard error as well.
    let is_report = || {
        let (name, arguments) = named(stage);
        !matches!(prints(name, arguments, stage), Prints::Text | Prints::Words | Prints::Passed)
    };
    if stage.is_silent {
        return is_report();
    }
    if !stage.is_piped_out {
        return true;
    }
    let passes = stages.get(at + 1).is_some_and(|next| {
        let (name, arguments) = named(next);
        prints(name, arguments, next) == Prints::Passed
    });
    passes && is_seen(stages, at + 1)
}

fn named(stage: &Stage) -> (&str, &[String]) {
    stage.words.split_first().map_or(("", &[]), |(word, arguments)| (program(word), arguments))
}

/// What a program prints that is no wrapper and no shell.
fn prints(name: &str, arguments: &[String], stage: &Stage) -> Prints {
    if is_inline(name, arguments, stage) {
        return Prints::Text;
    }
    // `python -m pytest`
    if let Some(("-m", rest)) = INTERPRETERS
        .iter()
        .find(|(names, ..)| names.contains(&name))
        .and_then(|_| arguments.split_first())
        .map(|(first, rest)| (first.as_str(), rest))
    {
        return match rest.split_first() {
            Some((module, _)) if module == "unittest" => Prints::Tests,
            Some((module, rest)) => prints(module, rest, stage),
            None => Prints::Unknown,
        };
    }
    if name == "node" && arguments.iter().any(|word| word == "--test") {
        return Prints::Tests;
    }
    let by_argument = BY_ARGUMENT.iter().find(|(prints, names, values)| {
        names.contains(&name) && (values.is_empty() || has_argument(*prints, arguments, values))
    });
    if let Some((prints, ..)) = by_argument {
        return *prints;
    }
    let by_name = PROGRAMS.iter().find(|(_, names)| names.contains(&name)).map(|(prints, _)| *prints);
    match by_name {
        Some(Prints::Passed) if !stage.is_piped_in || name != "tee" && reads_file(arguments) => Prints::Text,
        Some(prints) => prints,
        None => match name {
            "curl" if !stage.is_silent && !arguments.iter().any(|word| is_curls_output(word)) => Prints::Text,
            "wget"
                if arguments
                    .iter()
                    .any(|word| word == "-" || is_cluster(word, "O") && word.ends_with("O-")) =>
            {
                Prints::Text
            }
            "curl" | "wget" => Prints::Report,
            _ => Prints::Unknown,
        },
    }
}

/// Whether an interpreter is given its script on the command line, or reads it.
fn is_inline(name: &str, arguments: &[String], stage: &Stage) -> bool {
    let Some((_, letters, options)) = INTERPRETERS.iter().find(|(names, ..)| names.contains(&name)) else {
        return false;
    };
    let before_script = arguments.iter().take_while(|word| word.starts_with('-') && *word != "-m");
    let has_file = arguments.iter().any(|word| !word.starts_with('-'));
    before_script
        .clone()
        .any(|word| word == "-" || is_cluster(word, letters) || options.contains(&word.as_str()))
        || !has_file && (stage.document.is_some() || stage.is_piped_in)
}

/// Whether one of `values` is among the arguments of a program itself. Of tests, `:app:testDebug` and `test:unit` are
/// some as well.
fn has_argument(prints: Prints, arguments: &[String], values: &[&str]) -> bool {
    let own = arguments.iter().take_while(|word| *word != "--").filter(|word| !word.starts_with('-'));
    let is_value = |word: &str| values.contains(&word);
    own.into_iter().any(|word| {
        is_value(word)
            || prints == Prints::Tests
                && (word.split(':').any(is_value)
                    || is_value("test") && word.rsplit(':').next().is_some_and(is_test_task))
    })
}

/// `testDebugUnitTest` of Gradle.
fn is_test_task(task: &str) -> bool {
    task.strip_prefix("test").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Whether an option of curl says that what it gets goes to a file.
fn is_curls_output(word: &str) -> bool {
    let is_of_flags =
        |flags: &str| flags.contains(['o', 'O']) && flags.chars().all(|flag| "#CJLORSfgkosv".contains(flag));
    let name = word.split('=').next().unwrap_or(word);
    ["--output", "--output-dir", "--remote-name", "--remote-name-all"].contains(&name)
        || word.strip_prefix('-').is_some_and(|flags| flags.starts_with('o') || is_of_flags(flags))
}

/// Whether `word` is a letter of `letters` as an option, perhaps with other letters.
fn is_cluster(word: &str, letters: &str) -> bool {
    word.strip_prefix('-')
        .is_some_and(|rest| !rest.starts_with('-') && rest.contains(|c| letters.contains(c)))
}

/// Whether a program that passes on is given a file: a word that is no option, and no number of lines.
fn reads_file(arguments: &[String]) -> bool {
    let is_number = |word: &str| {
        let number = word.trim_start_matches('+').trim_end_matches(|unit: char| "bkKMG".contains(unit));
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    arguments.iter().any(|word| !word.starts_with('-') && !is_number(word))
}

/// The name of a program without its folder.
fn program(word: &str) -> &str {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let ends = [".exe", ".cmd", ".bat"];
    ends.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The lines that `echo` or `printf` prints of these words, each up to the first sign that stands for something else.
/// What has no letter, such as a rule, says too little.
fn said(name: &str, words: &[String]) -> Vec<Said> {
    let is_option = |word: &&String| matches!(word.as_str(), "-n" | "-e" | "-en" | "-ne" | "-E" | "--");
    let options = words.iter().take_while(is_option).count();
    let (options, words) = words.split_at_checked(options).unwrap_or_default();
    let end = if options.iter().any(|option| option.contains('n')) { "" } else { "\n" };
    // Each word of `printf` may stand at the beginning of a line, if the first one says so.
    let texts = if name == "echo" { vec![words.join(" ") + end] } else { words.to_vec() };
    let texts: Vec<String> = texts.iter().map(|text| text.replace("\\n", "\n")).collect();
    let lines = texts.iter().flat_map(|text| text.split_inclusive('\n')).map(|line| {
        let beginning = line.split(['$', '%', '\\']).next().unwrap_or_default();
        Said { beginning: beginning.trim().to_owned(), is_whole: beginning.ends_with('\n') }
    });
    lines.filter(|said| said.beginning.contains(|c: char| !"=-#*~_ ".contains(c))).collect()
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;
