; Identifiers of C++.

[
  (identifier)
  (type_identifier)
  (field_identifier)
  (namespace_identifier)
  (statement_identifier)
] @usage
