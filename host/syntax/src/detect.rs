//! Which language a file is in.

use std::path::Path;

use crate::language::Language;

impl Language {
    /// The language of a file by its name (the last part of a path will do), else by the `#!` line at its `head`.
    ///
    /// `head` is the beginning of the file; the first few kilobytes are enough. An extension of two languages (`.h`)
    /// is decided by it.
    #[must_use]
    pub fn of_file(name: &str, head: &[u8]) -> Option<&'static Language> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        if let Some(language) = Language::all().find(|language| language.file_names.contains(&name)) {
            return Some(language);
        }
        match Path::new(name).extension().and_then(|extension| extension.to_str()) {
            Some(extension) => by_extension(extension, head),
            None => by_interpreter(head),
        }
    }
}

fn by_extension(extension: &str, head: &[u8]) -> Option<&'static Language> {
    // `.C` and `.H` are C++ by old custom; all other extensions mean the same in either case.
    let folded = extension.to_ascii_lowercase();
    let with = |extension: &str| {
        let all = Language::all().filter(|language| language.extensions.contains(&extension));
        all.collect::<Vec<_>>()
    };
    let mut languages = with(extension);
    if languages.is_empty() {
        languages = with(&folded);
    }
    match languages[..] {
        [only] => Some(only),
        _ => languages.into_iter().find(|language| language.claims.is_none_or(|claims| claims(head))),
    }
}

fn by_interpreter(head: &[u8]) -> Option<&'static Language> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let line = head.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    // The path of a program; behind `env`, its options and variables, the program. 256 bytes are what Linux reads.
    let line = String::from_utf8_lossy(line.get(..256).unwrap_or(line)).into_owned();
    let mut words = line.split_ascii_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let mut program = words.next()?;
    if program == "env" {
        program = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
    }
    let bare = program.trim_end_matches(|character: char| character.is_ascii_digit() || character == '.');
    let of = |name: &str| Language::all().find(|language| language.interpreters.contains(&name));
    of(program).or_else(|| of(bare.trim_end_matches('-')))
}
