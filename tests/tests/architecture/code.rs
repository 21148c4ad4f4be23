//! What code may do, and where.

use crate::sources::{Source, Token, none, occurrences, root, shipped};

/// Where each of `patterns` stands, outside of `allowed` paths and prefixes of paths.
fn outside(patterns: &[&str], allowed: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for source in shipped() {
        if allowed.iter().any(|prefix| source.path.starts_with(prefix)) {
            continue;
        }
        let tokens = source.tokens();
        for pattern in patterns {
            found.extend(at(&source, &occurrences(&tokens, pattern), pattern));
        }
    }
    found
}

fn at(source: &Source, lines: &[usize], what: &str) -> Vec<String> {
    lines.iter().map(|line| format!("{}:{line}: `{what}`", source.path)).collect()
}

/// Files that start processes: the one module for commands, the program that stands between, the build script that
/// builds that program, and the launcher where it becomes the host.
const SPAWNING: &[&str] = &[
    "host/capability/src/spawn/",
    "host/capability/build.rs",
    "host/reaper/src/",
    "host/launcher/src/host.rs",
];

#[test]
fn only_spawn_starts_a_process() {
    let mut found = outside(
        &["Command :: new", "CommandBuilder", "spawn_command", "posix_spawn", "fork", "execve"],
        SPAWNING,
    );
    for source in shipped() {
        // A component has no processes: what it calls by that name is a request to the host.
        if source.path.starts_with("host/") && !SPAWNING.iter().any(|prefix| source.path.starts_with(prefix))
        {
            let tokens = source.tokens();
            found.extend(at(&source, &imports(&tokens, "process", "Command"), "process::Command"));
        }
    }
    none(found);
}

/// The lines on which `name` is taken out of `module`, alone or in braces.
fn imports(tokens: &[Token], module: &str, name: &str) -> Vec<usize> {
    let is = |index: usize, text: &str| tokens.get(index).is_some_and(|token: &Token| token.text == text);
    (0..tokens.len())
        .filter(|&index| is(index, module) && is(index + 1, "::"))
        .filter(|&index| {
            if !is(index + 2, "{") {
                return is(index + 2, name);
            }
            tokens[index + 2..].iter().take_while(|token| token.text != "}").any(|token| token.text == name)
        })
        .map(|index| tokens[index].line)
        .collect()
}

#[test]
fn libraries_print_nothing() {
    // A build script speaks to cargo on its standard output.
    let allowed = ["host/cli/src/output.rs", "host/cli/build.rs", "host/capability/build.rs"];
    none(outside(&["println !", "print !", "eprintln !", "eprint !", "dbg !"], &allowed));
}

#[test]
fn stdout_has_one_writer() {
    // The launcher is a program of its own; it prints what a host has answered.
    let printing = ["host/cli/src/output.rs", "host/launcher/src/output.rs"];
    none(outside(&["io :: stdout"], &printing));
    // The MCP server on stdio takes standard output over whole, and in one place.
    none(outside(&["stdio ( )"], &["host/mcp/src/"]));
    none(outside(&["io :: stderr"], &[&printing[..], &["host/cli/src/main.rs"]].concat()));
}

#[test]
fn only_the_program_looks_at_its_environment() {
    let patterns = [
        "env :: args",
        "env :: args_os",
        "env :: current_dir",
        "env :: current_exe",
        "env :: home_dir",
        "env :: remove_var",
        "env :: set_var",
        "env :: temp_dir",
        "env :: var",
        "env :: var_os",
        "env :: vars",
        "env :: vars_os",
        "etcetera",
    ];
    // The reaper is a program of its own, with a command line of its own. So is the launcher.
    let allowed = [
        "host/cli/",
        "host/capability/build.rs",
        "host/reaper/src/main.rs",
        "host/launcher/src/host.rs",
        "host/launcher/src/main.rs",
        "host/launcher/src/surroundings.rs",
    ];
    none(outside(&patterns, &allowed));
}

/// Tools that this project has or will have.
const TOOLS: [&str; 5] = ["exec_command", "write_stdin", "apply_patch", "code_search", "search_tools"];

#[test]
fn the_host_knows_no_tool() {
    let known: Vec<String> = std::fs::read_dir(root().join("plugins/tools"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "terminal_policy")
        .collect();
    for name in &known {
        assert!(TOOLS.contains(&name.as_str()), "{name} is missing from TOOLS");
    }
    // Which components the program carries, and what replaces the tools that were removed long ago.
    let allowed = ["host/cli/build.rs", "host/session/src/names.rs"];
    let mut found = Vec::new();
    for source in shipped() {
        if !source.path.starts_with("host/") || allowed.contains(&source.path.as_str()) {
            continue;
        }
        for token in source.tokens() {
            for tool in TOOLS.iter().filter(|tool| token.text.contains(**tool)) {
                found.push(format!("{}:{}: {tool}", source.path, token.line));
            }
        }
    }
    none(found);
}

#[test]
fn unsafe_code_stands_in_files_named_sys() {
    let mut found = outside(
        &["unsafe", "allow ( unsafe_code", "expect ( unsafe_code"],
        // Generated bindings, and the section attribute that puts metadata into a component.
        &["plugins/sdk/src/bindings.rs", "plugins/sdk/src/metadata.rs"],
    );
    found.retain(|violation| !violation.contains("/sys.rs:"));
    none(found);
}

#[test]
fn every_host_crate_denies_unsafe_code() {
    let sources = shipped();
    let programs = ["host/cli/src/main.rs", "host/launcher/src/main.rs"];
    let is_root = |path: &str| path.ends_with("/src/lib.rs") || programs.contains(&path);
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| source.path.starts_with("host/") && is_root(&source.path)) {
        let folder = source.path.rsplit_once('/').unwrap().0;
        let has_sys =
            sources.iter().any(|other| other.path.starts_with(folder) && other.path.ends_with("/sys.rs"));
        let tokens = source.tokens();
        let forbids = !occurrences(&tokens, "# ! [ forbid ( unsafe_code ) ]").is_empty();
        let denies = !occurrences(&tokens, "# ! [ deny ( unsafe_code ) ]").is_empty();
        if !(forbids || has_sys && denies) {
            let wanted = if has_sys { "deny or forbid" } else { "forbid" };
            found.push(format!("{}: wants {wanted}(unsafe_code)", source.path));
        }
    }
    none(found);
}

#[test]
fn no_panic_is_written_down() {
    // A build script that cannot go on has no other way to say so, nor has a constant: the SDK writes JSON while a
    // plugin is compiled.
    let allowed = [
        "host/cli/build.rs",
        "host/capability/build.rs",
        "host/acceptance/src/output/claims.rs",
        "host/acceptance/src/output/counts.rs",
        "host/acceptance/src/output/words.rs",
        "plugins/sdk/src/json.rs",
    ];
    let patterns =
        [". unwrap ( )", "todo !", "unimplemented !", "panic !", "unreachable !", "assert !", "assert_eq !"];
    let mut found = outside(&patterns, &allowed);
    for source in shipped().iter().filter(|source| !allowed.contains(&source.path.as_str())) {
        let tokens = source.tokens();
        // Other types may have a method of this name, which does not take a message.
        let expects = tokens
            .windows(4)
            .filter(|window| occurrences(window, ". expect (").len() == 1 && window[3].text.starts_with('"'));
        found.extend(expects.map(|window| format!("{}:{}: `.expect(…)`", source.path, window[0].line)));
    }
    none(found);
}

#[test]
fn there_is_no_global_state() {
    let mutable = |text: &str| {
        text.starts_with("Atomic")
            // A `LazyLock` of what does not change is a constant that takes time to make.
            || ["Mutex", "RwLock", "OnceLock", "OnceCell", "RefCell", "Cell", "mut"].contains(&text)
    };
    // In the reaper, one process is one command; whose children a process has is a matter of the whole process.
    let allowed = ["host/reaper/src/tree.rs", "host/capability/src/spawn/reaper.rs"];
    let mut found = outside(&["thread_local !"], &[]);
    for source in shipped().iter().filter(|source| !allowed.contains(&source.path.as_str())) {
        let tokens = source.tokens();
        for (index, token) in tokens.iter().enumerate() {
            let is_item = token.text == "static"
                && index.checked_sub(1).is_none_or(|before| tokens[before].text != "'");
            let declared = tokens[index..].iter().take_while(|token| token.text != "=" && token.text != ";");
            if is_item && declared.into_iter().any(|token| mutable(&token.text)) {
                found.push(format!("{}:{}: a static that changes", source.path, token.line));
            }
        }
    }
    none(found);
}

#[test]
fn each_call_has_a_store_of_its_own() {
    let mut found = Vec::new();
    for source in shipped() {
        let tokens = source.tokens();
        let all = occurrences(&tokens, "Store :: new").len();
        // A store over nothing, in which the engine tries whether memory can be had. No guest sees it.
        let probes = occurrences(&tokens, "Store :: new ( & engine , ( ) )").len();
        let expected = usize::from(source.path == "host/runtime/src/sandbox.rs");
        if all - probes != expected {
            found.push(format!("{}: {} stores, not {expected}", source.path, all - probes));
        }
    }
    none(found);
}

#[test]
fn one_file_configures_wasmtime() {
    none(outside(&["Config :: new", "wasmtime :: Config"], &["host/runtime/src/config.rs"]));
}

#[test]
fn compiled_code_is_read_in_one_place() {
    none(outside(
        &["deserialize_file", "Component :: deserialize", "Module :: deserialize"],
        &["host/runtime/src/sys.rs"],
    ));
}
