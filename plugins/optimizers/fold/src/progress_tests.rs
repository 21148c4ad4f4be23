//! Tests of frames of progress.

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
        "[100%] Built target x",
        "[12/345] Building CXX object x.o",
        "[1/4] Resolving packages...",
        "a1b2c3d4e5f6: Pull complete",
        "a1b2c3d4e5f6: Downloading [==>   ]  1MB/12MB",
        "#12 sha256:abc 1.05MB / 3.20MB 0.2s",
        "#12 extracting sha256:abc 0.5s done",
        "Downloading idna-3.7-py3-none-any.whl (66 kB)",
        "Downloading idna-3.7-py3-none-any.whl.metadata (9.9 kB)",
        "Downloading PyYAML-6.0.tar.gz (130 kB)",
        "Collecting idna (from requests)",
        "Download https://repo.maven.org/a/b/1.0/b-1.0.pom",
        "- Downloading symfony/console (v6.4.1)",
        "> Task :app:compileJava UP-TO-DATE",
        "> Task :processResources NO-SOURCE",
        "> Task :lib:jar FROM-CACHE",
        "% Total    % Received % Xferd  Average Speed   Time    Time     Time  Current",
        "Dload  Upload   Total   Spent    Left  Speed",
        "12  100M   12 12.5M    0     0  2560k      0  0:00:40  0:00:05  0:00:35 2601k",
        "50K .......... .......... .......... .......... ..........  0% 1.2M 83s",
    ] {
        assert!(is_progress(line, false), "{line}");
    }
}

#[test]
fn what_is_progress_of_package_managers_alone() {
    for line in [
        "Downloading invoice-4711.pdf",
        "Downloaded invoice-4711.pdf (12 kB)",
        "Collecting invoices",
        "Downloading data.tar.gz",
        "Download https://h/report.pdf",
        "[1/3] Uploading customers.csv",
        "[2/3] Downloading invoice-4711.pdf",
    ] {
        assert!(is_progress(line, true) && !is_progress(line, false), "{line}");
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
        "- Downloading invoice 4711 (3 MB)",
        "Setting up shop ...",
        "[1/3] Building the image web:4f9a",
        "[2/3] Generating the key 4f9a",
        "Unpacking the boxes ...",
        "> Task :app:compileJava",
        "> Task :app:test SKIPPED",
        "Download https://h/x.pom and run it",
    ] {
        assert!(!is_progress(line, true), "{line}");
    }
}
