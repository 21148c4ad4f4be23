//! Documentation comments as text for a model.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The documentation in `attributes`: lines of a paragraph joined by blanks, paragraphs by an empty line, and what
/// stands in a fence as it is, without the fence. Empty where there is none.
pub(crate) fn text(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => Some(line.value()),
            _ => None,
        },
        _ => None,
    });
    let mut text = String::new();
    let mut gap = "";
    let mut is_fenced = false;
    for line in lines {
        match line.trim() {
            fence if fence.starts_with("```") => {
                is_fenced = !is_fenced;
                gap = "\n\n";
            }
            _ if is_fenced => {
                text.push_str(gap);
                text.push_str(line.strip_prefix(' ').unwrap_or(&line));
                gap = "\n";
            }
            "" => gap = "\n\n",
            line => {
                if !text.is_empty() {
                    text.push_str(gap);
                }
                text.push_str(line);
                gap = " ";
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::text;
    use syn::parse_quote;

    #[test]
    fn paragraphs_stay_and_lines_join() {
        let item: syn::ItemStruct = parse_quote! {
            /// One
            /// line.
            ///
            /// Another.
            struct S;
        };
        assert_eq!(text(&item.attrs), "One line.\n\nAnother.");
        assert_eq!(text(&[]), "");
    }

    #[test]
    fn what_is_fenced_stays_as_it_is() {
        let item: syn::ItemStruct = parse_quote! {
            /// Such as:
            /// ```text
            /// - one
            ///   two
            ///
            /// - three
            /// ```
            /// And so
            /// on.
            struct S;
        };
        assert_eq!(text(&item.attrs), "Such as:\n\n- one\n  two\n\n- three\n\nAnd so on.");
    }
}
