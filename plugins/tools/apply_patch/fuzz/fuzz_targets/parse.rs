//! Arbitrary bytes as a patch: read or refused, and what is read is consistent.
#![no_main]

use libfuzzer_sys::fuzz_target;
use toolhost_apply_patch::syntax::{Action, parse};

fuzz_target!(|text: &[u8]| {
    let last = text.iter().filter(|byte| **byte == b'\n').count() + 1;
    match parse(text) {
        Ok(patch) => {
            assert!(!patch.operations.is_empty());
            assert!(patch.operations.is_sorted_by_key(|operation| operation.line));
            for operation in &patch.operations {
                assert!(!operation.path.is_empty());
                if let Action::Update { to, hunks } = &operation.action {
                    assert!(to.is_some() || !hunks.is_empty());
                    for hunk in hunks {
                        assert!(hunk.line > operation.line && hunk.line < last);
                        assert!(hunk.lines().next().is_some());
                        assert!(hunk.lines().all(|line| line.line >= hunk.line && line.line < last));
                    }
                }
            }
        }
        Err(refusal) => assert!(!refusal.message.is_empty() && !refusal.hints.is_empty()),
    }
});
