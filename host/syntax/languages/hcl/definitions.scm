; Declarations of HCL: blocks by their last label, and the attributes that are variables. The first pattern that fits
; decides.

; Blocks whose label is the name of something else.
(block
  . (identifier) @_kind
  (string_lit (template_literal) @usage)
  . (block_start)
  (#any-of? @_kind "dynamic" "backend" "provisioner" "provider_meta"))

(block
  . (identifier) @_kind
  [(string_lit (template_literal) @variable) (identifier) @variable]
  . (block_start)
  (#any-of? @_kind "variable" "output"))
(block
  . (identifier) @_kind
  [(string_lit (template_literal) @module) (identifier) @module]
  . (block_start)
  (#eq? @_kind "module"))
(block (identifier) (identifier) @block . (block_start))
(block (string_lit (template_literal) @block) . (block_start))

(block
  . (identifier) @_kind
  (body (attribute (identifier) @variable))
  (#eq? @_kind "locals"))
(config_file (body (attribute (identifier) @variable)))
