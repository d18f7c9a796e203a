//! The engine: options, position, hash table and threads. It prints nothing.

mod analysis;
mod stop;
mod strength;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::classics::Classics;
use crate::eval::{self, wdl};
use crate::position::{KeyHistory, Position};
use crate::probe::book::Book;
use crate::probe::tablebases::Tablebases;
use crate::search::{Budget, Event, Info, Job, Limits, Listener, Pool, Probing, Search};
use crate::sync::{HAS_THREADS, Instant};
use crate::tt::{Bound, Table, TableError};
use crate::types::{Key, Move, Score};

pub use analysis::{Analysis, AnalysisError, AnalysisLine, Wdl};
pub use stop::StopHandle;
pub use strength::{MAX_ELO, MIN_ELO};
use strength::{Strength, random_seed};

pub use crate::classics::{About, PlayingStyle, Rating, SpektrumStage, best_case_leaves};

/// The engine's name and version.
pub const NAME: &str = concat!("Quevedo ", env!("CARGO_PKG_VERSION"));
/// Default size of the hash table, in MB.
pub const DEFAULT_HASH: usize = 16;
/// Largest hash size in MB: 1 TB, or on WebAssembly what a web page may reasonably take.
pub const MAX_HASH: i64 = if HAS_THREADS { 1 << 20 } else { 256 };
/// Largest number of threads.
pub const MAX_THREADS: i64 = if HAS_THREADS { 1024 } else { 1 };
/// Default move overhead in ms.
pub const DEFAULT_OVERHEAD: u64 = 30;

/// A chess engine: its options, hash table and threads.
///
/// [`analyse`](Engine::analyse) searches a position and returns what was found, and
/// [`analyse_with`](Engine::analyse_with) reports every iteration.
///
/// ```
/// use std::time::Duration;
/// use quevedo::{Engine, Limits, Position};
///
/// let mut engine = Engine::new()?;
/// engine.set_hash(64)?;
/// engine.set_threads(2)?;
/// let limits = Limits::move_time(Duration::from_millis(100));
/// println!("{}", engine.analyse(Position::default(), limits)?.best_move);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    position: Position,
    history: KeyHistory,
    table: Arc<Table>,
    pool: Pool,
    search: Option<Arc<Search>>,
    /// Stops the next analysis.
    next_stop: StopHandle,
    /// The key of the position that was searched last, and the score; never of a position that did not arise because
    /// the opponent played another move than the one pondered on.
    last_score: Option<(Key, Score)>,
    classics: Classics,
    strength: Strength,
    /// Number of principal variations (`MultiPV`).
    pub multi_pv: usize,
    /// Time per move lost in the GUI and the system (`Move Overhead`).
    pub overhead: Duration,
    /// Whether castling is written as king takes rook.
    #[doc(hidden)]
    pub chess960: bool,
    /// Whether the GUI is analysing: no book moves.
    pub analysing: bool,
    /// Whether book moves are played.
    pub own_book: bool,
    /// Tablebases and how they are used.
    #[doc(hidden)]
    pub probing: Probing,
    book: Book,
    nodes_per_ms: u64,
    /// With `nodestime`: the nodes left in this game.
    nodes_left: Option<u64>,
}

impl Engine {
    /// An engine with one thread and a hash table of 16 MB, at the start position.
    ///
    /// ```
    /// # use quevedo::{Engine, Limits, Position};
    /// let mut engine = Engine::new()?;
    /// assert!(engine.analyse(Position::default(), Limits::depth(1)).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The memory or the thread can't be allocated.
    pub fn new() -> io::Result<Engine> {
        Ok(Engine {
            position: Position::start(),
            history: KeyHistory::new(),
            table: Arc::new(Table::new(DEFAULT_HASH)?),
            pool: Pool::new(1)?,
            search: None,
            next_stop: StopHandle::default(),
            last_score: None,
            classics: Classics::default(),
            strength: Strength::full(),
            multi_pv: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            chess960: false,
            analysing: false,
            own_book: false,
            probing: Probing::default(),
            book: Book::own(random_seed()),
            nodes_per_ms: 0,
            nodes_left: None,
        })
    }

    /// The current position.
    #[doc(hidden)]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the positions before it.
    #[doc(hidden)]
    pub fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// The number of search threads, and the size of the hash table in MB.
    #[doc(hidden)]
    pub fn resources(&self) -> (usize, usize) {
        (self.pool.len(), self.table.megabytes())
    }

    /// Sets the position and its key history. Stops a running search.
    #[doc(hidden)]
    pub fn set_position(&mut self, position: Position, history: KeyHistory) {
        self.end_search();
        self.position = position;
        self.history = history;
        self.classics.hear_position();
    }

    /// Plays a legal move. Stops a running search.
    #[doc(hidden)]
    pub fn play(&mut self, mv: Move) {
        self.end_search();
        self.history.play(&mut self.position, mv);
        self.classics.hear_position();
    }

    /// Starts a search of the current position, or plays a book move. Events go to `listener`. Stops a
    /// running search.
    #[doc(hidden)]
    pub fn go(&mut self, mut limits: Limits, start: Instant, listener: Listener) {
        self.end_search();
        let handle = std::mem::take(&mut self.next_stop);
        // The move must follow: a GUI that has sent `go` waits for it.
        if let Some(remark) = self.classics.hear_go() {
            listener(Event::Remark(remark));
        }
        let thinker = self.classics.thinker();
        if self.own_book && thinker.is_none() && !self.analysing && limits.is_for_play() {
            match self.book.choose(&self.position) {
                Ok(Some(mv)) => {
                    return self.play_from_book(mv, start, &*listener);
                }
                Ok(None) => {}
                Err(error) => {
                    listener(Event::Remark(format!("cannot read the book: {error}")));
                }
            }
        }
        let is_analysis = limits.infinite
            || limits.are_none()
            || limits.mate.is_some()
            || limits.depth.is_some()
            || self.multi_pv > 1;
        if is_analysis || thinker.is_some() {
            let remark = match self.strength.remark(self.multi_pv) {
                Some(_) if thinker.is_some() => {
                    Some("this style has a strength of its own, no limit".to_owned())
                }
                remark => remark,
            };
            if let Some(remark) = remark {
                listener(Event::Remark(remark));
            }
        }
        self.count_nodes_as_time(&mut limits);
        let mut job = Job {
            root: self.position,
            history: self.history.clone(),
            limits,
            start,
            overhead: self.overhead,
            nodes_per_ms: self.nodes_per_ms,
            multi_pv: self.multi_pv,
            probing: self.probing.clone(),
            level: None,
            paced: false,
            last_score: self.last_score(),
            cancelled: handle.flag(),
            listener,
        };
        if thinker.is_none() {
            self.strength.apply(&mut job);
        }
        let search = match thinker {
            Some(thinker) => self.pool.play(job, self.table.clone(), thinker),
            None => self.pool.start(job, self.table.clone()),
        };
        handle.attach(&search);
        self.search = Some(search);
    }

    /// The time budget for these limits.
    #[doc(hidden)]
    pub fn budget(&self, limits: &Limits) -> Budget {
        Budget::new(limits, self.overhead, self.position.game_ply(), self.pool.len())
    }

    /// The score of the last search, if the game has gone on from there by a move of each side.
    fn last_score(&self) -> Option<Score> {
        let before = self.history.before(2)?;
        self.last_score.filter(|&(key, _)| key == before).map(|(_, score)| score)
    }

    /// Plays a book move with the static evaluation as its score.
    fn play_from_book(&self, mv: Move, start: Instant, listener: &(dyn Fn(Event) + Send + Sync)) {
        let mut child = self.position;
        child.play_unchecked(mv);
        let (position, sign) = match child.is_check() {
            true => (&self.position, 1),
            false => (&child, -1),
        };
        let score = sign * eval::evaluate_from_scratch(position);
        listener(Event::Info(Info {
            depth: 1,
            seldepth: 1,
            line: 1,
            score: wdl::normalized(score),
            chances: wdl::per_mille(score, wdl::material(self.position.board())),
            bound: Bound::Exact,
            nodes: 0,
            time: start.elapsed(),
            hashfull: 0,
            tb_hits: 0,
            pv: vec![mv],
        }));
        listener(Event::BestMove { best: Some(mv), ponder: None });
    }

    /// With `nodestime`, the GUI's clock is used at the first move only; after that the clock is kept here,
    /// in nodes.
    fn count_nodes_as_time(&mut self, limits: &mut Limits) {
        let Some(clock) = limits.clock.as_mut().filter(|_| self.nodes_per_ms > 0) else { return };
        let nodes = |time: Duration| (time.as_millis() as u64).saturating_mul(self.nodes_per_ms);
        let left = self.nodes_left.unwrap_or_else(|| nodes(clock.time));
        clock.time = Duration::from_millis(left / self.nodes_per_ms);
        self.nodes_left = Some(left.saturating_add(nodes(clock.increment)));
    }

    /// Sets `nodestime`, in nodes per millisecond; 0 to use real time.
    pub fn set_nodes_per_ms(&mut self, nodes: u64) {
        self.nodes_per_ms = nodes;
        self.nodes_left = None;
    }

    /// Opens the tablebases in these directories in place of the old ones, which stay if none is found. An empty path
    /// closes the old ones. Directories are separated as in the system's `PATH`: by colons, on Windows by semicolons.
    /// Returns what was found and which files could not be used, or `None` if the path is empty.
    ///
    /// ```
    /// # use quevedo::Engine;
    /// let mut engine = Engine::new()?;
    /// assert_eq!(engine.set_tablebases(""), None);
    /// // What was wrong is said, and the search does without.
    /// assert!(engine.set_tablebases("no such directory").is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tablebases(&mut self, path: &str) -> Option<String> {
        self.end_search();
        let (tables, mut notes) = Tablebases::open(path);
        let is_any = |tables: &Tablebases| tables.max_pieces() > 0;
        let stay = !path.is_empty() && !is_any(&tables) && is_any(&self.probing.tables);
        notes.insert(0, format!("{tables}{}", if stay { "; those found before stay" } else { "" }));
        if !stay {
            self.probing.tables = Arc::new(tables);
        }
        (!path.is_empty()).then(|| notes.join("\n"))
    }

    /// Opens a book; an empty path stands for the built-in one. Returns a description.
    ///
    /// ```
    /// # use quevedo::Engine;
    /// let mut engine = Engine::new()?;
    /// assert!(engine.set_book("")?.starts_with("own book"));
    /// assert!(engine.set_book("no such book.bin").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The file can't be read or is not a book; the old one stays.
    pub fn set_book(&mut self, path: &str) -> io::Result<String> {
        self.end_search();
        self.book = match path {
            "" => Book::own(random_seed()),
            _ => Book::open(Path::new(path), random_seed())?,
        };
        let whose = if path.is_empty() { "own book" } else { path };
        Ok(format!("{whose}: {} moves", self.book.len()))
    }

    /// Chooses the engine that answers [`go`](Engine::go). The hash table is cleared.
    #[doc(hidden)]
    pub fn set_style(&mut self, style: PlayingStyle) {
        self.clear_hash();
        self.classics.choose(style);
    }

    /// Chooses how much of its article [`PlayingStyle::Spektrum`] uses.
    #[doc(hidden)]
    pub fn set_stage(&mut self, stage: SpektrumStage) {
        self.clear_hash();
        self.classics.stage = stage;
    }

    /// Limits the strength to a rating on the CCRL Blitz scale, from [`MIN_ELO`] to [`MAX_ELO`]; `None` for full
    /// strength. What earlier searches have learnt is forgotten.
    ///
    /// A limited engine searches few nodes on one thread, misjudges positions by a steady error and overlooks moves, so
    /// its answers are the same at every time control that leaves enough time for its nodes. See `docs/levels.md`.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::new()?;
    /// engine.set_level(Some(1200))?;
    /// assert!(engine.analyse(Position::default(), Limits::depth(20))?.nodes < 5_000);
    /// assert_eq!(engine.set_level(Some(300)).unwrap_err().to_string(), "level: expected 600 to 3400, got 300");
    /// engine.set_level(None)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such level; the old one stays.
    pub fn set_level(&mut self, elo: Option<i32>) -> io::Result<()> {
        if let Some(elo) = elo.filter(|elo| !(MIN_ELO..=MAX_ELO).contains(elo)) {
            let text = format!("level: expected {MIN_ELO} to {MAX_ELO}, got {elo}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        self.forget();
        self.strength.set_elo(elo);
        Ok(())
    }

    /// Chooses how a limited engine errs: the same seed errs in the same way, so a game can be played again.
    /// `None` chooses a different seed in each game. What earlier searches have learnt is forgotten.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::new()?;
    /// engine.set_level(Some(900))?;
    /// engine.set_level_seed(Some(7));
    /// let score = engine.analyse(Position::default(), Limits::depth(9))?.line.score;
    /// engine.new_game();
    /// assert_eq!(engine.analyse(Position::default(), Limits::depth(9))?.line.score, score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_level_seed(&mut self, seed: Option<u64>) {
        self.forget();
        self.strength.set_seed(seed);
    }

    /// Whether a limited engine takes as long for a move in a game as the clock suggests, up to ten seconds,
    /// rather than answer at once.
    #[doc(hidden)]
    pub fn set_level_pace(&mut self, paced: bool) {
        self.end_search();
        self.strength.paced = paced;
    }

    /// Does the allocation that the first search would wait for. Returns at once during a search.
    ///
    /// ```
    /// # use quevedo::Engine;
    /// let mut engine = Engine::new()?;
    /// engine.set_hash(64)?;
    /// engine.prepare();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(&self) {
        if !self.is_searching() {
            self.pool.prepare(&self.table);
            self.table.prepare(self.pool.len());
        }
    }

    /// Whether a search is running: its best move is not out yet.
    #[doc(hidden)]
    pub fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.outcome().is_none())
    }

    /// Whether the running search ends only when stopped.
    #[doc(hidden)]
    pub fn is_endless(&self) -> bool {
        let is_endless = |search: &Search| {
            let limits = &search.job().limits;
            limits.infinite || limits.are_none() || search.is_pondering()
        };
        self.is_searching() && self.search.as_deref().is_some_and(is_endless)
    }

    /// Tells a search begun by [`go`](Engine::go) to stop. An analysis is stopped by a
    /// [`StopHandle`](Engine::stop_handle).
    #[doc(hidden)]
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop();
        }
    }

    /// Handles `ponderhit`.
    #[doc(hidden)]
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            search.ponder_hit();
        }
    }

    /// Blocks until the running search has finished.
    #[doc(hidden)]
    pub fn wait(&self) {
        if let Some(search) = &self.search {
            search.wait();
        }
    }

    /// Stops a running search and waits for its best move.
    #[doc(hidden)]
    pub fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop();
            search.wait();
            if let Some(outcome) = search.outcome().filter(|_| !search.is_pondering()) {
                self.last_score = Some((search.job().root.key(), outcome.score));
            }
            let nodes = search.nodes();
            self.nodes_left = self.nodes_left.map(|left| left.saturating_sub(nodes));
        }
    }

    /// Starts a new game: clears the hash table and histories. Options stay.
    ///
    /// ```
    /// # use quevedo::{Engine, Limits, Position};
    /// let mut engine = Engine::new()?;
    /// let first = engine.analyse(Position::default(), Limits::depth(6))?.nodes;
    /// engine.new_game();
    /// // Nothing is left of the first game, so the second search is the same.
    /// assert_eq!(engine.analyse(Position::default(), Limits::depth(6))?.nodes, first);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_game(&mut self) {
        self.forget();
        self.nodes_left = None;
        self.last_score = None;
        self.strength.new_game();
    }

    /// Forgets all that earlier searches have learnt. Stops a running search.
    fn forget(&mut self) {
        self.end_search();
        self.pool.clear();
        self.table.clear(self.pool.len());
    }

    /// Clears the hash table.
    ///
    /// ```
    /// # use quevedo::Engine;
    /// let mut engine = Engine::new()?;
    /// engine.clear_hash();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clear_hash(&mut self) {
        self.end_search();
        self.table.clear(self.pool.len());
    }

    /// Sets the size of the hash table in MB. A table of a new size is empty; one that already has that size stays.
    ///
    /// ```
    /// # use quevedo::Engine;
    /// let mut engine = Engine::new()?;
    /// engine.set_hash(128)?;
    /// // A size that no machine has.
    /// assert!(engine.set_hash(usize::MAX).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The memory can't be allocated; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.end_search();
        if megabytes != self.table.megabytes() {
            self.table = Arc::new(Table::new(megabytes)?);
        }
        Ok(())
    }

    /// Sets the number of search threads, from 1 to 1024 (on WebAssembly 1).
    ///
    /// ```
    /// # use quevedo::Engine;
    /// let mut engine = Engine::new()?;
    /// engine.set_threads(2)?;
    /// assert_eq!(engine.set_threads(0).unwrap_err().to_string(), "threads: expected 1 to 1024, got 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The number is out of range or the threads can't be started; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> io::Result<()> {
        if !(1..=MAX_THREADS as usize).contains(&threads) {
            let text = format!("threads: expected 1 to {MAX_THREADS}, got {threads}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        self.end_search();
        if threads != self.pool.len() {
            self.pool = Pool::new(threads)?;
        }
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end_search();
    }
}
