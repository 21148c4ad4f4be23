//! What the host does for a tree while its reaper runs: it carries orders there and reports back.

use std::io;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use toolhost_reaper::{END_BOUND, Exit, Order, Report};

use super::orphans;
use super::reaper::Reaper;
use super::spare::{Spare, Spares};
use super::tree::{Held, Life};

/// How much longer than [`END_BOUND`] a reaper may take to say how the end of a tree went. One that takes longer was
/// stopped by somebody, and its work is done without it.
const LATE: Duration = Duration::from_secs(2);

/// The host's own end of a reaper's socket.
type Reports = Lines<BufReader<OwnedReadHalf>>;

/// All that belongs to one tree while its reaper runs.
pub(super) struct Keeper {
    pub(super) reaper: Reaper,
    pub(super) socket: UnixStream,
    pub(super) orders: mpsc::UnboundedReceiver<Order>,
    pub(super) life: watch::Sender<Life>,
    /// Who waits to hear that the command runs.
    pub(super) started: oneshot::Sender<io::Result<u32>>,
    /// The mark in the environment of the tree's processes.
    pub(super) mark: String,
    pub(super) terms: Terms,
    pub(super) spares: Arc<Spares>,
}

/// What is agreed for one kind of trees and not for the other.
pub(super) struct Terms {
    /// The order for a tree that nobody owns any more.
    pub(super) abandoned: Order,
    /// How many reapers may wait when this one has done its work, itself included.
    pub(super) spares: usize,
    /// What the tree occupies.
    pub(super) held: Held,
}

/// How the work of a reaper ended.
enum Last {
    /// Nothing is left of the tree, or nothing ever was.
    Empty,
    /// So many processes withstood.
    Survivors(u32),
    /// The reaper does not speak any more.
    Silence,
}

/// Keeps a tree until its reaper has done its work.
pub(super) async fn keep(mut keeper: Keeper) {
    let (reports, mut orders_out) = keeper.socket.into_split();
    let mut reports = BufReader::new(reports).lines();
    let mut started = Some(keeper.started);
    let mut failure = io::Error::other("the reaper of the command ended before it started");
    let mut leader = 0;
    let mut exit = None;
    let mut owned = true;
    let mut bound: Option<Instant> = None;
    let last = loop {
        tokio::select! {
            report = next(&mut reports) => match report {
                Some(Report::Started(pid)) => {
                    leader = pid;
                    // Nobody may be waiting any more; then the missing orders end the tree.
                    let _ = started.take().map(|started| started.send(Ok(pid)));
                }
                Some(Report::Failed(errno)) => {
                    failure = io::Error::from_raw_os_error(errno);
                    break Last::Empty;
                }
                Some(Report::Exited(how, background)) => {
                    exit = Some(how);
                    keeper.life.send_replace(Life::Exited(how, background));
                }
                Some(Report::Empty) => break Last::Empty,
                Some(Report::Survivors(count)) => break Last::Survivors(count),
                None => break Last::Silence,
            },
            order = keeper.orders.recv(), if owned => {
                // Nobody can ask for anything any more: the tree has no owner.
                owned = order.is_some();
                let order = order.unwrap_or(keeper.terms.abandoned);
                if matches!(order, Order::Kill | Order::End) {
                    bound.get_or_insert_with(|| Instant::now() + END_BOUND + LATE);
                }
                let _ = orders_out.write_all(&[order.byte()]).await;
            }
            () = until(bound) => {
                let _ = keeper.reaper.kill();
                break Last::Silence;
            }
        }
    };
    let exit = exit.unwrap_or(Exit::Signal(rustix::process::Signal::KILL.as_raw()));
    let over = match last {
        Last::Empty => {
            if let Some(socket) = reunited(reports, orders_out) {
                let surplus = keeper.spares.keep(keeper.reaper, socket, keeper.terms.spares);
                drop_aside(surplus).await;
            } else {
                reap(keeper.reaper).await;
            }
            Life::Gone(exit)
        }
        Last::Survivors(count) => {
            reap(keeper.reaper).await;
            Life::Survived(exit, count)
        }
        Last::Silence => {
            let left = orphans::end(leader, &keeper.mark).await;
            reap(keeper.reaper).await;
            left.map_or(Life::Gone(exit), |count| Life::Survived(exit, count))
        }
    };
    drop(keeper.terms.held);
    keeper.life.send_replace(over);
    if let Some(started) = started {
        let _ = started.send(Err(failure));
    }
}

async fn until(bound: Option<Instant>) {
    match bound {
        Some(bound) => sleep_until(bound).await,
        None => std::future::pending().await,
    }
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

/// The socket, ready to carry the next command. None: it cannot be had back, and is closed, which ends its reaper.
fn reunited(reports: Reports, orders_out: OwnedWriteHalf) -> Option<StdUnixStream> {
    let reports = reports.into_inner();
    if !reports.buffer().is_empty() {
        return None;
    }
    let socket = reports.into_inner().reunite(orders_out).ok()?.into_std().ok()?;
    socket.set_nonblocking(false).ok()?;
    Some(socket)
}

/// Drops what may take a moment to, where nobody waits for it.
async fn drop_aside(surplus: Option<Spare>) {
    if let Some(surplus) = surplus {
        let _ = tokio::task::spawn_blocking(move || drop(surplus)).await;
    }
}

/// Takes the reaper out of the process table. It has closed its socket, or will as the host's end is closed, so
/// this waits for microseconds.
async fn reap(mut reaper: Reaper) {
    let _ = tokio::task::spawn_blocking(move || reaper.wait()).await;
}
