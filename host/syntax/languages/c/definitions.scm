; Declarations of C. The first pattern that fits decides.

; What is declared in these is local.
(compound_statement) @scope
(parameter_list) @scope

; Parameters of the old form, which stand between the list and the body.
(function_definition (declaration declarator: (identifier) @usage))
(function_definition (declaration declarator: (_ declarator: (identifier) @usage)))

(preproc_def name: (identifier) @macro)
(preproc_function_def name: (identifier) @macro)

(struct_specifier name: (type_identifier) @struct body: (_))
(union_specifier name: (type_identifier) @union body: (_))
(enum_specifier name: (type_identifier) @enum body: (_))
(enumerator name: (identifier) @member)

; Names of types, also behind `*`, `[]` and in types of functions.
(type_definition declarator: (type_identifier) @type)
(pointer_declarator declarator: (type_identifier) @type)
(array_declarator declarator: (type_identifier) @type)
(function_declarator declarator: (type_identifier) @type)
(parenthesized_declarator (type_identifier) @type)

; Fields, in the same forms.
(field_declaration declarator: (field_identifier) @field)
(pointer_declarator declarator: (field_identifier) @field)
(array_declarator declarator: (field_identifier) @field)
(function_declarator declarator: (field_identifier) @field)
(parenthesized_declarator (field_identifier) @field)

; Functions with a body, and prototypes.
(function_definition declarator: (function_declarator declarator: (identifier) @function))
(function_definition
  declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @function)))
(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @function))))
((function_declarator declarator: (identifier) @function) (#outside-scopes?))
((function_declarator declarator: (parenthesized_declarator (identifier) @function)) (#outside-scopes?))

; Variables of the file.
((declaration declarator: (identifier) @variable) (#outside-scopes?))
((init_declarator declarator: (identifier) @variable) (#outside-scopes?))
((pointer_declarator declarator: (identifier) @variable) (#outside-scopes?))
((array_declarator declarator: (identifier) @variable) (#outside-scopes?))
