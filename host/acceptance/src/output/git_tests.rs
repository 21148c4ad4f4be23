//! Lies about what git shows that were once accepted.

use super::super::*;
use super::check;

#[test]
fn what_became_of_a_file_is_part_of_its_diff() {
    let mode = "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n";
    let binary = "diff --git a/bin.dat b/bin.dat\nindex 3b18e51..a04f2c1 100644\nBinary files a/bin.dat and b/bin.dat differ\n";
    let deleted = "diff --git a/old.txt b/old.txt\ndeleted file mode 100644\nindex 3b18e51..0000000\n--- a/old.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-the only line\n";
    let moved = "diff --git a/a.rs b/b.rs\nsimilarity index 100%\nrename from a.rs\nrename to b.rs\n";
    check(
        Family::GitDiff,
        &[
            (mode, "run.sh\n", "result_lost"),
            (mode, "run.sh: new mode 100755\n", "accepted"),
            (binary, "bin.dat\n", "result_lost"),
            (binary, "bin.dat (binary)\n", "accepted"),
            (deleted, "old.txt\n-the only line\n", "result_lost"),
            (deleted, "old.txt (deleted)\n-the only line\n", "accepted"),
            (deleted, "--- a/old.txt\n+++ /dev/null\n-the only line\n", "accepted"),
            (moved, "a.rs b.rs\n", "result_lost"),
            (moved, "a.rs -> b.rs\n", "accepted"),
            (moved, "renamed a.rs to b.rs\n", "accepted"),
        ],
    );
}

#[test]
fn a_changed_line_is_that_of_its_file() {
    let diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n-timeout = 10\n+timeout = 20\n b\n c\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1,3 +1,3 @@\n-retries = 1\n+retries = 5 of all that there are, and no more than that\n see x\n c\n";
    let y = "-retries = 1\n+retries = 5 of all that there are, and no more than that\n";
    let x = "-timeout = 10\n+timeout = 20\n";
    for (reduction, expected) in [
        (format!("x\n{x}y\n{y}"), "accepted"),
        (format!("x @@ -1,3 +1,3 @@\n{x}  +1 -1\ny @@ -1,3 +1,3 @@\n{y}  +1 -1\n"), "accepted"),
        (format!("x\n{x}y\n-retries = 1\n+retries = 5 of all that there are, and no mo...\n"), "accepted"),
        (format!("x\n{y}y\n{x}"), "invented"),
        (format!("x\n{x}+rm_rf = true\ny\n{y}"), "invented"),
        (format!("x\n{x}y\n{y}-timeout = 10\n"), "invented"),
        (format!("x\n{x}y\n see x\n{y}"), "accepted"),
    ] {
        check(Family::GitDiff, &[(diff, &reduction, expected)]);
    }
}

const CONFLICT: &str = "On branch main\nYou have unmerged paths.\n  (fix conflicts and run \"git commit\")\n\nUnmerged paths:\n  (use \"git add <file>...\" to mark resolution)\n\tboth modified:   a.rs\n\tdeleted by us:   b.rs\n\nChanges not staged for commit:\n\tmodified:   c.rs\n";

const AHEAD: &str = "On branch main\nYour branch is ahead of 'origin/main' by 3 commits.\n  (use \"git push\" to publish your local commits)\n\nChanges to be committed:\n  (use \"git restore --staged <file>...\" to unstage)\n\tmodified:   a.rs\n\tnew file:   b.rs\n\nChanges not staged for commit:\n  (use \"git add <file>...\" to update what will be committed)\n\tmodified:   c.rs\n\tdeleted:    d.rs\n\nUntracked files:\n\te.rs\n\tf.rs\n\n";

#[test]
fn a_status_is_that_of_its_file() {
    check(
        Family::GitStatus,
        &[
            (CONFLICT, "On branch main\nmodified: a.rs b.rs c.rs\n", "result_lost"),
            (CONFLICT, "On branch main, unmerged\nM a.rs\nD b.rs\nM c.rs\n", "invented"),
            (CONFLICT, "On branch main\nconflicts: a.rs b.rs\nmodified: c.rs\n", "accepted"),
            (CONFLICT, "main\nUU a.rs\nDU b.rs\n M c.rs\n", "accepted"),
            (CONFLICT, "On branch main\nconflicts: a.rs b.rs c.rs\n", "invented"),
            (AHEAD, "main, ahead 3\n M a.rs\n A b.rs\n M c.rs\n D d.rs\n?? e.rs f.rs\n", "accepted"),
            (AHEAD, "main, ahead 3\n M a.rs\n A b.rs\n M c.rs\n M d.rs\n?? e.rs f.rs\n", "invented"),
            (AHEAD, "main, ahead 3\nmodified: a.rs c.rs\nadded: b.rs e.rs f.rs\ndeleted: d.rs\n", "invented"),
            (
                AHEAD,
                "main, ahead 3\nstaged: a.rs b.rs d.rs\nunstaged: c.rs\nuntracked: e.rs f.rs\n",
                "invented",
            ),
        ],
    );
}

#[test]
fn how_far_a_branch_is_and_what_is_in_progress_is_said() {
    let files = "staged: a.rs b.rs\nunstaged: c.rs\nunstaged, deleted: d.rs\nuntracked: e.rs f.rs\n";
    let behind =
        AHEAD.replace("ahead of", "behind").replace("commits.", "commits, and can be fast-forwarded.");
    for (input, head, expected) in [
        (AHEAD, "On branch main, ahead of 'origin/main' by 3 commits\n", "accepted"),
        (AHEAD, "On branch main\n", "result_lost"),
        (AHEAD, "On branch main, ahead of 'origin/main' by 9 commits\n", "result_lost"),
        (&behind, "On branch main\n", "result_lost"),
        (&behind, "On branch main, behind by 3\n", "accepted"),
    ] {
        check(Family::GitStatus, &[(input, &format!("{head}{files}"), expected)]);
    }
    let rebase = "interactive rebase in progress; onto 1234567\nLast command done (1 command done):\n   pick 1234567 x\nYou are currently editing a commit while rebasing branch 'main' on '1234567'.\n\nnothing to commit, working tree clean\n";
    check(
        Family::GitStatus,
        &[
            (rebase, "nothing to commit, working tree clean\n", "result_lost"),
            (rebase, "rebase in progress; onto 1234567\nnothing to commit, working tree clean\n", "accepted"),
        ],
    );
}

#[test]
fn what_is_said_of_commits_is_in_the_words_of_the_log() {
    let commit = |at: usize| {
        format!(
            "commit {at:02}abcdef{at:02}34567890abcdef{at:04}67890abcdef12\nAuthor: Alice A <alice@x.org>\nDate:   Mon Nov 3 10:00:00 2025 +0000\n\n    Fix the thing number {at} in module {at}\n\n"
        )
    };
    let log: String = (0..10).map(commit).collect();
    let short = |name: &str| -> String {
        (0..10).map(|at| format!("{at:02}abcde {name}Fix the thing number {at} in module {at}\n")).collect()
    };
    for (reduction, expected) in [
        (short(""), "accepted"),
        (short("Alice: "), "accepted"),
        (short("2025-11-03 Alice: "), "accepted"),
        (format!("10 commits\n{}", short("")), "accepted"),
        (short("Bob: "), "invented"),
        (short("2019-01-01 Alice: "), "invented"),
        (format!("Author: Bob B <bob@x.org>\n{}", short("")), "invented"),
        (format!("{}Mon: Delete production database\n", short("")), "invented"),
        (format!("{}Mon: Fix module 3 in thing 4\n", short("")), "invented"),
    ] {
        check(Family::GitLog, &[(&log, &reduction, expected)]);
    }
}
