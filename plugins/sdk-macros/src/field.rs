//! One field of an argument struct, with what `#[arg(…)]` says about it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, Ident, LitStr, Token, Type};

use crate::{docs, json};

/// What is used where the model leaves a field out.
pub(crate) enum Default {
    /// The type's own `Default`, which the schema does not show.
    OfType,
    /// A literal or a constant, which it does.
    Value(Expr),
}

/// A field.
pub(crate) struct Field<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) kind: &'a Type,
    /// As the model writes it.
    pub(crate) name: String,
    pub(crate) default: Option<Default>,
    description: String,
    keywords: Vec<(&'static str, Expr)>,
}

impl<'a> Field<'a> {
    pub(crate) fn read(field: &'a syn::Field) -> syn::Result<Self> {
        let Some(ident) = &field.ident else {
            return Err(syn::Error::new_spanned(
                field,
                "arguments have names: use a struct with named fields",
            ));
        };
        let mut read = Self {
            ident,
            kind: &field.ty,
            name: ident.to_string().trim_start_matches("r#").to_owned(),
            default: None,
            description: docs::text(&field.attrs),
            keywords: Vec::new(),
        };
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("arg")) {
            read.read_attribute(attribute)?;
        }
        Ok(read)
    }

    fn read_attribute(&mut self, attribute: &Attribute) -> syn::Result<()> {
        attribute.parse_nested_meta(|meta| {
            let Some(key) = meta.path.get_ident().map(Ident::to_string) else {
                return Err(meta.error("expected one word"));
            };
            match key.as_str() {
                "name" => self.name = meta.value()?.parse::<LitStr>()?.value(),
                "default" if meta.input.peek(Token![=]) => {
                    self.default = Some(Default::Value(meta.value()?.parse()?));
                }
                "default" => self.default = Some(Default::OfType),
                key => match keyword(key) {
                    Some(keyword) => self.keywords.push((keyword, meta.value()?.parse()?)),
                    None => return Err(meta.error(EXPECTED)),
                },
            }
            Ok(())
        })
    }

    /// A field may be left out if it has a default or is an `Option`, recognised by its name as serde does.
    pub(crate) fn is_required(&self) -> bool {
        let optional = match self.kind {
            Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Option"),
            _ => false,
        };
        self.default.is_none() && !optional
    }

    /// The field's schema: that of its type, and what is said here.
    pub(crate) fn schema(&self) -> syn::Result<TokenStream> {
        let kind = self.kind;
        let mut members = Vec::new();
        if !self.description.is_empty() {
            let description = &self.description;
            members.push(quote! { ("description", ::toolhost_plugin::Json::Text(#description)) });
        }
        for (keyword, value) in &self.keywords {
            let value = json::of_expression(value)?;
            members.push(quote! { (#keyword, #value) });
        }
        if let Some(Default::Value(value)) = &self.default {
            let value = json::of_expression(value)?;
            members.push(quote! { ("default", #value) });
        }
        Ok(quote! {
            ::toolhost_plugin::Json::Merged(
                &<#kind as ::toolhost_plugin::Schema>::SCHEMA,
                &::toolhost_plugin::Json::Object(&[#(#members),*]),
            )
        })
    }
}

/// What `#[arg(…)]` takes.
const EXPECTED: &str = "expected name, default, minimum, maximum, min_length, max_length, min_items, \
    max_items or pattern";

fn keyword(attribute: &str) -> Option<&'static str> {
    Some(match attribute {
        "minimum" => "minimum",
        "maximum" => "maximum",
        "min_length" => "minLength",
        "max_length" => "maxLength",
        "min_items" => "minItems",
        "max_items" => "maxItems",
        "pattern" => "pattern",
        _ => return None,
    })
}
