//! What each fact needs to have in a reduction: phrases and places, as numbers.

use super::bytes::Bytes;
use super::extract::Extract;
use super::fact::{Found, Kind};
use super::hash::{PrintMap, PrintSet};
use super::names::{Files, Names, placed};
use super::phrase::{MESSAGE_WORDS, Phrase, Print, RESULT_WORDS, phrase, print_of};
use super::words::words;

/// All that the facts of an output need.
pub(super) struct Demands {
    /// Phrases and places that are needed, numbered.
    needed: PrintMap<u32>,
    /// Ends of paths that places are in.
    pub(super) files: PrintSet,
    /// Their last bytes.
    pub(super) lasts: Bytes,
    /// Lengths of the phrases that begin with a word: bit n for n words.
    pub(super) firsts: PrintMap<u32>,
    /// What each fact needs, in their order.
    pub(super) needs: Vec<Needs>,
    /// Whether a test that failed is among the facts.
    pub(super) has_failures: bool,
    /// Whether an error is among what must be there.
    pub(super) has_errors: bool,
    /// Whether a warning is.
    pub(super) has_warnings: bool,
}

/// What one fact needs, by numbers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Needs {
    pub(super) place: Option<u32>,
    pub(super) name: Option<u32>,
    pub(super) message: Option<u32>,
    /// The code of an error, such as `E0308`.
    pub(super) code: Option<u32>,
    /// The name of the test that it is the message of.
    pub(super) owner: Option<u32>,
}

impl Needs {
    pub(super) fn all(&self) -> impl Iterator<Item = u32> + use<> {
        [self.place, self.name, self.message, self.code].into_iter().flatten()
    }
}

impl Demands {
    pub(super) fn of(extract: &Extract<'_>) -> Demands {
        let names = Names::of(extract);
        let mut files = Files::of(extract);
        let has = |kind| extract.facts.iter().any(|fact| fact.is_required && fact.kind == kind);
        let mut demands = Demands {
            needed: PrintMap::with_capacity_and_hasher(2 * extract.facts.len(), Default::default()),
            files: PrintSet::default(),
            lasts: Bytes::NONE,
            firsts: PrintMap::default(),
            needs: Vec::with_capacity(extract.facts.len()),
            has_failures: extract.facts.iter().any(|fact| fact.kind == Kind::Failure),
            has_errors: has(Kind::Error),
            has_warnings: has(Kind::Warning),
        };
        for fact in &extract.facts {
            let needs =
                if fact.is_required { demands.needs_of(fact, &names, &mut files) } else { Needs::default() };
            demands.needs.push(needs);
        }
        demands.own(extract);
        demands
    }

    /// Says of which test each message is, where the name of that is no word of a message.
    fn own(&mut self, extract: &Extract<'_>) {
        let owned = || extract.facts.iter().filter(|fact| fact.owner.is_some());
        let owners = owned().filter_map(|fact| extract.facts.get(fact.owner? as usize));
        let mut of_one_word: PrintSet = owners.filter_map(word_of).collect();
        if !of_one_word.is_empty() {
            let texts = owned().filter_map(|fact| fact.text);
            let of_messages: PrintSet = texts.flat_map(words).map(|word| print_of(word.text)).collect();
            of_one_word.retain(|word| of_messages.contains(word));
        }
        let is_word = |fact: &Found<'_>| {
            !of_one_word.is_empty() && word_of(fact).is_some_and(|word| of_one_word.contains(&word))
        };
        for (at, fact) in extract.facts.iter().enumerate() {
            let owner = fact.owner.map(|owner| owner as usize);
            let Some((test, needs)) =
                owner.and_then(|at| Some((extract.facts.get(at)?, self.needs.get(at)?)))
            else {
                continue;
            };
            let name = needs.name.filter(|_| !is_word(test));
            if let Some(needs) = self.needs.get_mut(at) {
                needs.owner = name;
            }
        }
    }

    /// The number of a phrase or place, if it is needed.
    #[inline]
    pub(super) fn number(&self, print: u64) -> Option<u32> {
        self.needed.get(&print).copied()
    }

    /// How many phrases and places are needed.
    pub(super) fn len(&self) -> usize {
        self.needed.len()
    }

    fn need(&mut self, print: u64) -> u32 {
        let next = u32::try_from(self.needed.len()).unwrap_or(u32::MAX);
        *self.needed.entry(print).or_insert(next)
    }

    fn needs_of<'a>(&mut self, fact: &Found<'a>, names: &Names, files: &mut Files<'a>) -> Needs {
        let place = fact.place.map(|(name, line)| {
            let print = files.print(name);
            self.files.insert(print);
            self.lasts = name.bytes().next_back().map_or(self.lasts, |last| self.lasts.with(last));
            self.need(placed(print, line))
        });
        let message = || fact.text.and_then(|text| message(fact, text));
        // An error and a warning are known by their messages, and a commit by its subject.
        let known_by_text = match fact.kind {
            Kind::Error | Kind::Warning => message(),
            Kind::Result if fact.name.is_some() => fact.text.and_then(|text| names.telling_subject(text)),
            _ => None,
        };
        if known_by_text.is_some() {
            let code = fact.name.filter(|name| is_code(name)).and_then(|code| phrase(code, 1));
            let (message, code) = (self.printed(known_by_text), self.printed(code));
            return Needs { place, message, code, ..Needs::default() };
        }
        let name = fact.name.and_then(|name| names.phrase(fact, name));
        // A commit that is known by its name needs no subject.
        let is_commit = fact.kind == Kind::Result && name.is_some();
        let message = if is_commit { None } else { message() };
        let message = match (message, fact.sign) {
            (Some(message), Some(sign)) => Some(Phrase { print: signed(message.print, sign), ..message }),
            _ => message,
        };
        Needs { place, name: self.printed(name), message: self.printed(message), ..Needs::default() }
    }

    fn printed(&mut self, phrase: Option<Phrase>) -> Option<u32> {
        let Phrase { print, first, length } = phrase?;
        *self.firsts.entry(first).or_default() |= 1 << length;
        Some(self.need(print))
    }
}

/// The number of a phrase on a line that was added or removed.
pub(super) fn signed(print: u64, sign: u8) -> u64 {
    Print::new().joined(print).joined(u64::from(sign)).number()
}

/// What stands for a name of one word.
fn word_of(fact: &Found<'_>) -> Option<u64> {
    let mut words = words(fact.name?);
    let first = words.next()?;
    words.next().is_none().then(|| print_of(first.text))
}

/// Whether a word is a code, such as that of an error: capital letters, then digits.
pub(super) fn is_code(name: &str) -> bool {
    let (first, last) = (name.as_bytes().first(), name.as_bytes().last());
    if !(first.is_some_and(u8::is_ascii_uppercase) && last.is_some_and(u8::is_ascii_digit)) {
        return false;
    }
    let digits = name.trim_start_matches(|first: char| first.is_ascii_uppercase());
    digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The phrase of a message: the beginning, and of a result more of it.
fn message(fact: &Found<'_>, text: &str) -> Option<Phrase> {
    let most = if fact.kind == Kind::Result { RESULT_WORDS } else { MESSAGE_WORDS };
    phrase(whole_words(text), most)
}

/// A message without a last word that was cut.
pub(super) fn whole_words(text: &str) -> &str {
    match text.strip_suffix("...").or_else(|| text.strip_suffix('…')) {
        Some(cut) => {
            let end = cut.rfind(|last: char| !(last.is_alphanumeric() || last == '_'));
            end.and_then(|end| cut.get(..end)).unwrap_or(text)
        }
        None => text,
    }
}
