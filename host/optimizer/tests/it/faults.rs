//! Providers that do what they must not, and turns that are not wanted any more.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::FutureExt as _;
use tokio::time::Instant;
use toolhost_acceptance::Hint;
use toolhost_optimizer::{Entry, Optimizer, Provider, ProviderError, Replacement, Settings, ShellCall};

use crate::support::{Act, Fake, Log, after, calls, outputs, plain, recent, reduce, rewrite, say, stand};

#[tokio::test(start_paused = true)]
async fn a_panic_costs_its_attempt() {
    let stand = stand(vec![Fake::new("0", after(5, Act::Panic)), Fake::new("1", say("x"))]);
    assert_eq!(rewrite(&stand, &["a", "b"]).await, ["x", "x"]);
    assert_eq!(reduce(&stand, &outputs(2)).await, ["x", "x"]);
    assert_eq!(stand.log.attempts().iter().filter(|attempt| *attempt == "0 failed").count(), 4);
}

#[tokio::test(start_paused = true)]
async fn dropping_a_turn_cancels_its_calls() {
    let stand = stand(vec![Fake::new("0", after(100, say("x")))]);
    let (turn, calls, outputs) = (stand.optimizer.turn(), calls(&["a", "b"]), outputs(3));
    let both = futures_util::future::join(turn.rewrite(&calls), turn.reduce(&outputs));
    assert!(tokio::time::timeout(Duration::from_millis(50), both).await.is_err());
    assert_eq!((stand.calls(0), stand.fakes[0].cancelled.load(Ordering::Relaxed)), (5, 5));
    // Nothing came of it.
    assert_eq!(stand.log.attempts().len() + stand.log.ends().len(), 0);
    assert_eq!(reduce(&stand, &outputs).await, ["x"; 3]);
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_was_dropped_while_it_prepared_costs_the_next_one_nothing() {
    let stand = stand(vec![Fake::new("0", say("x")).preparing(|_| after(100, Act::Leave))]);
    assert_eq!(rewrite(&stand, &["a"]).now_or_never(), None);
    assert_eq!(rewrite(&stand, &["a"]).await, ["x"]);
    assert_eq!(stand.fakes[0].prepared.load(Ordering::Relaxed), 2);
}

/// Panics before it has made a future.
struct Abrupt;

#[async_trait]
impl Provider for Abrupt {
    fn id(&self) -> &str {
        "abrupt"
    }

    fn kind(&self) -> &str {
        "fake"
    }

    async fn prepare(&self) -> Result<(), ProviderError> {
        Ok(())
    }

    fn rewrite<'a, 'b, 'c>(
        &'a self,
        _: &'b ShellCall,
        _: Option<Instant>,
    ) -> std::pin::Pin<Box<dyn Future<Output = Result<Option<Replacement>, ProviderError>> + Send + 'c>>
    where
        'a: 'c,
        'b: 'c,
        Self: 'c,
    {
        panic!("a provider's mistake")
    }

    async fn reduce(
        &self,
        _: &ShellCall,
        _: Option<Hint>,
        _: &str,
        _: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError> {
        Ok(None)
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_without_a_future_costs_its_attempt() {
    let entry = Entry { provider: Arc::new(Abrupt), rewrites: true, reduces: true };
    let log = Arc::new(Log::default());
    let settings = Settings { providers: vec![entry], ..plain() };
    let optimizer = Optimizer::new(settings, recent(), Arc::clone(&log) as _);
    assert_eq!(optimizer.turn().rewrite(&calls(&["a"])).await, [None]);
    assert_eq!(log.attempts(), ["abrupt failed"]);
}

#[test]
fn a_turn_may_move_between_threads() {
    fn check<T: Send>(_: &T) {}
    let stand = stand(Vec::new());
    let (turn, calls, outputs) = (stand.optimizer.turn(), calls(&["a"]), outputs(1));
    check(&turn.rewrite(&calls));
    check(&turn.reduce(&outputs));
    check(&stand.optimizer);
}

#[test]
fn debug_texts_have_no_contents() {
    let text = format!(
        "{:?} {:?} {:?}",
        calls(&["secret"]),
        outputs(1),
        stand(vec![Fake::new("id", say("x"))]).optimizer
    );
    assert!(!text.contains("secret") && text.contains("id"), "{text}");
}
