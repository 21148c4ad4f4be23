//! `toolhost mcp`: the tools over MCP.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use tokio::net::TcpListener;
use toolhost_mcp::{HttpOptions, MCP_PATH, serve_http, serve_stdio};

use crate::arguments::{self, Global};
use crate::environment::Folders;
use crate::failure::Usage;
use crate::wiring::{self, Calls, Wired};
use crate::{control, output, stop};

/// Serves until the client is gone or a signal comes.
pub(crate) async fn run(global: &Global, folders: &Folders, mcp: arguments::Mcp) -> anyhow::Result<ExitCode> {
    let stopped = stop::token()?;
    let wired = wiring::wire(global, folders, Calls::AsConfigured)?;
    // Clients give up on a server that does not answer at once, so nothing waits for the compiler.
    let control = control::Control::open(&wired.host, folders);
    let host = Arc::clone(&wired.host);
    let preparing = tokio::spawn(async move { host.prepare().await });
    match mcp.http {
        None => serve_stdio(Arc::clone(&wired.host), stopped).await?,
        Some(_) => http(&wired, folders, mcp, stopped).await?,
    }
    preparing.abort();
    drop(control);
    Ok(ExitCode::SUCCESS)
}

async fn http(
    wired: &Wired,
    folders: &Folders,
    mcp: arguments::Mcp,
    stopped: tokio_util::sync::CancellationToken,
) -> anyhow::Result<()> {
    let Some(address) = mcp.http else { return Ok(()) };
    if !address.ip().is_loopback() && !mcp.expose {
        let message = format!("{address} can be reached from other machines");
        let usage = Usage::new(message).hint("Take 127.0.0.1, or add --expose if that is what you want.");
        return Err(usage.into());
    }
    let listener =
        TcpListener::bind(address).await.with_context(|| format!("{address} cannot be listened on"))?;
    let address = listener.local_addr()?;
    let (token, file) = make_token(folders)?;
    output::complain(
        "mcp",
        &format!("http://{address}{MCP_PATH}, with the bearer token in {}", file.display()),
    );
    output::complain(
        "mcp",
        &format!(
            "set up: claude mcp add --transport http toolhost http://{address}{MCP_PATH} \
             --header \"Authorization: Bearer $(cat '{}')\"",
            file.display()
        ),
    );
    let mut options = HttpOptions::new(listener, token);
    options.allowed_hosts = mcp.allow_host;
    options.allowed_origins = mcp.allow_origin;
    serve_http(Arc::clone(&wired.host), options, stopped).await?;
    Ok(())
}

/// Makes a token for this run, in a file that only the user can read.
fn make_token(folders: &Folders) -> anyhow::Result<(String, std::path::PathBuf)> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    wiring::private_directory(&folders.state)?;
    let file = folders.state.join(format!("mcp-token-{}", std::process::id()));
    write_private(&file, &token).with_context(|| format!("{} cannot be written", file.display()))?;
    Ok((token, file))
}

fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    let _ = std::fs::remove_file(file);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(text.as_bytes())
}
