//! Syzygy endgame tablebases: how a position with few men ends, and how long it takes.
//!
//! Sources: <https://www.chessprogramming.org/Syzygy_Bases>; Ronald de Man, `tbgen`.

use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use shakmaty::Chess;
use shakmaty_syzygy::{Tablebase, Wdl};

use super::convert::chess;
use crate::position::{KeyHistory, Position};
use crate::types::score::{self, DRAW, TB_WIN};
use crate::types::{Move, Score};

/// Between two folders of a path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };
/// How files of results and of distances end, and what they begin with.
const KINDS: [(&str, [u8; 4]); 2] =
    [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])];

/// Plies without capture or pawn move that make a draw.
const RULE50: i32 = 100;
/// The rank of a root move that surely wins; a surely losing one has its negative.
const SURE: i32 = 1000;
/// A win that the fifty moves spoil is told as this much, in centipawns.
const SPOILT: Score = 20;

/// How a game ends for the side to move if nobody errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TbOutcome {
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// It wins.
    Win,
}

/// What the tables say of a move at the root.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// Higher is better; among moves of one rank the tables have no preference.
    pub rank: i32,
    /// The score to be told.
    pub score: Score,
}

/// The tables found in some folders.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    files: [usize; 2],
}

impl Default for Tablebases {
    fn default() -> Tablebases {
        Tablebases { tables: empty(), files: [0; 2] }
    }
}

impl fmt::Display for Tablebases {
    /// What was found, for the user.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [results, distances] = self.files;
        let men = self.max_pieces();
        write!(f, "{results} WDL and {distances} DTZ tablebases found, up to {men} men")
    }
}

impl Tablebases {
    /// Opens the tables in folders, separated as the system separates paths. What can't be used is
    /// left out and told, a line each.
    pub fn open(path: &str) -> (Tablebases, Vec<String>) {
        let mut opened = Tablebases::default();
        let mut problems = Vec::new();
        for folder in path.split(SEPARATOR).map(str::trim).filter(|folder| !folder.is_empty()) {
            if let Err(error) = opened.add_folder(Path::new(folder), &mut problems) {
                problems.push(format!("tablebase folder '{folder}': {error}"));
            }
        }
        (opened, problems)
    }

    fn add_folder(&mut self, folder: &Path, problems: &mut Vec<String>) -> io::Result<()> {
        for entry in folder.read_dir()? {
            let path: PathBuf = entry?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            let Some(kind) = KINDS.iter().position(|(name, _)| Some(*name) == extension) else {
                continue;
            };
            let added = has_magic(&path, KINDS[kind].1).and_then(|()| self.tables.add_file(&path));
            match added {
                Ok(()) => self.files[kind] += 1,
                Err(error) => problems.push(format!("tablebase '{}': {error}", path.display())),
            }
        }
        Ok(())
    }

    /// Men on the board, kings included, up to which there may be a table; 0 if there is none.
    pub fn max_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// How a position ends that has just seen a capture or pawn move. `rule50` says whether the fifty
    /// moves count; without them a win that takes longer is a win.
    pub fn outcome(&self, position: &Position, rule50: bool) -> Option<TbOutcome> {
        let wdl = self.tables.probe_wdl_after_zeroing(&chess(position)?).ok()?;
        Some(match wdl {
            Wdl::Win => TbOutcome::Win,
            Wdl::CursedWin if !rule50 => TbOutcome::Win,
            Wdl::Loss => TbOutcome::Loss,
            Wdl::BlessedLoss if !rule50 => TbOutcome::Loss,
            _ => TbOutcome::Draw,
        })
    }

    /// Ranks the moves at the root so that none that is let pass throws a result away, nor lets the
    /// fifty moves run out. `None` if a table is missing or `out_of_time` says so.
    ///
    /// While every move of the best rank wins in time, the search chooses among them; when the fifty
    /// moves come near, or a position has come back, only the shortest way keeps the rank.
    pub fn rank_moves(
        &self,
        position: &Position,
        history: &KeyHistory,
        rule50: bool,
        out_of_time: &dyn Fn() -> bool,
    ) -> Option<Vec<Ranked>> {
        let count = i32::from(position.rule50());
        let repeated = history.has_repetition(position);
        let rank = |&mv: &Move| {
            if out_of_time() {
                return None;
            }
            let distance = self.distance_after(position, history, mv)?;
            let plies = distance.abs() + count;
            let (rank, score) = match distance {
                0 => (0, DRAW),
                1.. if !rule50 || (plies < RULE50 && !repeated) => (SURE, TB_WIN),
                // Longer than it may take, or round in circles: shorter is better, and within the
                // fifty moves it still wins.
                1.. => (SURE - plies, if plies <= RULE50 { TB_WIN } else { SPOILT }),
                // One lost ply a move is the most that a defence can be wrong by.
                _ if !rule50 || 2 * distance.abs() + count < RULE50 => (-SURE, -TB_WIN),
                _ => (plies - SURE, if plies <= RULE50 { -TB_WIN } else { -SPOILT }),
            };
            Some(Ranked { mv, rank, score })
        };
        position.board().legal_moves().iter().map(rank).collect()
    }

    /// Plies until a capture or pawn move that keeps the result, after a move; positive if the mover
    /// wins, negative if he loses, 0 for a draw. More than the fifty moves allow means that they
    /// spoil it.
    fn distance_after(&self, position: &Position, history: &KeyHistory, mv: Move) -> Option<i32> {
        let mut child = *position;
        let mut history = history.clone();
        history.play(&mut child, mv);
        let in_check = child.check_info().in_check();
        let mate = in_check && !child.board().has_legal_move();
        if mate {
            return Some(1);
        }
        if child.rule50() == 0 {
            return Some(match self.tables.probe_wdl_after_zeroing(&chess(&child)?).ok()? {
                Wdl::Loss => 1,
                Wdl::BlessedLoss => RULE50 + 1,
                Wdl::Draw => 0,
                Wdl::CursedWin => -RULE50 - 1,
                Wdl::Win => -1,
            });
        }
        if i32::from(child.rule50()) >= RULE50 || history.is_repetition(&child, 1) {
            return Some(0);
        }
        let distance = -i32::from(self.tables.probe_dtz(&chess(&child)?).ok()?.ignore_rounding());
        Some(distance + distance.signum())
    }
}

/// The score of a result found by the search, `ply` plies from the root.
pub fn score_at(outcome: TbOutcome, ply: usize) -> Score {
    match outcome {
        TbOutcome::Win => TB_WIN - ply as Score,
        TbOutcome::Draw => DRAW,
        TbOutcome::Loss => ply as Score - TB_WIN,
    }
}

const _: () = assert!(score::is_win(TB_WIN));

fn has_magic(path: &Path, magic: [u8; 4]) -> io::Result<()> {
    let mut found = [0; 4];
    std::fs::File::open(path)?.read_exact(&mut found)?;
    if found == magic {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "not a Syzygy table"))
}

#[cfg(target_pointer_width = "64")]
fn empty() -> Tablebase<Chess> {
    // SAFETY: the files are mapped read-only and only bytes are read from them. Whoever changes a
    // table while an engine uses it must expect wrong answers or the end of the process: that is the
    // bargain of every engine that maps tablebases, and reading them through the system instead
    // costs a call for every probe.
    unsafe { Tablebase::with_mmap_filesystem() }
}

#[cfg(not(target_pointer_width = "64"))]
fn empty() -> Tablebase<Chess> {
    Tablebase::new()
}
