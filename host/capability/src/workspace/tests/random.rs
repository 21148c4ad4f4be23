//! Random change sets over random small trees: what lands is what a model says, and what fails leaves no
//! trace.

use proptest::prelude::*;

use super::*;

/// Names that collide often, some of them folders of others.
const PATHS: [&str; 8] = ["a", "b", "c", "d/a", "d/b", "d/e/a", "f/a", "a/x"];

#[derive(Debug, Clone)]
enum Asked {
    Create(usize, Vec<u8>),
    Edit(usize, Vec<(usize, usize, Vec<u8>)>),
    Remove(usize),
    Rename(usize, usize, Vec<(usize, usize, Vec<u8>)>),
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    // Few letters, so that bytes before and after often agree by accident.
    prop::collection::vec(prop::sample::select(b"aab\n".to_vec()), 0..most)
}

fn splices() -> impl Strategy<Value = Vec<(usize, usize, Vec<u8>)>> {
    prop::collection::vec((0..30_usize, 0..6_usize, bytes(8)), 0..4)
}

fn asked() -> impl Strategy<Value = Asked> {
    let path = || 0..PATHS.len();
    prop_oneof![
        (path(), bytes(40)).prop_map(|(path, content)| Asked::Create(path, content)),
        (path(), splices()).prop_map(|(path, splices)| Asked::Edit(path, splices)),
        path().prop_map(Asked::Remove),
        (path(), path(), splices()).prop_map(|(from, to, splices)| Asked::Rename(from, to, splices)),
    ]
}

/// The files of a tree.
type Files = BTreeMap<String, Vec<u8>>;

fn start() -> impl Strategy<Value = Files> {
    prop::collection::btree_map(0..PATHS.len() - 1, bytes(40), 0..6).prop_map(|files| {
        files.into_iter().map(|(path, content)| (PATHS[path].to_owned(), content)).collect()
    })
}

/// The splices that fit a file: in order, within it, apart.
fn fitting(size: usize, splices: &[(usize, usize, Vec<u8>)]) -> Vec<Splice> {
    let mut splices = splices.to_vec();
    splices.sort();
    let mut free = 0;
    let mut fit = Vec::new();
    for (offset, remove, insert) in splices {
        let offset = offset.max(free).min(size);
        let remove = remove.min(size - offset);
        free = offset + remove + 1;
        fit.push(Splice { offset: offset as u64, remove: remove as u64, insert });
        if free > size {
            break;
        }
    }
    fit
}

fn spliced(content: &[u8], splices: &[Splice]) -> Vec<u8> {
    let mut result = content.to_vec();
    for splice in splices.iter().rev() {
        let from = splice.offset as usize;
        result.splice(from..from + splice.remove as usize, splice.insert.iter().copied());
    }
    result
}

/// The change set as asked, without what cannot be done, and the files that it makes.
fn modelled(rig: &Rig, files: &Files, asked: &[Asked]) -> (ChangeSet, Files) {
    let mut set = rig.workspace.change_set();
    let mut now = files.clone();
    let mut used: Vec<String> = Vec::new();
    let free = |now: &Files, path: &str, files: &Files| {
        let below = format!("{path}/");
        // A folder that is empty by then is still a folder.
        let is_folder = now.keys().chain(files.keys()).any(|other| other.starts_with(&below));
        let under_file = now.keys().any(|other| path.starts_with(&format!("{other}/")));
        !now.contains_key(path) && !is_folder && !under_file
    };
    for asked in asked {
        match asked {
            Asked::Create(path, content) => {
                let path = PATHS[*path];
                if free(&now, path, files) {
                    set.create(path, content.clone()).unwrap();
                    now.insert(path.to_owned(), content.clone());
                    used.push(path.to_owned());
                }
            }
            Asked::Edit(path, splices) => {
                let path = PATHS[*path];
                if let Some(content) = files.get(path).filter(|_| !used.iter().any(|used| used == path)) {
                    let splices = fitting(content.len(), splices);
                    now.insert(path.to_owned(), spliced(content, &splices));
                    set.edit(path, rig.version(path), splices).unwrap();
                    used.push(path.to_owned());
                }
            }
            Asked::Remove(path) => {
                let path = PATHS[*path];
                if files.contains_key(path) && !used.iter().any(|used| used == path) {
                    set.remove(path, rig.version(path)).unwrap();
                    now.remove(path);
                    used.push(path.to_owned());
                }
            }
            Asked::Rename(from, to, splices) => {
                let (from, to) = (PATHS[*from], PATHS[*to]);
                let content = files.get(from).filter(|_| !used.iter().any(|used| used == from));
                if let Some(content) = content.filter(|_| free(&now, to, files)) {
                    let splices = fitting(content.len(), splices);
                    let renamed = spliced(content, &splices);
                    set.rename(from, rig.version(from), to, splices).unwrap();
                    now.remove(from);
                    now.insert(to.to_owned(), renamed);
                    used.extend([from.to_owned(), to.to_owned()]);
                }
            }
        }
    }
    (set, now)
}

fn files(root: &Path) -> Files {
    let nodes = tree(root).into_iter().filter_map(|(path, node)| match node {
        Node::File(content) => Some((path, content)),
        _ => None,
    });
    nodes.collect()
}

fn rig(start: &Files) -> Rig {
    Rig::new(|root| {
        for (path, content) in start {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_lands_is_what_the_model_says(start in start(), asked in prop::collection::vec(asked(), 0..8)) {
        let rig = rig(&start);
        let (set, expected) = modelled(&rig, &start, &asked);
        let committed = rig.commit(&set, &watch(At::Never)).unwrap();
        prop_assert_eq!(files(&rig.root()), expected);
        prop_assert!(!committed.changes.is_empty() || start == files(&rig.root()));
        prop_assert_eq!(fs::metadata(rig.journal()).unwrap().len(), 0);
    }

    #[test]
    fn what_fails_leaves_no_trace(
        start in start(),
        asked in prop::collection::vec(asked(), 1..8),
        seed in any::<prop::sample::Index>(),
    ) {
        let steps = {
            let rig = rig(&start);
            let (set, _) = modelled(&rig, &start, &asked);
            let watch = watch(At::Never);
            rig.commit(&set, &watch).unwrap();
            watch.count.load(Ordering::Relaxed)
        };
        prop_assume!(steps > 0);
        let rig = rig(&start);
        let before = detailed(&rig.root());
        let (set, expected) = modelled(&rig, &start, &asked);
        if rig.commit(&set, &watch(At::Fails(seed.index(steps)))).is_err() {
            prop_assert_eq!(detailed(&rig.root()), before);
        } else {
            rig.reopen();
            prop_assert_eq!(files(&rig.root()), expected);
        }
    }

    #[test]
    fn what_is_cut_short_is_finished(
        start in start(),
        asked in prop::collection::vec(asked(), 1..8),
        seed in any::<prop::sample::Index>(),
    ) {
        let rig = rig(&start);
        let (set, expected) = modelled(&rig, &start, &asked);
        let step = seed.index(40);
        if unless_ended(|| rig.commit(&set, &watch(At::Ends(step)))).is_none() {
            rig.reopen();
        }
        prop_assert_eq!(files(&rig.root()), expected);
    }
}
