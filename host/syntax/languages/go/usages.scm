; Identifiers of Go.

[
  (identifier)
  (type_identifier)
  (field_identifier)
  (package_identifier)
  (label_name)
] @usage
