//! Programs that look for text and files, and that show them.

use super::{Program, program};
use crate::hint::Hint;
use crate::output::Family;

const GREP_VALUES: &[&str] = &[
    "-e",
    "-f",
    "-m",
    "-A",
    "-B",
    "-C",
    "-D",
    "-d",
    "--regexp",
    "--file",
    "--include",
    "--exclude",
    "--exclude-dir",
];

const RG_VALUES: &[&str] = &[
    "-e",
    "-f",
    "-m",
    "-A",
    "-B",
    "-C",
    "-g",
    "-t",
    "-T",
    "-M",
    "-j",
    "-d",
    "-r",
    "--regexp",
    "--file",
    "--glob",
    "--type",
    "--type-not",
    "--sort",
    "--sortr",
    "--max-count",
    "--max-depth",
    "--replace",
];

pub(super) const PROGRAMS: &[Program] = &[
    // Looking for text and files
    program(&["rg"], Family::Grep)
        .clusters()
        .values(RG_VALUES)
        .format(&[
            "-c",
            "--count",
            "--count-matches",
            "-o",
            "--only-matching",
            "-l",
            "--files-with-matches",
            "-L",
            "--files-without-match",
            "--files",
            "--json",
            "-A",
            "-B",
            "-C",
            "--after-context",
            "--before-context",
            "--context",
            "--heading",
            "--vimgrep",
            "-0",
            "--null",
            "--passthru",
            "-q",
            "--quiet",
            "-r",
            "--replace",
            "--stats",
            "--type-list",
            "--help",
            "-h",
            "--version",
            "-I",
            "--no-filename",
            "-b",
        ])
        .changes(&["--pre"])
        .hint(Hint::Rg),
    program(&["grep", "egrep", "fgrep"], Family::Grep)
        .clusters()
        .values(GREP_VALUES)
        .format(&[
            "-c",
            "--count",
            "-o",
            "--only-matching",
            "-l",
            "--files-with-matches",
            "-L",
            "--files-without-match",
            "-q",
            "--quiet",
            "--silent",
            "-Z",
            "--null",
            "-z",
            "-h",
            "--no-filename",
            "-A",
            "-B",
            "-C",
            "--after-context",
            "--before-context",
            "--context",
            "-b",
            "-T",
            "--help",
            "--version",
            "-V",
        ])
        .hint(Hint::Grep),
    program(&["find"], Family::Find)
        .format(&["-printf", "-print0", "-ls", "-quit"])
        .changes(&[
            "-delete", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprintf", "-fprint0", "-fls",
        ])
        .hint(Hint::Find),
    program(&["fd", "fdfind"], Family::Find)
        .clusters()
        .values(&["-e", "-t", "-d", "-E", "-S", "-c", "-j"])
        .format(&["-0", "--print0", "-l", "--list-details", "--format", "-q", "--quiet"])
        .changes(&["-x", "-X", "--exec", "--exec-batch"])
        .hint(Hint::Fd),
    program(&["ls"], Family::Find).clusters().format(&[
        "-i",
        "-Z",
        "-m",
        "--zero",
        "--format",
        "--time-style",
    ]),
    program(&["tree"], Family::Text).format(&["-J", "-X", "-H"]).changes(&["-o"]),
    // What only shows
    program(&["cat", "head", "tail", "less", "nl", "bat"], Family::Text).changes(&["-f", "-F", "--follow"]),
    program(&["wc", "du", "df", "ps", "stat", "file", "diff"], Family::Text)
        .format(&["-o", "-O", "--output", "--format", "-c", "-l", "-w", "-m", "--printf", "-q", "--brief"]),
    program(&["jq", "yq", "xxd", "base64"], Family::Text).changes(&["-i", "--in-place", "-o"]),
    program(&["sed", "awk", "gawk", "curl"], Family::Text).acts(),
];
