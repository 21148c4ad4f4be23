; Declarations of Go. The first pattern that fits decides.

; What is declared in these is local.
(block) @scope

; The blank name declares nothing.
((identifier) @usage (#eq? @usage "_"))

(package_clause (package_identifier) @module)

(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @method)
(method_elem name: (field_identifier) @method)

; Names that are bound to functions.
(short_var_declaration
  left: (expression_list . (identifier) @function .)
  right: (expression_list . (func_literal) .))
(var_spec name: (identifier) @function value: (expression_list . (func_literal) .))

(type_spec name: (type_identifier) @struct type: (struct_type))
(type_spec name: (type_identifier) @interface type: (interface_type))
(type_spec name: (type_identifier) @type)
(type_alias name: (type_identifier) @type)
(field_declaration name: (field_identifier) @field)

((const_spec (identifier) @constant) (#outside-scopes?))
((var_spec (identifier) @variable) (#outside-scopes?))
