//! A command line taken apart, as far as it matters to who printed an output: its stages, and what they are joined by.

/// How deep scripts within scripts are read.
pub(super) const DEPTH: usize = 8;

/// One program of a command line with its words.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Stage {
    /// The words without quotes. A variable stands in them as it is written, for a substitution stands `$`.
    pub(super) words: Vec<String>,
    /// Whether a pipe leads to it.
    pub(super) is_piped_in: bool,
    /// Whether a pipe leads from it to the next stage.
    pub(super) is_piped_out: bool,
    /// Whether its output goes to a file.
    pub(super) is_silent: bool,
    /// The text of its here-document.
    pub(super) document: Option<String>,
    /// The stages of the command lines whose output is put in among its words.
    pub(super) inner: Vec<Stage>,
}

/// The stages of a command line, in order; `None` where a quotation or a bracket has no end, and of scripts within
/// scripts that are deeper than [`DEPTH`].
pub(super) fn stages(text: &str) -> Option<Vec<Stage>> {
    read(text, DEPTH)
}

fn read(text: &str, depth: usize) -> Option<Vec<Stage>> {
    let mut reader = Reader { rest: text, depth: depth.checked_sub(1)?, ..Reader::default() };
    while !reader.rest.is_empty() {
        reader.step()?;
    }
    reader.end_stage();
    Some(reader.stages)
}

/// Words of the shell's grammar that may stand before a program.
const KEYWORDS: [&str; 15] = [
    "!", "{", "}", "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "esac", "time",
    "coproc",
];

/// What the next word is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Next {
    #[default]
    OfProgram,
    /// A file that is read, or where another descriptor leads.
    Unheeded,
    /// Where the output goes.
    Output,
    /// The end of a here-document; whether tabs are taken off its lines.
    Document(bool),
}

#[derive(Debug, Default)]
struct Reader<'a> {
    rest: &'a str,
    depth: usize,
    stages: Vec<Stage>,
    stage: Stage,
    /// The word that is read; an empty one in quotation marks is one, too.
    word: Option<String>,
    next: Next,
    /// Whether a pipe leads to the stage that comes.
    is_joined: bool,
    /// The ends of the here-documents that begin below this line, each with the stage that it is for.
    documents: Vec<(String, bool, usize)>,
}

impl<'a> Reader<'a> {
    fn step(&mut self) -> Option<()> {
        let first = self.rest.chars().next()?;
        match first {
            '\'' => {
                let quoted = self.through("'", '\'')?;
                self.word().push_str(quoted);
            }
            '"' => self.double_quoted()?,
            '\\' => self.escaped(),
            '#' if self.word.is_none() => {
                self.rest = self.rest.find('\n').and_then(|end| self.rest.get(end..)).unwrap_or_default();
            }
            '\n' => {
                self.pass(first);
                self.end_stage();
                self.read_documents();
            }
            '|' | '&' | ';' | '(' | ')' if !self.rest.starts_with("&>") => self.separate(first),
            _ if first.is_whitespace() => {
                self.pass(first);
                self.end_word();
            }
            _ if self.expanded(first)?.is_some() => {}
            '<' | '>' | '&' => self.redirect(),
            _ => {
                self.pass(first);
                self.word().push(first);
            }
        }
        Some(())
    }

    fn pass(&mut self, character: char) {
        self.rest = self.rest.strip_prefix(character).unwrap_or(self.rest);
    }

    /// Passes `from` and all through the next `to`; what is between. `None` where there is no end.
    fn through(&mut self, from: &str, to: char) -> Option<&'a str> {
        let (between, rest) = self.rest.strip_prefix(from)?.split_once(to)?;
        self.rest = rest;
        Some(between)
    }

    fn word(&mut self) -> &mut String {
        self.word.get_or_insert_default()
    }

    fn double_quoted(&mut self) -> Option<()> {
        self.pass('"');
        self.word();
        loop {
            let first = self.rest.chars().next()?;
            match first {
                '"' => {
                    self.pass(first);
                    return Some(());
                }
                '\\' => self.escaped(),
                '$' | '`' if self.expanded(first)?.is_some() => {}
                _ => {
                    self.pass(first);
                    self.word().push(first);
                }
            }
        }
    }

    /// A backslash and what it is before. It stays before a letter: there it is part of a path of Windows, or of what
    /// `printf` makes a line end of.
    fn escaped(&mut self) {
        self.pass('\\');
        let Some(next) = self.rest.chars().next() else { return };
        self.pass(next);
        match next {
            '\n' => {}
            _ if next.is_alphanumeric() => self.word().extend(['\\', next]),
            _ => self.word().push(next),
        }
    }

    /// Reads a substitution or `${…}`, if one stands next.
    fn expanded(&mut self, first: char) -> Option<Option<()>> {
        let inner = match first {
            '`' => self.through("`", '`')?,
            '$' if self.rest.starts_with("${") => {
                let variable = self.through("${", '}')?;
                self.word().push_str("${");
                self.word().push_str(variable);
                self.word().push('}');
                return Some(Some(()));
            }
            '$' | '<' | '>' if self.rest.get(1..).is_some_and(|rest| rest.starts_with('(')) => {
                self.pass(first);
                let end = end_of_bracket(self.rest)?;
                let (bracket, rest) = self.rest.split_at_checked(end)?;
                self.rest = rest;
                bracket.strip_prefix('(')?.strip_suffix(')')?
            }
            _ => return Some(None),
        };
        // `$((1 + 2))` runs nothing.
        if !inner.starts_with('(') {
            self.stage.inner.extend(read(inner, self.depth)?);
        }
        self.word().push('$');
        Some(Some(()))
    }

    /// `>file`, `2>&1`, `&>file`, `<file`, `<<END`, `<<<text`.
    fn redirect(&mut self) {
        let is_both = self.rest.starts_with('&');
        self.rest = self.rest.trim_start_matches('&');
        let is_other = self.word.take_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        self.end_word();
        let is_of_output = is_both || is_other.is_none_or(|descriptor| descriptor == "1");
        let operators = ["<<<", "<<-", "<<", "<>", "<&", "<", ">>", ">|", ">&", ">"];
        let operator = operators.into_iter().find(|operator| self.rest.starts_with(operator)).unwrap_or(">");
        self.rest = self.rest.strip_prefix(operator).unwrap_or(self.rest);
        self.next = match operator {
            "<<" | "<<-" => Next::Document(operator == "<<-"),
            ">>" | ">|" | ">" if is_of_output => Next::Output,
            _ => Next::Unheeded,
        };
        if operator == "<<<" {
            self.stage.document = Some(String::new());
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        match std::mem::take(&mut self.next) {
            Next::OfProgram => {
                if !self.stage.words.is_empty() || !KEYWORDS.contains(&word.as_str()) {
                    self.stage.words.push(word);
                }
            }
            Next::Unheeded => {}
            Next::Output => self.stage.is_silent = !is_shown(&word),
            Next::Document(strips_tabs) => {
                self.documents.push((word, strips_tabs, self.stages.len()));
                self.stage.document = Some(String::new());
            }
        }
    }

    fn separate(&mut self, first: char) {
        let is_pipe = first == '|' && !self.rest.starts_with("||");
        let separator =
            if self.rest.starts_with("|&") || self.rest.starts_with("||") || self.rest.starts_with("&&") {
                2
            } else {
                1
            };
        self.rest = self.rest.get(separator..).unwrap_or_default();
        self.end_word();
        self.stage.is_piped_out = is_pipe;
        self.end_stage();
        // The bracket of a group stands between a pipe and the first stage that it leads to.
        self.is_joined = is_pipe || self.is_joined && first == '(';
    }

    fn end_stage(&mut self) {
        self.end_word();
        let mut stage = std::mem::take(&mut self.stage);
        if stage.words.is_empty() && stage.inner.is_empty() && stage.document.is_none() {
            return;
        }
        stage.is_piped_in = std::mem::take(&mut self.is_joined);
        self.stages.push(stage);
    }

    fn read_documents(&mut self) {
        for (end, strips_tabs, stage) in std::mem::take(&mut self.documents) {
            let mut document = String::new();
            while !self.rest.is_empty() {
                let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
                self.rest = rest;
                let line = if strips_tabs { line.trim_start_matches('\t') } else { line };
                if line == end {
                    break;
                }
                document.push_str(line);
                document.push('\n');
            }
            if let Some(stage) = self.stages.get_mut(stage) {
                stage.document = Some(document);
            }
        }
    }
}

/// Whether what goes to this file is shown all the same.
fn is_shown(file: &str) -> bool {
    ["/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/"].iter().any(|device| file.starts_with(device))
}

/// Where the bracket ends with which `text` begins. One in quotation marks or in a here-document is none.
fn end_of_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut is_escaped = false;
    let mut document = None;
    let mut next = 0;
    for (at, character) in text.char_indices() {
        if at < next {
            continue;
        }
        match (character, quote) {
            _ if is_escaped => is_escaped = false,
            ('\\', None | Some('"')) => is_escaped = true,
            (_, Some(mark)) if character == mark => quote = None,
            (_, Some(_)) => {}
            ('\'' | '"', None) => quote = Some(character),
            ('(', None) => depth += 1,
            (')', None) => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            ('<', None) => {
                let rest = text.get(at..)?;
                next = at + rest.len() - rest.trim_start_matches('<').len();
                document = if next - at == 2 { end_of_document(text.get(next..)?) } else { document };
            }
            ('\n', None) => {
                let Some(end) = document.take() else { continue };
                let mut lines = text.get(at + 1..)?.split_inclusive('\n');
                let body = lines.by_ref().take_while(|line| line.trim_start_matches('\t').trim_end() != end);
                next = at + 1 + body.map(str::len).sum::<usize>() + end.len();
            }
            _ => {}
        }
    }
    None
}

/// The line with which the here-document ends whose operator stands before `text`.
fn end_of_document(text: &str) -> Option<&str> {
    let text = text.strip_prefix('-').unwrap_or(text).trim_start_matches(' ');
    let word = text.split(|c: char| c.is_whitespace() || ";|&<>()".contains(c)).next()?;
    Some(word.trim_matches(['\'', '"', '\\']))
}

#[cfg(test)]
#[path = "script_tests.rs"]
mod tests;
