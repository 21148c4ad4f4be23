//! Which files a search looks at, by their type.

use std::ffi::OsStr;

use ignore::types::{Types, TypesBuilder};
use toolhost_capability::Failure;
use toolhost_syntax::Language;

/// Types of files that were asked for.
pub(crate) struct FileTypes {
    /// None was named, so that every file counts.
    all: bool,
    languages: Vec<&'static Language>,
    /// Types without a grammar, by the names of their files.
    others: Types,
    /// What these were called.
    without_grammar: Vec<String>,
}

/// Whether a file is of a wanted type, as far as its name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Yes,
    No,
    /// It depends on the language, which the first bytes of the file tell.
    ByContent,
}

impl FileTypes {
    /// Reads names of types: a language's name, alias or extension, else a name in the table of common types, else
    /// an extension in it.
    ///
    /// # Errors
    /// `invalid_argument` for one that is none of these, with the nearest that is.
    pub(crate) fn read(names: &[String]) -> Result<FileTypes, Failure> {
        let mut builder = TypesBuilder::new();
        builder.add_defaults();
        let mut types = FileTypes {
            all: names.is_empty(),
            languages: Vec::new(),
            others: Types::empty(),
            without_grammar: Vec::new(),
        };
        let table = builder.definitions();
        for (index, written) in names.iter().enumerate() {
            let name = written.trim().to_lowercase();
            if let Some(language) = Language::by_name(&name) {
                types.languages.push(language);
                continue;
            }
            let extension = name.strip_prefix('.').unwrap_or(&name);
            let glob = format!("*.{extension}");
            if table.iter().any(|row| row.name() == name) {
                builder.select(&name);
            } else if !extension.is_empty() && table.iter().any(|row| row.globs().contains(&glob)) {
                let selected = format!("extension{index}");
                builder.add(&selected, &glob).map_err(|error| unusable(written, &error))?;
                builder.select(&selected);
            } else {
                return Err(unknown(written, &name, table.iter().map(|row| row.name())));
            }
            types.without_grammar.push(written.trim().to_owned());
        }
        if !types.without_grammar.is_empty() {
            types.others =
                builder.build().map_err(|error| unusable(&types.without_grammar.join(", "), &error))?;
        }
        Ok(types)
    }

    /// The wanted types whose files are only searched as text.
    pub(crate) fn without_grammar(&self) -> &[String] {
        &self.without_grammar
    }

    /// Whether a file of this name counts.
    pub(crate) fn verdict(&self, name: &OsStr) -> Verdict {
        if self.all || self.is_other(name) {
            return Verdict::Yes;
        }
        if self.languages.is_empty() {
            return Verdict::No;
        }
        let text = name.to_string_lossy();
        let by_name = Language::of_file(&text, b"");
        if by_name.is_some_and(|language| self.languages.contains(&language)) && !text.ends_with(".h") {
            return Verdict::Yes;
        }
        // Scripts are told by their first line, and headers of C from those of C++ by what is in them.
        let undecided =
            text.ends_with(".h") || by_name.is_none() && !text.trim_start_matches('.').contains('.');
        if undecided { Verdict::ByContent } else { Verdict::No }
    }

    /// Whether a file counts whose language is known.
    pub(crate) fn has(&self, name: &OsStr, language: Option<&'static Language>) -> bool {
        self.all || self.is_other(name) || language.is_some_and(|language| self.languages.contains(&language))
    }

    fn is_other(&self, name: &OsStr) -> bool {
        !self.others.is_empty() && self.others.matched(name, false).is_whitelist()
    }
}

fn unusable(written: &str, error: &ignore::Error) -> Failure {
    Failure::new("invalid_argument", format!("the file type `{written}` cannot be used: {error}"))
}

fn unknown<'a>(written: &str, name: &str, others: impl Iterator<Item = &'a str>) -> Failure {
    let languages = Language::all()
        .flat_map(|language| std::iter::once(language.name()).chain(language.extensions().iter().copied()));
    let distance = |known: &str| strsim::damerau_levenshtein(known, name);
    // Of equally near ones a language, and the first in the alphabet, so that the answer does not depend on the order
    // of a table.
    let ranked = languages.map(|known| (0, known)).chain(others.map(|known| (1, known)));
    let nearest = ranked.min_by_key(|(rank, known)| (distance(known), *rank, *known)).map(|(_, known)| known);
    let failure = Failure::new("invalid_argument", format!("`{written}` is no file type that is known here"));
    match nearest {
        Some(nearest) => failure
            .hint(format!(
                "The nearest one is `{nearest}`. Languages and extensions are taken, such as `rust` or `md`."
            ))
            .detail("nearest", nearest),
        None => failure,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn read(names: &[&str]) -> Result<FileTypes, Failure> {
        FileTypes::read(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_file_counts_by_its_name() {
        use Verdict::{No, Yes};
        for (types, name, verdict) in [
            (&[][..], "a.rs", Yes),
            (&[], "LICENSE", Yes),
            (&["rust"], "a.rs", Yes),
            (&["rs"], "a.rs", Yes),
            (&[".rs"], "a.rs", Yes),
            (&[" Rust "], "a.rs", Yes),
            (&["rust"], "a.md", No),
            (&["rust"], "rs", Verdict::ByContent),
            (&["markdown"], "a.md", Yes),
            (&["md"], "README.md", Yes),
            (&["md"], "a.rs", No),
            (&["md"], "script", No),
            (&[".yml"], "a.yml", Yes),
            (&["yml"], "a.yaml", No),
            (&["yaml"], "a.yml", Yes),
            (&["rust", "json"], "a.json", Yes),
            (&["rust", "json"], "a.rs", Yes),
            (&["rust", "json"], "a.toml", No),
        ] {
            assert_eq!(read(types).unwrap().verdict(OsStr::new(name)), verdict, "{types:?} {name}");
        }
    }

    #[test]
    fn a_file_without_a_telling_name_counts_by_its_language() {
        let types = read(&["rust", "md"]).unwrap();
        assert!(types.has(OsStr::new("script"), Language::by_name("rust")));
        assert!(!types.has(OsStr::new("script"), None));
        assert!(types.has(OsStr::new("a.md"), None));
        assert_eq!(types.without_grammar(), ["md"]);
    }

    #[test]
    fn an_unknown_type_is_answered_with_the_nearest() {
        for (name, nearest) in [
            ("rsut", "rust"),
            ("rusty", "rust"),
            ("markdwon", "markdown"),
            ("jsno", "json"),
            (".ruts", "rust"),
        ] {
            let failure = read(&["rust", name]).err().unwrap();
            assert_eq!(failure.code, "invalid_argument");
            assert_eq!(failure.message, format!("`{name}` is no file type that is known here"));
            assert!(
                failure.hints[0].starts_with(&format!("The nearest one is `{nearest}`.")),
                "{:?}",
                failure.hints
            );
        }
        for name in ["", ".", " ", "*", "**/*", "[", "{a,b}", "../x", "extension0"] {
            assert_eq!(read(&[name]).err().unwrap().code, "invalid_argument", "{name:?}");
        }
    }
}
