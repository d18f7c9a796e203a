//! Encoding and decoding a game.
//!
//! The crate encodes, but its decoder trusts its input and files may be damaged. So the start position is
//! decoded here, through the FEN parser, and every move is tested for legality.

use viriformat::chess::board::{Board as PackBoard, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move as PackMove, MoveFlags};
use viriformat::chess::piece::{Colour, Piece as PackPiece, PieceType as PackType};
use viriformat::chess::types::Square as PackSquare;
use viriformat::dataformat::Game as PackGame;

use super::error::Problem;
use super::game::{Game, Ply};
use crate::board::Setup;
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square, Wing};

/// Bytes of a start position.
pub(super) const START_BYTES: usize = 32;
/// Bytes of a ply, and of the terminator.
pub(super) const PLY_BYTES: usize = 4;

/// Largest number of pieces.
const MAX_PIECES: u32 = 32;
/// Offsets of the fields: eight bytes of occupancy come first, then four bits per piece.
const PIECES_AT: usize = 8;
const SIDE_AT: usize = 24;
const RULE50_AT: usize = 25;
const FULLMOVE_AT: usize = 26;
const RESULT_AT: usize = 30;

/// The type of a rook with castling rights, after the king's.
const CASTLING_ROOK: u8 = 6;
/// The four bits of a piece: type and colour.
const TYPE: u8 = 7;
const BLACK: u8 = 8;
/// The bit for Black to move; the other bits are the en-passant square, or 64.
const BLACK_TO_MOVE: u8 = 0x80;
/// The result field.
const BLACK_WINS: u8 = 0;
const DRAWN: u8 = 1;
const WHITE_WINS: u8 = 2;

impl Game {
    /// The game in viriformat. A rule-50 counter too large for the format is clamped.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packed = PackGame::new(&packed_board(&self.start));
        packed.set_outcome(match self.winner {
            Some(Color::White) => GameOutcome::WhiteWin(WinType::Adjudication),
            Some(Color::Black) => GameOutcome::BlackWin(WinType::Adjudication),
            None => GameOutcome::Draw(DrawType::Adjudication),
        });
        for ply in &self.plies {
            packed.add_move(packed_move(ply.mv), ply.white_score);
        }
        let mut bytes = Vec::with_capacity(START_BYTES + (self.plies.len() + 1) * PLY_BYTES);
        packed.serialise_into(&mut bytes).expect("memory takes every byte");
        bytes
    }
}

/// Decodes a start position and plies; an incomplete ply at the end is ignored.
pub(super) fn decode(bytes: &[u8]) -> Result<Game, Problem> {
    let (head, rest) = bytes.split_first_chunk::<START_BYTES>().ok_or(Problem::Unfinished)?;
    let start = start_of(head)?;
    let winner = match head[RESULT_AT] {
        WHITE_WINS => Some(Color::White),
        DRAWN => None,
        BLACK_WINS => Some(Color::Black),
        other => return Err(Problem::Start(format!("the result is {other}"))),
    };
    let mut position = start;
    let mut plies = Vec::with_capacity(rest.len() / PLY_BYTES);
    let (rest, _) = rest.as_chunks::<PLY_BYTES>();
    for &[move_low, move_high, score_low, score_high] in rest {
        let bits = u16::from_le_bytes([move_low, move_high]);
        let bad = || Problem::Move { ply: plies.len(), bits, fen: position.to_string() };
        let mv = PackMove::from_raw(bits).and_then(|mv| move_of(mv, &position)).ok_or_else(bad)?;
        plies.push(Ply { mv, white_score: i16::from_le_bytes([score_low, score_high]) });
        position.play_unchecked(mv);
    }
    Ok(Game { start, plies, winner })
}

fn packed_square(square: Square) -> PackSquare {
    PackSquare::new_clamped(square.index() as u8)
}

const fn packed_color(color: Color) -> Colour {
    Colour::new(matches!(color, Color::Black))
}

const fn packed_type(kind: PieceType) -> PackType {
    match kind {
        PieceType::Pawn => PackType::Pawn,
        PieceType::Knight => PackType::Knight,
        PieceType::Bishop => PackType::Bishop,
        PieceType::Rook => PackType::Rook,
        PieceType::Queen => PackType::Queen,
        PieceType::King => PackType::King,
    }
}

fn packed_board(position: &Position) -> PackBoard {
    let board = position.board();
    let mut packed = PackBoard::new();
    for square in board.occupied() {
        if let Some(piece) = position.piece_on(square) {
            let piece = PackPiece::new(packed_color(piece.color()), packed_type(piece.kind()));
            packed.add_piece(packed_square(square), piece);
        }
    }
    for color in Color::ALL {
        for rook in board.castling().of(color) {
            let (rights, side) = (packed.castling_rights_mut(), packed_color(color));
            *match Wing::of(board.king(color), rook) {
                Wing::King => rights.kingside_mut(side),
                Wing::Queen => rights.queenside_mut(side),
            } = Some(packed_square(rook));
        }
    }
    *packed.turn_mut() = packed_color(position.side());
    *packed.ep_sq_mut() = board.en_passant().map(packed_square);
    *packed.halfmove_clock_mut() = position.rule50().min(u16::from(u8::MAX)) as u8;
    packed.set_fullmove_clock(position.game_ply() / 2 + 1);
    packed
}

fn packed_move(mv: Move) -> PackMove {
    let (from, to) = (packed_square(mv.from()), packed_square(mv.to()));
    match (mv.kind(), mv.promotion()) {
        (_, Some(kind)) => PackMove::new_with_promo(from, to, packed_type(kind)),
        (MoveKind::Castle, _) => PackMove::new_with_flags(from, to, MoveFlags::Castle),
        (MoveKind::EnPassant, _) => PackMove::new_with_flags(from, to, MoveFlags::EnPassant),
        _ => PackMove::new(from, to),
    }
}

/// The legal move, if it is one.
fn move_of(packed: PackMove, position: &Position) -> Option<Move> {
    let from = Square::masked(packed.from().inner());
    let to = Square::masked(packed.to().inner());
    let capture = position.piece_on(to).is_some();
    let pawn = position.piece_on(from)?.kind() == PieceType::Pawn;
    let kind = if let Some(kind) = packed.promotion_type() {
        let kind = PieceType::ALL.into_iter().find(|&own| packed_type(own) == kind)?;
        MoveKind::promotion(kind, capture)
    } else if packed.is_castle() {
        MoveKind::Castle
    } else if packed.is_ep() {
        MoveKind::EnPassant
    } else if capture {
        MoveKind::Capture
    } else if pawn && from.rank().abs_diff(to.rank()) == 2 {
        MoveKind::DoublePush
    } else {
        MoveKind::Quiet
    };
    let mv = Move::new(from, to, kind);
    position.is_legal(mv).then_some(mv)
}

/// Decodes a start position.
fn start_of(head: &[u8; START_BYTES]) -> Result<Position, Problem> {
    let bad = |text: &str| Problem::Start(text.into());
    let mut occupancy = [0; PIECES_AT];
    occupancy.copy_from_slice(&head[..PIECES_AT]);
    let occupied = Bitboard(u64::from_le_bytes(occupancy));
    if occupied.count() > MAX_PIECES {
        return Err(bad("more than 32 pieces"));
    }
    let mut pieces = [None; 64];
    let mut castling = String::new();
    for (index, square) in occupied.into_iter().enumerate() {
        let code = head[PIECES_AT + index / 2] >> (index % 2 * 4) & (TYPE | BLACK);
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let kind = match code & TYPE {
            CASTLING_ROOK => {
                if square.relative_rank(color) != 0 {
                    return Err(bad("a castling rook is not on its back rank"));
                }
                let file = (b'a' + square.file()) as char;
                castling.push(match color {
                    Color::White => file.to_ascii_uppercase(),
                    Color::Black => file,
                });
                PieceType::Rook
            }
            code => {
                *PieceType::ALL.get(usize::from(code)).ok_or_else(|| bad("unknown piece type"))?
            }
        };
        pieces[square.index()] = Some(Piece::new(kind, color));
    }
    let side = if head[SIDE_AT] & BLACK_TO_MOVE == 0 { 'w' } else { 'b' };
    let en_passant = match Square::from_index(usize::from(head[SIDE_AT] & !BLACK_TO_MOVE)) {
        Some(square) => square.to_string(),
        None => "-".into(),
    };
    if castling.is_empty() {
        castling.push('-');
    }
    let rule50 = head[RULE50_AT];
    let fullmove = u16::from_le_bytes([head[FULLMOVE_AT], head[FULLMOVE_AT + 1]]);
    let pieces = placement(&pieces);
    let fen = format!("{pieces} {side} {castling} {en_passant} {rule50} {fullmove}");
    let setup = Setup::parse(&fen).map_err(|error| Problem::Start(error.to_string()))?;
    Ok(Position::new(setup))
}

/// The first field of a FEN, with a 1 for each empty square.
fn placement(pieces: &[Option<Piece>; 64]) -> String {
    let rank = |rank: &[Option<Piece>]| -> String {
        rank.iter().map(|piece| piece.map_or('1', Piece::letter)).collect()
    };
    pieces.chunks(8).rev().map(rank).collect::<Vec<_>>().join("/")
}
