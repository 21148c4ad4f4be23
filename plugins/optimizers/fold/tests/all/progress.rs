//! Frames of progress, and what only looks like them.

use crate::support::{each, left};

#[test]
fn what_is_got_is_noise_of_package_managers_alone() {
    for text in [
        each("Downloading invoice-#.pdf", 9),
        each("[#/9] Uploading customers-#.csv", 9),
        each("Download https://h/report-#.pdf", 9),
        each("Collecting invoices-#", 9),
        each("Setting up shop # ...", 9),
        each("- Downloading invoice # (3 MB)", 9),
    ] {
        for command in ["./sync.sh", "npm ci && ./sync.sh"] {
            assert_eq!(left(command, &[&text]), None, "{command}: {text}");
        }
    }
    let wheels = each("  Downloading idna_#-3.7-py3-none-any.whl (66 kB)", 9);
    let files = each("Downloading part-#", 9);
    let expected = Some("… 9 lines of progress left out\n");
    assert_eq!(left("./install.sh", &[&wheels]).as_deref(), expected);
    assert_eq!(left("pip install -r r.txt", &[&files]).as_deref(), expected);
}

#[test]
fn a_spinner_turns_and_what_it_says_stays() {
    let turns: String =
        "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".chars().map(|frame| format!("{frame} Installing dependencies\n")).collect();
    let steps: String = "⠋⠙⠹⠸".chars().map(|frame| format!("{frame} Building {frame}\n")).collect();
    let output = left("./install.sh", &[&turns, &turns, &steps]);
    let expected = "⠋ Installing dependencies\n… 19 more lines of the same progress\n".to_owned() + &steps;
    assert_eq!(output, Some(expected));
}
