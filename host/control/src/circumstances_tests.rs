//! Whatever counts changes the mark, and nothing else does.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// Circumstances that own what they are made of.
#[derive(Clone)]
struct Owned {
    program: ProgramFile,
    workspace: &'static str,
    directory: &'static str,
    variables: Vec<(OsString, OsString)>,
    facts: Facts,
}

impl Owned {
    fn mark(&self) -> Mark {
        Circumstances {
            program: &self.program,
            workspace: Path::new(self.workspace),
            directory: Path::new(self.directory),
            variables: &self.variables,
            facts: &self.facts,
        }
        .mark()
    }

    fn set(&mut self, name: &str, value: &str) {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.into(), value.into()));
    }
}

fn usual() -> Owned {
    let variables = [("HOME", "/home/me"), ("PATH", "/usr/bin:/bin"), ("LANG", "C.UTF-8")];
    Owned {
        program: ProgramFile { device: 1, inode: 2, size: 3, modified: (4, 5) },
        workspace: "/work",
        directory: "/home/me/src",
        variables: variables.iter().map(|(name, value)| (name.into(), value.into())).collect(),
        facts: vec![("umask".to_owned(), b"0022".to_vec()), ("mnt".to_owned(), b"mnt:[1]".to_vec())],
    }
}

#[test]
fn each_of_them_counts() {
    type Change = (&'static str, fn(&mut Owned));
    let changes: [Change; 17] = [
        ("device", |c| c.program.device = 9),
        ("inode", |c| c.program.inode = 9),
        ("size", |c| c.program.size = 9),
        ("seconds", |c| c.program.modified.0 = 9),
        ("nanoseconds", |c| c.program.modified.1 = 9),
        ("workspace", |c| c.workspace = "/work2"),
        ("a variable's value", |c| c.set("LANG", "C")),
        ("a variable more", |c| c.set("A", "")),
        ("a variable less", |c| c.variables.retain(|(name, _)| name != "LANG")),
        ("a shown directory with links", |c| c.set("PWD", "/link/src")),
        ("a relative configuration", |c| c.set("TOOLHOST_CONFIG", "mine.yaml")),
        ("a relative folder of programs", |c| c.set("PATH", "/usr/bin:/bin:.")),
        ("an empty folder of programs", |c| c.set("PATH", "/usr/bin:/bin:")),
        ("a relative home", |c| c.set("HOME", "home")),
        ("umask", |c| c.facts[0].1 = b"0077".to_vec()),
        ("a namespace", |c| c.facts[1].1 = b"mnt:[2]".to_vec()),
        ("a fact less", |c| c.facts.truncate(1)),
    ];
    let mut marks = vec![("nothing", usual().mark())];
    for (what, change) in changes {
        let mut changed = usual();
        change(&mut changed);
        marks.push((what, changed.mark()));
    }
    for (index, (what, mark)) in marks.iter().enumerate() {
        let same = marks.iter().take(index).find(|(_, other)| other == mark);
        assert_eq!(same.map(|(other, _)| other), None, "{what}");
    }
}

#[test]
fn what_has_no_meaning_does_not_count() {
    let changes: [fn(&mut Owned); 7] = [
        |c| c.set("_", "/usr/bin/toolhost"),
        |c| c.set("OLDPWD", "/elsewhere"),
        |c| c.set("SHLVL", "7"),
        |c| c.set("PWD", "/home/me/src"),
        |c| c.directory = "/home/me/other",
        |c| c.variables.reverse(),
        |c| c.facts.reverse(),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let mut changed = usual();
        change(&mut changed);
        assert_eq!(changed.mark(), usual().mark(), "row {index}");
    }
}

#[test]
fn the_working_directory_counts_where_something_is_relative_to_it() {
    for (name, value) in [("PATH", "bin:/usr/bin"), ("TOOLHOST_CONFIG", "mine.yaml"), ("SHELL", "bash")] {
        let (mut here, mut there) = (usual(), usual());
        here.set(name, value);
        there.set(name, value);
        there.directory = "/home/me/other";
        assert_ne!(here.mark(), there.mark(), "{name}");
    }
}

#[test]
fn a_mark_is_32_hexadecimal_digits() {
    let name = usual().mark().to_string();
    assert_eq!(name.len(), 32, "{name}");
    assert!(name.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)), "{name}");
}

/// Parts that are easily confused when they stand side by side.
fn pairs() -> impl Strategy<Value = Vec<(String, String)>> {
    vec(("[AB=]{0,2}", "[AB=]{0,2}"), 0..4)
}

proptest! {
    #[test]
    fn no_two_lists_have_one_mark(one in pairs(), other in pairs()) {
        let with = |pairs: &[(String, String)], are_variables: bool| {
            let mut changed = usual();
            for (name, value) in pairs {
                if are_variables {
                    changed.variables.push((name.into(), value.into()));
                } else {
                    changed.facts.push((name.clone(), value.clone().into_bytes()));
                }
            }
            changed.mark()
        };
        let sets = |pairs: &[(String, String)]| pairs.iter().cloned().collect::<BTreeSet<_>>();
        let is_same = sets(&one) == sets(&other);
        prop_assert_eq!(with(&one, true) == with(&other, true), is_same);
        prop_assert_eq!(with(&one, false) == with(&other, false), is_same);
        // A variable is no fact.
        prop_assert_eq!(with(&one, true) == with(&one, false), one.is_empty());
    }
}
