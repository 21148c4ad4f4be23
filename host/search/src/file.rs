//! One file: what is known of it, what is in it, and which hits it has.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use toolhost_syntax::{Language, Outline, OutlineError, Parser};

use crate::best::Found;
use crate::classify::{Need, Subject};
use crate::content::{Form, Narrow};
use crate::hint::{Gap, Gaps};
use crate::listing::{Item, Listing};
use crate::page::{Categories, Category};
use crate::place::Place;
use crate::record::Record;
use crate::searcher::Search;
use crate::sieve::rules_out;
use crate::signature::{Desk, Signature};
use crate::stamp::Stamp;
use crate::tree::{Folder, is_gone};
use crate::types::Verdict;
use crate::window::{self, Ended};

/// Bytes at the start of a file by which it is told what it is.
const HEAD: u64 = 8192;
/// Bytes that a buffer keeps between files.
const KEPT: usize = 1 << 20;

/// Searches files, one after the other, in buffers of its own.
pub(crate) struct Reader<'a> {
    search: &'a Search<'a>,
    parser: Parser,
    bytes: Vec<u8>,
    /// The text of a file that is not UTF-8.
    narrowed: Vec<u8>,
    desk: Desk,
}

/// One file in one search.
pub(crate) struct Task<'a> {
    pub(crate) folder: &'a Folder,
    /// The folder's listing, and where in it the file is.
    pub(crate) listing: &'a Arc<Listing>,
    pub(crate) index: usize,
    pub(crate) name: &'a OsStr,
    pub(crate) place: &'a Arc<Place>,
    /// Categories of hits that are looked for.
    pub(crate) wanted: Categories,
}

impl Task<'_> {
    fn only(&self, categories: &[Category]) -> Categories {
        categories.iter().copied().filter(|category| self.wanted.contains(*category)).collect()
    }
}

const SYNTACTIC: [Category; 2] = [Category::Definition, Category::Usage];

impl<'a> Reader<'a> {
    pub(crate) fn new(search: &'a Search<'a>) -> Reader<'a> {
        Reader {
            search,
            parser: search.parser.clone(),
            bytes: Vec::new(),
            narrowed: Vec::new(),
            desk: Desk::default(),
        }
    }

    /// The hits of the wanted categories in a file. One that has gone meanwhile has none.
    pub(crate) fn search(&mut self, task: &Task<'_>, gaps: &mut Gaps) -> Vec<Found> {
        let verdict = self.search.types.verdict(task.name);
        if verdict == Verdict::No {
            return Vec::new();
        }
        let is_path_hit =
            task.wanted.contains(Category::Path) && self.search.query.find(task.place.bytes(), 0).is_some();
        let mut found = Vec::new();
        if verdict == Verdict::Yes {
            found.extend(is_path_hit.then(path_hit));
        }
        // Whether a file was read at all must not be seen from what is said of its path.
        let wanted = task.wanted.without(Category::Path);
        if !wanted.is_empty() || verdict == Verdict::ByContent && is_path_hit {
            let task = Task { wanted, ..*task };
            match self.content(&task, gaps) {
                Ok(Some(inside)) => {
                    found.extend((verdict == Verdict::ByContent && is_path_hit).then(path_hit));
                    found.extend(inside);
                }
                Ok(None) => {}
                // Gone, or something else than a file by now: nothing that a search looks at.
                Err(error) if is_gone(&error) => return Vec::new(),
                Err(_) => gaps.note(Gap::Unreadable, wanted, task.place),
            }
        }
        found
    }

    /// The hits in a file's content; none where it is not of a wanted type.
    fn content(&mut self, task: &Task<'_>, gaps: &mut Gaps) -> io::Result<Option<Vec<Found>>> {
        let known = match task.listing.items().get(task.index).and_then(Item::record) {
            Some(record) => {
                let stamp = task.folder.stamp(task.name)?.ok_or(ErrorKind::NotFound)?;
                Some(record).filter(|record| record.stamp == stamp)
            }
            None => None,
        };
        if let Some(record) = &known {
            if !self.search.types.has(task.name, record.language) {
                return Ok(None);
            }
            if record.form == Form::Binary {
                gaps.note(Gap::Binary, task.wanted, task.place);
                return Ok(Some(Vec::new()));
            }
            if rules_out(self.search, record, task.wanted) {
                return Ok(Some(Vec::new()));
            }
        }
        let (file, stamp) = task.folder.file(task.name)?;
        if stamp.size > self.search.limits.largest_parsed {
            return self.large(task, file, &stamp, gaps);
        }
        // The file may have changed between the two looks.
        let known = known.filter(|record| record.stamp == stamp);
        self.small(task, file, stamp, known, gaps)
    }

    /// A file that is read as a whole.
    fn small(
        &mut self,
        task: &Task<'_>,
        file: File,
        stamp: Stamp,
        known: Option<Arc<Record>>,
        gaps: &mut Gaps,
    ) -> io::Result<Option<Vec<Found>>> {
        let mut bytes = std::mem::take(&mut self.bytes);
        let mut narrowed = std::mem::take(&mut self.narrowed);
        bytes.clear();
        bytes.reserve(usize::try_from(stamp.size).unwrap_or_default());
        let read = file.take(stamp.size).read_to_end(&mut bytes);
        let done = read.and_then(|_| {
            let form = Form::of(&bytes);
            let text = match form {
                Form::Wide(endian) => {
                    narrowed.clear();
                    Narrow::new(&*bytes, endian).read_to_end(&mut narrowed)?;
                    &narrowed
                }
                Form::Text | Form::Binary => &bytes,
            };
            let record = known.unwrap_or_else(|| self.learn(task, stamp, form, text));
            Ok(self.text(task, text, &record, gaps))
        });
        for buffer in [&mut bytes, &mut narrowed] {
            buffer.clear();
            buffer.shrink_to(KEPT);
        }
        self.desk.shrink(KEPT);
        self.bytes = bytes;
        self.narrowed = narrowed;
        done
    }

    /// Makes a record of what was read, and remembers it if that will do for later.
    fn learn(&mut self, task: &Task<'_>, stamp: Stamp, form: Form, text: &[u8]) -> Arc<Record> {
        let is_binary = form == Form::Binary;
        let language = if is_binary { None } else { Language::of_file(&task.name.to_string_lossy(), text) };
        let forgets = is_binary || self.search.limits.remembered == 0;
        let signature = if forgets { None } else { Signature::of(text, &mut self.desk) };
        let record = Arc::new(Record::new(stamp, form, language, signature));
        self.remember(task, &record);
        record
    }

    fn remember(&self, task: &Task<'_>, record: &Arc<Record>) {
        if record.stamp.is_settled(self.search.began, self.search.limits.settles) {
            self.search.memory.learn(task.listing, task.index, record, self.search.number);
        }
    }

    fn text(
        &mut self,
        task: &Task<'_>,
        text: &[u8],
        record: &Arc<Record>,
        gaps: &mut Gaps,
    ) -> Option<Vec<Found>> {
        if !self.search.types.has(task.name, record.language) {
            return None;
        }
        if record.form == Form::Binary {
            gaps.note(Gap::Binary, task.wanted, task.place);
            return Some(Vec::new());
        }
        let search = self.search;
        let go_on = || search.go_on();
        let subject = Subject { text, query: search.query, go_on: &go_on };
        let need = subject.need(record.language, task.wanted);
        let parsed = if need == Need::Outline { self.parse(task, text, record) } else { None };
        let outline = parsed.as_ref().and_then(|record| record.outline.as_deref());
        let has_faults = need == Need::Outline && outline.is_none_or(Outline::has_faults);
        if has_faults {
            gaps.note(Gap::Faulty, in_need(task, &subject, record.language), task.place);
        }
        if need == Need::Nothing {
            // What was stopped has not looked everywhere.
            if search.go_on() {
                record.lacks(search.digest);
            }
            return Some(Vec::new());
        }
        let found = subject.hits(outline, task.wanted, search.places);
        let is_definition = |found: &Found| found.category == Category::Definition;
        let was_looked_for = need == Need::Text || task.wanted.contains(Category::Definition);
        if was_looked_for && !has_faults && !found.iter().any(is_definition) && search.go_on() {
            parsed.as_ref().unwrap_or(record).declares_no(search.digest);
        }
        Some(found)
    }

    /// The record with an outline; none where the file cannot be parsed.
    fn parse(&mut self, task: &Task<'_>, text: &[u8], record: &Arc<Record>) -> Option<Arc<Record>> {
        if record.outline.is_some() {
            return Some(Arc::clone(record));
        }
        let language = record.language?;
        let search = self.search;
        match self.parser.outline(language, text, &mut || search.go_on()) {
            Ok(outline) => {
                let record = Arc::new(record.with(Arc::new(outline)));
                self.remember(task, &record);
                Some(record)
            }
            Err(OutlineError::Stopped | OutlineError::TooLarge { .. } | OutlineError::Grammar { .. }) => None,
        }
    }

    /// A file that is searched piece by piece, as text.
    fn large(
        &mut self,
        task: &Task<'_>,
        mut file: File,
        stamp: &Stamp,
        gaps: &mut Gaps,
    ) -> io::Result<Option<Vec<Found>>> {
        let mut head = Vec::new();
        file.by_ref().take(HEAD).read_to_end(&mut head)?;
        let form = Form::of(&head);
        let language = match form {
            Form::Binary => None,
            Form::Text | Form::Wide(_) => Language::of_file(&task.name.to_string_lossy(), &head),
        };
        if !self.search.types.has(task.name, language) {
            return Ok(None);
        }
        if form == Form::Binary {
            self.remember(task, &Arc::new(Record::new(*stamp, form, language, None)));
            gaps.note(Gap::Binary, task.wanted, task.place);
            return Ok(Some(Vec::new()));
        }
        if task.wanted.is_empty() {
            return Ok(Some(Vec::new()));
        }
        if stamp.size > self.search.limits.largest_searched {
            gaps.note(Gap::TooLarge, task.wanted, task.place);
            return Ok(Some(Vec::new()));
        }
        let syntactic = task.only(&SYNTACTIC);
        let wants_text = task.wanted.contains(Category::Text);
        if !wants_text && (language.is_none() || syntactic.is_empty()) {
            return Ok(Some(Vec::new()));
        }
        let limit = if wants_text { self.search.places } else { 1 };
        let bytes = head.as_slice().chain(file.take(stamp.size.saturating_sub(head.len() as u64)));
        let go_on = || self.search.go_on();
        let ended = match form {
            Form::Wide(endian) => {
                window::search(Narrow::new(bytes, endian), self.search.query, limit, &go_on)?
            }
            Form::Text | Form::Binary => window::search(bytes, self.search.query, limit, &go_on)?,
        };
        let Ended::Whole(found) = ended else { return Ok(Some(Vec::new())) };
        if language.is_some() && !found.is_empty() {
            gaps.note(Gap::TooLargeToParse, syntactic, task.place);
        }
        Ok(Some(if wants_text { found } else { Vec::new() }))
    }
}

fn path_hit() -> Found {
    Found { category: Category::Path, line: 0, column: 0, name: String::new(), snippet: String::new() }
}

/// Of the categories that a parse tells apart, those for which it was needed.
fn in_need(task: &Task<'_>, subject: &Subject<'_>, language: Option<&Language>) -> Categories {
    let needs = |category: &Category| subject.need(language, task.only(&[*category])) == Need::Outline;
    task.only(&SYNTACTIC).iter().filter(needs).collect()
}
