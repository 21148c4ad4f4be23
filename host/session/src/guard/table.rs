//! Which commands verify and which change files, as data. What stands in neither table is neutral: it runs, and does
//! not count.

/// One program, or several that take the same subcommands.
pub(super) struct Row {
    /// Names of the program, without folder.
    pub(super) programs: &'static [&'static str],
    /// The first words that are no options: one of these must be there, of which each may be several words. Empty:
    /// whatever they are.
    pub(super) subcommands: &'static [&'static str],
    /// One of these options must be there; one that ends in `*` stands for all that begin so.
    pub(super) with: &'static [&'static str],
    /// None of these words may be there.
    pub(super) without: &'static [&'static str],
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

/// With one of these a program only talks about itself.
pub(super) const IDLE: &[&str] = &["--help", "-h", "--version", "-V", "--list", "--dry-run", "--show-config"];

/// Targets and tasks that prove nothing about the code.
const CHORES: &[&str] = &[
    "clean",
    "distclean",
    "install",
    "uninstall",
    "format",
    "fmt",
    "run",
    "start",
    "serve",
    "dev",
    "deploy",
    "publish",
    "release",
    "help",
    "-n",
    "--just-print",
    "--recon",
    "-t",
    "--list-tasks",
    "--summary",
];

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

/// Names of scripts in a manifest that verify, up to a colon: `test:unit` is one of `test`.
pub(super) const SCRIPTS: &[&str] = &[
    "build",
    "check",
    "checks",
    "ci",
    "compile",
    "coverage",
    "e2e",
    "integration",
    "lint",
    "spec",
    "tc",
    "test",
    "tests",
    "tsc",
    "type-check",
    "typecheck",
    "types",
    "typings",
    "unit",
    "validate",
    "verify",
];

/// Programs whose first word, or the one after `run`, names a script of a manifest.
pub(super) const SCRIPT_RUNNERS: &[&str] =
    &["npm", "pnpm", "yarn", "bun", "composer", "deno", "turbo", "nx", "lerna"];

/// Commands that end well only if the code is in order, as far as they look.
pub(super) const VERIFYING: &[Row] = &[
    // Rust
    row(
        &["cargo"],
        &[
            "build",
            "b",
            "check",
            "c",
            "clippy",
            "test",
            "t",
            "bench",
            "doc",
            "d",
            "nextest run",
            "miri test",
            "llvm-cov",
            "hack",
            "rustc",
            "audit",
            "deny check",
            "semver-checks",
        ],
    )
    .without(&["--fix"]),
    row(&["cargo"], &["fmt"]).with(&["--check"]),
    row(&["rustc", "cross"], &[]),
    row(&["rustfmt"], &[]).with(&["--check"]),
    row(&["trunk", "wasm-pack"], &["build", "test"]),
    // JavaScript and TypeScript
    row(&["node"], &[]).with(&["--test", "--check", "-c"]),
    row(&["npm", "pnpm"], &["t"]),
    row(&["deno"], &["check", "test", "lint", "bench"]).without(FIXES),
    row(&["tsc", "tsgo", "vue-tsc", "svelte-check", "flow", "attw", "publint", "knip", "madge"], &[])
        .without(&["--init"]),
    row(&["eslint", "oxlint", "xo", "standard", "stylelint", "tslint"], &[]).without(FIXES),
    row(&["biome"], &["check", "ci", "lint"]).without(FIXES),
    row(&["prettier", "oxfmt"], &[]).with(&["--check", "-c", "--list-different", "-l"]),
    row(&["dprint"], &["check"]),
    row(
        &["jest", "vitest", "mocha", "ava", "tap", "tape", "jasmine", "karma", "uvu", "qunit", "c8", "nyc"],
        &[],
    ),
    row(&["playwright"], &["test"]),
    row(&["cypress"], &["run"]),
    row(&["webpack", "rollup", "esbuild", "rspack", "parcel", "tsup", "swc", "babel", "rolldown"], &[]),
    row(
        &["vite", "astro", "nuxt", "nuxi", "gatsby", "remix", "expo", "rsbuild"],
        &["build", "check", "typecheck"],
    ),
    row(&["next", "ng", "vue-cli-service", "react-scripts"], &["build", "test", "lint", "t"]).without(FIXES),
    // Python
    row(
        &["pytest", "py.test", "unittest", "nose2", "tox", "nox", "green", "doctest", "trial", "stestr"],
        &[],
    )
    .without(&["--collect-only", "--co"]),
    row(
        &[
            "mypy",
            "dmypy",
            "pyright",
            "basedpyright",
            "pyre",
            "pytype",
            "pyrefly",
            "flake8",
            "pylint",
            "bandit",
        ],
        &[],
    ),
    row(&["pycodestyle", "pydocstyle", "vulture", "compileall", "py_compile", "tabnanny", "twine"], &[]),
    row(&["ty"], &["check"]),
    row(&["ruff"], &["check"]).without(FIXES),
    row(&["ruff"], &["format"]).with(&["--check", "--diff"]),
    row(&["black", "isort", "yapf", "docformatter"], &[]).with(&[
        "--check",
        "--check-only",
        "-c",
        "--diff",
        "-d",
    ]),
    row(&["coverage"], &["run"]),
    row(&["manage.py", "django-admin"], &["test", "check"]),
    row(&["hatch", "pdm", "poetry"], &["test", "build", "check"]),
    // Go
    row(&["go"], &["build", "test", "vet"]),
    row(&["golangci-lint"], &["run"]).without(FIXES),
    row(&["staticcheck", "gotestsum", "ginkgo", "revive"], &[]),
    // Java, Kotlin, Scala, Clojure
    row(
        &["mvn", "mvnw", "mvnd"],
        &["compile", "test", "verify", "package", "install", "test-compile", "integration-test", "validate"],
    ),
    row(&["gradle", "gradlew"], &[])
        .without(CHORES)
        .without(&["tasks", "clean", "run", "bootRun", "publish", "wrapper"]),
    row(&["ant"], &["compile", "test", "build", "check"]),
    row(&["javac", "kotlinc", "scalac", "ktlint", "detekt", "checkstyle"], &[]).without(FIXES),
    row(&["sbt", "mill"], &[]).without(&["clean", "run", "console", "shell"]),
    row(&["scala-cli", "scala"], &["compile", "test"]),
    row(&["lein", "clj", "clojure"], &["test", "check", "compile"]),
    // C, C++ and build systems
    row(&["make", "gmake", "ninja", "just", "samu", "task", "bmake"], &[]).without(CHORES),
    row(&["cmake"], &[]).with(&["--build"]).without(&["clean"]),
    row(&["ctest", "gcc", "g++", "cc", "c++", "clang", "clang++", "cppcheck", "cpplint"], &[]),
    row(&["clang-tidy"], &[]).without(&["--fix", "-fix", "--fix-errors"]),
    row(&["clang-format"], &[]).with(&["--Werror", "-Werror"]).without(FIXES),
    row(&["meson"], &["compile", "test"]),
    row(&["bazel", "bazelisk", "buck2", "pants", "please", "plz"], &["build", "test", "check", "lint"]),
    row(&["scons", "xmake", "waf"], &[]).without(CHORES),
    // C#
    row(&["dotnet"], &["build", "test", "msbuild", "vstest"]),
    row(&["dotnet"], &["format"]).with(&["--verify-no-changes"]),
    row(&["msbuild", "csc"], &[]),
    // Ruby
    row(&["rspec", "minitest", "cucumber", "brakeman", "steep", "reek"], &[]),
    row(&["rubocop", "standardrb", "erblint"], &[]).without(FIXES),
    row(&["rake"], &[]).without(CHORES),
    row(&["rails"], &["test", "spec"]),
    row(&["srb"], &["tc"]),
    row(&["ruby"], &[]).with(&["-c"]),
    // PHP
    row(&["phpunit", "pest", "phpstan", "psalm", "phpcs", "paratest", "phan"], &[]),
    row(&["php"], &[]).with(&["-l", "--syntax-check"]),
    row(&["artisan"], &["test"]),
    row(&["php-cs-fixer"], &["check"]),
    // Swift
    row(&["swift"], &["build", "test"]),
    row(&["xcodebuild"], &[]).without(&["clean", "-list", "-showsdks"]),
    row(&["swiftc", "swiftlint"], &[]).without(FIXES),
    // Elixir, Erlang, Haskell, OCaml, Lua, Dart, Perl, Zig, Nim
    row(&["mix"], &["test", "compile", "credo", "dialyzer"]),
    row(&["mix"], &["format"]).with(&["--check-formatted"]),
    row(&["rebar3"], &["ct", "eunit", "compile", "dialyzer", "proper"]),
    row(&["cabal", "stack"], &["build", "test", "check", "bench"]),
    row(&["ghc", "hlint"], &[]),
    row(&["dune"], &["build", "test", "runtest"]),
    row(&["busted", "luacheck"], &[]),
    row(&["luac"], &[]).with(&["-p"]),
    row(&["dart", "flutter"], &["test", "analyze", "compile", "build"]),
    row(&["prove"], &[]),
    row(&["perl"], &[]).with(&["-c"]),
    row(&["zig"], &["build", "test", "ast-check"]),
    row(&["zig"], &["fmt"]).with(&["--check"]),
    row(&["nim"], &["c", "compile", "check"]),
    row(&["nimble"], &["test", "build"]),
    // Shell
    row(&["shellcheck", "bats"], &[]),
    row(&["bash", "sh", "zsh", "dash", "ksh"], &[]).with(&["-n"]),
    row(&["shfmt"], &[]).with(&["-d", "--diff"]),
    // Solidity, infrastructure, data
    row(&["forge"], &["build", "test"]),
    row(&["forge"], &["fmt"]).with(&["--check"]),
    row(&["hardhat"], &["compile", "test"]),
    row(&["solc", "solhint", "slither"], &[]).without(FIXES),
    row(&["terraform", "tofu"], &["validate", "plan", "test"]),
    row(&["terraform", "tofu"], &["fmt"]).with(&["-check", "--check"]),
    row(&["tflint", "hadolint", "actionlint", "yamllint", "markdownlint", "markdownlint-cli2", "vale"], &[])
        .without(FIXES),
    row(&["htmlhint", "jsonlint", "ansible-lint", "cfn-lint", "sqlfluff", "typos", "taplo"], &[])
        .without(FIXES),
    row(&["nix"], &["build", "flake check"]),
    row(&["nix-build", "statix", "deadnix"], &[]),
    row(&["helm"], &["lint", "template"]),
    row(&["buf"], &["lint", "build"]),
    row(&["protoc"], &[]),
    row(&["pre-commit", "lefthook", "prek"], &["run"]),
];

/// Commands that change files, beside those that write by redirection.
pub(super) const MUTATING: &[Row] = &[
    row(&["sed", "gsed"], &[]).with(&["-i*", "-ni*", "-Ei*", "-ri*", "-nEi*", "-zi*", "-si*", "--in-place"]),
    row(&["perl", "ruby"], &[]).with(&["-i*", "-pi*", "-ni*", "-0pi*", "-lpi*", "-0777pi*"]),
    row(&["awk", "gawk"], &["inplace"]),
    row(&["gawk"], &[]).with(&["-iinplace"]),
    row(
        &["ed", "ex", "patch", "sponge", "install", "truncate", "rename", "shred", "dos2unix", "unix2dos"],
        &[],
    ),
    row(&["mv", "cp", "rm", "ln", "tee", "touch", "unlink", "rsync"], &[]),
    row(&["dd"], &[]),
    row(
        &["git"],
        &[
            "am",
            "apply",
            "checkout",
            "cherry-pick",
            "clean",
            "merge",
            "mv",
            "pull",
            "rebase",
            "reset",
            "restore",
            "revert",
            "rm",
            "stash",
            "switch",
        ],
    )
    .without(&[
        "--check",
        "--stat",
        "-b",
        "-c",
        "-n",
        "--soft",
        "list",
        "show",
        "--numstat",
        "--summary",
    ]),
    row(&["cargo"], &["fix", "fmt", "add", "remove", "rm", "generate", "update"]).without(&["--check"]),
    row(&["cargo"], &["clippy"]).with(&["--fix"]),
    row(&["rustfmt"], &[]).without(&["--check"]),
    row(&["gofmt", "goimports", "gofumpt", "shfmt"], &[]).with(&["-w"]),
    row(&["go"], &["fmt", "generate", "fix"]),
    row(&["prettier", "biome", "oxfmt"], &[]).with(&["--write", "-w", "--apply", "--fix"]),
    row(&["eslint", "oxlint", "stylelint", "standard", "xo", "swiftlint", "golangci-lint"], &[])
        .with(&["--fix"]),
    row(&["ruff"], &["check"]).with(&["--fix"]),
    row(&["ruff"], &["format"]).without(&["--check", "--diff"]),
    row(&["black", "isort", "yapf", "autopep8", "docformatter", "pyupgrade"], &[]).without(&[
        "--check",
        "--check-only",
        "-c",
        "--diff",
        "-d",
    ]),
    row(&["rubocop", "standardrb"], &[]).with(&["-a", "-A", "--autocorrect", "--fix", "--autocorrect-all"]),
    row(&["clang-format"], &[]).with(&["-i"]),
    row(&["clang-tidy"], &[]).with(&["--fix", "-fix", "--fix-errors"]),
    row(&["dotnet"], &["format"]).without(&["--verify-no-changes"]),
    row(&["mix"], &["format"]).without(&["--check-formatted"]),
    row(&["terraform", "tofu"], &["fmt"]).without(&["-check", "--check"]),
    row(&["zig", "forge", "deno", "dart"], &["fmt", "format"]).without(&["--check"]),
    row(&["ktlint"], &[]).with(&["-F", "--format"]),
    row(&["php-cs-fixer"], &["fix"]),
    row(&["phpcbf", "jscodeshift", "comby"], &[]),
    row(&["sd"], &[]),
    row(&["ast-grep", "sg"], &[]).with(&["-U", "--update-all"]),
];

/// Programs that change files where their output goes to one.
pub(super) const WRITERS: &[&str] =
    &["cat", "echo", "printf", "sed", "awk", "jq", "yq", "envsubst", "head", "tail", "sort"];

/// Programs of [`MUTATING`] that change what their operands name, so that operands elsewhere change nothing here.
pub(super) const ON_OPERANDS: &[&str] =
    &["mv", "cp", "rm", "ln", "tee", "touch", "unlink", "truncate", "install"];

/// Options that take the next word, before a subcommand.
pub(super) const VALUES: &[(&str, &[&str])] = &[
    ("cargo", &["--manifest-path", "--config", "-Z", "-C", "--color"]),
    ("npm", &["--prefix", "-C", "-w", "--workspace"]),
    ("pnpm", &["-C", "--dir", "-F", "--filter"]),
    ("yarn", &["--cwd"]),
    ("bun", &["--cwd"]),
    ("composer", &["-d", "--working-dir"]),
    ("go", &["-C"]),
    ("git", &["-C", "-c", "--git-dir", "--work-tree"]),
    ("mvn", &["-f", "-pl", "-P", "-s"]),
    ("dotnet", &["--verbosity"]),
    ("swift", &["--package-path", "-c"]),
    ("terraform", &[]),
    ("mix", &[]),
    ("deno", &["--config", "-c"]),
    ("turbo", &["--filter", "-F"]),
];
