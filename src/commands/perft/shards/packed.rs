//! A position and the number of paths to it, in 32 bytes.

use crate::board::{Board, Setup};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// A rook with a castling right. Lower codes are the piece types.
const CASTLING_ROOK: u8 = 6;
/// A pawn that may be captured en passant, of the side that is not to move.
const EN_PASSANT_PAWN: u8 = 7;
/// Added to the codes of Black's pieces.
const BLACK: u8 = 8;
/// Black's king if Black is to move.
const BLACK_KING_TO_MOVE: u8 = 15;
/// The number of bits in a code.
const CODE_BITS: usize = 4;
/// No more codes fit, and no board has more pieces.
const MAX_PIECES: u32 = u128::BITS / CODE_BITS as u32;

/// A position in 24 bytes: the occupied squares, then the codes of their pieces. Two are equal if and only if the
/// boards are, including castling rights and en passant square.
///
/// Both parts begin at the back rank of the side that is *not* to move, so when sorted, positions in which that side's
/// pieces are on the same squares are neighbours. These have the most children in common, because every move but a
/// capture leaves the other side's pieces where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedBoard {
    occupied: u64,
    codes: [u64; 2],
}

impl PackedBoard {
    pub(super) fn new(board: &Board) -> PackedBoard {
        // Each bit of the codes as a set of squares.
        let mut planes = [Bitboard::EMPTY; CODE_BITS];
        let mut mark = |squares: Bitboard, code: u8| {
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane &= !squares;
                if code >> bit & 1 != 0 {
                    *plane |= squares;
                }
            }
        };
        let black = board.color(Color::Black);
        for kind in PieceType::ALL {
            mark(board.kind(kind), kind as u8);
            mark(board.kind(kind) & black, kind as u8 + BLACK);
        }
        mark(board.castling().of(Color::White), CASTLING_ROOK);
        mark(board.castling().of(Color::Black), CASTLING_ROOK + BLACK);
        if let Some(square) = board.en_passant() {
            mark(other_side(square).bitboard(), EN_PASSANT_PAWN);
        }
        let side = board.side();
        if side == Color::Black {
            mark(board.king(Color::Black).bitboard(), BLACK_KING_TO_MOVE);
        }
        let occupied = turned(board.occupied(), side);
        let planes = planes.map(|plane| turned(plane, side));
        let mut codes = 0u128;
        let mut rest = occupied;
        while rest.any() {
            let square = rest.last();
            rest ^= square.bitboard();
            let bit = |plane: usize| u128::from(planes[plane].0 >> square.index() & 1) << plane;
            codes = codes << CODE_BITS | bit(0) | bit(1) | bit(2) | bit(3);
        }
        PackedBoard { occupied: occupied.0, codes: [(codes >> u64::BITS) as u64, codes as u64] }
    }

    /// The board; `None` if the bytes are not a valid board.
    pub(super) fn unpack(self) -> Option<Board> {
        let occupied = Bitboard(self.occupied);
        let pieces = occupied.count();
        if pieces > MAX_PIECES {
            return None;
        }
        let codes = u128::from(self.codes[0]) << u64::BITS | u128::from(self.codes[1]);
        let code = |piece: u32| (codes >> (piece as usize * CODE_BITS)) as u8 & 0xF;
        let is_blacks = (0..pieces).any(|piece| code(piece) == BLACK_KING_TO_MOVE);
        let side = if is_blacks { Color::Black } else { Color::White };
        let mut fen = FenText::default();
        let mut en_passant = None;
        // The last code is that of the first square.
        for (piece, square) in (0..).zip(occupied) {
            let square = if is_blacks { square.flip_rank() } else { square };
            let code = code(piece);
            let of = |code: u8| if code < BLACK { Color::White } else { Color::Black };
            let (kind, color) = match code {
                BLACK_KING_TO_MOVE => (PieceType::King, Color::Black),
                EN_PASSANT_PAWN => {
                    en_passant = Some(other_side(square));
                    (PieceType::Pawn, !side)
                }
                _ => match code % BLACK {
                    CASTLING_ROOK => (PieceType::Rook, of(code)),
                    kind => (*PieceType::ALL.get(usize::from(kind))?, of(code)),
                },
            };
            fen.place(Piece::new(kind, color), square);
            if code % BLACK == CASTLING_ROOK {
                fen.castling(color, square);
            }
        }
        // Boards are made only by the FEN parser, which refuses invalid ones.
        let board = Setup::parse(fen.finish(side, en_passant)).ok()?.board;
        (PackedBoard::new(&board) == self).then_some(board)
    }
}

/// The squares with the back rank of the side not to move in the most significant bits.
fn turned(squares: Bitboard, side: Color) -> Bitboard {
    if side == Color::Black { squares.flip_ranks() } else { squares }
}

/// From the en passant square to the pawn's square, and back.
fn other_side(square: Square) -> Square {
    const A_RANK: u8 = 8;
    Square::masked(square.index() as u8 ^ A_RANK)
}

/// A FEN, on the stack.
struct FenText {
    text: [u8; 96],
    castling: [u8; 4],
    castlings: usize,
}

/// The characters of a rank, including the separator after it.
const RANK: usize = 9;
/// The characters of the first field.
const PLACEMENT: usize = 8 * RANK - 1;

impl Default for FenText {
    fn default() -> FenText {
        let mut text = [b'1'; 96];
        (1..8).for_each(|rank| text[rank * RANK - 1] = b'/');
        FenText { text, castling: [0; 4], castlings: 0 }
    }
}

impl FenText {
    fn place(&mut self, piece: Piece, square: Square) {
        let row = usize::from(7 - square.rank());
        self.text[row * RANK + usize::from(square.file())] = piece.letter() as u8;
    }

    /// A right too many is left out: then the board is invalid, and the round trip detects it.
    fn castling(&mut self, color: Color, rook: Square) {
        let file = b'a' + rook.file();
        if let Some(place) = self.castling.get_mut(self.castlings) {
            *place = if color == Color::White { file.to_ascii_uppercase() } else { file };
            self.castlings += 1;
        }
    }

    fn finish(&mut self, side: Color, en_passant: Option<Square>) -> &str {
        let mut end = PLACEMENT;
        let mut add = |field: &[u8]| {
            self.text[end] = b' ';
            self.text[end + 1..][..field.len()].copy_from_slice(field);
            end += field.len() + 1;
        };
        add(if side == Color::White { b"w" } else { b"b" });
        add(if self.castlings == 0 { b"-" } else { &self.castling[..self.castlings] });
        match en_passant {
            Some(square) => add(&[b'a' + square.file(), b'1' + square.rank()]),
            None => add(b"-"),
        }
        str::from_utf8(&self.text[..end]).unwrap_or_default()
    }
}

/// A position and the number of paths to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record {
    pub(super) board: PackedBoard,
    pub(super) paths: u64,
}

impl Record {
    /// The number of bytes in a file.
    pub(super) const BYTES: usize = Record::WORDS * size_of::<u64>();
    const WORDS: usize = 4;

    pub(super) fn words(&self) -> [u64; Record::WORDS] {
        let PackedBoard { occupied, codes: [first, second] } = self.board;
        [occupied, first, second, self.paths]
    }

    pub(super) fn to_bytes(self) -> [u8; Record::BYTES] {
        let mut bytes = [0; Record::BYTES];
        for (place, word) in bytes.as_chunks_mut().0.iter_mut().zip(self.words()) {
            *place = word.to_le_bytes();
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; Record::BYTES]) -> Record {
        let mut words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        let mut word = || words.next().unwrap_or_default();
        let board = PackedBoard { occupied: word(), codes: [word(), word()] };
        Record { board, paths: word() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{PackedBoard, Record};
    use crate::board::{Board, Setup};

    /// Initial positions with castling rights in both notations, and with pawns about to promote or to be captured en
    /// passant.
    const ROOTS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
    ];

    /// The boards of a random walk from one of them.
    fn walk(root: usize, steps: &[usize]) -> Vec<Board> {
        let mut board = Setup::parse(ROOTS[root]).unwrap().board;
        let mut boards = vec![board];
        for step in steps {
            let moves = board.legal_moves();
            let Some(&mv) = moves.get(step % moves.len().max(1)) else { break };
            board.play_unchecked(mv);
            boards.push(board);
        }
        boards
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn boards_survive_packing(
            root in 0..ROOTS.len(),
            steps in prop::collection::vec(0_usize..1000, 0..120),
            paths in any::<u64>(),
        ) {
            let boards = walk(root, &steps);
            for board in &boards {
                let record = Record { board: PackedBoard::new(board), paths };
                prop_assert_eq!(Record::from_bytes(&record.to_bytes()), record);
                prop_assert_eq!(record.board.unpack(), Some(*board));
            }
            // Neighbouring boards differ little, and some positions recur.
            for (one, other) in boards.iter().zip(&boards[1..]).chain(boards.iter().zip(boards.get(4..).unwrap_or_default())) {
                let packed = [one, other].map(PackedBoard::new);
                prop_assert_eq!(packed[0] == packed[1], one == other);
                prop_assert_eq!(packed[0].cmp(&packed[1]).is_eq(), one == other);
            }
        }

        #[test]
        fn nonsense_is_no_board(bytes in any::<[u8; Record::BYTES]>(), place in 0..24_usize, value in any::<u8>()) {
            let same = |record: Record| {
                let board = record.board.unpack();
                board.is_none_or(|board| PackedBoard::new(&board) == record.board)
            };
            prop_assert!(same(Record::from_bytes(&bytes)));
            let mut bytes = Record { board: PackedBoard::new(&Board::start()), paths: 1 }.to_bytes();
            bytes[place] = value;
            prop_assert!(same(Record::from_bytes(&bytes)));
        }
    }

    #[test]
    fn rights_and_en_passant_tell_boards_apart() {
        let packed = |fen: &str| PackedBoard::new(&Setup::parse(fen).unwrap().board);
        let fens = [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        ];
        for (i, one) in fens.iter().enumerate() {
            for (j, other) in fens.iter().enumerate() {
                assert_eq!(packed(one) == packed(other), i == j, "{one} {other}");
            }
        }
        // This pawn can't be captured en passant, so the boards are equal.
        let (with, without) =
            ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1");
        assert_eq!(packed(with), packed(without));
    }
}
