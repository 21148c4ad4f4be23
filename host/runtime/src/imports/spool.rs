//! `spool`: handles of bulk bytes that stay on the host's side.

use toolhost_capability::Failure;
use toolhost_capability::spool::Output;
use wasmtime::component::Resource;

use crate::bindings::toolhost::plugin::spool::{Host, HostOutput};
use crate::bindings::toolhost::plugin::types::Error;
use crate::state::CallState;

/// Most bytes of one read: what the WIT promises.
const READ_BYTES: usize = 64 << 10;

impl Host for CallState {}

impl HostOutput for CallState {
    async fn size(&mut self, output: Resource<Output>) -> wasmtime::Result<u64> {
        self.count()?;
        Ok(self.table.get(&output)?.len())
    }

    async fn read(
        &mut self,
        output: Resource<Output>,
        offset: u64,
        length: u32,
    ) -> wasmtime::Result<Result<Vec<u8>, Error>> {
        self.count()?;
        let output = self.table.get(&output)?.clone();
        let length = READ_BYTES.min(length as usize);
        // A disk may be slow: not on a thread that serves calls.
        let read = tokio::task::spawn_blocking(move || output.read(offset, length));
        let bytes = match self.meter.host(read).await? {
            Ok(bytes) => bytes,
            Err(error) => {
                let failure = Failure::new("io", format!("The spooled output could not be read: {error}."));
                return Ok(Err(failure.into()));
            }
        };
        self.meter.bytes_in(bytes.len());
        Ok(Ok(bytes))
    }

    async fn drop(&mut self, output: Resource<Output>) -> wasmtime::Result<()> {
        self.table.delete(output)?;
        Ok(())
    }
}
