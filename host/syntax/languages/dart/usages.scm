; Identifiers of Dart, those in strings too.
[(identifier) (type_identifier) (identifier_dollar_escaped)] @usage
