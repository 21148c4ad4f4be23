; Declarations of Rust. The first pattern that fits decides.

; Functions of a type, with a body or without.
(impl_item
  body: (declaration_list
    [
      (function_item name: (identifier) @method)
      (function_signature_item name: (identifier) @method)
    ]))

(trait_item
  body: (declaration_list
    [
      (function_item name: (identifier) @method)
      (function_signature_item name: (identifier) @method)
    ]))

; Other functions: of a module, of a block, of an `extern` block.
(function_item name: (identifier) @function)
(function_signature_item name: (identifier) @function)

; Names that are bound to functions.
(let_declaration pattern: (identifier) @function value: (closure_expression))
(const_item name: (identifier) @function value: (closure_expression))
(static_item name: (identifier) @function value: (closure_expression))

(struct_item name: (type_identifier) @struct)
(union_item name: (type_identifier) @union)
(enum_item name: (type_identifier) @enum)
(trait_item name: (type_identifier) @trait)
(type_item name: (type_identifier) @type)
(associated_type name: (type_identifier) @type)

(field_declaration name: (field_identifier) @field)
(enum_variant name: (identifier) @member)

(const_item name: (identifier) @constant)
(static_item name: (identifier) @static)
(mod_item name: (identifier) @module)
(macro_definition name: (identifier) @macro)

; Items in macro calls and in the bodies of macros, where the grammar knows tokens only. A keyword and a name right
; after it are clear enough; `*const T` is none, so a constant wants what follows its name.
([
  (token_tree "fn" @_before . (identifier) @function)
  (token_repetition "fn" @_before . (identifier) @function)
] (#adjacent? @_before @function))
([
  (token_tree "struct" @_before . (identifier) @struct)
  (token_repetition "struct" @_before . (identifier) @struct)
] (#adjacent? @_before @struct))
([
  (token_tree "enum" @_before . (identifier) @enum)
  (token_repetition "enum" @_before . (identifier) @enum)
] (#adjacent? @_before @enum))
([
  (token_tree "trait" @_before . (identifier) @trait)
  (token_repetition "trait" @_before . (identifier) @trait)
] (#adjacent? @_before @trait))
([
  (token_tree "type" @_before . (identifier) @type)
  (token_repetition "type" @_before . (identifier) @type)
] (#adjacent? @_before @type))
([
  (token_tree "mod" @_before . (identifier) @module)
  (token_repetition "mod" @_before . (identifier) @module)
] (#adjacent? @_before @module))
([
  (token_tree "const" @_before . (identifier) @constant . [":" "="] @_after)
  (token_repetition "const" @_before . (identifier) @constant . [":" "="] @_after)
] (#adjacent? @_before @constant) (#adjacent? @constant @_after))
([
  (token_tree "static" @_before . (identifier) @static . ":" @_after)
  (token_repetition "static" @_before . (identifier) @static . ":" @_after)
] (#adjacent? @_before @static) (#adjacent? @static @_after))
([
  (token_tree "pub" @_before . (identifier) @field . ":" @_after)
  (token_repetition "pub" @_before . (identifier) @field . ":" @_after)
] (#adjacent? @_before @field) (#adjacent? @field @_after))
((token_tree "static" . (mutable_specifier) @_before . (identifier) @static . ":" @_after)
  (#adjacent? @_before @static) (#adjacent? @static @_after))
((token_tree "static" . (identifier) @_before . (identifier) @static . ":" @_after)
  (#eq? @_before "ref")
  (#adjacent? @_before @static) (#adjacent? @static @_after))
