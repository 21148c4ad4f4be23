; Declarations of Bash. The first pattern that fits decides.

; What is assigned in these counts as local, though without `local` it is not: a script would declare a name many times.
(function_definition) @scope

(function_definition name: (word) @function)

; Set for one command, or made longer.
((command (variable_assignment name: (variable_name) @usage) @_assignment name: (command_name) @_name)
  (#same-line? @_assignment @_name))
(variable_assignment name: (variable_name) @usage "+=")

; Constants and variables of the script. The first assignment declares; which that is, the grammar does not say.
((declaration_command "readonly" (variable_assignment name: (variable_name) @constant))
  (#outside-scopes?))
((declaration_command
  (word) @_option
  (variable_assignment name: (variable_name) @constant))
  (#match? @_option "^-[a-zA-Z]*r")
  (#outside-scopes?))
((variable_assignment name: (variable_name) @variable)
  (#outside-scopes?))
