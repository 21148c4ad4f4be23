//! Providers that do what a test tells them, and what was told of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::{Instant, sleep};
use toolhost_acceptance::Hint;
use toolhost_optimizer::{
    Acceptance, Attempt, Bounds, Clock, Entry, Memory, Observer, Optimizer, Provider, ProviderError, Recent,
    ReduceSettings, Replacement, RewriteSettings, Settings, Settled, ShellCall, ShellOutput,
};

/// What a provider does when it is asked.
#[derive(Clone)]
pub(crate) enum Act {
    Leave,
    Say(String),
    Fail(ProviderError),
    Hang,
    Panic,
    /// Waits, then acts.
    After(u64, Box<Act>),
    /// Lets time pass without giving another future a turn, then acts.
    Dawdle(u64, Box<Act>),
}

pub(crate) fn say(text: &str) -> Act {
    Act::Say(text.to_owned())
}

pub(crate) fn after(millis: u64, act: Act) -> Act {
    Act::After(millis, Box::new(act))
}

pub(crate) fn timed_out() -> Act {
    Act::Fail(ProviderError::TimedOut("slow".to_owned()))
}

pub(crate) fn busy() -> Act {
    Act::Fail(ProviderError::Busy("full".to_owned()))
}

pub(crate) fn failed() -> Act {
    Act::Fail(ProviderError::failed("exit status 1"))
}

/// What a provider was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked {
    pub(crate) command: String,
    pub(crate) hint: Option<&'static str>,
    pub(crate) output: Option<String>,
    pub(crate) deadline: Option<Instant>,
}

type Plan = Box<dyn Fn(&Asked, usize) -> Act + Send + Sync>;

pub(crate) struct Fake {
    id: String,
    hints: Vec<Hint>,
    programs: Vec<String>,
    plan: Plan,
    preparation: Box<dyn Fn(usize) -> Act + Send + Sync>,
    pub(crate) prepared: AtomicUsize,
    asked: Mutex<Vec<Asked>>,
    /// Questions whose future was dropped before it had an answer.
    pub(crate) cancelled: Arc<AtomicUsize>,
}

impl Fake {
    /// Asks the plan each time, with how often it was asked before.
    pub(crate) fn planned(id: &str, plan: impl Fn(&Asked, usize) -> Act + Send + Sync + 'static) -> Fake {
        Fake {
            id: id.to_owned(),
            hints: Vec::new(),
            programs: Vec::new(),
            plan: Box::new(plan),
            preparation: Box::new(|_| Act::Leave),
            prepared: AtomicUsize::new(0),
            asked: Mutex::default(),
            cancelled: Arc::default(),
        }
    }

    pub(crate) fn new(id: &str, act: Act) -> Fake {
        Fake::planned(id, move |_, _| act.clone())
    }

    pub(crate) fn preparing(mut self, preparation: impl Fn(usize) -> Act + Send + Sync + 'static) -> Fake {
        self.preparation = Box::new(preparation);
        self
    }

    pub(crate) fn with_hints(mut self, hints: &[Hint]) -> Fake {
        self.hints = hints.to_vec();
        self
    }

    pub(crate) fn with_program(mut self, program: &str) -> Fake {
        self.programs.push(program.to_owned());
        self
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    async fn answer(&self, asked: Asked) -> Result<Option<Replacement>, ProviderError> {
        let before = {
            let mut all = self.asked.lock().unwrap();
            all.push(asked.clone());
            all.len() - 1
        };
        let mut guard = Cancelled(Some(Arc::clone(&self.cancelled)));
        let answer = act((self.plan)(&asked, before)).await;
        guard.0 = None;
        answer
    }
}

struct Cancelled(Option<Arc<AtomicUsize>>);

impl Drop for Cancelled {
    fn drop(&mut self) {
        if let Some(count) = &self.0 {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }
}

async fn act(mut act: Act) -> Result<Option<Replacement>, ProviderError> {
    loop {
        act = match act {
            Act::Leave => return Ok(None),
            Act::Say(text) => return Ok(Some(Replacement { text, reason: Some("because".to_owned()) })),
            Act::Fail(error) => return Err(error),
            Act::Panic => panic!("a provider's mistake"),
            Act::Hang => std::future::pending().await,
            Act::After(millis, act) => {
                sleep(Duration::from_millis(millis)).await;
                *act
            }
            Act::Dawdle(millis, act) => {
                tokio::time::advance(Duration::from_millis(millis)).await;
                *act
            }
        }
    }
}

#[async_trait]
impl Provider for Fake {
    fn id(&self) -> &str {
        &self.id
    }

    fn kind(&self) -> &str {
        "fake"
    }

    fn hints(&self) -> &[Hint] {
        &self.hints
    }

    fn programs(&self) -> &[String] {
        &self.programs
    }

    async fn prepare(&self) -> Result<(), ProviderError> {
        let before = self.prepared.fetch_add(1, Ordering::Relaxed);
        act((self.preparation)(before)).await.map(|_| ())
    }

    async fn rewrite(
        &self,
        call: &ShellCall,
        deadline: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError> {
        self.answer(Asked { command: call.command.clone(), hint: None, output: None, deadline }).await
    }

    async fn reduce(
        &self,
        call: &ShellCall,
        hint: Option<Hint>,
        output: &str,
        deadline: Option<Instant>,
    ) -> Result<Option<Replacement>, ProviderError> {
        let (hint, output) = (hint.map(Hint::name), Some(output.to_owned()));
        self.answer(Asked { command: call.command.clone(), hint, output, deadline }).await
    }
}

/// Everything that an observer was told, as lines.
#[derive(Default)]
pub(crate) struct Log {
    attempts: Mutex<Vec<String>>,
    ends: Mutex<Vec<String>>,
    unprepared: Mutex<Vec<String>>,
}

impl Log {
    /// Provider and class of each attempt since this was asked last.
    pub(crate) fn attempts(&self) -> Vec<String> {
        std::mem::take(&mut self.attempts.lock().unwrap())
    }

    /// The outcomes since this was asked last.
    pub(crate) fn ends(&self) -> Vec<String> {
        std::mem::take(&mut self.ends.lock().unwrap())
    }

    pub(crate) fn unprepared(&self) -> Vec<String> {
        std::mem::take(&mut self.unprepared.lock().unwrap())
    }
}

impl Observer for Log {
    fn attempt(&self, attempt: &Attempt<'_>) {
        assert_eq!(attempt.kind, "fake");
        self.attempts.lock().unwrap().push(format!("{} {}", attempt.provider, attempt.class));
    }

    fn settled(&self, settled: &Settled<'_>) {
        assert_eq!(settled.outcome.is_replaced(), settled.provider.is_some());
        self.ends.lock().unwrap().push(settled.outcome.name().to_owned());
    }

    fn unservable(&self, _provider: &str) {}

    fn unprepared(&self, provider: &str, _: &str, error: &ProviderError) {
        self.unprepared.lock().unwrap().push(format!("{provider} {}", error.class()));
    }
}

/// An optimizer with what it was made of.
pub(crate) struct Stand {
    pub(crate) optimizer: Optimizer,
    pub(crate) fakes: Vec<Arc<Fake>>,
    pub(crate) log: Arc<Log>,
}

impl Stand {
    pub(crate) fn calls(&self, fake: usize) -> usize {
        self.fakes[fake].asked().len()
    }
}

/// The settings of the specification, whose sizes and acceptance are in the way of a test about something else.
pub(crate) fn plain() -> Settings {
    Settings {
        rewrite: Some(RewriteSettings { acceptance: Acceptance::Off, ..RewriteSettings::default() }),
        reduce: Some(ReduceSettings {
            acceptance: Acceptance::Off,
            min_input_bytes: None,
            max_input_bytes: None,
            ..ReduceSettings::default()
        }),
        ..Settings::default()
    }
}

pub(crate) fn clock() -> Clock {
    Arc::new(Instant::now)
}

pub(crate) fn recent() -> Arc<dyn Memory> {
    Arc::new(Recent::new(Bounds::default(), clock()))
}

/// With these settings, whose providers are replaced, and this memory.
pub(crate) fn stand_with(mut settings: Settings, memory: Arc<dyn Memory>, fakes: Vec<Fake>) -> Stand {
    let fakes: Vec<Arc<Fake>> = fakes.into_iter().map(Arc::new).collect();
    let entry = |fake: &Arc<Fake>| Entry { provider: Arc::clone(fake) as _, rewrites: true, reduces: true };
    settings.providers = fakes.iter().map(entry).collect();
    let log = Arc::new(Log::default());
    Stand { optimizer: Optimizer::new(settings, memory, Arc::clone(&log) as _), fakes, log }
}

pub(crate) fn stand(fakes: Vec<Fake>) -> Stand {
    stand_with(plain(), recent(), fakes)
}

pub(crate) fn call(command: &str) -> ShellCall {
    ShellCall::new("shell", "call_1", command)
}

pub(crate) fn calls(commands: &[&str]) -> Vec<ShellCall> {
    commands.iter().map(|command| call(command)).collect()
}

pub(crate) fn output(command: &str, text: &str) -> ShellOutput {
    ShellOutput { call: call(command), original_command: None, text: text.to_owned() }
}

/// So many outputs, all different: `0`, `1` and so on.
pub(crate) fn outputs(count: usize) -> Vec<ShellOutput> {
    (0..count).map(|number| output("cmd", &number.to_string())).collect()
}

/// One turn with these commands: what is to run in their place, empty where they stay.
pub(crate) async fn rewrite(stand: &Stand, commands: &[&str]) -> Vec<String> {
    let rewritten = stand.optimizer.turn().rewrite(&calls(commands)).await;
    rewritten.into_iter().map(|rewritten| rewritten.map(|it| it.command).unwrap_or_default()).collect()
}

/// One turn with these outputs: what is to be shown in their place, empty where they stay.
pub(crate) async fn reduce(stand: &Stand, outputs: &[ShellOutput]) -> Vec<String> {
    let reduced = stand.optimizer.turn().reduce(outputs).await;
    reduced.into_iter().map(|reduced| reduced.map(|it| it.text).unwrap_or_default()).collect()
}
