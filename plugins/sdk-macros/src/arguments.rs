//! `#[derive(Arguments)]` and `#[derive(Returns)]`: a struct's schema, and its `Deserialize`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Expr, ExprLit, Fields, Lit};

use crate::docs;
use crate::field::{Default, Field};

pub(crate) fn arguments(input: &DeriveInput) -> syn::Result<TokenStream> {
    let fields = fields(input)?;
    let required: Vec<_> =
        fields.iter().filter(|field| field.is_required()).map(|field| &field.name).collect();
    let required = (!required.is_empty()).then(|| {
        let names = quote! { #(::toolhost_plugin::Json::Text(#required)),* };
        quote! { ("required", ::toolhost_plugin::Json::Array(&[#names])), }
    });
    let schema = schema(
        input,
        &fields,
        &quote! { #required ("additionalProperties", ::toolhost_plugin::Json::Raw("false")) },
    )?;
    let deserialize = deserialize(input, &fields);
    let name = &input.ident;
    Ok(quote! {
        #schema
        #deserialize
        #[automatically_derived]
        impl ::toolhost_plugin::Arguments for #name {}
    })
}

pub(crate) fn returns(input: &DeriveInput) -> syn::Result<TokenStream> {
    schema(input, &fields(input)?, &TokenStream::new())
}

fn fields(input: &DeriveInput) -> syn::Result<Vec<Field<'_>>> {
    if !input.generics.params.is_empty() {
        return Err(syn::Error::new_spanned(
            &input.generics,
            "a schema is one constant: the struct cannot be generic",
        ));
    }
    match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Named(_) | Fields::Unit) => {
            data.fields.iter().map(Field::read).collect()
        }
        _ => {
            Err(syn::Error::new_spanned(&input.ident, "arguments have names: use a struct with named fields"))
        }
    }
}

fn schema(input: &DeriveInput, fields: &[Field<'_>], rest: &TokenStream) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let properties = fields
        .iter()
        .map(|field| {
            let (name, schema) = (&field.name, field.schema()?);
            Ok(quote! { (#name, #schema) })
        })
        .collect::<syn::Result<Vec<_>>>()?;
    let description = docs::text(&input.attrs);
    let description = (!description.is_empty())
        .then(|| quote! { ("description", ::toolhost_plugin::Json::Text(#description)), });
    Ok(quote! {
        #[automatically_derived]
        impl ::toolhost_plugin::Schema for #name {
            const SCHEMA: ::toolhost_plugin::Json = ::toolhost_plugin::Json::Object(&[
                ("type", ::toolhost_plugin::Json::Text("object")),
                #description
                ("properties", ::toolhost_plugin::Json::Object(&[#(#properties),*])),
                #rest
            ]);
        }
    })
}

/// serde's own derive on a twin of the struct, which carries the defaults and names as serde's attributes.
fn deserialize(input: &DeriveInput, fields: &[Field<'_>]) -> TokenStream {
    let name = &input.ident;
    let name_text = name.to_string();
    let mut defaults = Vec::new();
    let twins = fields.iter().enumerate().map(|(index, field)| {
        let Field { ident, kind, name, .. } = field;
        let default = field.default.as_ref().map(|default| match default {
            Default::OfType => quote! { #[serde(default)] },
            Default::Value(value) => {
                let function = format_ident!("default_{index}");
                let value = owned(value);
                defaults.push(quote! { fn #function() -> #kind { #value } });
                let function = function.to_string();
                quote! { #[serde(default = #function)] }
            }
        });
        quote! { #[serde(rename = #name)] #default #ident: #kind }
    });
    let twins: Vec<_> = twins.collect();
    quote! {
        const _: () = {
            #(#defaults)*

            #[allow(dead_code, reason = "serde reads the declaration, nothing makes the struct")]
            #[derive(::toolhost_plugin::__private::serde::Deserialize)]
            #[serde(crate = "::toolhost_plugin::__private::serde", remote = #name_text, rename = #name_text, deny_unknown_fields)]
            struct Twin { #(#twins),* }

            #[automatically_derived]
            impl<'de> ::toolhost_plugin::__private::serde::Deserialize<'de> for #name {
                fn deserialize<D: ::toolhost_plugin::__private::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                    Twin::deserialize(deserializer)
                }
            }
        };
    }
}

fn owned(value: &Expr) -> TokenStream {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => quote! { ::core::convert::From::from(#value) },
        _ => quote! { #value },
    }
}
