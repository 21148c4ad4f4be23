//! The files of this repository, and Rust code as a flat list of tokens.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A text file of the repository.
pub(crate) struct Source {
    /// Its path below the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// One token; a group is its two delimiters with what is between them.
#[derive(Debug)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file below `folder` that `wanted` takes, sorted. What git does not keep is left out.
pub(crate) fn files(folder: &str, wanted: fn(&str) -> bool) -> Vec<Source> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    found.sort();
    found
        .into_iter()
        .map(|path| (path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/"), path))
        .filter(|(name, _)| wanted(name))
        .map(|(name, path)| Source { text: fs::read_to_string(path).unwrap(), path: name })
        .collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !path.is_symlink() {
            if !["target", ".git", "node_modules", "__pycache__"].contains(&name) {
                collect(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

/// Every Rust file below `folder`.
pub(crate) fn rust(folder: &str) -> Vec<Source> {
    files(folder, |path| path.ends_with(".rs"))
}

/// Rust files that are compiled into the program or a component: no tests, no fuzz targets, no fixtures.
pub(crate) fn shipped() -> Vec<Source> {
    let mut sources = rust("host");
    sources.extend(rust("plugins"));
    sources.retain(|source| {
        let path = &source.path;
        !path.contains("/tests/")
            && !path.contains("/fuzz/")
            && !path.ends_with("tests.rs")
            && !path.starts_with("plugins/fixtures/")
    });
    sources
}

impl Source {
    /// The tokens of the code, without documentation and without items that only tests have.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        let stream: TokenStream = self.text.parse().unwrap_or_else(|error| panic!("{}: {error}", self.path));
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        tokens
    }
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut next = 0;
    while let Some(tree) = trees.get(next) {
        if let Some((length, text)) = attribute(&trees[next..]) {
            if text.starts_with("doc") {
                next += length;
                continue;
            }
            if text == "cfg (test)" || text.starts_with("cfg (all (test ,") {
                next += length + item_length(&trees[next + length..]);
                continue;
            }
        }
        next += 1;
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(Token { text: open.to_owned(), line });
                flatten(group.stream(), tokens);
                tokens.push(Token { text: close.to_owned(), line: group.span_close().end().line });
            }
            TokenTree::Punct(colon) if colon.as_char() == ':' && colon.spacing() == Spacing::Joint => {
                tokens.push(Token { text: "::".to_owned(), line });
                next += 1;
            }
            other => tokens.push(Token { text: other.to_string(), line }),
        }
    }
}

/// If an attribute starts here: how many trees it has, and its text without the brackets.
fn attribute(trees: &[TokenTree]) -> Option<(usize, String)> {
    let is = |index: usize, wanted: char| matches!(trees.get(index), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted);
    let bracket = match (is(0, '#'), is(1, '!')) {
        (true, true) => 2,
        (true, false) => 1,
        _ => return None,
    };
    match trees.get(bracket) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
            Some((bracket + 1, group.stream().to_string()))
        }
        _ => None,
    }
}

/// How many trees the item has that starts here: up to its body in braces or its semicolon.
fn item_length(trees: &[TokenTree]) -> usize {
    let last = trees.iter().position(|tree| match tree {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    });
    last.map_or(trees.len(), |last| last + 1)
}

/// The lines at which `pattern` occurs: tokens, separated by blanks.
pub(crate) fn occurrences(tokens: &[Token], pattern: &str) -> Vec<usize> {
    let wanted: Vec<&str> = pattern.split(' ').collect();
    tokens
        .windows(wanted.len())
        .filter(|window| window.iter().map(|token| token.text.as_str()).eq(wanted.iter().copied()))
        .map(|window| window[0].line)
        .collect()
}

/// Fails with one line for each violation.
#[track_caller]
pub(crate) fn none(violations: Vec<String>) {
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn tokens_leave_out_documentation_and_tests() {
    let source = Source {
        path: String::new(),
        text: "//! a\n/// b\n#[inline]\nfn f() { /* c */ x::y(\"d\") }\n#[cfg(test)]\n#[rustfmt::skip]\nmod tests { fn g() {} }\n\
               #[cfg(test)]\nmod more;\nconst C: u8 = 1;"
            .to_owned(),
    };
    let tokens = source.tokens();
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    assert_eq!(texts.join(" "), "# [ inline ] fn f ( ) { x :: y ( \"d\" ) } const C : u8 = 1 ;");
    assert_eq!(occurrences(&tokens, "x :: y"), [4]);
}
