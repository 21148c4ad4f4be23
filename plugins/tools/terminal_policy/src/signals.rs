//! Names of signals. The first fifteen are the same everywhere except for three; the others differ by system.

const COMMON: &[(i32, &str)] = &[
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (11, "SIGSEGV"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
    (21, "SIGTTIN"),
    (22, "SIGTTOU"),
    (24, "SIGXCPU"),
    (25, "SIGXFSZ"),
    (26, "SIGVTALRM"),
    (27, "SIGPROF"),
    (28, "SIGWINCH"),
];

const LINUX: &[(i32, &str)] = &[
    (7, "SIGBUS"),
    (10, "SIGUSR1"),
    (12, "SIGUSR2"),
    (16, "SIGSTKFLT"),
    (17, "SIGCHLD"),
    (18, "SIGCONT"),
    (19, "SIGSTOP"),
    (20, "SIGTSTP"),
    (23, "SIGURG"),
    (29, "SIGIO"),
    (30, "SIGPWR"),
    (31, "SIGSYS"),
];

const MACOS: &[(i32, &str)] = &[
    (7, "SIGEMT"),
    (10, "SIGBUS"),
    (12, "SIGSYS"),
    (16, "SIGURG"),
    (17, "SIGSTOP"),
    (18, "SIGTSTP"),
    (19, "SIGCONT"),
    (20, "SIGCHLD"),
    (23, "SIGIO"),
    (29, "SIGINFO"),
    (30, "SIGUSR1"),
    (31, "SIGUSR2"),
];

/// The name of a signal on an operating system, or its number where it has none.
pub(crate) fn name(os: &str, signal: i32) -> String {
    let own = if os == "macos" { MACOS } else { LINUX };
    COMMON
        .iter()
        .chain(own)
        .find(|(number, _)| *number == signal)
        .map_or_else(|| format!("signal {signal}"), |(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_follow_the_system() {
        let table = [
            ("linux", 15, "SIGTERM"),
            ("macos", 15, "SIGTERM"),
            ("linux", 10, "SIGUSR1"),
            ("macos", 10, "SIGBUS"),
            ("linux", 34, "signal 34"),
            ("linux", 0, "signal 0"),
        ];
        for (os, signal, expected) in table {
            assert_eq!(name(os, signal), expected);
        }
    }
}
