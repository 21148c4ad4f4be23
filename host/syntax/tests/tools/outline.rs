//! Prints what a file declares, in the format of the expectations of the tests; with `--all` what it uses, too.
//!
//! `cargo run -p toolhost-syntax --example outline -- [--all] FILE…`

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use toolhost_syntax::{Class, Language, Parser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (options, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    let all = options.iter().any(|option| option == "--all");
    let mut parser = Parser::new();
    for file in files {
        let source = std::fs::read(&file)?;
        let language = Language::of_file(&file, &source).ok_or("no language")?;
        let outline = parser.outline(language, &source, &mut || true)?;
        println!("# {file}: {}, faults: {}", language.name(), outline.has_faults());
        for name in outline.names() {
            let head = &source[..name.range.start];
            let line = head.iter().filter(|byte| **byte == b'\n').count() + 1;
            let column = head.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
            let text = String::from_utf8_lossy(&source[name.range]);
            match name.class {
                Class::Definition(kind) => println!("{line}:{column} {} {text}", kind.name()),
                Class::Usage if all => println!("    {line}:{column} {text}"),
                Class::Usage => {}
            }
        }
    }
    Ok(())
}
