//! MCP over streamable HTTP, for clients that know a token.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::ORIGIN;
use axum::http::{HeaderMap, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use toolhost_session::Host;

use crate::auth::Token;
use crate::clients::Clients;
use crate::error::ServeError;
use crate::handler::Handler;

/// The path that MCP is served at.
pub const MCP_PATH: &str = "/mcp";

/// How long a client may be idle before its commands end.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// The largest request, in bytes.
const MAX_BODY: usize = 8 << 20;

/// The longest that ending takes.
const ENDING: Duration = Duration::from_secs(7);

/// How HTTP is served.
#[derive(Debug)]
#[non_exhaustive]
pub struct HttpOptions {
    /// Where connections come in.
    pub listener: TcpListener,
    /// What clients send as `Authorization: Bearer TOKEN`. With an empty one nobody is let in.
    pub token: String,
    /// Values of `Host` that are answered beside those of loopback, as `name` or `name:port`.
    pub allowed_hosts: Vec<String>,
    /// Values of `Origin` that are answered beside those of loopback, as `scheme://name:port`. A browser sends one,
    /// other clients do not.
    pub allowed_origins: Vec<String>,
    /// A client that is idle for so long ends, and its commands with it. 30 minutes by default.
    pub idle: Duration,
}

impl HttpOptions {
    /// For clients of this machine.
    #[must_use]
    pub fn new(listener: TcpListener, token: String) -> HttpOptions {
        HttpOptions { listener, token, allowed_hosts: Vec::new(), allowed_origins: Vec::new(), idle: IDLE }
    }
}

struct Gate {
    token: Token,
    clients: Arc<Clients>,
}

/// Serves MCP over HTTP at [`MCP_PATH`] until `shutdown` is cancelled. Then calls are dropped and every command of
/// every client is ended with its tree, all within 7 seconds.
///
/// A request without the token is answered 401, one of another `Host` or `Origin` 403.
///
/// # Errors
///
/// When connections can no longer be accepted.
pub async fn serve_http(
    host: Arc<Host>,
    options: HttpOptions,
    shutdown: CancellationToken,
) -> Result<(), ServeError> {
    let HttpOptions { listener, token, allowed_hosts, allowed_origins, idle } = options;
    let clients = Clients::new(Arc::clone(&host), idle);
    // Cancelled once the clients have ended, so that their calls are still answered.
    let streams = CancellationToken::new();
    let mut config = StreamableHttpServerConfig::default()
        .with_allowed_origins(allowed_origins)
        .enforce_origin_validation()
        .with_max_request_body_bytes(MAX_BODY)
        .with_cancellation_token(streams.clone());
    config.allowed_hosts.extend(allowed_hosts);
    let service =
        StreamableHttpService::new(move || Ok(Handler::new(Arc::clone(&host))), Arc::clone(&clients), config);
    let gate = Arc::new(Gate { token: Token::new(token), clients: Arc::clone(&clients) });
    let router = Router::new().route_service(MCP_PATH, service).layer(from_fn_with_state(gate, admit));

    let serving = axum::serve(listener, router).with_graceful_shutdown(shutdown.clone().cancelled_owned());
    let mut serving = std::pin::pin!(serving.into_future());
    let served = tokio::select! {
        served = &mut serving => Some(served),
        () = shutdown.cancelled() => None,
        () = clients.expire(idle) => None,
    };
    let ending = async {
        clients.end().await;
        streams.cancel();
        let served = match served {
            Some(served) => served,
            None => serving.await,
        };
        served.map_err(ServeError::Accept)
    };
    tokio::time::timeout(ENDING, ending).await.unwrap_or_else(|_| {
        tracing::warn!("connections were left open: ending took too long");
        Ok(())
    })
}

/// Whether a page of this machine asks. Whoever serves it runs here already, and the page has the token; what is
/// kept out is a page of another machine whose name was made to lead here.
fn is_loopback(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()) else { return false };
    let Ok(origin) = origin.parse::<Uri>() else { return false };
    let web = matches!(origin.scheme_str(), Some("http" | "https"));
    web && origin.host().is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "[::1]"))
}

async fn admit(State(gate): State<Arc<Gate>>, mut request: Request, next: Next) -> Response {
    if let Err(refusal) = gate.token.check(request.headers()) {
        return *refusal;
    }
    if is_loopback(request.headers()) {
        request.headers_mut().remove(ORIGIN);
    }
    let link = gate.clients.link(request.headers());
    request.extensions_mut().insert(link.clone());
    link.deliveries.watch(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{ORIGIN, is_loopback};

    #[test]
    fn only_pages_of_this_machine_are_its_own() {
        let rows = [
            ("http://localhost:3000", true),
            ("http://127.0.0.1", true),
            ("https://[::1]:8443", true),
            ("http://localhost.evil.example", false),
            ("http://127.0.0.1.evil.example:80", false),
            ("http://evil.example/localhost", false),
            ("http://localhost@evil.example", false),
            ("file://localhost", false),
            ("null", false),
            ("", false),
        ];
        for (origin, expected) in rows {
            let headers = HeaderMap::from_iter([(ORIGIN, HeaderValue::from_static(origin))]);
            assert_eq!(is_loopback(&headers), expected, "{origin}");
        }
        assert!(!is_loopback(&HeaderMap::new()));
    }
}
