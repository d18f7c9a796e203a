//! `quevedo perft --details`, compared with the tables of the Chess Programming Wiki and with the second generator.

use crate::common::mailbox;
use crate::common::tool::{printed, refused};

/// Nodes, captures, en passant, castles, promotions, checks, discovered checks, double checks and mates, by depth. The
/// Wiki has only the nodes of position 5, and no discovered and double checks of position 4.
/// Source: <https://www.chessprogramming.org/Perft_Results>
const WIKI: [(&str, &str); 4] = [
    (
        "startpos",
        "20 0 0 0 0 0 0 0 0
        400 0 0 0 0 0 0 0 0
        8902 34 0 0 0 12 0 0 0
        197281 1576 0 0 0 469 0 0 8
        4865609 82719 258 0 0 27351 6 0 347",
    ),
    (
        "kiwipete",
        "48 8 0 2 0 0 0 0 0
        2039 351 1 91 0 3 0 0 0
        97862 17102 45 3162 0 993 0 0 1
        4085603 757163 1929 128013 15172 25523 42 6 43",
    ),
    (
        "endgame",
        "14 1 0 0 0 2 0 0 0
        191 14 0 0 0 10 0 0 0
        2812 209 2 0 0 267 3 0 0
        43238 3348 123 0 0 1680 106 0 17
        674624 52051 1165 0 0 52950 1292 3 0
        11030083 940350 33325 0 7552 452473 26067 0 2733",
    ),
    (
        "promotions",
        "6 0 0 0 0 0 ? ? 0
        264 87 0 6 48 10 ? ? 0
        9467 1021 4 0 120 38 ? ? 22
        422333 131393 0 7795 60032 15492 ? ? 5",
    ),
];

/// The figures of each depth; every line of the table must be as long as its heading.
fn table(arguments: &[&str]) -> Vec<Vec<String>> {
    let table = printed(&[&["perft", "--details"], arguments].concat());
    let (head, rows) = table.split_once('\n').unwrap();
    assert!(rows.lines().all(|row| row.len() == head.len()), "{table}");
    let rows: Vec<_> = rows.lines().map(|row| row.split_whitespace().map(str::to_owned)).collect();
    (1..)
        .zip(rows)
        .map(|(depth, mut row)| {
            assert_eq!(row.next(), Some(depth.to_string()), "{table}");
            row.collect()
        })
        .collect()
}

#[test]
fn the_tables_of_the_wiki() {
    for (name, wiki) in WIKI {
        let wiki: Vec<Vec<&str>> =
            wiki.lines().map(|line| line.split_whitespace().collect()).collect();
        let depth = wiki.len().to_string();
        for threads in ["1", "3"] {
            let table = table(&[&depth, "--fen", name, "--threads", threads]);
            assert_eq!(table.len(), wiki.len(), "{name}");
            for (own, wiki) in table.iter().zip(&wiki) {
                let agree = |(own, wiki): (&String, &&str)| *wiki == "?" || own == wiki;
                assert!(own.iter().zip(wiki).all(agree), "{name}: {own:?}, {wiki:?}");
            }
        }
    }
}

#[test]
fn csv_has_the_same_figures() {
    let csv = printed(&["perft", "4", "--details", "--csv", "--fen", "promotions"]);
    let (head, rows) = csv.split_once('\n').unwrap();
    assert!(
        head.starts_with("depth,nodes,captures,en_passant,castles,promotions,checks,"),
        "{csv}"
    );
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').skip(1).collect()).collect();
    assert_eq!(rows, table(&["4", "--fen", "promotions"]));
    for arguments in [
        &["3", "--csv"][..],
        &["3", "--details", "--hash", "1"],
        &["3", "--details", "--divide"],
        &["3", "--details", "--verify"],
        &["--details"],
        &["0", "--details"],
    ] {
        refused(&[&["perft"], arguments].concat(), "");
    }
}

/// The same figures without discovered checks, from the second generator's moves and positions as text.
fn counted(fen: &str, depth: u32, sums: &mut [u64; 8]) {
    for mv in mailbox::legal_moves(fen) {
        let after = mailbox::after(fen, &mv);
        if depth > 1 {
            counted(&after, depth - 1, sums);
            continue;
        }
        let piece = |fen: &str, square: &str| {
            let rank =
                fen.split([' ', '/']).nth(8 - square[1..].parse::<usize>().unwrap()).unwrap();
            let cells = rank.chars().flat_map(|cell| {
                cell.to_digit(10).map_or_else(|| vec![cell], |empty| vec![' '; empty as usize])
            });
            cells.collect::<Vec<_>>()[usize::from(square.as_bytes()[0] - b'a')]
        };
        let (mover, target) = (piece(fen, &mv[..2]), piece(fen, &mv[2..4]));
        let is_castle = target != ' ' && target.is_uppercase() == mover.is_uppercase();
        let is_en_passant =
            mover.eq_ignore_ascii_case(&'p') && target == ' ' && mv[..1] != mv[2..3];
        let checkers = mailbox::checkers(&after);
        let flags = [
            true,
            target != ' ' && !is_castle || is_en_passant,
            is_en_passant,
            is_castle,
            mv.len() == 5,
            checkers > 0,
            checkers > 1,
            checkers > 0 && mailbox::legal_moves(&after).is_empty(),
        ];
        for (sum, flag) in sums.iter_mut().zip(flags) {
            *sum += u64::from(flag);
        }
    }
}

#[test]
fn chess960_by_the_second_generator() {
    for (fen, depth) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 3),
        ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1", 3),
        ("8/1P6/8/2kpP3/8/8/7r/R3K3 w A d6 0 1", 3),
    ] {
        let mut sums = [0; 8];
        counted(fen, depth, &mut sums);
        let mut own = table(&[&depth.to_string(), "--fen", fen]).pop().unwrap();
        own.remove(6);
        assert_eq!(own, sums.map(|sum| sum.to_string()), "{fen}");
    }
}
