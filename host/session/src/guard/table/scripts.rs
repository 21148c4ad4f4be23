//! Names of scripts, targets and tasks, and the programs that run them by name.

/// Names of scripts in a manifest that verify, up to a colon: `test:unit` is one of `test`.
pub(in crate::guard) const SCRIPTS: &[&str] = &[
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

/// Parts of the name of a script or a target that say that it changes files, whatever the other parts say.
pub(in crate::guard) const FIXING: &[&str] = &["fix", "update", "write"];

/// The part that says that it goes on until somebody ends it.
pub(in crate::guard) const WATCHING: &str = "watch";

/// Options of a script that make a checker change files.
pub(in crate::guard) const REPAIRS: &[&str] =
    &["--fix", "--write", "--apply", "--autocorrect", "--autocorrect-all", "--auto-correct", "--in-place"];

/// Programs whose first word, or the one after a word of [`TASKS`], names a script of a manifest.
pub(in crate::guard) const SCRIPT_RUNNERS: &[&str] = &[
    "npm", "pnpm", "yarn", "bun", "composer", "deno", "turbo", "nx", "lerna", "hatch", "pdm", "rye", "pixi",
    "poe",
];

/// Words before the name of a script, and how many more stand between.
pub(in crate::guard) const TASKS: &[(&str, usize)] = &[
    ("run", 0),
    ("run-script", 0),
    ("task", 0),
    ("run-many", 0),
    ("affected", 0),
    ("recursive", 0),
    ("workspaces", 0),
    ("foreach", 0),
    ("workspace", 1),
];

/// Programs that take names of targets, and do what is usual without one.
pub(in crate::guard) const TARGET_RUNNERS: &[&str] = &[
    "make", "gmake", "bmake", "ninja", "samu", "just", "task", "rake", "gradle", "gradlew", "sbt", "mill",
    "scons", "xmake", "waf", "ant",
];

/// Parts of the name of a target or a task that proves nothing about the code, unless another part verifies.
pub(in crate::guard) const CHORES: &[&str] = &[
    "clean",
    "distclean",
    "mrproper",
    "install",
    "uninstall",
    "format",
    "fmt",
    "run",
    "start",
    "stop",
    "serve",
    "server",
    "dev",
    "deploy",
    "publish",
    "release",
    "help",
    "init",
    "setup",
    "bootstrap",
    "migrate",
    "migration",
    "seed",
    "db",
    "up",
    "down",
    "push",
    "pull",
    "shell",
    "console",
    "tasks",
    "projects",
    "properties",
    "dependencies",
    "dependency",
    "environment",
    "toolchains",
    "wrapper",
];

/// Programs that run another one of the project by its name, where that is no command of their own. npm does not.
pub(in crate::guard) const PROJECT_RUNNERS: &[&str] = &["yarn", "pnpm", "bun"];

/// Commands of [`PROJECT_RUNNERS`] themselves.
pub(in crate::guard) const OWN_COMMANDS: &[&str] = &[
    "access",
    "add",
    "approve-builds",
    "audit",
    "autoclean",
    "bin",
    "build",
    "c",
    "cache",
    "cat-file",
    "ci",
    "config",
    "constraints",
    "create",
    "dedupe",
    "deploy",
    "dlx",
    "doctor",
    "env",
    "exec",
    "explain",
    "fetch",
    "global",
    "help",
    "i",
    "import",
    "info",
    "init",
    "install",
    "install-test",
    "it",
    "licenses",
    "link",
    "list",
    "ln",
    "login",
    "logout",
    "ls",
    "node",
    "npm",
    "outdated",
    "owner",
    "pack",
    "patch",
    "patch-commit",
    "plugin",
    "pm",
    "prune",
    "publish",
    "rb",
    "rebuild",
    "recursive",
    "remove",
    "restart",
    "rm",
    "root",
    "run",
    "search",
    "self-update",
    "set",
    "setup",
    "start",
    "stop",
    "store",
    "t",
    "tag",
    "test",
    "tst",
    "un",
    "uninstall",
    "unlink",
    "unplug",
    "up",
    "update",
    "upgrade",
    "version",
    "versions",
    "why",
    "workspace",
    "workspaces",
    "x",
];
