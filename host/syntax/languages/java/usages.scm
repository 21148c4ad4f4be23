; Identifiers of Java.

[
  (identifier)
  (type_identifier)
] @usage
