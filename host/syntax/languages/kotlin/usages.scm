; Identifiers of Kotlin, those in strings too.
[(simple_identifier) (type_identifier) (interpolated_identifier)] @usage
