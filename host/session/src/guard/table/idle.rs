//! With which words a program that verifies proves nothing: it only tells of itself, or ends well whatever it finds.

/// Words with which a program only tells of itself, or of what it would do.
pub(in crate::guard) const IDLE: &[&str] =
    &["--help", "-help", "--version", "-version", "--list", "--dry-run", "--show-config"];

/// Words that do the same where they are the only ones.
pub(in crate::guard) const IDLE_ALONE: &[&str] = &["-h", "-V"];

/// Programs that work on with a word of [`IDLE_ALONE`].
pub(in crate::guard) const TALKATIVE: &[(&str, &str)] = &[("ctest", "-V"), ("mvn", "-V"), ("gradle", "-V")];

/// Words with which a program that changes files changes none.
pub(in crate::guard) const UNCHANGING: &[&str] = &["--help", "--version", "--dry-run"];

/// Words with which any program ends well whatever it finds.
pub(in crate::guard) const FORGIVING: &[&str] = &["--exit-zero", "--if-present", "--fail-never"];

/// Words with which these programs prove nothing.
pub(in crate::guard) const IDLE_OF: &[(&[&str], &[&str])] = &[
    // Rust
    (&["rustc"], &["--explain", "--print", "-v", "-vV", "-V"]),
    (&["cargo"], &["-V", "-vV", "-h"]),
    // JavaScript and TypeScript
    (&["tsc", "tsgo", "vue-tsc"], &["-v", "-V", "-h", "--showConfig", "--listFilesOnly", "--init", "--all"]),
    (&["jest"], &["-v", "-h", "--listTests", "--showConfig", "-u", "--updateSnapshot"]),
    (&["vitest"], &["-v", "-h", "list", "-u", "--update"]),
    (&["eslint"], &["-v", "-h", "--print-config", "--env-info", "--inspect-config", "--init"]),
    (&["stylelint"], &["-v", "-h", "--print-config"]),
    (&["tslint", "standard", "xo", "webpack", "rollup", "playwright"], &["-v", "-h", "-V"]),
    (&["prettier"], &["-v", "-h", "--find-config-path", "--file-info", "--support-info"]),
    (&["npm", "pnpm", "yarn", "bun"], &["-v", "-h"]),
    // Python
    (
        &["pytest", "py.test"],
        &["-V", "-h", "--fixtures", "--fixtures-per-test", "--markers", "--setup-plan", "--cache-show"],
    ),
    (&["tox"], &["-h", "-l", "-a", "--listenvs", "--listenvs-all", "list", "config", "quickstart"]),
    (&["nox"], &["-h", "-l", "--list-sessions"]),
    (&["pylint"], &["-h", "--list-*", "--help-msg", "--generate-rcfile", "--generate-toml-config"]),
    (&["flake8"], &["-h", "--bug-report"]),
    (&["ruff"], &["-h", "-V", "--show-files", "--show-settings"]),
    (&["mypy"], &["-h", "-V"]),
    // Go
    (&["go"], &["-list", "-list=*", "-n", "-h"]),
    (&["golangci-lint"], &["-h", "--issues-exit-code=0"]),
    // Java and its like
    (&["mvn", "mvnw", "mvnd"], &["-v", "-h", "-fn"]),
    (&["gradle", "gradlew"], &["-v", "-h", "-m", "-t"]),
    (&["ant"], &["-p", "-projecthelp", "-diagnostics"]),
    // C, C++ and build systems
    (
        &["make", "gmake", "bmake"],
        &[
            "-[bmBdeikLpqrRsStw]n",
            "-[bmBdeiknLprRsStw]q",
            "-[bmBdeiknLpqrRsSw]t",
            "-[bmBdeiknLpqrRsStw]v",
            "-[bmBdeknLpqrRsStw]i",
            "-h",
            "--just-print",
            "--recon",
            "--question",
            "--touch",
            "--ignore-errors",
        ],
    ),
    (&["ninja", "samu"], &["-n", "-t", "-h"]),
    (
        &["just"],
        &[
            "-n",
            "-l",
            "-s",
            "-e",
            "-h",
            "--show",
            "--summary",
            "--evaluate",
            "--dump",
            "--variables",
            "--edit",
        ],
    ),
    (&["task"], &["-n", "--dry", "-l", "-a", "-h", "--list-all", "--summary", "--init", "--status"]),
    (&["ctest"], &["-N", "-h", "--show-only", "--print-labels"]),
    (&["cmake"], &["help"]),
    (&["gcc", "g++", "cc", "c++", "clang", "clang++"], &["-dump*", "-print*", "--print*", "-###"]),
    (&["scons"], &["-n", "-h", "-H", "-v", "-i", "--ignore-errors"]),
    (&["bazel", "bazelisk"], &["--nobuild"]),
    // C#
    (&["dotnet"], &["-h", "--list-tests"]),
    // Ruby
    (
        &["rake"],
        &["-n", "-h", "-P", "-W", "-D", "-T*", "-AT", "--tasks", "--prereqs", "--where", "--describe"],
    ),
    (&["rspec"], &["-v", "-h"]),
    (&["rubocop"], &["-v", "-V", "-h", "-L", "--list-target-files", "--show-cops", "--auto-gen-config"]),
    // PHP
    (&["phpunit", "pest", "paratest"], &["-h", "--list-*"]),
    (&["phpcs"], &["-i", "-e", "-h", "--config-show"]),
    // Swift
    (&["swift"], &["-h", "--show-bin-path", "--show-codecov-path", "--list-tests", "list"]),
    (
        &["xcodebuild"],
        &[
            "-showsdks",
            "-showBuildSettings",
            "-showdestinations",
            "-showTestPlans",
            "-list",
            "-n",
            "-dry-run",
        ],
    ),
    // Others
    (&["ansible-lint"], &["-L", "-T", "-h"]),
    (&["shellcheck"], &["-V", "-h", "--list-optional"]),
];
