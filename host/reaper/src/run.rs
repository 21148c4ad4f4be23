//! One command from its start to the end of its tree.

use std::os::fd::AsFd;
use std::process::ExitCode;
use std::sync::Arc;

use rustix::io::Errno;
use rustix::process::{Signal, WaitOptions, WaitStatus};
use toolhost_reaper::{Exit, Order, Report};

use crate::family::Family;
use crate::{command, end, tree};

/// Runs the command that the host names. The exit code of this program says only whether it did its own work; the
/// command's goes over the socket.
pub(crate) fn run() -> ExitCode {
    #[cfg(target_os = "linux")]
    {
        let own = rustix::process::getpid();
        if rustix::process::set_child_subreaper(Some(own)).is_err() {
            return ExitCode::FAILURE;
        }
    }
    // Out of the session and group of the host: a Ctrl-C at its terminal is for the host alone.
    if rustix::process::setsid().is_err() {
        return ExitCode::FAILURE;
    }
    let (launch, output) = match command::receive() {
        Ok(Some(received)) => received,
        Ok(None) => return ExitCode::SUCCESS,
        Err(_) => return ExitCode::FAILURE,
    };
    let leader = match command::start(&launch, output) {
        Ok(leader) => leader,
        Err(error) => {
            say(Report::Failed(error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error())));
            return ExitCode::FAILURE;
        }
    };
    #[cfg(not(target_os = "linux"))]
    tree::lead(leader);
    say(Report::Started(leader));
    let family = Arc::new(Family::new());
    let waited = Arc::clone(&family);
    std::thread::spawn(move || {
        wait_for_all(leader);
        waited.extinct();
        // The host reads this before the process is gone, and the other thread may be in the middle of a read.
        say(Report::Empty);
        #[expect(clippy::exit, reason = "the main thread may wait for an order that never comes")]
        std::process::exit(0)
    });
    obey(&family);
    ExitCode::SUCCESS
}

/// Reaps every descendant that dies, and reports the command's own end, until the kernel knows none.
fn wait_for_all(leader: u32) {
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid.as_raw_nonzero().get().cast_unsigned() == leader => {
                if let Some(exit) = exit_of(status) {
                    say(Report::Exited(exit, background()));
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

/// Carries out the host's orders. An end of the socket is the host's own end, and the last order.
fn obey(family: &Family) {
    let mut byte = [0_u8];
    loop {
        let order = match rustix::io::read(rustix::stdio::stdin(), &mut byte) {
            Ok(0) => Order::End,
            Ok(_) => match Order::from_byte(byte[0]) {
                Some(order) => order,
                None => continue,
            },
            Err(Errno::INTR) => continue,
            Err(_) => Order::End,
        };
        match order {
            Order::Interrupt => tree::signal(&tree::descendants(), Signal::INT),
            Order::Terminate => tree::signal(&tree::descendants(), Signal::TERM),
            Order::Kill | Order::End => {
                let report = end::end(family, order == Order::End);
                if report == Report::Empty {
                    // The waiting thread says so and ends this program.
                    loop {
                        std::thread::park();
                    }
                }
                say(report);
                return;
            }
        }
    }
}

/// Sends one report. A host that is gone hears nothing, and needs nothing.
fn say(report: Report) {
    let mut line = report.to_string().into_bytes();
    line.push(b'\n');
    let _ = rustix::net::send(
        rustix::stdio::stdin().as_fd(),
        &line,
        #[cfg(target_os = "linux")]
        rustix::net::SendFlags::NOSIGNAL,
        #[cfg(not(target_os = "linux"))]
        rustix::net::SendFlags::empty(),
    );
}
