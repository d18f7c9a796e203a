//! The rules of chess on bitboards alone: no hash keys, no history, nothing a search needs.

mod chess960;
mod fen;
mod legal_moves;
mod legality;
pub(crate) mod movegen;
mod perft;
mod play;
mod replies;
mod see;
mod state;

pub use fen::{Defects, FenError, Setup};
pub(crate) use fen::{MAX_COUNTER, counter};
pub use legal_moves::LegalMoves;
pub use legality::CheckInfo;
pub use movegen::{All, Class, MoveSink, Noisy, Quiet};
pub use perft::perft;
pub use play::Observer;
pub use see::SEE_VALUES;
pub use state::Board;
