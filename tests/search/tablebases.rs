//! Endings with tablebases: no result is thrown away at the root, results are found in the tree, and unusable files do
//! no harm.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use quevedo::position::{Game, KeyHistory, Position};
use quevedo::probe::tablebases::Tablebases;
use quevedo::search::{Event, Info, Job, Limits, Outcome, Pool, Probing};
use quevedo::tt::Table;
use quevedo::types::Move;
use quevedo::types::score::{DRAW, Score, TB_WIN, is_win};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};

use crate::common::rng::Rng;
use crate::common::session::Session;
use crate::common::syzygy;
use crate::common::tool::Folder;

fn path(folder: &Path) -> &str {
    folder.to_str().unwrap()
}

struct Player {
    pool: Pool,
    table: Arc<Table>,
    probing: Probing,
}

impl Player {
    fn new(folder: &Path) -> Player {
        let (tables, problems) = Tablebases::open(path(folder));
        assert_eq!(problems, Vec::<String>::new());
        let probing = Probing { tables: Arc::new(tables), ..Probing::default() };
        Player { pool: Pool::new(1).unwrap(), table: Arc::new(Table::new(1).unwrap()), probing }
    }

    fn search(&self, root: &Position, history: &KeyHistory, limits: Limits) -> (Outcome, Info) {
        let last: Arc<Mutex<Option<Info>>> = Arc::default();
        let heard = last.clone();
        let listener = Arc::new(move |event| {
            if let Event::Info(info) = event {
                *heard.lock().unwrap() = Some(info);
            }
        });
        let mut job = Job::new(*root, limits, listener);
        job.history = history.clone();
        job.probing = self.probing.clone();
        let search = self.pool.start(job, self.table.clone());
        search.wait();
        let info = last.lock().unwrap().take().unwrap();
        (search.outcome().unwrap(), info)
    }

    fn best(&self, root: &Position, history: &KeyHistory, nodes: u64) -> Move {
        let limits = Limits::nodes(nodes);
        self.search(root, history, limits).0.best.unwrap()
    }
}

/// The judge: the tablebases as read by shakmaty, which is given a FEN with its fifty-move counter.
struct Judge(Tablebase<Chess>);

impl Judge {
    fn new(folder: &Path) -> Judge {
        let mut tables = Tablebase::new();
        tables.add_directory(folder).unwrap();
        Judge(tables)
    }

    /// From -2 (lost within the fifty moves) to 2, for the side to move; -1 and 1 are or may be drawn by the fifty-move
    /// rule.
    fn value(&self, position: &Position) -> i32 {
        let fen: Fen = position.to_string().parse().unwrap();
        let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        if shakmaty::Position::is_checkmate(&chess) {
            return -2;
        }
        if shakmaty::Position::is_stalemate(&chess) || position.rule50() >= 100 {
            return 0;
        }
        match self.0.probe_wdl(&chess).unwrap() {
            AmbiguousWdl::Loss => -2,
            AmbiguousWdl::MaybeLoss | AmbiguousWdl::BlessedLoss => -1,
            AmbiguousWdl::Draw => 0,
            AmbiguousWdl::CursedWin | AmbiguousWdl::MaybeWin => 1,
            AmbiguousWdl::Win => 2,
        }
    }

    /// The value after a move, for the side that makes it.
    fn after(&self, position: &Position, mv: Move) -> i32 {
        let mut child = *position;
        child.play_unchecked(mv);
        -self.value(&child)
    }
}

/// Random legal positions with material that the tables cover, and with a fifty-move counter of 0 to 90.
struct Positions {
    classes: Vec<String>,
    rng: Rng,
}

impl Positions {
    fn new(folder: &Path, seed: u64) -> Positions {
        let mut classes: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".rtbw").map(str::to_owned))
            .collect();
        classes.sort();
        assert!(classes.len() >= 30, "{classes:?}");
        Positions { classes, rng: Rng::new(seed) }
    }

    fn next(&mut self) -> Position {
        loop {
            let class = self.rng.below(self.classes.len());
            let (white, black) = self.classes[class].split_once('v').unwrap();
            let pieces = white.to_owned() + &black.to_lowercase();
            let swapped = self.rng.below(2) == 1;
            let mut squares = [' '; 64];
            for piece in pieces.chars() {
                let swap = |piece: char| {
                    if piece.is_uppercase() {
                        piece.to_ascii_lowercase()
                    } else {
                        piece.to_ascii_uppercase()
                    }
                };
                let square = loop {
                    let square = self.rng.below(64);
                    let edge = !(8..56).contains(&square);
                    if squares[square] == ' ' && !(edge && piece.eq_ignore_ascii_case(&'p')) {
                        break square;
                    }
                };
                squares[square] = if swapped { swap(piece) } else { piece };
            }
            let rows: Vec<String> = squares
                .chunks(8)
                .map(|row| {
                    row.iter().map(|&piece| if piece == ' ' { '1' } else { piece }).collect()
                })
                .collect();
            let side = ["w", "b"][self.rng.below(2)];
            let clock = self.rng.below(91);
            let fen = format!("{} {side} - - {clock} 100", rows.join("/"));
            if let Ok(position) = Position::from_fen(&fen)
                && position.has_legal_move()
            {
                return position;
            }
        }
    }
}

#[test]
fn no_result_is_thrown_away_at_the_root() {
    let Some(folder) = syzygy::folder() else { return };
    let (player, judge) = (Player::new(&folder), Judge::new(&folder));
    let mut positions = Positions::new(&folder, 1);
    let mut seen = [0; 5];
    for _ in 0..2000 {
        let position = positions.next();
        let legal = position.board().legal_moves();
        let reachable = legal.iter().map(|&mv| judge.after(&position, mv)).max().unwrap();
        let chosen = player.best(&position, &KeyHistory::new(), 300);
        let kept = judge.after(&position, chosen);
        assert_eq!(kept, reachable, "{position}: {}", chosen.uci(false));
        seen[(reachable + 2) as usize] += 1;
    }
    assert!(seen[4] > 500 && seen[2] > 200 && seen[0] > 200, "{seen:?}");
}

/// Wins are not only kept but converted within the fifty moves.
#[test]
fn won_endings_are_won() {
    let Some(folder) = syzygy::folder() else { return };
    let (player, judge) = (Player::new(&folder), Judge::new(&folder));
    let mut positions = Positions::new(&folder, 2);
    let mut won = 0;
    while won < 40 {
        let mut position = positions.next();
        if judge.value(&position) != 2 {
            continue;
        }
        let start = position;
        let winner = position.side();
        let mut history = KeyHistory::new();
        let result = loop {
            let legal = position.board().legal_moves();
            if legal.is_empty() {
                break if position.is_check() { "mate" } else { "stalemate" };
            }
            if position.rule50() >= 100 {
                break "fifty moves";
            }
            if position.board().insufficient_material() {
                break "bare";
            }
            let mv = player.best(
                &position,
                &history,
                if position.side() == winner { 2000 } else { 100 },
            );
            history.play(&mut position, mv);
            if history.is_repetition(&position, 0) {
                break "repetition";
            }
        };
        assert_eq!(result, "mate", "from {start} to {position}");
        won += 1;
    }
}

#[test]
fn results_are_found_in_the_tree() {
    let Some(folder) = syzygy::folder() else { return };
    let mut player = Player::new(&folder);
    // Five pieces, so every exchange leads into the tables.
    let root = Position::from_fen("8/8/3kr3/8/4R3/3KP3/8/8 w - - 0 1").unwrap();
    let limits = || Limits::depth(12);
    let (outcome, info) = player.search(&root, &KeyHistory::new(), limits());
    assert!(info.tb_hits > 0 && is_win(outcome.score), "{outcome:?}");
    player.probing.probe_limit = 0;
    player.table.clear(1);
    let (_, info) = player.search(&root, &KeyHistory::new(), limits());
    assert_eq!(info.tb_hits, 0);
}

#[test]
fn the_fifty_moves_count_if_they_are_to() {
    let Some(folder) = syzygy::folder() else { return };
    let mut player = Player::new(&folder);
    // A win that the fifty-move rule spoils.
    let judge = Judge::new(&folder);
    let mut positions = Positions::new(&folder, 3);
    let spoilt = loop {
        let position = positions.next();
        if judge.value(&position) == 1 {
            break position;
        }
    };
    let limits = || Limits::depth(4);
    assert!(!is_win(player.search(&spoilt, &KeyHistory::new(), limits()).0.score), "{spoilt}");
    player.probing.rule50 = false;
    assert!(is_win(player.search(&spoilt, &KeyHistory::new(), limits()).0.score), "{spoilt}");
}

/// The rank and the score of a root move.
fn rank_of(player: &Player, game: &Game, mv: &str) -> (i32, Score) {
    let (root, tables) = (game.position(), &player.probing.tables);
    let ranked = tables.rank_moves(root, game.history(), true, &|| false).unwrap();
    let mv = root.parse_uci(mv).unwrap();
    ranked.iter().find(|ranked| ranked.mv == mv).map(|ranked| (ranked.rank, ranked.score)).unwrap()
}

#[test]
fn a_win_is_a_draw_if_it_repeats_or_comes_too_late() {
    let Some(folder) = syzygy::folder() else { return };
    let player = Player::new(&folder);
    let mut game = Game::new(Position::from_fen("8/8/8/4k3/8/8/Q7/K7 w - - 0 1").unwrap());
    for mv in ["a2a3", "e5d5", "a3a2", "d5e5"].repeat(2) {
        game.play(game.position().parse_uci(mv).unwrap()).unwrap();
    }
    assert_eq!(rank_of(&player, &game, "a2a3"), (0, DRAW));
    let (rank, score) = rank_of(&player, &game, "a2b3");
    assert!(rank > 0 && score == TB_WIN, "{rank} {score}");
    let late = Game::new(Position::from_fen("8/8/8/4k3/8/8/Q7/K7 w - - 99 80").unwrap());
    assert_eq!(rank_of(&player, &late, "a2b3"), (0, DRAW));
}

#[test]
fn opening_is_quick() {
    let Some(folder) = syzygy::folder() else { return };
    let start = Instant::now();
    let (tables, _) = Tablebases::open(path(&folder));
    assert!(start.elapsed() < Duration::from_millis(100));
    assert!(tables.max_pieces() >= 4);
}

/// Results of tablebases must not stay in the hash table for ever.
#[test]
fn results_make_room_in_the_table() {
    let Some(folder) = syzygy::folder() else { return };
    let player = Player::new(&folder);
    let rooks = Position::from_fen("8/5k2/4p3/1r6/8/1R2P3/5K2/8 w - - 0 1").unwrap();
    let (nowhere, start) = (KeyHistory::new(), Position::start());
    player.search(&rooks, &nowhere, Limits::nodes(1_000_000));
    for _ in 0..5 {
        player.search(&start, &nowhere, Limits::depth(1));
    }
    let (_, info) = player.search(&start, &nowhere, Limits::nodes(1_500_000));
    assert!(info.hashfull > 990, "{}", info.hashfull);
}

#[test]
fn files_that_cannot_be_used_are_named_and_survived() {
    let folder = Folder::new("tables");
    folder.write("KQvK.rtbw", b"nonsense");
    folder.write("KRvK.rtbz", b"");
    folder.write("notes.txt", b"no table at all");
    let mut magic = vec![0x71, 0xe8, 0x23, 0x5d];
    magic.extend([0; 76]);
    // The right magic number and size, but no content, which is noticed only when it is read.
    folder.write("KPvK.rtbw", magic);
    let mut session = Session::new();
    let separator = if cfg!(windows) { ";" } else { ":" };
    let value = [&folder.file(""), "/no/such/folder", "", ""].join(separator);
    session.send(&format!("setoption name SyzygyPath value {value}"));
    let told = session.sync();
    assert!(told.iter().all(|line| line.starts_with("info string ")), "{told:?}");
    for name in ["KQvK.rtbw", "KRvK.rtbz", "/no/such/folder"] {
        assert!(told.iter().any(|line| line.contains(name)), "{name}: {told:?}");
    }
    assert!(!told.iter().any(|line| line.contains("notes.txt")));
    for fen in ["8/8/8/8/8/3k4/3P4/3K4 w - - 0 1", "8/8/8/8/8/3k4/3Q4/3K4 b - - 0 1"] {
        session.send(&format!("position fen {fen}"));
        assert_ne!(session.best_move("go depth 6"), "(none)");
    }
    session.send("setoption name SyzygyPath value /no/such/folder");
    let told = session.sync();
    assert!(
        told[0].contains("0 WDL") && told[0].ends_with("; those found before stay"),
        "{told:?}"
    );
    session.send("setoption name SyzygyPath value <empty>");
    assert_eq!(session.sync(), Vec::<String>::new());
}
