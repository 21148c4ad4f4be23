//! What can be said of a path by looking at it.

use super::missing;
use crate::refusal::{DENIED, INVALID_PATCH, Refusal};

/// A path as the patch has it, without `.`, doubled slashes and slashes at its end. Absolute paths stay so. `folder` is
/// where relative ones start, from the root.
///
/// # Errors
/// `invalid_patch` for a path that can name no file, `denied` for one with `..` or through `.git`.
pub(super) fn cleaned(path: &[u8], folder: &str, line: usize) -> Result<String, Refusal> {
    let Ok(text) = std::str::from_utf8(path) else {
        let shown = String::from_utf8_lossy(path);
        let message = format!("The path `{shown}` on line {line} of the patch is not UTF-8.");
        return Err(Refusal::of(INVALID_PATCH, line, &shown, message));
    };
    if text.contains('\0') {
        let shown = text.replace('\0', "\u{fffd}");
        let message = format!("The path `{shown}` on line {line} of the patch contains a NUL character.");
        return Err(Refusal::of(INVALID_PATCH, line, &shown, message));
    }
    let mut cleaned = String::from(if is_absolute(text) { "/" } else { "" });
    for part in parts(text) {
        if part == ".." {
            let message = format!("The path `{text}` on line {line} of the patch contains `..`.");
            let hint = match missing::start(folder) {
                start if start.is_empty() => {
                    "Write the path as it is from the root of the workspace.".to_owned()
                }
                start => start,
            };
            return Err(Refusal::of(DENIED, line, text, message).hint(hint));
        }
        if !(cleaned.is_empty() || cleaned.ends_with('/')) {
            cleaned.push('/');
        }
        cleaned.push_str(part);
    }
    if cleaned.is_empty() || cleaned == "/" {
        let message = format!("The path `{text}` on line {line} of the patch names no file.");
        return Err(Refusal::of(INVALID_PATCH, line, text, message));
    }
    // Above the root a directory may have any name.
    if !is_absolute(text) {
        check_protected(&cleaned, text, line)?;
    }
    Ok(cleaned)
}

/// Refuses what belongs to git. `path` is relative to the root.
pub(super) fn check_protected(path: &str, written: &str, line: usize) -> Result<(), Refusal> {
    if parts(path).any(|part| part.eq_ignore_ascii_case(".git")) {
        let message =
            format!("`{written}` on line {line} of the patch is in `.git`, which no patch changes.");
        return Err(
            Refusal::of(DENIED, line, written, message).hint("Change the repository by commands of git.")
        );
    }
    Ok(())
}

/// Whether a path begins at the root of the file system.
pub(super) fn is_absolute(path: &str) -> bool {
    path.starts_with('/')
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !part.is_empty() && *part != ".")
}

/// The directories above a path, the innermost first. Of a relative path, those below the root.
pub(super) fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(parent(path), |path| parent(path))
}

fn parent(path: &str) -> Option<&str> {
    match path.rfind('/')? {
        0 if path.len() > 1 => Some("/"),
        0 => None,
        at => Some(&path[..at]),
    }
}

/// `name` in the directory `directory`, which is empty for the root.
pub(super) fn joined(directory: &str, name: &str) -> String {
    if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") }
}

/// "`a`, `b` and `c`".
pub(super) fn quoted_names(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        few => few.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::{ancestors, cleaned};

    #[test]
    fn paths() {
        let table: &[(&[u8], Result<&str, &str>)] = &[
            (b"a", Ok("a")),
            (b"./a//b/./c/", Ok("a/b/c")),
            (b"/w/./a", Ok("/w/a")),
            (b"/home/.git/x/a", Ok("/home/.git/x/a")),
            (b"a b\tc", Ok("a b\tc")),
            (b".gitignore", Ok(".gitignore")),
            (b".github/x", Ok(".github/x")),
            (b"..a/b..", Ok("..a/b..")),
            ("ä".as_bytes(), Ok("ä")),
            (b".", Err("invalid_patch")),
            (b"/", Err("invalid_patch")),
            (b"a\0b", Err("invalid_patch")),
            (b"a\xff", Err("invalid_patch")),
            (b"../a", Err("denied")),
            (b"a/../b", Err("denied")),
            (b"/w/../a", Err("denied")),
            (b"a/..", Err("denied")),
            (b".git", Err("denied")),
            (b"a/.GIT/config", Err("denied")),
            (b"./.Git/hooks/x", Err("denied")),
        ];
        for (path, expected) in table {
            let found = cleaned(path, "", 1);
            let found = found.as_deref().map_err(|refusal| &*refusal.code);
            assert_eq!(found, *expected, "{}", path.escape_ascii());
        }
    }

    #[test]
    fn ancestors_go_up() {
        let table: &[(&str, &[&str])] =
            &[("a", &[]), ("a/b/c", &["a/b", "a"]), ("/a/b", &["/a", "/"]), ("/a", &["/"])];
        for (path, expected) in table {
            assert!(ancestors(path).eq(expected.iter().copied()), "{path}");
        }
    }
}
