//! A host that stands by answers as a host of the call's own would, and only where it would.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::SystemTime;

use serde_json::json;

use crate::support::binary::{host_of, program};
use crate::support::mount::skipped;
use crate::support::plugins::{fixture, with_plugins};
use crate::support::processes::eventually;
use crate::support::result::ended;
use crate::support::standing::{WHO, answering, asking, places, who};
use crate::support::toolhost::{Ran, after, finish, instead};
use crate::support::{Lines, Standing, Toolhost};

const PATCH: &str = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+TWO\n three\n*** End Patch\n";

/// Without what differs between any two calls: the time that a command took, and the file of its output.
fn same_each_time(text: &str) -> String {
    let differs =
        |line: &&str| ["\"wall_time_seconds\"", "\"spool_path\""].iter().any(|key| line.contains(key));
    text.split_inclusive('\n').filter(|line| !differs(line)).collect()
}

#[test]
fn the_answer_is_that_of_a_host_of_its_own() {
    // A host that complains about the configuration whatever is called.
    let toolhost = Toolhost::configured(&with_plugins(&[
        ("noop", fixture("noop", "")),
        ("absent", "{ component: ./absent.wasm }".to_owned()),
    ]));
    toolhost.write("toolhost.yaml", "execution: { shell: /bin/false }\n");
    let patch = json!({"patch": PATCH}).to_string();
    let again = format!("{PATCH}again");
    let table: &[&[&str]] = &[
        &["noop"],
        &["noop", "{}"],
        &["noop", "{"],
        &["noop", "[]"],
        &["noop", ""],
        &["nobody", "{}"],
        &["exec_command", r#"{"cmd":"echo out; echo err >&2; printf 'ä\\n\\033[1mbold'"}"#],
        &["exec_command", r#"{"cmd":"exit 7"}"#],
        &["exec_command", r#"{"cmd":"kill -9 $$"}"#],
        &["exec_command", r#"{"cmd":"seq 20000","max_output_tokens":100}"#],
        &["exec_command", r#"{"cmd":"sleep 0.5; echo end","yield_time_ms":250}"#],
        &[
            "exec_command",
            r#"{"cmd":"cat; pwd; umask; ulimit -n; echo ${TOOLHOST_CLIENT-none}; env | grep -v TOOLHOST_TREE | sort"}"#,
        ],
        &["exec_command", "{}"],
        &["exec_command"],
        &["write_stdin", r#"{"session_id":1,"chars":""}"#],
        &["apply_patch", &patch],
        &["apply_patch", PATCH],
        &["apply_patch", &again],
    ];
    let call = |arguments: &[&str]| {
        toolhost.write("a.txt", "one\ntwo\nthree\n");
        let ran = toolhost.run(&[&["call"], arguments].concat());
        let file = fs::read_to_string(toolhost.workspace().join("a.txt")).unwrap();
        (ran.status, same_each_time(&ran.stdout), ran.stderr, file)
    };
    toolhost.configure(&with_patch(&toolhost));
    let own: Vec<_> = table.iter().map(|arguments| call(arguments)).collect();
    assert!(own[0].2.contains("absent.wasm") && own[0].2.contains("toolhost trust"), "{:?}", own[0]);
    assert!(own[15].3.contains("TWO"), "{:?}", own[15]);
    let standing = Standing::start(&toolhost);
    assert_eq!(answering(&toolhost), standing.pid());
    for (arguments, own) in table.iter().zip(own) {
        assert_eq!(call(arguments), own, "{arguments:?}");
    }
    assert_eq!(answering(&toolhost), standing.pid());
}

/// The configuration with the tool that patches.
fn with_patch(toolhost: &Toolhost) -> String {
    let written = fs::read_to_string(toolhost.config_file()).unwrap();
    written.replace("write_stdin,", "write_stdin, apply_patch,")
}

#[test]
fn a_search_is_the_same_the_first_time_and_later() {
    let toolhost = Toolhost::configured("profile: advanced\n");
    toolhost.write("a.rs", "fn wanted() {}\nfn other() { wanted() }\n");
    let search = || toolhost.run(&["call", "code_search", r#"{"query":"wanted"}"#]);
    let own = search();
    assert!(own.stdout.contains("a.rs"), "{own:?}");
    let standing = Standing::start(&toolhost);
    for _ in 0..3 {
        let found = search();
        assert_eq!((found.status, found.stdout, found.stderr), (0, own.stdout.clone(), String::new()));
    }
    toolhost.write("a.rs", "fn other() {}\n");
    assert!(!search().stdout.contains("a.rs"));
    assert_eq!(answering(&toolhost), standing.pid());
}

#[test]
fn no_edit_of_another_call_counts() {
    let toolhost = Toolhost::new();
    let standing = Standing::start(&toolhost);
    for number in 0..10 {
        let patch = format!("*** Begin Patch\n*** Add File: f{number}\n+x\n*** End Patch\n");
        let (status, result) = toolhost.call("apply_patch", &json!({"patch": patch}));
        assert_eq!(status, 0, "{result}");
    }
    assert_eq!(answering(&toolhost), standing.pid());
}

/// A command of the program in this folder, in place of the one under test.
fn of(folder: &Path, command: &Command) -> Command {
    instead(&folder.join("toolhost"), &[], command)
}

#[test]
fn other_circumstances_have_a_host_of_their_own() {
    let toolhost = Toolhost::new();
    for folder in [".git", "below", "other", "other/.git"] {
        fs::create_dir(toolhost.workspace().join(folder)).unwrap();
    }
    std::os::unix::fs::symlink(toolhost.workspace(), toolhost.path("link")).unwrap();
    let standing = Standing::start(&toolhost);
    let link = toolhost.path("link");
    let table: [(&str, bool); 16] = [
        (":", true),
        ("cd below", true),
        ("export OLDPWD=/nowhere SHLVL=7", true),
        ("umask 027", false),
        ("ulimit -n 200", false),
        ("export NEW=", false),
        ("unset LANG", false),
        ("export LANG=C", false),
        ("export PATH=$PATH:.", false),
        ("export TOOLHOST_CONFIG=here.yaml; echo >here.yaml", false),
        ("export TOOLHOST_CLIENT=nonsense", false),
        ("cd other", false),
        ("cd ..", false),
        (&format!("cd {}", link.display()), false),
        ("exec -a toolhost \"$@\"", true),
        (":", true),
    ];
    for (before, is_same) in table {
        let ran = finish(after(before, &toolhost.command(&asking())), "");
        assert_eq!(who(&ran) == standing.pid(), is_same, "{before}: {ran:?}");
        assert_eq!(ran.stderr, "", "{before}");
    }
    // What not everybody may change.
    for changing in [["unshare", "--mount"], ["setarch", "--addr-no-randomize"]] {
        let may = Command::new(changing[0]).args([changing[1], "true"]).output();
        if may.is_ok_and(|made| made.status.success()) {
            let before = format!("exec {} \"$@\"", changing.join(" "));
            let ran = finish(after(&before, &toolhost.command(&asking())), "");
            assert_ne!(who(&ran), standing.pid(), "{changing:?}");
        } else {
            skipped(&format!("{changing:?} may not be used"));
        }
    }
    // Options are the host's own.
    for options in [["--profile", "default"], ["--workspace", "."]] {
        let ran = finish(toolhost.command(&[&options.map(str::to_owned)[..], &asking()[..]].concat()), "");
        assert_ne!(who(&ran), standing.pid(), "{options:?}");
    }
}

#[test]
fn a_host_can_stand_by_for_another_workspace_than_its_own() {
    let toolhost = Toolhost::new();
    fs::create_dir_all(toolhost.workspace().join("other/.git")).unwrap();
    let standing = Standing::start_with(toolhost.command(&["standby", "--workspace", "other"]));
    assert_ne!(answering(&toolhost), standing.pid());
    let mut there = toolhost.command(&asking());
    there.current_dir(toolhost.workspace().join("other"));
    assert_eq!(who(&finish(there, "")), standing.pid());
}

#[test]
fn a_program_that_was_built_again_has_a_host_of_its_own() {
    let toolhost = Toolhost::new();
    let folder = toolhost.path("program");
    fs::create_dir(&folder).unwrap();
    let host = folder.join("toolhost-host");
    fs::copy(program(), folder.join("toolhost")).unwrap();
    fs::copy(host_of(program()), &host).unwrap();
    let call = || who(&finish(of(&folder, &toolhost.command(&asking())), ""));
    let standing = Standing::start_with(of(&folder, &toolhost.command(&["standby"])));
    assert_eq!(call(), standing.pid());
    // The very same program, elsewhere.
    assert_ne!(answering(&toolhost), standing.pid());
    File::open(&host).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
    assert_ne!(call(), standing.pid());
}

#[test]
fn without_its_host_the_program_says_where_it_should_be() {
    let toolhost = Toolhost::new();
    let folder = toolhost.path("program");
    fs::create_dir(&folder).unwrap();
    fs::copy(program(), folder.join("toolhost")).unwrap();
    for arguments in [&["doctor"][..], &["call", "noop", "{}"]] {
        let ran = finish(of(&folder, &toolhost.command(arguments)), "");
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        let place = folder.join("toolhost-host");
        assert!(ran.stderr.starts_with(&format!("error: the host {} cannot", place.display())), "{ran:?}");
    }
}

#[test]
fn a_hundred_calls_at_once_are_all_answered_by_it() {
    let toolhost = Toolhost::new();
    let standing = Standing::start(&toolhost);
    let calls: Vec<_> = (0..100)
        .map(|number| {
            let cmd = format!("echo {number}; {WHO}");
            let command = toolhost.command(&["call", "exec_command", &json!({"cmd": cmd}).to_string()]);
            thread::spawn(move || finish(command, ""))
        })
        .collect();
    for (number, call) in calls.into_iter().enumerate() {
        let ran: Ran = call.join().unwrap();
        assert_eq!(ended(&ran.json()), (format!("{number}\n{}\n", standing.pid()).as_str(), 0), "{ran:?}");
    }
}

/// A descriptor is what a host has least of. Calls that it has none for have a host of their own.
#[test]
fn a_host_with_few_descriptors_takes_few_calls() {
    let toolhost = Toolhost::new();
    let few = "ulimit -n 64";
    let standing = Standing::start_with(after(few, &toolhost.command(&["standby"])));
    let cmd = format!("echo begun >>begun; until [ -e end ]; do sleep .01; done; {WHO}");
    let arguments = json!({"cmd": cmd, "tty": true}).to_string();
    let calls: Vec<_> = (0..12)
        .map(|_| after(few, &toolhost.command(&["call", "exec_command", &arguments])))
        .map(|command| thread::spawn(move || finish(command, "")))
        .collect();
    let begun = || fs::read_to_string(toolhost.workspace().join("begun")).unwrap_or_default().lines().count();
    eventually("all commands run", || begun() == 12);
    toolhost.write("end", "");
    let hosts: Vec<u32> = calls.into_iter().map(|call| who(&call.join().unwrap())).collect();
    let its_own = hosts.iter().filter(|host| **host == standing.pid()).count();
    assert_eq!(its_own, 4, "{hosts:?}");
}

#[test]
fn a_call_in_a_command_still_is_its_client_s() {
    let toolhost = Toolhost::new();
    let _standing = Standing::start(&toolhost);
    let mut lines = Lines::start(&toolhost);
    let [call, tool, arguments] = asking();
    let result =
        lines.exec(&format!("{} {call} {tool} '{}'", program().display(), arguments.replace('\'', r"'\''")));
    let inner: serde_json::Value = serde_json::from_str(ended(&result).0).unwrap();
    assert_eq!(ended(&inner), (format!("{}\n", lines.pipe.pid()).as_str(), 0));
}

#[test]
fn what_stands_by_is_the_user_s_alone_and_the_doctor_names_it() {
    use std::os::unix::fs::MetadataExt;

    let toolhost = Toolhost::new();
    let said = || toolhost.run(&["doctor"]).stdout;
    assert!(said().contains("no host stands by"), "{}", said());
    let standing = Standing::start(&toolhost);
    assert!(said().contains(&format!("process {}", standing.pid())), "{}", said());
    let folder = toolhost.path("home/.state/toolhost/control");
    assert_eq!(fs::metadata(folder).unwrap().mode() & 0o777, 0o700);
    assert_eq!(places(&toolhost).len(), 2);
}

#[test]
fn options_that_no_call_could_ask_for_are_refused() {
    let toolhost = Toolhost::new();
    for options in
        [&["--profile", "default"][..], &["--config", "/dev/null"], &["--idle", "0s"], &["--idle", "5"]]
    {
        let ran = toolhost.run(&[&["standby"], options].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{options:?}: {ran:?}");
        assert!(ran.stderr.starts_with("error: "), "{options:?}: {ran:?}");
    }
    assert!(toolhost.run(&["standby", "--profile", "default"]).stderr.contains("\nhint: "));
    assert_eq!(places(&toolhost), Vec::<std::path::PathBuf>::new());
}
