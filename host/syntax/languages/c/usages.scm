; Identifiers of C.

[
  (identifier)
  (type_identifier)
  (field_identifier)
  (statement_identifier)
] @usage
