//! MCP as lines of JSON on two byte streams.
//!
//! The library has such a transport. This one also says when an answer was written, answers lines that are no
//! messages in place of leaving their sender waiting, and survives notifications before the session is open.

use std::io;
use std::sync::Arc;

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, GetMeta, JsonRpcError, ProtocolVersion, ServerJsonRpcMessage,
};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::handler::Link;
use crate::message;

/// The longest line that is read, in bytes. Over HTTP a request may have half of it.
pub(crate) const MAX_LINE: usize = 16 << 20;

/// What some editors put before text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// MCP as lines of JSON.
pub(crate) struct Lines<R, W> {
    reader: BufReader<R>,
    /// What was read of the next line.
    line: Vec<u8>,
    /// The line is too long; the rest of it is read and dropped.
    skipping: bool,
    max_line: usize,
    writer: Arc<Mutex<Option<W>>>,
    /// An answer to a line that was no message, being written. No further line is read meanwhile, so that a client
    /// that sends nonsense and reads nothing waits.
    refusing: Option<JoinHandle<()>>,
    link: Link,
    /// Whether a request has begun a session; before, the library ends at anything else.
    is_open: bool,
    gone: CancellationToken,
}

enum Line {
    Whole,
    TooLong,
    End,
}

impl<R, W> Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Lines of at most `max_line` bytes from the client that has this link.
    pub(crate) fn new(reader: R, writer: W, link: Link, max_line: usize) -> Self {
        Lines {
            reader: BufReader::new(reader),
            line: Vec::new(),
            skipping: false,
            max_line,
            writer: Arc::new(Mutex::new(Some(writer))),
            refusing: None,
            link,
            is_open: false,
            gone: CancellationToken::new(),
        }
    }

    /// Cancelled when the client is gone: its stream ended, or takes no answers any more.
    pub(crate) fn gone(&self) -> CancellationToken {
        self.gone.clone()
    }

    /// The next message; none at the end. May be dropped at any await: what was read is kept.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(refusing) = &mut self.refusing {
                // A panic there is no reason for one here.
                let _ = refusing.await;
                self.refusing = None;
            }
            let refusal = match self.read_line().await {
                Line::Whole => {
                    let line = std::mem::take(&mut self.line);
                    let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line).trim_ascii();
                    match serde_json::from_slice(text) {
                        _ if text.is_empty() => None,
                        Ok(message) if self.admits(&message) => return Some(message),
                        Ok(_) => None,
                        Err(_) => message::refuse(text),
                    }
                }
                Line::TooLong => Some(message::too_long(self.max_line)),
                Line::End => return None,
            };
            self.refusing = refusal.map(|error| self.refuse(error));
        }
    }

    /// Reads on until there is a line. The last one need not be terminated.
    async fn read_line(&mut self) -> Line {
        loop {
            let Ok(available) = self.reader.fill_buf().await else { return Line::End };
            if available.is_empty() {
                let skipped = std::mem::take(&mut self.skipping);
                return match self.line.is_empty() {
                    _ if skipped => Line::TooLong,
                    true => Line::End,
                    false => Line::Whole,
                };
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            self.skipping = self.skipping || self.line.len() + part.len() > self.max_line;
            if self.skipping {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            let used = end.map_or(available.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                return if std::mem::take(&mut self.skipping) { Line::TooLong } else { Line::Whole };
            }
        }
    }

    fn admits(&mut self, message: &ClientJsonRpcMessage) -> bool {
        if let ClientJsonRpcMessage::Request(request) = message {
            self.is_open = self.is_open || opens(&request.request);
            return true;
        }
        self.is_open
    }

    fn refuse(&self, error: JsonRpcError) -> JoinHandle<()> {
        let (writer, gone) = (Arc::clone(&self.writer), self.gone.clone());
        tokio::spawn(async move {
            if write(&writer, &ServerJsonRpcMessage::Error(error)).await.is_err() {
                gone.cancel();
            }
        })
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let (writer, gone) = (Arc::clone(&self.writer), self.gone.clone());
        let deliveries = self.link.deliveries.clone();
        async move {
            let written = write(&writer, &message).await;
            match &written {
                Ok(()) => {
                    if let Some(id) = message::answered(&message) {
                        deliveries.sent(id);
                    }
                }
                Err(_) => gone.cancel(),
            }
            written
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        let gone = self.gone.clone();
        let message = tokio::select! {
            () = gone.cancelled() => None,
            message = self.next() => message,
        };
        match message {
            Some(mut message) => {
                message.insert_extension(self.link.clone());
                Some(message)
            }
            None => {
                gone.cancel();
                None
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.writer.lock().await.take();
        Ok(())
    }
}

/// Whether the library takes this request for the beginning of a session.
fn opens(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        request => {
            let meta = request.get_meta();
            meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
                && meta
                    .protocol_version()
                    .is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version))
        }
    }
}

async fn write<W: AsyncWrite + Unpin>(
    writer: &Mutex<Option<W>>,
    message: &ServerJsonRpcMessage,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut writer = writer.lock().await;
    let writer = writer.as_mut().ok_or(io::ErrorKind::NotConnected)?;
    writer.write_all(&line).await?;
    writer.flush().await
}
