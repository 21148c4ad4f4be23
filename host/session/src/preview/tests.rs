//! Tables of output and the text a model gets, and the invariants that callers build on.

use proptest::prelude::*;

use super::{Cleaner, clean, clean_line};

const TABLE: &[(&str, &[u8], &str)] = &[
    // Text survives.
    ("empty", b"", ""),
    ("plain", b"one\ntwo\n", "one\ntwo\n"),
    ("no final newline", b"one\ntwo", "one\ntwo"),
    ("empty lines", b"\n\n\n", "\n\n\n"),
    ("tab", b"a\tb\n", "a\tb\n"),
    ("unicode", "naïve — 日本 🎉\n".as_bytes(), "naïve — 日本 🎉\n"),
    ("brackets are not escapes", b"[31m ]0;x [K\n", "[31m ]0;x [K\n"),
    // Line ends and frames.
    ("crlf", b"one\r\ntwo\r\n", "one\ntwo\n"),
    ("crcrlf", b"one\r\r\n", "one\n"),
    ("frames", b"50%\r100%\r\n", "100%\n"),
    ("shorter frame", b"Downloading 100%\rDone\n", "Done\n"),
    ("frame kept by a trailing return", b"50%\r100%\r", "100%"),
    ("returns at the start", b"\r\rx\n", "x\n"),
    ("frame of blanks is a frame", b"busy\r    \rok\n", "ok\n"),
    ("frames are of one line", b"a\rb\nc\rd", "b\nd"),
    // Erasing.
    ("erase line then text", b"50%\x1b[2K100%\n", "100%\n"),
    ("erase line, return, text", b"50%\x1b[2K\r100%\n", "100%\n"),
    ("return, erase, text", b"Building 3/10\r\x1b[K   Compiling x\n", "   Compiling x\n"),
    ("first column", b"50%\x1b[G100%\x1b[1Gdone\n", "done\n"),
    ("erase to start", b"50%\x1b[1K100%", "100%"),
    ("erase right at the end erases nothing", b"remote: done\x1b[K\n", "remote: done\n"),
    ("grep colours", b"\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[Kbar\n", "foobar\n"),
    ("E10: hidden text is shown", b"ok\x1b[2K\x1b[1A", "ok"),
    ("hidden by return and erase", b"rm -rf x\r\x1b[K\n", "rm -rf x\n"),
    ("private erase is skipped", b"a\x1b[?2Kb", "ab"),
    ("several parameters are skipped", b"a\x1b[2;1Kb", "ab"),
    // Backspace.
    ("overstrike bold", b"N\x08NA\x08AM\x08M\n", "NAM\n"),
    ("overstrike underline", b"_\x08a_\x08b\n", "ab\n"),
    ("overstrike unicode", "é\u{8}é\n".as_bytes(), "é\n"),
    ("counter", b"10%\x08\x08\x0820%\n", "20%\n"),
    ("nothing written over", b"abc\x08\x08\n", "abc\n"),
    ("partly written over", b"abc\x08\x08X\n", "aXc\n"),
    ("erased by typing", b"abd\x08 \x08c\n", "abc\n"),
    ("erased by sequence", b"abd\x08\x1b[Kc\n", "abc\n"),
    ("stops at the line", b"a\n\x08\x08b\n", "a\nb\n"),
    ("after a return", b"a\r\x08b\n", "b\n"),
    // Escape sequences.
    ("E9: colour", b"\x1b[31mred\x1b[0m\n", "red\n"),
    ("256 colours", b"\x1b[38;5;196mx\x1b[48:2::1:2:3my\n", "xy\n"),
    ("title, bell", b"\x1b]0;title\x07text\n", "text\n"),
    ("title, ST", b"\x1b]0;title\x1b\\text\n", "text\n"),
    ("title in UTF-8", "\x1b]0;日本\x07text\n".as_bytes(), "text\n"),
    ("link, ST", b"\x1b]8;;http://e.org\x1b\\link\x1b]8;;\x1b\\.\n", "link.\n"),
    ("link, bell", b"\x1b]8;;http://e.org\x07link\x1b]8;;\x07.\n", "link.\n"),
    ("device control", b"\x1bP1$r0m\x1b\\x\n", "x\n"),
    ("bell does not end it", b"\x1bP1\x07q\x1b\\x\n", "x\n"),
    ("application command", b"\x1b_Gdata\x1b\\x\x1b^p\x1b\\y\x1bXs\x1b\\z\n", "xyz\n"),
    ("character set", b"\x1b(Bx\x1b)0y\x1b%Gz\n", "xyz\n"),
    ("two bytes", b"\x1b7x\x1b8\x1b=y\x1b>\x1bcz\x1bM\n", "xyz\n"),
    ("8-bit CSI in UTF-8", "\u{9b}31mred\u{9b}m\n".as_bytes(), "red\n"),
    ("8-bit OSC and ST in UTF-8", "\u{9d}0;t\u{9c}x\u{9d}0;t\x07y\n".as_bytes(), "xy\n"),
    ("8-bit DCS in UTF-8", "\u{90}q\u{9c}x\n".as_bytes(), "x\n"),
    ("other C1", "a\u{85}b\u{80}c\n".as_bytes(), "abc\n"),
    ("ESC ESC", b"\x1b\x1b[31mx\n", "x\n"),
    ("ESC within a sequence", b"\x1b[3\x1b[31mx\n", "x\n"),
    ("cancelled", b"\x1b[3\x18x\x1b]0;\x1ay\n", "xy\n"),
    // Broken sequences give the text back as soon as they cannot be one.
    ("open at the end", b"x\x1b", "x"),
    ("open CSI at the end", b"x\x1b[31", "x"),
    ("open OSC at the end", b"x\x1b]0;t", "x"),
    ("open OSC ends with its line", b"x\x1b]0;t\nnext\n", "x\nnext\n"),
    ("open OSC ends with its CRLF line", b"x\x1b]0;t\r\nnext\n", "x\nnext\n"),
    ("open CSI ends with its line", b"x\x1b[3\nnext\n", "x\nnext\n"),
    ("ESC newline", b"x\x1b\ny\n", "x\ny\n"),
    ("unicode after an open CSI", "\x1b[3é\n".as_bytes(), "é\n"),
    ("unicode after ESC", "\x1bé\n".as_bytes(), "é\n"),
    ("return in an open CSI", b"a\x1b[3\rb\n", "b\n"),
    // Control characters.
    ("controls", b"a\x00\x01\x07\x0b\x0c\x0e\x0f\x7fb\n", "ab\n"),
    // Invalid UTF-8.
    ("E18", b"\xff\xfe", "\u{fffd}\u{fffd}"),
    ("cut short by text", b"\xe2\x80b", "\u{fffd}\u{fffd}b"),
    ("cut short by a newline", b"\xe2\x80\nb", "\u{fffd}\u{fffd}\nb"),
    ("cut short by an escape", b"\xe2\x80\x1b[m\x94", "\u{fffd}\u{fffd}\u{fffd}"),
    ("cut short by the end", b"a\xf0\x9f\x8e", "a\u{fffd}\u{fffd}\u{fffd}"),
    ("cut short by a character", b"\xf0\x9f\x8e\xc3\xa9", "\u{fffd}\u{fffd}\u{fffd}\u{e9}"),
    ("lone continuation", b"a\x94b", "a\u{fffd}b"),
    ("raw C1 byte is invalid, not CSI", b"\x9b31m", "\u{fffd}31m"),
    ("surrogate", b"\xed\xa0\x80", "\u{fffd}\u{fffd}\u{fffd}"),
    ("overlong", b"\xc0\x8a", "\u{fffd}\u{fffd}"),
];

#[test]
fn table_whole_and_in_two_pieces() {
    for (name, bytes, expected) in TABLE {
        assert_eq!(clean(bytes), *expected, "{name}");
        for split in 0..=bytes.len() {
            let mut cleaner = Cleaner::default();
            cleaner.feed(&bytes[..split]);
            cleaner.feed(&bytes[split..]);
            assert_eq!(cleaner.finish(), *expected, "{name}, split at {split}");
        }
    }
}

#[test]
fn split_character_of_e6() {
    let mut cleaner = Cleaner::default();
    cleaner.feed(b"a \xe2");
    cleaner.feed(b"\x80\x94 b");
    assert_eq!(cleaner.finish(), "a — b");
}

#[test]
fn where_characters_start() {
    let table: &[(&[u8], &str, &[u32])] = &[
        (b"abc", "abc", &[0, 1, 2]),
        ("aé日".as_bytes(), "aé日", &[0, 1, 3]),
        (b"a\x1b[31mb", "ab", &[0, 6]),
        (b"50%\r99%", "99%", &[4, 5, 6]),
        (b"a\xff\xfeb", "a\u{fffd}\u{fffd}b", &[0, 1, 2, 3]),
        (b"a\xe2\x80b", "a\u{fffd}\u{fffd}b", &[0, 1, 2, 3]),
        (b"a\x08a", "a", &[2]),
        // X was written after c, so c counts from X on.
        (b"abc\x08\x08X", "aXc", &[0, 5, 5]),
        (b"abc\r", "abc", &[0, 1, 2]),
    ];
    for (bytes, text, starts) in table {
        assert_eq!(clean_line(bytes), ((*text).to_owned(), starts.to_vec()));
    }
}

/// Bytes that make sequences, frames and broken characters likely.
fn output() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        prop::sample::select(&b"ab \t\n\r\x08\x1b[]0;2KGm\\\x07\xc2\x9b\x9c\xe2\x80\x94"[..])
            .prop_map(|byte| vec![byte]),
        prop::sample::select(vec!["\x1b[2K", "\x1b[31m", "\x1b]0;t\x07", "é", "日", "\r\n", "word"])
            .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn pieces_do_not_matter(bytes in output(), size in 1_usize..8) {
        let mut cleaner = Cleaner::default();
        for piece in bytes.chunks(size) {
            cleaner.feed(piece);
        }
        prop_assert_eq!(cleaner.finish(), clean(&bytes));
    }

    #[test]
    fn lines_are_independent(bytes in output()) {
        let by_line: Vec<String> = bytes.split(|byte| *byte == b'\n').map(clean).collect();
        prop_assert_eq!(clean(&bytes), by_line.join("\n"));
    }

    #[test]
    fn text_without_controls_is_untouched(text in "[^\\p{Cc}]{0,40}") {
        prop_assert_eq!(clean(text.as_bytes()), text);
    }

    #[test]
    fn cleaning_text_again_changes_nothing(bytes in output()) {
        let once = clean(&bytes);
        prop_assert_eq!(clean(once.as_bytes()), once.clone());
        prop_assert!(once.chars().all(|c| !c.is_control() || c == '\n' || c == '\t'));
    }

    #[test]
    fn starts_are_in_order_and_one_for_each_character(bytes in output()) {
        for line in bytes.split(|byte| *byte == b'\n') {
            let (text, starts) = clean_line(line);
            prop_assert_eq!(&text, &clean(line));
            prop_assert_eq!(text.chars().count(), starts.len());
            prop_assert!(starts.is_sorted());
            prop_assert!(starts.iter().all(|start| (*start as usize) < line.len()));
        }
    }
}
