; Declarations of Scala. The first pattern that fits decides.

; A package is there by its whole name, and by the last part of it.
(package_clause name: (package_identifier (identifier) @module .) @module)
(package_object name: (identifier) @module)

(class_definition name: [(identifier) (operator_identifier)] @class)
(object_definition name: [(identifier) (operator_identifier)] @object)
(trait_definition name: [(identifier) (operator_identifier)] @trait)
(enum_definition name: [(identifier) (operator_identifier)] @enum)
(simple_enum_case name: [(identifier) (operator_identifier)] @member)
(full_enum_case name: [(identifier) (operator_identifier)] @member)
(type_definition name: (type_identifier) @type)

; The parameters of a case class are its fields, those of other classes if they say `val` or `var`.
(class_definition
  "case"
  class_parameters: (class_parameters (class_parameter name: (identifier) @field)))
(full_enum_case class_parameters: (class_parameters (class_parameter name: (identifier) @field)))
(class_parameter ["val" "var"] name: (identifier) @field)

; A function by the name of `this` is a constructor without a name.
(template_body
  (function_definition name: [(identifier) (operator_identifier)] @method)
  (#not-eq? @method "this"))
(template_body (function_declaration name: [(identifier) (operator_identifier)] @method))
(with_template_body (function_definition name: [(identifier) (operator_identifier)] @method))
(enum_body (function_definition name: [(identifier) (operator_identifier)] @method))
(extension_definition (function_definition name: [(identifier) (operator_identifier)] @method))
(function_definition
  name: [(identifier) (operator_identifier)] @function
  (#not-eq? @function "this"))
(function_declaration name: [(identifier) (operator_identifier)] @function)
(given_definition name: (identifier) @variable)

; What is declared without a value is never a local.
(val_declaration name: (identifier) @field)
(var_declaration name: (identifier) @field)
(template_body
  [
    (val_definition
      pattern: [
        (identifier) @field
        (identifiers (identifier) @field)
        (tuple_pattern (identifier) @field)
      ])
    (var_definition
      pattern: [
        (identifier) @field
        (identifiers (identifier) @field)
        (tuple_pattern (identifier) @field)
      ])
  ])
(with_template_body
  [
    (val_definition
      pattern: [
        (identifier) @field
        (identifiers (identifier) @field)
        (tuple_pattern (identifier) @field)
      ])
    (var_definition
      pattern: [
        (identifier) @field
        (identifiers (identifier) @field)
        (tuple_pattern (identifier) @field)
      ])
  ])
(enum_body
  [
    (val_definition
      pattern: [
        (identifier) @field
        (identifiers (identifier) @field)
        (tuple_pattern (identifier) @field)
      ])
    (var_definition
      pattern: [
        (identifier) @field
        (identifiers (identifier) @field)
        (tuple_pattern (identifier) @field)
      ])
  ])

; Names that are bound to functions, wherever they stand but in a type.
(val_definition pattern: (identifier) @function value: (lambda_expression))

(compilation_unit
  [
    (val_definition
      pattern: [
        (identifier) @variable
        (identifiers (identifier) @variable)
        (tuple_pattern (identifier) @variable)
      ])
    (var_definition
      pattern: [
        (identifier) @variable
        (identifiers (identifier) @variable)
        (tuple_pattern (identifier) @variable)
      ])
  ])
