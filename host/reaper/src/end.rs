//! Ending a tree, by proof.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};
use toolhost_reaper::{END_BOUND, GRACE};

use crate::family::Family;
use crate::tree;

/// Between two rounds of killing, for processes that need a moment to die.
const ROUND: Duration = Duration::from_millis(10);

/// Ends every process of the tree, with SIGTERM and a grace first if `gently`. Returns none only once the kernel has
/// said that none is left, and after [`END_BOUND`] how many are.
pub(crate) fn end(family: &Family, gently: bool) -> Option<u32> {
    let start = Instant::now();
    if gently {
        let tree = tree::descendants();
        tree::signal(&tree, Signal::TERM);
        // A stopped process sees its SIGTERM only when it goes on.
        tree::signal(&tree, Signal::CONT);
        if family.wait_until(start + GRACE) {
            return None;
        }
    }
    let bound = start + END_BOUND;
    loop {
        tree::signal(&stop_all(bound), Signal::KILL);
        if family.wait_until(Instant::now() + ROUND) {
            return None;
        }
        if Instant::now() >= bound {
            let left = u32::try_from(tree::descendants().len()).unwrap_or(u32::MAX);
            return family.withstood().then_some(left);
        }
    }
}

/// Stops every descendant and returns them all. Killing a tree that forks meanwhile is a race that the tree
/// can win; a stopped one cannot fork, so rounds are made until one finds nobody new.
fn stop_all(bound: Instant) -> Vec<Pid> {
    let mut known = Vec::new();
    loop {
        let found = tree::descendants();
        let new: Vec<Pid> = found.iter().copied().filter(|pid| !known.contains(pid)).collect();
        if new.is_empty() || Instant::now() >= bound {
            return found;
        }
        tree::signal(&new, Signal::STOP);
        known.extend(new);
    }
}
