; Identifiers of Elixir. Atoms and keys are among them: they name functions and fields.
[(identifier) (alias) (atom) (keyword)] @usage
