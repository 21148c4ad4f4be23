//! Trees behind a reaper.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex, PoisonError};

use portable_pty::{NativePtySystem, PtyPair, PtySystem};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, watch};
use toolhost_reaper::{Exit, Order, Report};

use super::image::Image;
use super::tree::{Launch, Life, Printed, Tree, size};
use super::{Pty, cookie};

/// The host's own end of a reaper's socket.
type Reports = Lines<BufReader<OwnedReadHalf>>;

/// Starts process trees.
pub struct Spawner {
    image: Image,
    /// A terminal is opened in two steps, between which another child could inherit it.
    one_at_a_time: Mutex<()>,
}

/// What a started reaper leaves with the host.
struct Started {
    child: Child,
    socket: StdUnixStream,
    output: Printed,
    terminal: Option<PtyPair>,
}

impl Spawner {
    /// Prepares the reaper. `scratch` is a directory for it on systems that cannot keep it in memory.
    pub fn new(scratch: &Path) -> io::Result<Arc<Spawner>> {
        Ok(Arc::new(Spawner { image: Image::prepare(scratch)?, one_at_a_time: Mutex::new(()) }))
    }

    /// Starts a command as a tree of its own. An error of the program itself (missing, not executable) comes
    /// back as the operating system's error.
    pub async fn spawn(&self, launch: Launch) -> io::Result<(Tree, Printed)> {
        let mark = cookie::new()?;
        let Started { child, socket, output, terminal } = self.start_reaper(&launch, &mark)?;
        socket.set_nonblocking(true)?;
        let (reports, orders_out) = UnixStream::from_std(socket)?.into_split();
        let mut reports = BufReader::new(reports).lines();
        let first = next(&mut reports).await;
        let Some(Report::Started(pid)) = first else {
            reap(child).await;
            return Err(match first {
                Some(Report::Failed(errno)) => io::Error::from_raw_os_error(errno),
                _ => io::Error::other("the reaper of the command ended before it started"),
            });
        };
        // From here on the command's tree alone holds the terminal, so that its end is seen.
        let terminal = terminal.map(|PtyPair { master, slave: _ }| Arc::new(Pty::new(master)));
        let (life_in, life) = watch::channel(Life::Running);
        let (orders, orders_in) = mpsc::unbounded_channel();
        tokio::spawn(keep(Keeper { child, reports, orders_in, orders_out, life: life_in, pid, mark }));
        Ok((Tree { pid, life, terminal, orders }, output))
    }

    fn start_reaper(&self, launch: &Launch, mark: &str) -> io::Result<Started> {
        let (socket, theirs) = StdUnixStream::pair()?;
        let _guard = self.one_at_a_time.lock().unwrap_or_else(PoisonError::into_inner);
        let mut command = Command::new(self.image.path());
        command
            .arg0("toolhost-reaper")
            .env_clear()
            .envs(launch.environment.iter().map(|(name, value)| (name, value)))
            .env(cookie::NAME, mark)
            .current_dir(&launch.workdir)
            .stdin(OwnedFd::from(theirs));
        let (output, terminal): (Printed, _) = match launch.terminal {
            Some((rows, cols)) => {
                let pair = NativePtySystem::default().openpty(size(rows, cols)).map_err(io::Error::other)?;
                let name =
                    pair.master.tty_name().ok_or_else(|| io::Error::other("a terminal without a name"))?;
                command.arg(name).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
                (pair.master.try_clone_reader().map_err(io::Error::other)?, Some(pair))
            }
            None => {
                let (output, theirs) = io::pipe()?;
                command.arg("-").stdout(theirs.try_clone()?).stderr(theirs);
                (Box::new(output), None)
            }
        };
        command.arg(&launch.program).args(&launch.arguments as &[OsString]);
        Ok(Started { child: command.spawn()?, socket, output, terminal })
    }
}

/// All that belongs to one reaper while it runs.
struct Keeper {
    child: Child,
    reports: Reports,
    orders_in: mpsc::UnboundedReceiver<Order>,
    orders_out: OwnedWriteHalf,
    life: watch::Sender<Life>,
    pid: u32,
    mark: String,
}

/// Carries orders to the reaper and its reports into the tree's life, until the reaper is gone.
async fn keep(mut keeper: Keeper) {
    let mut exit = None;
    let mut owned = true;
    let last = loop {
        tokio::select! {
            report = next(&mut keeper.reports) => match report {
                Some(Report::Exited(how, background)) => {
                    exit = Some(how);
                    keeper.life.send_replace(Life::Exited(how, background));
                }
                Some(last @ (Report::Empty | Report::Survivors(_))) => break Some(last),
                Some(Report::Started(_) | Report::Failed(_)) => {}
                None => break None,
            },
            order = keeper.orders_in.recv(), if owned => {
                // Nobody can ask for anything any more: the tree has no owner.
                owned = order.is_some();
                let _ = keeper.orders_out.write_all(&[order.unwrap_or(Order::End).byte()]).await;
            }
        }
    };
    let exit = exit.unwrap_or(Exit::Signal(rustix::process::Signal::KILL.as_raw()));
    let over = match last {
        Some(Report::Survivors(count)) => Life::Survived(exit, count),
        Some(_) => Life::Gone(exit),
        None => cookie::end_marked(keeper.pid, &keeper.mark)
            .await
            .map_or(Life::Gone(exit), |n| Life::Survived(exit, n)),
    };
    reap(keeper.child).await;
    keeper.life.send_replace(over);
}

/// The next report; none when the reaper is gone. A line that is no report is one too many from a program that
/// is ours, and is passed over.
async fn next(reports: &mut Reports) -> Option<Report> {
    loop {
        match reports.next_line().await {
            Ok(Some(line)) => match Report::parse(&line) {
                Some(report) => return Some(report),
                None => tracing::warn!(line, "not a report"),
            },
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Takes the reaper out of the process table. It has closed its socket, so this waits for microseconds.
async fn reap(mut child: Child) {
    let _ = tokio::task::spawn_blocking(move || child.wait()).await;
}
