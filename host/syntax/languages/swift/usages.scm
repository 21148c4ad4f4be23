; Identifiers of Swift.
[(simple_identifier) (type_identifier)] @usage
