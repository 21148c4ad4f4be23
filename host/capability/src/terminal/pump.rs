//! From a command to its spool.

use std::sync::Arc;

use tokio::sync::watch;

use crate::spawn::Printed;
use crate::spool::Spool;

/// One read. A pipe holds 64 KiB unless it is enlarged.
const BUFFER: usize = 256 * 1024;

/// How far the output has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Flow {
    /// Bytes that came.
    pub(super) received: u64,
    /// Nobody holds the other end any more.
    pub(super) ended: bool,
}

/// Moves all that comes into the spool, on a thread of its own: it must never wait for anything but the
/// command, or the command would wait for it.
pub(super) fn pump(output: Arc<Printed>, spool: Arc<Spool>) -> std::io::Result<watch::Receiver<Flow>> {
    let (flow, seen) = watch::channel(Flow::default());
    std::thread::Builder::new().name("output".into()).spawn(move || {
        let mut buffer = vec![0; BUFFER];
        loop {
            let keep = |bytes: &[u8]| {
                spool.append(bytes);
                flow.send_replace(Flow { received: spool.received(), ended: false });
            };
            match output.fetch(&mut buffer, keep) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                // A terminal whose last program is gone answers with an error, not with an end of file.
                Err(_) => break,
            }
        }
        spool.close();
        flow.send_modify(|flow| flow.ended = true);
    })?;
    Ok(seen)
}
