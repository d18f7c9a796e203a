//! How strong the engine should be.

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
    elo: Option<i32>,
    /// The seed that was asked for; `None` for a different one in each game.
    seed: Option<u64>,
    /// The seed of this game where none was asked for.
    seed_of_game: u64,
    /// Whether moves take as long as the clock suggests.
    pub(super) paced: bool,
    /// How the player of that rating sees the board in this game.
    level: Option<Arc<Level>>,
}

impl Strength {
    /// Full strength.
    pub(super) fn full() -> Strength {
        Strength { elo: None, seed: None, seed_of_game: random_seed(), paced: false, level: None }
    }

    /// Sets the rating; the game goes on.
    pub(super) fn set_elo(&mut self, elo: Option<i32>) {
        self.elo = elo;
        self.choose_level();
    }

    /// Sets the seed, `None` for a different one in each game.
    pub(super) fn set_seed(&mut self, seed: Option<u64>) {
        self.seed = seed;
        self.choose_level();
    }

    /// A game begins: if no seed was asked for, the player errs in different ways than in the last one.
    pub(super) fn new_game(&mut self) {
        self.seed_of_game = random_seed();
        self.choose_level();
    }

    fn choose_level(&mut self) {
        let seed = self.seed.unwrap_or(self.seed_of_game);
        self.level = self.elo.map(|elo| Arc::new(Level::new(elo, seed)));
    }

    /// Adapts a job to the player of this strength.
    pub(super) fn apply(&self, job: &mut Job) {
        let Some(level) = &self.level else { return };
        let lines = job.multi_pv.min(job.limits.root_moves(&job.root).len()).max(1);
        let nodes = level.row().nodes * lines as u64;
        job.limits.nodes = Some(job.limits.nodes.unwrap_or(u64::MAX).min(nodes));
        // Nobody knows tablebases by heart.
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
