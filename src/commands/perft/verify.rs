//! Perft with the search's move picker on full positions. Keys and mailbox are recomputed at every node
//! and compared.

use crate::position::Position;
use crate::search::{Histories, HistoryContext, MovePicker};
use crate::support::error::ToolError;
use crate::support::interrupt::is_interrupted;

/// Counts the leaves at this depth.
///
/// # Errors
/// A position whose keys or mailbox do not match its board, or an interruption.
pub(super) fn count(position: &Position, depth: u32) -> Result<u64, ToolError> {
    descend(position, depth, &Histories::default())
}

fn descend(position: &Position, depth: u32, histories: &Histories) -> Result<u64, ToolError> {
    if !position.is_consistent() {
        return Err(ToolError::BadInput(format!("keys or mailbox are wrong at {position}")));
    }
    if is_interrupted() {
        return Err(ToolError::Interrupted("stopped".into()));
    }
    if depth == 0 {
        return Ok(1);
    }
    let info = position.check_info();
    let context = HistoryContext::of_root(position);
    let mut picker = MovePicker::new(position, info, None, [None; 2]);
    let mut leaves = 0;
    while let Some(mv) = picker.next(position, info, histories, &context) {
        let mut child = *position;
        child.play_unchecked(mv);
        leaves += descend(&child, depth - 1, histories)?;
    }
    Ok(leaves)
}
