; Identifiers of Rust. Those of macro calls are there, too: the grammar keeps what is in them as tokens.

[
  (identifier)
  (type_identifier)
  (field_identifier)
  (shorthand_field_identifier)
] @usage
