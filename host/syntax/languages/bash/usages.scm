; Identifiers of Bash: variables, and what is called.

(variable_name) @usage
(command_name (word) @usage)
