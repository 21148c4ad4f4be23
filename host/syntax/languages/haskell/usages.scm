; Identifiers of Haskell. Operators are none.
[(variable) (name) (constructor) (module_id)] @usage
