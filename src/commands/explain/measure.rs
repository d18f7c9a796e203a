//! Searches the position with one stage of the engine.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::notation::san;
use crate::position::{KeyHistory, Position};
use crate::search::{Event, Limits};
use crate::support::error::ToolError;
use crate::support::interrupt::is_interrupted;
use crate::types::{Depth, Score};

/// How often Ctrl-C is checked.
const PATIENCE: Duration = Duration::from_millis(50);

/// The result of one stage.
pub(super) struct StageResult {
    pub(super) name: String,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// The best move, in SAN.
    pub(super) best: String,
    pub(super) score: Score,
}

/// Searches the position to a fixed depth.
pub(super) fn measure(
    engine: &mut Engine,
    position: &Position,
    depth: Depth,
    name: &str,
) -> Result<StageResult, ToolError> {
    let (sender, events) = channel();
    engine.set_position(*position, KeyHistory::new());
    let limits = Limits::depth(depth);
    let start = Instant::now();
    engine.go(
        limits,
        start,
        Arc::new(move |event| {
            // The receiver waits for the last event.
            let _ = sender.send(event);
        }),
    );
    let mut result = StageResult {
        name: name.to_owned(),
        nodes: 0,
        time: Duration::ZERO,
        best: String::new(),
        score: 0,
    };
    loop {
        match events.recv_timeout(PATIENCE) {
            Ok(Event::Info(info)) => (result.nodes, result.score) = (info.nodes, info.score),
            Ok(Event::BestMove { best, .. }) => {
                result.time = start.elapsed();
                result.best = best.map_or_else(String::new, |mv| san::text(position, mv));
                return Ok(result);
            }
            _ => {}
        }
        if is_interrupted() {
            engine.end_search();
            return Err(ToolError::Interrupted(format!("stopped at {}", result.name)));
        }
    }
}
