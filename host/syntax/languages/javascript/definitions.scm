; Declarations of JavaScript. The first pattern that fits decides.

; What is declared in these is local. Declarations of the module itself stand in none of them.
(function_declaration) @scope
(generator_function_declaration) @scope
(function_expression) @scope
(generator_function) @scope
(arrow_function) @scope
(method_definition) @scope
(class_static_block) @scope
(if_statement) @scope
(for_statement) @scope
(for_in_statement) @scope
(while_statement) @scope
(do_statement) @scope
(switch_statement) @scope
(try_statement) @scope
(program (statement_block) @scope)

(function_declaration name: (identifier) @function)
(generator_function_declaration name: (identifier) @function)
(function_expression name: (identifier) @function)
(generator_function name: (identifier) @function)

; Functions of a class or of an object.
((method_definition name: (property_identifier) @constructor)
  (#eq? @constructor "constructor"))
(method_definition name: [(property_identifier) (private_property_identifier)] @method)
(pair
  key: (property_identifier) @method
  value: [(arrow_function) (function_expression) (generator_function)])

; Names that are bound to functions, and properties that are.
(variable_declarator
  name: (identifier) @function
  value: [(arrow_function) (function_expression) (generator_function)])
(assignment_expression
  left: (member_expression property: [(property_identifier) (private_property_identifier)] @function)
  right: [(arrow_function) (function_expression) (generator_function)])
(field_definition
  property: [(property_identifier) (private_property_identifier)] @method
  value: [(arrow_function) (function_expression) (generator_function)])
(field_definition property: [(property_identifier) (private_property_identifier)] @field)

(class_declaration name: (identifier) @class)
(class name: (identifier) @class)
(variable_declarator name: (identifier) @class value: (class))

; Constants and variables of the module, also those that a pattern takes apart.
((lexical_declaration
  kind: "const"
  (variable_declarator
    name: [
      (identifier) @constant
      (object_pattern (shorthand_property_identifier_pattern) @constant)
      (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @constant))
      (object_pattern (pair_pattern value: (identifier) @constant))
      (object_pattern (pair_pattern value: (assignment_pattern left: (identifier) @constant)))
      (object_pattern (pair_pattern value: (object_pattern (shorthand_property_identifier_pattern) @constant)))
      (object_pattern (rest_pattern (identifier) @constant))
      (array_pattern (identifier) @constant)
      (array_pattern (assignment_pattern left: (identifier) @constant))
      (array_pattern (rest_pattern (identifier) @constant))
    ]))
  (#outside-scopes?))
((variable_declarator
  name: [
    (identifier) @variable
    (object_pattern (shorthand_property_identifier_pattern) @variable)
    (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @variable))
    (object_pattern (pair_pattern value: (identifier) @variable))
    (object_pattern (pair_pattern value: (assignment_pattern left: (identifier) @variable)))
    (object_pattern (pair_pattern value: (object_pattern (shorthand_property_identifier_pattern) @variable)))
    (object_pattern (rest_pattern (identifier) @variable))
    (array_pattern (identifier) @variable)
    (array_pattern (assignment_pattern left: (identifier) @variable))
    (array_pattern (rest_pattern (identifier) @variable))
  ])
  (#outside-scopes?))
