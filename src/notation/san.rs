//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! It is written as the PGN standard demands and read as people write it: check marks may be missing
//! or superfluous, castling may be `0-0`, promotion `e8Q` or `e8(Q)`, the origin may be given in full,
//! and UCI notation (`e2e4`) is accepted too.
//!
//! Source: PGN standard, section 8.2.3, <https://www.chessprogramming.org/Algebraic_Chess_Notation>

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use crate::position::{IllegalMove, Position};
use crate::types::{Color, Move, PieceType, Square, Wing, excerpt};

/// Text that does not name a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The text does not have the form of a move.
    Unreadable(String),
    /// The move is not legal in this position.
    Illegal(String),
    /// Several legal moves match.
    Ambiguous {
        /// The text.
        text: String,
        /// The moves, written unambiguously.
        moves: Vec<String>,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Unreadable(text) => write!(f, "expected a move, got '{text}'"),
            SanError::Illegal(text) => write!(f, "illegal move '{text}'"),
            SanError::Ambiguous { text, moves } => {
                write!(f, "ambiguous move '{text}': {}", moves.join(" or "))
            }
        }
    }
}

impl core::error::Error for SanError {}

impl Position {
    /// A move in standard algebraic notation, with its check or mate mark: `Nf3`, `exd8=Q#`.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position = Position::default();
    /// assert_eq!(position.san(position.parse_uci("g1f3")?)?, "Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn san(&self, mv: Move) -> Result<String, IllegalMove> {
        if self.is_legal(mv) { Ok(text(self, mv)) } else { Err(IllegalMove(mv)) }
    }

    /// A line of moves with move numbers: `12. Nf3 Nc6 13. d4`, or `12... Nc6 13. d4`.
    ///
    /// ```
    /// # use quevedo::{Game, Position};
    /// let mut game = Game::default();
    /// for mv in ["e2e4", "e7e5", "g1f3"] {
    ///     game.play(game.position().parse_uci(mv)?)?;
    /// }
    /// assert_eq!(game.start().san_line(game.moves())?, "1. e4 e5 2. Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a move is not legal where it is played; the error holds the first such move.
    pub fn san_line(&self, moves: &[Move]) -> Result<String, IllegalMove> {
        let mut after = *self;
        moves.iter().try_for_each(|&mv| after.play(mv))?;
        Ok(line(self, moves))
    }

    /// Reads a move as people write it, in standard algebraic or UCI notation; check marks may be missing.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position = Position::default();
    /// assert_eq!(position.parse_san("Nf3!")?, position.parse_san("g1f3")?);
    /// assert_eq!(position.parse_san("Nf4").unwrap_err().to_string(), "illegal move 'Nf4'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a move, or not a legal one here, or fits several.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        parse(self, text)
    }
}

/// A legal move in SAN, with its check or mate mark.
#[doc(hidden)]
pub fn text(position: &Position, mv: Move) -> String {
    let mut text = bare_text(position, mv);
    let mut after = *position.board();
    after.play_unchecked(mv);
    let info = after.check_info();
    if info.in_check() {
        text.push(if after.has_legal_move(&info) { '+' } else { '#' });
    }
    text
}

/// A line of legal moves with move numbers: `12. Nf3 Nc6 13. d4`, or `12... Nc6 13. d4`.
#[doc(hidden)]
pub fn line(position: &Position, moves: &[Move]) -> String {
    let mut position = *position;
    let mut words = Vec::with_capacity(2 * moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        if index == 0 || position.side() == Color::White {
            words.push(number(&position));
        }
        words.push(text(&position, mv));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

/// The number before the next move: `12.` for White, `12...` for Black.
pub fn number(position: &Position) -> String {
    let dots = if position.side() == Color::White { "." } else { "..." };
    format!("{}{dots}", position.game_ply() / 2 + 1)
}

fn bare_text(position: &Position, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    if mv.is_castle() {
        return match Wing::of(from, to) {
            Wing::King => "O-O".into(),
            Wing::Queen => "O-O-O".into(),
        };
    }
    let kind = kind_of(position, mv);
    let mut text = String::with_capacity(8);
    if kind == PieceType::Pawn {
        if mv.is_capture() {
            text.push(file_letter(from));
        }
    } else {
        text.push(kind.letter().to_ascii_uppercase());
        push_origin(&mut text, position, mv, kind);
    }
    if mv.is_capture() {
        text.push('x');
    }
    text.push_str(&to.to_string());
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(kind.letter().to_ascii_uppercase());
    }
    text
}

/// Appends what distinguishes the origin from those of other pieces of the same type: the file if that
/// is enough, else the rank, else both.
fn push_origin(text: &mut String, position: &Position, mv: Move, kind: PieceType) {
    let from = mv.from();
    let moves = position.board().legal_moves();
    let rivals = || {
        moves.iter().filter(|other| {
            other.to() == mv.to()
                && other.from() != from
                && !other.is_castle()
                && kind_of(position, **other) == kind
        })
    };
    if rivals().next().is_none() {
        return;
    }
    let same_file = rivals().any(|other| other.from().file() == from.file());
    let same_rank = rivals().any(|other| other.from().rank() == from.rank());
    if !same_file || same_rank {
        text.push(file_letter(from));
    }
    if same_file {
        text.push((b'1' + from.rank()) as char);
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}

/// The type of the piece that moves.
fn kind_of(position: &Position, mv: Move) -> PieceType {
    position.piece_on(mv.from()).map_or(PieceType::Pawn, crate::types::Piece::kind)
}

/// Parses a legal move.
///
/// # Errors
/// If no legal move matches, or several do.
#[doc(hidden)]
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    let shown = || excerpt(text);
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let bare = ["e.p.", "ep"].into_iter().find_map(|mark| bare.strip_suffix(mark)).unwrap_or(bare);
    if let Some(wing) = castling(bare) {
        let castle = |mv: Move| mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing;
        return position.find_legal_move(castle).ok_or_else(|| SanError::Illegal(shown()));
    }
    let pattern = Pattern::of(bare).ok_or_else(|| SanError::Unreadable(shown()))?;
    let mut fitting = position.legal_moves().filter(|&mv| pattern.fits(position, mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        // A piece's move as UCI writes it looks like a pawn's in full.
        (None, _) => {
            let squares = bare.replace(['-', 'x', ':'], "");
            position.parse_uci(&squares).map_err(|_| SanError::Illegal(shown()))
        }
        (Some(first), Some(second)) => {
            let moves = [first, second].into_iter().chain(fitting);
            let moves = moves.map(|mv| self::text(position, mv)).collect();
            Err(SanError::Ambiguous { text: shown(), moves })
        }
    }
}

fn castling(text: &str) -> Option<Wing> {
    match text {
        "O-O" | "0-0" | "o-o" => Some(Wing::King),
        "O-O-O" | "0-0-0" | "o-o-o" => Some(Wing::Queen),
        _ => None,
    }
}

/// What a text says about a move.
struct Pattern {
    kind: PieceType,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<PieceType>,
}

impl Pattern {
    /// Reads a text from its end: the target square stands there, the only part that is never missing.
    fn of(text: &str) -> Option<Pattern> {
        let mut rest = text.as_bytes();
        rest = rest.strip_suffix(b")").unwrap_or(rest);
        let mut promotion = None;
        if let [before @ .., letter] = rest
            && let Some(kind) = promoted(*letter)
        {
            promotion = Some(kind);
            rest = match before {
                [before @ .., b'=' | b'(' | b'/'] => before,
                _ => before,
            };
        }
        let [before @ .., file @ b'a'..=b'h', rank @ b'1'..=b'8'] = rest else { return None };
        let to = Square::new(file - b'a', rank - b'1');
        rest = match before {
            [before @ .., b'x' | b':' | b'-'] => before,
            _ => before,
        };
        let (mut file, mut rank) = (None, None);
        if let [before @ .., digit @ b'1'..=b'8'] = rest {
            rank = Some(digit - b'1');
            rest = before;
        }
        if let [before @ .., letter @ b'a'..=b'h'] = rest {
            file = Some(letter - b'a');
            rest = before;
        }
        let kind = match rest {
            [] => PieceType::Pawn,
            [letter] => PieceType::ALL
                .into_iter()
                .find(|kind| kind.letter().to_ascii_uppercase() == *letter as char)?,
            _ => return None,
        };
        // `e4` is a push: a pawn capture always names the file of origin.
        if kind == PieceType::Pawn && file.is_none() {
            file = Some(to.file());
        }
        Some(Pattern { kind, file, rank, to, promotion })
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        !mv.is_castle()
            && mv.to() == self.to
            && mv.promotion() == self.promotion
            && self.file.is_none_or(|file| mv.from().file() == file)
            && self.rank.is_none_or(|rank| mv.from().rank() == rank)
            && kind_of(position, mv) == self.kind
    }
}

fn promoted(letter: u8) -> Option<PieceType> {
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
        .into_iter()
        .find(|kind| kind.letter() == letter.to_ascii_lowercase() as char)
}

#[cfg(test)]
mod tests {
    use super::{SanError, line, parse, text};
    use crate::position::Position;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    /// Reads a text and writes the move as it should be written.
    fn proper(fen: &str, written: &str) -> Result<String, SanError> {
        let position = position(fen);
        parse(&position, written).map(|mv| text(&position, mv))
    }

    #[test]
    fn loose_writing_is_understood() {
        const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (fen, loose, strict) in [
            (CASTLING, "0-0", "O-O"),
            (CASTLING, "0-0-0!", "O-O-O"),
            (CASTLING, "o-o+?", "O-O"),
            (CASTLING, "e1g1", "O-O"),
            (CASTLING, "e1a1", "O-O-O"),
            (CASTLING, "Ra1:a8", "Rxa8+"),
            (CASTLING, "Ra8", "Rxa8+"),
            (CASTLING, "Ke1-e2#!!", "Ke2"),
            (CASTLING, "e1e2", "Ke2"),
            (CASTLING, "h1xh8", "Rxh8+"),
            ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8Q", "e8=Q+"),
            ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8(N)", "e8=N"),
            ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8/R+", "e8=R+"),
            ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8b", "e8=B"),
            ("7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1", "de6", "dxe6"),
            ("7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1", "d5xe6e.p.", "dxe6"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Nb1c3", "Nc3"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Pe2-e4!?", "e4"),
            // Chess960: the rook next to the king castles with it.
            ("1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1", "0-0-0", "O-O-O"),
            ("1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1", "c1b1", "O-O-O"),
        ] {
            assert_eq!(proper(fen, loose).as_deref(), Ok(strict), "{loose} in {fen}");
        }
    }

    #[test]
    fn no_more_of_the_origin_than_needed() {
        for (fen, uci, san) in [
            ("7k/8/8/8/8/2N3N1/8/K7 w - - 0 1", "c3e4", "Nce4"),
            ("7k/2N5/8/4p3/8/2N5/8/K7 w - - 0 1", "c3d5", "N3d5"),
            ("7Q/8/8/Q6Q/8/1k6/8/6K1 w - - 0 1", "h5e5", "Qh5e5"),
            // A pinned piece need not be told apart.
            ("4k3/8/8/4r3/8/2N5/4N3/4K3 w - - 0 1", "c3d5", "Nd5"),
        ] {
            let position = position(fen);
            let mv = position.parse_uci(uci).unwrap();
            assert_eq!(text(&position, mv), san);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        const KNIGHTS: &str = "7k/8/8/8/8/2N3N1/8/K7 w - - 0 1";
        for (written, complaint) in [
            ("Ne4", "ambiguous move 'Ne4': N"),
            ("Nf3", "illegal move 'Nf3'"),
            ("O-O", "illegal move 'O-O'"),
            ("Nx", "expected a move, got 'Nx'"),
            ("", "expected a move, got ''"),
            ("é4", "expected a move, got 'é4'"),
            ("--", "expected a move, got '--'"),
        ] {
            let error = proper(KNIGHTS, written).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{error}");
        }
        let endless = proper(KNIGHTS, &"x".repeat(10_000)).unwrap_err().to_string();
        assert!(endless.len() < 150, "{endless}");
        // A promotion without its piece, and a piece without a promotion.
        assert!(proper("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8").is_err());
        assert!(proper("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "Kb1=Q").is_err());
    }

    #[test]
    fn lines_are_numbered() {
        let mut position = Position::start();
        let moves: Vec<_> = ["e2e4", "e7e5", "g1f3"]
            .into_iter()
            .map(|uci| {
                let mv = position.parse_uci(uci).unwrap();
                position.play_unchecked(mv);
                mv
            })
            .collect();
        assert_eq!(line(&Position::start(), &moves), "1. e4 e5 2. Nf3");
        let mut second = Position::start();
        second.play_unchecked(moves[0]);
        assert_eq!(line(&second, &moves[1..]), "1... e5 2. Nf3");
    }
}
