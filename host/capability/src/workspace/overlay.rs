//! What a change set makes of the tree, while it is planned.

use std::collections::HashMap;

use super::path::Place;

/// What an earlier operation of the change set leaves at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ghost {
    /// Nothing, where something was.
    Gone,
    /// A new file.
    File,
    /// A new folder.
    Folder,
}

/// The differences to the tree on disk.
#[derive(Debug, Default)]
pub(super) struct Overlay {
    ghosts: HashMap<Place, Ghost>,
}

impl Overlay {
    pub(super) fn at(&self, place: &Place) -> Option<Ghost> {
        self.ghosts.get(place).copied()
    }

    pub(super) fn put(&mut self, place: &Place, ghost: Ghost) {
        self.ghosts.insert(place.clone(), ghost);
    }
}
