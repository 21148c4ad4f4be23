; Declarations of C++. The first pattern that fits decides.

; What is declared in these is local.
(compound_statement) @scope
(parameter_list) @scope
(template_parameter_list) @scope

(preproc_def name: (identifier) @macro)
(preproc_function_def name: (identifier) @macro)

(namespace_definition name: (namespace_identifier) @module)
(namespace_definition name: (nested_namespace_specifier (namespace_identifier) @module))
(nested_namespace_specifier (nested_namespace_specifier (namespace_identifier) @module))
(namespace_alias_definition name: (namespace_identifier) @module)

; Types, and specialisations of templates of them.
(class_specifier name: [(type_identifier) @class (template_type name: (type_identifier) @class)] body: (_))
(class_specifier name: (qualified_identifier name: (type_identifier) @class) body: (_))
(struct_specifier name: [(type_identifier) @struct (template_type name: (type_identifier) @struct)] body: (_))
(struct_specifier name: (qualified_identifier name: (type_identifier) @struct) body: (_))
(union_specifier name: (type_identifier) @union body: (_))
(enum_specifier name: (type_identifier) @enum body: (_))
(enumerator name: (identifier) @member)
(concept_definition name: (identifier) @interface)
(alias_declaration name: (type_identifier) @type)

; Names of types, also behind `*`, `[]` and in types of functions.
(type_definition declarator: (type_identifier) @type)
(pointer_declarator declarator: (type_identifier) @type)
(array_declarator declarator: (type_identifier) @type)
(function_declarator declarator: (type_identifier) @type)
(parenthesized_declarator (type_identifier) @type)

; Functions of a type: in it, with a body or without, and outside of it behind `::`.
(field_declaration_list
  [
    (declaration !type declarator: (function_declarator declarator: (identifier) @constructor))
    (function_definition !type declarator: (function_declarator declarator: (identifier) @constructor))
    (template_declaration
      [
        (declaration !type declarator: (function_declarator declarator: (identifier) @constructor))
        (function_definition !type declarator: (function_declarator declarator: (identifier) @constructor))
      ])
  ])
(field_declaration_list
  (template_declaration
    [
      (declaration declarator: (function_declarator declarator: (identifier) @method))
      (declaration declarator: (_ (function_declarator declarator: (identifier) @method)))
      (function_definition declarator: (function_declarator declarator: (identifier) @method))
      (function_definition declarator: (_ (function_declarator declarator: (identifier) @method)))
    ]))
(function_declarator declarator: (field_identifier) @method)
(function_declarator declarator: (destructor_name) @method)
((function_declarator declarator: (qualified_identifier name: (_) @method))
  (#match? @method "^[^:]*$")
  (#outside-scopes?))
((function_declarator
  declarator: (qualified_identifier name: (qualified_identifier name: (_) @method)))
  (#match? @method "^[^:]*$")
  (#outside-scopes?))
((function_declarator
  declarator: (qualified_identifier
    name: (qualified_identifier name: (qualified_identifier name: (_) @method))))
  (#match? @method "^[^:]*$")
  (#outside-scopes?))
(field_declaration_list
  [
    (field_declaration declarator: (function_declarator declarator: (operator_name) @method))
    (field_declaration declarator: (_ (function_declarator declarator: (operator_name) @method)))
    (function_definition declarator: (function_declarator declarator: (operator_name) @method))
    (function_definition declarator: (_ (function_declarator declarator: (operator_name) @method)))
  ])

; Fields, behind `*`, `&` and `[]`, too.
(field_declaration declarator: (field_identifier) @field)
(pointer_declarator declarator: (field_identifier) @field)
(reference_declarator (field_identifier) @field)
(array_declarator declarator: (field_identifier) @field)
(parenthesized_declarator (field_identifier) @field)

; A name that is bound to a function.
(init_declarator declarator: (identifier) @function value: (lambda_expression))

; Other functions, with a body or without.
((function_declarator declarator: [(identifier) (operator_name)] @function) (#outside-scopes?))
((function_declarator declarator: (template_function name: (identifier) @function)) (#outside-scopes?))
((function_declarator declarator: (parenthesized_declarator (identifier) @function)) (#outside-scopes?))

; Constants and variables of a namespace or of the file.
((declaration
  (type_qualifier) @_constexpr
  declarator: (init_declarator declarator: (identifier) @constant))
  (#any-of? @_constexpr "constexpr" "constinit")
  (#outside-scopes?))
((declaration declarator: (identifier) @variable) (#outside-scopes?))
((init_declarator declarator: (identifier) @variable) (#outside-scopes?))
(([
  (init_declarator declarator: (qualified_identifier name: (identifier) @variable))
  (init_declarator declarator: (qualified_identifier name: (qualified_identifier name: (identifier) @variable)))
  (pointer_declarator declarator: (qualified_identifier name: (identifier) @variable))
  (pointer_declarator declarator: (qualified_identifier name: (qualified_identifier name: (identifier) @variable)))
  (declaration declarator: (qualified_identifier name: (identifier) @variable))
  (declaration declarator: (qualified_identifier name: (qualified_identifier name: (identifier) @variable)))
])
  (#outside-scopes?))
((pointer_declarator declarator: (identifier) @variable) (#outside-scopes?))
((reference_declarator (identifier) @variable) (#outside-scopes?))
((array_declarator declarator: (identifier) @variable) (#outside-scopes?))
