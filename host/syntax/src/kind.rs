//! What an identifier is: a declaration's name of some kind, or a usage.

/// What a declaration declares. Languages differ; the nearest word is taken, and `host/syntax/README.md` says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A function that belongs to no type, or a name that is bound to a function.
    Function,
    /// A function of a type, also one without a body.
    Method,
    /// What makes a value of a type, where it has a name.
    Constructor,
    /// A class, or a record.
    Class,
    /// A struct.
    Struct,
    /// A union.
    Union,
    /// An enumeration.
    Enum,
    /// One of the values of an enumeration.
    Member,
    /// An interface, a protocol, an annotation type, or a concept.
    Interface,
    /// A trait, or a mixin.
    Trait,
    /// A single object with a name: Kotlin's and Scala's `object`.
    Object,
    /// A type alias, or a type of another form.
    Type,
    /// A field of a type.
    Field,
    /// A field with code behind it.
    Property,
    /// An event of a type.
    Event,
    /// A constant.
    Constant,
    /// A static.
    Static,
    /// A variable that is no local.
    Variable,
    /// A macro.
    Macro,
    /// A module, a namespace, or a package.
    Module,
    /// A block with a label: HCL's `resource` and others.
    Block,
}

/// Each kind with its name, which is that of the capture in `definitions.scm`. The place in this table is the byte
/// by which an outline keeps it.
const KINDS: &[(Kind, &str)] = &[
    (Kind::Function, "function"),
    (Kind::Method, "method"),
    (Kind::Constructor, "constructor"),
    (Kind::Class, "class"),
    (Kind::Struct, "struct"),
    (Kind::Union, "union"),
    (Kind::Enum, "enum"),
    (Kind::Member, "member"),
    (Kind::Interface, "interface"),
    (Kind::Trait, "trait"),
    (Kind::Object, "object"),
    (Kind::Type, "type"),
    (Kind::Field, "field"),
    (Kind::Property, "property"),
    (Kind::Event, "event"),
    (Kind::Constant, "constant"),
    (Kind::Static, "static"),
    (Kind::Variable, "variable"),
    (Kind::Macro, "macro"),
    (Kind::Module, "module"),
    (Kind::Block, "block"),
];

impl Kind {
    /// Its name: one lower-case English word, unique among kinds.
    #[must_use]
    pub fn name(self) -> &'static str {
        KINDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }

    pub(crate) fn by_name(name: &str) -> Option<Kind> {
        KINDS.iter().find(|(_, other)| *other == name).map(|(kind, _)| *kind)
    }
}

/// What an identifier is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// The name of a declaration.
    Definition(Kind),
    /// Any other identifier. Nothing is resolved: two usages of one spelling may mean different things.
    Usage,
}

impl Class {
    /// A number below 64, for [`Class::from_code`].
    pub(crate) fn code(self) -> u8 {
        let place = |kind| KINDS.iter().position(|(other, _)| *other == kind);
        match self {
            Class::Usage => 0,
            // Fewer than 63 kinds: see the test.
            Class::Definition(kind) => {
                place(kind).and_then(|place| u8::try_from(place + 1).ok()).unwrap_or(0)
            }
        }
    }

    pub(crate) fn from_code(code: u8) -> Class {
        let kind = usize::from(code).checked_sub(1).and_then(|place| KINDS.get(place));
        kind.map_or(Class::Usage, |(kind, _)| Class::Definition(*kind))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn every_kind_comes_back_from_its_name_and_its_code() {
        assert!(KINDS.len() < 63);
        for (kind, name) in KINDS {
            assert_eq!(kind.name(), *name);
            assert_eq!(Kind::by_name(name), Some(*kind));
            assert_eq!(Class::from_code(Class::Definition(*kind).code()), Class::Definition(*kind));
        }
        assert_eq!(Class::from_code(Class::Usage.code()), Class::Usage);
        // The last of the enumeration: one that is missing from the table has no name.
        assert_eq!(KINDS.len(), Kind::Block as usize + 1);
    }
}
