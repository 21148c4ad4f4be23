//! Trees in job objects.
//!
//! A command is created suspended, put into a job, and only then let run, so that nothing it starts is outside.
//! On a terminal that cannot be had: `portable-pty` creates a process that runs at once. It is put into its job
//! right after, and what it starts within those microseconds is in no job and is not ended with the tree.
//!
//! Windows knows no signals. [`Order::Terminate`], [`Order::Kill`] and [`Order::End`] all end the job at once,
//! without grace, and the command's exit code is then [`ENDED`]. [`Order::Interrupt`] is Ctrl+C typed into the
//! terminal. Without a terminal it ends the job too: such a command has a console of its own without a window,
//! and `GenerateConsoleCtrlEvent` reaches only processes that share the caller's console.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::windows::io::OwnedHandle;
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, NativePtySystem, PtySystem};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::sleep;
use toolhost_reaper::{END_BOUND, Exit, Order};
use windows_sys::Win32::System::Threading::{CREATE_NO_WINDOW, CREATE_SUSPENDED};

use super::keeping::{Attended, Keeping};
use super::sys::{Job, resume};
use super::tree::{Held, Launch, Life, Pipes, Tree, size};
use super::{Printed, Pty};

/// The host's end of a stream that a program writes.
pub type ReadEnd = tokio::fs::File;

/// The host's end of a stream that a program reads.
pub type WriteEnd = tokio::fs::File;

/// The exit code of processes that were ended, the one that `taskkill` and the task manager give.
const ENDED: u32 = 1;

/// Between two looks at a job that nobody reports on.
const ROUND: Duration = Duration::from_millis(25);

/// How long processes that end together with the command may take to leave the job before they count as left
/// behind.
const SETTLE: Duration = Duration::from_millis(50);

/// How long a console may take to draw what its last program printed, before it is closed.
const DRAW: Duration = Duration::from_secs(1);

/// Starts process trees.
pub struct Spawner(());

/// What a started command leaves with the host.
struct Started {
    child: Box<dyn Child + Send + Sync>,
    output: Printed,
    terminal: Option<Arc<Pty>>,
}

impl Spawner {
    /// Nothing has to be ready here.
    pub async fn prepare(self: &Arc<Self>) {}

    /// Windows needs no preparation, and nothing in `scratch`.
    pub fn new(_scratch: &Path) -> io::Result<Arc<Spawner>> {
        Ok(Arc::new(Spawner(())))
    }

    /// Starts a command as a tree of its own, on a terminal of so many rows and columns; without one, its standard
    /// input is empty and both outputs are one pipe. Dropping the tree ends it.
    ///
    /// Without a terminal, an error of the program itself (missing, not executable) comes back as the operating
    /// system's error; with one, only its text does.
    pub async fn spawn(&self, launch: Launch, terminal: Option<(u16, u16)>) -> io::Result<(Tree, Printed)> {
        let job = Job::new()?;
        let Started { child, output, terminal } = match terminal {
            Some(rows_and_cols) => start_on_terminal(&launch, rows_and_cols, &job)?,
            None => start_on_pipe(&launch, &job)?,
        };
        Ok((tree(job, child, terminal, Box::new(()))?.let_go(), output))
    }

    /// Starts a program as a tree of its own, each of its three streams a pipe. It is to read `input`, of which nothing is
    /// written yet. Dropping the tree ends it. `held` is dropped when the tree is over, however that comes about.
    ///
    /// An error of the program itself (missing, not executable) comes back as the operating system's error.
    pub async fn spawn_apart(
        &self,
        launch: Launch,
        input: &[u8],
        held: Held,
    ) -> io::Result<(Attended, Pipes)> {
        let job = Job::new()?;
        let (stdin, ours_in) = io::pipe()?;
        let (ours_out, stdout) = io::pipe()?;
        let (ours_err, stderr) = io::pipe()?;
        let mut command = command(&launch);
        command.stdin(stdin).stdout(stdout).stderr(stderr);
        let child = start_in(&job, command)?;
        let pipes = Pipes {
            stdin: (!input.is_empty()).then(|| end(ours_in.into())),
            written: 0,
            stdout: end(ours_out.into()),
            stderr: end(ours_err.into()),
        };
        Ok((tree(job, child, None, held)?, pipes))
    }
}

/// Has the life of a child in its job kept.
fn tree(
    job: Job,
    mut child: Box<dyn Child + Send + Sync>,
    terminal: Option<Arc<Pty>>,
    held: Held,
) -> io::Result<Attended> {
    let pid = child.process_id().ok_or_else(|| io::Error::other("a process without an id"))?;
    let (ended_in, ended) = oneshot::channel();
    std::thread::Builder::new().name("child".into()).spawn(move || {
        let _ = ended_in.send(child.wait());
    })?;
    let (life_in, life) = watch::channel(Life::Running);
    let (orders, orders_in) = mpsc::unbounded_channel();
    let keeper = Keeper { job, ended, orders_in, life: life_in, terminal: terminal.clone(), held };
    let tree = Tree { pid, life, terminal, orders };
    Ok(Attended { tree, keeping: Keeping::new(keep(keeper)) })
}

/// A pipe's end for asynchronous use. Reads and writes wait on threads of the runtime; they end with the tree.
fn end(handle: OwnedHandle) -> tokio::fs::File {
    tokio::fs::File::from_std(handle.into())
}

fn start_on_pipe(launch: &Launch, job: &Job) -> io::Result<Started> {
    let (output, theirs) = io::pipe()?;
    let mut command = command(launch);
    command.stdin(Stdio::null()).stdout(theirs.try_clone()?).stderr(theirs);
    let child = start_in(job, command)?;
    Ok(Started { child, output: Printed::new(Box::new(output)), terminal: None })
}

/// The program with its arguments and surroundings, and nothing of the host's.
fn command(launch: &Launch) -> Command {
    let mut command = Command::new(&launch.program);
    command
        .env_clear()
        .envs(launch.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&launch.workdir)
        .creation_flags(CREATE_SUSPENDED | CREATE_NO_WINDOW);
    match launch.arguments.split_last() {
        // This shell takes the text between the first and the last quotation mark as it is, and does not know
        // the escapes by which other programs are handed theirs.
        Some((text, before)) if is_cmd(&launch.program) => {
            let mut quoted = OsStr::new("\"").to_owned();
            quoted.push(text);
            quoted.push("\"");
            command.args(before).raw_arg(quoted);
        }
        _ => {
            command.args(&launch.arguments);
        }
    }
    command
}

/// Starts a suspended child, puts it into the job, and lets it run. The command takes its ends of the streams with it.
fn start_in(job: &Job, mut command: Command) -> io::Result<Box<dyn Child + Send + Sync>> {
    let mut child = command.spawn()?;
    if let Err(error) = job.take(&child) {
        let _ = child.kill();
        return Err(error);
    }
    resume(child.id())?;
    Ok(Box::new(child))
}

fn start_on_terminal(launch: &Launch, (rows, cols): (u16, u16), job: &Job) -> io::Result<Started> {
    let quotes = |text: &OsString| text.as_encoded_bytes().contains(&b'"');
    if is_cmd(&launch.program) && launch.arguments.iter().any(quotes) {
        let message = "cmd on a terminal cannot be handed a command with quotation marks";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let pair = NativePtySystem::default().openpty(size(rows, cols)).map_err(io::Error::other)?;
    let mut command = CommandBuilder::new(&launch.program);
    command.args(&launch.arguments);
    command.env_clear();
    for (name, value) in &launch.environment {
        command.env(name, value);
    }
    command.cwd(&launch.workdir);
    let output = Printed::new(pair.master.try_clone_reader().map_err(io::Error::other)?);
    let mut child = pair.slave.spawn_command(command).map_err(io::Error::other)?;
    if let Err(error) = job.take(&*child) {
        // A command that has ended already cannot be taken in, and need not be.
        if !matches!(child.try_wait(), Ok(Some(_))) {
            let _ = child.kill();
            return Err(error);
        }
    }
    let terminal = Pty::new(pair.master)?;
    Ok(Started { child, output, terminal: Some(Arc::new(terminal)) })
}

fn is_cmd(program: &Path) -> bool {
    program.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("cmd"))
}

/// All that belongs to one job while it runs. Dropping it, with the job in it, ends the tree.
struct Keeper {
    job: Job,
    ended: oneshot::Receiver<io::Result<portable_pty::ExitStatus>>,
    orders_in: mpsc::UnboundedReceiver<Order>,
    life: watch::Sender<Life>,
    terminal: Option<Arc<Pty>>,
    /// What the tree occupies.
    held: Held,
}

/// Carries out orders and reports the tree's life, until nothing of it is left.
async fn keep(mut keeper: Keeper) {
    let mut exit = None;
    let mut owned = true;
    let mut bound: Option<Instant> = None;
    let over = loop {
        tokio::select! {
            status = &mut keeper.ended, if exit.is_none() => {
                let code = status.ok().and_then(Result::ok).map_or(ENDED, |status| status.exit_code());
                let how = Exit::Code(code.cast_signed());
                exit = Some(how);
                keeper.life.send_replace(Life::Exited(how, settled(&keeper.job).await));
            }
            order = keeper.orders_in.recv(), if owned => {
                // Nobody can ask for anything any more: the tree has no owner.
                owned = order.is_some();
                if keeper.obey(order.unwrap_or(Order::End)) {
                    bound.get_or_insert_with(|| Instant::now() + END_BOUND);
                }
            }
            () = sleep(ROUND), if exit.is_some() || bound.is_some() => {}
        }
        match (exit, left(&keeper.job)) {
            (Some(exit), 0) => break Life::Gone(exit),
            (exit, count) if bound.is_some_and(|bound| Instant::now() >= bound) => {
                break Life::Survived(exit.unwrap_or(Exit::Code(ENDED.cast_signed())), count);
            }
            _ => {}
        }
    };
    drop(keeper.held);
    keeper.life.send_replace(over);
    if let Some(terminal) = keeper.terminal {
        sleep(DRAW).await;
        let _ = tokio::task::spawn_blocking(move || terminal.close()).await;
    }
}

impl Keeper {
    /// Whether the order ends the tree.
    fn obey(&self, order: Order) -> bool {
        if let (Order::Interrupt, Some(terminal)) = (order, &self.terminal) {
            let terminal = Arc::clone(terminal);
            // Typing may have to wait for the console.
            tokio::task::spawn_blocking(move || terminal.interrupt());
            return false;
        }
        if let Err(error) = self.job.terminate(ENDED) {
            tracing::warn!(%error, "a job could not be ended");
        }
        true
    }
}

/// How many processes the command left behind. Windows does not promise that a process whose end was seen has
/// left its job by then, nor that the process behind a console is outside, which ends after its last program.
async fn settled(job: &Job) -> u32 {
    let start = Instant::now();
    loop {
        let left = left(job);
        if left == 0 || start.elapsed() >= SETTLE {
            return left;
        }
        sleep(ROUND).await;
    }
}

/// How many processes are in the job. A job that does not answer proves nothing, so one counts.
fn left(job: &Job) -> u32 {
    job.active().unwrap_or(1)
}
