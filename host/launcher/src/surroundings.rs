//! The environment of this program, its working directory and its user's folders. Nothing else here looks them up.

use std::path::PathBuf;

use etcetera::BaseStrategy;
use toolhost_control::{CLIENT, Circumstances, Mark, ProgramFile, absolute, around, client_of, own_facts};

use crate::host;

/// Whose command this program is.
pub(crate) enum Owner {
    /// Nobody's.
    Nobody,
    /// A client's of a running host.
    Client { host: u32, client: u64 },
    /// Whoever wrote that variable has a name that no host gives.
    Unknown,
}

/// Whose command this program is, as the host that started it says.
pub(crate) fn owner() -> Owner {
    let Some(value) = std::env::var_os(CLIENT) else { return Owner::Nobody };
    let client = value.to_str().and_then(client_of);
    client.map_or(Owner::Unknown, |(host, client)| Owner::Client { host, client })
}

/// The user's folder of what is kept.
pub(crate) fn state() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("toolhost"))
}

/// What a host of this call's own would be found by; none where that cannot be told.
pub(crate) fn mark() -> Option<Mark> {
    let program = ProgramFile::from(&std::fs::metadata(host::program().ok()?).ok()?);
    let directory = absolute(&std::env::current_dir().ok()?);
    let variables: Vec<_> = std::env::vars_os().collect();
    let circumstances = Circumstances {
        program: &program,
        workspace: around(&directory),
        directory: &directory,
        variables: &variables,
        facts: &own_facts().ok()?,
    };
    Some(circumstances.mark())
}
