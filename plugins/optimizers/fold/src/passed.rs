//! Lines that say that a check passed, or that one began, as test runners print them.

/// What such a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check<'a> {
    /// The check of this name began, or goes on.
    Began(&'a str),
    /// One passed; its name only where lines of its beginning are known.
    Passed(Option<&'a str>),
}

/// What `line`, without blanks around it, says; `None` where it is of another kind. That it says more than that is for
/// others to find out.
pub(crate) fn check(line: &str) -> Option<Check<'_>> {
    began(line).map(Check::Began).or_else(|| passed(line).map(Check::Passed))
}

/// The name of a check that began.
fn began(line: &str) -> Option<&str> {
    // go test -v
    if let Some(rest) = line.strip_prefix("=== ") {
        let (word, name) = rest.split_once(' ')?;
        return matches!(word, "RUN" | "PAUSE" | "CONT" | "NAME").then(|| name.trim_start());
    }
    // GoogleTest
    if let Some(name) = line.strip_prefix("[ RUN      ] ") {
        return Some(name);
    }
    // ctest
    let (number, _) = line.strip_prefix("Start ")?.split_once(':')?;
    Some(number.trim_start()).filter(|number| is_number(number))
}

/// Where a check passed, its name as far as it matters.
fn passed(line: &str) -> Option<Option<&str>> {
    match line.chars().next()? {
        // vitest, mocha, jest --verbose
        '✓' | '✔' | '√' => {
            let rest = line.trim_start_matches(['✓', '✔', '√']);
            (rest.starts_with(' ') && rest.len() > 1).then_some(None)
        }
        // go test -v
        '-' => line.strip_prefix("--- PASS: ")?.rsplit_once(" (").map(|(name, _)| Some(name)),
        // GoogleTest; pytest -n
        '[' => match line.strip_prefix("[       OK ] ") {
            Some(rest) => Some(Some(rest.rsplit_once(" (").map_or(rest, |(name, _)| name))),
            None => pytest(line),
        },
        // go test; TAP
        'o' => {
            let rest = line.strip_prefix("ok ")?;
            let number = rest.split(' ').next().unwrap_or(rest);
            (rest.starts_with(" \t") || is_number(number) && !rest.contains('#')).then_some(None)
        }
        // cargo test, unittest
        't' if is_ok(line) => Some(None),
        'P' => upper(line).or_else(|| pytest(line)),
        first if first.is_ascii_digit() => ctest(line).or_else(|| pytest(line)),
        _ => pytest(line),
    }
}

/// `test module::name ... ok`, with or without the time that it took.
fn is_ok(line: &str) -> bool {
    line.starts_with("test")
        && (line.ends_with(" ... ok")
            || line
                .strip_suffix('>')
                .and_then(|rest| rest.rsplit_once(" <"))
                .is_some_and(|(rest, _)| rest.ends_with(" ... ok")))
}

/// nextest's `PASS [   0.004s] …`, jest's `PASS src/a.test.js`, pytest's `PASSED a.py::b`, dotnet's `Passed a.b [3 ms]`.
fn upper(line: &str) -> Option<Option<&str>> {
    let is_passed = if let Some(rest) = line.strip_prefix("PASS ") {
        rest.starts_with(['[', ' ']) || rest.contains(['/', '.'])
    } else if let Some(rest) = line.strip_prefix("PASSED ") {
        rest.contains("::")
    } else {
        line.starts_with("Passed ") && line.contains(" [") && line.ends_with(']')
    };
    is_passed.then_some(None)
}

/// `12/34 Test  #5: name ........   Passed    0.01 sec`; its number.
fn ctest(line: &str) -> Option<Option<&str>> {
    let (_, rest) = line.split_once(" Test ")?;
    let (number, rest) = rest.trim_start().strip_prefix('#')?.split_once(':')?;
    (is_number(number) && rest.contains(".   Passed ")).then_some(Some(number))
}

/// pytest's `a.py::b PASSED  [ 12%]`, `[gw0] [ 12%] PASSED a.py::b` and `a.py ....  [ 12%]`; Gradle's `A > b() PASSED`.
fn pytest(line: &str) -> Option<Option<&str>> {
    let (before, is_counted) = match line.strip_suffix("%]").and_then(|rest| rest.rsplit_once('[')) {
        Some((before, percent)) if is_number(percent.trim_start()) => (before.trim_end(), true),
        _ => (line, false),
    };
    let is_passed = if let Some(name) = before.strip_suffix(" PASSED") {
        name.contains("::") || name.contains(" > ")
    } else if before.starts_with("[gw") {
        before.split_once("] PASSED ").is_some_and(|(_, name)| name.contains("::"))
    } else {
        let dots = if is_counted { before.split_once(".py ") } else { None };
        dots.is_some_and(|(_, dots)| !dots.is_empty() && dots.bytes().all(|byte| byte == b'.'))
    };
    is_passed.then_some(None)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::Check::{Began, Passed};
    use super::check;

    #[test]
    fn checks_that_passed() {
        for line in [
            "test a::b ... ok",
            "test src/lib.rs - f (line 3) ... ok",
            "test a::b ... ok <0.012s>",
            "test_a (m.C.test_a) ... ok",
            "test_a.py::b PASSED   [ 12%]",
            "tests/test_a.py::test_b[x y] PASSED [  3%]",
            "tests/test_a.py::test_b PASSED",
            "[gw0] [ 12%] PASSED tests/test_a.py::test_b",
            "PASSED tests/test_a.py::test_b",
            "tests/test_a.py ..............   [ 12%]",
            "ATest > adds() PASSED",
            "✓ adds two numbers (3 ms)",
            "✔ adds",
            "√ adds",
            "✓ src/a.test.ts (5 tests) 12ms",
            "PASS src/a.test.js (5.1 s)",
            "PASS [   0.004s] crate::bin a::b",
            "ok  \texample.org/pkg\t0.123s",
            "ok  \texample.org/pkg\t(cached)",
            "ok 12 - adds",
            "ok 12",
            "Passed A.B.C [3 ms]",
        ] {
            assert_eq!(check(line), Some(Passed(None)), "{line}");
        }
    }

    #[test]
    fn checks_with_a_beginning() {
        for (line, expected) in [
            ("=== RUN   TestA", Began("TestA")),
            ("=== RUN   TestA/b c", Began("TestA/b c")),
            ("=== PAUSE TestA", Began("TestA")),
            ("=== CONT  TestA", Began("TestA")),
            ("=== NAME  TestA", Began("TestA")),
            ("--- PASS: TestA (0.00s)", Passed(Some("TestA"))),
            ("--- PASS: TestA/b_(1) (0.00s)", Passed(Some("TestA/b_(1)"))),
            ("[ RUN      ] S.T", Began("S.T")),
            ("[       OK ] S.T (0 ms)", Passed(Some("S.T"))),
            ("Start  7: name", Began("7")),
            ("7/20 Test  #7: name ..........   Passed    0.01 sec", Passed(Some("7"))),
        ] {
            assert_eq!(check(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn what_says_something_else() {
        for line in [
            "",
            "test result: ok. 5 passed; 0 failed",
            "test a ... ignored",
            "test a ... FAILED",
            "test a ... ok but",
            "testing ... okay",
            "PASS",
            "PASS ",
            "ok",
            "okay 12",
            "ok then",
            "ok 12 - adds # SKIP no network",
            "?   \texample.org/pkg\t[no test files]",
            "✓",
            "--- FAIL: TestA (0.00s)",
            "--- SKIP: TestA (0.00s)",
            "=== 5 passed in 0.12s ===",
            "tests/test_a.py ..F.s.   [ 12%]",
            "tests/test_a.py::b SKIPPED [ 12%]",
            "tests/test_a.py ....",
            "all PASSED",
            "Passed!",
            "Start",
            "Start up: done",
            "[  PASSED  ] 5 tests.",
            "[ RUNNING  ] x",
            "7/20 Test  #7: name ..........***Failed    0.01 sec",
        ] {
            assert_eq!(check(line), None, "{line}");
        }
    }
}
