//! Frames of progress, and what only looks like them.

use crate::support::{each, folded, left};

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
fn a_meter_of_curl_is_one_line_of_many_frames() {
    let header = "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n";
    let frames =
        "\r 12  100M   12 12.5M    0     0  2560k      0  0:00:40  0:00:05  0:00:35 2601k".repeat(40);
    let first = "\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0";
    let text = format!("{header}{first}{frames}\n");
    let output = folded("curl -o x https://h/x", &text).unwrap();
    assert_eq!((output.text, output.lines), (format!("{header}… 1 line of progress left out\n"), 1));
    let output = folded("curl -o x https://h/x", text.trim_end()).unwrap();
    assert_eq!(output.text, format!("{header}… 1 line of progress left out"));
    let output = left("curl -o x https://h/x", &[&text]);
    assert_eq!(output, Some(format!("{header}… 1 line of progress left out\n")));
    let broken = format!("{header}{first}{frames}\rcurl: (56) the peer is gone\n");
    assert_eq!(folded("curl -o x https://h/x", &broken), None);
}

#[test]
fn a_meter_of_curl_on_lines_of_its_own() {
    let frames = " 12  100M   12 12.5M    0     0  2560k      0  0:00:40  0:00:05  0:00:35 2601k\n".repeat(9);
    assert_eq!(left("./get.sh", &[&frames]).as_deref(), Some("… 9 lines of progress left out\n"));
}

#[test]
fn dots_and_bars_of_wget() {
    let dots = each("    #0K .......... .......... .......... .......... ..........  #% 1.2M 83s", 30);
    let bar = "\rx.iso    45%[====>     ]  12.34M  2.31MB/s    eta 3s".repeat(9) + "\n";
    let output = left("wget https://h/x.iso", &["Saving to: 'x.iso'\n\n", &dots, "\n", &bar, "saved\n"]);
    let expected =
        "Saving to: 'x.iso'\n\n… 30 lines of progress left out\n\n… 1 line of progress left out\nsaved\n";
    assert_eq!(output.as_deref(), Some(expected));
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

#[test]
fn tasks_of_gradle_that_had_nothing_to_do() {
    let output = left(
        "./gradlew build",
        &[
            &each("> Task :lib#:compileJava UP-TO-DATE\n> Task :lib#:processResources NO-SOURCE", 9),
            "> Task :app:compileJava\n",
            &each("> Task :app#:jar FROM-CACHE", 9),
            "> Task :app:test SKIPPED\n",
        ],
    );
    let expected = "\
        … 18 lines of progress left out\n\
        > Task :app:compileJava\n\
        … 9 lines of progress left out\n\
        > Task :app:test SKIPPED\n";
    assert_eq!(output.as_deref(), Some(expected));
}
