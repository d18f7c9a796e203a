//! The static evaluation, hand-crafted: chess knowledge in tables of weights, no network.
//!
//! Each term states what it counts exactly once, to a [`Sink`]; playing, printing and tuning differ only in
//! the sink. The one step that is not a sum, `combine()`, is generic over its number type.

mod attack_info;
mod combine;
mod compare;
mod component;
mod current_weights;
mod endgame;
mod evaluate;
mod king;
mod pair;
mod passed;
mod pawn_cache;
mod pawns;
mod phase;
mod piece_squares;
mod pieces;
mod report;
mod scale;
pub mod shares;
mod sink;
mod space;
mod terms;
mod threats;
pub mod wdl;
mod wdl_model;
mod weights;
mod winnable;

pub use combine::{EvalScaling, Number, combine};
pub use compare::{Comparison, FINE, Feature, TermShare, compare};
pub use component::{COMPONENTS, Component, Sums};
pub use endgame::known_ending;
pub use evaluate::{
    evaluate, evaluate_after_null_move, evaluate_from_scratch, evaluate_trace, trace,
};
pub use pair::{Pair, S};
pub use pawn_cache::PawnCache;
pub use phase::{FULL_PHASE, phase};
pub use piece_squares::PieceSquares;
pub use report::{Evaluation, GroupEval, TermEval};
pub use sink::{Coefficient, Note, Play, Sink, Trace};
pub use terms::{COUNT, Group, TERMS, Term, WEIGHTS};
pub use weights::ORIGIN;
