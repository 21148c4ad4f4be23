//! The macros of `toolhost-plugin`, where they are documented. Each reads a declaration once and makes of it
//! both what the model sees (constant JSON) and what the program does (parsing with serde, dispatch), so that
//! the two cannot differ.

mod arguments;
mod choice;
mod docs;
mod field;
mod json;
mod tool;

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemFn, parse_macro_input};

/// Makes a struct the argument object of a tool: its JSON Schema, and its `Deserialize` with the same
/// defaults.
#[proc_macro_derive(Arguments, attributes(arg))]
pub fn arguments(input: TokenStream) -> TokenStream {
    finish(arguments::arguments(&parse_macro_input!(input as DeriveInput)))
}

/// Gives a result struct its JSON Schema, for `#[tool(returns = …)]`. No member is required and others are
/// allowed: the host adds members to a result, and an error takes its place.
#[proc_macro_derive(Returns, attributes(arg))]
pub fn returns(input: TokenStream) -> TokenStream {
    finish(arguments::returns(&parse_macro_input!(input as DeriveInput)))
}

/// Makes an enum without data an argument that takes one of its names, written in snake_case or as
/// `#[arg(name = "…")]` says.
#[proc_macro_derive(Choice, attributes(arg))]
pub fn choice(input: TokenStream) -> TokenStream {
    finish(choice::choice(&parse_macro_input!(input as DeriveInput)))
}

/// Makes a function a tool of the plugin. Its name is the tool's and its documentation the description; what stands
/// there in a fence keeps its lines.
///
/// Options: `title = "…"`, `hints(read_only = …, destructive = …, idempotent = …, open_world = …)`, `body =
/// "…"` (name of the body in the result), `returns = Type`, `guidance = {…}` (texts by platform),
/// `shell_command = "/pointer"` and `shell_workdir = "/pointer"` (the argument that is a shell command, and that which
/// is its folder), `freeform = {…}`.
#[proc_macro_attribute]
pub fn tool(options: TokenStream, item: TokenStream) -> TokenStream {
    let options = parse_macro_input!(options as tool::Options);
    finish(tool::tool(&options, &parse_macro_input!(item as ItemFn)))
}

/// Constant JSON from literals, in JSON's own notation. `include_str!("…")` stands for a file's text as a string.
#[proc_macro]
pub fn json(input: TokenStream) -> TokenStream {
    finish(json::json(input.into()))
}

fn finish(result: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    result.unwrap_or_else(syn::Error::into_compile_error).into()
}
