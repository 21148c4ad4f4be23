//! From the tree of a command line to its invocations, with what an exit status of 0 says of each.

use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

use super::words::{all, children, word};
use super::wrappers::{SHELLS, innermost, name};
use super::{Invocation, Script, Word};

/// The longest command line that is read, in bytes: above what a system takes as one argument.
pub const MAX_BYTES: usize = 256 * 1024;

/// How deep `sh -c` may stand in `sh -c`.
const MAX_SHELLS: usize = 4;

/// How deep groups and lists may stand in each other: more than anybody writes, and far from what a stack bears.
const MAX_DEPTH: usize = 200;

/// Files that keep nothing.
const SINKS: &str = "/dev/";

pub(super) fn read(text: &str) -> Script {
    let mut reader = Reader::default();
    reader.read(text, 0);
    let Reader { mut found, functions, variables, is_doubtful, is_unread, .. } = reader;
    for invocation in &mut found {
        let is_function = invocation.words.first().is_some_and(|program| functions.contains(program));
        invocation.certain &= !is_doubtful && !is_unread && !is_function;
    }
    Script { invocations: found, functions, variables, is_understood: !is_unread }
}

#[derive(Default)]
struct Reader {
    found: Vec<Invocation>,
    functions: BTreeSet<Word>,
    variables: BTreeSet<String>,
    options: Options,
    /// The shell may have ended well before what follows.
    has_ended: bool,
    /// Something here says that the status of the whole means nothing.
    is_doubtful: bool,
    /// Something here could not be read.
    is_unread: bool,
    /// Whether what is read stands in a pipe, or gives its output to a word.
    is_piped: bool,
    /// Whether what is read is the body of a function.
    is_in_function: bool,
}

/// Options of the shell that decide which status counts.
#[derive(Default, Clone, Copy)]
struct Options {
    errexit: bool,
    pipefail: bool,
}

/// How a node's status is known to have been 0 when that of the whole is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    No,
    /// It is the status of the whole.
    Status,
    /// The shell would have ended otherwise, which it does not do within a list.
    Errexit,
}

impl Known {
    /// Of what stands on the left side of a list: the shell goes on when that fails.
    fn in_list(self) -> Known {
        if self == Known::Status { Known::Status } else { Known::No }
    }
}

/// A text and how deep the reader is in it.
#[derive(Clone, Copy)]
struct Place<'a> {
    text: &'a str,
    shells: usize,
    depth: usize,
}

impl Reader {
    fn read(&mut self, text: &str, shells: usize) {
        self.read_as(text, shells, Known::Status);
    }

    fn read_as(&mut self, text: &str, shells: usize, known: Known) {
        let Some(tree) = tree(text) else {
            self.is_unread = true;
            return;
        };
        self.is_unread |= tree.root_node().has_error();
        self.sequence(tree.root_node(), known, Place { text, shells, depth: 0 });
    }

    fn visit(&mut self, node: Node<'_>, known: Known, place: Place<'_>) {
        if place.depth == MAX_DEPTH {
            self.is_unread = true;
            return;
        }
        let place = Place { depth: place.depth + 1, ..place };
        match node.kind() {
            "command" => self.command(node, known, place),
            "list" => self.list(node, known, place),
            "pipeline" => self.pipeline(node, known, place),
            "redirected_statement" => self.redirected(node, known, place),
            "compound_statement" => self.sequence(node, known, place),
            "subshell" => self.apart(|reader| reader.sequence(node, known, place)),
            "function_definition" => {
                if let Some(called) = node.child_by_field_name("name") {
                    self.functions.insert(place.text.get(called.byte_range()).map(str::to_owned));
                }
                let is_in_function = std::mem::replace(&mut self.is_in_function, true);
                self.inside(node, place);
                self.is_in_function = is_in_function;
            }
            "variable_assignment" => {
                self.set(node, place.text);
                self.inside(node, place);
            }
            "declaration_command" | "unset_command" => {
                children(node).into_iter().for_each(|declared| self.set(declared, place.text));
                self.inside(node, place);
            }
            "for_statement" => {
                node.child_by_field_name("variable").into_iter().for_each(|name| self.set(name, place.text));
                self.inside(node, place);
            }
            "command_substitution" | "process_substitution" => {
                self.piped(|reader| reader.inside(node, place));
            }
            _ => self.inside(node, place),
        }
    }

    /// Everything below a node of which it is not known whether and how often it runs.
    fn inside(&mut self, node: Node<'_>, place: Place<'_>) {
        for child in children(node) {
            self.visit(child, Known::No, place);
        }
    }

    /// Statements one after the other.
    fn sequence(&mut self, node: Node<'_>, known: Known, place: Place<'_>) {
        let all = all(node);
        let is_statement = |node: &Node<'_>| {
            node.is_named() && node.kind() != "comment" && !node.kind().starts_with("heredoc")
        };
        let last = all.iter().rposition(is_statement);
        let passed_on = last.and_then(|last| {
            let passed_on = passed_on(*all.get(last)?, place.text)?;
            Some((all.get(..last)?.iter().rposition(is_statement)?, passed_on))
        });
        for (index, statement) in all.iter().enumerate().filter(|(_, node)| is_statement(node)) {
            let is_background = all.get(index + 1).is_some_and(|next| next.kind() == "&");
            let known = match known {
                _ if is_background || self.has_ended => Known::No,
                known if Some(index) == last => known,
                Known::Status if passed_on == Some((index, PassedOn::Status)) => known,
                Known::Status if passed_on == Some((index, PassedOn::FirstStage)) => {
                    self.first_stage(*statement, place);
                    continue;
                }
                Known::Status | Known::Errexit if self.options.errexit => Known::Errexit,
                _ => Known::No,
            };
            if is_background {
                self.apart(|reader| reader.visit(*statement, known, place));
            } else {
                self.visit(*statement, known, place);
            }
        }
    }

    /// A statement of whose first stage the status is that of the whole.
    fn first_stage(&mut self, statement: Node<'_>, place: Place<'_>) {
        if statement.kind() != "pipeline" {
            let known = if statement.kind() == "command" { Known::Status } else { Known::No };
            return self.visit(statement, known, place);
        }
        let stages = children(statement);
        for (index, stage) in stages.iter().enumerate() {
            let known = if index == 0 { Known::Status } else { Known::No };
            self.piped(|reader| reader.visit(*stage, known, place));
        }
    }

    fn list(&mut self, node: Node<'_>, known: Known, place: Place<'_>) {
        let [left, right] = children(node)[..] else { return self.inside(node, place) };
        self.joined(left, operator(node), right, known, place);
    }

    fn joined(
        &mut self,
        left: Node<'_>,
        operator: Option<&str>,
        right: Node<'_>,
        known: Known,
        place: Place<'_>,
    ) {
        match operator {
            Some("&&") => {
                self.visit(left, known.in_list(), place);
                let known = if self.has_ended { Known::No } else { known };
                self.visit(right, known, place);
            }
            Some("||") if always_fails(right, place.text) => {
                self.visit(left, known, place);
                self.visit(right, Known::No, place);
            }
            _ => {
                self.visit(left, Known::No, place);
                self.visit(right, Known::No, place);
            }
        }
    }

    fn pipeline(&mut self, node: Node<'_>, known: Known, place: Place<'_>) {
        let mut stages = children(node);
        // The grammar takes `a && b 2>&1 | c` for `{ a && b 2>&1; } | c`, which it is not.
        let first = stages.first().copied();
        let body = first.map(|first| first.child_by_field_name("body").unwrap_or(first));
        let list = body.filter(|body| body.kind() == "list").map(|body| (children(body), operator(body)));
        let Some((parts, operator)) = list else { return self.stages(&stages, known, place) };
        let [left, right] = parts[..] else { return self.inside(node, place) };
        let outputs = first.map(|first| outputs(first, place.text)).unwrap_or_default();
        stages[0] = right;
        let is_and = operator == Some("&&");
        self.visit(left, if is_and { known.in_list() } else { Known::No }, place);
        let from = self.found.len();
        self.stages(&stages, if is_and { known } else { Known::No }, place);
        if let Some(writer) = self.found.get_mut(from) {
            writer.outputs.extend(outputs);
        }
    }

    fn stages(&mut self, stages: &[Node<'_>], known: Known, place: Place<'_>) {
        for (index, stage) in stages.iter().enumerate() {
            let is_known = index + 1 == stages.len() || self.options.pipefail;
            let known = if is_known { known } else { Known::No };
            self.piped(|reader| reader.visit(*stage, known, place));
        }
    }

    fn redirected(&mut self, node: Node<'_>, known: Known, place: Place<'_>) {
        let first = self.found.len();
        let redirects: Vec<Node<'_>> =
            children(node).into_iter().filter(|child| child.kind().ends_with("_redirect")).collect();
        let body = node.child_by_field_name("body");
        // What stands behind the name of a here-document belongs to the statement, not to the document.
        let heredoc = redirects.iter().find(|redirect| redirect.kind() == "heredoc_redirect");
        let next = heredoc.and_then(|heredoc| {
            children(*heredoc).into_iter().find(|child| {
                matches!(child.kind(), "pipeline" | "command" | "list" | "redirected_statement")
            })
        });
        let operator = heredoc
            .and_then(|heredoc| heredoc.child_by_field_name("operator"))
            .map(|operator| operator.kind());
        let is_pipe = next.is_some() && operator.is_none();
        if let Some(body) = body {
            let is_known = match operator {
                _ if next.is_none() => true,
                Some("&&") => true,
                Some(_) => false,
                None => self.options.pipefail,
            };
            let known = if is_known { known } else { Known::No };
            if is_pipe {
                self.piped(|reader| reader.visit(body, known, place));
            } else {
                self.visit(body, known, place);
            }
        }
        let mut outputs = outputs(node, place.text);
        outputs.extend(heredoc.into_iter().flat_map(|heredoc| self::outputs(*heredoc, place.text)));
        // Of a pipeline or a list only the last command writes there.
        let is_of_last = body.is_some_and(|body| matches!(body.kind(), "pipeline" | "list"));
        let from = if is_of_last { self.found.len().saturating_sub(1).max(first) } else { first };
        for invocation in self.found.iter_mut().skip(from) {
            invocation.outputs.extend(outputs.iter().cloned());
        }
        if let Some(next) = next {
            let known = if operator == Some("||") { Known::No } else { known };
            if is_pipe {
                self.piped(|reader| reader.visit(next, known, place));
            } else {
                self.visit(next, known, place);
            }
        }
    }

    fn command(&mut self, node: Node<'_>, known: Known, place: Place<'_>) {
        let mut words = Vec::new();
        for child in children(node) {
            match child.kind() {
                "variable_assignment" => self.set(child, place.text),
                "file_redirect" | "heredoc_redirect" | "herestring_redirect" => {}
                _ => words.push(word(child, place.text)),
            }
            self.substitutions(child, place);
        }
        let outputs = outputs(node, place.text);
        let inner = innermost(&words);
        let program = inner.first().and_then(Option::as_deref).map(name);
        match (program, inner) {
            (Some("exit" | "return"), [_, status]) if is_failure(status) => {}
            (Some("exit" | "return" | "break" | "continue"), _) => self.has_ended = true,
            (Some("trap"), _) => self.is_doubtful = true,
            (Some("set"), _) => self.options.set(&inner[1..]),
            _ => {}
        }
        let script = program.and_then(|program| script(program, inner)).filter(|_| place.shells < MAX_SHELLS);
        match script {
            Some((script, options)) => self.apart(|reader| {
                let first = reader.found.len();
                reader.options = options;
                reader.has_ended = false;
                reader.read_as(&script, place.shells + 1, known);
                reader
                    .found
                    .iter_mut()
                    .skip(first)
                    .for_each(|inner| inner.outputs.extend_from_slice(&outputs));
            }),
            None if words.is_empty() => {}
            None => {
                // After `exec PROGRAM` the shell is that program.
                self.has_ended |=
                    words.first().is_some_and(|word| word.as_deref() == Some("exec")) && words.len() > 1;
                self.found.push(Invocation {
                    words,
                    outputs,
                    certain: known != Known::No,
                    is_piped: self.is_piped,
                    is_in_function: self.is_in_function,
                    place: words_of(node).filter(|_| place.shells == 0),
                });
            }
        }
    }

    /// Remembers the variable that a node sets or declares: its text up to what cannot stand in a name, for a value may
    /// be what only the shell will know.
    fn set(&mut self, node: Node<'_>, text: &str) {
        let source = text.get(node.byte_range()).unwrap_or_default().trim_start_matches(['"', '\'']);
        let end = source.find(|character: char| character != '_' && !character.is_ascii_alphanumeric());
        let name = source.get(..end.unwrap_or(source.len())).unwrap_or_default();
        if !name.is_empty() {
            self.variables.insert(name.to_owned());
        }
    }

    /// Commands whose output becomes part of a word.
    fn substitutions(&mut self, node: Node<'_>, place: Place<'_>) {
        if place.depth == MAX_DEPTH {
            self.is_unread = true;
            return;
        }
        let place = Place { depth: place.depth + 1, ..place };
        if matches!(node.kind(), "command_substitution" | "process_substitution") {
            self.piped(|reader| reader.inside(node, place));
        } else {
            for child in children(node) {
                self.substitutions(child, place);
            }
        }
    }

    /// Reads what runs in a shell of its own, with a pipe at one of its ends.
    fn piped(&mut self, read: impl FnOnce(&mut Self)) {
        let is_piped = std::mem::replace(&mut self.is_piped, true);
        self.apart(read);
        self.is_piped = is_piped;
    }

    /// Reads what runs in a shell of its own: options and exits do not come out of it.
    fn apart(&mut self, read: impl FnOnce(&mut Self)) {
        let (options, has_ended) = (self.options, self.has_ended);
        read(self);
        self.options = options;
        self.has_ended = has_ended;
    }
}

impl Options {
    /// What `set` does with these words.
    fn set(&mut self, words: &[Word]) {
        let mut words = words.iter().flatten();
        while let Some(word) = words.next() {
            let Some(letters) = word.strip_prefix(['-', '+']) else { return };
            let on = word.starts_with('-');
            self.errexit = if letters.contains('e') { on } else { self.errexit };
            if letters.contains('o') {
                match words.next().map(String::as_str) {
                    Some("errexit") => self.errexit = on,
                    Some("pipefail") => self.pipefail = on,
                    _ => {}
                }
            }
        }
    }
}

/// The tree of a command line; none for one that is too long.
pub(super) fn tree(text: &str) -> Option<Tree> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

/// From the first word of a command to its last; none where something else stands between them.
fn words_of(command: Node<'_>) -> Option<Range<usize>> {
    let mut parts = children(command).into_iter().skip_while(|part| part.kind() == "variable_assignment");
    let first = parts.next()?;
    let is_redirect = |part: &Node<'_>| part.kind().ends_with("_redirect");
    let mut end = first.end_byte();
    let mut is_plain = !is_redirect(&first);
    for part in parts {
        is_plain &= !is_redirect(&part);
        end = part.end_byte();
    }
    is_plain.then(|| first.start_byte()..end)
}

/// What joins the two sides of a list.
fn operator<'tree>(list: Node<'tree>) -> Option<&'tree str> {
    all(list).into_iter().find(|child| !child.is_named()).map(|operator| operator.kind())
}

/// Files that the redirections directly below a node write to.
fn outputs(node: Node<'_>, text: &str) -> Vec<Word> {
    children(node).into_iter().filter_map(|child| output(child, text)).collect()
}

/// The file that a redirection writes to; none for one that reads, that copies a descriptor or that keeps nothing.
fn output(redirect: Node<'_>, text: &str) -> Option<Word> {
    if redirect.kind() != "file_redirect" {
        return None;
    }
    let operator = all(redirect).into_iter().find(|child| !child.is_named())?;
    if !matches!(operator.kind(), ">" | ">>" | "&>" | "&>>" | ">|") {
        return None;
    }
    let target = word(redirect.child_by_field_name("destination")?, text);
    let is_sink = target.as_deref().is_some_and(|target| target.starts_with(SINKS));
    (!is_sink).then_some(target)
}

/// Of what an `exit` passes the status on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PassedOn {
    /// Of the statement before it.
    Status,
    /// Of the first stage of the pipeline before it.
    FirstStage,
}

/// What a statement passes on, if it is an `exit` with the status of what came before.
fn passed_on(node: Node<'_>, text: &str) -> Option<PassedOn> {
    let status = text.get(node.byte_range())?.strip_prefix("exit ")?.trim();
    match status.trim_matches('"') {
        "$?" | "${?}" => Some(PassedOn::Status),
        "${PIPESTATUS[0]}" => Some(PassedOn::FirstStage),
        _ => None,
    }
}

/// Whether a statement ends with another status than 0, whatever happens.
fn always_fails(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "command" => {
            let words: Vec<Word> = children(node).into_iter().map(|child| word(child, text)).collect();
            match &words[..] {
                [Some(program)] => program == "false",
                [Some(program), status] => {
                    matches!(program.as_str(), "exit" | "return") && is_failure(status)
                }
                _ => false,
            }
        }
        // `{ echo why; exit 1; }`
        "compound_statement" | "subshell" => {
            children(node).last().is_some_and(|last| always_fails(*last, text))
        }
        "redirected_statement" => {
            node.child_by_field_name("body").is_some_and(|body| always_fails(body, text))
        }
        _ => false,
    }
}

fn is_failure(status: &Word) -> bool {
    status.as_deref().and_then(|status| status.parse::<u32>().ok()).is_some_and(|status| status % 256 != 0)
}

/// The text that a shell, or `eval`, is to run, with the options that it begins with.
fn script(program: &str, words: &[Word]) -> Option<(String, Options)> {
    let arguments = &words[1..];
    if program == "eval" {
        let words: Option<Vec<&str>> = arguments.iter().map(Option::as_deref).collect();
        return Some((words?.join(" "), Options::default()));
    }
    if !SHELLS.contains(&program) {
        return None;
    }
    // Options up to the one with a `c`, then the text.
    let at = arguments.iter().position(|word| {
        word.as_deref()
            .is_some_and(|word| word.starts_with('-') && !word.starts_with("--") && word.contains('c'))
    })?;
    let before: Vec<Word> = arguments[..=at].to_vec();
    let mut options = Options::default();
    options.set(&before);
    let is_checked_only = before.iter().flatten().any(|word| !word.starts_with("--") && word.contains('n'));
    let text = arguments.get(at + 1)?.clone()?;
    (!is_checked_only).then_some((text, options))
}
