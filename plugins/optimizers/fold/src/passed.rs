//! Lines that say that a check passed, or that one began, as test runners print them.

/// What such a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Check<'a> {
    /// The check of this name began, or goes on.
    Began(&'a str),
    /// One passed; its name only where lines of its beginning are known.
    Passed(Option<&'a str>),
    /// Something went well. That it is a check is not said: scripts tick off what they did as well.
    Ticked,
    /// The same with a number, as in reports of the Test Anything Protocol.
    Numbered,
    /// One was left out on purpose, without a reason.
    Ignored,
}

/// What `line`, without blanks around it, says; `None` where it is of another kind. That it says more than that is for
/// others to find out.
pub(crate) fn check(line: &str) -> Option<Check<'_>> {
    began(line).map(Check::Began).or_else(|| ended(line))
}

/// Whether a line is the plan or the version of a report of the Test Anything Protocol, in which numbers are of checks.
pub(crate) fn is_plan(line: &str) -> bool {
    line.starts_with("TAP version ") || line.strip_prefix("1..").is_some_and(is_number)
}

/// Whether a word of a line is a file of tests by its name.
pub(crate) fn names_test_file(line: &str) -> bool {
    const WITHIN: [&str; 6] = [".test.", ".spec.", ".cy.", "_test.", "_spec.", "__tests__/"];
    // Most lines have none of these.
    line.as_bytes().windows(4).any(|bytes| [b"test", b"spec", b".cy."].iter().any(|within| bytes == *within))
        && line.split_ascii_whitespace().any(|word| {
            let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
            WITHIN.iter().any(|within| word.contains(within))
                || name.starts_with("test_") && name.contains(".py")
        })
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

fn ended(line: &str) -> Option<Check<'_>> {
    match line.chars().next()? {
        // vitest, mocha, jest --verbose
        '✓' | '✔' | '√' => {
            let rest = line.trim_start_matches(['✓', '✔', '√']);
            (rest.starts_with(' ') && rest.len() > 1).then(|| sure_if(is_test(rest)))
        }
        // go test -v
        '-' => line.strip_prefix("--- PASS: ")?.rsplit_once(" (").map(|(name, _)| Check::Passed(Some(name))),
        // GoogleTest; pytest -n
        '[' => match line.strip_prefix("[       OK ] ") {
            Some(rest) => Some(Check::Passed(Some(rest.rsplit_once(" (").map_or(rest, |(name, _)| name)))),
            None => pytest(line),
        },
        // go test; TAP
        'o' => {
            let rest = line.strip_prefix("ok ")?;
            let number = rest.split(' ').next().unwrap_or(rest);
            if rest.starts_with(" \t") {
                Some(Check::Passed(None))
            } else {
                (is_number(number) && !rest.contains('#')).then_some(Check::Numbered)
            }
        }
        // cargo test, unittest
        't' if line.starts_with("test") => called_test(line).or_else(|| pytest(line)),
        'P' => upper(line).or_else(|| pytest(line)),
        first if first.is_ascii_digit() => ctest(line).or_else(|| pytest(line)),
        _ => pytest(line),
    }
}

fn sure_if<'a>(is_sure: bool) -> Check<'a> {
    if is_sure { Check::Passed(None) } else { Check::Ticked }
}

/// Whether what was ticked off is a test: it has a file of tests, or took milliseconds, as few other things do. What
/// has an address is worth knowing however long it took.
fn is_test(text: &str) -> bool {
    names_test_file(text) || took_milliseconds(text) && !text.contains("://")
}

/// `a (3 ms)`, `a 12ms`, `a [1.5 ms]`.
fn took_milliseconds(text: &str) -> bool {
    let Some(rest) = text.trim_end_matches([')', ']']).strip_suffix("ms") else { return false };
    let rest = rest.trim_end();
    let before = rest.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    before.len() < rest.len() && before.ends_with([' ', '(', '['])
}

/// `test module::name ... ok` of cargo, with or without the time that it took, and `test_a (m.C.test_a) ... ok` of
/// unittest. What else is called a test and went well may be anything.
fn called_test(line: &str) -> Option<Check<'_>> {
    let before_time = || line.strip_suffix('>').and_then(|rest| rest.rsplit_once(" <")).map(|(rest, _)| rest);
    let named = line.strip_suffix(" ... ok").or_else(|| before_time()?.strip_suffix(" ... ok"));
    let Some(named) = named else {
        let name = line.strip_prefix("test ")?.strip_suffix(" ... ignored")?;
        return is_name_of_cargo(name).then_some(Check::Ignored);
    };
    let is_sure = match named.strip_prefix("test ") {
        Some(name) => is_name_of_cargo(name),
        None => {
            named.split_once(" (").is_some_and(|(name, class)| !name.contains(' ') && class.ends_with(')'))
        }
    };
    Some(sure_if(is_sure))
}

/// `a::b`, `a::b - should panic`, `src/lib.rs - f (line 3) - compile`.
fn is_name_of_cargo(name: &str) -> bool {
    let name = name.strip_suffix(" - should panic").unwrap_or(name);
    !name.contains(' ') || name.contains(" (line ")
}

/// nextest's `PASS [   0.004s] …`, jest's `PASS src/a.test.js`, pytest's `PASSED a.py::b`, dotnet's `Passed a.b [3 ms]`.
fn upper(line: &str) -> Option<Check<'_>> {
    if let Some(rest) = line.strip_prefix("PASS ") {
        if let Some((time, _)) = rest.trim_start().strip_prefix('[').and_then(|rest| rest.split_once("s] ")) {
            let is_time = |c: char| c.is_ascii_digit() || " .>".contains(c);
            return time.chars().all(is_time).then_some(Check::Passed(None));
        }
        return rest.contains(['/', '.']).then(|| sure_if(names_test_file(rest)));
    }
    let is_passed = match line.strip_prefix("PASSED ") {
        Some(rest) => rest.contains("::"),
        None => line
            .strip_prefix("Passed ")
            .and_then(|rest| rest.strip_suffix(']')?.rsplit_once(" ["))
            .is_some_and(|(_, time)| is_duration(time)),
    };
    is_passed.then_some(Check::Passed(None))
}

/// `3 ms`, `< 1 ms`, `1 m 3 s`.
fn is_duration(text: &str) -> bool {
    let mut words = text.split(' ').filter(|word| *word != "<");
    let mut pairs = 0;
    while let Some(number) = words.next() {
        let is_of_time = is_number(number) && matches!(words.next(), Some("ms" | "s" | "m" | "h"));
        if !is_of_time {
            return false;
        }
        pairs += 1;
    }
    pairs > 0
}

/// `12/34 Test  #5: name ........   Passed    0.01 sec`; its number.
fn ctest(line: &str) -> Option<Check<'_>> {
    let (_, rest) = line.split_once(" Test ")?;
    let (number, rest) = rest.trim_start().strip_prefix('#')?.split_once(':')?;
    (is_number(number) && rest.contains(".   Passed ")).then_some(Check::Passed(Some(number)))
}

/// pytest's `a.py::b PASSED  [ 12%]`, `[gw0] [ 12%] PASSED a.py::b` and `a.py ....  [ 12%]`; Gradle's `A > b() PASSED`.
fn pytest(line: &str) -> Option<Check<'_>> {
    let (before, is_counted) = match line.strip_suffix("%]").and_then(|rest| rest.rsplit_once('[')) {
        Some((before, percent)) if is_number(percent.trim_start()) => (before.trim_end(), true),
        _ => (line, false),
    };
    let is_passed = if let Some(name) = before.strip_suffix(" PASSED") {
        if !name.contains("::") {
            return name.contains(" > ").then(|| sure_if(name.ends_with("()")));
        }
        true
    } else if before.starts_with("[gw") {
        before.split_once("] PASSED ").is_some_and(|(_, name)| name.contains("::"))
    } else {
        let dots = if is_counted { before.split_once(".py ") } else { None };
        dots.is_some_and(|(_, dots)| !dots.is_empty() && dots.bytes().all(|byte| byte == b'.'))
    };
    is_passed.then_some(Check::Passed(None))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::Check::{Began, Ignored, Numbered, Passed, Ticked};
    use super::{check, is_plan, names_test_file};

    #[test]
    fn checks_that_passed() {
        for line in [
            "test a::b ... ok",
            "test src/lib.rs - f (line 3) ... ok",
            "test src/lib.rs - f (line 3) - compile ... ok",
            "test a::b - should panic ... ok",
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
            "✓ adds 12ms",
            "√ adds [1.5 ms]",
            "✓ src/a.test.ts > adds",
            "✓ src/a.test.ts (5 tests) 12ms",
            "PASS src/a.test.js (5.1 s)",
            "PASS [   0.004s] crate::bin a::b",
            "ok  \texample.org/pkg\t0.123s",
            "ok  \texample.org/pkg\t(cached)",
            "PASS [>  1.004s] crate::bin a::b",
            "Passed A.B.C [3 ms]",
            "Passed A.B.C(x: \"y z\") [< 1 ms]",
            "Passed A.B.C [1 m 3 s]",
        ] {
            assert_eq!(check(line), Some(Passed(None)), "{line}");
        }
    }

    #[test]
    fn what_went_well_may_be_no_check() {
        for (line, expected) in [
            ("✔ adds", Ticked),
            ("✓ Deployed preview to https://site-8f3k2.vercel.app", Ticked),
            ("✓ Deployed preview to https://site-8f3k2.vercel.app 12ms", Ticked),
            ("✓ Secret API_KEY rotated, the new key is 4f9a", Ticked),
            ("✓ Deleted 14 old deployments of production (3s)", Ticked),
            ("✓ Removed 14 items", Ticked),
            ("PASS config/production.yaml", Ticked),
            ("tested the copy, and removed 14 rows ... ok", Ticked),
            ("test database 10.0.0.3 ... ok", Ticked),
            ("Deploy > production PASSED", Ticked),
            ("ok 12 - adds", Numbered),
            ("ok 12", Numbered),
            ("test a::b ... ignored", Ignored),
        ] {
            assert_eq!(check(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn files_of_tests_and_plans() {
        for line in [
            "PASS src/a.test.js",
            "❯ a.spec.ts (3 tests)",
            "web/__tests__/a.js",
            "pkg/a_test.go",
            "tests/test_a.py ..",
        ] {
            assert!(names_test_file(line), "{line}");
        }
        for line in ["", "running tests", "the latest.", "tests/smoke.sh", "test_a"] {
            assert!(!names_test_file(line), "{line}");
        }
        assert!(is_plan("TAP version 13") && is_plan("1..40"));
        assert!(!is_plan("1..n") && !is_plan("1.") && !is_plan("TAP"));
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
            "test a ... ignored, needs a network",
            "test of 14 rows ... ignored",
            "ignored",
            "Passed check A [dropped 14 rows]",
            "Passed check A [14]",
            "Passed check A []",
            "PASS [twelve s] a/b",
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
