//! A client session that edits and verifies, with programs of the tests' own in place of those that verify.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::patch::{UNVERIFIED, assert_refusal, update};
use super::result::ended;
use super::{Lines, Toolhost};

/// Edits in a row that the built-in configuration allows.
pub(crate) const ALLOWED: usize = 4;

/// Programs that run what they are told: their name, and the words in front of it.
const RUNNERS: [(&str, usize); 4] = [("npx", 0), ("uv", 1), ("bundle", 1), ("poetry", 1)];

/// A session whose workspace has a file that patches count up, and whose programs on the `PATH` are stubs:
/// they fail while the workspace has a file `fail`, and run on while it has a file `wait`.
pub(crate) struct Guarded {
    pub(crate) lines: Lines,
    pub(crate) toolhost: Toolhost,
    count: usize,
}

impl Guarded {
    /// A session of a user who has configured nothing.
    pub(crate) fn new() -> Self {
        Self::of(Toolhost::new())
    }

    /// A session of a user with this configuration.
    pub(crate) fn configured(yaml: &str) -> Self {
        Self::of(Toolhost::configured(yaml))
    }

    /// A session of this user, with nothing but the stubs that every test may want.
    pub(crate) fn of(mut toolhost: Toolhost) -> Self {
        let folder = stubs(&toolhost, &["cargo", "jest", "pytest", "python", "rspec", "make", "npm", "go"]);
        toolhost.variable("PATH", &format!("{}:/usr/local/bin:/usr/bin:/bin", folder.display()));
        toolhost.put("counter", "0\n");
        fs::create_dir_all(toolhost.workspace().join("sub")).unwrap();
        let lines = Lines::start(&toolhost);
        Self { lines, toolhost, count: 0 }
    }

    /// Tries one effective mutation, and checks that the file says what the result says.
    pub(crate) fn mutate(&mut self) -> Value {
        let hunks = [format!("-{}", self.count), format!("+{}", self.count + 1)];
        let text = update("counter", &["@@", &hunks[0], &hunks[1]]);
        let result = self.lines.call("apply_patch", &json!({"patch": text}));
        self.count += usize::from(result["error"].is_null());
        assert_eq!(self.toolhost.bytes("counter"), format!("{}\n", self.count).as_bytes(), "{result}");
        result
    }

    /// Mutations that were let through.
    pub(crate) fn made(&self) -> usize {
        self.count
    }

    /// Makes so many mutations, all of which must be let through.
    pub(crate) fn allowed(&mut self, count: usize, what: &str) {
        for number in 1..=count {
            let result = self.mutate();
            assert!(result["error"].is_null(), "{what}: mutation {number} of {count}: {result}");
        }
    }

    /// Tries a mutation that must be held back; returns the refusal.
    pub(crate) fn held_back(&mut self, what: &str) -> Value {
        let result = self.mutate();
        assert!(result["error"].is_object(), "{what}: it was let through");
        assert_refusal(&result, UNVERIFIED, &[]);
        result
    }

    /// Mutates until it is held back.
    pub(crate) fn fill(&mut self) {
        for _ in 0..=ALLOWED {
            if self.mutate()["error"].is_object() {
                self.held_back("full");
                return;
            }
        }
        panic!("nothing is held back after {ALLOWED} mutations");
    }

    /// Fails unless a command, which must succeed, lets as many mutations through as there may be.
    pub(crate) fn assert_verifies(&mut self, cmd: &str) {
        self.fill();
        let result = self.lines.exec(cmd);
        assert_eq!(ended(&result).1, 0, "{cmd}: {result}");
        self.allowed(ALLOWED, cmd);
        self.held_back(cmd);
    }

    /// Fails if a command, which must succeed, lets a mutation through.
    pub(crate) fn assert_does_not_verify(&mut self, cmd: &str) {
        self.fill();
        let result = self.lines.exec(cmd);
        assert_eq!(ended(&result).1, 0, "{cmd}: {result}");
        self.held_back(cmd);
    }

    /// Makes a file of the workspace, or takes it away.
    pub(crate) fn set(&self, name: &str, is_there: bool) {
        if is_there {
            self.toolhost.put(name, "");
        } else {
            fs::remove_file(self.toolhost.workspace().join(name)).unwrap();
        }
    }
}

/// Makes stubs of these names and of the runners in the folder for them, which it returns.
pub(crate) fn stubs(toolhost: &Toolhost, names: &[&str]) -> PathBuf {
    let root = toolhost.workspace();
    let verifier = format!(
        "#!/bin/sh\nwhile [ -e '{0}/wait' ]; do sleep .05; done\n[ ! -e '{0}/fail' ]\n",
        root.display()
    );
    for name in names {
        program(toolhost, &format!("bin/{name}"), &verifier);
    }
    for (name, words) in RUNNERS {
        program(toolhost, &format!("bin/{name}"), &format!("#!/bin/sh\nshift {words}\nexec \"$@\"\n"));
    }
    toolhost.path("bin")
}

/// Writes a program into the user's folder, with the folders above it.
pub(crate) fn program(toolhost: &Toolhost, name: &str, script: &str) {
    let path = toolhost.path(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}
