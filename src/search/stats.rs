//! How often each heuristic fires and how often it was right, counted in builds with the feature
//! `stats` alone; `quevedo bench` prints the counts.
//!
//! Two figures each: how often a question came up, and how often the answer was yes. What the question
//! is says the row. In other builds nothing is counted and nothing is left of the calls.

use crate::types::Depth;

/// A row of the list.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The heuristic.
    pub name: &'static str,
    /// What was asked.
    pub asked: &'static str,
    /// What the answer yes means.
    pub yes: &'static str,
}

macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident: $text:literal, $asked:literal, $yes:literal;)+) => {
        /// What is counted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "the rows say what they are")]
        pub enum Count { $($name),+ }

        /// The rows, in the order of [`Count`].
        pub static ROWS: &[Row] =
            &[$(Row { name: $text, asked: $asked, yes: $yes }),+];
    };
}

rows! {
    TtHit: "table", "probes", "found the position";
    TtCut: "table cutoff", "found outside the principal variation", "ended the node";
    TtEval: "static value", "nodes that need one", "had it from the table";
    QsTtCut: "quiescence, table", "nodes", "ended by the table";
    StandPat: "quiescence, stand pat", "nodes not in check", "ended by the static value";
    Razor: "razoring", "tried", "captures could not help";
    ReverseFutility: "reverse futility", "nodes it looks at", "pruned";
    NullMove: "null move", "tried", "failed high";
    NullMoveVerified: "null move", "verified", "a search says the same";
    ProbCut: "ProbCut", "captures tried", "failed high";
    InternalDeepening: "internal deepening", "tried", "found a move";
    Singular: "singular", "tried", "no other move came near";
    MultiCut: "multi-cut", "singular searches that failed", "ended the node";
    LatePruning: "late-move pruning", "quiet moves looked at", "no more of them";
    Futility: "futility", "quiet moves looked at", "left out, and the rest";
    HistoryPruning: "history pruning", "quiet moves looked at", "left out";
    NoisyFutility: "futility of captures", "captures looked at", "left out";
    SeePruning: "exchange pruning", "moves looked at", "left out";
    Reduction: "late-move reduction", "reduced", "failed low, as expected";
    ReductionRight: "re-search", "of moves that did not", "raised alpha again";
    FirstMove: "move order", "cutoffs", "by the first move";
    TtMove: "move order", "cutoffs with a TT move", "by that move";
    Killer: "move order", "cutoffs by quiet moves", "by a killer";
    Aspiration: "aspiration", "searches with a window", "held";
}

/// Iterations from which on the branching factor is measured.
#[cfg(feature = "stats")]
const BRANCHING_FROM: Depth = 6;

#[cfg(feature = "stats")]
mod counters {
    use std::sync::atomic::AtomicU64;

    use super::ROWS;

    /// Questions and answers, by row.
    pub(super) static COUNTS: [[AtomicU64; 2]; 32] =
        [const { [const { AtomicU64::new(0) }; 2] }; 32];
    /// Nodes of iterations, and of those before them.
    pub(super) static BRANCHING: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];

    const _: () = assert!(COUNTS.len() >= ROWS.len());
}

/// A question came up, and this is the answer.
#[inline(always)]
pub(super) fn note(count: Count, yes: bool) {
    #[cfg(feature = "stats")]
    {
        use std::sync::atomic::Ordering::Relaxed;
        let [asked, answered] = &counters::COUNTS[count as usize];
        asked.fetch_add(1, Relaxed);
        answered.fetch_add(u64::from(yes), Relaxed);
    }
    #[cfg(not(feature = "stats"))]
    let _ = (count, yes);
}

/// An iteration took so many nodes, and the one before it so many.
#[inline(always)]
pub(super) fn note_iteration(depth: Depth, nodes: u64, before: u64) {
    #[cfg(feature = "stats")]
    if depth >= BRANCHING_FROM {
        use std::sync::atomic::Ordering::Relaxed;
        counters::BRANCHING[0].fetch_add(nodes, Relaxed);
        counters::BRANCHING[1].fetch_add(before, Relaxed);
    }
    #[cfg(not(feature = "stats"))]
    let _ = (depth, nodes, before);
}

/// All counts since the program began, a line each; `None` without the feature.
pub fn report() -> Option<String> {
    #[cfg(not(feature = "stats"))]
    return None;
    #[cfg(feature = "stats")]
    {
        use std::fmt::Write as _;
        use std::sync::atomic::Ordering::Relaxed;
        let mut text = String::new();
        for (row, counts) in ROWS.iter().zip(&counters::COUNTS) {
            let [asked, yes] = counts.each_ref().map(|count| count.load(Relaxed));
            let share = 100.0 * yes as f64 / asked.max(1) as f64;
            let _ = writeln!(
                text,
                "{:<22} {asked:>10} {:<38} {share:>5.1} % {}",
                row.name, row.asked, row.yes
            );
        }
        let [nodes, before] = counters::BRANCHING.each_ref().map(|count| count.load(Relaxed));
        let factor = nodes as f64 / before.max(1) as f64;
        let _ = write!(
            text,
            "branching factor {factor:.2}, from iteration {BRANCHING_FROM} on, nodes to nodes"
        );
        Some(text)
    }
}
