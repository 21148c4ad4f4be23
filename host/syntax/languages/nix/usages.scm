; Identifiers of Nix.
(identifier) @usage
