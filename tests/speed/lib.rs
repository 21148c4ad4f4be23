//! How fast toolhost is, beside its peers. The bench is all there is: see `main.rs`.

#![forbid(unsafe_code)]
