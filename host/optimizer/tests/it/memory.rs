//! The memories that come with the crate.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::advance;
use toolhost_optimizer::{Bounds, Key, Layered, Memory, Recent, Remembered};

use crate::support::clock;

fn key(text: &str) -> Key {
    Key::of_output("tool", "command", text)
}

fn replaced(text: &str) -> Remembered {
    Remembered::Replaced { text: text.into(), provider: "p".into(), tokens_before: 9, tokens_after: 1 }
}

fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(minutes * 60)
}

#[test]
fn bounds() {
    let bounds = Bounds::default();
    assert_eq!((bounds.bytes, bounds.entries, bounds.idle), (64 * 1024 * 1024, 10_000, minutes(120)));
}

#[tokio::test(start_paused = true)]
async fn the_first_writer_wins_until_two_idle_hours_have_passed() {
    let recent = Recent::new(Bounds::default(), clock());
    assert_eq!(recent.get(&key("a")).await, None);
    assert_eq!(recent.keep(&key("a"), replaced("1")).await, replaced("1"));
    assert_eq!(recent.keep(&key("a"), replaced("2")).await, replaced("1"));
    assert_eq!(recent.keep(&key("b"), Remembered::LeftAlone).await, Remembered::LeftAlone);
    advance(minutes(119)).await;
    assert_eq!(recent.get(&key("a")).await, Some(replaced("1")));
    advance(minutes(119)).await;
    assert_eq!(recent.get(&key("b")).await, None);
    assert_eq!(recent.get(&key("a")).await, Some(replaced("1")));
    advance(minutes(120)).await;
    assert_eq!(recent.keep(&key("a"), replaced("2")).await, replaced("2"));
}

#[tokio::test(start_paused = true)]
async fn one_behind_another_is_asked_rarely_and_decides() {
    let small = Bounds { entries: 1, ..Bounds::default() };
    let behind = Arc::new(Recent::new(Bounds::default(), clock()));
    let layered = Layered::new(Recent::new(small, clock()), Arc::clone(&behind) as _);
    assert_eq!(layered.get(&key("a")).await, None);
    behind.keep(&key("a"), replaced("1")).await;
    assert_eq!(layered.keep(&key("a"), replaced("2")).await, replaced("1"));
    assert_eq!(layered.get(&key("a")).await, Some(replaced("1")));
    // What the front has no room for is still behind.
    assert_eq!(layered.keep(&key("b"), replaced("3")).await, replaced("3"));
    assert_eq!(layered.get(&key("a")).await, Some(replaced("1")));
    // What is only asked for in front is not forgotten behind.
    for _ in 0..20 {
        advance(minutes(14)).await;
        assert_eq!(layered.get(&key("a")).await, Some(replaced("1")));
    }
    assert_eq!(behind.get(&key("a")).await, Some(replaced("1")));
}

#[tokio::test(start_paused = true)]
async fn what_was_served_is_put_back_when_it_was_lost_behind() {
    let forgetful = Bounds { idle: minutes(1), ..Bounds::default() };
    let behind = Arc::new(Recent::new(forgetful, clock()));
    let layered = Layered::new(Recent::new(Bounds::default(), clock()), Arc::clone(&behind) as _);
    layered.keep(&key("a"), replaced("1")).await;
    advance(minutes(14)).await;
    assert_eq!(layered.get(&key("a")).await, Some(replaced("1")));
    assert_eq!(behind.get(&key("a")).await, None);
    advance(minutes(1)).await;
    assert_eq!(layered.get(&key("a")).await, Some(replaced("1")));
    assert_eq!(behind.get(&key("a")).await, Some(replaced("1")));
}
