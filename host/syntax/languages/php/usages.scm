; Identifiers of PHP, those in strings with variables too. A variable has a name in it, without the `$`.
(variable_name) @usage
(name) @usage
