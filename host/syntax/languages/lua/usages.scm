; Identifiers of Lua.
(identifier) @usage
