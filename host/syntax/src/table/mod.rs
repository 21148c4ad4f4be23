//! The table of languages: one file for each row.

#[cfg(feature = "lang-bash")]
mod bash;
#[cfg(feature = "lang-c")]
mod c;
#[cfg(any(feature = "lang-c", feature = "lang-cpp"))]
mod c_family;
#[cfg(feature = "lang-cpp")]
mod cpp;
#[cfg(feature = "lang-csharp")]
mod csharp;
#[cfg(feature = "lang-dart")]
mod dart;
#[cfg(any(feature = "lang-javascript", feature = "lang-typescript"))]
mod ecmascript;
#[cfg(feature = "lang-elixir")]
mod elixir;
#[cfg(feature = "lang-go")]
mod go;
#[cfg(feature = "lang-haskell")]
mod haskell;
#[cfg(feature = "lang-hcl")]
mod hcl;
#[cfg(feature = "lang-java")]
mod java;
#[cfg(feature = "lang-javascript")]
mod javascript;
#[cfg(feature = "lang-kotlin")]
mod kotlin;
#[cfg(feature = "lang-lua")]
mod lua;
#[cfg(feature = "lang-nix")]
mod nix;
#[cfg(feature = "lang-php")]
mod php;
#[cfg(feature = "lang-python")]
mod python;
#[cfg(feature = "lang-ruby")]
mod ruby;
#[cfg(feature = "lang-rust")]
mod rust;
#[cfg(feature = "lang-scala")]
mod scala;
#[cfg(feature = "lang-swift")]
mod swift;
#[cfg(feature = "lang-typescript")]
mod typescript;

use crate::language::Language;

/// All languages, in the order in which they are asked: of two with one extension, the first is the usual one.
pub(crate) static TABLE: &[&Language] = &[
    #[cfg(feature = "lang-bash")]
    &bash::LANGUAGE,
    #[cfg(feature = "lang-c")]
    &c::LANGUAGE,
    #[cfg(feature = "lang-cpp")]
    &cpp::LANGUAGE,
    #[cfg(feature = "lang-csharp")]
    &csharp::LANGUAGE,
    #[cfg(feature = "lang-dart")]
    &dart::LANGUAGE,
    #[cfg(feature = "lang-elixir")]
    &elixir::LANGUAGE,
    #[cfg(feature = "lang-go")]
    &go::LANGUAGE,
    #[cfg(feature = "lang-haskell")]
    &haskell::LANGUAGE,
    #[cfg(feature = "lang-hcl")]
    &hcl::LANGUAGE,
    #[cfg(feature = "lang-java")]
    &java::LANGUAGE,
    #[cfg(feature = "lang-javascript")]
    &javascript::LANGUAGE,
    #[cfg(feature = "lang-kotlin")]
    &kotlin::LANGUAGE,
    #[cfg(feature = "lang-lua")]
    &lua::LANGUAGE,
    #[cfg(feature = "lang-nix")]
    &nix::LANGUAGE,
    #[cfg(feature = "lang-php")]
    &php::LANGUAGE,
    #[cfg(feature = "lang-python")]
    &python::LANGUAGE,
    #[cfg(feature = "lang-ruby")]
    &ruby::LANGUAGE,
    #[cfg(feature = "lang-rust")]
    &rust::LANGUAGE,
    #[cfg(feature = "lang-scala")]
    &scala::LANGUAGE,
    #[cfg(feature = "lang-swift")]
    &swift::LANGUAGE,
    #[cfg(feature = "lang-typescript")]
    &typescript::TYPESCRIPT,
    #[cfg(feature = "lang-typescript")]
    &typescript::TSX,
];
