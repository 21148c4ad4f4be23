//! Text as bytes: the lines of a file, and when two lines count as the same.

mod fold;
mod lines;
mod pass;
mod visible;

pub(crate) use lines::line_count;
pub use lines::{Ending, Ends, Lines, MAX_LINES};
pub use pass::Pass;
pub(crate) use pass::{is_blank, trimmed};
pub(crate) use visible::{clipped, visible, visibly_different};
