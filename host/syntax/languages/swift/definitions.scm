; Declarations of Swift. The first pattern that fits decides.

; An extension declares no type: its name is a `user_type`, which no pattern here names.
(class_declaration declaration_kind: "class" name: (type_identifier) @class)
(class_declaration declaration_kind: "actor" name: (type_identifier) @class)
(class_declaration declaration_kind: "struct" name: (type_identifier) @struct)
(class_declaration declaration_kind: "enum" name: (type_identifier) @enum)
(protocol_declaration name: (type_identifier) @interface)
(typealias_declaration name: (type_identifier) @type)
(associatedtype_declaration name: (type_identifier) @type)
(precedence_group_declaration (simple_identifier) @type)
(macro_declaration (simple_identifier) @macro)
(enum_entry name: (simple_identifier) @member)

(class_body (function_declaration name: (simple_identifier) @method))
(enum_class_body (function_declaration name: (simple_identifier) @method))
(protocol_function_declaration name: (simple_identifier) @method)
(init_declaration name: "init" @constructor)
(function_declaration name: (simple_identifier) @function)
(function_declaration
  name: [
    (custom_operator)
    "==" "!=" "===" "!==" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "%=" "++" "--" "!" "~"
    "|" "^" "<<" ">>" "&"
  ] @function)

; Names that are bound to functions, wherever they stand but in a type.
(source_file
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @function)
    value: (lambda_literal)))
(statements
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @function)
    value: (lambda_literal)))

(class_body
  (property_declaration
    name: (pattern
      [
        bound_identifier: (simple_identifier) @property
        (pattern (simple_identifier) @property)
      ])))
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @property)))
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @property))

(source_file
  (property_declaration
    (value_binding_pattern mutability: "let")
    name: (pattern
      [
        bound_identifier: (simple_identifier) @constant
        (pattern (simple_identifier) @constant)
      ])))
(source_file
  (property_declaration
    name: (pattern
      [
        bound_identifier: (simple_identifier) @variable
        (pattern (simple_identifier) @variable)
      ])))
