//! What this server answers, whichever way a request came.

use std::sync::Arc;

use axum::http::request::Parts;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelledNotificationParam, CustomRequest, CustomResult,
    ErrorCode, ErrorData, Extensions, Implementation, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, RoleServer};
use toolhost_session::{Arguments, Call, Host};

use crate::delivery::Deliveries;
use crate::listing::listing;
use crate::seat::Seat;
use crate::{progress, result};

/// What clients may tell their models about this server. Descriptions of tools say the rest.
const INSTRUCTIONS: &str = "Tools that run on the user's machine. A result says when output was cut and which file \
                            has all of it. An error says what was wrong and what would be right.";

/// Methods that are served. The protocol library hands those with malformed parameters over as custom ones.
const SERVED: [&str; 5] = ["initialize", "ping", "server/discover", "tools/call", "tools/list"];

/// Whose a request is, and what waits for its answer to be sent. Comes with each request, in its extensions.
#[derive(Clone)]
pub(crate) struct Link {
    pub(crate) seat: Arc<Seat>,
    pub(crate) deliveries: Deliveries,
}

impl Link {
    fn of(extensions: &Extensions) -> Option<&Link> {
        extensions.get::<Link>().or_else(|| extensions.get::<Parts>()?.extensions.get::<Link>())
    }
}

/// The server side of MCP.
#[derive(Clone)]
pub(crate) struct Handler {
    host: Arc<Host>,
}

impl Handler {
    pub(crate) fn new(host: Arc<Host>) -> Handler {
        Handler { host }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        // Only a search among deferred tools changes a list.
        let capabilities = ServerCapabilities::builder().enable_tools();
        let capabilities = match self.host.deferred_tools().as_slice() {
            [] => capabilities.build(),
            [..] => capabilities.enable_tool_list_changed().build(),
        };
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new("toolhost", env!("CARGO_PKG_VERSION")).with_title("toolhost"),
            )
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if request.is_some_and(|request| request.cursor.is_some()) {
            let message = "Invalid params: there is no such cursor; the first page has all tools";
            return Err(ErrorData::invalid_params(message, None));
        }
        let link = Link::of(&context.extensions);
        let tools = link.map_or_else(|| self.host.tools(), |link| link.seat.tools());
        Ok(ListToolsResult::with_all_items(tools.into_iter().map(result::tool).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.host.tools().into_iter().find(|tool| tool.name == name).map(result::tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(Link { seat, deliveries }) = Link::of(&context.extensions) else {
            return Err(ErrorData::internal_error("the request came with no client", None));
        };
        let client = context.client_info();
        let listing =
            listing(client.as_ref().map(|client| client.name.as_str()), context.protocol_version().as_ref());
        let Some(visit) = seat.enter(listing) else { return Ok(result::ended().into()) };
        let (progress, forward) = progress::channel(context.meta.get_progress_token(), &context.peer);
        let call = visit.client().call(Call {
            tool: request.name.into_owned(),
            arguments: Arguments::Object(request.arguments.unwrap_or_default()),
            progress,
        });
        let reply = tokio::select! {
            biased;
            () = seat.over() => return Ok(result::ended().into()),
            // Nothing is sent for it.
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("cancelled", None)),
            reply = progress::beside(forward, call) => reply,
        };
        if let Some(error) = result::not_routed(&reply) {
            return Err(error);
        }
        if reply.list_changed {
            // A client that is gone needs no list.
            let _ = context.peer.notify_tool_list_changed().await;
        }
        let result = result::of_reply(&reply);
        deliveries.expect(context.id, &context.ct, move || reply.delivered());
        Ok(result.into())
    }

    async fn on_cancelled(
        &self,
        notification: CancelledNotificationParam,
        context: NotificationContext<RoleServer>,
    ) {
        if let (Some(id), Some(link)) = (&notification.request_id, Link::of(&context.extensions)) {
            link.deliveries.forget(id);
        }
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        if !SERVED.contains(&method.as_str()) {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None));
        }
        let arguments = params.as_ref().and_then(|params| params.get("arguments"));
        let message = match arguments {
            Some(arguments) if method == "tools/call" && !arguments.is_object() => {
                "Invalid params: `arguments` must be an object".to_owned()
            }
            _ => format!("Invalid params: they are not those of {method}"),
        };
        Err(ErrorData::invalid_params(message, None))
    }
}
