//! Tests of the whole program, from outside, and of the shape of its source. They are all in `tests/`.
