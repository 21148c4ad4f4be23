//! Frames come back from their bytes, and no bytes are too much.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use proptest::prelude::*;

use super::*;

fn place() -> impl Strategy<Value = Place> {
    prop::collection::vec("[a-z .]{1,6}x", 1..4).prop_map(|names| Place::read(&names.join("/")).unwrap())
}

fn identity() -> impl Strategy<Value = Identity> {
    any::<(u64, u64)>().prop_map(|(device, inode)| Identity { device, inode })
}

fn stamp() -> impl Strategy<Value = Stamp> {
    (identity(), any::<(u64, i64, i64)>()).prop_map(|(identity, (size, modified, changed))| Stamp {
        identity,
        size,
        modified,
        changed,
    })
}

/// Regions that agree with each other, the lengths before and after, and the size of the bulk.
fn edit() -> impl Strategy<Value = (Edit, u64)> {
    let pieces = prop::collection::vec((0..1000_u64, 0..1000_u64, 0..1000_u64), 1..4);
    let stretches = prop::collection::vec((0..1000_u64, 1..1000_u64), 0..4);
    (place(), stamp(), 0..=0o7777_u32, stretches, pieces, 0..1000_u64).prop_map(
        |(place, stamp, mode, stretches, pieces, gap)| {
            let (mut regions, mut end, mut bulk) = (Vec::new(), 0, 0);
            for (gap, length) in stretches {
                let piece = Piece { removed: length, inserted: length, kept: 0 };
                regions.push(Region { offset: end + gap, pieces: vec![piece] });
                end += gap + length;
                bulk += 2 * length;
            }
            let (mut before, mut after) = (end + gap, end + gap);
            let mut last = Region { offset: end + gap, pieces: Vec::new() };
            for (removed, inserted, kept) in pieces {
                last.pieces.push(Piece { removed, inserted, kept });
                before += removed + kept;
                after += inserted + kept;
                bulk += removed + inserted + kept;
            }
            regions.push(last);
            (Edit { place, stamp: Stamp { size: before, ..stamp }, mode, after, regions }, bulk)
        },
    )
}

fn frame() -> impl Strategy<Value = (Frame, u64)> {
    let header = (identity(), any::<Option<u64>>(), ".*", any::<u64>())
        .prop_map(|(root, born, path, tag)| Frame::Header(Header { root, born, path, tag }));
    let mark =
        any::<(u64, u128)>().prop_map(|(count, chain)| Frame::Mark(Mark { count, chain: Digest(chain) }));
    let create = (place(), prop::option::of(0..=0o7777_u32), any::<u64>())
        .prop_map(|(place, mode, bulk)| (Frame::Entry(Entry::Create { place, mode }), bulk));
    let small = prop_oneof![
        place().prop_map(|place| Entry::Folder { place }),
        (place(), stamp()).prop_map(|(place, stamp)| Entry::Remove { place, stamp }),
        (place(), place(), identity()).prop_map(|(from, to, identity)| Entry::Rename { from, to, identity }),
    ];
    prop_oneof![
        header.prop_map(|frame| (frame, 0)),
        mark.prop_map(|frame| (frame, 0)),
        create,
        small.prop_map(|entry| (Frame::Entry(entry), 0)),
        edit().prop_map(|(edit, bulk)| (Frame::Entry(Entry::Edit(edit)), bulk)),
    ]
}

proptest! {
    #[test]
    fn a_frame_comes_back((frame, bulk) in frame()) {
        let (kind, fields) = frame.write();
        prop_assert_eq!(Frame::read(kind, &fields, bulk), Some(frame));
        prop_assert_eq!(Frame::read(kind, &fields[..fields.len() - 1], bulk), None);
        prop_assert_eq!(Frame::read(kind, &[&*fields, &[0]].concat(), bulk), None);
    }

    #[test]
    fn an_edit_whose_numbers_disagree_is_none((edit, bulk) in edit(), wrong in 1..1000_u64) {
        for (edit, bulk) in [
            (edit.clone(), bulk + wrong),
            (Edit { after: edit.after + wrong, ..edit.clone() }, bulk),
            (Edit { stamp: Stamp { size: edit.stamp.size + wrong, ..edit.stamp }, ..edit.clone() }, bulk),
        ] {
            let (kind, fields) = Frame::Entry(Entry::Edit(edit)).write();
            prop_assert_eq!(Frame::read(kind, &fields, bulk), None);
        }
    }

    #[test]
    fn no_bytes_are_too_much(
        kind in 0..9_u8,
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        bulk: u64,
    ) {
        let _ = Frame::read(kind, &bytes, bulk);
    }
}

#[test]
fn a_place_that_leads_away_is_none() {
    for place in ["..", "a/../b", "/etc/passwd", "", "a//b", "./a"] {
        let mut fields = Fields(Vec::new());
        fields.text(place);
        assert_eq!(Frame::read(FOLDER, &fields.0, 0), None, "{place}");
    }
}
