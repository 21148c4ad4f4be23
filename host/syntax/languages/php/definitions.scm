; Declarations of PHP. The first pattern that fits decides.

; A namespace is there by its whole name, and by the last part of it.
(namespace_definition name: (namespace_name (name) @module .) @module)

(class_declaration name: (name) @class)
(interface_declaration name: (name) @interface)
(trait_declaration name: (name) @trait)
(enum_declaration name: (name) @enum)
(enum_case name: (name) @member)

(const_element . (name) @constant)
(function_call_expression
  function: [(name) (qualified_name)] @_define
  arguments: (arguments
    . (argument [(string (string_content) @constant) (encapsed_string . (string_content) @constant .)]))
  (#match? @_define "^\\\\?(?i:define)$"))

(function_definition name: (name) @function)
(method_declaration name: (name) @method)
; A method of a trait under another name.
(use_as_clause (_) (name) @method .)

(property_element name: (variable_name) @property)
(property_promotion_parameter name: (variable_name) @property)

; Names that are bound to functions, wherever they stand.
(assignment_expression
  left: (variable_name) @function
  right: [(anonymous_function) (arrow_function)])

; Variables of a file.
[(function_definition) (method_declaration) (anonymous_function) (arrow_function)] @scope
((assignment_expression left: (variable_name) @variable) (#outside-scopes?))
