//! Programs that run a command on what they find or read. Whether it succeeded, or ran at all, their status does not say.

/// A program that runs a command on many things.
pub(in crate::guard) struct Feeder {
    /// Names of the program.
    pub(in crate::guard) programs: &'static [&'static str],
    /// Words behind which a command stands; none where it is the first operand.
    pub(in crate::guard) leads: &'static [&'static str],
    /// Options that take the next word.
    pub(in crate::guard) values: &'static [&'static str],
}

/// The programs.
pub(in crate::guard) const FEEDERS: &[Feeder] = &[
    Feeder {
        programs: &["xargs", "gxargs"],
        leads: &[],
        values: &[
            "-I",
            "-J",
            "-n",
            "-P",
            "-L",
            "-d",
            "-s",
            "-E",
            "-a",
            "-R",
            "-S",
            "--arg-file",
            "--delimiter",
            "--max-args",
            "--max-lines",
            "--max-procs",
            "--max-chars",
        ],
    },
    Feeder {
        programs: &["parallel", "rush"],
        leads: &[],
        values: &[
            "-j",
            "--jobs",
            "-a",
            "--arg-file",
            "-I",
            "-n",
            "-N",
            "-L",
            "-C",
            "--colsep",
            "-d",
            "--delimiter",
            "--results",
            "--joblog",
            "--timeout",
            "--retries",
        ],
    },
    Feeder {
        programs: &["find", "gfind", "bfs"],
        leads: &["-exec", "-execdir", "-ok", "-okdir"],
        values: &[],
    },
    Feeder { programs: &["fd", "fdfind"], leads: &["-x", "--exec", "-X", "--exec-batch"], values: &[] },
];
