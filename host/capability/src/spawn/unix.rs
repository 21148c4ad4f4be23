//! Trees behind a reaper.

use std::io;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use portable_pty::{NativePtySystem, PtyPair, PtySystem};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, oneshot, watch};
use toolhost_reaper::{Exit, Order, Report};

use super::image::Image;
use super::reaper::Reaper;
use super::spare::Spare;
use super::tree::{Launch, Life, Printed, Tree, size};
use super::{Pty, cookie, orphans};

/// The host's own end of a reaper's socket.
type Reports = Lines<BufReader<OwnedReadHalf>>;

/// Starts process trees.
pub struct Spawner {
    /// A directory for the image of the reaper, on systems that cannot keep it in memory.
    scratch: PathBuf,
    /// Made when it is first needed: most calls start no command.
    image: Mutex<Option<Arc<Image>>>,
    /// A reaper that waits for its command, so that the next one need not wait for a reaper.
    spare: Mutex<Option<Spare>>,
    /// A terminal is opened in two steps, between which another child could inherit it.
    one_at_a_time: Mutex<()>,
}

impl Spawner {
    /// Nothing is started yet. `scratch` is a directory for the reaper on systems that cannot keep it in memory.
    pub fn new(scratch: &Path) -> io::Result<Arc<Spawner>> {
        orphans::adopt()?;
        Ok(Arc::new(Spawner {
            scratch: scratch.to_owned(),
            image: Mutex::default(),
            spare: Mutex::default(),
            one_at_a_time: Mutex::default(),
        }))
    }

    /// Has a reaper ready for the next command, so that it need not wait for one. One that cannot be started now is
    /// started, or fails, when it is needed.
    pub async fn prepare(self: &Arc<Self>) {
        let spawner = Arc::clone(self);
        let _ = tokio::task::spawn_blocking(move || spawner.refill()).await;
    }

    fn refill(&self) {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.is_none() {
            *spare = self.image().and_then(|image| Spare::start(&image)).ok();
        }
    }

    /// The reaper, as something that can be executed.
    fn image(&self) -> io::Result<Arc<Image>> {
        let mut image = self.image.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(match &*image {
            Some(image) => Arc::clone(image),
            None => Arc::clone(image.insert(Arc::new(Image::prepare(&self.scratch)?))),
        })
    }

    /// Starts a command as a tree of its own. An error of the program itself (missing, not executable) comes
    /// back as the operating system's error.
    pub async fn spawn(self: &Arc<Self>, launch: Launch) -> io::Result<(Tree, Printed)> {
        let mark = cookie::new()?;
        let Handed { reaper, socket, output, terminal } = self.hand_over(launch, &mark)?;
        socket.set_nonblocking(true)?;
        let (reports, orders_out) = UnixStream::from_std(socket)?.into_split();
        let reports = BufReader::new(reports).lines();
        let (life_in, life) = watch::channel(Life::Running);
        let (orders, orders_in) = mpsc::unbounded_channel();
        let (started_in, started) = oneshot::channel();
        // The keeper owns the reaper from now on: whoever drops this future drops `orders`, which ends the tree.
        let started_in = Some(started_in);
        tokio::spawn(keep(Keeper {
            reaper,
            reports,
            orders_in,
            orders_out,
            life: life_in,
            started: started_in,
            mark,
        }));
        let pid = started.await.map_err(io::Error::other)??;
        let spawner = Arc::clone(self);
        tokio::task::spawn_blocking(move || spawner.refill());
        // From here on the command's tree alone holds the terminal, so that its end is seen.
        let terminal = terminal.map(|PtyPair { master, slave: _ }| Arc::new(Pty::new(master)));
        Ok((Tree { pid, life, terminal, orders }, output))
    }

    /// Gives the command to the spare reaper, or to a new one if the spare is gone.
    fn hand_over(&self, launch: Launch, mark: &str) -> io::Result<Handed> {
        let _guard = self.one_at_a_time.lock().unwrap_or_else(PoisonError::into_inner);
        let (output, theirs, terminal) = ends(launch.terminal)?;
        let name = match &terminal {
            Some(pair) => {
                let name = pair.master.tty_name();
                Some(name.ok_or_else(|| io::Error::other("a terminal without a name"))?.into_os_string())
            }
            None => None,
        };
        let mut words = vec![launch.program.into_os_string()];
        words.extend(launch.arguments);
        let mut environment = launch.environment;
        environment.push((cookie::NAME.into(), mark.into()));
        let workdir = launch.workdir.into_os_string();
        let message = toolhost_reaper::Launch { terminal: name, workdir, words, environment }
            .encode()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a NUL in a string for the system"))?;
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        let ready = spare.and_then(|spare| spare.launch(&message, theirs.as_ref()).ok());
        let (reaper, socket) = match ready {
            Some(ready) => ready,
            None => Spare::start(&*self.image()?)?.launch(&message, theirs.as_ref())?,
        };
        Ok(Handed { reaper, socket, output, terminal })
    }
}

/// A reaper that has its command.
struct Handed {
    reaper: Reaper,
    socket: StdUnixStream,
    output: Printed,
    terminal: Option<PtyPair>,
}

/// Where a command prints: what the host reads, what the command writes to, or its terminal.
fn ends(terminal: Option<(u16, u16)>) -> io::Result<(Printed, Option<io::PipeWriter>, Option<PtyPair>)> {
    match terminal {
        Some((rows, cols)) => {
            let pair = NativePtySystem::default().openpty(size(rows, cols)).map_err(io::Error::other)?;
            Ok((pair.master.try_clone_reader().map_err(io::Error::other)?, None, Some(pair)))
        }
        None => {
            let (output, theirs) = io::pipe()?;
            Ok((Box::new(output), Some(theirs), None))
        }
    }
}

/// All that belongs to one reaper while it runs.
struct Keeper {
    reaper: Reaper,
    reports: Reports,
    orders_in: mpsc::UnboundedReceiver<Order>,
    orders_out: OwnedWriteHalf,
    life: watch::Sender<Life>,
    /// Who waits to hear that the command runs.
    started: Option<oneshot::Sender<io::Result<u32>>>,
    mark: String,
}

impl Keeper {
    fn started(&mut self, how: io::Result<u32>) {
        if let Some(started) = self.started.take() {
            // Nobody may be waiting any more; then the missing orders end the tree.
            let _ = started.send(how);
        }
    }
}

/// Carries orders to the reaper and its reports into the tree's life, until the reaper is gone.
async fn keep(mut keeper: Keeper) {
    let mut leader = 0;
    let mut exit = None;
    let mut owned = true;
    let last = loop {
        tokio::select! {
            report = next(&mut keeper.reports) => match report {
                Some(Report::Started(pid)) => {
                    leader = pid;
                    keeper.started(Ok(pid));
                }
                Some(Report::Failed(errno)) => keeper.started(Err(io::Error::from_raw_os_error(errno))),
                Some(Report::Exited(how, background)) => {
                    exit = Some(how);
                    keeper.life.send_replace(Life::Exited(how, background));
                }
                Some(last @ (Report::Empty | Report::Survivors(_))) => break Some(last),
                None => break None,
            },
            order = keeper.orders_in.recv(), if owned => {
                // Nobody can ask for anything any more: the tree has no owner.
                owned = order.is_some();
                let _ = keeper.orders_out.write_all(&[order.unwrap_or(Order::End).byte()]).await;
            }
        }
    };
    keeper.started(Err(io::Error::other("the reaper of the command ended before it started")));
    let exit = exit.unwrap_or(Exit::Signal(rustix::process::Signal::KILL.as_raw()));
    let over = match last {
        Some(Report::Survivors(count)) => Life::Survived(exit, count),
        Some(_) => Life::Gone(exit),
        None => {
            orphans::end(leader, &keeper.mark).await.map_or(Life::Gone(exit), |n| Life::Survived(exit, n))
        }
    };
    reap(keeper.reaper).await;
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
async fn reap(mut reaper: Reaper) {
    let _ = tokio::task::spawn_blocking(move || reaper.wait()).await;
}
