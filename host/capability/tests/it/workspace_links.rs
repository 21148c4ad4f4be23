//! Links in a workspace: one is removed itself, wherever it leads, and by its own version. The model of a workspace
//! that patches are tested against has rows of the same kind.

use toolhost_capability::workspace::ChangeSet;

use crate::workspace_support::{Site, splice};

/// The files f and g, links to f and to the folder of d/f, one to nothing, one to what is no file.
fn site() -> Site {
    let site = Site::new();
    site.write("f", "one\n");
    site.write("g", "g\n");
    site.write("d/f", "d\n");
    site.link("ln", "f");
    site.link("d/up", "../f");
    site.link("dir", "d");
    site.link("dang", "nowhere");
    site.link("to-fifo", "fifo");
    rustix::fs::mkfifoat(rustix::fs::CWD, site.path("fifo"), rustix::fs::Mode::RWXU).unwrap();
    site
}

fn link_version(site: &Site, path: &str) -> String {
    site.workspace.stat(path).unwrap().unwrap().link.unwrap().version
}

#[test]
fn a_link_is_removed_itself_wherever_it_leads() {
    for (path, place) in
        [("ln", "ln"), ("dang", "dang"), ("to-fifo", "to-fifo"), ("dir", "dir"), ("dir/up", "d/up")]
    {
        let site = site();
        let mut left = site.tree();
        let link = site.workspace.stat(path).unwrap().unwrap().link.unwrap();
        assert_eq!(link.place, place);
        site.change(|changes| changes.remove(path, link.version)).unwrap();
        left.remove(place).unwrap();
        assert_eq!(site.tree(), left, "{path}");
    }
}

#[test]
fn what_takes_the_place_of_a_link_is_another_file() {
    for (path, made) in [("ln", "ln"), ("dang", "dang"), ("dir", "dir/n")] {
        let site = site();
        let (mut left, version) = (site.tree(), link_version(&site, path));
        let replaced = |changes: &mut ChangeSet| {
            changes.remove(path, version)?;
            changes.create(made, b"n\n".to_vec())
        };
        site.change(replaced).unwrap();
        assert_eq!(site.text(made), "n\n");
        let mut now = site.tree();
        left.remove(path).unwrap();
        now.remove(path);
        now.remove(made);
        assert_eq!(now, left, "{path}");
    }
    let site = site();
    let (link, version) = (link_version(&site, "ln"), site.version("g"));
    let moved = |changes: &mut ChangeSet| {
        changes.remove("ln", link)?;
        changes.rename("g", version, "ln", Vec::new())
    };
    site.change(moved).unwrap();
    assert_eq!((site.text("ln"), site.text("f")), ("g\n".to_owned(), "one\n".to_owned()));
}

#[test]
fn a_link_goes_while_its_file_is_changed_or_goes_too() {
    let site = site();
    let (link, version) = (link_version(&site, "ln"), site.version("f"));
    let changed = |changes: &mut ChangeSet| {
        changes.remove("ln", link)?;
        changes.edit("f", version, vec![splice(0, 3, "1")])
    };
    site.change(changed).unwrap();
    assert_eq!(site.text("f"), "1\n");
    site.link("ln", "f");
    let (link, version) = (link_version(&site, "ln"), site.version("f"));
    let gone = |changes: &mut ChangeSet| {
        changes.remove("ln", link)?;
        changes.remove("f", version)
    };
    site.change(gone).unwrap();
    assert!(!site.tree().contains_key("ln") && !site.tree().contains_key("f"));
}

#[test]
fn a_link_goes_by_its_own_version_alone() {
    let site = site();
    let before = site.tree();
    let refused = |path: &str, version: String, code: &str| {
        let failure = site.change(|changes| changes.remove(path, version)).unwrap_err();
        assert_eq!(failure.code, code, "{path}: {failure:?}");
    };
    refused("ln", site.version("f"), "conflict");
    refused("ln", site.workspace.stat("f").unwrap().unwrap().version, "conflict");
    refused("f", link_version(&site, "ln"), "conflict");
    // With the slash it means the folder.
    refused("dir/", link_version(&site, "dir"), "invalid_argument");
    assert_eq!(site.tree(), before);
    // Another link of the same name is another link, though it leads to the same file.
    let version = link_version(&site, "ln");
    std::fs::rename(site.path("ln"), site.path("old")).unwrap();
    site.link("ln", "f");
    let failure = site.change(|changes| changes.remove("ln", version)).unwrap_err();
    assert_eq!(failure.code, "conflict", "{failure:?}");
}
