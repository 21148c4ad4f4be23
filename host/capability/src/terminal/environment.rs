//! The environment of a command.

use std::ffi::{OsStr, OsString};

/// What makes programs print plainly and never wait for a person, where there is no terminal. `CI` is not
/// among them: it changes what builds do.
const PLAIN: [(&str, &str); 7] = [
    ("NO_COLOR", "1"),
    ("TERM", "dumb"),
    ("PAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("TOOLHOST", "1"),
];

/// What a program on a terminal needs to know.
const ON_TERMINAL: [(&str, &str); 2] = [("TERM", "xterm-256color"), ("TOOLHOST", "1")];

/// Variables that choose the encoding; the first that is set decides.
const LOCALE: [&str; 3] = ["LC_ALL", "LC_CTYPE", "LANG"];

/// A locale with UTF-8 and no language.
const UTF8_LOCALE: &str = if cfg!(target_os = "macos") { "en_US.UTF-8" } else { "C.UTF-8" };

/// `base`, then what the kind of session needs, then the call's own variables; later ones win.
pub(super) fn environment(
    base: &[(OsString, OsString)],
    tty: bool,
    own: &[(String, String)],
) -> Vec<(OsString, OsString)> {
    let mut all = base.to_vec();
    let fixed: &[(&str, &str)] = if tty { &ON_TERMINAL } else { &PLAIN };
    for (name, value) in fixed {
        set(&mut all, name, value);
    }
    if !has_utf8_locale(&all) {
        let overrides = get(&all, "LC_ALL").is_some_and(|value| !value.is_empty());
        set(&mut all, if overrides { "LC_ALL" } else { "LC_CTYPE" }, UTF8_LOCALE);
    }
    for (name, value) in own {
        set(&mut all, name, value);
    }
    all
}

fn has_utf8_locale(all: &[(OsString, OsString)]) -> bool {
    LOCALE.iter().filter_map(|name| get(all, name)).find(|value| !value.is_empty()).is_some_and(|value| {
        let value = value.to_string_lossy().to_ascii_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    })
}

fn get<'a>(all: &'a [(OsString, OsString)], name: &str) -> Option<&'a OsStr> {
    all.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_os_str())
}

fn set(all: &mut Vec<(OsString, OsString)>, name: &str, value: &str) {
    match all.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => *old = value.into(),
        None => all.push((name.into(), value.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(base: &[(&str, &str)], tty: bool, own: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
        let base: Vec<_> = base.iter().map(|(n, v)| (n.into(), v.into())).collect();
        let own: Vec<_> = own.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        environment(&base, tty, &own)
    }

    #[test]
    fn a_pipe_is_plain_and_a_terminal_is_not() {
        let pipe = built(&[("LANG", "de_DE.UTF-8"), ("TERM", "xterm"), ("X", "1")], false, &[]);
        for (name, value) in PLAIN.iter().chain(&[("LANG", "de_DE.UTF-8"), ("X", "1")]) {
            assert_eq!(get(&pipe, name), Some(OsStr::new(value)), "{name}");
        }
        assert_eq!(get(&pipe, "CI"), None);
        let terminal = built(&[("LANG", "C.utf8")], true, &[]);
        assert_eq!(get(&terminal, "TERM"), Some(OsStr::new("xterm-256color")));
        assert_eq!(get(&terminal, "NO_COLOR"), None);
        assert_eq!(get(&terminal, "PAGER"), None);
    }

    #[test]
    fn the_call_s_own_variables_win() {
        let all = built(&[("PAGER", "less")], false, &[("PAGER", "more"), ("A", "b")]);
        assert_eq!(get(&all, "PAGER"), Some(OsStr::new("more")));
        assert_eq!(get(&all, "A"), Some(OsStr::new("b")));
    }

    /// An environment, the name of a variable, and what it is in the end.
    type Row = (&'static [(&'static str, &'static str)], &'static str, Option<&'static str>);

    #[test]
    fn the_locale_becomes_utf8_where_it_is_not() {
        let rows: [Row; 5] = [
            (&[], "LC_CTYPE", Some(UTF8_LOCALE)),
            (&[("LANG", "C")], "LC_CTYPE", Some(UTF8_LOCALE)),
            (&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")], "LC_ALL", Some(UTF8_LOCALE)),
            (&[("LC_ALL", ""), ("LANG", "en_US.UTF-8")], "LC_CTYPE", None),
            (&[("LC_CTYPE", "POSIX")], "LC_CTYPE", Some(UTF8_LOCALE)),
        ];
        for (base, name, expected) in rows {
            assert_eq!(get(&built(base, false, &[]), name), expected.map(OsStr::new), "{base:?}");
        }
    }
}
