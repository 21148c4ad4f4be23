; Declarations of Haskell. The first pattern that fits decides.

; A module is there by its whole name, and by the last part of it.
(header module: (module (module_id) @module .) @module)

; Instances of families declare their constructors only.
(data_instance [(data_type name: (name) @usage) (newtype name: (name) @usage)])

(data_type name: (name) @type)
(data_type (infix operator: (_) @type))
(newtype name: (name) @type)
(type_synomym name: (name) @type)
(type_synomym (infix operator: (_) @type))
(type_family name: (name) @type)
(data_family name: (name) @type)
(class name: (name) @class)
(class (infix operator: (_) @class))

(data_constructor
  constructor: [
    (prefix name: (constructor) @constructor)
    (prefix name: (prefix_id (constructor_operator) @constructor))
    (record name: (constructor) @constructor)
    (infix
      operator: [(constructor_operator) @constructor (infix_id (constructor) @constructor)])
  ])
(newtype_constructor name: (constructor) @constructor)
(gadt_constructor name: (constructor) @constructor)
(gadt_constructor names: (binding_list name: (constructor) @constructor))
(field name: (field_name (variable) @field))

; A pattern synonym, up to four arguments.
(equation
  synonym: [
    (constructor) @constructor
    (record constructor: (constructor) @constructor)
    (infix operator: (constructor_operator) @constructor)
    (apply function: (constructor) @constructor)
    (apply function: (apply function: (constructor) @constructor))
    (apply function: (apply function: (apply function: (constructor) @constructor)))
    (apply
      function: (apply function: (apply function: (apply function: (constructor) @constructor))))
  ])
(equation synonym: (record field: (field_pattern field: (field_name (variable) @field))))

; Methods of a class stand in its signatures; those of an instance in equations.
(class_declarations (signature name: (variable) @method))
(class_declarations (signature name: (prefix_id (operator) @method)))
(class_declarations (signature names: (binding_list name: (variable) @method)))
(class_declarations (signature names: (binding_list name: (prefix_id (operator) @method))))

; Of the equations of one function, the first is its declaration.
((function name: (variable) @_same)
  . [(comment) (haddock)]* . (function name: (variable) @usage)
  (#eq? @_same @usage))
((function (infix operator: [(operator) @_same (infix_id (variable) @_same)]))
  . [(comment) (haddock)]* .
  (function (infix operator: [(operator) @usage (infix_id (variable) @usage)]))
  (#eq? @_same @usage))

(class_declarations
  [
    (function
      [
        name: (variable) @method
        name: (prefix_id (operator) @method)
        (infix operator: [(operator) @method (infix_id (variable) @method)])
      ])
    (bind name: [(variable) @method (prefix_id (operator) @method)])
  ])
(instance_declarations
  [
    (function
      [
        name: (variable) @method
        name: (prefix_id (operator) @method)
        (infix operator: [(operator) @method (infix_id (variable) @method)])
      ])
    (bind name: [(variable) @method (prefix_id (operator) @method)])
  ])

; Functions, those of `where` and `let` too.
(function name: (variable) @function)
(function name: (prefix_id (operator) @function))
(function (infix operator: [(operator) @function (infix_id (variable) @function)]))
(function_head_parens
  (infix operator: [(operator) @function (infix_id (variable) @function)]))
(bind name: (variable) @function match: (match expression: [(lambda) (lambda_case)]))
(foreign_import signature: (signature name: (variable) @function))

; Other names of a module.
(declarations (bind name: [(variable) @variable (prefix_id (operator) @variable)]))
(declarations (bind pattern: (tuple element: (variable) @variable)))
