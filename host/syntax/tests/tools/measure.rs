//! Prints how fast files are parsed, outlined and ruled out, on one core.
//!
//! `cargo run -p toolhost-syntax --example measure -- LANGUAGE FOLDER [WORD]`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use toolhost_syntax::{Class, Language, Parser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (language, folder) = match &arguments[..] {
        [language, folder, ..] => (Language::by_name(language).ok_or("no such language")?, folder),
        _ => return Err("LANGUAGE FOLDER [WORD]".into()),
    };
    let mut parser = Parser::new();
    let start = Instant::now();
    parser.outline(language, b"", &mut || true)?;
    println!("first outline, with the queries compiled: {:?}", start.elapsed());

    let mut paths = Vec::new();
    files(Path::new(folder), &mut paths)?;
    let mut sources = Vec::new();
    for path in paths {
        let source = std::fs::read(&path)?;
        let head = &source[..source.len().min(4096)];
        if Language::of_file(&path.to_string_lossy(), head) == Some(language) {
            sources.push((path, source));
        }
    }
    println!("{} files, {:.1} MB", sources.len(), megabytes(sources.iter().map(|(_, source)| source.len())));
    match arguments.get(2) {
        Some(word) => word_of(&mut parser, language, &sources, word.as_bytes()),
        None => all(&mut parser, language, &sources),
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()? {
            kind if kind.is_dir() => files(&entry.path(), found)?,
            kind if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

fn megabytes(sizes: impl Iterator<Item = usize>) -> f64 {
    sizes.sum::<usize>() as f64 / 1e6
}

/// Outlines of all files, and definitions that the prefilter would miss.
fn all(
    parser: &mut Parser,
    language: &Language,
    sources: &[(PathBuf, Vec<u8>)],
) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    for (_, source) in sources {
        parser.classify(language, source, &[], &mut || true)?;
    }
    let parse = start.elapsed();
    let start = Instant::now();
    let mut outlines = Vec::new();
    for (_, source) in sources {
        outlines.push(parser.outline(language, source, &mut || true)?);
    }
    let outline = start.elapsed();
    let size = megabytes(sources.iter().map(|(_, source)| source.len()));
    let speed = |time: std::time::Duration| size / time.as_secs_f64();
    println!("parse {parse:?} ({:.1} MB/s), outline {outline:?} ({:.1} MB/s)", speed(parse), speed(outline));
    let names: usize = outlines.iter().map(|outline| outline.names().count()).sum();
    let held: usize = outlines.iter().map(toolhost_syntax::Outline::size).sum();
    let faults = outlines.iter().filter(|outline| outline.has_faults()).count();
    println!("{names} names in {held} bytes; {faults} files with faults");
    let (mut definitions, mut usages, mut ruled_out) = (0, 0, 0);
    for ((path, source), outline) in sources.iter().zip(&outlines) {
        for name in outline.names() {
            let possible = language.may_declare(source, name.range.clone());
            match name.class {
                Class::Definition(_) => {
                    definitions += 1;
                    if !possible {
                        let line =
                            source[..name.range.start].iter().filter(|byte| **byte == b'\n').count() + 1;
                        let text = String::from_utf8_lossy(&source[name.range]);
                        println!(
                            "missed (faults: {}): {}:{line} {text}",
                            outline.has_faults(),
                            path.display()
                        );
                    }
                }
                Class::Usage => {
                    usages += 1;
                    ruled_out += usize::from(!possible);
                }
            }
        }
    }
    println!("{definitions} definitions; {ruled_out} of {usages} usages ruled out");
    Ok(())
}

/// What a search for the definitions of one word costs.
fn word_of(
    parser: &mut Parser,
    language: &Language,
    sources: &[(PathBuf, Vec<u8>)],
    word: &[u8],
) -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let finder = memchr::memmem::Finder::new(word);
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut with_word = Vec::new();
    let mut possible = Vec::new();
    for (path, source) in sources {
        let ranges: Vec<_> = finder
            .find_iter(source)
            .map(|start| start..start + word.len())
            .filter(|range| !is_word(source.get(range.end)))
            .filter(|range| range.start.checked_sub(1).is_none_or(|before| !is_word(source.get(before))))
            .collect();
        if !ranges.is_empty() {
            with_word.push(source.len());
        }
        let ranges: Vec<_> =
            ranges.into_iter().filter(|range| language.may_declare(source, range.clone())).collect();
        if !ranges.is_empty() {
            possible.push((path, source, ranges));
        }
    }
    println!("{} files with the word, {:.1} MB", with_word.len(), megabytes(with_word.into_iter()));
    let size = megabytes(possible.iter().map(|(_, source, _)| source.len()));
    println!("{} files after the prefilter, {size:.1} MB, in {:?}", possible.len(), start.elapsed());
    let start = Instant::now();
    for (path, source, ranges) in possible {
        let classes = parser.classify(language, source, &ranges, &mut || true)?;
        for (range, class) in ranges.iter().zip(classes) {
            let line = source[..range.start].iter().filter(|byte| **byte == b'\n').count() + 1;
            println!("{}:{line} {class:?}", path.display());
        }
    }
    println!("classified in {:?}", start.elapsed());
    Ok(())
}
