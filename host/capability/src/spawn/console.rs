//! The host's side of a pseudo console, which is what Windows has for a terminal.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use portable_pty::MasterPty;

use super::tree::size;

/// What a terminal answers when it is asked where its cursor is: top left.
const CURSOR: &[u8] = b"\x1b[1;1R";

/// What the keys Ctrl and C type. The console makes an interrupt of it, for every program on it that has not
/// asked for the bare key.
const INTERRUPT: &[u8] = b"\x03";

/// The host's side of a pseudo console.
pub struct Pty {
    /// None once the console was closed.
    master: Mutex<Option<Box<dyn MasterPty + Send>>>,
    keyboard: Keyboard,
}

/// What is typed: by the client, and by whoever interrupts.
#[derive(Clone)]
struct Keyboard(Arc<Mutex<Box<dyn Write + Send>>>);

impl Pty {
    /// Takes over a console on which the command was just started. The console asks where the cursor is, because
    /// `portable-pty` creates it with `PSEUDOCONSOLE_INHERIT_CURSOR`, and lets no program begin before it
    /// knows; so the answer is typed at once.
    pub(super) fn new(master: Box<dyn MasterPty + Send>) -> io::Result<Pty> {
        let mut writer = master.take_writer().map_err(io::Error::other)?;
        writer.write_all(CURSOR)?;
        Ok(Pty { master: Mutex::new(Some(master)), keyboard: Keyboard(Arc::new(Mutex::new(writer))) })
    }

    /// Where to write what is typed.
    pub fn writer(&self) -> io::Result<Box<dyn Write + Send>> {
        Ok(Box::new(self.keyboard.clone()))
    }

    /// Changes rows and columns, and tells the programs on the console.
    pub fn resize(&self, (rows, cols): (u16, u16)) -> io::Result<()> {
        match &*self.lock() {
            Some(master) => master.resize(size(rows, cols)).map_err(io::Error::other),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// A console has no byte that hands over what was typed without ending the line.
    pub fn flush_byte(&self) -> Option<u8> {
        None
    }

    /// Types an interrupt. It may have to wait for the console to read.
    pub(super) fn interrupt(&self) -> io::Result<()> {
        self.keyboard.clone().write_all(INTERRUPT)
    }

    /// Closes the console, which ends the host process behind it and, with that, the output. Before Windows 11
    /// 24H2 it waits until everything printed was read.
    pub(super) fn close(&self) {
        let master = self.lock().take();
        drop(master);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Box<dyn MasterPty + Send>>> {
        self.master.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keyboard {
    fn lock(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Keyboard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().flush()
    }
}
