//! What is said of an output stays said.

use std::sync::Arc;

use async_trait::async_trait;
use toolhost_optimizer::{Acceptance, Key, Memory, ProviderError, ReduceSettings, Remembered};

use crate::support::{
    Act, Fake, after, busy, failed, output, outputs, plain, recent, reduce, say, stand, stand_with, timed_out,
};

#[tokio::test(start_paused = true)]
async fn a_reduction_is_served_whatever_provider_there_is() {
    let memory = recent();
    let before = stand_with(plain(), Arc::clone(&memory), vec![Fake::new("old", say("x"))]);
    assert_eq!(reduce(&before, &outputs(1)).await, ["x"]);
    let now = stand_with(plain(), memory, vec![Fake::new("new", say("y"))]);
    let reduced = now.optimizer.turn().reduce(&outputs(1)).await.remove(0).unwrap();
    assert_eq!((reduced.text.as_str(), reduced.provider.as_str(), reduced.is_remembered), ("x", "old", true));
    assert_eq!(now.calls(0), 0);
    assert_eq!(reduce(&now, &[output("other command", "0")]).await, ["y"]);
}

#[tokio::test(start_paused = true)]
async fn left_alone_is_remembered_where_a_provider_said_so_in_time() {
    let error = |error: fn(String) -> ProviderError| Act::Fail(error(String::new()));
    let rows = [
        (Act::Leave, true),
        (say(" "), true),
        (failed(), false),
        (Act::Panic, false),
        (error(ProviderError::Trapped), false),
        (error(ProviderError::NotFound), false),
        (busy(), false),
        (timed_out(), false),
        (error(ProviderError::Cancelled), false),
        (Act::Hang, false),
        (Act::Dawdle(500, Box::new(Act::Leave)), false),
        (Act::Dawdle(500, Box::new(say("late"))), false),
    ];
    for (number, (first, stays)) in rows.into_iter().enumerate() {
        let plan = move |_: &_, before| if before == 0 { first.clone() } else { say("x") };
        let stand = stand(vec![Fake::planned("0", plan)]);
        assert_eq!(reduce(&stand, &outputs(1)).await, [""], "{number}");
        stand.log.ends();
        assert_eq!(reduce(&stand, &outputs(1)).await, [if stays { "" } else { "x" }], "{number}");
        assert_eq!(stand.log.ends(), [if stays { "remembered_unchanged" } else { "changed" }], "{number}");
    }
}

#[tokio::test(start_paused = true)]
async fn row_40_no_place_is_no_answer() {
    let stand = stand(vec![Fake::new("0", say("x"))]);
    assert_eq!(reduce(&stand, &outputs(9)).await[8], "");
    assert_eq!(reduce(&stand, &outputs(9)).await, ["x"; 9]);
    assert_eq!(reduce(&stand, &outputs(9)).await, ["x"; 9]);
    assert_eq!(stand.calls(0), 9);
}

#[tokio::test(start_paused = true)]
async fn one_that_is_not_ready_for_now_decides_nothing() {
    let first = Fake::new("0", say("x")).preparing(|before| if before == 0 { busy() } else { Act::Leave });
    let stand = stand(vec![first, Fake::new("1", Act::Leave)]);
    assert_eq!(reduce(&stand, &outputs(1)).await, [""]);
    assert_eq!(reduce(&stand, &outputs(1)).await, ["x"]);
}

/// A memory in which another process is always first, or that never answers.
enum Other {
    IsFirst(Remembered),
    HangsAtGet,
    HangsAtKeep,
}

#[async_trait]
impl Memory for Other {
    async fn get(&self, _: &Key) -> Option<Remembered> {
        match self {
            Other::HangsAtGet => std::future::pending().await,
            _ => None,
        }
    }

    async fn keep(&self, _: &Key, _: Remembered) -> Remembered {
        match self {
            Other::IsFirst(value) => value.clone(),
            _ => std::future::pending().await,
        }
    }
}

fn replaced(text: &str) -> Remembered {
    Remembered::Replaced { text: text.into(), provider: "theirs".into(), tokens_before: 1, tokens_after: 1 }
}

#[tokio::test(start_paused = true)]
async fn the_first_writer_wins() {
    let rows = [
        (replaced("theirs"), say("ours"), "theirs", "remembered"),
        (Remembered::LeftAlone, say("ours"), "", "remembered_unchanged"),
        (replaced("theirs"), Act::Leave, "theirs", "remembered"),
    ];
    for (theirs, ours, expected, end) in rows {
        let stand = stand_with(plain(), Arc::new(Other::IsFirst(theirs)), vec![Fake::new("0", ours)]);
        assert_eq!(reduce(&stand, &outputs(1)).await, [expected]);
        assert_eq!(stand.log.ends(), [end]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_memory_that_hangs_costs_no_more_than_the_stage() {
    for (memory, calls) in [(Other::HangsAtGet, 0), (Other::HangsAtKeep, 1)] {
        let begun = tokio::time::Instant::now();
        let stand = stand_with(plain(), Arc::new(memory), vec![Fake::new("0", after(9, say("x")))]);
        assert_eq!(reduce(&stand, &outputs(1)).await, [""]);
        assert_eq!(stand.log.ends(), ["timed_out"]);
        assert_eq!((begun.elapsed().as_millis(), stand.calls(0)), (500, calls));
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_believed_without_a_look_is_not_served_where_one_is_wanted() {
    let memory = recent();
    let before = stand_with(plain(), Arc::clone(&memory), vec![Fake::new("liar", say("all good"))]);
    assert_eq!(reduce(&before, &outputs(1)).await, ["all good"]);
    let mut strict = plain();
    strict.reduce = strict.reduce.map(|reduce| ReduceSettings { acceptance: Acceptance::Strict, ..reduce });
    let now = stand_with(strict, memory, vec![Fake::new("idle", Act::Leave)]);
    assert_eq!(reduce(&now, &outputs(1)).await, [""]);
    assert_eq!(now.calls(0), 1);
}
