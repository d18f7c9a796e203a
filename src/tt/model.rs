//! Runs threads that store and probe in one bucket through every interleaving, under the model checker:
//!
//! ```text
//! cargo test --features loom --lib model
//! ```
//!
//! Loads are relaxed, so a thread may see old and new values of an entry's two words in any combination. Two
//! threads are explored in full. Three are explored with at most [`PREEMPTIONS`] preemptions, since all
//! interleavings would take hours.

use std::sync::Arc;

use loom::thread;

use super::{Bound, ENTRIES, Entry, Table, check, pack, unpack};
use crate::sync::atomic::number_thread;
use crate::types::{Key, Move, Score};

/// The most times that a running thread is preempted in a model with three threads.
const PREEMPTIONS: usize = 2;

/// Keys whose checks don't collide for any of the tests' entries; see `no_two_are_confused`.
const KEYS: [Key; 3] = [0x0123_4567_89AB_CDEF, 0x1122_3344_5566_7788, 0x0F1E_2D3C_4B5A_6978];

/// A different entry for each number; the greater the number, the greater its depth.
fn entry(number: u16) -> Entry {
    let mv = (0..).filter_map(|bits| Move::from_bits(0x30C + 0x41 * number + bits)).next();
    assert!(mv.is_some());
    Entry {
        mv,
        score: 37 * Score::from(number) - 150,
        eval: 91 - 13 * Score::from(number),
        depth: 2 + 7 * i32::from(number),
        bound: Bound::Exact,
        pv: number.is_multiple_of(2),
    }
}

/// A table of one bucket.
fn table() -> Arc<Table> {
    Arc::new(Table::new(0).unwrap())
}

fn bounded(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(PREEMPTIONS);
    builder.check(model);
}

/// Stores an entry on a thread of its own, with a number of its own.
fn store(table: &Arc<Table>, key: Key, number: u16) -> thread::JoinHandle<()> {
    let table = table.clone();
    thread::spawn(move || {
        number_thread(usize::from(number));
        table.store(key, 0, entry(number));
    })
}

/// Checks that a probe finds nothing, or one of these entries as a whole.
fn assert_one_of(table: &Table, key: Key, numbers: &[u16]) {
    if let Some(found) = table.probe(key, 0) {
        assert!(numbers.iter().any(|&number| entry(number) == found), "{found:?}");
    }
}

/// The models below rely on this: no key and data have the check of another key or other data. By chance one
/// pair in 65,536 has.
#[test]
fn no_two_are_confused() {
    let all: Vec<u64> = (0..=8).map(|number| pack(&entry(number), 0)).collect();
    for (number, &data) in (0..).zip(&all) {
        assert_eq!(unpack(data), entry(number));
    }
    for &written in &KEYS {
        for &asked in &KEYS {
            for (place, &one) in all.iter().enumerate() {
                for (other_place, &other) in all.iter().enumerate() {
                    let same = written == asked && place == other_place;
                    assert_eq!(check(written, one) == check(asked, other), same);
                }
            }
        }
    }
}

#[test]
fn an_entry_is_replaced_whole() {
    loom::model(|| {
        let table = table();
        table.store(KEYS[0], 0, entry(0));
        let writer = store(&table, KEYS[0], 1);
        assert_one_of(&table, KEYS[0], &[0, 1]);
        writer.join().unwrap();
        assert_eq!(table.probe(KEYS[0], 0), Some(entry(1)));
    });
}

#[test]
fn two_writers_of_one_position_leave_one_entry_or_none() {
    bounded(|| {
        let table = table();
        table.store(KEYS[0], 0, entry(0));
        let writers = [store(&table, KEYS[0], 1), store(&table, KEYS[0], 2)];
        assert_one_of(&table, KEYS[0], &[0, 1, 2]);
        for writer in writers {
            writer.join().unwrap();
        }
        assert_one_of(&table, KEYS[0], &[1, 2]);
    });
}

/// Neighbouring entries share a word of checks, so a store may undo the check of another.
#[test]
fn neighbours_lose_an_entry_at_worst() {
    loom::model(|| {
        let table = table();
        table.store(KEYS[0], 0, entry(0));
        let writers = [store(&table, KEYS[0], 1), store(&table, KEYS[1], 2)];
        for writer in writers {
            writer.join().unwrap();
        }
        assert_one_of(&table, KEYS[0], &[1]);
        assert_one_of(&table, KEYS[1], &[2]);
        assert!(table.probe(KEYS[0], 0).is_some() || table.probe(KEYS[1], 0).is_some());
    });
}

/// A full bucket: two positions compete for the place of a third, while the main thread probes for one of them.
#[test]
fn two_that_want_the_same_place_do_not_mix() {
    bounded(|| {
        let table = table();
        let bucket = &table.buckets.as_slice()[0];
        // Deep entries of other keys, and a shallow one, which will be replaced.
        for index in 1..ENTRIES {
            bucket.write(index, pack(&entry(8), 0), !check(KEYS[0], pack(&entry(8), 0)));
        }
        let victim = pack(&entry(0), 0);
        bucket.write(0, victim, check(KEYS[0], victim));
        let writers = [store(&table, KEYS[1], 1), store(&table, KEYS[2], 2)];
        assert_one_of(&table, KEYS[1], &[1]);
        for writer in writers {
            writer.join().unwrap();
        }
        assert_one_of(&table, KEYS[0], &[0]);
        assert_one_of(&table, KEYS[1], &[1]);
        assert_one_of(&table, KEYS[2], &[2]);
    });
}
