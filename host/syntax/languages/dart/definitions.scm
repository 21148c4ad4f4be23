; Declarations of Dart. The first pattern that fits decides.

; A library is there by its whole name, and by the last part of it.
(library_name (dotted_identifier_list (identifier) @module .) @module)

(class_declaration name: (identifier) @class)
(mixin_application_class . (identifier) @class)
(mixin_declaration name: (identifier) @trait)
(extension_declaration name: (identifier) @class)
(extension_type_declaration name: (extension_type_name (identifier) @type))
(extension_type_representation name: (identifier) @field)
(enum_declaration name: (identifier) @enum)
(enum_constant name: (identifier) @member)
(type_alias (type_identifier) @type)

; A constructor by the name of its class, or the name behind that.
(constructor_signature name: (identifier) @constructor . parameters: (_))
(constant_constructor_signature name: (identifier) @constructor . parameters: (_))
(factory_constructor_signature name: (identifier) @constructor . parameters: (_))
(redirecting_factory_constructor_signature name: (identifier) @constructor . parameters: (_))

(method_signature (function_signature name: (identifier) @method))
(declaration (function_signature name: (identifier) @method))
(function_signature name: (identifier) @function)
(getter_signature name: (identifier) @property)
(setter_signature name: (identifier) @property)
(operator_signature operator: _ @method)

; Names that are bound to functions, wherever they stand but in a class.
(top_level_variable_declaration
  [
    (static_final_declaration_list
      (static_final_declaration name: (identifier) @function value: (function_expression)))
    (initialized_identifier_list
      (initialized_identifier name: (identifier) @function value: (function_expression)))
  ])
(initialized_variable_definition name: (identifier) @function value: (function_expression))

(top_level_variable_declaration
  modifier: "const"
  (static_final_declaration_list (static_final_declaration name: (identifier) @constant)))
(top_level_variable_declaration
  (static_final_declaration_list (static_final_declaration name: (identifier) @variable)))
(top_level_variable_declaration
  (initialized_identifier_list (initialized_identifier name: (identifier) @variable)))

(declaration
  "const"
  (static_final_declaration_list (static_final_declaration name: (identifier) @constant)))
(static_final_declaration name: (identifier) @field)
(declaration
  (initialized_identifier_list (initialized_identifier name: (identifier) @field)))
