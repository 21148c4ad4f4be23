//! The side that asks, and waits for the answer.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use rustix::io::{Errno, FdFlags};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType};
use thiserror::Error;

use crate::place::{folder, host_of, socket_of};
use crate::words::{Done, Greeting, MAX_QUESTION, Once, Question, Reply, to_line};

/// Longer than the bounded end of a tree takes. A call takes as long as it takes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum AskError {
    /// Nobody took the question, so nothing was done.
    #[error("the host cannot be asked: {0}")]
    Unreachable(#[source] io::Error),
    /// The question is longer than [`MAX_QUESTION`], and was not sent.
    #[error("the question has {0} bytes, and at most {MAX_QUESTION} are read")]
    TooLong(usize),
    /// The question was sent. Whether what it asks for was done, nobody knows.
    #[error("the connection to the host broke before it answered: {0}")]
    Unanswered(#[source] io::Error),
    /// What came is no answer.
    #[error("the host's answer cannot be read: {0}")]
    Garbled(#[from] serde_json::Error),
}

impl AskError {
    /// Whether there is no such host any more, or it ended before it had read the whole question.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        use io::ErrorKind::{BrokenPipe, ConnectionRefused, ConnectionReset, NotFound};
        matches!(self, AskError::Unreachable(error)
            if matches!(error.kind(), BrokenPipe | ConnectionRefused | ConnectionReset | NotFound))
    }
}

/// Asks the host behind a socket. Without `patience` the answer is waited for as long as it takes.
///
/// # Errors
/// See [`AskError`].
pub fn ask(socket: &Path, question: &Question, patience: Option<Duration>) -> Result<Reply, AskError> {
    let stream = connect(socket)?;
    stream.set_read_timeout(patience).map_err(AskError::Unreachable)?;
    send(&stream, &to_line(question)?)?;
    let answer = next_line(&mut BufReader::new(&stream)).map_err(AskError::Unanswered)?;
    Ok(serde_json::from_str(&answer)?)
}

/// Asks the host with this process id; none if no such host runs.
///
/// # Errors
/// See [`AskError`].
pub fn ask_one(state: &Path, host: u32, question: &Question) -> Result<Option<Reply>, AskError> {
    let patience = match question {
        Question::Call { .. } => None,
        Question::Sessions | Question::End { .. } => Some(PATIENCE),
    };
    match ask(&socket_of(state, host), question, patience) {
        Err(error) if error.is_gone() => Ok(None),
        reply => reply.map(Some),
    }
}

/// Asks every running host of the user, one after another, in the order of their process ids. The sockets of hosts that
/// are gone are removed.
pub fn ask_all(state: &Path, question: &Question) -> Vec<(u32, Result<Reply, AskError>)> {
    let mut replies = Vec::new();
    for entry in fs::read_dir(folder(state)).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(host) = host_of(&path) else { continue };
        match ask(&path, question, Some(PATIENCE)) {
            Err(error) if error.is_gone() => {
                // It is out of use all the same if somebody else was quicker.
                let _ = fs::remove_file(&path);
            }
            reply => replies.push((host, reply)),
        }
    }
    replies.sort_by_key(|(host, _)| *host);
    replies
}

/// A host that stands by and has said that it takes one call.
#[derive(Debug)]
pub struct Standing {
    stream: BufReader<UnixStream>,
}

impl Standing {
    /// Finds the host behind a socket and waits for its word; none if there is none or it takes no call. Nothing was
    /// asked so far.
    #[must_use]
    pub fn find(socket: &Path) -> Option<Standing> {
        // Whoever may put a socket there may also read what is asked.
        let is_own = |metadata: fs::Metadata| metadata.uid() == rustix::process::geteuid().as_raw();
        if !fs::symlink_metadata(socket).is_ok_and(is_own) {
            return None;
        }
        let mut stream = BufReader::new(connect(socket).ok()?);
        // One that hangs takes no calls.
        stream.get_ref().set_read_timeout(Some(PATIENCE)).ok()?;
        let greeting = serde_json::from_str(&next_line(&mut stream).ok()?).ok()?;
        stream.get_ref().set_read_timeout(None).ok()?;
        matches!(greeting, Greeting::Ready).then_some(Standing { stream })
    }

    /// Asks for the call.
    ///
    /// # Errors
    /// [`AskError::Unreachable`] and [`AskError::TooLong`]: nothing was done.
    pub fn ask(&mut self, call: &Once) -> Result<(), AskError> {
        send(self.stream.get_ref(), &to_line(call)?)
    }

    /// Waits for the answer as long as it takes.
    ///
    /// # Errors
    /// [`AskError::Unanswered`] and [`AskError::Garbled`].
    pub fn answer(&mut self) -> Result<Done, AskError> {
        let answer = next_line(&mut self.stream).map_err(AskError::Unanswered)?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// Waits until the host has ended all that the call left running, which it says by the end of the connection.
    pub fn wait_for_end(mut self) {
        // A host that is killed has ended, too, and everything of it.
        let _ = self.stream.read(&mut [0]);
    }
}

/// Connects at once or not at all: a host that is stopped, and that so many have called that no more fit in, would hold
/// up the next one for ever.
fn connect(socket: &Path) -> Result<UnixStream, AskError> {
    let connect = || {
        let address = SocketAddrUnix::new(socket)?;
        let stream = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
        rustix::io::fcntl_setfd(&stream, FdFlags::CLOEXEC)?;
        rustix::io::ioctl_fionbio(&stream, true)?;
        rustix::net::connect(&stream, &address)?;
        rustix::io::ioctl_fionbio(&stream, false)?;
        Ok(UnixStream::from(stream))
    };
    connect().map_err(|errno: Errno| AskError::Unreachable(errno.into()))
}

/// Sends a line. A host does nothing before it has seen the end of one, which is sent last.
fn send(mut stream: &UnixStream, line: &[u8]) -> Result<(), AskError> {
    if line.len() > MAX_QUESTION {
        return Err(AskError::TooLong(line.len()));
    }
    stream.write_all(line).map_err(AskError::Unreachable)
}

/// The next whole line.
fn next_line(stream: &mut impl BufRead) -> io::Result<String> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    if line.ends_with('\n') { Ok(line) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

#[cfg(test)]
#[path = "ask_tests.rs"]
mod tests;
