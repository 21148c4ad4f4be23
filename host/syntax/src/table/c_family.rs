//! What C and C++ have in common: where a declared name can stand, and which of the two a header is.

use memchr::memmem;

use crate::places::{After, Before, Place, Places, WORD};

/// C++ has more ways to declare than C; those of C are among them.
pub(super) const PLACES: Places = Places {
    word_bytes: b"",
    // A directive may stand between any two tokens.
    line_comments: &["//", "#"],
    block_comments: &[("/*", "*/")],
    rows: &[
        Place { after: After::Words(&["define"]), before: Before::Anything },
        Place { after: After::Words(&["namespace"]), before: Before::Anything },
        // Behind a type, a specifier, a macro.
        Place { after: After::WordsBut(NO_TYPE), before: Before::OnlyBut(DECLARED, &["=="]) },
        Place { after: After::LineStart, before: Before::OnlyBut(DECLARED, &["=="]) },
        Place {
            after: After::Marks(&["*", "&", "^", ",", "{", "(", ")", ";", "}", ">", ":", "]", "\""]),
            before: Before::OnlyBut(DECLARED, &["=="]),
        },
    ],
    never_in: None,
};

/// What follows a declared name. Words: `final`, attributes, macros, and old parameter lists.
const DECLARED: &[&str] = &["(", ")", "[", ";", ",", "=", ":", "{", "}", "<", WORD];

/// Words before names that are used.
const NO_TYPE: &[&str] = &[
    "break",
    "case",
    "co_await",
    "co_return",
    "co_yield",
    "continue",
    "defined",
    "delete",
    "do",
    "else",
    "goto",
    "ifdef",
    "ifndef",
    "include",
    "new",
    "return",
    "sizeof",
    "throw",
    "undef",
];

/// What only C++ has. A header of C may have a part for C++ in `#ifdef __cplusplus`, which as a rule holds no more than
/// `extern "C"`.
const ONLY_CPP: &[&[u8]] = &[
    b"namespace",
    b"template",
    b"class",
    b"public:",
    b"private:",
    b"protected:",
    b"constexpr",
    b"nullptr",
    b"std::",
    b"typename",
    b"virtual",
    b"noexcept",
    b"static_cast",
    b"operator",
    b"using",
];

/// What only Objective-C has, at the start of a line. A header of it is neither C nor C++.
const ONLY_OBJECTIVE_C: &[&[u8]] = &[b"@interface", b"@protocol", b"@class", b"@import", b"@end", b"#import"];

/// Whether the beginning of a header is C.
#[cfg(feature = "lang-c")]
pub(super) fn is_c(head: &[u8]) -> bool {
    !is_objective_c(head) && !has_cpp(head)
}

/// Whether the beginning of a header is C++.
#[cfg(feature = "lang-cpp")]
pub(super) fn is_cpp(head: &[u8]) -> bool {
    !is_objective_c(head) && has_cpp(head)
}

fn is_objective_c(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    lines.any(|line| ONLY_OBJECTIVE_C.iter().any(|word| line.starts_with(word)))
}

fn has_cpp(head: &[u8]) -> bool {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    ONLY_CPP.iter().any(|word| {
        memmem::find_iter(head, word).any(|start| {
            let end = start + word.len();
            let ends_word = word.ends_with(b":") || !is_word(head.get(end));
            let begins_word = !is_word(start.checked_sub(1).and_then(|before| head.get(before)));
            begins_word && ends_word && is_code(head, start)
        })
    })
}

/// Whether a place is in code, as far as its line and the last opening of a comment tell.
fn is_code(head: &[u8], at: usize) -> bool {
    let before = head.get(..at).unwrap_or_default();
    let line = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = before.get(line..).unwrap_or_default().trim_ascii_start();
    let opened = memmem::rfind(before, b"/*");
    let closed = memmem::rfind(before, b"*/");
    let in_comment = opened.is_some_and(|opened| closed.is_none_or(|closed| closed < opened));
    !in_comment && !line.starts_with(b"#") && memmem::find(line, b"//").is_none() && !line.contains(&b'"')
}
