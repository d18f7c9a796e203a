//! Opening books in Polyglot format: entries of position key, move and weight, sorted by key.
//!
//! Sources: <https://www.chessprogramming.org/PolyGlot>,
//! <http://hgm.nubati.net/book_format.html>

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::position::Position;
use crate::types::{Key, Move, PieceType};

/// Bytes per entry, big-endian: 8 for the key, 2 for the move, 2 for the weight, 4 for learning data.
const ENTRY_BYTES: u64 = 16;

/// The built-in book, made from the engine's own games with `quevedo book make`.
static OWN: &[u8] = include_bytes!("own.bin");

/// Readable at any offset: a file, or bytes in memory.
trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// A book move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, legal in the position that was looked up.
    pub mv: Move,
    /// How often to play it relative to the others; 0 means never.
    pub weight: u16,
}

/// An open opening book, with the random generator that chooses among its moves.
pub struct Book {
    source: Box<dyn Source>,
    entries: u64,
    rng: Xoshiro256PlusPlus,
}

impl Book {
    /// The built-in book.
    ///
    /// # Panics
    /// If the build embedded something that is not a book; a test rules that out.
    pub fn own(seed: u64) -> Book {
        Book::new(Box::new(Cursor::new(OWN)), seed).expect("the embedded book is sound")
    }

    /// Opens a book file. The same seed gives the same choices.
    ///
    /// # Errors
    /// If the file can't be read or does not have the length of a book.
    pub fn open(path: &Path, seed: u64) -> io::Result<Book> {
        Book::new(Box::new(File::open(path)?), seed)
    }

    /// A book with these contents. The same seed gives the same choices.
    ///
    /// # Errors
    /// If the contents do not have the length of a book.
    pub fn from_bytes(bytes: Vec<u8>, seed: u64) -> io::Result<Book> {
        Book::new(Box::new(Cursor::new(bytes)), seed)
    }

    fn new(mut source: Box<dyn Source>, seed: u64) -> io::Result<Book> {
        let bytes = source.seek(SeekFrom::End(0))?;
        if bytes == 0 || bytes % ENTRY_BYTES != 0 {
            let text = format!("expected a Polyglot book of 16-byte entries, got {bytes} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Ok(Book { source, entries: bytes / ENTRY_BYTES, rng })
    }

    /// The number of entries.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Always false: a book has at least one entry.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    fn entry(&mut self, index: u64) -> io::Result<(Key, u16, u16)> {
        let mut bytes = [0; ENTRY_BYTES as usize];
        self.source.seek(SeekFrom::Start(index * ENTRY_BYTES))?;
        self.source.read_exact(&mut bytes)?;
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = bytes;
        Ok((
            u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            u16::from_be_bytes([m0, m1]),
            u16::from_be_bytes([w0, w1]),
        ))
    }

    /// The book's moves in a position, in the order of the book. Illegal moves are skipped.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn moves(&mut self, position: &Position) -> io::Result<Vec<BookMove>> {
        let key = position.polyglot_key();
        // The first entry that is not below the key.
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.0 < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut moves = Vec::new();
        for index in low..self.entries {
            let (found, code, weight) = self.entry(index)?;
            if found != key {
                break;
            }
            moves.extend(decode(code, position).map(|mv| BookMove { mv, weight }));
        }
        Ok(moves)
    }

    /// A random move, chosen by weight; `None` if the book has no move to play.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn choose(&mut self, position: &Position) -> io::Result<Option<Move>> {
        let moves = self.moves(position)?;
        let total: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
        if total == 0 {
            return Ok(None);
        }
        let mut left = self.rng.next_u64() % total;
        Ok(moves.into_iter().find_map(|found| {
            let weight = u64::from(found.weight);
            let chosen = left < weight;
            left = left.saturating_sub(weight);
            chosen.then_some(found.mv)
        }))
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book of {} entries", self.entries)
    }
}

/// Promotions by Polyglot's number.
const PROMOTIONS: [Option<PieceType>; 8] = [
    None,
    Some(PieceType::Knight),
    Some(PieceType::Bishop),
    Some(PieceType::Rook),
    Some(PieceType::Queen),
    None,
    None,
    None,
];

/// To (bits 0 to 5), from (6 to 11), promotion (12 to 14). Castling is king takes rook, as in `Move`.
fn encode(mv: Move) -> u16 {
    let promotion = PROMOTIONS.iter().position(|&kind| kind == mv.promotion()).unwrap_or(0);
    mv.to().index() as u16 | (mv.from().index() as u16) << 6 | (promotion as u16) << 12
}

fn decode(code: u16, position: &Position) -> Option<Move> {
    let legal = position.board().legal_moves();
    legal.iter().copied().find(|&mv| encode(mv) == code)
}

/// Builds a book from what each move has scored in games.
#[derive(Default)]
pub struct BookBuilder {
    entries: BTreeMap<(Key, u16), MoveStats>,
}

/// A move's results.
#[derive(Clone, Copy, Default)]
struct MoveStats {
    games: u64,
    /// Two for a win by the side that moved, one for a draw.
    points: u64,
}

impl BookBuilder {
    /// Adds a move of a game; `points` are 2 for a win by the side that moved, 1 for a draw.
    pub fn add(&mut self, position: &Position, mv: Move, points: u64) {
        let key = position.polyglot_key();
        let record = self.entries.entry((key, encode(mv))).or_default();
        record.games += 1;
        record.points += points;
    }

    /// Writes the moves that were played in at least `min_games` games and have scored, and returns how
    /// many.
    ///
    /// The weight of a move is its points, scaled so that the best move of a position fits.
    ///
    /// # Errors
    /// If the output can't be written.
    pub fn write(&self, min_games: u64, out: impl Write) -> io::Result<u64> {
        let mut out = BufWriter::new(out);
        let mut kept: Vec<(Key, u16, u64)> = self
            .entries
            .iter()
            .filter(|(_, record)| record.games >= min_games && record.points > 0)
            .map(|(&(key, code), record)| (key, code, record.points))
            .collect();
        // By position, the best move first.
        kept.sort_by_key(|&(key, code, points)| (key, std::cmp::Reverse(points), code));
        for position in kept.chunk_by(|a, b| a.0 == b.0) {
            let most = position[0].2.max(u64::from(u16::MAX));
            for &(key, code, points) in position {
                let weight = (points * u64::from(u16::MAX)).div_ceil(most) as u16;
                out.write_all(&key.to_be_bytes())?;
                out.write_all(&code.to_be_bytes())?;
                out.write_all(&weight.to_be_bytes())?;
                out.write_all(&[0; 4])?;
            }
        }
        out.flush()?;
        Ok(kept.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::{Book, BookBuilder, decode, encode};
    use crate::position::Position;

    /// The keys that the author of the format published.
    #[test]
    fn keys_are_those_of_the_format() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().polyglot_key(), key, "{fen}");
        }
    }

    #[test]
    fn every_move_is_written_and_read_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in &position.board().legal_moves() {
                assert_eq!(decode(encode(mv), &position), Some(mv));
            }
        }
    }

    fn book(plays: &[(&str, u64, u64)], seed: u64) -> Book {
        let start = Position::start();
        let mut builder = BookBuilder::default();
        for &(text, games, points) in plays {
            for _ in 0..games {
                builder.add(&start, start.parse_uci(text).unwrap(), points);
            }
        }
        let mut bytes = Vec::new();
        builder.write(2, &mut bytes).unwrap();
        Book::from_bytes(bytes, seed).unwrap()
    }

    #[test]
    fn moves_are_drawn_by_weight() {
        let start = Position::start();
        let plays = [("e2e4", 30, 1), ("d2d4", 10, 1), ("a2a3", 1, 2), ("h2h4", 5, 0)];
        let mut drawn = std::collections::BTreeMap::new();
        let mut weighted = book(&plays, 1);
        assert_eq!(weighted.len(), 2, "rare and losing moves stay out");
        for _ in 0..4000 {
            let mv = weighted.choose(&start).unwrap().unwrap();
            *drawn.entry(mv.uci(false).to_string()).or_insert(0) += 1;
        }
        assert!((2850..3150).contains(&drawn["e2e4"]), "{drawn:?}");
        assert_eq!(drawn["e2e4"] + drawn["d2d4"], 4000);
        let (mut one, mut other) = (book(&plays, 7), book(&plays, 7));
        for _ in 0..50 {
            assert_eq!(one.choose(&start).unwrap(), other.choose(&start).unwrap());
        }
    }

    #[test]
    fn what_is_no_book_is_refused() {
        for bytes in [vec![], vec![0; 15], vec![0; 17]] {
            assert!(Book::from_bytes(bytes, 0).is_err());
        }
        // Meaningless entries are not moves.
        let mut nonsense = Book::from_bytes(vec![0xFF; 160], 0).unwrap();
        assert_eq!(nonsense.choose(&Position::start()).unwrap(), None);
    }

    #[test]
    fn the_own_book_knows_the_start_position() {
        let mut own = Book::own(0);
        assert!(own.choose(&Position::start()).unwrap().is_some());
    }
}
