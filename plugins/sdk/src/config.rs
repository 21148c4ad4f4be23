//! The configuration that a profile gives a plugin, as a type.

use serde::de::DeserializeOwned;

use crate::{Failure, context};

/// What the plugin's `config` block holds. Read anew with each call, since nothing of a call outlives it.
///
/// # Errors
/// `invalid_argument` where the block does not fit the type, with what the parser expected.
pub fn config<T: DeserializeOwned>() -> Result<T, Failure> {
    read_config(&context::config())
}

/// The same from the text of a block, for tests without a host.
///
/// # Errors
/// `invalid_argument` where the block does not fit the type, with what the parser expected.
pub fn read_config<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        Failure::new("invalid_argument", format!("The configuration does not fit the plugin: {error}."))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::read_config;
    use crate::Arguments;

    #[derive(Arguments, Debug, PartialEq)]
    struct Config {
        #[arg(default = 3)]
        times: u32,
        path: Option<String>,
    }

    #[test]
    fn a_block_becomes_the_type_with_its_defaults() {
        assert_eq!(read_config::<Config>("{}").unwrap(), Config { times: 3, path: None });
        let given = read_config::<Config>(r#"{"path":"a","times":1}"#).unwrap();
        assert_eq!(given, Config { times: 1, path: Some("a".to_owned()) });
    }

    #[test]
    fn a_block_that_does_not_fit_is_refused_by_name() {
        for (text, named) in [(r#"{"tmies":1}"#, "tmies"), (r#"{"times":"1"}"#, "string"), ("[", "EOF")] {
            let failure = read_config::<Config>(text).unwrap_err();
            assert_eq!(failure.code, "invalid_argument");
            assert!(failure.message.contains(named), "{}", failure.message);
        }
    }
}
