//! `json!`: checks JSON notation when the plugin is compiled and leaves a constant tree.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Lit, LitStr, Token, braced, bracketed};

/// One JSON value, as an expression that makes it.
struct Value(TokenStream);

impl Parse for Value {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(syn::token::Brace) {
            let content;
            braced!(content in input);
            let members = Punctuated::<Member, Token![,]>::parse_terminated(&content)?;
            let (keys, values): (Vec<_>, Vec<_>) =
                members.into_iter().map(|Member(key, Self(value))| (key, value)).unzip();
            return Ok(Self(quote! { ::toolhost_plugin::Json::Object(&[#((#keys, #values)),*]) }));
        }
        if input.peek(syn::token::Bracket) {
            let content;
            bracketed!(content in input);
            let items = Punctuated::<Self, Token![,]>::parse_terminated(&content)?;
            let items = items.into_iter().map(|Self(value)| value);
            return Ok(Self(quote! { ::toolhost_plugin::Json::Array(&[#(#items),*]) }));
        }
        if input.peek(syn::Ident) && input.peek2(Token![!]) {
            let file: syn::Macro = input.parse()?;
            return if file.path.is_ident("include_str") {
                Ok(Self(quote! { ::toolhost_plugin::Json::Text(#file) }))
            } else {
                Err(syn::Error::new_spanned(file.path, "expected a JSON value or include_str!"))
            };
        }
        if input.peek(syn::Ident) {
            let word: syn::Ident = input.parse()?;
            return if word == "null" {
                Ok(Self::raw("null"))
            } else {
                Err(syn::Error::new(word.span(), "expected a JSON value"))
            };
        }
        let sign = if input.parse::<Option<Token![-]>>()?.is_some() { "-" } else { "" };
        match input.parse()? {
            Lit::Str(text) if sign.is_empty() => Ok(Self(quote! { ::toolhost_plugin::Json::Text(#text) })),
            Lit::Bool(value) if sign.is_empty() => Ok(Self::raw(&value.value.to_string())),
            Lit::Int(number) => Ok(Self::raw(&format!("{sign}{}", number.base10_digits()))),
            Lit::Float(number) => Ok(Self::raw(&format!("{sign}{}", number.base10_digits()))),
            other => Err(syn::Error::new(other.span(), "expected a JSON value")),
        }
    }
}

impl Value {
    fn raw(text: &str) -> Self {
        Self(quote! { ::toolhost_plugin::Json::Raw(#text) })
    }
}

/// One member of an object.
struct Member(LitStr, Value);

impl Parse for Member {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Self(key, input.parse()?))
    }
}

/// Expands `json!`. A value that reached it through a `macro_rules` fragment stands in an invisible group,
/// which is opened first.
pub(crate) fn json(input: TokenStream) -> syn::Result<TokenStream> {
    let mut tokens = input;
    while let Some(TokenTree::Group(group)) = only(tokens.clone())
        && group.delimiter() == Delimiter::None
    {
        tokens = group.stream();
    }
    let Value(value) = syn::parse2(tokens)?;
    Ok(value)
}

fn only(tokens: TokenStream) -> Option<TokenTree> {
    let mut tokens = tokens.into_iter();
    let first = tokens.next()?;
    tokens.next().is_none().then_some(first)
}

/// Constant JSON of a literal or of a `Choice`'s constant, which then gives its name.
pub(crate) fn of_expression(expression: &syn::Expr) -> syn::Result<TokenStream> {
    match expression {
        syn::Expr::Path(path) => Ok(quote! { ::toolhost_plugin::Json::Text(#path.name()) }),
        other => {
            let span = syn::spanned::Spanned::span(other);
            json(quote_spanned! { span => #other })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::json;
    use quote::quote;

    #[test]
    fn notation_is_checked() {
        for good in [
            quote!({ "a": [1, -2.5, true, null], "b": {}, }),
            quote!("text"),
            quote!([]),
            quote!({ "a": include_str!("b") }),
        ] {
            assert!(json(good.clone()).is_ok(), "{good}");
        }
        for bad in [
            quote!({ a: 1 }),
            quote!(maybe),
            quote!([1 2]),
            quote!('c'),
            quote!(-"a"),
            quote!(),
            quote!(env!("A")),
        ] {
            assert!(json(bad.clone()).is_err(), "{bad}");
        }
    }
}
