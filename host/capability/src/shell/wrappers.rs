//! Programs that run another one: what runs in the end.

use super::Word;

/// A program whose arguments are a command.
struct Wrapper {
    names: &'static [&'static str],
    /// Words of which one must come first, such as `run`; none where the command follows at once.
    leads: &'static [&'static str],
    /// Options that take the next word.
    values: &'static [&'static str],
    /// Operands before the command.
    operands: usize,
}

const fn wrapper(names: &'static [&'static str]) -> Wrapper {
    Wrapper { names, leads: &[], values: &[], operands: 0 }
}

impl Wrapper {
    const fn leads(self, leads: &'static [&'static str]) -> Wrapper {
        Wrapper { leads, ..self }
    }

    const fn values(self, values: &'static [&'static str]) -> Wrapper {
        Wrapper { values, ..self }
    }

    const fn operands(self, operands: usize) -> Wrapper {
        Wrapper { operands, ..self }
    }
}

const UV: &[&str] = &[
    "--with",
    "--with-requirements",
    "--with-editable",
    "--python",
    "-p",
    "--extra",
    "--group",
    "--project",
    "--directory",
    "--env-file",
    "--package",
    "--from",
    "--index-url",
];

const WRAPPERS: &[Wrapper] = &[
    // The system's
    wrapper(&["env"]).values(&["-u", "--unset", "-C", "--chdir"]),
    wrapper(&["timeout", "gtimeout"]).values(&["-k", "--kill-after", "-s", "--signal"]).operands(1),
    wrapper(&["nice"]).values(&["-n", "--adjustment"]),
    wrapper(&["ionice"]).values(&["-c", "-n"]),
    wrapper(&["stdbuf"]).values(&["-i", "-o", "-e"]),
    wrapper(&["time"]).values(&["-o", "-f"]),
    wrapper(&["exec"]).values(&["-a"]),
    wrapper(&["sudo", "doas"]).values(&["-u", "-g", "-D", "-C"]),
    wrapper(&["xvfb-run"]).values(&["-n", "-s", "-e", "-f", "--server-args"]),
    wrapper(&[
        "command",
        "builtin",
        "nohup",
        "setsid",
        "chronic",
        "unbuffer",
        "caffeinate",
        "xcrun",
        "cross-env",
    ]),
    // Of languages
    wrapper(&["npx", "bunx", "pnpx"]).values(&["-p", "--package"]),
    wrapper(&["npm", "pnpm", "yarn"]).leads(&["exec", "dlx", "x"]).values(&[
        "-p",
        "--package",
        "-w",
        "--workspace",
    ]),
    wrapper(&["bun"]).leads(&["x"]),
    wrapper(&["uv"]).leads(&["run"]).values(UV),
    wrapper(&["uvx"]).values(UV),
    wrapper(&["poetry", "pipenv", "pdm", "hatch", "rye", "pixi", "pipx"]).leads(&["run"]),
    wrapper(&["conda", "mamba", "micromamba"]).leads(&["run"]).values(&["-n", "--name", "-p", "--prefix"]),
    wrapper(&["bundle"]).leads(&["exec"]),
    wrapper(&["rbenv", "asdf", "mise"]).leads(&["exec", "x"]),
    wrapper(&["rustup"]).leads(&["run"]).operands(1),
    wrapper(&["direnv"]).leads(&["exec"]).operands(1),
    wrapper(&["dotenvx", "doppler", "op"]).leads(&["run"]).values(&["-f", "--env-file"]),
    wrapper(&["coverage"]).leads(&["run"]).values(&["--source", "--rcfile", "--omit", "--include"]),
];

/// Programs that run the command that follows them and show less of what it prints. Their exit status is the command's.
/// They are no wrappers here: what they print is not what the command prints.
pub const SHORTENING: &[&str] = &["rtk"];

/// Interpreters: with `-m` a module runs, else the script that is their first operand.
const INTERPRETERS: &[&str] = &["python", "python2", "python3", "py", "pypy3", "php", "node", "ruby"];

/// Shells: with `-c` a text runs, else the script that is their first operand.
pub const SHELLS: &[&str] = &["sh", "bash", "zsh", "dash", "ksh", "ash"];

/// What runs in the end: the words of the innermost command, of which the first is the program. Those of the wrappers
/// are left out, and so is a variable's assignment.
pub(super) fn innermost(mut words: &[Word]) -> &[Word] {
    // Each step leaves words out, so this ends.
    while let Some(inner) = inner(words) {
        words = inner;
    }
    words
}

/// The command that `words` wraps, if it is a wrapper's.
pub(super) fn inner(words: &[Word]) -> Option<&[Word]> {
    let (program, mut rest) = words.split_first()?;
    let program = name(program.as_deref()?);
    if INTERPRETERS.contains(&program) || is_versioned_python(program) {
        return of_interpreter(rest);
    }
    let wrapper = WRAPPERS.iter().find(|wrapper| wrapper.names.contains(&program))?;
    if !wrapper.leads.is_empty() {
        let (lead, after) = rest.split_first()?;
        if !wrapper.leads.contains(&lead.as_deref()?) {
            return None;
        }
        rest = after;
    }
    let mut operands = wrapper.operands;
    loop {
        let (word, after) = rest.split_first()?;
        let Some(text) = word.as_deref() else {
            // Something that only the shell will know: an operand, or the program itself.
            if operands == 0 {
                return None;
            }
            operands -= 1;
            rest = after;
            continue;
        };
        match text {
            "--" => rest = after,
            // `uv run -m pytest` is `python -m pytest`.
            "-m" if matches!(program, "uv" | "coverage") => return (!after.is_empty()).then_some(after),
            // `command -v cargo` only asks where it is.
            "-v" | "-V" if program == "command" => return None,
            // A text that is taken apart by rules of its own.
            "-S" | "--split-string" if program == "env" => return None,
            _ if wrapper.values.contains(&text) => rest = after.get(1..)?,
            _ if text.starts_with('-') => rest = after,
            _ if is_assignment(text) => rest = after,
            _ if operands > 0 => {
                operands -= 1;
                rest = after;
            }
            _ => return Some(rest),
        }
    }
}

/// The module or the script that an interpreter runs; none for a text, a prompt or a check.
fn of_interpreter(words: &[Word]) -> Option<&[Word]> {
    let first = words.iter().position(|word| word.as_deref().is_none_or(|text| !text.starts_with('-')));
    let module = words.iter().position(|word| word.as_deref() == Some("-m"));
    match (module, first) {
        (Some(module), _) if first.is_none_or(|first| module < first) => {
            words.get(module + 1..).filter(|words| !words.is_empty())
        }
        // Options before a script may be a check (`php -l`) or a mode (`node --test`), which is the interpreter's own.
        (_, Some(0)) => Some(words),
        _ => None,
    }
}

/// Whether a program of this name runs what its arguments say.
pub(super) fn runs_others(name: &str) -> bool {
    INTERPRETERS.contains(&name)
        || is_versioned_python(name)
        || SHELLS.contains(&name)
        || WRAPPERS.iter().any(|wrapper| wrapper.names.contains(&name))
}

fn is_versioned_python(program: &str) -> bool {
    program.strip_prefix("python3.").is_some_and(|minor| minor.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a word is `NAME=value`.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
    })
}

/// The name of a program without its folder, and without what Windows appends.
pub(super) fn name(program: &str) -> &str {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    let extension = [".exe", ".cmd", ".bat"].iter().find_map(|extension| name.strip_suffix(extension));
    extension.unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<Word> {
        line.split(' ').map(|word| (!word.starts_with('$')).then(|| word.to_owned())).collect()
    }

    #[test]
    fn what_runs_in_the_end() {
        let rows = [
            ("cargo test", "cargo test"),
            ("env -u X FOO=1 cargo test", "cargo test"),
            ("timeout 60 cargo test", "cargo test"),
            ("timeout -k 5 --foreground 10m cargo test -- x", "cargo test -- x"),
            ("nice -n 10 nohup timeout $T make", "make"),
            ("npx --yes jest -t x", "jest -t x"),
            ("npx -p typescript tsc", "tsc"),
            ("pnpm exec vitest run", "vitest run"),
            ("npm test", "npm test"),
            ("yarn dlx -p a tsc", "tsc"),
            ("uv run --with x pytest -q", "pytest -q"),
            ("uv run -m pytest", "pytest"),
            ("uv run python -m pytest tests", "pytest tests"),
            ("python -m pytest -q", "pytest -q"),
            ("python3.12 -B -m unittest", "unittest"),
            ("python manage.py test", "manage.py test"),
            ("python -c print(1)", "python -c print(1)"),
            ("php vendor/bin/phpunit", "vendor/bin/phpunit"),
            ("php -l x.php", "php -l x.php"),
            ("node --test", "node --test"),
            ("bundle exec rspec", "rspec"),
            ("bundle install", "bundle install"),
            ("mise exec -- cargo test", "cargo test"),
            ("rustup run nightly cargo test", "cargo test"),
            ("coverage run -m pytest", "pytest"),
            ("command -v cargo", "command -v cargo"),
            ("env -S cargo", "env -S cargo"),
            ("timeout 60", "timeout 60"),
            ("env", "env"),
            ("env $X", "env $X"),
            ("/usr/bin/env cargo test", "cargo test"),
        ];
        for (line, expected) in rows {
            let all = words(line);
            assert_eq!(innermost(&all), words(expected), "{line}");
        }
    }

    #[test]
    fn programs_that_run_others() {
        for name in ["python3", "python3.12", "node", "sh", "bash", "env", "uv", "npx", "timeout"] {
            assert!(runs_others(name), "{name}");
        }
        for name in ["rtk", "cargo", "python3.x", "cat", ""] {
            assert!(!runs_others(name), "{name}");
        }
    }

    #[test]
    fn names_of_programs() {
        let rows = [
            ("cargo", "cargo"),
            ("./node_modules/.bin/jest", "jest"),
            ("C:\\bin\\cargo.exe", "cargo"),
            ("gradlew.bat", "gradlew"),
        ];
        for (program, expected) in rows {
            assert_eq!(name(program), expected);
        }
    }
}
