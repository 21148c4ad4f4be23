//! Where in a file splices change bytes, as regions that are written anew.

use super::changes::Splice;
use super::journal::{Piece, Region};

/// What splices make of a file of a certain size.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) regions: Vec<Region>,
    /// Length of the file after.
    pub(super) after: u64,
    /// Bytes of all regions together, as a journal holds them.
    pub(super) bulk: u64,
}

/// Lays splices out over a file of this size. A region begins at a splice and ends where the bytes before and
/// after are as many; what follows it stays untouched. Where they never are, it goes on to the end of the
/// file.
///
/// None where a splice goes past the end, or where the file would get too long. The splices are in order.
pub(super) fn layout(splices: &[Splice], size: u64) -> Option<Layout> {
    let mut layout = Layout { regions: Vec::new(), after: 0, bulk: 0 };
    let (mut removed, mut inserted) = (0_u64, 0_u64);
    for (index, splice) in splices.iter().enumerate() {
        if removed == inserted {
            layout.regions.push(Region { offset: splice.offset, pieces: Vec::new() });
        }
        let end = splice.offset.checked_add(splice.remove).filter(|end| *end <= size)?;
        removed = removed.checked_add(splice.remove)?;
        inserted = inserted.checked_add(splice.insert.len() as u64)?;
        let next = splices.get(index + 1).map_or(size, |next| next.offset);
        let piece = Piece {
            removed: splice.remove,
            inserted: splice.insert.len() as u64,
            kept: if removed == inserted { 0 } else { next.checked_sub(end)? },
        };
        let bytes = piece.removed.checked_add(piece.inserted)?.checked_add(piece.kept)?;
        layout.bulk = layout.bulk.checked_add(bytes)?;
        layout.regions.last_mut()?.pieces.push(piece);
    }
    layout.after = (size - removed).checked_add(inserted)?;
    Some(layout)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn splice(offset: u64, remove: u64, insert: usize) -> Splice {
        Splice { offset, remove, insert: vec![b'x'; insert] }
    }

    type Regions = &'static [(u64, &'static [(u64, u64, u64)])];

    #[test]
    fn regions_end_where_nothing_is_moved() {
        let rows: [(Vec<Splice>, u64, Regions, u64); 8] = [
            (vec![], 10, &[], 10),
            (vec![splice(2, 3, 3)], 10, &[(2, &[(3, 3, 0)])], 10),
            (vec![splice(2, 1, 3)], 10, &[(2, &[(1, 3, 7)])], 12),
            (vec![splice(2, 3, 1)], 10, &[(2, &[(3, 1, 5)])], 8),
            (vec![splice(10, 0, 4)], 10, &[(10, &[(0, 4, 0)])], 14),
            (vec![splice(0, 1, 1), splice(9, 1, 1)], 10, &[(0, &[(1, 1, 0)]), (9, &[(1, 1, 0)])], 10),
            (
                vec![splice(0, 0, 2), splice(4, 2, 0), splice(8, 1, 1)],
                10,
                &[(0, &[(0, 2, 4), (2, 0, 0)]), (8, &[(1, 1, 0)])],
                10,
            ),
            (vec![splice(1, 1, 1), splice(3, 1, 0)], 10, &[(1, &[(1, 1, 0)]), (3, &[(1, 0, 6)])], 9),
        ];
        for (splices, size, regions, after) in rows {
            let expected: Vec<Region> = regions
                .iter()
                .map(|(offset, pieces)| Region {
                    offset: *offset,
                    pieces: pieces
                        .iter()
                        .map(|(removed, inserted, kept)| Piece {
                            removed: *removed,
                            inserted: *inserted,
                            kept: *kept,
                        })
                        .collect(),
                })
                .collect();
            let bulk = regions.iter().flat_map(|(_, pieces)| *pieces).map(|(a, b, c)| a + b + c).sum();
            assert_eq!(
                layout(&splices, size),
                Some(Layout { regions: expected, after, bulk }),
                "{splices:?}"
            );
        }
    }

    #[test]
    fn nothing_reaches_past_the_end() {
        for splices in [
            vec![splice(11, 0, 1)],
            vec![splice(9, 2, 0)],
            vec![splice(0, 11, 0)],
            vec![splice(u64::MAX, 1, 0)],
        ] {
            assert_eq!(layout(&splices, 10), None, "{splices:?}");
        }
    }
}
