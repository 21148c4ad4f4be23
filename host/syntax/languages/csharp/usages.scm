; Identifiers of C#.
(identifier) @usage
