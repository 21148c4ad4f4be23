; Declarations of Kotlin. The first pattern that fits decides.

; A package is there by its whole name, and by the last part of it.
(package_header (identifier (simple_identifier) @module .) @module)

(class_declaration "interface" (type_identifier) @interface)
(class_declaration "enum" (type_identifier) @enum)
(class_declaration (type_identifier) @class)
(object_declaration (type_identifier) @object)
(companion_object (type_identifier) @object)
(type_alias "typealias" . (type_identifier) @type)
(enum_entry (simple_identifier) @member)

; A parameter of a constructor is a property if it says `val` or `var`.
(class_parameter (binding_pattern_kind) . (simple_identifier) @property)

(class_body (function_declaration (simple_identifier) @method))
(enum_class_body (function_declaration (simple_identifier) @method))
(function_declaration (simple_identifier) @function)

(property_declaration
  (modifiers (property_modifier))
  (variable_declaration (simple_identifier) @constant))
(class_body (property_declaration (variable_declaration (simple_identifier) @property)))
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @property)))

; Names that are bound to functions, wherever they stand but in a type.
(property_declaration
  (variable_declaration (simple_identifier) @function)
  [(lambda_literal) (anonymous_function)])

(source_file (property_declaration (variable_declaration (simple_identifier) @variable)))
