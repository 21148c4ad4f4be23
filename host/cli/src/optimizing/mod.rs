//! What the optimizers of this program share: places for their programs, a memory on disk, and who counts.

mod counting;
mod remembering;
mod reporting;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::time::Instant;
use toolhost_capability::process::{Places, Program};
use toolhost_capability::spawn::Spawner;
use toolhost_config::{Profile, prompt_profile};
use toolhost_loader::{OptimizerSurroundings, Programs};
use toolhost_optimizer::{
    Bounds, EXTERNAL_CALLS, IsProgram, Layered, Memory, Observer, REMEMBERED_IDLE, Recent, Unobserved,
};
use toolhost_session::os_name;
use toolhost_store::{Clock, Store};

use crate::environment::{self, Folders};
use crate::output::Complaint;
use counting::Counting;
use remembering::OnDisk;
use reporting::Reporting;

/// What is kept of answers in this process, before the store on disk: some hundred outputs of the usual size.
const IN_FRONT: Bounds = Bounds { bytes: 64 << 20, entries: 4096, idle: REMEMBERED_IDLE };

/// The variable that programs are looked up by.
const PATH: &str = "PATH";

/// The file of the store.
pub(crate) fn store_file(folders: &Folders) -> PathBuf {
    folders.state.join("optimizers.sqlite")
}

/// What is to be told of the store.
pub(crate) enum Told {
    /// It is there, or nobody needs it.
    Nothing,
    /// Something happened to it that does not happen again.
    Once(Complaint),
    /// It cannot be used.
    Always(Complaint),
}

/// For the optimizers of `profile`, and of every other that may take its place. Where none are on, no file is opened.
pub(crate) fn surroundings(
    profile: &Profile,
    folders: &Folders,
    spawner: &Arc<Spawner>,
    workspace: PathBuf,
) -> (OptimizerSurroundings, Told) {
    let front = front();
    let (store, told) = if profile.tool_optimizers.enabled { open(folders) } else { (None, Told::Nothing) };
    let (memory, observer): (Arc<dyn Memory>, Arc<dyn Observer>) = match store {
        Some(store) => {
            let on_disk = Arc::new(OnDisk::new(Arc::clone(&store)));
            (Arc::new(Layered::new(front, on_disk)), Arc::new(Counting::new(store)))
        }
        None => (Arc::new(front), Arc::new(Unobserved)),
    };
    (with(profile, spawner, workspace, memory, observer), told)
}

/// For the author of a provider: nothing was said before, and everything is told.
pub(crate) fn reporting(
    profile: &Profile,
    spawner: &Arc<Spawner>,
    workspace: PathBuf,
) -> OptimizerSurroundings {
    with(profile, spawner, workspace, Arc::new(front()), Arc::new(Reporting))
}

fn front() -> Recent {
    Recent::new(IN_FRONT, Arc::new(Instant::now))
}

fn with(
    profile: &Profile,
    spawner: &Arc<Spawner>,
    workspace: PathBuf,
    memory: Arc<dyn Memory>,
    observer: Arc<dyn Observer>,
) -> OptimizerSurroundings {
    let os = environment::os();
    let places = Places::new(EXTERNAL_CALLS);
    OptimizerSurroundings {
        programs: Programs::new(Arc::clone(spawner), places, workspace, &environment::variables()),
        memory,
        observer,
        is_program: is_program(profile),
        platform: (
            os_name(os).to_owned(),
            prompt_profile(profile.agent.shell_prompt_profile, os).name().to_owned(),
        ),
    }
}

/// Looks programs up where the shell of a command does, as far as its start does not change that.
fn is_program(profile: &Profile) -> IsProgram {
    let env = &profile.execution.env;
    let inherited =
        || environment::variables().into_iter().find(|(name, _)| name == PATH && env.inherits(PATH));
    let path = env.set.get(PATH).map(OsString::from).or_else(|| inherited().map(|(_, path)| path));
    Arc::new(move |name| path.as_ref().is_some_and(|path| Program::in_path(name, path).path().is_absolute()))
}

/// The store, or nothing and a warning: no call is worth less because nothing is remembered of it.
fn open(folders: &Folders) -> (Option<Arc<Store>>, Told) {
    match Store::open(&store_file(folders), Clock::system()) {
        Ok(store) => {
            let told = store.put_aside.as_ref().map_or(Told::Nothing, |aside| {
                let path = aside.display();
                let message = format!("the store of the optimizers was damaged; it is now {path}");
                Told::Once(Complaint::new("warning", message))
            });
            (Some(Arc::new(store)), told)
        }
        Err(error) => {
            let message = format!("what optimizers do is not remembered or counted: {error}");
            (None, Told::Always(Complaint::new("warning", message)))
        }
    }
}
