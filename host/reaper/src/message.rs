//! What the host says, as it comes in on the socket.

use std::ffi::OsString;
use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use toolhost_reaper::{LAUNCH, Launch, Order};

/// What the host says.
pub(crate) enum Message {
    /// To run a command.
    Launch(Launch, Streams),
    /// To do something to the tree of the command.
    Order(Order),
}

/// Where a command reads and prints.
pub(crate) enum Streams {
    /// All on the terminal with this path.
    Terminal(OsString),
    /// Standard input is empty, both outputs go to one place.
    Together(OwnedFd),
    /// Standard input, standard output, standard error.
    Apart([OwnedFd; 3]),
}

/// Waits for the next message. None: the host is gone.
///
/// # Errors
/// The socket is broken, or the host does not speak as agreed.
pub(crate) fn receive() -> io::Result<Option<Message>> {
    loop {
        // Descriptors come with the first byte of a message.
        let Some((first, descriptors)) = first_byte()? else { return Ok(None) };
        if first == LAUNCH {
            return launch(descriptors).map(Some);
        }
        if let Some(order) = Order::from_byte(first) {
            return Ok(Some(Message::Order(order)));
        }
    }
}

fn first_byte() -> io::Result<Option<(u8, Vec<OwnedFd>)>> {
    let mut byte = [0];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    #[cfg(target_os = "linux")]
    let flags = RecvFlags::CMSG_CLOEXEC;
    #[cfg(not(target_os = "linux"))]
    let flags = RecvFlags::empty();
    let received = rustix::io::retry_on_intr(|| {
        rustix::net::recvmsg(rustix::stdio::stdin(), &mut [IoSliceMut::new(&mut byte)], &mut ancillary, flags)
    })?;
    if received.bytes == 0 {
        return Ok(None);
    }
    let descriptors = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    let descriptors = descriptors.flatten().collect();
    Ok(Some((byte[0], descriptors)))
}

fn launch(descriptors: Vec<OwnedFd>) -> io::Result<Message> {
    let mut length = [0; 4];
    read_exact(&mut length)?;
    let mut encoded = vec![0; usize::try_from(u32::from_le_bytes(length)).map_err(io::Error::other)?];
    read_exact(&mut encoded)?;
    let mut launch = Launch::decode(&encoded).ok_or(io::ErrorKind::InvalidData)?;
    let streams = streams(launch.terminal.take(), descriptors).ok_or(io::ErrorKind::InvalidData)?;
    Ok(Message::Launch(launch, streams))
}

/// How many descriptors came says what they are for.
fn streams(terminal: Option<OsString>, descriptors: Vec<OwnedFd>) -> Option<Streams> {
    if let Some(terminal) = terminal {
        return descriptors.is_empty().then_some(Streams::Terminal(terminal));
    }
    match <[OwnedFd; 1]>::try_from(descriptors) {
        Ok([output]) => Some(Streams::Together(output)),
        Err(descriptors) => descriptors.try_into().ok().map(Streams::Apart),
    }
}

fn read_exact(mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match rustix::io::retry_on_intr(|| rustix::io::read(rustix::stdio::stdin(), &mut *bytes))? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => bytes = &mut bytes[count..],
        }
    }
    Ok(())
}
