//! What the `process` power of a call is made of: the programs that its plugin is granted, and where they run.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use toolhost_capability::process::{Places, Policy, Processes, Program};
use toolhost_capability::spawn::Spawner;
use toolhost_runtime::Grants;

/// Variables that every program gets, as the `process` interface says.
const VARIABLES: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

/// What all runs of programs have in common.
#[derive(Clone)]
pub struct Programs {
    spawner: Arc<Spawner>,
    places: Places,
    workdir: PathBuf,
    environment: Vec<(OsString, OsString)>,
}

impl Programs {
    /// Programs that start in `workdir`, with what of `environment` every program gets.
    pub fn new(
        spawner: Arc<Spawner>,
        places: Places,
        workdir: PathBuf,
        environment: &[(OsString, OsString)],
    ) -> Programs {
        let is_given = |name: &OsString| VARIABLES.iter().any(|variable| name == variable);
        let environment = environment.iter().filter(|(name, _)| is_given(name)).cloned().collect();
        Programs { spawner, places, workdir, environment }
    }

    /// For a plugin with these grants; none if it may run nothing. A bare name is looked up in `PATH` now.
    pub fn granted(&self, grants: &Grants) -> Option<Arc<Processes>> {
        if grants.process.is_empty() {
            return None;
        }
        let path = self.environment.iter().find(|(name, _)| name == "PATH");
        let path = path.map(|(_, value)| value.as_os_str()).unwrap_or_default();
        let program = |granted: &PathBuf| {
            let name = granted.to_string_lossy();
            Program::new(name.clone(), granted.clone()).unwrap_or_else(|_| Program::in_path(&name, path))
        };
        let policy = Policy {
            programs: grants.process.iter().map(program).collect(),
            workdir: self.workdir.clone(),
            environment: self.environment.clone(),
            variables: grants.env.clone(),
        };
        Some(Arc::new(Processes::new(Arc::clone(&self.spawner), self.places.clone(), Arc::new(policy))))
    }
}
