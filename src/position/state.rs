//! A position in a game: the board, a mailbox, hash keys and counters, updated move by move.

use alloc::string::String;
use core::fmt;

use super::keys::Keys;
use crate::board::{Board, CheckInfo, FenError, MAX_COUNTER, Observer, Setup};
use crate::types::{Color, Key, Move, Piece, PieceType, Square};

/// Plies without a capture or pawn move after which a game is drawn, unless the last move gives mate.
pub const FIFTY_MOVES: u16 = 100;

/// Is told of every piece that arrives on or leaves a square while a move is played, so that the
/// evaluation can update its sums. `()` ignores everything.
pub trait Accumulator {
    /// The piece now stands on the square.
    fn add(&mut self, piece: Piece, square: Square);
    /// The piece has left the square.
    fn remove(&mut self, piece: Piece, square: Square);
}

impl Accumulator for () {
    #[inline(always)]
    fn add(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn remove(&mut self, _: Piece, _: Square) {}
}

/// A position in a game; copied for every move.
///
/// Invariant: mailbox, keys, checks and pins equal those computed from scratch (debug builds check this
/// after every move).
///
/// Positions are equal if their FENs are. [`key`](Position::key) leaves the counters out.
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    mailbox: [Option<Piece>; 64],
    keys: Keys,
    info: CheckInfo,
    /// Plies since the last capture or pawn move.
    pub(super) rule50: u16,
    /// Plies since the last irreversible or null move: how far back a repetition may be found.
    pub(super) reversible: u16,
    /// Plies since the start of the game, computed from the FEN's move number.
    game_ply: u16,
}

const _: () = assert!(size_of::<Position>() <= 224);

impl PartialEq for Position {
    /// What is not compared follows from the board, or from earlier moves.
    fn eq(&self, other: &Position) -> bool {
        let Position { board, rule50, game_ply, .. } = other;
        (&self.board, &self.rule50, &self.game_ply) == (board, rule50, game_ply)
    }
}

impl Eq for Position {}

/// Updates the mailbox and the keys while the board plays a move.
struct Ledger<'a, A> {
    mailbox: &'a mut [Option<Piece>; 64],
    keys: &'a mut Keys,
    accumulator: &'a mut A,
}

impl<A: Accumulator> Observer for Ledger<'_, A> {
    #[inline(always)]
    fn remove(&mut self, square: Square) {
        if let Some(piece) = self.mailbox[square.index()].take() {
            self.keys.toggle(piece, square);
            self.accumulator.remove(piece, square);
        }
    }

    #[inline(always)]
    fn shift(&mut self, from: Square, to: Square) {
        if let Some(piece) = self.mailbox[from.index()].take() {
            self.mailbox[to.index()] = Some(piece);
            self.keys.shift(piece, from, to);
            self.accumulator.remove(piece, from);
            self.accumulator.add(piece, to);
        }
    }

    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = Some(piece);
        self.keys.toggle(piece, square);
        self.accumulator.add(piece, square);
    }
}

impl Position {
    /// The start position.
    pub fn start() -> Position {
        Position::new(Setup { board: Board::start(), rule50: 0, fullmove: 1 })
    }

    /// The position of a FEN: X-FEN or Shredder-FEN for Chess960. The counters may be missing. Castling rights without a
    /// rook are dropped, and so is an en-passant square where no such capture is legal.
    ///
    /// ```
    /// # use quevedo::Position;
    /// assert_eq!(Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")?, Position::default());
    /// # Ok::<(), quevedo::FenError>(())
    /// ```
    ///
    /// # Errors
    /// The text is no FEN, or no game can go on from the position: there is not one king a side, there are too many pieces,
    /// a pawn is on the first or last rank, or the side that has moved is in check.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Setup::parse(fen).map(Position::new)
    }

    /// The position of a set-up board.
    #[doc(hidden)]
    pub fn new(setup: Setup) -> Position {
        let board = setup.board;
        let mut mailbox = [None; 64];
        for (piece, square) in board.all_pieces() {
            mailbox[square.index()] = Some(piece);
        }
        let black = u16::from(board.side() == Color::Black);
        Position {
            board,
            mailbox,
            keys: Keys::of(&board),
            info: board.check_info(),
            rule50: setup.rule50,
            reversible: 0,
            game_ply: (setup.fullmove.max(1) - 1) * 2 + black,
        }
    }

    /// The board.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Color {
        self.board.side()
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// The hash keys.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The key of the whole position.
    #[inline(always)]
    pub const fn key(&self) -> Key {
        self.keys.full
    }

    /// Plies since the last capture or pawn move; 100 is a draw.
    #[inline(always)]
    pub const fn rule50(&self) -> u16 {
        self.rule50
    }

    /// Plies since the start of the game.
    pub const fn game_ply(&self) -> u16 {
        self.game_ply
    }

    /// Checks and pins against the side to move.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn check_info(&self) -> &CheckInfo {
        &self.info
    }

    /// The type of the piece that a move captures.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        match self.mailbox[mv.to().index()] {
            Some(piece) if mv.is_capture() => Some(piece.kind()),
            None if mv.is_capture() => Some(PieceType::Pawn),
            _ => None,
        }
    }

    /// Whether a move wins at least `threshold` centipawns by static exchange evaluation: both sides
    /// recapture with their least valuable piece and may stop at any time. Pins are ignored, and
    /// castling counts as 0.
    #[doc(hidden)]
    #[inline(always)]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let mover = self.mailbox[mv.from().index()].map(Piece::kind);
        self.board.exchange_ge(mv, mover, self.captured(mv), threshold)
    }

    /// Plays a legal move; `accumulator` is told what it displaces.
    #[doc(hidden)]
    #[inline]
    pub fn play_with<A: Accumulator>(&mut self, mv: Move, accumulator: &mut A) {
        let pawn = self.board.kind(PieceType::Pawn).has(mv.from());
        let castling = self.board.castling();
        self.keys.toggle_en_passant(self.board.en_passant());
        let mut ledger = Ledger { mailbox: &mut self.mailbox, keys: &mut self.keys, accumulator };
        self.board.play_with(mv, &mut ledger);
        self.keys.toggle_castling(castling.difference(self.board.castling()));
        self.keys.toggle_en_passant(self.board.en_passant());
        self.keys.toggle_side();
        self.info = self.board.check_info();
        self.rule50 = if pawn || mv.is_capture() { 0 } else { self.rule50 + 1 };
        self.reversible = if self.rule50 == 0 { 0 } else { self.reversible + 1 };
        self.game_ply = self.game_ply.saturating_add(1);
        debug_assert!(self.is_consistent());
    }

    /// Makes a null move; the side to move must not be in check.
    #[doc(hidden)]
    #[inline]
    pub fn pass(&mut self) {
        self.keys.toggle_en_passant(self.board.en_passant());
        self.board.pass();
        self.keys.toggle_side();
        self.info = self.board.check_info();
        self.rule50 += 1;
        self.reversible = 0;
        debug_assert!(self.is_consistent());
    }

    /// The key after a move, ignoring castling rights, en passant and promotion: good enough for a
    /// prefetch.
    #[doc(hidden)]
    #[inline(always)]
    pub fn key_after(&self, mv: Move) -> Key {
        self.keys.after(
            self.mailbox[mv.from().index()],
            self.mailbox[mv.to().index()],
            mv.from(),
            mv.to(),
        )
    }

    /// Whether mailbox, keys, checks and pins equal those computed from scratch.
    #[doc(hidden)]
    pub fn is_consistent(&self) -> bool {
        self.keys == Keys::of(&self.board)
            && self.info == self.board.check_info()
            && Square::all()
                .all(|square| self.mailbox[square.index()] == self.board.piece_on(square))
    }

    /// The same position with colours swapped and the board flipped vertically.
    pub fn mirrored(&self) -> Position {
        Position::new(Setup { board: self.board.mirrored(), ..self.setup() })
    }

    fn setup(&self) -> Setup {
        let fullmove = self.game_ply / 2 + 1;
        // Within what a FEN may hold, so that what is written can be read again.
        let [rule50, fullmove] = [self.rule50, fullmove].map(|counter| counter.min(MAX_COUNTER));
        Setup { board: self.board, rule50, fullmove }
    }
}

impl fmt::Display for Position {
    /// The six-field FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not a legal move.
///
/// ```
/// # use quevedo::Position;
/// let error = Position::default().parse_uci("e2e5").unwrap_err();
/// assert!(error.to_string().contains("'e2e5'"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// The position in which it was to be played.
    pub fen: String,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move '{}' in {}", self.text, self.fen)
    }
}

impl core::error::Error for MoveError {}
