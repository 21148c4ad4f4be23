//! Prints what turns cost: one whose only provider does nothing, one whose answer is remembered, and one that is judged.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::sync::Arc;
use std::time::{Duration, Instant as Clock};

use async_trait::async_trait;
use tokio::time::Instant;
use toolhost_acceptance::Hint;
use toolhost_optimizer::{
    Bounds, Entry, Optimizer, Provider, ProviderError, Recent, ReduceSettings, Replacement, RewriteSettings,
    Settings, ShellCall, ShellOutput, Unobserved,
};

/// Does nothing, or says this of every output.
struct Says(Option<String>);

#[async_trait]
impl Provider for Says {
    fn id(&self) -> &str {
        "says"
    }

    fn kind(&self) -> &str {
        "example"
    }

    async fn prepare(&self) -> Result<(), ProviderError> {
        Ok(())
    }

    async fn rewrite(&self, _: &ShellCall, _: Option<Instant>) -> Result<Option<Replacement>, ProviderError> {
        Ok(None)
    }

    async fn reduce(
        &self,
        _: &ShellCall,
        _: Option<Hint>,
        _: &str,
        _: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError> {
        Ok(self.0.clone().map(|text| Replacement { text, reason: None }))
    }
}

/// Test results of this size, each time others.
fn output(bytes: usize, number: usize) -> ShellOutput {
    let mut text = format!("running {number} tests\n");
    for line in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&format!("test module_{number}::case_{line} ... ok\n"));
    }
    ShellOutput { call: ShellCall::new("shell", "call", "cargo test"), original_command: None, text }
}

async fn median(optimizer: &Optimizer, outputs: &[ShellOutput]) -> Duration {
    let mut times = Vec::new();
    for output in outputs {
        let begun = Clock::now();
        optimizer.turn().reduce(std::slice::from_ref(output)).await;
        times.push(begun.elapsed());
    }
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[tokio::main]
async fn main() {
    let optimizer = |text: Option<&str>| {
        let provider = Arc::new(Says(text.map(str::to_owned)));
        let reduce = ReduceSettings { max_input_bytes: None, ..ReduceSettings::default() };
        let settings = Settings {
            rewrite: Some(RewriteSettings::default()),
            reduce: Some(reduce),
            providers: vec![Entry { provider, rewrites: true, reduces: true }],
            ..Settings::default()
        };
        let memory = Arc::new(Recent::new(Bounds::default(), Arc::new(Instant::now)));
        Optimizer::new(settings, memory, Arc::new(Unobserved))
    };
    let different: Vec<_> = (0..101).map(|number| output(100_000, number)).collect();
    println!("100 kB, a provider that does nothing: {:?}", median(&optimizer(None), &different).await);

    let judged: Vec<_> = (0..21).map(|number| output(500_000, number)).collect();
    let summary = optimizer(Some("9000 tests ran\n"));
    println!("500 kB, reduced and judged:           {:?}", median(&summary, &judged).await);
    let is_reduced = summary.turn().reduce(&judged[..1]).await[0].is_some();
    let same: Vec<_> = (0..101).map(|_| judged[0].clone()).collect();
    println!(
        "500 kB, remembered ({}):         {:?}",
        if is_reduced { "reduced" } else { "as it is" },
        median(&summary, &same).await
    );
    let commands: Vec<_> = (0..101).map(|_| ShellCall::new("shell", "call", "git status")).collect();
    let begun = Clock::now();
    for call in &commands {
        summary.turn().rewrite(std::slice::from_ref(call)).await;
    }
    println!("a command, remembered:                {:?}", begun.elapsed() / 101);
}
