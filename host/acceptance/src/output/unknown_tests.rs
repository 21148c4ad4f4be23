//! Lies about outputs of programs of which nothing is known, and of builds, that were once accepted.

use toolhost_capability::shell::Script;

use super::super::*;
use super::verdict;

/// What a command like a deployment says, with a line of its own in the end.
fn output(line: &str) -> String {
    let noise: String = (0..40).map(|object| format!("copied object {object} of 40\n")).collect();
    format!("starting step one\n{noise}{line}\nfinished step one\n")
}

fn of(command: &str, input: &str, reduction: &str) -> String {
    verdict(families(&Script::parse(command)), input, reduction)
}

#[test]
fn a_line_of_trouble_is_not_left_out_with_noise() {
    let lines = [
        "exit status 2",
        "exit 1",
        "Exit status: 3",
        "Process finished with exit code 3",
        "E: Unable to locate package foo",
        "tar: a: Cannot write: No space left on device",
        "docker: Cannot connect to the Docker daemon at unix:///run/docker.sock. Is it running?",
        "Unable to connect to the server: dial tcp: lookup x: no such host",
        "psql: could not connect to server",
        "gzip: stdin: unexpected end of file",
        "Module not found: Can't resolve './x'",
        "invalid token at line 3 of config.toml",
        "Missing required key 'x'",
        "version conflict between a and b",
        "deploy was NOT done",
        "\tat com.foo.Bar.baz(Bar.java:42)",
        "    at foo (/p/x.js:3:4)",
        "  File \"x.py\", line 3, in <module>",
    ];
    let reduction = "starting step one\n… 41 lines left out\nfinished step one\n";
    for command in
        ["./deploy.sh", "apt-get install -y foo", "make deploy", "npm run build", "./a.sh && cargo test"]
    {
        for line in lines {
            let found = of(command, &output(line), reduction);
            assert_eq!(found, "failure_lost", "{command}: {line}");
            let kept = format!("starting step one\n… 40 lines left out\n{line}\nfinished step one\n");
            assert_eq!(of(command, &output(line), &kept), "accepted", "{command}: {line}");
        }
        for line in
            ["exit status 0", "Process finished with exit code 0", "copied img/missing.png", "GET /a 200"]
        {
            assert_eq!(of(command, &output(line), reduction), "accepted", "{command}: {line}");
        }
    }
}

#[test]
fn builds_and_what_ran_beside_them_say_only_what_they_said() {
    let noise: String = (0..40).map(|object| format!("copied object {object} of 40\n")).collect();
    let input = format!(
        "deploying release 14 to staging\n{noise}Plan: 0 to add, 0 to change, 3 to destroy.\nmain.c:3:5: error: 'x' undeclared\n"
    );
    let error = "main.c:3:5: error: 'x' undeclared\n";
    let plan = "Plan: 0 to add, 0 to change, 3 to destroy.\n";
    for command in ["make deploy", "npm run build", "./deploy.sh && cargo test"] {
        let rows = [
            (format!("deploying release 14 to production\n{plan}{error}"), "invented"),
            (format!("Plan: 3 to add, 0 to change, 0 to destroy.\n{plan}{error}"), "invented"),
            (format!("Plan: 3 to add, 0 to change, 0 to destroy.\n{error}"), "failure_lost"),
            (
                format!("deploying release 99 to production, everything is in order\n{plan}{error}"),
                "invented",
            ),
            (format!("deploying release 1\n{plan}{error}"), "invented"),
            (error.to_owned(), "failure_lost"),
            (format!("{plan}{error}"), "accepted"),
            (
                format!(
                    "deploying release 14\n… 40 lines left out\n{plan}main.c:3 'x' undeclared\n1 error\n"
                ),
                "accepted",
            ),
        ];
        for (reduction, expected) in rows {
            assert_eq!(of(command, &input, &reduction), expected, "{command}:\n{reduction}");
        }
    }
}

#[test]
fn warnings_of_a_build_are_said_in_fewer_words() {
    let input = "gcc -c a.c\na.c:3:5: warning: unused variable 'x' [-Wunused-variable]\nld: all is linked, and b.c is not touched\n";
    let rows = [
        (
            "3:5: warning: unused variable 'x' [-Wunused-variable]\nld: all is linked, and b.c is not touched\n",
            "accepted",
        ),
        ("a.c:3 unused variable 'x'\nld: all is linked, and b.c is not touched\n", "accepted"),
        ("a.c:3 unused function 'x'\nld: all is linked, and b.c is not touched\n", "invented"),
    ];
    for (reduction, expected) in rows {
        assert_eq!(of("make", input, reduction), expected, "{reduction}");
    }
}

#[test]
fn a_status_of_go_is_the_tests_where_go_alone_printed() {
    let input = "--- FAIL: TestA (0.00s)\n    a_test.go:3: got 1\nFAIL\nexit status 1\nFAIL\tp\t0.1s\n";
    let reduction = "--- FAIL: TestA (0.00s)\n    a_test.go:3: got 1\nFAIL\tp\t0.1s\n";
    assert_eq!(of("go test ./...", input, reduction), "accepted");
    assert_eq!(of("./run.sh && go test ./...", input, reduction), "failure_lost");
}

#[test]
fn what_is_left_out_may_have_any_name() {
    // The program that the manual of `exec_json` shows.
    let fetched: String = (0..20)
        .map(|at| format!("Collecting a{at}\nDownloading a{at}-1.0-py3-none-any.whl (12 kB)\n"))
        .collect();
    let input = format!("{fetched}Successfully installed a1-1.0\n");
    let kept: String = input.split_inclusive('\n').filter(|line| !line.starts_with("Downloading ")).collect();
    let rows = [
        (format!("(20 lines of downloads left out)\n{kept}"), "accepted"),
        (format!("(21 lines of downloads left out)\n{kept}"), "count_changed"),
        (format!("(20 lines of good checks, all passed, left out)\n{kept}"), "invented"),
        (format!("(20 lines of errors left out)\n{kept}"), "invented"),
    ];
    for (reduction, expected) in rows {
        assert_eq!(of("pip install x", &input, &reduction), expected, "{reduction}");
    }
    let named = "Collecting conflict\nCollecting broken (from x)\nCollecting a==1.0 (from x)\nSuccessfully installed a-1.0\n";
    let folded = "… 3 lines of progress left out\nSuccessfully installed a-1.0\n";
    assert_eq!(of("pip install x", named, folded), "accepted");
}
