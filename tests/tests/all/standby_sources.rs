//! A host that stands by ends as soon as a host of the call's own would be made of something else.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::support::binary::component;
use crate::support::standing::answering;
use crate::support::{Standing, Toolhost};

/// A user with a plugin, a provider and a program of a provider, all named by a path or by a name.
fn user() -> Toolhost {
    let toolhost = Toolhost::configured(
        "profiles: { default: { extends: default, tools: [noop] } }\n\
         plugins: { noop: { component: ./noop.wasm } }\n\
         tool_optimizers:\n  enabled: true\n  output_reduce: { enabled: true }\n  providers:\n    \
         - { type: wasm, id: other, component: ./fold.wasm }\n    \
         - { type: rtk_cli, path: ./rtk }\n",
    );
    let beside = |name: &str| toolhost.config_file().with_file_name(name);
    fs::copy(component("noop"), beside("noop.wasm")).unwrap();
    fs::copy(component("optimizers/fold"), beside("fold.wasm")).unwrap();
    program(&beside("rtk"), "#!/bin/sh\nexit 1\n");
    toolhost.write("toolhost.yaml", "edit_guard: { mutations: 2 }\n");
    toolhost
}

fn program(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn whatever_it_is_made_of_has_changed() {
    type Change = (&'static str, fn(&Toolhost));
    let table: [Change; 14] = [
        ("the user's file", |user| {
            let text = fs::read_to_string(user.config_file()).unwrap();
            user.configure(&format!("{text}edit_guard: {{ mutations: 3 }}\n"));
        }),
        ("the user's file, gone", |user| fs::remove_file(user.config_file()).unwrap()),
        ("the user's file, with the same text", |user| {
            let text = fs::read_to_string(user.config_file()).unwrap();
            user.configure(&text);
        }),
        ("the workspace's file", |user| _ = user.write("toolhost.yaml", "edit_guard: { mutations: 1 }\n")),
        ("the workspace's file, gone", |user| {
            fs::remove_file(user.workspace().join("toolhost.yaml")).unwrap();
        }),
        ("the trust in it", |user| assert_eq!(user.run(&["trust"]).status, 0)),
        ("a plugin", |user| {
            _ = fs::copy(component("hostile"), user.config_file().with_file_name("noop.wasm")).unwrap();
        }),
        ("a plugin, gone", |user| fs::remove_file(user.config_file().with_file_name("noop.wasm")).unwrap()),
        ("a provider", |user| {
            _ = fs::copy(component("optimizers/noop"), user.config_file().with_file_name("fold.wasm"))
                .unwrap();
        }),
        ("a provider's program", |user| {
            program(&user.config_file().with_file_name("rtk"), "#!/bin/sh\nexit 0\n");
        }),
        ("git's own rules", |user| fs::write(user.path("home/.gitconfig"), "").unwrap()),
        ("the folder of the workspace", |user| {
            fs::rename(user.workspace(), user.path("moved")).unwrap();
            fs::create_dir(user.workspace()).unwrap();
        }),
        ("the folder of outputs", |user| {
            fs::remove_dir_all(user.path("home/.state/toolhost/spool")).unwrap();
        }),
        ("the folder of journals", |user| {
            fs::remove_dir_all(user.path("home/.state/toolhost/commits")).unwrap();
        }),
    ];
    for (what, change) in table {
        let user = user();
        let standing = Standing::start(&user);
        let pid = standing.pid();
        assert_eq!(answering(&user), pid, "{what}: nothing has changed");
        change(&user);
        assert_ne!(answering(&user), pid, "{what}");
        let said = standing.end(&user);
        assert!(said.contains(" has changed, so it has ended"), "{what}: {said}");
    }
}

#[test]
fn a_file_of_the_user_s_that_was_not_there() {
    for name in ["toolhost.yaml", "toolhost.json"] {
        let toolhost = Toolhost::new();
        let standing = Standing::start(&toolhost);
        let pid = standing.pid();
        assert_eq!(answering(&toolhost), pid);
        let file = toolhost.config_file().with_file_name(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "{}").unwrap();
        assert_ne!(answering(&toolhost), pid, "{name}");
        standing.end(&toolhost);
    }
}

#[test]
fn the_file_that_the_environment_names() {
    let mut toolhost = Toolhost::new();
    let file = toolhost.path("mine.yaml");
    fs::write(&file, "profile: advanced\n").unwrap();
    toolhost.variable("TOOLHOST_CONFIG", file.to_str().unwrap());
    let standing = Standing::start(&toolhost);
    let search = || toolhost.run(&["call", "code_search", r#"{"query":"nothing"}"#]).status;
    assert_eq!((answering(&toolhost), search()), (standing.pid(), 0));
    fs::write(&file, "profile: default\n").unwrap();
    assert_eq!(search(), 1, "the other profile has no such tool");
    standing.end(&toolhost);
}
