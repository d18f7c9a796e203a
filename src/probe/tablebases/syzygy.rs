//! The tables themselves: finding, opening and probing the files.

use std::fmt;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use shakmaty::Chess;
use shakmaty_syzygy::{Tablebase, Wdl};

use super::convert::chess;
use super::outcome::{Ranked, TbOutcome};
use crate::position::{KeyHistory, Position};
use crate::types::score::{DRAW, TB_WIN};
use crate::types::{Move, Score};

/// The separator between the folders of a path.
const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };
/// The extension and the magic number of WDL and of DTZ files.
const KINDS: [(&str, [u8; 4]); 2] =
    [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])];

/// Plies without capture or pawn move that make a draw.
const RULE50: i32 = 100;
/// The rank of a root move that certainly wins; one that certainly loses has its negative.
const SURE: i32 = 1000;
/// The score, in centipawns, of a win that the fifty-move rule turns into a draw.
const SPOILT: Score = 20;

/// The tablebases found in a set of folders.
#[derive(Default)]
pub struct Tablebases {
    // `None` until a file is found: their index alone takes more than a megabyte.
    tables: Option<Tablebase<Chess>>,
    files: [usize; 2],
}

impl fmt::Display for Tablebases {
    /// A line for the user about what was found.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [results, distances] = self.files;
        let pieces = self.max_pieces();
        write!(f, "{results} WDL and {distances} DTZ tablebases found, up to {pieces} pieces")
    }
}

impl Tablebases {
    /// Opens the tablebases in these folders, which are separated as in the system's `PATH`. Returns a
    /// message for each file or folder that can't be used.
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
            let added = has_magic(&path, KINDS[kind].1)
                .and_then(|()| self.tables.get_or_insert_with(empty).add_file(&path));
            match added {
                Ok(()) => self.files[kind] += 1,
                Err(error) => problems.push(format!("tablebase '{}': {error}", path.display())),
            }
        }
        Ok(())
    }

    /// The number of pieces, kings included, that the largest tablebase has; 0 if there are none.
    pub fn max_pieces(&self) -> usize {
        self.tables.as_ref().map_or(0, Tablebase::max_pieces)
    }

    /// The result of a position right after a capture or pawn move. Without `rule50`, a win that the
    /// fifty-move rule would spoil counts as a win.
    pub fn outcome(&self, position: &Position, rule50: bool) -> Option<TbOutcome> {
        let wdl = self.tables.as_ref()?.probe_wdl_after_zeroing(&chess(position)?).ok()?;
        Some(match wdl {
            Wdl::Win => TbOutcome::Win,
            Wdl::CursedWin if !rule50 => TbOutcome::Win,
            Wdl::Loss => TbOutcome::Loss,
            Wdl::BlessedLoss if !rule50 => TbOutcome::Loss,
            _ => TbOutcome::Draw,
        })
    }

    /// Ranks the root moves so that the best rank keeps the result and respects the fifty-move rule.
    /// `None` if a table is missing or `out_of_time` returns true.
    ///
    /// As long as all winning moves win in time, they share a rank and the search chooses among them.
    /// Near the fifty-move limit, or after a repetition, only the shortest win keeps the best rank.
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
                // Close to the limit, or after a repetition: shorter is better. Within the fifty
                // moves it still wins.
                1.. => (SURE - plies, if plies <= RULE50 { TB_WIN } else { SPOILT }),
                // The defence loses at most one ply per move, so twice the distance is on the safe side.
                _ if !rule50 || 2 * distance.abs() + count < RULE50 => (-SURE, -TB_WIN),
                _ => (plies - SURE, if plies <= RULE50 { -TB_WIN } else { -SPOILT }),
            };
            Some(Ranked { mv, rank, score })
        };
        position.board().legal_moves().iter().map(rank).collect()
    }

    /// The distance, after a move, to the next capture or pawn move that keeps the result, in plies:
    /// positive if the side that moved wins, negative if it loses, 0 for a draw. A distance beyond the
    /// fifty moves means that the rule makes it a draw.
    fn distance_after(&self, position: &Position, history: &KeyHistory, mv: Move) -> Option<i32> {
        let tables = self.tables.as_ref()?;
        let mut child = *position;
        let mut history = history.clone();
        history.play(&mut child, mv);
        let in_check = child.is_check();
        let mate = in_check && !child.has_legal_move();
        if mate {
            return Some(1);
        }
        if child.rule50() == 0 {
            return Some(match tables.probe_wdl_after_zeroing(&chess(&child)?).ok()? {
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
        let distance = -i32::from(tables.probe_dtz(&chess(&child)?).ok()?.ignore_rounding());
        Some(distance + distance.signum())
    }
}

fn has_magic(path: &Path, magic: [u8; 4]) -> io::Result<()> {
    let mut found = [0; 4];
    std::fs::File::open(path)?.read_exact(&mut found)?;
    if found == magic {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "not a Syzygy tablebase"))
}

#[cfg(target_pointer_width = "64")]
fn empty() -> Tablebase<Chess> {
    // SAFETY: the files are mapped read-only, and only bytes are read from them. If somebody changes a
    // file while the engine uses it, answers may be wrong or the process may end. Every engine that
    // maps tablebases accepts that; reading files instead costs a system call for every probe.
    unsafe { Tablebase::with_mmap_filesystem() }
}

#[cfg(not(target_pointer_width = "64"))]
fn empty() -> Tablebase<Chess> {
    Tablebase::new()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{KINDS, Tablebases};
    use crate::position::{KeyHistory, Position};

    /// Files that have only the right name and magic number: they are found, and know nothing.
    #[test]
    fn files_are_found_by_name_and_magic_number() {
        let folder = std::env::temp_dir().join(format!("quevedo_tables_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [(wdl, wdl_magic), (dtz, dtz_magic)] = KINDS;
        let whole = |magic: [u8; 4]| [&magic[..], &[0; 76]].concat();
        fs::write(folder.join("KQvK").with_extension(wdl), whole(wdl_magic)).unwrap();
        fs::write(folder.join("KRPvKR").with_extension(wdl), whole(wdl_magic)).unwrap();
        fs::write(folder.join("KQvK").with_extension(dtz), whole(dtz_magic)).unwrap();
        fs::write(folder.join("KRvK").with_extension(dtz), whole(wdl_magic)).unwrap();
        fs::write(folder.join("notes.txt"), b"no table").unwrap();
        let (found, problems) = Tablebases::open(folder.to_str().unwrap());
        fs::remove_dir_all(&folder).unwrap();

        assert_eq!(found.to_string(), "2 WDL and 1 DTZ tablebases found, up to 5 pieces");
        assert!(problems.len() == 1 && problems[0].contains("KRvK"), "{problems:?}");
        let position = Position::from_fen("8/8/2k5/8/8/8/3Q4/3K4 w - - 0 1").unwrap();
        assert_eq!(found.outcome(&position, true), None);
        assert!(found.rank_moves(&position, &KeyHistory::new(), true, &|| false).is_none());
        assert_eq!(Tablebases::default().max_pieces(), 0);
    }
}
