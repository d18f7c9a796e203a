//! `quevedo perft D --details`: the leaves by the kind of the move that leads to them, in the columns of the Chess
//! Programming Wiki.
//!
//! Source: <https://www.chessprogramming.org/Perft_Results>

use std::ops::AddAssign;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::board::Board;
use crate::support::error::ToolError;
use crate::support::interrupt::is_interrupted;
use crate::support::output::print_line;
use crate::support::threads::on_threads;
use crate::types::{Move, MoveKind, Wing};

/// The columns after the depth: heading, width, and name in CSV. The widths have room for the starting position at
/// depth 8.
const COLUMNS: [(&str, usize, &str); 9] = [
    ("nodes", 12, "nodes"),
    ("captures", 11, "captures"),
    ("e.p.", 8, "en_passant"),
    ("castles", 9, "castles"),
    ("promotions", 10, "promotions"),
    ("checks", 10, "checks"),
    ("discovered", 10, "discovered_checks"),
    ("double", 7, "double_checks"),
    ("mates", 8, "checkmates"),
];

/// The number of plies that are split into jobs for the threads.
const SPLIT: u32 = 2;

/// Trees of this depth are counted without interruption; the count can be stopped between them.
const CHUNK: u32 = 3;

/// The leaves of a tree in the order of [`COLUMNS`].
#[derive(Clone, Copy, Default)]
struct Details([u64; COLUMNS.len()]);

impl AddAssign for Details {
    fn add_assign(&mut self, other: Details) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }
}

impl Details {
    /// The one leaf that this move leads to.
    fn of(mv: Move, child: &Board) -> Details {
        let info = child.check_info();
        let is_castle = mv.is_castle();
        // After castling, the rook is the piece that may give check.
        let arrival = match is_castle {
            true => Wing::of(mv.from(), mv.to()).rook_target(!child.side()),
            false => mv.to(),
        };
        let is_double = info.checkers.many();
        let is_discovered = info.in_check() && !is_double && !info.checkers.has(arrival);
        let is_mate = info.in_check() && !child.has_legal_move(&info);
        let flags = [
            true,
            mv.is_capture(),
            mv.kind() == MoveKind::EnPassant,
            is_castle,
            mv.is_promotion(),
            info.in_check(),
            is_discovered,
            is_double,
            is_mate,
        ];
        Details(flags.map(u64::from))
    }
}

/// Prints a row for each depth up to this one.
pub(super) fn print(root: &Board, depth: u32, threads: usize, csv: bool) -> Result<(), ToolError> {
    if csv {
        let names = COLUMNS.map(|(.., name)| name).join(",");
        print_line(format_args!("depth,{names}"))?;
    } else {
        let heads: String = COLUMNS.map(|(head, width, _)| format!(" {head:>width$}")).concat();
        print_line(format_args!("depth{heads}"))?;
    }
    for depth in 1..=depth {
        let Details(counts) = count(root, depth, threads)?;
        if csv {
            print_line(format_args!(
                "{depth},{}",
                counts.map(|count| count.to_string()).join(",")
            ))?;
        } else {
            let cells = COLUMNS.iter().zip(counts);
            let cells: String =
                cells.map(|((_, width, _), count)| format!(" {count:>width$}")).collect();
            print_line(format_args!("{depth:>5}{cells}"))?;
        }
    }
    Ok(())
}

/// Counts the leaves at this depth, which is at least 1.
fn count(root: &Board, depth: u32, threads: usize) -> Result<Details, ToolError> {
    let mut jobs = vec![*root];
    let split = SPLIT.min(depth - 1);
    for _ in 0..split {
        jobs = jobs.iter().flat_map(children).map(|(_, child)| child).collect();
    }
    let (next, total) = (AtomicUsize::new(0), Mutex::new(Details::default()));
    on_threads(threads.min(jobs.len().max(1)), || {
        let mut sum = Details::default();
        while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
            descend(job, depth - split, &mut sum)?;
        }
        *total.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += sum;
        Ok(())
    })?;
    Ok(total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

fn descend(board: &Board, depth: u32, sum: &mut Details) -> Result<(), ToolError> {
    if depth >= CHUNK && is_interrupted() {
        return Err(ToolError::Interrupted("stopped".into()));
    }
    for (mv, child) in children(board) {
        match depth {
            1 => *sum += Details::of(mv, &child),
            _ => descend(&child, depth - 1, sum)?,
        }
    }
    Ok(())
}

fn children(board: &Board) -> impl Iterator<Item = (Move, Board)> {
    let moves = board.legal_moves();
    let board = *board;
    (0..moves.len()).map(move |index| {
        let mv = moves[index];
        let mut child = board;
        child.play_unchecked(mv);
        (mv, child)
    })
}
