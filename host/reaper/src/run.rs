//! The life of this program: commands, one after the other, each from its start to the end of its tree.

use std::os::fd::AsFd;
use std::process::ExitCode;
use std::sync::Arc;

use rustix::io::Errno;
use rustix::process::{Signal, WaitOptions, WaitStatus};
use toolhost_reaper::{Exit, Launch, Order, Report};

use crate::family::Family;
use crate::message::{self, Message, Streams};
use crate::{command, end, sys, tree};

/// Runs the commands that the host names. The exit code of this program says only whether it did its own work; a
/// command's goes over the socket.
pub(crate) fn run() -> ExitCode {
    #[cfg(target_os = "linux")]
    {
        sys::close_inherited();
        let own = rustix::process::getpid();
        if rustix::process::set_child_subreaper(Some(own)).is_err() {
            return ExitCode::FAILURE;
        }
    }
    // Out of the session and group of the host: a Ctrl-C at its terminal is for the host alone.
    if rustix::process::setsid().is_err() {
        return ExitCode::FAILURE;
    }
    sys::ignore_no_signal();
    sys::hold_back_no_signal();
    let family = Arc::new(Family::new());
    let waited = Arc::clone(&family);
    std::thread::spawn(move || {
        loop {
            let unsaid = wait_for_all(waited.wait_for_begin());
            if waited.extinct() {
                say(unsaid.into_iter().chain([Report::Empty]));
            }
        }
    });
    obey(&family)
}

/// Does what the host says, until it is gone or a tree withstood its end.
fn obey(family: &Family) -> ExitCode {
    loop {
        match message::receive() {
            Ok(Some(Message::Launch(launch, streams))) if !family.lives() => {
                start(family, &launch, streams);
            }
            // It crossed the report that nothing of the tree is left.
            Ok(Some(Message::Order(_))) if !family.lives() => {}
            Ok(Some(Message::Order(Order::Interrupt))) => tree::signal(&tree::descendants(), Signal::INT),
            Ok(Some(Message::Order(Order::Terminate))) => tree::signal(&tree::descendants(), Signal::TERM),
            Ok(Some(Message::Order(order @ (Order::Kill | Order::End)))) => {
                // When the tree is extinct, the waiting thread says so.
                if let Some(survivors) = end::end(family, order == Order::End) {
                    say([Report::Survivors(survivors)]);
                    return ExitCode::SUCCESS;
                }
            }
            // The host is gone, or says what it cannot mean.
            Ok(None | Some(Message::Launch(..))) | Err(_) => {
                if family.lives() {
                    end::end(family, true);
                }
                return ExitCode::SUCCESS;
            }
        }
    }
}

fn start(family: &Family, launch: &Launch, streams: Streams) {
    match command::start(launch, streams) {
        Ok(leader) => {
            #[cfg(not(target_os = "linux"))]
            tree::lead(leader);
            say([Report::Started(leader)]);
            family.begin(leader);
        }
        Err(error) => {
            say([Report::Failed(error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error()))]);
        }
    }
}

/// Reaps every descendant that dies, and reports the command's own end, until the kernel knows none. The end of one that
/// leaves nobody behind, which is the rule, is returned unsaid, for a host that shall wake up only once.
fn wait_for_all(leader: u32) -> Option<Report> {
    let mut unsaid = None;
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid.as_raw_nonzero().get().cast_unsigned() == leader => {
                if let Some(exit) = exit_of(status) {
                    match background() {
                        0 => unsaid = Some(Report::Exited(exit, 0)),
                        left => say([Report::Exited(exit, left)]),
                    }
                }
            }
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => break,
        }
    }
    // Without a subreaper, children of dead parents are not ours to wait for: the table is asked.
    #[cfg(not(target_os = "linux"))]
    while !tree::descendants().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    unsaid
}

fn exit_of(status: WaitStatus) -> Option<Exit> {
    status.exit_status().map(Exit::Code).or_else(|| status.terminating_signal().map(Exit::Signal))
}

/// How many processes the command left behind. The kernel says at once that there are none, which is the rule,
/// so the process table is read only when there are some.
fn background() -> u32 {
    match rustix::process::waitid(
        rustix::process::WaitId::All,
        rustix::process::WaitIdOptions::EXITED
            | rustix::process::WaitIdOptions::NOHANG
            | rustix::process::WaitIdOptions::NOWAIT,
    ) {
        Err(Errno::CHILD) => 0,
        _ => u32::try_from(tree::descendants().len()).unwrap_or(u32::MAX),
    }
}

/// Sends reports. A host that is gone hears nothing, and needs nothing.
fn say(reports: impl IntoIterator<Item = Report>) {
    let lines: String = reports.into_iter().map(|report| format!("{report}\n")).collect();
    let _ = rustix::net::send(
        rustix::stdio::stdin().as_fd(),
        lines.as_bytes(),
        #[cfg(target_os = "linux")]
        rustix::net::SendFlags::NOSIGNAL,
        #[cfg(not(target_os = "linux"))]
        rustix::net::SendFlags::empty(),
    );
}
