//! Lines that name a package, which may be called as trouble is.

use std::sync::LazyLock;

use super::super::lines::{without_beginning, without_end};
use super::super::shape::{MAX_LINE, Shape};

/// What package managers say of a package that they fetch, whatever it is called.
const FETCHED: [&str; 5] = [
    "Collecting {name}",
    "Collecting {name} (from {*})",
    "Compiling {name} v{*}",
    "Downloaded {name} v{*}",
    "Using cached {name}",
];

static PARSED: LazyLock<Vec<Shape>> = LazyLock::new(|| FETCHED.iter().copied().map(Shape::parse).collect());

/// Whether a line says that a package is fetched or built.
pub(super) fn is_package(line: &str) -> bool {
    let line = without_end(without_beginning(line));
    line.len() <= MAX_LINE && PARSED.iter().any(|shape| shape.take(line).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::is_trouble;

    #[test]
    fn names_of_packages_are_no_trouble() {
        let rows = [
            ("Collecting conflict", false),
            ("Collecting broken (from x)", false),
            ("Collecting invalid==1.0", false),
            ("   Compiling missing v1.0.2", false),
            ("Collecting missing dependencies", true),
            ("Compiling broken sources", true),
            ("Collecting conflict: none fits", true),
        ];
        for (line, expected) in rows {
            assert_eq!(is_trouble(line), expected, "{line}");
        }
    }
}
