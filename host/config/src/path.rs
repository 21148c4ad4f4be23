//! The path of a key inside a configuration, as people write it: `profiles.review.tools[1].name`.

use std::fmt;

/// One step from a mapping or a list to what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    Key(String),
    Index(usize),
}

/// Steps from the top of a file to one of its values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KeyPath(pub(crate) Vec<Segment>);

impl KeyPath {
    pub(crate) fn of(keys: &[&str]) -> Self {
        Self(keys.iter().map(|key| Segment::Key((*key).into())).collect())
    }

    pub(crate) fn key(&self, key: &str) -> Self {
        let mut path = self.clone();
        path.0.push(Segment::Key(key.into()));
        path
    }

    pub(crate) fn index(&self, index: usize) -> Self {
        let mut path = self.clone();
        path.0.push(Segment::Index(index));
        path
    }
}

impl fmt::Display for KeyPath {
    /// Keys that are not plain words are quoted and escaped, so that a hostile file cannot steer a terminal.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(out, "[{index}]")?,
                Segment::Key(key) => {
                    if position > 0 {
                        out.write_str(".")?;
                    }
                    let plain = !key.is_empty()
                        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
                    if plain {
                        out.write_str(key)?;
                    } else {
                        write!(out, "{}", crate::nearest::quoted(key))?;
                    }
                }
            }
        }
        Ok(())
    }
}
