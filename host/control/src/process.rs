//! What this process has from the system, and hands on to its commands.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;

use crate::circumstances::Facts;

/// Lines of `/proc/self/status` that a command inherits: who it is, what it may do, where it may run.
#[cfg(target_os = "linux")]
const STATUS: [&str; 13] = [
    "Umask",
    "Uid",
    "Gid",
    "Groups",
    "CapInh",
    "CapPrm",
    "CapEff",
    "CapBnd",
    "CapAmb",
    "NoNewPrivs",
    "Seccomp",
    "Seccomp_filters",
    "Cpus_allowed",
];

/// What of this process its commands inherit, beside the environment: on Linux the creation mask, user and groups,
/// capabilities, confinement, processors, limits of resources, the personality, namespaces and the root folder; elsewhere the creation
/// mask, user and group.
///
/// # Errors
/// Where the system does not say it. Then nothing can be said to be the same.
#[cfg(target_os = "linux")]
pub fn own_facts() -> io::Result<Facts> {
    let mut facts = Facts::new();
    let status = whole("/proc/self/status")?;
    for line in String::from_utf8_lossy(&status).lines() {
        if let Some((name, value)) = line.split_once(':')
            && STATUS.contains(&name)
        {
            facts.push((name.to_owned(), value.trim().as_bytes().to_vec()));
        }
    }
    if !facts.iter().any(|(name, _)| name == "Umask") {
        return Err(io::Error::new(io::ErrorKind::Unsupported, "the system does not tell the creation mask"));
    }
    facts.push(("limits".to_owned(), whole("/proc/self/limits")?));
    // It is there for whoever may be traced, and else the same for all.
    facts.push(("personality".to_owned(), whole("/proc/self/personality").unwrap_or_default()));
    for entry in fs::read_dir("/proc/self/ns")? {
        let entry = entry?;
        let target = fs::read_link(entry.path())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        facts.push((name, target.into_os_string().into_encoded_bytes()));
    }
    let root = fs::metadata("/")?;
    facts.push(("root".to_owned(), format!("{}:{}", root.dev(), root.ino()).into_bytes()));
    Ok(facts)
}

/// The contents of a file that does not know its length, read at once: in small pieces it takes several times as long.
#[cfg(target_os = "linux")]
fn whole(path: &str) -> io::Result<Vec<u8>> {
    let mut contents = Vec::with_capacity(16 << 10);
    io::Read::read_to_end(&mut fs::File::open(path)?, &mut contents)?;
    Ok(contents)
}

/// What of this process its commands inherit, beside the environment.
///
/// # Errors
/// Where the system does not say it. Then nothing can be said to be the same.
#[cfg(not(target_os = "linux"))]
pub fn own_facts() -> io::Result<Facts> {
    use rustix::fs::Mode;
    use rustix::process::{getegid, geteuid, umask};

    // The system tells the mask only to whoever sets it. What is made meanwhile is the user's alone.
    let mask = umask(Mode::from_raw_mode(0o077));
    umask(mask);
    let root = fs::metadata("/")?;
    Ok(vec![
        ("Umask".to_owned(), format!("{:o}", mask.as_raw_mode()).into_bytes()),
        ("Uid".to_owned(), geteuid().as_raw().to_string().into_bytes()),
        ("Gid".to_owned(), getegid().as_raw().to_string().into_bytes()),
        ("root".to_owned(), format!("{}:{}", root.dev(), root.ino()).into_bytes()),
    ])
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn two_looks_find_the_same() {
        let facts = own_facts().unwrap();
        assert_eq!(own_facts().unwrap(), facts);
        // That of groups may be empty.
        assert!(facts.iter().any(|(name, _)| name == "Groups"), "{facts:?}");
        for name in ["Umask", "Uid", "CapEff", "Cpus_allowed", "limits", "mnt", "pid", "root"] {
            let found = facts.iter().find(|(known, _)| known == name);
            assert!(found.is_some_and(|(_, value)| !value.is_empty()), "{name}: {facts:?}");
        }
    }
}
