//! Squares, bitboards, moves as bits, and lists, checked square by square.

use proptest::prelude::*;
use quevedo::types::{
    Bitboard, CastlingRooks, Color, Direction, Move, MoveKind, MoveList, Piece, PieceType, Square,
};

/// Sets of every density.
fn sets() -> impl Strategy<Value = u64> {
    let some = prop::collection::vec(0..64u32, 0..6);
    prop_oneof![
        any::<u64>(),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b),
        some.prop_map(|squares| squares.into_iter().fold(0, |set, square| set | 1 << square)),
    ]
}

/// The squares whose file and rank satisfy a condition.
fn set(has: impl Fn(i32, i32) -> bool) -> Bitboard {
    let squares = (0..64).filter(|square| has(square % 8, square / 8));
    Bitboard(squares.fold(0, |set, square| set | 1 << square))
}

const STEPS: [(Direction, i32, i32); 8] = [
    (Direction::North, 0, 1),
    (Direction::South, 0, -1),
    (Direction::East, 1, 0),
    (Direction::West, -1, 0),
    (Direction::NorthEast, 1, 1),
    (Direction::NorthWest, -1, 1),
    (Direction::SouthEast, 1, -1),
    (Direction::SouthWest, -1, -1),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_are_moved_square_by_square(bits in sets(), other in sets()) {
        let has = |file: i32, rank: i32| {
            (0..8).contains(&file) && (0..8).contains(&rank) && bits >> (rank * 8 + file) & 1 == 1
        };
        let board = Bitboard(bits);
        for (direction, files, ranks) in STEPS {
            prop_assert_eq!(board.shift(direction), set(|f, r| has(f - files, r - ranks)));
            prop_assert_eq!(i32::from(direction.delta()), files + 8 * ranks);
        }
        prop_assert_eq!(board.fill_north(), set(|f, r| (0..=r).any(|below| has(f, below))));
        prop_assert_eq!(board.fill_south(), set(|f, r| (r..8).any(|above| has(f, above))));
        prop_assert_eq!(board.widen(), set(|f, r| has(f, r) || has(f - 1, r) || has(f + 1, r)));
        prop_assert_eq!(board.flip_ranks(), set(|f, r| has(f, 7 - r)));

        let squares: Vec<u32> = (0..64).filter(|square| bits >> square & 1 == 1).collect();
        prop_assert_eq!(board.count() as usize, squares.len());
        prop_assert_eq!((board.is_empty(), board.any()), (squares.is_empty(), !squares.is_empty()));
        prop_assert_eq!(board.many(), squares.len() > 1);
        let walked: Vec<u32> = board.into_iter().map(|square| square.index() as u32).collect();
        prop_assert_eq!(&walked, &squares);
        if let (Some(&first), Some(&last)) = (squares.first(), squares.last()) {
            prop_assert_eq!(board.first().index() as u32, first);
            prop_assert_eq!(board.last().index() as u32, last);
            prop_assert_eq!(board.without_first(), Bitboard(bits & !(1 << first)));
        }
        let two = Bitboard(other);
        prop_assert_eq!((board - two).0, bits & !other);
        let expected = [bits & other, bits | other, bits ^ other];
        prop_assert_eq!([board & two, board | two, board ^ two].map(|made| made.0), expected);
        let [mut and, mut or, mut xor] = [board; 3];
        and &= two;
        or |= two;
        xor ^= two;
        prop_assert_eq!([and, or, xor].map(|made| made.0), expected);
    }

    /// The attacks of a set of pieces are the union of the attacks of each.
    #[test]
    fn attacks_of_many_are_those_of_each(bits in sets()) {
        let many = Bitboard(bits);
        let each = |attack: fn(Square) -> Bitboard| {
            many.into_iter().fold(Bitboard::EMPTY, |all, square| all | attack(square))
        };
        prop_assert_eq!(quevedo::attacks::knights(many), each(quevedo::attacks::knight));
        prop_assert_eq!(quevedo::attacks::kings(many), each(quevedo::attacks::king));
    }
}

#[test]
fn squares_are_files_and_ranks() {
    for (index, square) in Square::all().enumerate() {
        let (file, rank) = (index as u8 % 8, index as u8 / 8);
        assert_eq!((square.index(), square.file(), square.rank()), (index, file, rank));
        assert_eq!(Square::from_coords(file, rank), Some(square));
        assert_eq!(Square::from_index(index), Some(square));
        assert_eq!(square.relative(Color::White), square);
        assert_eq!(square.relative(Color::Black), Square::new(file, 7 - rank));
        assert_eq!(square.relative_rank(Color::Black), 7 - rank);
        assert_eq!(square.flip_rank(), Square::new(file, 7 - rank));
        assert_eq!(Bitboard::LIGHT.has(square), (file + rank) % 2 == 1);
        let name = [b'a' + file, b'1' + rank].map(char::from);
        assert_eq!(square.to_string(), String::from_iter(name));
        for other in Square::all() {
            let far = file.abs_diff(other.file()).max(rank.abs_diff(other.rank()));
            assert_eq!(square.distance(other), far);
        }
    }
    assert_eq!(Square::all().count(), 64);
    for (file, rank) in [(8, 0), (0, 8), (8, 8), (255, 3), (3, 255)] {
        assert_eq!(Square::from_coords(file, rank), None);
    }
    assert_eq!(Square::from_index(64), None);
}

#[test]
fn moves_are_their_bits() {
    let quiet = Move::new(Square::new(4, 1), Square::new(4, 3), MoveKind::Quiet);
    let mut known = std::collections::BTreeSet::new();
    for bits in 0..=u16::MAX {
        let Some(mv) = Move::from_bits(bits) else { continue };
        assert_eq!(mv.bits(), bits);
        assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
        assert_eq!(mv.from_to(), usize::from(bits & 0xFFF));
        known.insert((mv.from().index(), mv.to().index(), mv.kind() as u8));
    }
    assert!(known.contains(&(12, 28, quiet.kind() as u8)) && known.len() > 50_000);
    // Castling from the standard squares is the king's step, elsewhere king takes rook.
    let castle = |king: u8, rook: u8, rank: u8| {
        Move::new(Square::new(king, rank), Square::new(rook, rank), MoveKind::Castle).to_string()
    };
    assert_eq!([castle(4, 7, 0), castle(4, 0, 7)], ["e1g1", "e8c8"]);
    assert_eq!([castle(4, 6, 0), castle(3, 0, 7), castle(1, 7, 0)], ["e1g1", "d8a8", "b1h1"]);
}

#[test]
fn a_list_that_is_cleared_begins_again() {
    let mv = |to| Move::new(Square::new(0, 0), Square::new(to, 3), MoveKind::Quiet);
    let mut list = MoveList::new();
    (1..5).for_each(|to| list.push(mv(to)));
    assert_eq!(list.to_vec(), [mv(1), mv(2), mv(3), mv(4)]);
    list.clear();
    assert!(list.is_empty());
    list.push(mv(6));
    assert_eq!(list.to_vec(), [mv(6)]);
}

#[test]
fn castling_rooks_are_a_set_of_back_rank_squares() {
    let [a1, h1, c8] = [Square::new(0, 0), Square::new(7, 0), Square::new(2, 7)];
    let none = CastlingRooks::NONE;
    let all = none.with(a1).with(h1).with(c8);
    assert!(none.is_empty() && !all.is_empty());
    assert_eq!(all.squares(), a1.bitboard() | h1.bitboard() | c8.bitboard());
    assert_eq!(all.of(Color::White), a1.bitboard() | h1.bitboard());
    assert_eq!(all.of(Color::Black), c8.bitboard());
    assert_eq!(all.bits().collect::<Vec<_>>(), [0, 7, 10]);
    assert_eq!(all.without(h1.bitboard() | c8.bitboard()), none.with(a1));
    assert_eq!(all.difference(none.with(a1)), none.with(h1).with(c8));
}

#[test]
fn pieces_are_kind_and_color() {
    for color in Color::ALL {
        for kind in PieceType::ALL {
            let piece = Piece::new(kind, color);
            assert_eq!((piece.kind(), piece.color()), (kind, color));
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(piece.letter().is_ascii_uppercase(), color == Color::White);
        }
    }
    assert_eq!(Piece::from_letter('x'), None);
}
