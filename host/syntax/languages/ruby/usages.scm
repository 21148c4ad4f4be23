; Identifiers of Ruby. Symbols are among them: they name methods and keys.
[
  (identifier)
  (constant)
  (instance_variable)
  (class_variable)
  (global_variable)
  (simple_symbol)
  (hash_key_symbol)
] @usage
