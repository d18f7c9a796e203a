//! Lazy SMP: every thread searches the same root on its own and shares what it finds through the
//! table alone.
//!
//! Source: <https://www.chessprogramming.org/Lazy_SMP>

#[cfg(all(test, feature = "loom"))]
mod model;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;

use super::event::{Event, Info, Listener, Outcome};
use super::level::Level;
use super::limits::Limits;
use super::probing::Probing;
use super::time::{Budget, Timer};
use super::vote;
use super::worker::{CancelFlag, Shared, Worker};
use crate::position::{KeyHistory, Position};
use crate::probe::tablebases::Ranked;
use crate::sync::atomic::{
    AtomicBool,
    Ordering::{Relaxed, SeqCst},
};
use crate::sync::mpsc::{Sender, channel};
use crate::sync::{self, Condvar, HAS_THREADS, Instant, Mutex, MutexGuard, Server};
use crate::tt::Table;
use crate::types::{Score, score};

/// Deep recursion with lists in every frame: more than some systems give a thread by default.
const STACK_BYTES: usize = 8 << 20;

/// The longest that an answer is held back for the sake of a human pace.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Searches instead of Quevedo's own search; reports its lines to the search's listener.
pub type Thinker = Box<dyn FnOnce(&Search) -> Outcome + Send>;

/// A search to be done.
pub struct Job {
    /// Where it starts.
    pub root: Position,
    /// The game's history up to it.
    pub history: KeyHistory,
    /// What it keeps to.
    pub limits: Limits,
    /// When `go` was received.
    pub start: Instant,
    /// The move overhead, deducted from every clock and move time.
    pub overhead: Duration,
    /// Nodes that stand for a millisecond of the clock; 0 for true time.
    pub nodes_per_ms: u64,
    /// How many lines are wanted.
    pub multi_pv: usize,
    /// Tablebases.
    pub probing: Probing,
    /// The weaker player that is to think, if one is. Then one thread searches, and as long as the clock pays for its
    /// nodes nothing else ends the search: the answer is the same on every machine.
    pub level: Option<Arc<Level>>,
    /// Whether the answer is held back for as long as the clock would have a search take, but no longer than
    /// ten seconds.
    pub paced: bool,
    /// The score with which the game's last search ended, in centipawns from this side's point of view; `None` if
    /// there is none.
    pub last_score: Option<Score>,
    /// Ends it, as `stop` does, for as long as the flag is set.
    pub cancelled: Arc<CancelFlag>,
    /// Receives its events.
    pub listener: Listener,
}

impl Job {
    /// A search from a position without a past, one line, no clock but the limits' own.
    pub fn new(root: Position, limits: Limits, listener: Listener) -> Job {
        Job {
            root,
            history: KeyHistory::new(),
            limits,
            start: Instant::now(),
            overhead: Duration::ZERO,
            nodes_per_ms: 0,
            multi_pv: 1,
            probing: Probing::default(),
            level: None,
            paced: false,
            last_score: None,
            cancelled: Arc::default(),
            listener,
        }
    }

    /// The time that it may take, with so many threads.
    pub fn budget(&self, threads: usize) -> Budget {
        Budget::new(&self.limits, self.overhead, self.root.game_ply(), threads)
    }
}

/// A search that is under way, or over.
pub struct Search {
    job: Job,
    shared: Arc<Shared>,
    timer: Timer,
    /// Somebody has said `stop`; the search may end by itself as well.
    told_to_stop: AtomicBool,
    /// How long after `go` the answer is held back.
    pause: Duration,
    /// What tablebases say of the root's moves; whichever thread comes first asks them.
    ranks: OnceLock<Option<Vec<Ranked>>>,
    /// Whether the answer is held back until `stop` or a ponder hit; never where neither could be heard.
    hold: Mutex<bool>,
    released: Condvar,
    /// What the main thread found.
    outcome: Mutex<Option<Outcome>>,
    /// What the others found, with the line to be told.
    ballots: Mutex<Vec<(Outcome, Info)>>,
    /// Threads that have not finished.
    running: Mutex<usize>,
    finished: Condvar,
}

/// A poisoned lock only means that a thread died elsewhere; the value is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Search {
    /// With this many threads; only as many take part as the time allows.
    fn new(job: Job, table: Arc<Table>, threads: usize) -> Search {
        let threads = if job.level.is_some() { 1 } else { threads };
        let budget = job.budget(threads);
        let threads = budget.threads(threads);
        let pause = budget.soft.filter(|_| job.paced && sync::can_listen());
        Search {
            shared: Arc::new(
                Shared::new(table, job.probing.clone(), threads, job.limits.ponder)
                    .cancelled_by(job.cancelled.clone()),
            ),
            timer: Timer::new(job.start, budget, job.nodes_per_ms),
            told_to_stop: AtomicBool::new(false),
            pause: pause.unwrap_or_default().min(LONGEST_PAUSE),
            ranks: OnceLock::new(),
            hold: Mutex::new(sync::can_listen() && (job.limits.infinite || job.limits.ponder)),
            released: Condvar::new(),
            outcome: Mutex::new(None),
            ballots: Mutex::new(Vec::new()),
            running: Mutex::new(threads),
            finished: Condvar::new(),
            job,
        }
    }

    /// Ends the search as soon as may be; its best move comes out.
    pub fn stop(&self) {
        self.told_to_stop.store(true, Relaxed);
        self.shared.stop.store(true, Relaxed);
        self.release();
    }

    /// The opponent has played the expected move: from now on the clock counts.
    pub fn ponder_hit(&self) {
        self.shared.pondering.store(false, SeqCst);
        // Where another iteration would not have begun, the one under way is not worth its time on the clock.
        if self.shared.stop_on_ponderhit.load(SeqCst) {
            self.shared.stop.store(true, Relaxed);
        }
        if !self.job.limits.infinite {
            self.release();
        }
    }

    fn release(&self) {
        *lock(&self.hold) = false;
        self.released.notify_all();
    }

    /// Blocks until every thread has finished and the best move is out.
    pub fn wait(&self) {
        self.work();
        self.wait_until_running(0);
    }

    /// Where there are no threads, whoever waits does the work; not for a search that is over, for then it would be
    /// that of others.
    fn work(&self) {
        if *lock(&self.running) > 0 {
            sync::work();
        }
    }

    /// Blocks until every thread has finished, but no longer than this. Whether they have.
    pub fn wait_at_most(&self, time: Duration) -> bool {
        self.work();
        let mut running = lock(&self.running);
        if *running > 0 {
            running = sync::wait_at_most(&self.finished, &self.running, running, time);
        }
        *running == 0
    }

    /// What came of it, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        *lock(&self.outcome)
    }

    /// Nodes of all threads so far.
    pub fn nodes(&self) -> u64 {
        self.shared.total_nodes()
    }

    /// What was ordered.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The table that the search may use.
    pub fn table(&self) -> &Table {
        &self.shared.table
    }

    /// Whether it is to end as soon as may be.
    pub fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    /// Whether the clock does not count yet.
    pub fn is_pondering(&self) -> bool {
        self.shared.pondering.load(Relaxed)
    }

    fn wait_until_running(&self, most: usize) {
        let mut running = lock(&self.running);
        while *running > most {
            running = sync::wait(&self.finished, &self.running, running);
        }
    }

    /// A thread's part of the search. A worker that has panicked is not to be used again: it is not
    /// given back.
    fn run(&self, worker: Box<Worker>) -> Option<Box<Worker>> {
        self.run_with(worker, |worker| self.think(worker))
    }

    /// Likewise, where this is how a worker thinks.
    fn run_with(
        &self,
        mut worker: Box<Worker>,
        think: impl FnOnce(&mut Worker) -> Outcome,
    ) -> Option<Box<Worker>> {
        let id = worker.id;
        let found = self.guarded(id, || {
            let outcome = think(&mut worker);
            (outcome, (id > 0).then(|| worker.best_line(outcome.depth)))
        });
        let sound = found.is_some();
        match found {
            Some((outcome, Some(line))) => lock(&self.ballots).push((outcome, line)),
            Some((outcome, None)) => self.answer(outcome),
            None if id == 0 => {
                self.answer(worker.best_so_far().unwrap_or_else(|| self.any_move()));
            }
            None => {}
        }
        self.leave();
        sound.then_some(worker)
    }

    /// What a worker comes to.
    fn think(&self, worker: &mut Worker) -> Outcome {
        let Job { root, history, limits, multi_pv, level, last_score, listener, .. } = &self.job;
        worker.prepare(self.shared.clone(), limits.clone(), self.timer, history.clone(), root);
        worker.level = level.clone();
        worker.last_score = *last_score;
        let ranks = self.ranks.get_or_init(|| {
            let out_of_time =
                || self.timer.is_over() && !self.is_pondering() || self.shared.is_stopped();
            self.shared.probing.rank_root(root, history, &out_of_time)
        });
        worker.listener = (worker.id == 0).then(|| listener.clone());
        let outcome = worker.deepen(root, *multi_pv, ranks.as_deref());
        worker.listener = None;
        outcome
    }

    /// Has somebody else think. If that panics, any legal move is the answer.
    fn run_thinker(&self, thinker: Thinker) {
        let found = self.guarded(0, || thinker(self));
        self.answer(found.unwrap_or_else(|| self.any_move()));
        self.leave();
    }

    /// Thinks; nothing comes of it but a remark if there is a defect in the program. A game must not be
    /// lost by that, as long as there is a move to play.
    fn guarded<T>(&self, id: usize, think: impl FnOnce() -> T) -> Option<T> {
        // What the closure has changed is the worker, which is not used for another search then.
        let failure = match catch_unwind(AssertUnwindSafe(think)) {
            Ok(found) => return Some(found),
            Err(failure) => failure,
        };
        let text = failure.downcast_ref::<&str>().map(ToString::to_string);
        let text = text.or_else(|| failure.downcast_ref::<String>().cloned()).unwrap_or_default();
        let goes_on = if id == 0 { "the best move so far is played" } else { "the others go on" };
        let root = &self.job.root;
        (self.job.listener)(Event::Remark(format!(
            "search thread {id} failed ('{text}') at {root}; {goes_on}; please report it"
        )));
        None
    }

    /// The first legal move that was asked for.
    fn any_move(&self) -> Outcome {
        let Job { root, limits, .. } = &self.job;
        let best = match limits.search_moves.first() {
            Some(&mv) => Some(mv),
            None => root.board().legal_moves().iter().copied().next(),
        };
        Outcome { best, ponder: None, score: score::DRAW, depth: 0 }
    }

    /// One thread fewer is searching.
    fn leave(&self) {
        *lock(&self.running) -= 1;
        self.finished.notify_all();
    }

    /// The main thread's end: the answer goes out once it may, and once the others have ended.
    fn answer(&self, outcome: Outcome) {
        let mut hold = lock(&self.hold);
        while *hold {
            hold = sync::wait(&self.released, &self.hold, hold);
        }
        while let Some(left) = self.pause.checked_sub(self.timer.elapsed())
            && !left.is_zero()
            && !self.told_to_stop.load(Relaxed)
        {
            hold = sync::wait_at_most(&self.released, &self.hold, hold, left);
        }
        drop(hold);
        self.shared.stop.store(true, Relaxed);
        self.wait_until_running(1);
        let outcome = self.guarded(0, || self.elect(outcome)).unwrap_or(outcome);
        (self.job.listener)(Event::BestMove { best: outcome.best, ponder: outcome.ponder });
        *lock(&self.outcome) = Some(outcome);
    }

    /// The outcome that all threads together settle on. Where several lines were asked for, or a fixed
    /// depth, the main thread's stands.
    fn elect(&self, main: Outcome) -> Outcome {
        let ballots = std::mem::take(&mut *lock(&self.ballots));
        if self.job.multi_pv > 1 || self.job.limits.depth.is_some() {
            return main;
        }
        let outcomes: Vec<Outcome> =
            std::iter::once(main).chain(ballots.iter().map(|(outcome, _)| *outcome)).collect();
        match vote::elect(&outcomes).checked_sub(1) {
            None => main,
            Some(place) => {
                let (outcome, line) = &ballots[place];
                // What was told last is the line that is played.
                (self.job.listener)(Event::Info(line.clone()));
                *outcome
            }
        }
    }
}

enum Task {
    Search(Arc<Search>),
    Play(Arc<Search>, Thinker),
    Clear,
    /// The sender is only dropped.
    Prepare(Arc<Table>, Arc<Sender<()>>),
}

/// The search threads; they live as long as the pool and keep their histories between searches.
pub struct Pool {
    threads: Vec<Server<Task>>,
}

impl Pool {
    /// Starts that many threads. A single-threaded system, such as WebAssembly, has one: the caller's, which a
    /// search keeps until it is over.
    ///
    /// # Errors
    /// The system gives no more threads.
    pub fn new(threads: usize) -> std::io::Result<Pool> {
        if threads > 1 && !HAS_THREADS {
            return Err(std::io::ErrorKind::Unsupported.into());
        }
        let mut pool = Pool { threads: Vec::new() };
        for id in 0..threads.max(1) {
            let mut worker = None;
            let carry_out = move |task| carry_out(task, id, &mut worker);
            pool.threads.push(Server::start(format!("search-{id}"), STACK_BYTES, carry_out)?);
        }
        Ok(pool)
    }

    /// How many threads there are.
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Never: there is always a thread.
    pub fn is_empty(&self) -> bool {
        self.threads.is_empty()
    }

    /// Begins a search, on as many threads as its time allows; the caller sees to it that none is under way.
    pub fn start(&self, job: Job, table: Arc<Table>) -> Arc<Search> {
        table.new_generation();
        let search = Arc::new(Search::new(job, table, self.len()));
        self.tell(search.shared.threads(), || Task::Search(search.clone()));
        search
    }

    /// Has somebody else think, on the first thread; the caller sees to it that no search is under
    /// way. Stopping, pondering and holding the answer back are as ever.
    pub fn play(&self, job: Job, table: Arc<Table>, thinker: Thinker) -> Arc<Search> {
        table.new_generation();
        let search = Arc::new(Search::new(job, table, 1));
        self.threads[0].send(Task::Play(search.clone(), thinker));
        search
    }

    /// Forgets what earlier games taught.
    pub fn clear(&self) {
        self.tell(self.len(), || Task::Clear);
    }

    /// Blocks until every thread has its memory and has done what it was told; the caller sees to it that no
    /// search is under way. A first search, or the first after [`clear`](Pool::clear), would lose some
    /// milliseconds to that.
    pub fn prepare(&self, table: &Arc<Table>) {
        let (done, all_done) = channel();
        let done = Arc::new(done);
        self.tell(self.len(), || Task::Prepare(table.clone(), done.clone()));
        drop(done);
        sync::work();
        // The channel closes when the last thread drops its end.
        for () in &all_done {}
    }

    /// Gives the first so many threads something to do.
    fn tell(&self, threads: usize, task: impl Fn() -> Task) {
        for thread in &self.threads[..threads] {
            thread.send(task());
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // All end at the same time, not one after the other.
        self.threads.iter_mut().for_each(Server::close);
    }
}

/// Does what a thread is told. It gets its worker when it first needs one.
fn carry_out(task: Task, id: usize, worker: &mut Option<Box<Worker>>) {
    match task {
        Task::Clear => {
            if let Some(worker) = worker {
                worker.clear();
            }
        }
        Task::Search(search) => {
            let idle = worker.take();
            let table = || search.shared.table.clone();
            *worker = search.run(idle.unwrap_or_else(|| Box::new(Worker::new(id, table()))));
        }
        Task::Play(search, thinker) => search.run_thinker(thinker),
        Task::Prepare(table, _done) => match worker {
            Some(worker) => worker.rest(table),
            None => *worker = Some(Box::new(Worker::new(id, table))),
        },
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::{
        Duration, Event, Job, Limits, Pool, Position, Relaxed, Search, Table, Worker, lock,
    };
    use crate::search::Clock;
    use crate::types::{Depth, Move};

    /// Everything that searches have told.
    type Told = Arc<Mutex<Vec<Event>>>;

    /// A search to this depth that panics when it tells of that iteration.
    fn job(depth: Depth, panic_at: Depth, told: &Told) -> Job {
        let told = told.clone();
        let listener = move |event: Event| {
            if matches!(&event, Event::Info(info) if info.depth == panic_at) {
                panic!("for the test's sake");
            }
            told.lock().unwrap().push(event);
        };
        let limits = Limits::depth(depth);
        Job::new(Position::start(), limits, Arc::new(listener))
    }

    /// The remarks and the best move of one search.
    fn of_one_search(told: &Told) -> (Vec<String>, Option<Move>) {
        let mut remarks = Vec::new();
        let mut answers = Vec::new();
        for event in std::mem::take(&mut *told.lock().unwrap()) {
            match event {
                Event::Remark(text) => remarks.push(text),
                Event::BestMove { best, .. } => answers.push(best),
                Event::Info(_) | Event::CurrentMove { .. } => {}
            }
        }
        assert_eq!(answers.len(), 1, "{answers:?}");
        (remarks, answers[0])
    }

    fn is_legal(mv: Option<Move>) -> bool {
        mv.is_some_and(|mv| Position::start().board().legal_moves().contains(&mv))
    }

    #[test]
    fn a_panic_costs_neither_the_game_nor_the_engine() {
        let (told, table) = (Told::default(), Arc::new(Table::new(1).unwrap()));
        for threads in [1, 3] {
            let pool = Pool::new(threads).unwrap();
            for panic_at in [1, 4] {
                pool.start(job(6, panic_at, &told), table.clone()).wait();
                let (remarks, best) = of_one_search(&told);
                assert!(remarks.len() == 1 && remarks[0].contains("for the test's sake"));
                assert!(remarks[0].contains("thread 0") && is_legal(best), "{remarks:?}");
                // The same threads search on.
                pool.start(job(6, 99, &told), table.clone()).wait();
                let (remarks, best) = of_one_search(&told);
                assert!(remarks.is_empty() && is_legal(best), "{remarks:?}");
            }
            pool.play(job(6, 99, &told), table.clone(), Box::new(|_| panic!("no idea"))).wait();
            let (remarks, best) = of_one_search(&told);
            assert!(remarks[0].contains("no idea") && is_legal(best), "{remarks:?}");
        }
    }

    #[test]
    fn an_infinite_search_that_has_failed_still_waits_for_stop() {
        let (told, table) = (Told::default(), Arc::new(Table::new(1).unwrap()));
        let pool = Pool::new(1).unwrap();
        let mut job = job(6, 2, &told);
        job.limits.infinite = true;
        let search = pool.start(job, table);
        while !told.lock().unwrap().iter().any(|event| matches!(event, Event::Remark(_))) {
            std::thread::yield_now();
        }
        assert!(search.outcome().is_none());
        search.stop();
        search.wait();
        assert!(is_legal(of_one_search(&told).1));
    }

    #[test]
    fn a_ponder_hit_ends_a_search_that_has_thought_enough() {
        let pool = Pool::new(1).unwrap();
        let start = |position| {
            let ten_minutes = Clock::new(Duration::from_secs(600), Duration::ZERO);
            let limits = Limits { clock: Some(ten_minutes), ponder: true, ..Limits::default() };
            let job = Job::new(position, limits, Arc::new(|_| ()));
            pool.start(job, Arc::new(Table::new(1).unwrap()))
        };
        // With one move, an iteration is enough.
        let fen = "r1bqkbnr/pppppppp/8/8/8/8/PPnPPPPP/RNBQKBNR w KQkq - 0 1";
        let forced = start(Position::from_fen(fen).unwrap());
        while !forced.shared.stop_on_ponderhit.load(Relaxed) {
            std::thread::yield_now();
        }
        assert!(!forced.is_stopped());
        forced.ponder_hit();
        assert!(forced.is_stopped());
        forced.wait();
        let free = start(Position::start());
        while free.nodes() == 0 {
            std::thread::yield_now();
        }
        free.ponder_hit();
        assert!(!free.is_stopped());
        free.stop();
        free.wait();
    }

    #[test]
    fn helpers_sit_out_what_is_over_at_once() {
        let table = Arc::new(Table::new(1).unwrap());
        let pool = Pool::new(3).unwrap();
        for (move_time, threads) in [(Some(1), 1), (Some(10_000), 3), (None, 3)] {
            let move_time = move_time.map(Duration::from_millis);
            // Until the ponder hit, nobody ends.
            let limits = Limits { move_time, ponder: true, ..Limits::default() };
            let job = Job::new(Position::start(), limits, Arc::new(|_| ()));
            let search = pool.start(job, table.clone());
            assert_eq!(*lock(&search.running), threads, "{move_time:?}");
            assert_eq!(search.shared.threads(), threads);
            search.stop();
            search.wait();
        }
    }

    /// A search to this depth on three threads; the helper with this number fails before or after it has
    /// thought. Which workers are given back.
    fn search_where_a_helper_fails(failing: usize, after: bool, told: &Told) -> [bool; 3] {
        let table = Arc::new(Table::new(1).unwrap());
        let search = Search::new(job(9, 99, told), table.clone(), 3);
        let given_back = std::thread::scope(|scope| {
            let parts = [0, 1, 2].map(|id| {
                let (search, table) = (&search, table.clone());
                scope.spawn(move || {
                    let think = |worker: &mut Worker| {
                        assert!(id != failing || after, "{} things", 3);
                        let outcome = search.think(worker);
                        assert!(id != failing, "{} things", 3);
                        outcome
                    };
                    search.run_with(Box::new(Worker::new(id, table)), think).is_some()
                })
            });
            parts.map(|part| part.join().unwrap())
        });
        search.wait();
        assert!(search.outcome().is_some());
        given_back
    }

    #[test]
    fn a_helper_that_fails_is_missed_by_nobody() {
        let told = Told::default();
        for (failing, after) in [(1, false), (2, false), (1, true), (2, true)] {
            let given_back = search_where_a_helper_fails(failing, after, &told);
            assert_eq!(given_back, [0, 1, 2].map(|id| id != failing), "{failing} {after}");
            let (remarks, best) = of_one_search(&told);
            assert!(remarks.len() == 1 && is_legal(best), "{remarks:?}");
            assert!(remarks[0].contains(&format!("thread {failing} failed ('3 things')")));
            assert!(remarks[0].contains("the others go on"), "{remarks:?}");
        }
    }
}
