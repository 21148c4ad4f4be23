//! `#[derive(Choice)]`: an enum without data as one of a list of names.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Fields, LitStr, Variant};

pub(crate) fn choice(input: &DeriveInput) -> syn::Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(syn::Error::new_spanned(&input.ident, "a choice is an enum"));
    };
    let names = data.variants.iter().map(name).collect::<syn::Result<Vec<_>>>()?;
    let idents: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let ident = &input.ident;
    let visibility = &input.vis;
    let ident_text = ident.to_string();
    Ok(quote! {
        impl #ident {
            /// The name that the model writes.
            #visibility const fn name(&self) -> &'static str {
                match self { #(Self::#idents => #names),* }
            }
        }

        #[automatically_derived]
        impl ::toolhost_plugin::Schema for #ident {
            const SCHEMA: ::toolhost_plugin::Json = ::toolhost_plugin::Json::Object(&[
                ("type", ::toolhost_plugin::Json::Text("string")),
                ("enum", ::toolhost_plugin::Json::Array(&[#(::toolhost_plugin::Json::Text(#names)),*])),
            ]);
        }

        const _: () = {
            #[allow(dead_code, reason = "serde reads the declaration, nothing makes the enum")]
            #[derive(::toolhost_plugin::__private::serde::Deserialize)]
            #[serde(crate = "::toolhost_plugin::__private::serde", remote = #ident_text, rename = #ident_text)]
            enum Twin { #(#[serde(rename = #names)] #idents),* }

            #[automatically_derived]
            impl<'de> ::toolhost_plugin::__private::serde::Deserialize<'de> for #ident {
                fn deserialize<D: ::toolhost_plugin::__private::serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                    Twin::deserialize(deserializer)
                }
            }
        };
    })
}

fn name(variant: &Variant) -> syn::Result<String> {
    if !matches!(variant.fields, Fields::Unit) {
        return Err(syn::Error::new_spanned(variant, "a choice has no data"));
    }
    let mut name = snake_case(&variant.ident.to_string());
    for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("arg")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("name") {
                return Err(meta.error("expected name"));
            }
            name = meta.value()?.parse::<LitStr>()?.value();
            Ok(())
        })?;
    }
    Ok(name)
}

fn snake_case(camel: &str) -> String {
    let mut snake = String::new();
    for letter in camel.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn names_are_snake_case() {
        for (camel, snake) in [("A", "a"), ("UseDefault", "use_default"), ("Éa", "éa")] {
            assert_eq!(snake_case(camel), snake);
        }
    }
}
