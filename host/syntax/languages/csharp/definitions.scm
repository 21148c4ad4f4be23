; Declarations of C#. The first pattern that fits decides.

(namespace_declaration name: (identifier) @module)
; A name with dots is there whole, and by its last part.
(namespace_declaration name: (qualified_name name: (identifier) @module) @module)
(file_scoped_namespace_declaration name: (identifier) @module)
(file_scoped_namespace_declaration name: (qualified_name name: (identifier) @module) @module)

(class_declaration name: (identifier) @class)
(struct_declaration name: (identifier) @struct)
(record_declaration "struct" name: (identifier) @struct)
(record_declaration name: (identifier) @class)
(interface_declaration name: (identifier) @interface)
(enum_declaration name: (identifier) @enum)
(enum_member_declaration name: (identifier) @member)
(delegate_declaration name: (identifier) @type)
(using_directive name: (identifier) @type)

; The parameters of a record are its public properties.
(record_declaration (parameter_list (parameter name: (identifier) @property)))

(field_declaration
  (modifier "const")
  (variable_declaration (variable_declarator name: (identifier) @constant)))
(field_declaration (variable_declaration (variable_declarator name: (identifier) @field)))
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @event)))
(event_declaration name: (identifier) @event)
(property_declaration name: (identifier) @property)

(method_declaration name: (identifier) @method)
(constructor_declaration name: (identifier) @constructor)
(destructor_declaration name: (identifier) @method)
(operator_declaration operator: _ @method)

(local_function_statement name: (identifier) @function)
(local_declaration_statement
  (variable_declaration
    (variable_declarator
      name: (identifier) @function
      [(lambda_expression) (anonymous_method_expression)])))

; What stands outside of every type, in a program of top-level statements.
(global_statement
  (local_declaration_statement
    (variable_declaration (variable_declarator name: (identifier) @variable))))

(preproc_define (preproc_arg) @macro)
