//! Commands or outputs of one stage, from what is remembered of them to what is kept.

use std::collections::BTreeSet;
use std::collections::hash_map::{Entry, HashMap};
use std::mem;

use futures_util::future::join_all;

use crate::limits::Size;
use crate::memory::{Key, Memory, Remembered};
use crate::observer::Outcome;
use crate::provider::Replacement;
use crate::run::{Job, Run};

/// The end of one command or output.
#[derive(Debug, Clone)]
pub(crate) struct Settlement {
    pub(crate) outcome: Outcome,
    /// What is used.
    pub(crate) answer: Remembered,
    /// Why, where a provider of this turn said so.
    pub(crate) reason: Option<String>,
}

impl Settlement {
    /// The original stays.
    pub(crate) fn original(outcome: Outcome) -> Settlement {
        Settlement { outcome, answer: Remembered::LeftAlone, reason: None }
    }

    fn remembered(answer: Remembered) -> Settlement {
        let outcome = match answer {
            Remembered::Replaced { .. } => Outcome::Remembered,
            Remembered::LeftAlone => Outcome::RememberedUnchanged,
        };
        Settlement { outcome, answer, reason: None }
    }

    /// The end of another one that is the same.
    fn again(&self) -> Settlement {
        let mut again = self.clone();
        if again.outcome == Outcome::Changed {
            again.outcome = Outcome::Remembered;
        }
        again
    }
}

/// A command or an output of which nothing is remembered.
pub(crate) struct Open<J> {
    pub(crate) job: J,
    /// Whom to ask, in this order.
    pub(crate) providers: Vec<usize>,
}

/// How the way through the providers ended.
enum Way {
    Changed {
        provider: usize,
        replacement: Replacement,
    },
    /// Nobody has a replacement; whether that is to be remembered.
    Unchanged {
        is_final: bool,
    },
    NoPlace,
    TimedOut,
}

/// Settles items side by side and in their order; those with the same key as one. `open` is asked for those of which
/// nothing is remembered.
pub(crate) async fn settle<T, J: Job>(
    run: &mut Run<'_>,
    memory: &dyn Memory,
    items: &[(Key, T)],
    open: impl Fn(&T) -> Open<J>,
) -> Vec<Settlement> {
    let (firsts, places) = distinct(items);
    let found = join_all(firsts.iter().map(|(key, _)| run.within(memory.get(key)))).await;
    let states = firsts.into_iter().zip(found).map(|((key, item), found)| match found {
        None => State::Settled(Settlement::original(Outcome::TimedOut)),
        Some(Some(answer)) => State::Settled(Settlement::remembered(answer)),
        Some(None) => State::Open(key, open(item)),
    });
    let states: Vec<State<'_, J>> = states.collect();
    let wanted: BTreeSet<usize> = states.iter().flat_map(State::providers).copied().collect();
    if !wanted.is_empty() {
        run.prepare(wanted).await;
    }

    let run = &*run;
    let ends = states.into_iter().map(|state| {
        // Taken here, so that the places of first attempts go in the order of the items.
        let started = match state {
            State::Settled(settlement) => Err(settlement),
            State::Open(key, open) => Ok((key, Started::new(run, open))),
        };
        async move {
            match started {
                Err(settlement) => settlement,
                Ok((key, started)) => started.finish(run, memory, key).await,
            }
        }
    });
    let ends: Vec<_> = ends.collect();
    spread(&join_all(ends).await, &places)
}

/// One of each key.
enum State<'a, J> {
    Settled(Settlement),
    Open(&'a Key, Open<J>),
}

impl<J> State<'_, J> {
    fn providers(&self) -> &[usize] {
        match self {
            State::Settled(_) => &[],
            State::Open(_, open) => &open.providers,
        }
    }
}

/// The first item of each key, and for every item the place of its key among these.
fn distinct<T>(items: &[(Key, T)]) -> (Vec<&(Key, T)>, Vec<usize>) {
    let mut known = HashMap::new();
    let mut firsts = Vec::new();
    let places = items.iter().map(|item| match known.entry(item.0) {
        Entry::Occupied(place) => *place.get(),
        Entry::Vacant(place) => {
            firsts.push(item);
            *place.insert(firsts.len() - 1)
        }
    });
    let places = places.collect();
    (firsts, places)
}

/// The ends of all items, from those of the first of each key.
fn spread(ends: &[Settlement], places: &[usize]) -> Vec<Settlement> {
    let mut seen = BTreeSet::new();
    let each = places.iter().map(|place| match ends.get(*place) {
        Some(end) if seen.insert(*place) => end.clone(),
        Some(end) => end.again(),
        None => Settlement::original(Outcome::Unchanged),
    });
    each.collect()
}

/// An open item with the place of its first attempt.
struct Started<J> {
    job: J,
    usable: Vec<usize>,
    has_place: bool,
    /// Whether there was nobody to ask from the start.
    is_nobodys: bool,
    /// Whether one that could not be asked may be able to answer later.
    may_pass: bool,
}

impl<J: Job> Started<J> {
    fn new(run: &Run<'_>, open: Open<J>) -> Started<J> {
        let (usable, may_pass) = run.usable(&open.providers);
        let has_place = !usable.is_empty() && run.take_place();
        Started { job: open.job, usable, has_place, is_nobodys: open.providers.is_empty(), may_pass }
    }

    async fn finish(self, run: &Run<'_>, memory: &dyn Memory, key: &Key) -> Settlement {
        if self.is_nobodys {
            return Settlement::original(Outcome::OwnOutput);
        }
        let (answer, outcome, reason) = match self.walk(run).await {
            Way::Changed { provider, replacement } => {
                let name =
                    run.turn().optimizer.providers.get(provider).map_or("", |entry| entry.provider().id());
                let answer = Remembered::Replaced {
                    provider: name.into(),
                    tokens_before: Size::of(self.job.original()).tokens,
                    tokens_after: Size::of(&replacement.text).tokens,
                    text: replacement.text.into(),
                };
                (answer, Outcome::Changed, replacement.reason)
            }
            Way::Unchanged { is_final: true } => (Remembered::LeftAlone, Outcome::Unchanged, None),
            Way::Unchanged { is_final: false } => return Settlement::original(Outcome::Unchanged),
            Way::NoPlace => return Settlement::original(Outcome::NoPlace),
            Way::TimedOut => return Settlement::original(Outcome::TimedOut),
        };
        match run.within(memory.keep(key, answer.clone())).await {
            Some(kept) if kept == answer => Settlement { outcome, answer, reason },
            Some(kept) => Settlement::remembered(kept),
            // Whether it was kept is not known. The original is what a turn without the time for it has.
            None => Settlement::original(Outcome::TimedOut),
        }
    }

    async fn walk(&self, run: &Run<'_>) -> Way {
        let mut has_place = self.has_place;
        let mut is_final = !self.may_pass;
        for index in &self.usable {
            if run.turn().is_stopped(*index) {
                is_final = false;
                continue;
            }
            if run.is_over() {
                return Way::TimedOut;
            }
            if !mem::take(&mut has_place) && !run.take_place() {
                return Way::NoPlace;
            }
            match run.attempt(&self.job, *index).await {
                Ok(replacement) => return Way::Changed { provider: *index, replacement },
                Err(class) => is_final &= !class.is_passing(),
            }
        }
        if has_place {
            run.give_back_place();
        }
        if !is_final && run.is_over() { Way::TimedOut } else { Way::Unchanged { is_final } }
    }
}
