; Identifiers of HCL, and the labels of blocks.
(identifier) @usage
(block (string_lit (template_literal) @usage))
