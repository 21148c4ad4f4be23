//! What a component says of itself: JSON in its custom section `toolhost:plugin`, written when it is built.
//!
//! Keys that this host does not know are ignored, so that a newer SDK serves older hosts. What it knows is checked:
//! names, schemas, sizes. Guest text loses its control characters, since it goes to models and terminals.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::grants::Grants;
use crate::text;

/// Name of the custom section.
pub(crate) const SECTION: &str = "toolhost:plugin";

/// Bounds of single texts, in bytes. A description is read by a model with each request; a grammar is a small file.
const NAME_BYTES: usize = 64;
const TITLE_BYTES: usize = 128;
const DESCRIPTION_BYTES: usize = 4 << 10;
const GRAMMAR_BYTES: usize = 64 << 10;

/// Most tools in one component: some clients take no more than 128 in all.
const MAX_TOOLS: usize = 128;

/// Metadata of a component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// Version of the WIT package that it was built for.
    pub wit: String,
    /// The plugin's name.
    pub name: String,
    /// The plugin's own version.
    pub version: String,
    /// What the plugin is for, for people.
    #[serde(default)]
    pub description: String,
    /// Whether it carries tools or optimizes.
    #[serde(default)]
    pub kind: Kind,
    /// The grants that it asks for.
    #[serde(default = "Grants::none")]
    pub asks: Grants,
    /// JSON Schema of its `config` block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_schema: Option<Map<String, Value>>,
    /// Its tools, in the order in which they are listed.
    #[serde(default)]
    pub tools: Vec<ToolMetadata>,
    /// Of an optimizer: names of kinds of output that it knows beyond those that each is told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<String>,
}

/// What a component exports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Tools that an agent calls.
    #[default]
    Tool,
    /// A provider of the tool optimizers.
    Optimizer,
}

impl Kind {
    /// The name of the kind and of the interface that it exports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Optimizer => "optimizer",
        }
    }
}

/// Metadata of one tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolMetadata {
    /// The name that models call it by, `[A-Za-z0-9_.-]{1,64}`.
    pub name: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, for models.
    pub description: String,
    /// JSON Schema of its arguments, an object schema.
    pub parameters: Map<String, Value>,
    /// JSON Schema of its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<Map<String, Value>>,
    /// Hints of MCP, such as `readOnlyHint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Map<String, Value>>,
    /// Name of the body in the result object, of a tool that always has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Sentences appended to the description, by shell family (`unix_like`, `powershell`) and platform (`default`,
    /// `macos`, `wsl`, ...).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub guidance: BTreeMap<String, BTreeMap<String, String>>,
    /// JSON Pointer to the argument that is a shell command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell_command: Option<String>,
    /// JSON Pointer to the argument that is the folder of that command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell_workdir: Option<String>,
    /// How the tool takes a bare string in place of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freeform: Option<Freeform>,
}

/// A tool that also takes one bare string.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Freeform {
    /// The argument that the string becomes.
    pub argument: String,
    /// Language of the grammar, such as `lark`.
    #[serde(default)]
    pub syntax: String,
    /// The grammar of the string.
    #[serde(default)]
    pub grammar: String,
}

impl Metadata {
    /// Reads the section's bytes. The error says what is wrong and where.
    pub(crate) fn parse(section: &[u8]) -> Result<Self, String> {
        let mut metadata: Self = serde_json::from_slice(section).map_err(|error| error.to_string())?;
        metadata.check()?;
        Ok(metadata)
    }

    /// The tool of this name.
    pub fn tool(&self, name: &str) -> Option<&ToolMetadata> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    fn check(&mut self) -> Result<(), String> {
        check_name("name", &self.name)?;
        clean("version", &mut self.version, NAME_BYTES)?;
        clean("description", &mut self.description, DESCRIPTION_BYTES)?;
        match self.kind {
            Kind::Tool if self.tools.is_empty() => return Err("`tools` is empty".to_owned()),
            Kind::Tool if self.tools.len() > MAX_TOOLS => {
                return Err(format!(
                    "`tools` has {} entries; at most {MAX_TOOLS} are allowed",
                    self.tools.len()
                ));
            }
            Kind::Tool | Kind::Optimizer => {}
        }
        let mut names = HashSet::new();
        for (index, tool) in self.tools.iter_mut().enumerate() {
            let at = format!("tools[{index}]");
            tool.check(&at)?;
            if !names.insert(tool.name.clone()) {
                return Err(format!("`{at}.name`: there are two tools named \"{}\"", tool.name));
            }
        }
        Ok(())
    }
}

impl ToolMetadata {
    fn check(&mut self, at: &str) -> Result<(), String> {
        check_name(&format!("{at}.name"), &self.name)?;
        if let Some(title) = &mut self.title {
            clean(&format!("{at}.title"), title, TITLE_BYTES)?;
        }
        clean(&format!("{at}.description"), &mut self.description, DESCRIPTION_BYTES)?;
        if self.parameters.get("type") != Some(&Value::from("object")) {
            return Err(format!("`{at}.parameters` must be a schema with `\"type\": \"object\"`"));
        }
        if let Some(body) = &self.body {
            check_name(&format!("{at}.body"), body)?;
        }
        for (family, platforms) in &mut self.guidance {
            for (platform, text) in platforms {
                clean(&format!("{at}.guidance.{family}.{platform}"), text, DESCRIPTION_BYTES)?;
            }
        }
        for (key, pointer) in [("shell_command", &self.shell_command), ("shell_workdir", &self.shell_workdir)]
        {
            if pointer.as_ref().is_some_and(|pointer| !pointer.starts_with('/')) {
                return Err(format!("`{at}.{key}` must be a JSON Pointer, such as \"/cmd\""));
            }
        }
        if let Some(freeform) = &mut self.freeform {
            clean(&format!("{at}.freeform.syntax"), &mut freeform.syntax, NAME_BYTES)?;
            clean(&format!("{at}.freeform.grammar"), &mut freeform.grammar, GRAMMAR_BYTES)?;
        }
        Ok(())
    }
}

/// A name that MCP and every API with tools takes.
fn check_name(at: &str, name: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    if !name.is_empty() && name.len() <= NAME_BYTES && name.chars().all(fits) {
        return Ok(());
    }
    let shown = text::line(name, NAME_BYTES);
    Err(format!("`{at}` is \"{shown}\"; a name has 1 to {NAME_BYTES} of the characters A-Z a-z 0-9 _ . -"))
}

/// Refuses a text past its bound, since what a model reads must not be cut without its author's knowledge, and strips
/// control characters.
fn clean(at: &str, text: &mut String, max_bytes: usize) -> Result<(), String> {
    if text.len() > max_bytes {
        return Err(format!("`{at}` has {} bytes; at most {max_bytes} are allowed", text.len()));
    }
    *text = text::block(text, max_bytes);
    Ok(())
}

#[cfg(test)]
#[path = "metadata_tests.rs"]
mod tests;
