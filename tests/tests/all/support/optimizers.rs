//! A user with optimizers: real ones, and one of the tests' own that does as it is told.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::Toolhost;
use super::processes::{eventually, is_alive};
use super::toolhost::{Ran, finish};

/// What `scripts/optimizer-tools` gets.
pub(crate) struct Tools {
    root: PathBuf,
}

impl Tools {
    /// The tools, or none of them if they were not got; then the test says that it is left out.
    #[allow(clippy::print_stdout, reason = "a test that is left out says so")]
    pub(crate) fn find() -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/optimizer-tools");
        let root = fs::canonicalize(root).ok().filter(|root| root.join("node/pinned").is_file());
        if root.is_none() {
            println!("left out: scripts/optimizer-tools has not run");
        }
        root.map(|root| Self { root })
    }

    /// The same where a program that the machine has to bring is there, too.
    #[allow(clippy::print_stdout, reason = "a test that is left out says so")]
    pub(crate) fn find_with(program: &str) -> Option<Self> {
        let tools = Self::find()?;
        let is_there = env::split_paths(&tools.path()).any(|folder| folder.join(program).is_file());
        if !is_there {
            println!("left out: {program} is not installed");
        }
        is_there.then_some(tools)
    }

    pub(crate) fn rtk(&self) -> PathBuf {
        self.root.join("rtk/bin/rtk")
    }

    /// The interpreter itself, without a shim in front of it that would need a home.
    pub(crate) fn python(&self) -> PathBuf {
        self.root.join("python/bin/python")
    }

    /// Where commands of tests find these tools, and what the machine brings.
    pub(crate) fn path(&self) -> String {
        let folders =
            ["rtk/bin", "python/bin", "node/node_modules/.bin"].map(|folder| self.root.join(folder));
        let cargo = env::var_os("CARGO").map(PathBuf::from);
        let cargo = cargo.iter().filter_map(|cargo| cargo.parent().map(Path::to_owned));
        let system = ["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from);
        let path = env::join_paths(folders.into_iter().chain(cargo).chain(system)).unwrap();
        path.into_string().unwrap()
    }

    /// A user for whom these tools are there.
    pub(crate) fn user(&self) -> Toolhost {
        let mut toolhost = Toolhost::new();
        toolhost.variable("PATH", &self.path());
        toolhost.variable("XDG_DATA_HOME", toolhost.path("home/.data").to_str().unwrap());
        toolhost
    }

    /// Copies a project of the fixtures into the workspace, and makes what it does not hold itself.
    pub(crate) fn project(&self, toolhost: &Toolhost, name: &str) {
        let workspace = toolhost.workspace();
        copy(&fixtures().join(name), &workspace);
        if name == "vitest" {
            std::os::unix::fs::symlink(self.root.join("node/node_modules"), workspace.join("node_modules"))
                .unwrap();
        }
        if workspace.join("setup.sh").is_file() {
            let mut setup = Command::new("/bin/bash");
            setup.arg(fixtures().join(name).join("setup.sh"));
            fs::remove_file(workspace.join("setup.sh")).unwrap();
            setup.current_dir(&workspace).env("PATH", self.path()).env("HOME", toolhost.path("home"));
            let ran = finish(setup, "");
            assert_eq!(ran.status, 0, "{ran:?}");
        }
    }

    /// The entry of the real optimizer.
    pub(crate) fn real(&self) -> Value {
        json!({"id": "rtk", "type": "rtk_cli", "path": self.rtk()})
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/optimizers")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Milliseconds for a stage that must not run out of time, however busy the machine is.
pub(crate) const AMPLE: u64 = 60_000;

/// A block `tool_optimizers` with these stages on, time enough, no least size, and what the specification says
/// of replacements and no more.
pub(crate) fn block(stages: &[&str], providers: &[Value]) -> Value {
    let mut block = json!({"enabled": true, "providers": providers});
    for stage in stages {
        block[stage] = json!({"enabled": true, "timeout_ms": AMPLE, "acceptance": "off"});
        if *stage == REDUCE {
            block[stage]["min_input_bytes"] = json!(0);
        }
    }
    block
}

/// Names of the stages.
pub(crate) const REWRITE: &str = "command_rewrite";
pub(crate) const REDUCE: &str = "output_reduce";

/// The same with the acceptance that is the default.
pub(crate) fn strict(stages: &[&str], providers: &[Value]) -> Value {
    let mut block = block(stages, providers);
    for stage in stages {
        block[stage].as_object_mut().unwrap().remove("acceptance");
    }
    block
}

/// A user with an optimizer that does as it is told, and with what that recorded.
pub(crate) struct Scripted {
    pub(crate) toolhost: Toolhost,
    program: PathBuf,
}

impl Scripted {
    pub(crate) fn new(tools: &Tools) -> Self {
        let toolhost = tools.user();
        let script = fs::read_to_string(fixtures().join("provider.py")).unwrap();
        let program = format!("#!{}\n{script}", tools.python().display());
        super::guard::program(&toolhost, "provider", &program);
        fs::create_dir(toolhost.path("records")).unwrap();
        Self { program: toolhost.path("provider"), toolhost }
    }

    /// The entry of the optimizer, told what to do by these arguments.
    pub(crate) fn provider(&self, id: &str, arguments: &[&str]) -> Value {
        let records = self.toolhost.path("records");
        let args: Vec<&str> =
            ["--record", records.to_str().unwrap()].iter().chain(arguments).copied().collect();
        json!({"id": id, "type": "exec_json", "path": self.program, "args": args})
    }

    /// Configures the block.
    pub(crate) fn configure(&self, block: &Value) {
        self.toolhost.configure(&json!({"tool_optimizers": block}).to_string());
    }

    /// What was recorded under this name, in the order of the calls.
    pub(crate) fn records(&self, name: &str) -> Vec<String> {
        let entries = fs::read_dir(self.toolhost.path("records")).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == name));
        paths.sort();
        paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
    }

    /// Forgets what was recorded.
    pub(crate) fn forget(&self) {
        let records = self.toolhost.path("records");
        fs::remove_dir_all(&records).unwrap();
        fs::create_dir(records).unwrap();
    }

    /// Waits until no process is left that the optimizer was or started.
    pub(crate) fn expect_no_process(&self, what: &str) {
        for pid in self.records("pid").iter().chain(&self.records("child")) {
            let pid = pid.parse().unwrap();
            eventually(&format!("{what}: no process of an optimizer is left"), || !is_alive(pid));
        }
        self.toolhost.expect_no_survivor(what, &[]);
    }
}

impl Toolhost {
    /// Runs a command to its end with a budget that nothing here exceeds; the program's exit status is what the
    /// command's is.
    pub(crate) fn exec(&self, cmd: &str) -> Value {
        let arguments = json!({"cmd": cmd, "yield_time_ms": 30_000, "max_output_tokens": 50_000});
        let (status, result) = self.call("exec_command", &arguments);
        let code = result["exit_code"].as_i64().unwrap_or_else(|| panic!("{cmd}: {result}"));
        assert_eq!(status, i32::from(code != 0), "{cmd}: {result}");
        result
    }

    /// Runs one stage on an input: its result, and its report on standard error.
    pub(crate) fn optimize(&self, stage: &str, cmd: &str, input: &str) -> Ran {
        let ran = self.run_with(&["optimize", stage, "--command", cmd], input);
        assert_eq!(ran.status, 0, "{stage} {cmd}: {ran:?}");
        ran
    }

    /// Fails unless the statistics have an attempt of this provider in one of these classes; a class may be
    /// followed by a colon and its reason.
    pub(crate) fn assert_class(&self, provider: &str, classes: &[&str], what: &str) {
        let ran = self.run(&["stats", "--json"]);
        assert_eq!(ran.status, 0, "{ran:?}");
        let report = ran.json();
        let lines = report["lines"].as_array().unwrap_or_else(|| panic!("{what}: {report}"));
        let found: Vec<&String> = lines
            .iter()
            .filter(|line| line["provider"] == provider)
            .flat_map(|line| line["classes"].as_object().unwrap().keys())
            .collect();
        let is_found = found.iter().any(|found| {
            let class = found.split(':').next().unwrap_or_default();
            classes.iter().any(|wanted| *wanted == found.as_str() || *wanted == class)
        });
        assert!(is_found, "{what}: none of {classes:?}, but {found:?}: {}", ran.stdout);
    }
}

/// Fails unless a result is what an optimizer made of the output, with the original where it says.
pub(crate) fn assert_reduced(result: &Value, by: &str, text: &str, original: &str) {
    assert_eq!(
        (result["output"].as_str(), result["reduced_by"].as_str()),
        (Some(text), Some(by)),
        "{result}"
    );
    assert_eq!(result["original_token_count"], original.len().div_ceil(4), "{result}");
    assert_eq!(result["reduced_token_count"], text.len().div_ceil(4), "{result}");
    assert_eq!(result["total_output_bytes"], original.len(), "{result}");
    let spool = result["spool_path"].as_str().unwrap_or_else(|| panic!("no original: {result}"));
    assert_eq!(fs::read_to_string(spool).unwrap(), original, "{result}");
}

/// Fails unless a result is as if there were no optimizers.
pub(crate) fn assert_original(result: &Value, output: &str, code: i64, what: &str) {
    assert_eq!(
        (result["output"].as_str(), result["exit_code"].as_i64()),
        (Some(output), Some(code)),
        "{what}: {result}"
    );
    for key in ["command", "reduced_by", "reduced_token_count"] {
        assert!(result[key].is_null(), "{what}: {key}: {result}");
    }
}
