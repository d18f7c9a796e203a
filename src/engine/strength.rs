//! How strong the engine is to be.

use std::io;
use std::sync::Arc;

use super::{Engine, random_seed};
use crate::search::{Job, LEVEL_ROWS, Level, Probing};

/// The least rating that can be asked for.
pub const MIN_ELO: i32 = LEVEL_ROWS[0].elo;
/// The greatest rating that can be asked for; without a limit the engine is stronger.
pub const MAX_ELO: i32 = LEVEL_ROWS[LEVEL_ROWS.len() - 1].elo;

/// The rating to play at, and what belongs to it.
pub(super) struct Strength {
    /// `None` for full strength.
    elo: Option<i32>,
    /// The seed that was asked for; `None` for another one in each game.
    seed: Option<u64>,
    /// Whether moves take as long as the clock suggests.
    paced: bool,
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

impl Engine {
    /// Limits the strength to a rating on the CCRL Blitz scale, from [`MIN_ELO`] to [`MAX_ELO`]; `None` for full
    /// strength. The hash table is cleared.
    ///
    /// A limited engine searches few nodes on one thread, misjudges positions by a steady error and overlooks
    /// moves, so its answers are the same at every time control. `docs/levels.md` tells more.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::new()?;
    /// engine.set_level(Some(1200))?;
    /// assert!(engine.analyse(Position::default(), Limits::depth(20))?.nodes < 5_000);
    /// assert_eq!(engine.set_level(Some(300)).unwrap_err().to_string(), "level: expected 600 to 3400, got 300");
    /// engine.set_level(None)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// There is no such level; the old one stays.
    pub fn set_level(&mut self, elo: Option<i32>) -> io::Result<()> {
        if let Some(elo) = elo.filter(|elo| !(MIN_ELO..=MAX_ELO).contains(elo)) {
            let text = format!("level: expected {MIN_ELO} to {MAX_ELO}, got {elo}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        self.clear_hash();
        self.strength.elo = elo;
        self.strength.new_game();
        Ok(())
    }

    /// Chooses how a limited engine errs: the same seed errs in the same way, so a game can be played again.
    /// `None` chooses another seed in each game. The hash table is cleared.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::new()?;
    /// engine.set_level(Some(900))?;
    /// engine.set_level_seed(Some(7));
    /// let score = engine.analyse(Position::default(), Limits::depth(9))?.line.score;
    /// engine.new_game();
    /// assert_eq!(engine.analyse(Position::default(), Limits::depth(9))?.line.score, score);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_level_seed(&mut self, seed: Option<u64>) {
        self.clear_hash();
        self.strength.seed = seed;
        self.strength.new_game();
    }

    /// Whether a limited engine takes as long for a move in a game as the clock suggests, up to ten seconds,
    /// rather than answer at once.
    #[doc(hidden)]
    pub fn set_level_pace(&mut self, paced: bool) {
        self.end_search();
        self.strength.paced = paced;
    }
}
