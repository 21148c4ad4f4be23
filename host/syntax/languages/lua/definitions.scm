; Declarations of Lua. The first pattern that fits decides.

(function_declaration name: (identifier) @function)
; A function of a table is there by its whole path, and by the last part of it.
(function_declaration name: (dot_index_expression field: (identifier) @function) @function)
(function_declaration name: (method_index_expression method: (identifier) @method) @method)

; Names that are bound to functions, wherever they stand.
(assignment_statement
  (variable_list
    . name: [
      (identifier) @function
      (dot_index_expression field: (identifier) @function) @function
    ] .)
  (expression_list . value: (function_definition) .))
(field name: (identifier) @function value: (function_definition))

[(function_declaration) (function_definition)] @scope

; Variables of a file.
((variable_declaration (variable_list name: (identifier) @variable)) (#outside-scopes?))
((assignment_statement (variable_list name: (identifier) @variable)) (#outside-scopes?))

; Fields of the tables that a file makes, and of objects.
((assignment_statement
  (variable_list
    name: [
      (dot_index_expression field: (identifier) @field)
      (bracket_index_expression field: (string content: (string_content) @field))
    ]))
  (#outside-scopes?))
((assignment_statement
  (expression_list
    value: (table_constructor
      (field name: [(identifier) @field (string content: (string_content) @field)]))))
  (#outside-scopes?))
((return_statement
  (expression_list
    (table_constructor
      (field name: [(identifier) @field (string content: (string_content) @field)]))))
  (#outside-scopes?))
((assignment_statement
  (variable_list
    name: (dot_index_expression table: (identifier) @_object field: (identifier) @field)))
  (#eq? @_object "self"))
