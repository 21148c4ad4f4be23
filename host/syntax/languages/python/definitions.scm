; Declarations of Python. The first pattern that fits decides.

; What is assigned in these is local.
(function_definition) @scope
(lambda) @scope

(class_definition name: (identifier) @class)

; Functions of a class. One that is read like a field is a property.
((class_definition
  body: (block
    (decorated_definition
      (decorator (identifier) @_decorator)
      definition: (function_definition name: (identifier) @property))))
  (#any-of? @_decorator "property" "cached_property"))
(class_definition
  body: (block
    [
      (function_definition name: (identifier) @method)
      (decorated_definition definition: (function_definition name: (identifier) @method))
    ]))
(function_definition name: (identifier) @function)

(type_alias_statement left: (type (identifier) @type))
(type_alias_statement left: (type (generic_type . (identifier) @type)))

; A name that is bound to a function.
(assignment left: (identifier) @function right: (lambda))

; Members of an enumeration.
((class_definition
  superclasses: (argument_list [(identifier) @_base (attribute attribute: (identifier) @_base)])
  body: (block (expression_statement (assignment left: (identifier) @member))))
  (#match? @_base "(Enum|Flag)$"))

; Other assignments in a class.
(class_definition
  body: (block
    (expression_statement
      (assignment
        left: [
          (identifier) @field
          (pattern_list (identifier) @field)
          (tuple_pattern (identifier) @field)
        ]))))

; Attributes of the object, in any of its methods.
((assignment
  left: [
    (attribute object: (identifier) @_self attribute: (identifier) @field)
    (pattern_list (attribute object: (identifier) @_self attribute: (identifier) @field))
    (tuple_pattern (attribute object: (identifier) @_self attribute: (identifier) @field))
  ])
  (#eq? @_self "self"))

; Variables of the module, also those of its `if` and `try`. A name in capitals is a constant by custom.
((assignment left: (identifier) @constant)
  (#match? @constant "^_*[A-Z][A-Z0-9_]*$")
  (#outside-scopes?))
((assignment
  left: [
    (identifier) @variable
    (pattern_list [
      (identifier) @variable
      (list_splat_pattern (identifier) @variable)
      (tuple_pattern (identifier) @variable)
    ])
    (tuple_pattern [
      (identifier) @variable
      (list_splat_pattern (identifier) @variable)
      (tuple_pattern (identifier) @variable)
    ])
    (list_pattern [(identifier) @variable (list_splat_pattern (identifier) @variable)])
  ])
  (#outside-scopes?))
