//! Many threads in a table of one bucket, on the real machine. `model.rs` checks the same exhaustively.

use std::thread;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::{Bound, ENTRIES, Entry, Table, check, pack};
use crate::sync::atomic::Ordering::Relaxed;
use crate::types::{Key, Move, Score};

const THREADS: u64 = 8;
/// The number of stores and probes of each thread.
const TURNS: usize = 2_000_000;
/// A thread empties the bucket after this many. Threads that write to the same word of checks may undo each
/// other's check, and an entry without a valid check is replaced only when it is the shallowest. Without this
/// only one usable place would be left in the end.
const EMPTIED: usize = 1000;
/// The number of positions that compete for the places of the bucket.
const POSITIONS: usize = 2 * ENTRIES;
/// The number of different entries for each of them.
const VARIANTS: usize = 3;

/// A position and the entries that may be stored for it.
type Known = (Key, [Entry; VARIANTS]);

fn below(random: &mut Xoshiro256PlusPlus, limit: usize) -> usize {
    (random.next_u64() % limit as u64) as usize
}

fn random_entry(random: &mut Xoshiro256PlusPlus) -> Entry {
    let mut score = || below(random, 4001) as Score - 2000;
    let (score, eval) = (score(), score());
    Entry {
        mv: std::iter::repeat_with(|| Move::from_bits(random.next_u64() as u16)).find_map(|mv| mv),
        score,
        eval,
        depth: below(random, 60) as i32,
        bound: Bound::Exact,
        pv: below(random, 2) == 0,
    }
}

/// Whether the data of one entry, with the check of another or of an empty place, would pass for an entry of a
/// third. By chance that happens once in 65,536.
fn has_confusion(all: &[Known]) -> bool {
    let written =
        || all.iter().flat_map(|(key, entries)| entries.iter().map(|entry| (*key, entry)));
    all.iter().any(|&(asked, _)| {
        if written().any(|(_, data)| check(asked, pack(data, 0)) == 0) {
            return true;
        }
        written().any(|(key, entry)| {
            let stored = check(key, pack(entry, 0));
            written().any(|(other, data)| {
                let is_whole = (asked, asked) == (key, other) && entry == data;
                !is_whole && stored == check(asked, pack(data, 0))
            })
        })
    })
}

fn known(random: &mut Xoshiro256PlusPlus) -> Vec<Known> {
    loop {
        let position = |_| (random.next_u64(), [(); VARIANTS].map(|()| random_entry(random)));
        let all: Vec<Known> = (0..POSITIONS).map(position).collect();
        if !has_confusion(&all) {
            return all;
        }
    }
}

#[test]
fn no_torn_entry_is_taken_for_true() {
    let known = known(&mut Xoshiro256PlusPlus::seed_from_u64(8));
    let table = Table::new(0).unwrap();
    let work = |seed: u64| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut hits = 0;
        for turn in 0..TURNS {
            if turn % EMPTIED == 0 {
                let words = table.buckets.as_slice().iter().flat_map(|bucket| &bucket.words);
                words.for_each(|word| word.store(0, Relaxed));
            }
            let (key, entries) = &known[below(&mut random, POSITIONS)];
            table.store(*key, 0, entries[below(&mut random, VARIANTS)]);
            let (key, entries) = &known[below(&mut random, POSITIONS)];
            if let Some(found) = table.probe(*key, 0) {
                assert!(entries.contains(&found), "{key:x}: {found:?}");
                hits += 1;
            }
        }
        hits
    };
    let hits: Vec<usize> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|seed| {
                scope.spawn({
                    let work = &work;
                    move || work(seed)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    // The bucket holds half of the positions.
    assert!(hits.iter().all(|&hits| hits > TURNS / 10), "{hits:?}");
}
