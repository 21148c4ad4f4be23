; Declarations of Java. The first pattern that fits decides.

(package_declaration [(identifier) @module (scoped_identifier name: (identifier) @module)])
(module_declaration name: [(identifier) @module (scoped_identifier name: (identifier) @module)])

(class_declaration name: (identifier) @class)
(record_declaration name: (identifier) @class)
(interface_declaration name: (identifier) @interface)
(annotation_type_declaration name: (identifier) @interface)
(enum_declaration name: (identifier) @enum)
(enum_constant name: (identifier) @member)

(method_declaration name: (identifier) @method)
(annotation_type_element_declaration name: (identifier) @method)
(constructor_declaration name: (identifier) @constructor)
(compact_constructor_declaration name: (identifier) @constructor)

; A name that is bound to a function.
(variable_declarator name: (identifier) @function value: (lambda_expression))

; A field that never changes is a constant; so is every field of an interface.
(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (identifier) @constant))
(field_declaration
  (modifiers "final" "static")
  declarator: (variable_declarator name: (identifier) @constant))
(constant_declaration declarator: (variable_declarator name: (identifier) @constant))
(field_declaration declarator: (variable_declarator name: (identifier) @field))

; A component of a record.
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @field)))
