//! Configurations with the fixture components.

use super::binary::component;

/// A configuration whose only profile has the built-in tools and these plugins, each a name of a fixture and
/// further keys of its block, such as `limits: { timeout: 1s }`.
pub(crate) fn with_fixtures(fixtures: &[(&str, &str)]) -> String {
    let plugins: Vec<(&str, String)> =
        fixtures.iter().map(|(name, keys)| (*name, fixture(name, keys))).collect();
    with_plugins(&plugins)
}

/// The block of a plugin with the component of a fixture.
pub(crate) fn fixture(name: &str, keys: &str) -> String {
    let separator = if keys.is_empty() { "" } else { ", " };
    format!("{{ component: {}{separator}{keys} }}", component(name).display())
}

/// The same with blocks of plugins as they are written.
pub(crate) fn with_plugins(plugins: &[(&str, String)]) -> String {
    let blocks: String = plugins.iter().map(|(name, block)| format!("  {name}: {block}\n")).collect();
    let names: Vec<&str> = plugins.iter().map(|(name, _)| *name).collect();
    format!(
        "profiles:\n  default: {{ tools: [exec_command, write_stdin, {}] }}\nplugins:\n{blocks}",
        names.join(", ")
    )
}
