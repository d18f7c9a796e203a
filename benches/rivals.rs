//! Perft from six standard positions, compared with other Rust move generators. Each uses the bulk counting that its
//! API offers. Runs alternate; the results are medians of ratios.
//!
//! `cargo bench --bench rivals`, or `cargo bench --bench rivals -- --csv docs/data/perft.csv`

mod common;

use std::time::Instant;

use common::{cozy, shak, shakmaty_position};

const ROUNDS: usize = 7;

/// The generators, Quevedo first.
const NAMES: [&str; 4] = ["Quevedo", "cozy-chess", "chess", "shakmaty"];

const POSITIONS: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
];

type Count = Box<dyn Fn() -> u64>;

/// The generators, ready to count from a position.
fn generators(fen: &str, depth: u32) -> [Count; 4] {
    let quevedo = *quevedo::position::Position::from_fen(fen).unwrap().board();
    let cozy_board: cozy_chess::Board = fen.parse().unwrap();
    let chess_board: chess::Board = fen.parse().unwrap();
    let shakmaty_position = shakmaty_position(fen);
    [
        Box::new(move || quevedo::board::perft(&quevedo, depth)),
        Box::new(move || cozy(&cozy_board, depth)),
        Box::new(move || chess::MoveGen::movegen_perft_test(&chess_board, depth as usize) as u64),
        Box::new(move || shak(&shakmaty_position, depth)),
    ]
}

fn main() {
    let mut logarithms = [0.0; 4];
    for (fen, depth, leaves) in POSITIONS {
        let generators = generators(fen, depth);
        let mut times = vec![Vec::new(); generators.len()];
        for _ in 0..ROUNDS {
            for ((name, count), times) in NAMES.iter().zip(&generators).zip(&mut times) {
                let start = Instant::now();
                assert_eq!(count(), leaves, "{name} at {fen}");
                times.push(start.elapsed().as_secs_f64());
            }
        }
        let ratios: Vec<f64> = times
            .iter()
            .map(|theirs| {
                let mut ratios: Vec<f64> =
                    theirs.iter().zip(&times[0]).map(|(theirs, ours)| theirs / ours).collect();
                ratios.sort_by(f64::total_cmp);
                ratios[ROUNDS / 2]
            })
            .collect();
        for (logarithm, ratio) in logarithms.iter_mut().zip(&ratios) {
            *logarithm += ratio.ln();
        }
        println!("{ratios:.2?}  {fen}");
    }
    let means = logarithms.map(|sum| (sum / POSITIONS.len() as f64).exp());
    println!("{means:.2?}  geometric mean: how many times faster Quevedo is than {NAMES:?}");
    let mut arguments = std::env::args().skip_while(|argument| argument != "--csv").skip(1);
    if let Some(path) = arguments.next() {
        let rows =
            NAMES.iter().zip(means).map(|(name, mean)| format!("{name},{:.4}\n", 1.0 / mean));
        // The file also has generators in other languages, which were measured elsewhere.
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let is_ours = |line: &str| {
            let name = line.split(',').next().unwrap_or_default();
            name == "generator" || NAMES.contains(&name)
        };
        let (notes, others): (Vec<&str>, Vec<&str>) =
            before.lines().filter(|line| !is_ours(line)).partition(|line| line.starts_with('#'));
        let lines =
            |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let text =
            lines(&notes) + "generator,relative\n" + &rows.collect::<String>() + &lines(&others);
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}
