; Declarations of Elixir: calls of the macros that declare. The first pattern that fits decides.

; A module is there by its whole name, and by the last part of it: its row has a `separator`.
(call
  target: (identifier) @_declare
  (arguments . (alias) @module)
  (#eq? @_declare "defmodule"))
(call
  target: (identifier) @_declare
  (arguments . (alias) @interface)
  (#eq? @_declare "defprotocol"))

(call
  target: (identifier) @_declare
  (arguments
    . [
      (identifier) @function
      (call target: (identifier) @function)
      (binary_operator
        left: [(identifier) @function (call target: (identifier) @function)]
        operator: "when")
    ])
  (#match? @_declare "^def(p|n|np|delegate|guard|guardp)?$")
  (#not-eq? @function "unquote"))
(call
  target: (identifier) @_declare
  (arguments
    . [
      (identifier) @macro
      (call target: (identifier) @macro)
      (binary_operator left: [(identifier) @macro (call target: (identifier) @macro)] operator: "when")
    ])
  (#match? @_declare "^defmacrop?$")
  (#not-eq? @macro "unquote"))

; Operators.
(call
  target: (identifier) @_declare
  (arguments
    . [
      (unary_operator operator: _ @function)
      (binary_operator operator: _ @function)
      (binary_operator left: (binary_operator operator: _ @function) operator: "when")
    ])
  (#match? @_declare "^def(p|macro|macrop|guard|guardp|delegate)?$")
  (#not-eq? @function "when"))

; Fields of structures, exceptions and records.
(call
  target: (identifier) @_declare
  (arguments
    [
      (list (atom) @field)
      (list (keywords (pair key: (keyword) @field)))
      (keywords (pair key: (keyword) @field))
    ])
  (#match? @_declare "^def(struct|exception)$"))
(call
  target: [(identifier) @_declare (dot right: (identifier) @_declare)]
  (arguments . (atom) @struct (keywords (pair key: (keyword) @field))?)
  (#match? @_declare "^defrecordp?$"))

; Types and callbacks.
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_declare
    (arguments
      (binary_operator
        left: [(identifier) @type (call target: (identifier) @type)]
        operator: "::")))
  (#match? @_declare "^(type|typep|opaque)$"))
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_declare
    (arguments
      [
        (binary_operator
          left: [(identifier) @method (call target: (identifier) @method)]
          operator: "::")
        (binary_operator
          left: (binary_operator
            left: [(identifier) @method (call target: (identifier) @method)]
            operator: "::")
          operator: "when")
      ]))
  (#match? @_declare "^(macro)?callback$"))

; An attribute with a value, but for those that the language and its test library read.
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @constant (arguments))
  (#not-match? @constant "^(after_compile|after_verify|before_compile|behaviour|callback|compile|deprecated|derive|describetag|dialyzer|doc|enforce_keys|external_resource|file|impl|macrocallback|moduledoc|moduletag|nifs|on_definition|on_load|opaque|optional_callbacks|since|spec|tag|type|typedoc|typep|vsn)$"))

; Names that are bound to functions, wherever they stand.
(binary_operator left: (identifier) @function operator: "=" right: (anonymous_function))

; Variables of a script.
(source (binary_operator left: (identifier) @variable operator: "="))
