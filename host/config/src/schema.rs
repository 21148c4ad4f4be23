//! The JSON Schema of a configuration file, for editors and for `toolhost schema`.

use serde_json::Value;

use crate::written::Config;

/// The schema of [`Config`], draft 2020-12. It describes the format; ranges of limits and values that this
/// version does not serve are checked at the start only.
#[must_use]
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Config);
    schema.insert("title".into(), "Configuration of toolhost".into());
    schema.to_value()
}
