//! The engine for programs that embed it: a position and limits go in, an analysis comes out.

use std::fmt;
use std::iter::once;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::{Engine, StopHandle};
use crate::eval::wdl;
use crate::position::{Game, GameEnd, IllegalMove, Position};
use crate::search::{Event, Info, Limits};
use crate::sync::{self, Instant};
use crate::tt::Bound;
use crate::types::score::{DRAW, UciScore};
use crate::types::{Depth, Move};

/// What a search has found. Scores and chances are those of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The best move.
    pub best_move: Move,
    /// The expected reply, to ponder on.
    pub ponder_move: Option<Move>,
    /// The best line.
    pub line: AnalysisLine,
    /// The next best lines, if [`Engine::multi_pv`] asks for more than one.
    pub other_lines: Vec<AnalysisLine>,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Problems that did not end the search, such as a book that can't be read, and what a level limits.
    /// Usually empty.
    pub remarks: Vec<String>,
}

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisLine {
    /// The score.
    pub score: UciScore,
    /// The chances of winning, drawing and losing.
    pub wdl: Wdl,
    /// The depth of the iteration in plies; 0 for a move that was not searched, 1 for a move of the book.
    pub depth: Depth,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// The moves. The first is legal in the position that was analysed.
    pub moves: Vec<Move>,
}

/// The chances of winning, drawing and losing, in 1/1000; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub struct Wdl {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
}

impl Wdl {
    /// The expected points: 1 for a win, 1/2 for a draw.
    ///
    /// ```
    /// # use quevedo::Wdl;
    /// assert_eq!(Wdl { win: 500, draw: 300, loss: 200 }.expected_points(), 0.65);
    /// ```
    pub fn expected_points(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 2000.0
    }
}

impl From<[u32; 3]> for Wdl {
    fn from([win, draw, loss]: [u32; 3]) -> Wdl {
        Wdl { win, draw, loss }
    }
}

/// Why a position can't be analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisError {
    /// There is no legal move.
    GameOver(GameEnd),
    /// A move of [`Limits::search_moves`] is not legal.
    IllegalMove(IllegalMove),
}

impl fmt::Display for AnalysisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnalysisError::GameOver(end) => {
                write!(f, "no legal move to analyse ({end}); check `outcome()` first")
            }
            AnalysisError::IllegalMove(error) => {
                write!(f, "search moves: {error}; take them from `legal_moves()`")
            }
        }
    }
}

impl std::error::Error for AnalysisError {}

impl Engine {
    /// Searches a position until a limit is reached, and returns what was found. The start of a game, a
    /// [`Position`] or a [`Game`] will do; with a game, repetitions of its earlier positions are seen.
    ///
    /// Without limits the search goes on to its greatest depth, or until [`StopHandle::stop`]. What the engine
    /// has learnt helps its next analysis, unless [`new_game`](Engine::new_game) clears it.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position, UciScore};
    ///
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?;
    /// let analysis = Engine::new()?.analyse(position, Limits::depth(4))?;
    /// assert_eq!(position.san(analysis.best_move)?, "Ra8#");
    /// assert_eq!(analysis.line.score, UciScore::Mate(1));
    /// assert_eq!(analysis.line.wdl.win, 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no legal move, or one of [`Limits::search_moves`] is not legal. Nothing is searched then.
    pub fn analyse(
        &mut self,
        game: impl Into<Game>,
        limits: Limits,
    ) -> Result<Analysis, AnalysisError> {
        self.analyse_with(game, limits, |_| ControlFlow::Continue(()))
    }

    /// As [`analyse`](Engine::analyse); `each` sees the analysis after every iteration, on the caller's thread,
    /// and can end it. If the last iteration is broken off, `each` sees its best line so far, too, so a depth may come twice.
    ///
    /// ```
    /// use std::ops::ControlFlow::{Break, Continue};
    /// use quevedo::{Engine, Game, Limits};
    ///
    /// let mut depths = Vec::new();
    /// let analysis = Engine::new()?.analyse_with(Game::default(), Limits::depth(20), |so_far| {
    ///     depths.push(so_far.line.depth);
    ///     if so_far.line.depth < 4 { Continue(()) } else { Break(()) }
    /// })?;
    /// assert_eq!(depths, [1, 2, 3, 4]);
    /// assert!(analysis.line.depth >= 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyse`](Engine::analyse).
    pub fn analyse_with(
        &mut self,
        game: impl Into<Game>,
        limits: Limits,
        mut each: impl FnMut(&Analysis) -> ControlFlow<()>,
    ) -> Result<Analysis, AnalysisError> {
        let game = game.into();
        let position = *game.position();
        // The handle was for this analysis, even if it is refused.
        let moves = moves_to_search(&position, &limits)
            .inspect_err(|_| self.next_stop = StopHandle::default())?;
        let lines = self.multi_pv.clamp(1, moves.len());
        let mut analysis = Analysis::unsearched(&position, moves[0]);
        let (sender, events) = channel();
        let start = Instant::now();
        self.set_position(position, game.history().clone());
        self.go(
            limits,
            start,
            Arc::new(move |event| {
                // The receiver waits for the last event.
                let _ = sender.send(event);
            }),
        );
        // Where there are no threads, the search takes place here, and its events are read afterwards.
        sync::work();
        let mut goes_on = true;
        for event in events {
            match event {
                // Bounds are progress reports, not results.
                Event::Info(info) if info.bound == Bound::Exact => {
                    let is_last = info.line == lines;
                    analysis.note(info);
                    if goes_on && is_last && each(&analysis).is_break() {
                        goes_on = false;
                        self.stop();
                    }
                }
                Event::Info(_) | Event::CurrentMove { .. } => {}
                Event::Remark(text) => analysis.remarks.push(text),
                Event::BestMove { best, ponder } => {
                    analysis.best_move = best.unwrap_or(analysis.best_move);
                    analysis.ponder_move = ponder;
                    break;
                }
            }
        }
        self.wait();
        let nodes = self.search.as_ref().map_or(0, |search| search.nodes());
        analysis.nodes = analysis.nodes.max(nodes);
        analysis.time = start.elapsed();
        analysis.drop_duplicates();
        Ok(analysis)
    }

    /// A handle that stops the next analysis, from any thread, before or after it begins. Each analysis needs
    /// a new one.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::new()?;
    /// let handle = engine.stop_handle();
    /// std::thread::spawn(move || handle.stop());
    /// let analysis = engine.analyse(Position::default(), Limits::infinite())?;
    /// assert!(Position::default().is_legal(analysis.best_move));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stop_handle(&self) -> StopHandle {
        self.next_stop.clone()
    }
}

impl Analysis {
    /// All lines, the best first.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::new()?;
    /// engine.multi_pv = 3;
    /// let analysis = engine.analyse(Position::default(), Limits::depth(5))?;
    /// assert_eq!(analysis.lines().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lines(&self) -> impl Iterator<Item = &AnalysisLine> {
        once(&self.line).chain(&self.other_lines)
    }

    /// What is known before anything is searched.
    fn unsearched(position: &Position, mv: Move) -> Analysis {
        let line = AnalysisLine {
            score: UciScore::of(DRAW),
            wdl: wdl::per_mille(DRAW, wdl::material(position.board())).into(),
            depth: 0,
            seldepth: 0,
            moves: vec![mv],
        };
        Analysis {
            best_move: mv,
            ponder_move: None,
            line,
            other_lines: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
            remarks: Vec::new(),
        }
    }

    /// Records a line in place of the one that had its rank.
    fn note(&mut self, info: Info) {
        (self.nodes, self.time) = (info.nodes, info.time);
        let line = AnalysisLine {
            score: UciScore::of(info.score),
            wdl: info.chances.into(),
            depth: info.depth,
            seldepth: info.seldepth,
            moves: info.pv,
        };
        if info.line > 1 {
            match self.other_lines.get_mut(info.line - 2) {
                Some(old) => *old = line,
                None => self.other_lines.push(line),
            }
        } else {
            if let Some(&first) = line.moves.first() {
                self.best_move = first;
            }
            self.ponder_move = line.moves.get(1).copied();
            self.line = line;
        }
    }

    /// An interrupted iteration replaces only the first lines: an older line may begin with a move that has
    /// risen above it.
    fn drop_duplicates(&mut self) {
        let mut seen = vec![self.line.moves.first().copied()];
        self.other_lines.retain(|line| {
            let first = line.moves.first().copied();
            let is_new = !seen.contains(&first);
            seen.push(first);
            is_new
        });
    }
}

/// The root moves, at least one.
fn moves_to_search(position: &Position, limits: &Limits) -> Result<Vec<Move>, AnalysisError> {
    if let Some(end) = position.outcome().filter(|_| !position.has_legal_move()) {
        return Err(AnalysisError::GameOver(end));
    }
    if let Some(&mv) = limits.search_moves.iter().find(|&&mv| !position.is_legal(mv)) {
        return Err(AnalysisError::IllegalMove(IllegalMove(mv)));
    }
    Ok(limits.root_moves(position))
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use super::{AnalysisError, ControlFlow, Engine, Game, GameEnd, Limits, Position, UciScore};
    use crate::search::Clock;
    use crate::types::Move;

    fn engine() -> Engine {
        Engine::new().unwrap()
    }

    #[test]
    fn an_engine_and_its_handle_can_go_to_other_threads() {
        fn can_go<T: Send>(_: &T) {}
        let engine = engine();
        can_go(&engine);
        can_go(&engine.stop_handle());
    }

    #[test]
    fn a_finished_game_is_an_error_that_says_why() {
        for (fen, end) in [
            (
                "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
                GameEnd::Checkmate { winner: crate::types::Color::White },
            ),
            ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", GameEnd::Stalemate),
        ] {
            let position: Position = fen.parse().unwrap();
            let error = engine().analyse(position, Limits::infinite()).unwrap_err();
            assert_eq!(error, AnalysisError::GameOver(end));
            assert!(error.to_string().contains(&end.to_string()), "{error}");
        }
    }

    #[test]
    fn only_legal_moves_can_be_asked_for() {
        let start = Position::default();
        let [a3, h3] = ["a2a3", "h2h3"].map(|text| start.parse_uci(text).unwrap());
        let mut engine = engine();
        engine.multi_pv = 5;
        let analysis = engine.analyse(start, Limits::depth(3).only([h3, a3, h3])).unwrap();
        let mut found: Vec<Move> = analysis.lines().map(|line| line.moves[0]).collect();
        assert_eq!(found[0], analysis.best_move);
        found.sort_by_key(ToString::to_string);
        assert_eq!(found, [a3, h3]);
        let stray = Move::from_bits(u16::MAX).unwrap();
        let error = engine.analyse(start, Limits::depth(3).only([a3, stray])).unwrap_err();
        assert!(error.to_string().contains(&stray.to_string()), "{error}");
    }

    #[test]
    fn extreme_limits_do_no_harm() {
        let mut engine = engine();
        let ages = Clock { time: Duration::MAX, increment: Duration::MAX, moves_to_go: None };
        for limits in [
            Limits::depth(i32::MIN),
            Limits::nodes(0),
            Limits::move_time(Duration::ZERO),
            Limits::clock(Clock::new(Duration::ZERO, Duration::MAX)),
            Limits::clock(Clock { moves_to_go: Some(0), ..ages }).and(Limits::depth(3)),
            Limits::clock(Clock { moves_to_go: Some(u32::MAX), ..ages }).and(Limits::depth(3)),
            Limits::move_time(Duration::MAX).and(Limits::depth(3)),
            Limits::mate(0).and(Limits::depth(3)),
            Limits::mate(u32::MAX).and(Limits::depth(3)),
        ] {
            engine.overhead = Duration::MAX;
            engine.multi_pv = usize::MAX;
            let analysis = engine.analyse(Position::default(), limits.clone()).unwrap();
            assert!(Position::default().is_legal(analysis.best_move), "{limits:?}");
            assert!(analysis.remarks.is_empty(), "{:?}", analysis.remarks);
        }
    }

    #[test]
    fn a_handle_stops_its_own_analysis_whenever_it_is_used() {
        let mut engine = engine();
        // Before it begins; every time, however late this thread learns what the search is doing.
        for _ in 0..500 {
            let handle = engine.stop_handle();
            handle.clone().stop();
            let analysis = engine.analyse(Position::default(), Limits::infinite()).unwrap();
            assert_eq!(analysis.line.depth, 1);
            // Not the next one.
            handle.stop();
        }
        assert_eq!(engine.analyse(Position::default(), Limits::depth(6)).unwrap().line.depth, 6);
        // Nor the one after an analysis that was refused.
        let stalemate: Position = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1".parse().unwrap();
        let handle = engine.stop_handle();
        assert!(engine.analyse(stalemate, Limits::infinite()).is_err());
        handle.stop();
        assert_eq!(engine.analyse(Position::default(), Limits::depth(6)).unwrap().line.depth, 6);
        // While it runs.
        let handle = engine.stop_handle();
        let start = Instant::now();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            handle.stop();
        });
        engine.analyse(Position::default(), Limits::infinite()).unwrap();
        assert!(start.elapsed() >= Duration::from_millis(50));
        thread.join().unwrap();
    }

    /// The clock compares the score with that of the game's last search, and with no other.
    #[test]
    fn the_last_score_is_that_of_the_same_game() {
        let mut engine = engine();
        let play = |game: &mut Game, text: &str| {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        };
        let look = |engine: &mut Engine, game: &Game| {
            engine.set_position(*game.position(), game.history().clone());
            engine.last_score()
        };
        let mut game = Game::default();
        play(&mut game, "e2e4");
        assert_eq!(look(&mut engine, &game), None);
        let found = engine.analyse(&game, Limits::depth(5)).unwrap();
        play(&mut game, "e7e5");
        assert_eq!(look(&mut engine, &game), None, "the score of the other side");
        play(&mut game, "g1f3");
        let last = look(&mut engine, &game).unwrap();
        assert_eq!(UciScore::of(crate::eval::wdl::normalized(last)), found.line.score);
        // A guess that was wrong is forgotten, the score before it is not.
        let listener = Arc::new(|_| ());
        let limits = Limits { ponder: true, ..Limits::depth(3) };
        engine.go(limits, crate::sync::Instant::now(), listener);
        assert_eq!(look(&mut engine, &game), Some(last));
        let mut other = Game::default();
        for text in ["d2d4", "d7d5", "c2c4"] {
            play(&mut other, text);
        }
        assert_eq!(look(&mut engine, &other), None, "another game");
        assert_eq!(look(&mut engine, &game), Some(last));
        engine.new_game();
        assert_eq!(look(&mut engine, &game), None, "a new game");
    }

    #[test]
    fn lines_differ_wherever_the_search_is_broken_off() {
        let mut engine = engine();
        engine.multi_pv = 4;
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position: Position = kiwipete.parse().unwrap();
        for nodes in (500..20_000).step_by(700) {
            engine.new_game();
            let analysis = engine.analyse(position, Limits::nodes(nodes)).unwrap();
            let first: Vec<Move> = analysis.lines().map(|line| line.moves[0]).collect();
            assert!((1..=4).contains(&first.len()) && first[0] == analysis.best_move);
            for (index, mv) in first.iter().enumerate() {
                assert!(position.is_legal(*mv) && !first[..index].contains(mv), "{first:?}");
            }
        }
    }

    #[test]
    fn a_game_brings_its_repetitions() {
        // The knight's return repeats the start position for the third time, which only the game knows.
        let mut game = Game::default();
        for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split(' ') {
            game.play(game.position().parse_uci(text).unwrap()).unwrap();
        }
        let limits = Limits::depth(4).only([game.position().parse_uci("f6g8").unwrap()]);
        let by_game = engine().analyse(&game, limits.clone()).unwrap();
        assert_eq!(by_game.line.score, UciScore::Centipawns(0));
        let by_position = engine().analyse(game.position(), limits).unwrap();
        assert_ne!(by_position.line.score, UciScore::Centipawns(0));
    }

    #[test]
    fn the_callback_sees_every_iteration_and_ends_it_once() {
        let mut seen = 0;
        let analysis = engine()
            .analyse_with(Position::default(), Limits::infinite(), |so_far| {
                assert_eq!(so_far.best_move, so_far.line.moves[0]);
                seen += 1;
                ControlFlow::Break(())
            })
            .unwrap();
        assert_eq!(seen, 1);
        assert!(analysis.line.depth >= 1);
    }
}
