; Identifiers of Scala, those in strings too.
[(identifier) (type_identifier)] @usage
