//! One game, with both sides played by the engine. Each side has its own hash table and histories: if one knew what the
//! other had seen, the results would say less about the positions.

use crate::data::{Game, Ply};
use crate::position::Position;
use crate::probe::tablebases::Tablebases;
use crate::search::Limits;
use crate::support::error::ToolError;
use crate::support::searcher::Searcher;
use crate::support::selfplay::{Adjudication, GameInProgress};

/// A search is broken off after this many times its soft node limit, because the last iteration may be a long one.
const HARD: u64 = 8;

/// Both sides.
pub(super) struct Players<'a> {
    sides: [Searcher; 2],
    limits: Limits,
    adjudication: Adjudication,
    tables: Option<&'a Tablebases>,
}

impl<'a> Players<'a> {
    /// Players that spend about this many nodes on a move, with hash tables of this many MB each.
    ///
    /// # Errors
    /// The memory or the threads can't be allocated.
    pub(super) fn new(
        nodes: u64,
        megabytes: usize,
        adjudication: Adjudication,
        tables: Option<&'a Tablebases>,
    ) -> Result<Players<'a>, ToolError> {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes.saturating_mul(HARD)),
            ..Limits::default()
        };
        let sides = [Searcher::new(1, megabytes)?, Searcher::new(1, megabytes)?];
        Ok(Players { sides, limits, adjudication, tables })
    }

    /// A whole game, which depends only on its start; `None` after an interruption.
    pub(super) fn play(&self, start: Position) -> Option<Game> {
        for side in &self.sides {
            side.forget();
        }
        let mut course = GameInProgress::new(start, self.adjudication).with_tables(self.tables);
        let mut plies = Vec::new();
        loop {
            let position = *course.position();
            let side = position.side();
            let found = self.sides[side.index()].search(
                position,
                course.history().clone(),
                self.limits.clone(),
            )?;
            let (mv, score) = (found.outcome.best?, found.outcome.score);
            plies.push(Ply { mv, white_score: (score * side.sign()) as i16 });
            if let Some(result) = course.play(mv, score) {
                return Some(Game { start, plies, winner: result.winner() });
            }
        }
    }
}
