; Declarations of Nix. The first pattern that fits decides.

; Names that are bound to functions, wherever they stand. The last part of a path is the name.
(binding
  attrpath: (attrpath attr: [(identifier) @function (string_expression . (string_fragment) @function .)] .)
  expression: (function_expression))

; Attributes of sets.
(attrset_expression
  (binding_set
    [
      (binding
        attrpath: (attrpath attr: [(identifier) @field (string_expression . (string_fragment) @field .)] .))
      (inherit attrs: (inherited_attrs attr: (identifier) @field))
      (inherit_from attrs: (inherited_attrs attr: (identifier) @field))
    ]))
(rec_attrset_expression
  (binding_set
    [
      (binding
        attrpath: (attrpath attr: [(identifier) @field (string_expression . (string_fragment) @field .)] .))
      (inherit attrs: (inherited_attrs attr: (identifier) @field))
      (inherit_from attrs: (inherited_attrs attr: (identifier) @field))
    ]))

; The `let` of a file, which may be in up to three functions.
(source_code
  [
    (let_expression
      (binding_set
        (binding
          attrpath: (attrpath
            attr: [(identifier) @variable (string_expression . (string_fragment) @variable .)] .))))
    (function_expression
      body: (let_expression
        (binding_set
          (binding
            attrpath: (attrpath
              attr: [(identifier) @variable (string_expression . (string_fragment) @variable .)] .)))))
    (function_expression
      body: (function_expression
        body: (let_expression
          (binding_set
            (binding
              attrpath: (attrpath
                attr: [(identifier) @variable (string_expression . (string_fragment) @variable .)] .))))))
    (function_expression
      body: (function_expression
        body: (function_expression
          body: (let_expression
            (binding_set
              (binding
                attrpath: (attrpath
                  attr: [(identifier) @variable (string_expression . (string_fragment) @variable .)] .)))))))
  ])
