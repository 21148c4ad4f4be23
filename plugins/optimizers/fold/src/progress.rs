//! Lines that only say that work goes on.

use crate::transfer;

/// Beginnings of such lines, each with what must stand somewhere behind it.
const SHAPES: &[(&str, &str)] = &[
    // pip
    ("Requirement already satisfied: ", ""),
    ("Preparing metadata (", ""),
    ("Installing build dependencies: ", ""),
    ("Getting requirements to build wheel: ", ""),
    // npm
    ("npm http fetch GET 200 ", ""),
    ("npm http fetch GET 304 ", ""),
    ("npm http cache ", ""),
    // go
    ("go: downloading ", ""),
    ("go: extracting ", ""),
    ("go: finding ", ""),
    // apt, dpkg
    ("Get:", " http"),
    ("Hit:", " http"),
    ("(Reading database ... ", "%"),
    ("Selecting previously unselected package ", ""),
    ("Preparing to unpack ", ".deb ..."),
    ("Unpacking ", ") ..."),
    ("Setting up ", ") ..."),
    ("Processing triggers for ", ") ..."),
    // git
    ("remote: Counting objects: ", "%"),
    ("remote: Compressing objects: ", "%"),
    ("remote: Enumerating objects: ", ""),
    ("Counting objects: ", "%"),
    ("Compressing objects: ", "%"),
    ("Writing objects: ", "%"),
    ("Receiving objects: ", "%"),
    ("Resolving deltas: ", "%"),
    ("Updating files: ", "%"),
    // Maven, Gradle
    ("[INFO] Downloading from ", ""),
    ("[INFO] Downloaded from ", ""),
    ("Progress (", "/"),
    // Composer
    ("- Installing ", ": Extracting"),
    // curl
    ("% Total ", "% Received"),
    ("Dload ", "Upload "),
];

/// What package managers say of one thing that they get, which is a word: a name with its version, or a file. Prose
/// begins with these words as well, and so do programs that get something else.
const GETTING: [&str; 4] = ["Collecting", "Downloaded", "Downloading", "Using cached"];

/// What cargo does to one package of a version.
const TO_PACKAGES: [&str; 4] = ["Compiling", "Checking", "Fresh", "Documenting"];

/// What stands between a counter and the thing that is built, as in `[12/34] Linking x` and `[ 12%] Building y`.
const BUILDING: [&str; 6] = ["AR", "CC", "CXX", "Compiling", "LD", "Linking"];

/// The same of words that are everybody's: behind a percentage, as CMake prints them.
const CMAKE: [&str; 4] = ["Building", "Built", "Generating", "Progress"];

/// The same of what is got, put or unpacked. Of a program that is no package manager, the thing may be worth knowing.
const MOVING: [&str; 12] = [
    "Copying",
    "Downloading",
    "Extracting",
    "Fetching",
    "Installing",
    "Pulling",
    "Pushing",
    "Resolving",
    "Scanning",
    "Unpacking",
    "Updating",
    "Uploading",
];

/// Ends of the names of packages' archives and of what describes them.
const ARCHIVES: [&str; 10] =
    [".aar", ".apk", ".crate", ".deb", ".gem", ".jar", ".module", ".pom", ".rpm", ".whl"];

/// What Docker says of a layer.
const LAYERS: [&str; 11] = [
    "Already exists",
    "Download complete",
    "Downloading",
    "Extracting",
    "Layer already exists",
    "Preparing",
    "Pull complete",
    "Pulling fs layer",
    "Pushed",
    "Verifying Checksum",
    "Waiting",
];

/// The first bytes of [`SHAPES`].
const FIRST: [bool; 256] = {
    let mut first = [false; 256];
    let mut index = 0;
    while index < SHAPES.len() {
        first[SHAPES[index].0.as_bytes()[0] as usize] = true;
        index += 1;
    }
    first
};

/// Whether `line`, without blanks around it, is a frame of progress; some lines are only where the program
/// `gets_packages`.
pub(crate) fn is_progress(line: &str, gets_packages: bool) -> bool {
    let Some(first) = line.bytes().next() else { return false };
    let by_first = match first {
        b'[' => is_counted(line, gets_packages) || is_bar(line),
        b'#' | b'a'..=b'f' => is_layer(line),
        b'0'..=b'9' => is_layer(line) || is_bar(line) || transfer::is_meter(line),
        b'A'..=b'Z' => is_of_package(line) || is_got(line, gets_packages) || is_bar(line),
        b'-' => is_of_composer(line),
        b'>' => is_up_to_date(line),
        _ => false,
    };
    by_first || FIRST[usize::from(first)] && has_shape(line) || !line.is_ascii() && is_meter(line)
}

fn has_shape(line: &str) -> bool {
    let fits = |(beginning, behind): &(&str, &str)| {
        line.strip_prefix(beginning).is_some_and(|rest| rest.contains(behind))
    };
    SHAPES.iter().any(fits)
}

/// `Compiling serde v1.0.0 (/path)`.
fn is_of_package(line: &str) -> bool {
    let mut words = line.split(' ');
    words.next().is_some_and(|verb| TO_PACKAGES.contains(&verb))
        && words.next().is_some_and(|name| !name.is_empty())
        && words.next().and_then(|version| version.strip_prefix('v')).is_some_and(starts_with_digit)
}

/// `Collecting idna<4,>=2.5 (from requests)`, `Downloading idna-3.7.whl (66 kB)`, `Downloaded serde v1.0.228`,
/// `Downloading crates ...`, `Download https://r/x.pom`.
fn is_got(line: &str, gets_packages: bool) -> bool {
    if let Some(address) = line.strip_prefix("Download http") {
        return !address.contains(' ') && (gets_packages || is_archive(address));
    }
    let got = GETTING.iter().find_map(|verb| Some((*verb, line.strip_prefix(verb)?.strip_prefix(' ')?)));
    let Some((verb, rest)) = got else { return false };
    let (thing, more) = rest.split_once(' ').unwrap_or((rest, ""));
    let is_aside = more.is_empty() || more == "..." || more.starts_with('(') && more.ends_with(')');
    let is_version =
        || more.strip_prefix('v').is_some_and(|version| starts_with_digit(version) && !version.contains(' '));
    // What no other program says so.
    let is_package = || {
        is_archive(thing)
            || thing == "crates"
            || verb == "Collecting" && (thing.contains(['=', '<', '>', '~']) || more.starts_with("(from "))
            || verb == "Using cached" && is_aside
            || thing.ends_with(".tar.gz") && more.ends_with("B)")
    };
    !thing.is_empty() && (is_version() || is_aside && (gets_packages || is_package()))
}

fn is_archive(name: &str) -> bool {
    let name = name.strip_suffix(".metadata").unwrap_or(name);
    ARCHIVES.iter().any(|end| name.ends_with(end))
}

/// `- Downloading vendor/package (1.0.2)`
fn is_of_composer(line: &str) -> bool {
    line.strip_prefix("- Downloading ").and_then(|rest| rest.split_once(" (")).is_some_and(
        |(name, version)| {
            name.contains('/')
                && !name.contains([' ', ':'])
                && starts_with_digit(version.trim_start_matches('v'))
        },
    )
}

/// `> Task :app:compileJava UP-TO-DATE`: Gradle had nothing to do.
fn is_up_to_date(line: &str) -> bool {
    line.strip_prefix("> Task :")
        .and_then(|rest| rest.split_once(' '))
        .is_some_and(|(_, outcome)| matches!(outcome, "UP-TO-DATE" | "NO-SOURCE" | "FROM-CACHE"))
}

/// `[12/345] Linking x`, `[ 12%] Building y`, `[1/4] Resolving packages...`.
fn is_counted(line: &str, gets_packages: bool) -> bool {
    let Some((counter, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) else {
        return false;
    };
    let (is_number, is_percent) = match counter.strip_suffix('%') {
        Some(percent) => (is_number(percent.trim_start()), true),
        None => {
            let numbers = counter.split_once('/');
            (numbers.is_some_and(|(at, of)| is_number(at.trim_start()) && is_number(of)), false)
        }
    };
    let verb = rest.split(' ').next().unwrap_or(rest);
    let is_built =
        BUILDING.contains(&verb) || CMAKE.contains(&verb) && (is_percent || rest.contains(" object "));
    let is_moved = || MOVING.contains(&verb) && (gets_packages || rest.ends_with(" packages..."));
    is_number && (is_built || is_moved())
}

/// `a1b2c3d4e5f6: Pull complete`, `#12 sha256:… 1.05MB / 3.2MB 0.2s`, `#12 extracting sha256:…`.
fn is_layer(line: &str) -> bool {
    if let Some((step, rest)) = line.strip_prefix('#').and_then(|rest| rest.split_once(' ')) {
        return is_number(step) && (rest.starts_with("sha256:") || rest.starts_with("extracting sha256:"));
    }
    let id_and_rest = line.split_at_checked(12).and_then(|(id, rest)| Some((id, rest.strip_prefix(": ")?)));
    id_and_rest.is_some_and(|(id, rest)| {
        id.bytes().all(|byte| byte.is_ascii_hexdigit()) && LAYERS.iter().any(|layer| rest.starts_with(layer))
    })
}

/// `[=====>    ] 45%` and `Building [=====>    ] 12/34: x`: a bar of ASCII characters and a number, without a label or
/// with a verb. One with another label may be a line of somebody's chart.
fn is_bar(line: &str) -> bool {
    let Some((label, rest)) = line.split_once('[') else { return false };
    let Some((bar, rest)) = rest.split_once(']') else { return false };
    let label = label.trim_end();
    let is_drawn = bar.len() >= 5
        && bar.bytes().all(|byte| b"=>#-.* ".contains(&byte))
        && bar.bytes().any(|byte| b"=>#".contains(&byte));
    let is_at_percent =
        |text: &str| text.strip_suffix('%').is_some_and(|number| is_number(number.trim_start()));
    let after = rest.trim_start();
    let number = after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let is_measured = number.len() < after.len() && number.starts_with(['%', '/']);
    let is_verb = |label: &str| [&BUILDING[..], &CMAKE, &MOVING].iter().any(|verbs| verbs.contains(&label));
    is_drawn && (is_measured && (label.is_empty() || is_verb(label)) || is_at_percent(label))
}

/// ` 45%|████▌     | 45/100 [00:01<00:02, 30.1it/s]` and `━━━━━━ 12.3/45.6 MB 3.2 MB/s eta 0:00:01`: a bar of blocks and a
/// speed.
fn is_meter(line: &str) -> bool {
    const SPEEDS: [&str; 4] = ["it/s", "s/it", "B/s", " eta "];
    line.contains(['█', '━', '╸', '▏']) && SPEEDS.iter().any(|speed| line.contains(speed))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
#[path = "progress_tests.rs"]
mod tests;
