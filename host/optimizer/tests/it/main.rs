//! Turns of an optimizer whose providers do what a test tells them, under a clock that stands still.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod faults;
mod memory;
mod places;
mod reducing;
mod remembering;
mod rewriting;
mod support;
mod time;
