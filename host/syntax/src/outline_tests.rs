//! Outlines give back what was packed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::*;
use crate::found::Finds;
use crate::kind::Kind;

fn found(start: u32, length: u32, sigil: u8, class: Class) -> Found {
    Found { start, end: start + length, sigil, class, ..Found::LAST }
}

fn any_found() -> impl Strategy<Value = Vec<Found>> {
    let class = prop_oneof![
        Just(Class::Usage),
        Just(Class::Definition(Kind::Function)),
        Just(Class::Definition(Kind::Block)),
    ];
    let one = (3u32..200_000, 1u32..300, 0u8..=3, class)
        .prop_map(|(start, length, sigil, class)| found(start, length, sigil, class));
    proptest::collection::vec(one, 0..400).prop_map(|names| Finds { names, scopes: Vec::new() }.in_order())
}

proptest! {
    #[test]
    fn what_is_packed_comes_back(found in any_found(), has_faults: bool) {
        let outline = Outline::pack(&found, has_faults);
        prop_assert_eq!(outline.has_faults(), has_faults);
        let names: Vec<Name> = outline.names().collect();
        prop_assert_eq!(names.len(), found.len());
        for (name, one) in names.iter().zip(&found) {
            prop_assert_eq!(&name.range, &(one.start as usize..one.end as usize));
            prop_assert_eq!(name.class, one.class);
            prop_assert_eq!(name.sigil, usize::from(one.sigil));
            prop_assert!(outline.class_at(name.range.clone()).is_some());
            prop_assert!(outline.class_at(name.range.start - name.sigil..name.range.end).is_some());
        }
    }

    #[test]
    fn a_number_comes_back(number: u32) {
        let mut bytes = Vec::new();
        write(&mut bytes, number);
        let mut rest = &bytes[..];
        prop_assert_eq!(read(&mut rest), Some(number));
        prop_assert!(rest.is_empty());
    }
}

#[test]
fn only_the_exact_range_is_found() {
    let names: Vec<Found> = (0..200).map(|index| found(index * 10 + 2, 4, 1, Class::Usage)).collect();
    let outline = Outline::pack(&names, false);
    for index in 0..200 {
        let start = index * 10 + 2;
        assert_eq!(outline.class_at(start..start + 4), Some(Class::Usage));
        assert_eq!(outline.class_at(start - 1..start + 4), Some(Class::Usage), "with its sigil");
        for other in [start - 2..start + 4, start + 1..start + 4, start..start + 3, start..start + 5] {
            assert_eq!(outline.class_at(other.clone()), None, "{other:?}");
        }
    }
}

#[test]
fn a_name_costs_about_three_bytes() {
    let names: Vec<Found> = (0..10_000).map(|index| found(index * 20, 8, 0, Class::Usage)).collect();
    let outline = Outline::pack(&names, false);
    assert!(outline.size() < 10_000 * 7 / 2, "{}", outline.size());
    assert_eq!(Outline::pack(&[], false).names().next(), None);
}
