//! Which sectors a write that was cut short can leave.

use super::is_cut_short;

#[test]
fn a_sector_is_before_after_and_before_again_at_most() {
    let rows: [(&str, &str, &str, bool); 18] = [
        ("", "", "", true),
        ("bbbb", "bbbb", "aaaa", true),
        ("aaaa", "bbbb", "aaaa", true),
        ("aabb", "bbbb", "aaaa", true),
        ("bbaa", "bbbb", "aaaa", true),
        ("baab", "bbbb", "aaaa", true),
        ("abab", "bbbb", "aaaa", false),
        ("baba", "bbbb", "aaaa", false),
        ("xbbb", "bbbb", "aaaa", false),
        ("aaxb", "bbbb", "aaaa", false),
        // Bytes that are the same on both sides belong to either.
        ("a=b=", "b=b=", "a=a=", true),
        ("a=b=a=", "b=b=b=", "a=a=a=", false),
        // Beyond the end of the shorter side.
        ("aabb", "bbbb", "aa", true),
        ("aaaa", "bbbb", "aa", false),
        ("aabb", "bbbb", "", false),
        ("bbbb", "bbbb", "", true),
        // A file that was only made longer holds zeros.
        ("aa\0\0", "bb\0\0", "aaaa", true),
        ("bb\0\0", "bb\0\0", "aaaa", true),
    ];
    for (there, before, after, expected) in rows {
        let cut = is_cut_short(there.as_bytes(), before.as_bytes(), after.as_bytes());
        assert_eq!(cut, expected, "{there:?} between {before:?} and {after:?}");
    }
}
