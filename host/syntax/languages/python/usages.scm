; Identifiers of Python.

(identifier) @usage
