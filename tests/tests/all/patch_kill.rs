//! A host that is killed in the middle of a patch leaves all of it or nothing, once the next one has started.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::support::patch::{made, making};
use crate::support::processes::eventually;
use crate::support::{Pipe, Toolhost};

/// Files of the patch.
const FILES: usize = 50;

/// Programs that are killed. The capability's own test kills 500; here the whole program is in the way.
const KILLS: u32 = 40;

fn text(number: usize, value: &str) -> String {
    format!("first {number}\n{value}\nlast\n")
}

fn patch() -> String {
    let update =
        |number: usize| format!("*** Update File: f{number}.txt\n@@\n first {number}\n-old\n+new\n last\n");
    let updates: String = (0..FILES).map(update).collect();
    format!("*** Begin Patch\n{updates}*** End Patch\n")
}

#[test]
fn a_killed_program_leaves_all_or_nothing() {
    let toolhost = Toolhost::new();
    let patch = patch();
    let start = |toolhost: &Toolhost| {
        (0..FILES).for_each(|number| drop(toolhost.write(&format!("f{number}.txt"), text(number, "old"))));
        let mut command = toolhost.command(&["call", "apply_patch", &patch]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    // How long a whole one takes, so that the kills are spread over it.
    let began = Instant::now();
    assert!(start(&toolhost).wait().unwrap().success());
    let whole = began.elapsed();
    let mut old = 0;
    for kill in 0..KILLS {
        let mut child = start(&toolhost);
        let began = Instant::now();
        let moment = whole * kill / KILLS;
        while began.elapsed() < moment {
            std::thread::sleep(Duration::from_micros(100));
        }
        let _ = child.kill();
        child.wait().unwrap();
        // Any start settles what is left.
        assert_eq!(toolhost.run(&["tools"]).status, 0);
        let is_new = |number: usize| {
            let found = fs::read_to_string(toolhost.workspace().join(format!("f{number}.txt"))).unwrap();
            assert!(found == text(number, "old") || found == text(number, "new"), "{found:?}");
            found == text(number, "new")
        };
        let count = (0..FILES).filter(|number| is_new(*number)).count();
        assert!(
            count == 0 || count == FILES,
            "kill {kill} at {moment:?} left {count} of {FILES} files changed"
        );
        old += u32::from(count == 0);
    }
    assert!(old > 0, "some are killed before the mark");
}

/// Files of a patch that takes long enough to be met in the midst of it.
const MANY: usize = 1500;

#[test]
fn a_program_that_is_told_to_end_carries_a_patch_out() {
    for signal in [Signal::TERM, Signal::INT] {
        let toolhost = Toolhost::new();
        let mut call = Pipe::start(toolhost.command(&["call", "apply_patch", &making(MANY)]));
        eventually("files are made", || made(&toolhost) > 50);
        call.signal(signal);
        call.wait();
        assert_eq!(made(&toolhost), MANY, "{signal:?}");
    }
}
