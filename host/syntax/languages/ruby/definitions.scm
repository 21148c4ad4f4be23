; Declarations of Ruby. The first pattern that fits decides. The name of a class or module with a path is there whole,
; and by its last part.

(module name: (constant) @module)
(module name: (scope_resolution name: (constant) @module))
(module name: (scope_resolution scope: (_)) @module)
(class name: (constant) @class)
(class name: (scope_resolution name: (constant) @class))
(class name: (scope_resolution scope: (_)) @class)

; Classes and modules that are made by a call.
(assignment
  left: [(constant) @class (scope_resolution name: (constant) @class)]
  right: (call receiver: (constant) @_maker method: (identifier) @_make)
  (#match? @_maker "^(Class|Struct|Data)$")
  (#match? @_make "^(new|define)$"))
(assignment
  left: [(constant) @module (scope_resolution name: (constant) @module)]
  right: (call receiver: (constant) @_maker method: (identifier) @_make)
  (#eq? @_maker "Module")
  (#eq? @_make "new"))
(call
  receiver: (constant) @_maker
  method: (identifier) @_make
  arguments: (argument_list (simple_symbol) @field)
  (#match? @_maker "^(Struct|Data)$")
  (#match? @_make "^(new|define)$"))

(assignment left: (constant) @constant)
(assignment left: (scope_resolution name: (constant) @constant))
(assignment left: (left_assignment_list (constant) @constant))
(operator_assignment left: (constant) @constant operator: "||=")

(method name: [(identifier) (constant) (operator)] @method)
(method name: (setter name: (identifier) @method))
(singleton_method name: [(identifier) (constant) (operator)] @method)
(singleton_method name: (setter name: (identifier) @method))
(alias name: (identifier) @method)
(alias name: (setter name: (identifier) @method))
(alias name: (operator) @method)
(alias name: (simple_symbol) @method)
(alias name: (global_variable) @variable)

; Methods that a call declares: the first argument of some, all arguments of others.
(call
  method: (identifier) @_declare
  arguments: (argument_list . [(simple_symbol) @method (string . (string_content) @method .)])
  (#match? @_declare "^(define_method|define_singleton_method|alias_method)$"))
(call
  method: (identifier) @_declare
  arguments: (argument_list [(simple_symbol) @property (string . (string_content) @property .)])
  (#match? @_declare "^(attr|(thread_)?[cm]?attr_(reader|writer|accessor)|class_attribute)$"))

; Names that are bound to functions, wherever they stand.
(assignment left: (identifier) @function right: (lambda))
(assignment
  left: (identifier) @function
  right: (call !receiver method: (identifier) @_make block: (_))
  (#match? @_make "^(lambda|proc)$"))
(assignment
  left: (identifier) @function
  right: (call receiver: (constant) @_maker method: (identifier) @_make block: (_))
  (#eq? @_maker "Proc")
  (#eq? @_make "new"))

; Variables of instances: what the constructor sets, and what is set once.
(method
  name: (identifier) @_constructor
  body: (body_statement
    (assignment
      left: [(instance_variable) @field (left_assignment_list (instance_variable) @field)]))
  (#eq? @_constructor "initialize"))
(operator_assignment left: (instance_variable) @field operator: "||=")

; Variables of classes, and of the modules that they stand in.
(class
  body: (body_statement
    (assignment
      left: [(instance_variable) @field (left_assignment_list (instance_variable) @field)])))
(module
  body: (body_statement
    (assignment
      left: [(instance_variable) @field (left_assignment_list (instance_variable) @field)])))
(class (body_statement (assignment left: (class_variable) @static)))
(module (body_statement (assignment left: (class_variable) @static)))
(operator_assignment left: (class_variable) @static operator: "||=")

(assignment left: (global_variable) @variable)
(operator_assignment left: (global_variable) @variable operator: "||=")

; Variables of a file.
[(method) (singleton_method) (class) (singleton_class) (module) (block) (do_block) (lambda)] @scope
((assignment
  left: [
    (identifier) @variable
    (left_assignment_list
      [(identifier) @variable (rest_assignment (identifier) @variable)])
  ])
  (#outside-scopes?))
((operator_assignment left: (identifier) @variable operator: "||=") (#outside-scopes?))
