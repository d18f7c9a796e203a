//! The replying bishops, rooks and queens: what departures open for them and arrivals block.

use super::strikes::Strikes;
use crate::attacks;
use crate::board::state::Board;
use crate::types::{Bitboard, List, Side, Square};

/// The diagonals, or the rank and file, of an unpinned slider; a queen has both.
#[derive(Clone, Copy)]
struct SliderLines {
    square: Square,
    diagonal: bool,
    /// Up to and including the first piece.
    reach: Bitboard,
}

/// The replying side's sliders that are not pinned.
pub(super) struct SliderReplies {
    lines: List<SliderLines, 30>,
    /// All that they reach.
    pub(super) reach: Bitboard,
    /// Their own side.
    own: Bitboard,
}

impl SliderReplies {
    #[inline(always)]
    pub(super) fn new() -> SliderReplies {
        SliderReplies { lines: List::new(), reach: Bitboard::EMPTY, own: Bitboard::EMPTY }
    }

    /// Counts their moves in reply to a pass, and notes what arrivals on these targets change.
    #[inline(always)]
    pub(super) fn set_up<S: Side>(
        &mut self,
        board: &Board,
        strikes: &Strikes,
        targets: Bitboard,
        arrival: &mut [i8; 64],
    ) -> i64 {
        let them = board.color(S::Them::COLOR);
        self.own = them;
        let occupied = board.occupied();
        let mut replies = 0;
        for (diagonal, pieces) in [(true, board.diagonal), (false, board.straight)] {
            for square in them & pieces & !strikes.pinned_pieces {
                let reach = attacks::slider(diagonal, square, occupied);
                self.lines.push(SliderLines { square, diagonal, reach });
                self.reach |= reach;
                let moves = reach & !them;
                replies += i64::from(moves.count());
                arrival[square.index()] -= moves.count() as i8;
                for to in reach & targets {
                    // An empty square: the piece there can be captured, what is behind can't be reached.
                    // A square of their own side: they recapture.
                    let lost = (moves & attacks::beyond(square, to)).count() as i8;
                    arrival[to.index()] += i8::from(them.has(to)) - lost;
                }
            }
        }
        replies
    }

    /// What the departure from a square of `reach` adds to the replies to moves to all these squares.
    #[inline(always)]
    pub(super) fn departure(&self, from: Square, to: Bitboard, occupied: Bitboard) -> i64 {
        let occupied = occupied ^ from.bitboard();
        let mut gain = 0;
        for lines in &self.lines {
            if !lines.reach.has(from) {
                continue;
            }
            let reach = attacks::slider(lines.diagonal, lines.square, occupied);
            let opened = i64::from(((reach ^ lines.reach) & !self.own).count());
            // On the line itself: nearer to the slider, the piece still hides what it hid; further away, it
            // opens as much as it moves.
            let along = to & attacks::line(lines.square, from);
            gain += opened * i64::from((to ^ along).count());
            for square in along & attacks::beyond(lines.square, from) {
                gain += i64::from(attacks::between(from, square).count()) + 1;
            }
        }
        gain
    }
}
