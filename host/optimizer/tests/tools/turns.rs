//! Prints what turns cost.
fn main() {}
