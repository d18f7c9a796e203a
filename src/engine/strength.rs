//! How strong the engine is to be.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use crate::search::{Job, LEVEL_ROWS, Level, Probing};

/// The least rating that can be asked for.
pub const MIN_ELO: i32 = LEVEL_ROWS[0].elo;
/// The greatest rating that can be asked for; without a limit the engine is stronger.
pub const MAX_ELO: i32 = LEVEL_ROWS[LEVEL_ROWS.len() - 1].elo;

/// A seed that differs at every start of the program.
pub(super) fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// The rating to play at, and what belongs to it.
pub(super) struct Strength {
    /// `None` for full strength.
    pub(super) elo: Option<i32>,
    /// The seed that was asked for; `None` for another one in each game.
    pub(super) seed: Option<u64>,
    /// Whether moves take as long as the clock suggests.
    pub(super) paced: bool,
    /// How the player of that rating sees the board in this game.
    level: Option<Arc<Level>>,
}

impl Strength {
    /// Full strength.
    pub(super) fn full() -> Strength {
        Strength { elo: None, seed: None, paced: false, level: None }
    }

    /// A game begins: where no seed was asked for, the player errs in other ways than in the last one.
    pub(super) fn new_game(&mut self) {
        let level = |elo| Arc::new(Level::new(elo, self.seed.unwrap_or_else(random_seed)));
        self.level = self.elo.map(level);
    }

    /// Has the player of this strength think.
    pub(super) fn apply(&self, job: &mut Job) {
        let Some(level) = &self.level else { return };
        let nodes = level.row().nodes.saturating_mul(job.multi_pv as u64);
        job.limits.nodes = Some(job.limits.nodes.unwrap_or(u64::MAX).min(nodes));
        // Nobody has tablebases in mind.
        job.probing = Probing::default();
        job.level = Some(level.clone());
        job.paced = self.paced;
    }

    /// What the limit means for a search that is more than a move in a game.
    pub(super) fn remark(&self, multi_pv: usize) -> Option<String> {
        let row = self.level.as_ref()?.row();
        let lines =
            if multi_pv > 1 { format!(" for each of {multi_pv} lines") } else { String::new() };
        Some(format!(
            "limited to {} Elo: {} nodes{lines}, one thread, no tablebases",
            row.elo, row.nodes
        ))
    }
}
