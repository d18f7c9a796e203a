//! Proves forced mates by trying every move of both sides, using cozy-chess, which shares no code with the engine. The
//! fifty-move rule and repetitions are ignored, because a shortest mate repeats nothing.

pub mod composer;

use std::collections::HashMap;

use cozy_chess::{Board, GameStatus, Move};

/// How many positions the proof of one mate may visit.
pub const BUDGET: u64 = 3_000_000;

/// What is known about a position whose side to move wants to mate.
#[derive(Clone, Copy)]
struct Known {
    /// It mates in at most this many moves; `u8::MAX` if that is not known.
    mates: u8,
    /// It can't mate in this many moves.
    fails: u8,
}

/// Proves and refutes mates, with a limit on its work.
pub struct Prover {
    known: HashMap<u64, Known>,
    /// How many positions may still be visited.
    budget: u64,
}

/// The budget is used up.
#[derive(Debug)]
pub struct OutOfBudget;

impl Prover {
    /// A prover that visits at most this many positions in all.
    pub fn new(budget: u64) -> Prover {
        Prover { known: HashMap::new(), budget }
    }

    /// The length of the side to move's shortest mate; `None` if it is longer than `most`.
    pub fn length(&mut self, board: &Board, most: u8) -> Result<Option<u8>, OutOfBudget> {
        for moves in 1..=most {
            if self.mates(board, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Whether the side to move mates in at most this many moves.
    pub fn mates(&mut self, board: &Board, moves: u8) -> Result<bool, OutOfBudget> {
        if moves == 0 {
            return Ok(false);
        }
        if let Some(known) = self.known.get(&board.hash()) {
            if known.mates <= moves {
                return Ok(true);
            }
            if known.fails >= moves {
                return Ok(false);
            }
        }
        if moves == 1 {
            return Ok(self.children(board)?.iter().any(is_mate));
        }
        let mut children = self.children(board)?;
        // Checks first, then moves with the fewest replies, as these are most likely to mate.
        children.sort_by_cached_key(|child| (child.checkers().is_empty(), replies(child)));
        let mut mates = false;
        for child in &children {
            mates = self.is_mated(child, moves - 1)?;
            if mates {
                break;
            }
        }
        let known = self.known.entry(board.hash()).or_insert(Known { mates: u8::MAX, fails: 0 });
        if mates {
            known.mates = known.mates.min(moves);
        } else {
            known.fails = known.fails.max(moves);
        }
        Ok(mates)
    }

    /// Whether the side to move is mated, or will be after at most this many moves of the other side, whatever it does.
    pub fn is_mated(&mut self, board: &Board, moves: u8) -> Result<bool, OutOfBudget> {
        match board.status() {
            GameStatus::Won => return Ok(true),
            GameStatus::Drawn => return Ok(false),
            GameStatus::Ongoing if moves == 0 => return Ok(false),
            GameStatus::Ongoing => {}
        }
        let mut children = self.children(board)?;
        // Captures are the most likely defences.
        children.sort_by_key(|child| child.occupied().len());
        for child in &children {
            if !self.mates(child, moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The positions after each move.
    pub fn children(&mut self, board: &Board) -> Result<Vec<Board>, OutOfBudget> {
        let children = every_child(board);
        let spent = children.len() as u64;
        self.budget = self.budget.checked_sub(spent).ok_or(OutOfBudget)?;
        Ok(children)
    }
}

/// Whether the side to move can force stalemate, of either side, within this many plies.
pub fn stalemates(board: &Board, plies: u32) -> bool {
    match board.status() {
        GameStatus::Ongoing if plies > 0 => {
            every_child(board).iter().any(|child| is_stalemated(child, plies - 1))
        }
        _ => is_stalemate(board),
    }
}

/// Whether the side to move can't avoid stalemate within this many plies.
pub fn is_stalemated(board: &Board, plies: u32) -> bool {
    match board.status() {
        GameStatus::Ongoing if plies > 0 => {
            every_child(board).iter().all(|child| stalemates(child, plies - 1))
        }
        _ => is_stalemate(board),
    }
}

fn is_stalemate(board: &Board) -> bool {
    board.checkers().is_empty() && replies(board) == 0
}

fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && replies(board) == 0
}

fn every_child(board: &Board) -> Vec<Board> {
    let play = |mv| {
        let mut child = board.clone();
        child.play_unchecked(mv);
        child
    };
    moves(board).into_iter().map(play).collect()
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|list| {
        moves.extend(list);
        false
    });
    moves
}

fn replies(board: &Board) -> usize {
    let mut count = 0;
    board.generate_moves(|list| {
        count += list.len();
        false
    });
    count
}

/// The position of a FEN.
pub fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position after a move in UCI notation, if it is legal.
pub fn after(board: &Board, mv: &str) -> Option<Board> {
    let mv = cozy_chess::util::parse_uci_move(board, mv).ok()?;
    let mut child = board.clone();
    child.try_play(mv).ok()?;
    Some(child)
}
