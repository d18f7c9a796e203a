//! Every interleaving of a search's end with what the front end does meanwhile, by the model checker:
//!
//! ```text
//! cargo test --features loom --lib model
//! ```
//!
//! A lost wake-up or a deadlock ends the run with loom's complaint.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use super::{Job, Outcome, Pool, Search, Thinker};
use crate::position::Position;
use crate::search::{Event, Limits};
use crate::sync::thread;
use crate::tt::Table;
use crate::types::score::{DRAW, mated_in};

/// Black is mated: a search at this root ends before it begins.
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";

const OUTCOME: Outcome = Outcome { best: None, ponder: None, score: DRAW, depth: 0 };

/// Counts answers. No part of what is modelled, so the system's own atomics will do.
#[derive(Clone, Default)]
struct Answers(Arc<AtomicUsize>);

impl Answers {
    fn count(&self) -> usize {
        self.0.load(SeqCst)
    }

    /// A job whose answers are counted.
    fn job(&self, limits: Limits) -> Job {
        let answers = self.clone();
        let listener = Arc::new(move |event| {
            if let Event::BestMove { .. } = event {
                answers.0.fetch_add(1, SeqCst);
            }
        });
        Job::new(Position::from_fen(MATED).unwrap(), limits, listener)
    }
}

fn table() -> Arc<Table> {
    Arc::new(Table::new(0).unwrap())
}

fn infinite() -> Limits {
    Limits::infinite()
}

fn ponder() -> Limits {
    Limits { ponder: true, ..Limits::default() }
}

/// A search whose main thread has found its move at once.
fn finished(job: Job) -> (Arc<Search>, thread::JoinHandle<()>) {
    let search = Arc::new(Search::new(job, table(), 1));
    let main = search.clone();
    let thread = thread::spawn(move || {
        main.answer(OUTCOME);
        main.leave();
    });
    (search, thread)
}

#[test]
fn stop_lets_the_answer_out() {
    loom::model(|| {
        let answers = Answers::default();
        let (search, thread) = finished(answers.job(infinite()));
        search.stop();
        search.wait();
        assert!(answers.count() == 1 && search.outcome().is_some());
        thread.join().unwrap();
    });
}

#[test]
fn nothing_is_said_before_stop_or_ponder_hit() {
    loom::model(|| {
        let answers = Answers::default();
        let (search, thread) = finished(answers.job(ponder()));
        thread::yield_now();
        assert_eq!(answers.count(), 0);
        search.ponder_hit();
        search.wait();
        assert_eq!(answers.count(), 1);
        thread.join().unwrap();
    });
}

/// For example the end of input during a ponder hit.
#[test]
fn two_may_let_it_out_at_once() {
    loom::model(|| {
        let answers = Answers::default();
        let (search, thread) = finished(answers.job(ponder()));
        let other = search.clone();
        let stopper = thread::spawn(move || other.stop());
        search.ponder_hit();
        search.wait();
        assert_eq!(answers.count(), 1);
        thread.join().unwrap();
        stopper.join().unwrap();
    });
}

#[test]
fn the_answer_comes_after_the_helpers_have_left() {
    loom::model(|| {
        let left = Arc::new(AtomicUsize::new(0));
        let mut job = Answers::default().job(infinite());
        let seen = left.clone();
        job.listener = Arc::new(move |_| assert_eq!(seen.load(SeqCst), 1));
        let search = Arc::new(Search::new(job, table(), 2));
        let threads = [true, false].map(|is_main| {
            let (search, left) = (search.clone(), left.clone());
            thread::spawn(move || {
                if is_main {
                    search.answer(OUTCOME);
                } else {
                    left.store(1, SeqCst);
                }
                search.leave();
            })
        });
        search.stop();
        search.wait();
        assert!(search.outcome().is_some());
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

/// A helper ends because the main thread has; nobody else tells it.
#[test]
fn helpers_hear_of_the_end() {
    loom::model(|| {
        let answers = Answers::default();
        let search = Arc::new(Search::new(answers.job(Limits::default()), table(), 2));
        let helper = search.clone();
        let thread = thread::spawn(move || {
            while !helper.is_stopped() {
                thread::yield_now();
            }
            helper.leave();
        });
        search.answer(OUTCOME);
        search.leave();
        assert_eq!(answers.count(), 1);
        thread.join().unwrap();
    });
}

#[test]
fn a_pool_takes_one_search_after_another() {
    loom::model(|| {
        let answers = Answers::default();
        let pool = Pool::new(1).unwrap();
        let thinker = || -> Thinker { Box::new(|_| OUTCOME) };
        let first = pool.play(answers.job(infinite()), table(), thinker());
        first.stop();
        first.wait();
        assert!(answers.count() == 1 && first.outcome().is_some());
        // The stop was for the first.
        let second: Thinker = Box::new(|search| {
            assert!(!search.is_stopped());
            OUTCOME
        });
        pool.clear();
        let second = pool.play(answers.job(Limits::default()), table(), second);
        second.wait();
        assert!(answers.count() == 2 && second.outcome().is_some());
        drop(pool);
    });
}

#[test]
fn a_pool_is_ready_once_every_thread_is() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(|| {
        let pool = Pool::new(2).unwrap();
        pool.clear();
        pool.prepare(&table());
        drop(pool);
    });
}

/// The search itself, at a root where it has nothing to do, on a pool that ends right after.
#[test]
fn the_threads_of_a_pool_search_together() {
    let mut model = loom::model::Builder::new();
    // Every interleaving with that many preemptions: all of them would take hours.
    model.preemption_bound = Some(2);
    model.check(|| {
        let answers = Answers::default();
        let pool = Pool::new(2).unwrap();
        let search = pool.start(answers.job(infinite()), table());
        search.stop();
        search.wait();
        assert_eq!(answers.count(), 1);
        assert_eq!(search.outcome().unwrap().score, mated_in(0));
        drop(pool);
    });
}
