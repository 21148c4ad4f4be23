; Identifiers of TypeScript.

[
  (identifier)
  (type_identifier)
  (property_identifier)
  (private_property_identifier)
  (shorthand_property_identifier)
  (shorthand_property_identifier_pattern)
  (statement_identifier)
] @usage
