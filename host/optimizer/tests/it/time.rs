//! Deadlines: one for a stage and a turn, and nothing that comes after it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;
use toolhost_optimizer::{PREPARATION, ProviderError, ReduceSettings, Settings};

use crate::support::{
    Act, Fake, after, busy, calls, output, outputs, plain, recent, reduce, rewrite, say, stand, stand_with,
    timed_out,
};

fn millis(begun: Instant) -> u128 {
    begun.elapsed().as_millis()
}

#[tokio::test(start_paused = true)]
async fn a_stage_has_one_deadline_which_is_the_specifications() {
    let stand = stand(vec![Fake::new("hangs", Act::Hang), Fake::new("late", say("x"))]);
    let begun = Instant::now();
    assert_eq!(rewrite(&stand, &["a", "b", "c"]).await, ["", "", ""]);
    assert_eq!(millis(begun), 200);
    let begun = Instant::now();
    assert_eq!(reduce(&stand, &outputs(3)).await, ["", "", ""]);
    assert_eq!(millis(begun), 500);
    // The time was over, so that the second provider was never asked.
    assert_eq!((stand.calls(0), stand.calls(1)), (6, 0));
    assert!(stand.log.attempts().iter().all(|attempt| attempt == "hangs timed_out"));
    assert!(stand.log.ends().iter().all(|end| end == "timed_out"));
    assert_eq!(stand.fakes[0].cancelled.load(Ordering::Relaxed), 6);
}

#[tokio::test(start_paused = true)]
async fn row_22_items_run_side_by_side() {
    let stand = stand(vec![Fake::new("0", after(111, say("x")))]);
    let begun = Instant::now();
    assert_eq!(rewrite(&stand, &["a", "b", "c", "d", "e"]).await, ["x"; 5]);
    assert_eq!(millis(begun), 111);
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_not_reset_for_another_provider_or_use() {
    let stand = stand(vec![
        Fake::new("0", after(150, Act::Leave)),
        Fake::new("1", after(49, Act::Leave)),
        Fake::new("2", after(2, say("x"))),
    ]);
    let begun = Instant::now();
    let turn = stand.optimizer.turn();
    assert_eq!(turn.rewrite(&calls(&["a"])).await, [None]);
    assert_eq!(millis(begun), 200);
    assert_eq!(stand.log.attempts(), ["0 unchanged", "1 unchanged", "2 timed_out"]);
    let deadlines: Vec<_> = stand.fakes.iter().map(|fake| fake.asked()[0].deadline).collect();
    assert_eq!(deadlines, [Some(begun + Duration::from_millis(200)); 3]);
    // The same stage of the same turn has no time left.
    assert_eq!(turn.rewrite(&calls(&["b"])).await, [None]);
    assert_eq!((millis(begun), stand.calls(0)), (200, 1));
}

#[tokio::test(start_paused = true)]
async fn what_comes_after_the_deadline_is_rejected() {
    for (dawdled, expected, attempt) in [(199, "x", "0 changed"), (200, "", "0 late"), (201, "", "0 late")] {
        // Ready at once when it is looked at, with the time over.
        let stand = stand(vec![Fake::new("0", Act::Dawdle(dawdled, Box::new(say("x"))))]);
        assert_eq!(rewrite(&stand, &["a"]).await, [expected], "{dawdled}");
        assert_eq!(stand.log.attempts(), [attempt]);
    }
}

#[tokio::test(start_paused = true)]
async fn without_a_time_a_reduction_may_take_hours() {
    let reduction = ReduceSettings { timeout: None, ..plain().reduce.unwrap() };
    let settings = Settings { reduce: Some(reduction), ..plain() };
    let stand = stand_with(settings, recent(), vec![Fake::new("0", after(3_600_000, say("x")))]);
    assert_eq!(reduce(&stand, &outputs(1)).await, ["x"]);
    assert_eq!(stand.fakes[0].asked()[0].deadline, None);
    // A time beyond every clock is none.
    let reduction = ReduceSettings { timeout: Some(Duration::MAX), ..plain().reduce.unwrap() };
    let settings = Settings { reduce: Some(reduction), ..plain() };
    let stand = stand_with(settings, recent(), vec![Fake::new("0", say("x"))]);
    assert_eq!(reduce(&stand, &outputs(1)).await, ["x"]);
}

#[tokio::test(start_paused = true)]
async fn one_that_ran_out_of_time_is_not_asked_again_in_this_turn() {
    let cancelled = Act::Fail(ProviderError::Cancelled("stopped".to_owned()));
    // What it says first, and how often it is asked by six items of two stages.
    for (first, expected) in [(timed_out(), 1), (cancelled, 1), (busy(), 6), (crate::support::failed(), 6)] {
        let stand = stand(vec![Fake::new("0", first), Fake::new("1", after(1, say("x")))]);
        let turn = stand.optimizer.turn();
        assert!(turn.rewrite(&calls(&["a", "b"])).await.iter().all(Option::is_some));
        assert!(turn.reduce(&outputs(4)).await.iter().all(Option::is_some));
        assert_eq!(stand.calls(0), expected);
        // The next turn begins anew.
        rewrite(&stand, &["c"]).await;
        assert_eq!(stand.calls(0), expected + 1);
    }
}

#[tokio::test(start_paused = true)]
async fn preparing_is_done_once_and_costs_a_stage_no_time() {
    let slow = || Fake::new("0", after(150, say("x"))).preparing(|_| after(9_000, Act::Leave));
    let stand = stand(vec![slow(), Fake::new("1", Act::Leave).preparing(|_| after(8_000, Act::Leave))]);
    let begun = Instant::now();
    let turn = stand.optimizer.turn();
    assert!(turn.rewrite(&calls(&["a"])).await[0].is_some());
    assert_eq!(millis(begun), 9_150);
    assert_eq!(stand.fakes[0].asked()[0].deadline, Some(begun + Duration::from_millis(9_200)));
    assert!(turn.reduce(&outputs(1)).await[0].is_some());
    rewrite(&stand, &["b"]).await;
    assert_eq!(stand.fakes[0].prepared.load(Ordering::Relaxed), 1);
    assert_eq!(stand.fakes[1].prepared.load(Ordering::Relaxed), 1);
    assert_eq!(millis(begun), 9_450);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_prepared_for_what_needs_nobody() {
    let stand = stand(vec![Fake::new("0", say("x")).with_program("rtk")]);
    rewrite(&stand, &[" "]).await;
    reduce(&stand, &[output("rtk ls", "text"), output("ls", "")]).await;
    assert_eq!(stand.fakes[0].prepared.load(Ordering::Relaxed), 0);
}

#[tokio::test(start_paused = true)]
async fn one_that_cannot_be_prepared_stays_off() {
    let not_found = Act::Fail(ProviderError::NotFound("no such file".to_owned()));
    // What preparing does, how long the first turn waits, how it is told, and how often it is tried in three turns.
    let rows = [
        (not_found, 0, "0 not_found", 1),
        (Act::Panic, 0, "0 failed", 1),
        (Act::Hang, PREPARATION.as_millis(), "0 timed_out", 1),
        (busy(), 0, "0 busy", 3),
    ];
    for (preparation, waited, told, tries) in rows {
        let fake = Fake::new("0", say("never")).preparing(move |_| preparation.clone());
        let stand = stand(vec![fake, Fake::new("1", say("x"))]);
        let begun = Instant::now();
        for command in ["a", "b", "c"] {
            assert_eq!(rewrite(&stand, &[command]).await, ["x"]);
        }
        assert_eq!(millis(begun), waited);
        assert_eq!(stand.log.unprepared(), vec![told; tries]);
        assert_eq!(stand.calls(0), 0);
    }
}
