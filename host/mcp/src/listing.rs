//! Whether a client looks at its list of tools again.

use rmcp::model::ProtocolVersion;
use toolhost_session::Listing;

/// Clients, by how their names begin, that are told of a change and keep the list of their start. Seen with Claude
/// Code 2.1 and Codex 0.171.
const KEEP_THEIR_LIST: [&str; 2] = ["claude-code", "codex"];

/// What is known of a client by its name and the version that it speaks.
pub(crate) fn listing(client: Option<&str>, version: Option<&ProtocolVersion>) -> Listing {
    // From 2026-07-28 on there is no session, and a list must not depend on earlier requests.
    let has_session = version.is_some_and(ProtocolVersion::has_initialize);
    let keeps = client.is_some_and(|name| KEEP_THEIR_LIST.iter().any(|known| name.starts_with(known)));
    if has_session && !keeps { Listing::Again } else { Listing::Once }
}

#[cfg(test)]
mod tests {
    use rmcp::model::ProtocolVersion;
    use toolhost_session::Listing;

    use super::listing;

    #[test]
    fn a_list_changes_where_the_version_has_sessions_and_the_client_looks_again() {
        let (old, new) = (ProtocolVersion::V_2025_11_25, ProtocolVersion::V_2026_07_28);
        let table = [
            (Some("inspector"), Some(&old), Listing::Again),
            (None, Some(&old), Listing::Again),
            (Some("inspector"), Some(&new), Listing::Once),
            (Some("inspector"), None, Listing::Once),
            (Some("claude-code"), Some(&old), Listing::Once),
            (Some("codex-mcp-client"), Some(&old), Listing::Once),
        ];
        for (client, version, expected) in table {
            assert_eq!(listing(client, version), expected, "{client:?} {version:?}");
        }
    }
}
