//! Claims of the source documents about their programs, tested on random positions and on abstract trees.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use quevedo::board::perft;
use quevedo::classics::js_schach::CutOff;
use quevedo::classics::naga_skaki::{NodeStep, TreeTrace};
use quevedo::classics::spektrum::Chess;
use quevedo::classics::tree::{GameTree, Visitor, alpha_beta, best_case_leaves, minimax};
use quevedo::classics::{
    Baguette, FirstChess, JsSchach, NagaSkaki, Program, Pv, Spektrum, SpektrumStage, play,
};
use quevedo::position::Position;
use quevedo::search::{Event, Info, Job, Limits, Outcome, Pool};
use quevedo::tt::Table;
use quevedo::types::score::{DRAW, MATE, mate_in, mated_in};
use quevedo::types::{Depth, Move, MoveKind, Score};

use crate::common::walks;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs a program's search, with an empty table.
struct Bench {
    pool: Pool,
    table: Arc<Table>,
}

impl Bench {
    fn new() -> Bench {
        Bench { pool: Pool::new(1).unwrap(), table: Arc::new(Table::new(1).unwrap()) }
    }

    fn think(
        &self,
        program: impl Program + 'static,
        root: &Position,
        limits: Limits,
    ) -> (Outcome, Vec<Info>) {
        self.table.clear(1);
        self.think_on(program, root, limits)
    }

    /// Searches without clearing the table.
    fn think_on(
        &self,
        mut program: impl Program + 'static,
        root: &Position,
        limits: Limits,
    ) -> (Outcome, Vec<Info>) {
        let infos: Arc<Mutex<Vec<Info>>> = Arc::default();
        let heard = infos.clone();
        let listener = Arc::new(move |event| {
            if let Event::Info(info) = event {
                heard.lock().unwrap().push(info);
            }
        });
        let job = Job::new(*root, limits, listener);
        let thinker = Box::new(move |search: &_| play(&mut program, search));
        let search = self.pool.play(job, self.table.clone(), thinker);
        search.wait();
        let told = infos.lock().unwrap().clone();
        (search.outcome().unwrap(), told)
    }
}

fn depth(depth: Depth) -> Limits {
    Limits::depth(depth)
}

/// Runs every program; the results by name.
fn think_all(
    bench: &Bench,
    root: &Position,
    limits: &Limits,
) -> Vec<(&'static str, Outcome, Vec<Info>)> {
    let mut all = Vec::new();
    let mut add = |name, (outcome, infos)| all.push((name, outcome, infos));
    add("FirstChess", bench.think(FirstChess, root, limits.clone()));
    add("JS Schach", bench.think(JsSchach::default(), root, limits.clone()));
    for stage in SpektrumStage::ALL {
        add(stage.name(), bench.think(Spektrum { stage }, root, limits.clone()));
    }
    add("NagaSkaki", bench.think(NagaSkaki::default(), root, limits.clone()));
    add("Baguette", bench.think(Baguette::default(), root, limits.clone()));
    all
}

/// Counts the nodes that a search visits.
#[derive(Default)]
struct Count {
    nodes: u64,
    leaves: u64,
}

impl Visitor for Count {
    fn enter(&mut self, _: usize) -> bool {
        self.nodes += 1;
        false
    }
    fn leaf(&mut self) {
        self.leaves += 1;
    }
}

fn by_minimax<G: GameTree>(game: &G, depth: Depth) -> (Score, Pv<G::Move>, Count) {
    let (mut count, mut line) = (Count::default(), Pv::new());
    (minimax(game, 0, depth, &mut count, &mut line), line, count)
}

fn by_alpha_beta<G: GameTree>(game: &G, depth: Depth) -> (Score, Pv<G::Move>, Count) {
    let (mut count, mut line) = (Count::default(), Pv::new());
    (alpha_beta(game, 0, depth, -MATE, MATE, &mut count, &mut line), line, count)
}

/// "Exactly the same move with the same value is found best as with the complete minimax search", and in another move
/// order an equally good move.
#[test]
fn alpha_beta_finds_what_minimax_finds() {
    const LEAVES: u64 = 30_000;
    let by_depth = RefCell::new([0; 5]);
    walks::for_each_position(50, |position, _, _| {
        for depth in 1..=4 {
            if perft(position.board(), depth as u32) > LEAVES {
                break;
            }
            by_depth.borrow_mut()[depth as usize] += 1;
            let game = Chess::of(position, false);
            let (value, line, all) = by_minimax(&game, depth);
            let (pruned, same_line, fewer) = by_alpha_beta(&game, depth);
            prop_assert_eq!(pruned, value, "depth {} in {}", depth, position);
            prop_assert_eq!(same_line.first(), line.first(), "depth {} in {}", depth, position);
            prop_assert!(fewer.nodes <= all.nodes && fewer.leaves <= all.leaves);

            let (ordered, other_line, _) = by_alpha_beta(&Chess::of(position, true), depth);
            prop_assert_eq!(ordered, value, "depth {} in {}, ordered", depth, position);
            if let Some(&mv) = other_line.first() {
                let (mut count, mut after) = (Count::default(), Pv::new());
                let worth = -minimax(&game.after(mv), 1, depth, &mut count, &mut after);
                prop_assert_eq!(worth, value, "{:?} at depth {} in {}", mv, depth, position);
            }
        }
        Ok(())
    });
    let by_depth = by_depth.into_inner();
    assert!(by_depth[1..].iter().all(|&count| count >= 60), "too few: {by_depth:?}");
}

/// An abstract game tree: leaves have values, and the value of a node is the best of its children's.
#[derive(Debug)]
struct Tree {
    value: Score,
    children: Vec<Tree>,
}

impl Tree {
    fn grow(branching: usize, height: u32, leaves: &mut impl Iterator<Item = Score>) -> Tree {
        if height == 0 {
            return Tree { value: leaves.next().unwrap(), children: Vec::new() };
        }
        let children: Vec<Tree> =
            (0..branching).map(|_| Tree::grow(branching, height - 1, leaves)).collect();
        Tree { value: children.iter().map(|child| -child.value).max().unwrap(), children }
    }

    /// Puts the best move of each position first.
    fn put_in_order(&mut self) {
        self.children.sort_by_key(|child| child.value);
        self.children.iter_mut().for_each(Tree::put_in_order);
    }
}

impl GameTree for &Tree {
    type Move = usize;

    fn moves(&self) -> Vec<usize> {
        (0..self.children.len()).collect()
    }
    fn after(&self, mv: usize) -> Self {
        &self.children[mv]
    }
    fn evaluate(&self) -> Score {
        self.value
    }
    fn stuck(&self, _: usize) -> Score {
        self.value
    }
}

fn trees() -> impl Strategy<Value = (usize, u32, Tree)> {
    (1usize..=6, 1u32..=6)
        .prop_filter("some thousand leaves at most", |&(z, d)| z.pow(d) <= 4096)
        .prop_flat_map(|(z, d)| {
            // Few different values, so that many leaves are equal.
            prop::collection::vec(-20..=20, z.pow(d))
                .prop_map(move |leaves| (z, d, Tree::grow(z, d, &mut leaves.into_iter())))
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The article's formula holds on trees with the best move always first; no move order needs fewer leaves.
    #[test]
    fn the_best_case_is_what_the_formula_says((z, d, mut tree) in trees()) {
        let best_case = best_case_leaves(z as f64, d);
        let (value, _, all) = by_minimax(&&tree, d as Depth);
        prop_assert_eq!(value, tree.value);
        prop_assert_eq!(all.leaves, z.pow(d) as u64);
        let (pruned, _, unordered) = by_alpha_beta(&&tree, d as Depth);
        prop_assert_eq!(pruned, value);
        prop_assert!(unordered.leaves as f64 >= best_case);
        tree.put_in_order();
        let (ordered, _, best) = by_alpha_beta(&&tree, d as Depth);
        prop_assert_eq!(ordered, value);
        prop_assert_eq!(best.leaves as f64, best_case, "z {} d {}", z, d);
    }
}

/// The table and iterative deepening change which nodes are visited, not the value, since within three plies no
/// position occurs at different depths.
#[test]
fn table_and_iteration_keep_the_value() {
    let bench = Bench::new();
    walks::for_each_position(80, |position, _, salt| {
        let limits = depth(1 + (salt % 3) as Depth);
        let score = |stage| bench.think(Spektrum { stage }, position, limits.clone()).0.score;
        let value = score(SpektrumStage::Ordering);
        prop_assert_eq!(
            score(SpektrumStage::Table),
            value,
            "table: {} in {}",
            salt % 3 + 1,
            position
        );
        prop_assert_eq!(
            score(SpektrumStage::Iteration),
            value,
            "iteration: {} in {}",
            salt % 3 + 1,
            position
        );
        Ok(())
    });
}

/// JS Schach's cut-offs are weaker than they could be, which costs nodes but nothing else.
#[test]
fn weak_cut_offs_cost_nodes_and_change_no_value() {
    let bench = Bench::new();
    let saved = Cell::new(0);
    walks::for_each_position(50, |position, _, salt| {
        let limits = depth(1 + (salt % 2) as Depth);
        let search = |cut_off| {
            let (outcome, infos) = bench.think(JsSchach { cut_off }, position, limits.clone());
            (outcome.score, infos.last().map_or(0, |info| info.nodes))
        };
        let (weak_value, weak) = search(CutOff::AsTold);
        let (right_value, right) = search(CutOff::Right);
        // A mate score depends on the length of the line, and the line may differ.
        let plain = |score: Score| if score.abs() > MATE - 100 { score.signum() } else { score };
        prop_assert_eq!(plain(weak_value), plain(right_value), "{}", position);
        prop_assert!(weak >= right, "{} against {} in {}", weak, right, position);
        saved.set(saved.get() + weak - right);
        Ok(())
    });
    assert!(saved.get() > 0, "the right cut-offs are of no use");
}

/// Records the steps in each node.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<Vec<NodeStep>>>>);

impl TreeTrace for Recorder {
    fn begin(&mut self) -> usize {
        let mut nodes = self.0.lock().unwrap();
        nodes.push(Vec::new());
        nodes.len() - 1
    }
    fn reach(&mut self, node: usize, step: NodeStep) {
        self.0.lock().unwrap()[node].push(step);
    }
}

/// The steps in a node, in the order in which the page describes them.
const TOLD: [NodeStep; 9] = [
    NodeStep::Material,
    NodeStep::Interruption,
    NodeStep::HashTable,
    NodeStep::FiftyMoves,
    NodeStep::CheckExtension,
    NodeStep::NullMove,
    NodeStep::InternalDeepening,
    NodeStep::Futility,
    NodeStep::AlphaBeta,
];

#[test]
fn naga_skaki_takes_its_steps_in_the_order_told() {
    let bench = Bench::new();
    let mut ends = Vec::new();
    let mut cases = vec![
        (KIWIPETE, depth(5)),
        ("7k/8/8/8/8/8/2Q5/K7 w - - 97 80", depth(6)),
        ("8/8/4k3/8/3n4/3KB3/8/8 w - - 0 1", depth(4)),
    ];
    // Some of these searches will be broken off in a node, not in its captures.
    cases.extend((5000..5020).map(|most| (KIWIPETE, Limits::nodes(most))));
    for (fen, limits) in cases {
        let recorder = Recorder::default();
        let root = Position::from_fen(fen).unwrap();
        bench.think(NagaSkaki::traced(recorder.clone()), &root, limits);
        for steps in recorder.0.lock().unwrap().iter() {
            assert_eq!(steps[..], TOLD[..steps.len()], "{fen}");
            ends.push(*steps.last().unwrap());
        }
    }
    // Nodes end only where the page says, and at all of these places.
    for step in TOLD {
        let may_end = !matches!(step, NodeStep::CheckExtension | NodeStep::InternalDeepening);
        assert_eq!(ends.contains(&step), may_end, "{step:?}");
    }
}

/// The page probes the table before it checks the fifty-move rule, so a table entry hides the draw.
#[test]
fn a_hash_entry_goes_before_the_fifty_moves() {
    let bench = Bench::new();
    let early = Position::from_fen("7k/8/8/8/8/8/2Q5/K7 w - - 0 80").unwrap();
    let late = Position::from_fen("7k/8/8/8/8/8/2Q5/K7 w - - 98 80").unwrap();
    assert_eq!(bench.think(NagaSkaki::default(), &late, depth(4)).0.score, DRAW);
    bench.think(NagaSkaki::default(), &early, depth(6));
    assert!(bench.think_on(NagaSkaki::default(), &late, depth(4)).0.score > DRAW);
}

#[test]
fn every_program_finds_a_legal_move_and_tells_a_legal_line() {
    let bench = Bench::new();
    walks::for_each_position(100, |position, _, salt| {
        let moves = position.board().legal_moves();
        for (name, outcome, infos) in think_all(&bench, position, &depth(1 + (salt % 2) as Depth)) {
            let best = outcome.best;
            prop_assert_eq!(best.is_some(), !moves.is_empty(), "{} in {}", name, position);
            prop_assert!(best.is_none_or(|mv| moves.contains(&mv)), "{} in {}", name, position);
            let last = infos.last().unwrap();
            prop_assert_eq!(last.pv.first().copied(), best, "{} in {}", name, position);
            for info in infos {
                let mut child = *position;
                for &mv in &info.pv {
                    let legal = child.is_legal(mv);
                    prop_assert!(legal, "{}: {:?} in {}", name, info.pv, position);
                    child.play_unchecked(mv);
                }
                prop_assert!(info.seldepth >= info.depth as usize);
            }
        }
        Ok(())
    });
}

#[test]
fn mates_and_stalemates_are_seen() {
    let bench = Bench::new();
    for (fen, best, score) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Some("a1a8"), mate_in(1)),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", None, mated_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None, DRAW),
    ] {
        let root = Position::from_fen(fen).unwrap();
        for (name, outcome, infos) in think_all(&bench, &root, &depth(3)) {
            let found = outcome.best.map(|mv| mv.uci(false).to_string());
            assert_eq!((found.as_deref(), outcome.score), (best, score), "{name} in {fen}");
            assert!(!infos.is_empty(), "{name} in {fen}");
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let bench = Bench::new();
    let root = Position::from_fen(KIWIPETE).unwrap();
    let wanted: Vec<Move> =
        ["a2a3", "h1g1"].iter().map(|text| root.parse_uci(text).unwrap()).collect();
    let limits = Limits { search_moves: wanted.clone(), ..depth(2) };
    for (name, outcome, _) in think_all(&bench, &root, &limits) {
        assert!(wanted.contains(&outcome.best.unwrap()), "{name}");
    }
}

#[test]
fn node_limits_are_kept_once_there_is_a_move() {
    let bench = Bench::new();
    let root = Position::from_fen(KIWIPETE).unwrap();
    for most in [1, 1000] {
        let limits = Limits::nodes(most);
        for (name, outcome, infos) in think_all(&bench, &root, &limits) {
            // The first ply is always completed, with its captures.
            let first = infos[0].nodes;
            let last = infos.last().unwrap().nodes;
            assert!(last <= most.max(first), "{name}: {last} of {most}");
            assert!(outcome.best.is_some() && outcome.depth >= 1, "{name}");
        }
    }
}

/// If the captures don't end, not even the first ply is completed.
#[test]
fn a_storm_of_queens_costs_no_time() {
    let bench = Bench::new();
    let root = Position::from_fen("k1qqq3/qqqqqq2/8/8/8/8/QQQQQQ2/K1QQQ3 w - - 0 1").unwrap();
    let limits = Limits::nodes(10);
    for (name, outcome, infos) in think_all(&bench, &root, &limits) {
        assert!(outcome.best.is_some(), "{name}");
        assert!(infos.last().is_none_or(|info| info.nodes < 21_000), "{name}");
    }
}

/// FirstChess "lacks en passant and castling": it plays neither unless it has no other move.
#[test]
fn first_chess_neither_castles_nor_takes_en_passant() {
    let bench = Bench::new();
    let special = |mv: Move| mv.is_castle() || mv.kind() == MoveKind::EnPassant;
    let could = Cell::new(0);
    walks::for_each_position(20, |position, _, _| {
        if position.board().legal_moves().iter().any(|&mv| special(mv)) {
            could.set(could.get() + 1);
            let (outcome, infos) = bench.think(FirstChess, position, depth(2));
            prop_assert!(!special(outcome.best.unwrap()), "{}", position);
            prop_assert!(!infos.iter().flat_map(|info| &info.pv).any(|&mv| special(mv)));
        }
        Ok(())
    });
    assert!(could.get() > 20, "only {} positions", could.get());
    let forced = Position::from_fen("4B3/8/7R/k7/1Pp5/3N4/8/4K3 b - b3 0 1").unwrap();
    let (outcome, infos) = bench.think(FirstChess, &forced, depth(2));
    assert_eq!(outcome.best, Some(forced.parse_uci("c4b3").unwrap()));
    assert_eq!(infos.last().unwrap().pv.first().copied(), outcome.best);
}

/// With the page's evaluation as printed, with a missing minus, this pawn would not move.
#[test]
fn first_chess_takes_what_it_can() {
    let bench = Bench::new();
    let root = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
    for plies in 1..=4 {
        let (outcome, _) = bench.think(FirstChess, &root, depth(plies));
        assert_eq!(outcome.best, Some(root.parse_uci("e4d5").unwrap()), "depth {plies}");
    }
}

/// "Such cases are then no longer recognized": with the null move, the program overlooks zugzwang.
#[test]
fn the_null_move_is_blind_to_zugzwang() {
    let bench = Bench::new();
    for (fen, quiet_move) in [
        ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6"),
        ("8/6p1/5p1p/5K1k/8/8/6PP/8 w - - 0 1", "g2g3"),
    ] {
        let root = Position::from_fen(fen).unwrap();
        let winner = root.parse_uci(quiet_move).unwrap();
        for plies in 4..=6 {
            let best = |stage| bench.think(Spektrum { stage }, &root, depth(plies)).0.best.unwrap();
            assert_eq!(best(SpektrumStage::Quiescence), winner, "{fen} at depth {plies}");
            assert_ne!(best(SpektrumStage::NullMove), winner, "{fen} at depth {plies}");
        }
    }
}

#[test]
fn the_book_is_for_games_not_for_analysis() {
    let bench = Bench::new();
    let root = Position::start();
    let timed = Limits::move_time(Duration::from_millis(50));
    let (outcome, infos) = bench.think(NagaSkaki::default(), &root, timed);
    assert!(outcome.best.is_some() && infos.len() == 1 && infos[0].nodes == 0);
    let asked = Limits { mate: Some(1), depth: Some(3), ..Limits::default() };
    let (_, infos) = bench.think(NagaSkaki::default(), &root, asked);
    assert!(infos.last().unwrap().nodes > 0);
}
