//! The transposition table as the search sees it: storing, probing, and replacement.

use proptest::prelude::*;
use quevedo::tt::{Bound, Entry, Table};
use quevedo::types::{Depth, Key, Move, MoveKind, Square};

/// The number of entries in a cluster.
const ENTRIES: Key = 6;
/// An entry counts as this many plies shallower for each search since it was stored.
const AGE_WEIGHT: Depth = 4;
/// An entry of the current search stays unless the new one for its position is exact or less than this many plies
/// shallower.
const KEEP_DEPTH: Depth = 4;

fn entry(depth: Depth) -> Entry {
    Entry { depth, bound: Bound::Lower, score: 12, ..Entry::of_eval(34, false) }
}

/// A table after this many searches.
fn table(searches: u32) -> Table {
    let table = Table::new(1).unwrap();
    (0..searches).for_each(|_| table.new_generation());
    table
}

/// The depths of the keys 1, 2, 3, ..., which share a cluster; `None` for those that are missing.
fn depths(table: &Table, keys: Key) -> Vec<Option<Depth>> {
    (1..=keys).map(|key| table.probe(key, 0).map(|entry| entry.depth)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_field_comes_back(
        key in any::<Key>(),
        mv in any::<u16>(),
        (score, eval) in (-31_000..31_000, -31_000..31_000),
        depth in 0..=255,
        bound in prop::sample::select(&[Bound::Upper, Bound::Lower, Bound::Exact][..]),
        pv in any::<bool>(),
        searches in 0..70_u32,
    ) {
        let table = table(searches);
        let entry = Entry { mv: Move::from_bits(mv), score, eval, depth, bound, pv };
        table.store(key, 3, entry);
        prop_assert_eq!(table.probe(key, 5), Some(entry));
        prop_assert_eq!(table.probe(key ^ 1, 5), None);
        prop_assert_eq!(table.probe(key ^ 1 << 15, 5), None);
    }
}

#[test]
fn the_shallowest_makes_room() {
    for shallow in 1..=ENTRIES {
        let table = table(5);
        for key in 1..=ENTRIES {
            table.store(key, 0, entry(if key == shallow { 3 } else { 10 + key as Depth }));
        }
        assert!(depths(&table, ENTRIES).iter().all(Option::is_some), "room for six");
        table.store(ENTRIES + 1, 0, entry(1));
        let expected: Vec<Option<Depth>> = (1..=ENTRIES)
            .map(|key| (key != shallow).then_some(10 + key as Depth))
            .chain([Some(1)])
            .collect();
        assert_eq!(depths(&table, ENTRIES + 1), expected);
    }
}

/// This holds even when the counter of searches wraps around.
#[test]
fn the_old_makes_room_though_it_is_deeper() {
    for searches in 0..70 {
        for (age, is_kept) in [(1, true), (2, true), (3, false), (9, false)] {
            let table = table(searches);
            // Worth as much as a current entry of depth 2 after two searches.
            table.store(1, 0, entry(2 + 2 * AGE_WEIGHT));
            (0..age).for_each(|_| table.new_generation());
            (2..=ENTRIES).for_each(|key| table.store(key, 0, entry(1)));
            table.store(ENTRIES + 1, 0, entry(0));
            assert_eq!(depths(&table, 1)[0].is_some(), is_kept, "{age} after {searches}");
        }
    }
}

#[test]
fn a_deep_result_stays_unless_a_better_one_comes() {
    let mv = |to| Some(Move::new(Square::new(3, 1), Square::new(3, to), MoveKind::Quiet));
    let deep = Entry { mv: mv(2), ..entry(20) };
    let shallow = |change: fn(&mut Entry)| {
        let mut entry = entry(20 - KEEP_DEPTH);
        change(&mut entry);
        entry
    };
    for (is_replaced, new) in [
        (false, shallow(|_| ())),
        (false, shallow(|entry| entry.depth = 0)),
        (true, shallow(|entry| entry.depth += 1)),
        (true, shallow(|entry| entry.depth = 60)),
        (true, shallow(|entry| entry.pv = true)),
        (true, shallow(|entry| (entry.pv, entry.depth) = (true, 15))),
        (false, shallow(|entry| (entry.pv, entry.depth) = (true, 14))),
        (true, shallow(|entry| (entry.bound, entry.depth) = (Bound::Exact, 0))),
    ] {
        let table = table(3);
        table.store(7, 0, deep);
        table.store(7, 0, new);
        // The old move stays in any case, because the new entry has none.
        let expected = if is_replaced { Entry { mv: deep.mv, ..new } } else { deep };
        assert_eq!(table.probe(7, 0), Some(expected), "{new:?}");
        let other = Entry { mv: mv(3), ..new };
        table.store(7, 0, other);
        assert_eq!(table.probe(7, 0).unwrap().mv == other.mv, is_replaced, "{other:?}");
        // Six searches later, any new entry is worth more.
        (0..6).for_each(|_| table.new_generation());
        table.store(7, 0, other);
        assert_eq!(table.probe(7, 0), Some(other));
    }
}

/// For each search since the old result, a new one may be shallower by this much more.
#[test]
fn a_deep_result_stays_until_it_is_old() {
    for searches in 0..5 {
        for (pv, more) in [(false, 0), (true, 2)] {
            let last = 20 - KEEP_DEPTH - more - AGE_WEIGHT * searches;
            for (depth, is_replaced) in [(last, false), (last + 1, true)] {
                if depth < 0 {
                    continue;
                }
                let table = table(3);
                table.store(7, 0, entry(20));
                (0..searches).for_each(|_| table.new_generation());
                table.store(7, 0, Entry { pv, ..entry(depth) });
                let expected = if is_replaced { depth } else { 20 };
                assert_eq!(depths(&table, 7)[6], Some(expected), "{depth} after {searches}");
            }
        }
    }
}

#[test]
fn fullness_counts_what_this_search_has_stored() {
    let table = table(3);
    assert_eq!((table.hashfull(), table.megabytes()), (0, 1));
    let keys = |count: u64| (0..count).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    // A third of the 98,304 entries of the table.
    keys(32_768).for_each(|key| table.store(key, 0, entry(5)));
    let third = table.hashfull();
    assert!((250..420).contains(&third), "{third}");
    keys(1_000_000).for_each(|key| table.store(key, 0, entry(9)));
    assert!(table.hashfull() > 990, "{}", table.hashfull());
    table.new_generation();
    assert_eq!(table.hashfull(), 0);
    keys(32_768).for_each(|key| table.store(key, 0, entry(5)));
    assert!(table.hashfull() > 200, "{}", table.hashfull());
    table.clear(2);
    assert_eq!(table.hashfull(), 0);
    assert!(keys(1000).all(|key| table.probe(key, 0).is_none()));
    assert_eq!(Table::new(3).unwrap().megabytes(), 3);
}

#[test]
fn a_bound_settles_what_lies_beyond_it() {
    // A score of 10, against windows below it, around it and above it.
    for (bound, settles) in [
        (Bound::None, [false; 3]),
        (Bound::Upper, [false, false, true]),
        (Bound::Lower, [true, false, false]),
        (Bound::Exact, [true; 3]),
    ] {
        let windows = [(5, 9), (8, 12), (11, 15)];
        assert_eq!(windows.map(|(alpha, beta)| bound.allows_cutoff(10, alpha, beta)), settles);
        assert_eq!(bound.allows_cutoff(10, 10, 11), matches!(bound, Bound::Upper | Bound::Exact));
        assert_eq!(bound.allows_cutoff(10, 9, 10), matches!(bound, Bound::Lower | Bound::Exact));
    }
}
