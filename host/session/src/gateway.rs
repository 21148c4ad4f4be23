//! The execution gateway: what a profile's `execution` block means for one command.

use async_trait::async_trait;
use serde_json::Value;
use toolhost_capability::{Failure, Gate};

/// Decides about commands while nothing confines them (`sandbox: none`, the only value that this version takes).
pub(crate) struct Gateway;

#[async_trait]
impl Gate for Gateway {
    async fn may_run(&self, _command: &str, intent: &str) -> Result<Vec<String>, Failure> {
        let intent: Value = serde_json::from_str(intent).unwrap_or_default();
        let escalated =
            intent.get("sandbox_permissions").and_then(Value::as_str) == Some("require_escalated");
        Ok(escalated.then(|| UNCONFINED.to_owned()).into_iter().collect())
    }
}

const UNCONFINED: &str = "Commands are not confined here, so nothing had to be lifted for this one.";
