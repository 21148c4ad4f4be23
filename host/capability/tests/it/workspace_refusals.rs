//! What a commit refuses, each with one clear error and the tree as it was.

use std::fs;
use std::os::unix::net::UnixListener;

use toolhost_capability::workspace::{ChangeSet, Settings, Workspace};

use crate::workspace_support::{Site, settings, splice};

/// Expects that a commit fails so, and that it changes nothing.
#[track_caller]
fn refused(
    site: &Site,
    make: impl FnOnce(&mut ChangeSet) -> Result<(), toolhost_capability::Failure>,
    code: &str,
    message: &str,
) {
    let before = site.tree();
    let failure = site.change(make).unwrap_err();
    assert_eq!((failure.code.as_str(), failure.message.as_str()), (code, message));
    assert_eq!(site.tree(), before, "the tree is not as it was");
    assert!(site.is_settled());
}

/// A set that changes other files first, so that a late refusal is seen.
fn after_others(site: &Site, changes: &mut ChangeSet) {
    changes.edit("good", site.version("good"), vec![splice(0, 1, "G")]).unwrap();
    changes.create("fresh/file", b"fresh\n".to_vec()).unwrap();
}

fn site() -> Site {
    let site = Site::new();
    site.write("good", "good\n");
    site
}

#[test]
fn a_file_that_changed_since_is_a_conflict() {
    type Meddle = fn(&Site);
    let rows: [Meddle; 6] = [
        |site| site.write("f", "abd"),
        |site| site.write("f", "abcd"),
        |site| fs::write(site.path("f"), "").unwrap(),
        |site| fs::remove_file(site.path("f")).unwrap(),
        |site| {
            // The same bytes in another file.
            fs::write(site.path("g"), "abc").unwrap();
            fs::rename(site.path("g"), site.path("f")).unwrap();
        },
        |site| {
            fs::rename(site.path("f"), site.path("g")).unwrap();
            site.write("h", "abc");
            site.link("f", "h");
        },
    ];
    for (index, meddle) in rows.into_iter().enumerate() {
        for operation in 0..3 {
            let site = site();
            site.write("f", "abc");
            let version = site.version("f");
            meddle(&site);
            let gone = index == 3;
            let before = site.tree();
            let failure = site
                .change(|changes| {
                    after_others(&site, changes);
                    match operation {
                        0 => changes.edit("f", version, vec![splice(0, 1, "A")]),
                        1 => changes.remove("f", version),
                        _ => changes.rename("f", version, "to", Vec::new()),
                    }
                })
                .unwrap_err();
            if operation == 2 && index == 5 {
                // A link is not moved, whatever it leads to.
                assert_eq!(failure.code, "invalid_argument");
            } else if gone {
                assert_eq!(
                    (failure.code.as_str(), failure.message.as_str()),
                    ("not_found", "`f` does not exist")
                );
            } else {
                assert_eq!(failure.code, "conflict", "{index}, {operation}");
                assert_eq!(failure.message, "`f` has changed since it was read, so nothing was written");
                assert_eq!(failure.hints, ["Read it again and make the change to what it holds now."]);
            }
            assert_eq!(site.tree(), before, "{index}, {operation}");
        }
    }
}

#[test]
fn an_empty_file_has_versions_like_any_other() {
    let site = site();
    site.write("empty", "");
    let version = site.version("empty");
    site.write("empty", "x");
    refused(
        &site,
        |changes| changes.edit("empty", version, vec![splice(0, 0, "first\n")]),
        "conflict",
        "`empty` has changed since it was read, so nothing was written",
    );
}

#[test]
fn a_new_file_takes_no_other_s_place() {
    let site = site();
    site.write("there", "there\n");
    site.write("folder/f", "f\n");
    site.link("link", "there");
    site.link("dangling", "nowhere");
    site.link("out", "/tmp");
    for (path, message) in [
        ("there", "`there` exists already: it is a file"),
        ("folder", "`folder` exists already: it is a directory"),
        ("link", "`link` exists already: it is a symbolic link"),
        ("dangling", "`dangling` exists already: it is a symbolic link"),
        (".", "`.` exists already: it is a directory"),
        ("there/below", "`there` is not a directory, so nothing can lie below it"),
    ] {
        let code = if path == "there/below" { "not_a_file" } else { "conflict" };
        let create = |changes: &mut ChangeSet| {
            after_others(&site, changes);
            changes.create(path, b"new\n".to_vec())
        };
        refused(&site, create, code, message);
        let version = site.version("good");
        refused(&site, |changes| changes.rename("good", version, path, Vec::new()), code, message);
    }
    refused(
        &site,
        |changes| changes.create("dangling/f", Vec::new()),
        "not_found",
        "`dangling` is a link to `nowhere`, which does not exist",
    );
    refused(
        &site,
        |changes| changes.create("folder/new/", Vec::new()),
        "invalid_argument",
        "`folder/new/` ends in `/`, so that it is no name for a file",
    );
}

#[test]
fn only_files_are_read_and_changed() {
    let site = site();
    site.write("folder/f", "f\n");
    rustix::fs::mkfifoat(rustix::fs::CWD, site.path("fifo"), rustix::fs::Mode::RWXU).unwrap();
    let _socket = UnixListener::bind(site.path("socket")).unwrap();
    site.link("to fifo", "fifo");
    site.link("dangling", "nowhere");
    let mut rows = vec![
        ("folder", "invalid_argument", "`folder` is a directory; a file is wanted here"),
        ("fifo", "invalid_argument", "`fifo` is a FIFO; a file is wanted here"),
        ("to fifo", "invalid_argument", "`to fifo` is a FIFO; a file is wanted here"),
        ("socket", "invalid_argument", "`socket` is a socket; a file is wanted here"),
        ("dangling", "not_found", "`dangling` is a link to `nowhere`, which does not exist"),
        ("nothing", "not_found", "`nothing` does not exist"),
        ("no/thing", "not_found", "`no/thing` does not exist"),
        ("good/", "invalid_argument", "`good/` ends in `/` as if it were a directory, but it is a file"),
        ("good/below", "not_a_file", "`good` is not a directory, so nothing can lie below it"),
    ];
    let device = rustix::fs::mknodat(
        rustix::fs::CWD,
        site.path("device"),
        rustix::fs::FileType::CharacterDevice,
        rustix::fs::Mode::RWXU,
        rustix::fs::makedev(1, 3),
    );
    match device {
        Ok(()) => rows.push(("device", "invalid_argument", "`device` is a device; a file is wanted here")),
        Err(error) => crate::workspace_support::skipped("a device", &error.to_string()),
    }
    let version = site.version("good");
    for (path, code, message) in rows {
        let failure = site.workspace.read(path).unwrap_err();
        assert_eq!((failure.code.as_str(), failure.message.as_str()), (code, message));
        let failure = site.workspace.read_range(path, 0, 1).unwrap_err();
        assert_eq!(failure.message, message);
        let edit = |changes: &mut ChangeSet| {
            after_others(&site, changes);
            changes.edit(path, version.clone(), vec![splice(0, 0, "x")])
        };
        refused(&site, edit, code, message);
        // A link may go, whatever it leads to.
        if !matches!(path, "to fifo" | "dangling") {
            refused(&site, |changes| changes.remove(path, version.clone()), code, message);
        }
    }
}

#[test]
fn repositories_are_read_only() {
    let site = site();
    site.write(".git/config", "[core]\n");
    site.write("sub/.GIT/hooks/x", "x\n");
    site.write("worktree/.git", "gitdir: elsewhere\n");
    site.link("alias", ".git");
    site.link("direct", ".git/config");
    for path in
        [".git/config", "sub/.GIT/hooks/x", "worktree/.git", "alias/config", "direct", "sub/../.git/config"]
    {
        let version = site.version(path);
        let message = format!("`{path}` lies in a `.git`, which is read-only");
        let edit = |changes: &mut ChangeSet| {
            after_others(&site, changes);
            changes.edit(path, version.clone(), vec![splice(0, 1, "X")])
        };
        refused(&site, edit, "denied", &message);
        if path != "direct" {
            refused(&site, |changes| changes.remove(path, version.clone()), "denied", &message);
            refused(&site, |changes| changes.rename(path, version, "out", Vec::new()), "denied", &message);
        }
    }
    for path in [".git/hooks/pre-commit", "sub/.Git/new", "alias/new", "x/.git", ".git./x"] {
        let message = format!("`{path}` lies in a `.git`, which is read-only");
        refused(&site, |changes| changes.create(path, Vec::new()), "denied", &message);
        let version = site.version("good");
        refused(&site, |changes| changes.rename("good", version, path, Vec::new()), "denied", &message);
    }
    site.change(|changes| changes.create(".gitignore", b"target\n".to_vec())).unwrap();
}

#[test]
fn what_the_host_lives_by_is_protected_by_name_and_by_what_it_is() {
    let site = Site::with(|settings| {
        let ws = settings.state.with_file_name("ws");
        let protected = vec![ws.join("toolhost.yaml"), ws.join(".toolhost"), ws.join("not yet.yaml")];
        Settings { protected, state: ws.join("state"), ..settings }
    });
    site.write("good", "good\n");
    // The state directory lies in the workspace here, and has its journal from now on.
    site.change(|changes| changes.create("first", Vec::new())).unwrap();
    site.write("toolhost.yaml", "profile: x\n");
    site.write(".toolhost/cache/x", "x\n");
    site.link("alias.yaml", "toolhost.yaml");
    site.link("cache", ".toolhost/cache");
    fs::hard_link(site.path("toolhost.yaml"), site.path("second.yaml")).unwrap();
    for path in ["toolhost.yaml", "alias.yaml", "second.yaml", ".toolhost/cache/x", "cache/x"] {
        let version = site.version(path);
        let message = format!("`{path}` belongs to toolhost itself, so that tools do not change it");
        let edit = |changes: &mut ChangeSet| {
            after_others(&site, changes);
            changes.edit(path, version, vec![splice(0, 1, "P")])
        };
        refused(&site, edit, "denied", &message);
    }
    for path in ["not yet.yaml", ".toolhost/new", "cache/new", "not yet.yaml/below", "state/journals/x"] {
        let message = format!("`{path}` belongs to toolhost itself, so that tools do not change it");
        refused(&site, |changes| changes.create(path, Vec::new()), "denied", &message);
    }
    // Its place is protected also when a folder above it is another one by then.
    fs::rename(site.path(".toolhost"), site.path("moved")).unwrap();
    fs::remove_file(site.path("cache")).unwrap();
    site.change(|changes| changes.create("moved/fine", Vec::new())).unwrap();
}

#[test]
fn one_file_is_changed_once() {
    let site = site();
    site.write("f", "abc\n");
    site.link("link", "f");
    fs::hard_link(site.path("f"), site.path("hard")).unwrap();
    for (first, second, message) in [
        ("f", "f", "`f` is changed twice in one change set"),
        ("f", "link", "`f` and `link` are one file, which one change set changes twice"),
        ("hard", "f", "`hard` and `f` are one file, which one change set changes twice"),
    ] {
        let version = site.version("f");
        let twice = |changes: &mut ChangeSet| {
            changes.edit(first, version.clone(), vec![splice(0, 1, "A")])?;
            changes.edit(second, version, vec![splice(1, 1, "B")])
        };
        refused(&site, twice, "invalid_argument", message);
    }
    refused(
        &site,
        |changes| {
            changes.create("new", Vec::new())?;
            changes.create("new", Vec::new())
        },
        "conflict",
        "`new` exists already: it is made by this very change set",
    );
    let version = site.version("f");
    refused(
        &site,
        |changes| {
            changes.create("new", Vec::new())?;
            changes.edit("new", version, vec![splice(0, 0, "x")])
        },
        "invalid_argument",
        "`new` is made by this very change set, so that it has no version yet",
    );
}

#[test]
fn splices_and_versions_have_to_fit() {
    let site = site();
    site.write("f", "abc\n");
    let version = site.version("f");
    refused(
        &site,
        |changes| {
            after_others(&site, changes);
            changes.edit("f", version, vec![splice(3, 2, "x")])
        },
        "invalid_argument",
        "a splice goes past the end of `f`, at 4",
    );
    refused(
        &site,
        |changes| changes.edit("f", "not a version", vec![splice(3, 1, "x")]),
        "invalid_argument",
        "the version given for `f` is none that a file has had",
    );
    site.write("other", "abc\n");
    let version = site.version("other");
    refused(
        &site,
        |changes| changes.edit("f", version, vec![splice(3, 1, "x")]),
        "conflict",
        "`f` has changed since it was read, so nothing was written",
    );
}

#[test]
fn a_link_is_not_moved() {
    let site = site();
    site.link("link", "good");
    let version = site.version("link");
    refused(
        &site,
        |changes| changes.rename("link", version, "sub/link", Vec::new()),
        "invalid_argument",
        "`link` is a symbolic link, which is not moved: it might lead elsewhere then",
    );
}

#[test]
fn a_state_directory_that_others_can_write_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(folder.path());
    fs::create_dir(&settings.state).unwrap();
    fs::set_permissions(&settings.state, fs::Permissions::from_mode(0o777)).unwrap();
    let failure = Workspace::open(folder.path(), settings.clone()).err().unwrap();
    assert_eq!(failure.code, "denied");
    assert!(failure.message.ends_with("cannot hold journals: others may write it (mode 0777)"), "{failure}");
    let failure = Workspace::open(&folder.path().join("nothing"), settings).err().unwrap();
    assert_eq!(failure.code, "not_found");
}
