//! Lazy SMP: every thread searches the same root on its own and shares what it finds through the
//! table alone.
//!
//! Source: <https://www.chessprogramming.org/Lazy_SMP>

#[cfg(all(test, loom))]
mod model;

use std::sync::{Arc, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::event::Event;
use super::limits::Limits;
use super::probing::Probing;
use super::root::Outcome;
use super::time::{Budget, Timer};
use super::worker::{Shared, Worker};
use crate::position::{History, Position};
use crate::probe::tablebases::Ranked;
use crate::sync::atomic::Ordering::Relaxed;
use crate::sync::mpsc::{Receiver, Sender, channel};
use crate::sync::thread::{self, JoinHandle};
use crate::sync::{Condvar, Mutex, MutexGuard};
use crate::tt::Table;

/// Deep recursion with lists in every frame: more than some systems give a thread by default.
const STACK_BYTES: usize = 8 << 20;

/// Hears what a search tells; called from the search's own thread.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// Thinks in the place of Quevedo's own search; tells the search's listener of its lines.
pub type Thinker = Box<dyn FnOnce(&Search) -> Outcome + Send>;

/// A search to be done.
pub struct Job {
    /// Where it starts.
    pub root: Position,
    /// How the game came there.
    pub history: History,
    /// What it keeps to.
    pub limits: Limits,
    /// When the order came.
    pub start: Instant,
    /// Taken off every clock.
    pub overhead: Duration,
    /// Nodes that stand for a millisecond of the clock; 0 for true time.
    pub nodes_per_ms: u64,
    /// How many lines are wanted.
    pub multi_pv: usize,
    /// Tablebases.
    pub probing: Probing,
    /// Hears of it.
    pub listener: Listener,
}

impl Job {
    /// A search from a position without a past, one line, no clock but the limits' own.
    pub fn new(root: Position, limits: Limits, listener: Listener) -> Job {
        Job {
            root,
            history: History::new(),
            limits,
            start: Instant::now(),
            overhead: Duration::ZERO,
            nodes_per_ms: 0,
            multi_pv: 1,
            probing: Probing::default(),
            listener,
        }
    }
}

/// A search that is under way, or over.
pub struct Search {
    job: Job,
    shared: Arc<Shared>,
    timer: Timer,
    /// What tablebases say of the root's moves; whichever thread comes first asks them.
    ranks: OnceLock<Option<Vec<Ranked>>>,
    /// Whether the answer is held back until `stop` or a ponder hit.
    hold: Mutex<bool>,
    released: Condvar,
    /// What the main thread found.
    outcome: Mutex<Option<Outcome>>,
    /// Threads that have not finished.
    running: Mutex<usize>,
    finished: Condvar,
}

/// A poisoned lock only means that a thread died elsewhere; the value is whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Search {
    fn new(job: Job, table: Arc<Table>, threads: usize) -> Search {
        let budget = Budget::new(&job.limits, job.overhead);
        Search {
            shared: Arc::new(Shared::new(table, job.probing.clone(), threads, job.limits.ponder)),
            timer: Timer::new(job.start, budget, job.nodes_per_ms),
            ranks: OnceLock::new(),
            hold: Mutex::new(job.limits.infinite || job.limits.ponder),
            released: Condvar::new(),
            outcome: Mutex::new(None),
            running: Mutex::new(threads),
            finished: Condvar::new(),
            job,
        }
    }

    /// Ends the search as soon as may be; its best move comes out.
    pub fn stop(&self) {
        self.shared.stop.store(true, Relaxed);
        self.release();
    }

    /// The opponent has played the expected move: from now on the clock counts.
    pub fn ponder_hit(&self) {
        self.shared.pondering.store(false, Relaxed);
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
        self.wait_until_running(0);
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
            running = self.finished.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run(&self, worker: &mut Worker) {
        let Job { root, history, limits, multi_pv, listener, probing, .. } = &self.job;
        worker.prepare(self.shared.clone(), limits.clone(), self.timer, history.clone(), root);
        let ranks = self.ranks.get_or_init(|| {
            let out_of_time = || self.timer.is_over() || self.shared.is_stopped();
            probing.rank_root(root, history, &out_of_time)
        });
        let outcome = worker.deepen(root, *multi_pv, ranks.as_deref(), &**listener);
        if worker.id == 0 {
            self.answer(outcome);
        }
        self.leave();
    }

    /// One thread fewer is at it.
    fn leave(&self) {
        *lock(&self.running) -= 1;
        self.finished.notify_all();
    }

    /// The main thread's end: the answer goes out once it may, and once the others have ended.
    fn answer(&self, outcome: Outcome) {
        let mut hold = lock(&self.hold);
        while *hold {
            hold = self.released.wait(hold).unwrap_or_else(PoisonError::into_inner);
        }
        drop(hold);
        self.shared.stop.store(true, Relaxed);
        self.wait_until_running(1);
        (self.job.listener)(Event::BestMove { best: outcome.best, ponder: outcome.ponder });
        *lock(&self.outcome) = Some(outcome);
    }
}

enum Task {
    Search(Arc<Search>),
    Play(Arc<Search>, Thinker),
    Clear,
}

struct Thread {
    /// Dropped first, which ends the thread.
    tasks: Option<Sender<Task>>,
    handle: Option<JoinHandle<()>>,
}

/// The search threads; they live as long as the pool and keep their histories between searches.
pub struct Pool {
    threads: Vec<Thread>,
}

impl Pool {
    /// Starts that many threads.
    ///
    /// # Errors
    /// The system gives no more threads.
    pub fn new(threads: usize) -> std::io::Result<Pool> {
        let mut pool = Pool { threads: Vec::new() };
        for id in 0..threads.max(1) {
            let (tasks, inbox) = channel();
            let handle = thread::Builder::new()
                .name(format!("search-{id}"))
                .stack_size(STACK_BYTES)
                .spawn(move || serve(id, &inbox))?;
            pool.threads.push(Thread { tasks: Some(tasks), handle: Some(handle) });
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

    /// Begins a search; the caller sees to it that none is under way.
    pub fn start(&self, job: Job, table: Arc<Table>) -> Arc<Search> {
        table.grow_older();
        let search = Arc::new(Search::new(job, table, self.len()));
        self.tell_all(|| Task::Search(search.clone()));
        search
    }

    /// Has somebody else think, on the first thread; the caller sees to it that no search is under
    /// way. Stopping, pondering and holding the answer back are as ever.
    pub fn play(&self, job: Job, table: Arc<Table>, thinker: Thinker) -> Arc<Search> {
        table.grow_older();
        let search = Arc::new(Search::new(job, table, 1));
        if let Some(tasks) = self.threads.first().and_then(|thread| thread.tasks.as_ref()) {
            // A thread ends only with the pool, so somebody listens.
            let _ = tasks.send(Task::Play(search.clone(), thinker));
        }
        search
    }

    /// Forgets what earlier games taught.
    pub fn clear(&self) {
        self.tell_all(|| Task::Clear);
    }

    fn tell_all(&self, task: impl Fn() -> Task) {
        for thread in &self.threads {
            if let Some(tasks) = &thread.tasks {
                // A thread ends only with the pool, so somebody listens.
                let _ = tasks.send(task());
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        for thread in &mut self.threads {
            thread.tasks = None;
        }
        for thread in &mut self.threads {
            if let Some(handle) = thread.handle.take() {
                let _ = handle.join();
            }
        }
    }
}

fn serve(id: usize, inbox: &Receiver<Task>) {
    let mut worker: Option<Worker> = None;
    for task in inbox {
        match task {
            Task::Clear => {
                if let Some(worker) = &mut worker {
                    worker.clear();
                }
            }
            Task::Search(search) => {
                let worker = worker
                    .get_or_insert_with(|| Worker::new(id, search.shared.clone(), search.timer));
                search.run(worker);
            }
            Task::Play(search, thinker) => {
                search.answer(thinker(&search));
                search.leave();
            }
        }
    }
}
