//! The components inside this program, and its environment, for the loader.

use toolhost_loader::Surroundings;
use toolhost_runtime::Binary;

/// Name, bytes and SHA-256 of each.
static BUILTINS: &[(&str, &[u8], [u8; 32])] = include!(concat!(env!("OUT_DIR"), "/builtins.rs"));

/// What the program knows and libraries do not look up.
pub(crate) struct Program;

impl Surroundings for Program {
    fn builtin(&self, name: &str) -> Option<Binary> {
        let found = BUILTINS.iter().find(|(known, ..)| *known == name);
        found.map(|(_, bytes, sha256)| Binary::built_in(bytes, *sha256))
    }

    fn builtin_names(&self) -> Vec<String> {
        BUILTINS.iter().map(|(name, ..)| (*name).to_owned()).collect()
    }

    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }
}

#[cfg(test)]
mod tests {
    use toolhost_runtime::{Binary, inspect};

    use super::BUILTINS;

    /// What a start takes for granted.
    #[test]
    fn each_is_valid_and_has_the_digest_that_it_is_said_to_have() {
        assert!(!BUILTINS.is_empty());
        for (name, bytes, sha256) in BUILTINS {
            let inspection = inspect(bytes).expect("it is valid");
            assert_eq!(inspection.digest, Binary::built_in(bytes, *sha256).digest(), "{name}");
        }
    }
}
