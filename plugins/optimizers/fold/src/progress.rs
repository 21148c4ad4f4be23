//! Lines that only say that work goes on.

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
    ("Preparing to unpack ", " ..."),
    ("Unpacking ", " ..."),
    ("Setting up ", " ..."),
    ("Processing triggers for ", " ..."),
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
    ("Download http", ""),
    // Composer
    ("- Downloading ", " ("),
    ("- Installing ", ": Extracting"),
];

/// What package managers say of one thing that they get, which is a word: a name with its version, or a file. Prose
/// begins with these words as well.
const GETTING: [&str; 4] = ["Collecting", "Downloaded", "Downloading", "Using cached"];

/// What cargo does to one package of a version.
const TO_PACKAGES: [&str; 4] = ["Compiling", "Checking", "Fresh", "Documenting"];

/// What stands between a counter and the thing that is worked on, as in `[12/34] Linking x` and `[ 12%] Building y`.
const VERBS: [&str; 22] = [
    "AR",
    "Building",
    "Built",
    "CC",
    "CXX",
    "Compiling",
    "Copying",
    "Downloading",
    "Extracting",
    "Fetching",
    "Generating",
    "Installing",
    "LD",
    "Linking",
    "Progress",
    "Pulling",
    "Pushing",
    "Resolving",
    "Scanning",
    "Unpacking",
    "Updating",
    "Uploading",
];

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

/// Whether `line`, without blanks around it, is a frame of progress.
pub(crate) fn is_progress(line: &str) -> bool {
    let Some(first) = line.bytes().next() else { return false };
    let by_first = match first {
        b'[' => is_counted(line) || is_bar(line),
        b'#' | b'a'..=b'f' => is_layer(line),
        b'0'..=b'9' => is_layer(line) || is_bar(line),
        b'A'..=b'Z' => is_of_package(line) || is_got(line) || is_bar(line),
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
/// `Downloading crates ...`.
fn is_got(line: &str) -> bool {
    let Some(rest) = GETTING.iter().find_map(|verb| line.strip_prefix(verb)?.strip_prefix(' ')) else {
        return false;
    };
    let (thing, more) = rest.split_once(' ').unwrap_or((rest, ""));
    let is_aside = more.is_empty() || more == "..." || more.starts_with('(') && more.ends_with(')');
    let is_version =
        || more.strip_prefix('v').is_some_and(|version| starts_with_digit(version) && !version.contains(' '));
    !thing.is_empty() && (is_aside || is_version())
}

/// `[12/345] Linking x`, `[ 12%] Building y`, `[1/4] Resolving packages...`.
fn is_counted(line: &str) -> bool {
    let Some((counter, rest)) = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) else {
        return false;
    };
    let numbers = match counter.strip_suffix('%') {
        Some(percent) => is_number(percent.trim_start()),
        None => counter.split_once('/').is_some_and(|(at, of)| is_number(at.trim_start()) && is_number(of)),
    };
    numbers && rest.split(' ').next().is_some_and(|verb| VERBS.contains(&verb))
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
    is_drawn && (is_measured && (label.is_empty() || VERBS.contains(&label)) || is_at_percent(label))
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
mod tests {
    use super::is_progress;

    #[test]
    fn frames_of_progress() {
        for line in [
            "Compiling serde v1.0.228",
            "Checking my-crate v0.1.0 (/w/my-crate)",
            "Fresh libc v0.2.1",
            "Documenting x v1.0.0",
            "Downloading crates ...",
            "Downloaded serde v1.0.228",
            "Building [=====>        ] 12/340: serde, libc",
            "[=====>      ] 45%",
            "[##########----------] 50.5% done",
            "45% [=====>      ]",
            "45%|████▌     | 45/100 [00:01<00:02, 30.10it/s]",
            "━━━━━━━━━━━━━ 12.3/45.6 MB 3.2 MB/s eta 0:00:01",
            "Collecting requests>=2",
            "Using cached idna-3.7-py3-none-any.whl (66 kB)",
            "Requirement already satisfied: pip in /v/lib",
            "npm http fetch GET 200 https://r/x 12ms (cache hit)",
            "go: downloading golang.org/x/text v0.3.0",
            "Get:12 http://d/debian stable/main amd64 foo 1.2 [12 kB]",
            "(Reading database ... 45%",
            "Selecting previously unselected package foo.",
            "Preparing to unpack .../foo_1.2_amd64.deb ...",
            "Unpacking foo (1.2) ...",
            "Setting up foo (1.2) ...",
            "Processing triggers for libc-bin (2.36) ...",
            "remote: Counting objects:  45% (45/100)",
            "Receiving objects: 100% (100/100), 1.2 MiB | 3 MiB/s, done.",
            "[INFO] Downloading from central: https://r/x.pom",
            "Progress (1): 12/34 kB",
            "- Installing v/p (1.0): Extracting archive",
            "[12/345] Linking CXX executable x",
            "[ 12%] Building C object x.o",
            "[1/4] Resolving packages...",
            "a1b2c3d4e5f6: Pull complete",
            "a1b2c3d4e5f6: Downloading [==>   ]  1MB/12MB",
            "#12 sha256:abc 1.05MB / 3.20MB 0.2s",
            "#12 extracting sha256:abc 0.5s done",
        ] {
            assert!(is_progress(line), "{line}");
        }
    }

    #[test]
    fn what_only_looks_like_it() {
        for line in [
            "Collecting payment of 37 EUR from customer 1001 (invoice overdue)",
            "Downloading files is forbidden here",
            "",
            "Compiling",
            "Compiling the argument that v is",
            "Checking formatting...",
            "Checking if values agree",
            "Finished `dev` profile [optimized] target(s) in 3s",
            "Successfully installed idna-3.7",
            "added 12 packages in 3s",
            "Setting up the database",
            "coverage [#####-----] 50%",
            "coverage ███████ 85%",
            "[ 45%]",
            "[ 45%] tests/test_a.py",
            "[12/345] x = 5",
            "tests/test_a.py ....... [ 45%]",
            "[a, b, c] 45%",
            "[     ] 45%",
            "[----------] 5 tests from Suite",
            "deadbeef: Pull complete",
            "a1b2c3d4e5f6: digest",
            "#12 [2/9] RUN make",
            "#12 0.345 some output",
            "Get: a life",
            "Step 1/9 : FROM x",
        ] {
            assert!(!is_progress(line), "{line}");
        }
    }
}
