//! Trees behind a reaper.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::sync::Arc;

use portable_pty::{MasterPty, NativePtySystem, PtyPair, PtySystem};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::sync::{mpsc, oneshot, watch};
use toolhost_reaper::Order;

use super::keeper::{Keeper, Terms, keep};
use super::keeping::{Attended, Keeping};
use super::spare::Spares;
use super::tree::{Held, Launch, Life, Pipes, Tree, size};
use super::{Printed, Pty, cookie, orphans, pty, reaper};

/// The host's end of a stream that a program writes.
pub type ReadEnd = pipe::Receiver;

/// The host's end of a stream that a program reads.
pub type WriteEnd = pipe::Sender;

/// How many reapers of one-shot programs are kept for the next ones: as many as the optimizers run at once.
const KEPT: usize = 4;

/// Starts process trees.
pub struct Spawner {
    spares: Arc<Spares>,
}

impl Spawner {
    /// Nothing is started yet. `scratch` is a directory for the reaper on systems that cannot keep it in memory.
    pub fn new(scratch: &Path) -> io::Result<Arc<Spawner>> {
        orphans::adopt()?;
        Ok(Arc::new(Spawner { spares: Arc::new(Spares::new(scratch)) }))
    }

    /// Has a reaper ready for the next command, so that it need not wait for one. One that cannot be started now is
    /// started, or fails, when it is needed.
    pub async fn prepare(self: &Arc<Self>) {
        let spares = Arc::clone(&self.spares);
        let _ = tokio::task::spawn_blocking(move || spares.refill()).await;
    }

    /// Starts a command as a tree of its own, on a terminal of so many rows and columns; without one, its standard
    /// input is empty and both outputs are one pipe. Dropping the tree ends it with SIGTERM and a grace.
    ///
    /// An error of the program itself (missing, not executable) comes back as the operating system's error.
    pub async fn spawn(
        self: &Arc<Self>,
        launch: Launch,
        terminal: Option<(u16, u16)>,
    ) -> io::Result<(Tree, Printed)> {
        let terms = Terms { abandoned: Order::End, spares: 1, held: Box::new(()) };
        let (output, tty, started) = if let Some((rows, cols)) = terminal {
            // It is opened in two steps, between which a reaper would inherit it, and hold it for good.
            let open = || NativePtySystem::default().openpty(size(rows, cols));
            let pair = reaper::while_none_starts(|_| open()).map_err(io::Error::other)?;
            let output = Printed::new(pty::duplicate(&*pair.master)?);
            let started = self.hand_over(launch, name_of(&*pair.master)?, &[], terms)?;
            (output, Some(pair), started)
        } else {
            let (output, theirs) = io::pipe()?;
            let started = self.hand_over(launch, None, &[theirs.as_fd()], terms)?;
            (Printed::new(output), None, started)
        };
        // It runs for as long as it likes, and nobody may look at it for minutes.
        let mut tree = started.tree().await?.let_go();
        if !self.spares.has_one() {
            let spares = Arc::clone(&self.spares);
            tokio::task::spawn_blocking(move || spares.refill());
        }
        // From here on the command's tree alone holds the terminal, so that its end is seen.
        tree.terminal = tty.map(|PtyPair { master, slave: _ }| Arc::new(Pty::new(master)));
        Ok((tree, output))
    }

    /// Starts a program as a tree of its own, each of its three streams a pipe. It is to read `input`, and what of that
    /// the pipe takes is in it before the program starts. Dropping the tree ends it without grace. `held` is dropped
    /// when the tree is over, however that comes about.
    ///
    /// An error of the program itself (missing, not executable) comes back as the operating system's error.
    pub async fn spawn_apart(
        self: &Arc<Self>,
        launch: Launch,
        input: &[u8],
        held: Held,
    ) -> io::Result<(Attended, Pipes)> {
        let (stdin, ours_in) = io::pipe()?;
        let (ours_out, stdout) = io::pipe()?;
        let (ours_err, stderr) = io::pipe()?;
        enlarge(&ours_in, input.len());
        let (first, rest) = input.split_at(input.len().min(USUAL_PIPE));
        let mut written = fill(&ours_in, first)?;
        let (stdout_end, stderr_end) =
            (ReadEnd::from_owned_fd(ours_out.into())?, ReadEnd::from_owned_fd(ours_err.into())?);
        let terms = Terms { abandoned: Order::Kill, spares: KEPT, held };
        let streams = [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()];
        let started = self.hand_over(launch, None, &streams, terms)?;
        // The rest while it starts.
        if written == first.len() {
            written += fill(&ours_in, rest)?;
        }
        // From here on the tree alone holds its ends, so that it is seen when it closes them.
        drop((stdin, stdout, stderr));
        let pipes = Pipes {
            stdin: (written < input.len()).then(|| WriteEnd::from_owned_fd(ours_in.into())).transpose()?,
            written,
            stdout: stdout_end,
            stderr: stderr_end,
        };
        Ok((started.tree().await?, pipes))
    }

    /// Gives a command to a reaper, and that to a keeper.
    fn hand_over(
        &self,
        launch: Launch,
        terminal: Option<OsString>,
        streams: &[BorrowedFd<'_>],
        terms: Terms,
    ) -> io::Result<Started> {
        let mark = cookie::new()?;
        let mut words = vec![launch.program.into_os_string()];
        words.extend(launch.arguments);
        let mut environment = launch.environment;
        environment.push((cookie::NAME.into(), (&mark).into()));
        let workdir = launch.workdir.into_os_string();
        let message = toolhost_reaper::Launch { terminal, workdir, words, environment }
            .encode()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a NUL in a string for the system"))?;
        let (reaper, socket) = self.spares.launch(&message, streams)?;
        socket.set_nonblocking(true)?;
        let socket = UnixStream::from_std(socket)?;
        let (life_in, life) = watch::channel(Life::Running);
        let (orders, orders_in) = mpsc::unbounded_channel();
        let (pid_in, pid) = oneshot::channel();
        // The keeper owns the reaper from now on: whoever drops what this returns drops `orders`, which ends the tree.
        let keeping = Keeping::new(keep(Keeper {
            reaper,
            socket,
            orders: orders_in,
            life: life_in,
            started: pid_in,
            mark,
            terms,
            spares: Arc::clone(&self.spares),
        }));
        Ok(Started { pid, life, orders, keeping })
    }
}

/// A command that a reaper was told to start.
struct Started {
    pid: oneshot::Receiver<io::Result<u32>>,
    life: watch::Receiver<Life>,
    orders: mpsc::UnboundedSender<Order>,
    keeping: Keeping,
}

impl Started {
    /// Waits until it runs.
    async fn tree(mut self) -> io::Result<Attended> {
        let pid = self.keeping.during(self.pid).await.map_err(io::Error::other)??;
        let tree = Tree { pid, life: self.life, terminal: None, orders: self.orders };
        Ok(Attended { tree, keeping: self.keeping })
    }
}

/// Puts as much into a pipe as it takes without anybody reading; how much.
fn fill(pipe: &io::PipeWriter, input: &[u8]) -> io::Result<usize> {
    if input.is_empty() {
        return Ok(0);
    }
    rustix::io::ioctl_fionbio(pipe, true)?;
    let mut written = 0;
    while let Some(rest) = input.get(written..).filter(|rest| !rest.is_empty()) {
        match rustix::io::write(pipe, rest) {
            Ok(count) => written += count,
            Err(rustix::io::Errno::INTR) => {}
            Err(rustix::io::Errno::AGAIN) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(written)
}

/// The bytes that a pipe holds from the start.
const USUAL_PIPE: usize = 64 << 10;

/// The most bytes that a pipe holds, as Linux lets every user have it.
#[cfg(target_os = "linux")]
const LARGEST_PIPE: usize = 1 << 20;

/// Makes room for an input in a pipe, so that the program need not wait for the host in the midst of it. One that cannot
/// be enlarged, since the user has too many large ones, takes the input bit by bit.
fn enlarge(pipe: &io::PipeWriter, input: usize) {
    #[cfg(target_os = "linux")]
    if input > USUAL_PIPE {
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, input.min(LARGEST_PIPE));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (pipe, input);
}

fn name_of(master: &dyn MasterPty) -> io::Result<Option<OsString>> {
    let name = master.tty_name().ok_or_else(|| io::Error::other("a terminal without a name"))?;
    Ok(Some(name.into_os_string()))
}
