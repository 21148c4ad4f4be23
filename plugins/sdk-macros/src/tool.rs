//! `#[tool]`: a function as a tool.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{FnArg, Ident, ItemFn, LitBool, LitStr, Token, Type, parenthesized};

use crate::{docs, json};

/// What stands in the brackets of `#[tool(…)]`: members of the tool's metadata, as constant JSON, in the
/// order of writing.
pub(crate) struct Options(Vec<(&'static str, TokenStream)>);

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut members = Vec::new();
        while !input.is_empty() {
            members.push(member(input)?);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Self(members))
    }
}

fn member(input: ParseStream<'_>) -> syn::Result<(&'static str, TokenStream)> {
    let option: Ident = input.parse()?;
    if option == "hints" {
        return Ok(("annotations", hints(input)?));
    }
    input.parse::<Token![=]>()?;
    Ok(match option.to_string().as_str() {
        "title" => ("title", text(input)?),
        "body" => ("body", text(input)?),
        "shell_command" => ("shell_command", text(input)?),
        "shell_workdir" => ("shell_workdir", text(input)?),
        "guidance" => ("guidance", literal(input)?),
        "freeform" => ("freeform", literal(input)?),
        "returns" => {
            let kind: Type = input.parse()?;
            ("returns", quote! { <#kind as ::toolhost_plugin::Schema>::SCHEMA })
        }
        _ => {
            return Err(syn::Error::new(
                option.span(),
                "expected title, hints, body, returns, guidance, shell_command, shell_workdir or freeform",
            ));
        }
    })
}

fn text(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let text: LitStr = input.parse()?;
    Ok(quote! { ::toolhost_plugin::Json::Text(#text) })
}

fn literal(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let tree: proc_macro2::TokenTree = input.parse()?;
    json::json(tree.into())
}

/// The four hints of MCP. One that is left out has MCP's own default.
fn hints(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let content;
    parenthesized!(content in input);
    let hints = Punctuated::<Hint, Token![,]>::parse_terminated(&content)?;
    let members =
        hints.iter().map(|Hint(name, value)| quote! { (#name, ::toolhost_plugin::Json::Raw(#value)) });
    Ok(quote! { ::toolhost_plugin::Json::Object(&[#(#members),*]) })
}

struct Hint(&'static str, &'static str);

impl Parse for Hint {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let word: Ident = input.parse()?;
        let name = match word.to_string().as_str() {
            "read_only" => "readOnlyHint",
            "destructive" => "destructiveHint",
            "idempotent" => "idempotentHint",
            "open_world" => "openWorldHint",
            _ => {
                return Err(syn::Error::new(
                    word.span(),
                    "expected read_only, destructive, idempotent or open_world",
                ));
            }
        };
        input.parse::<Token![=]>()?;
        Ok(Self(name, if input.parse::<LitBool>()?.value { "true" } else { "false" }))
    }
}

/// The function, and beside it a type of the same name that is the
/// [`Tool`](../toolhost_plugin/trait.Tool.html): types and functions have name spaces of their own, so
/// `plugin!` finds the one by the other's name.
pub(crate) fn tool(Options(members): &Options, function: &ItemFn) -> syn::Result<TokenStream> {
    let ident = &function.sig.ident;
    let visibility = &function.vis;
    let name = ident.to_string();
    let description = docs::text(&function.attrs);
    if description.is_empty() {
        return Err(syn::Error::new(
            ident.span(),
            "a tool needs a documentation comment: it is the description that the model reads",
        ));
    }
    let (kind, call) = match function.sig.inputs.iter().collect::<Vec<_>>().as_slice() {
        [] => (quote! { ::toolhost_plugin::__private::NoArguments }, quote! { #ident() }),
        [FnArg::Typed(argument)] => {
            let kind = &argument.ty;
            (
                quote! { #kind },
                quote! { ::toolhost_plugin::__private::parse::<#kind>(_arguments).and_then(#ident) },
            )
        }
        _ => {
            return Err(syn::Error::new_spanned(
                &function.sig.inputs,
                "a tool takes one struct of arguments, or nothing",
            ));
        }
    };
    let keys = members.iter().map(|(key, _)| key);
    let values = members.iter().map(|(_, value)| value);
    Ok(quote! {
        #function

        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named like its function")]
        #visibility struct #ident {}

        #[automatically_derived]
        impl ::toolhost_plugin::Tool for #ident {
            const NAME: &'static str = #name;
            const DECLARATION: ::toolhost_plugin::Json = ::toolhost_plugin::Json::Object(&[
                ("name", ::toolhost_plugin::Json::Text(#name)),
                ("description", ::toolhost_plugin::Json::Text(#description)),
                ("parameters", <#kind as ::toolhost_plugin::Schema>::SCHEMA),
                #((#keys, #values)),*
            ]);

            fn call(_arguments: &str) -> ::core::result::Result<::toolhost_plugin::Outcome, ::toolhost_plugin::Failure> {
                #call
            }
        }
    })
}
