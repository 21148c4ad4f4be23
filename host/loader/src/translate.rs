//! What the configuration says, in the words of the runtime.

use toolhost_config as config;
use toolhost_runtime as runtime;

pub(crate) fn grants(grants: &config::Grants) -> runtime::Grants {
    runtime::Grants {
        workspace: match grants.workspace {
            config::Access::None => runtime::Access::None,
            config::Access::Read => runtime::Access::Read,
            config::Access::Write => runtime::Access::Write,
        },
        search: grants.search,
        catalog: grants.catalog,
        terminal: grants.terminal,
        process: grants.process.clone(),
        http: grants.http.iter().map(ToString::to_string).collect(),
        env: grants.env.clone(),
        secrets: grants.secrets.clone(),
        // Files are refused by the configuration of this version.
        files: Vec::new(),
        clock: grants.clock,
        random: grants.random,
    }
}

pub(crate) fn limits(limits: &config::Limits) -> runtime::Limits {
    runtime::Limits {
        memory: limits.memory,
        timeout: limits.timeout,
        table_elements: narrow(limits.table_elements),
        hostcall_bytes: limits.hostcall_bytes,
        host_calls: limits.host_calls,
        handles: narrow(limits.handles),
        log_lines: narrow(limits.log_lines),
        log_line_bytes: narrow(limits.log_line_bytes),
        result_bytes: limits.result_bytes,
        stdout_bytes: usize::try_from(limits.stdout_bytes).unwrap_or(usize::MAX),
        random_bytes: limits.random_bytes,
    }
}

/// The configuration's ranges lie far below.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
