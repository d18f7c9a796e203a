//! Statistics of game files.

use std::path::PathBuf;

use crate::data::{Game, Games};
use crate::eval::{FULL_PHASE, phase};
use crate::support::error::ToolError;
use crate::support::files::check_target;
use crate::support::histogram::{Histogram, draw};
use crate::support::output::{print_line, warn};
use crate::support::text::counted;
use crate::types::{Color, Key, Score, score};

/// The plies per class of game lengths, and the number of classes; longer games go into the last.
const LENGTH: usize = 20;
const LENGTHS: usize = 16;
/// The centipawns per class of scores, and the number of classes for each side; larger scores go into the last.
const SCORE: Score = 100;
const SCORES: usize = 10;
/// The steps of the game phase per class.
const PHASE: usize = 3;
const PHASES: usize = FULL_PHASE as usize / PHASE + 1;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Count the games of these files together
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Draw the histograms to this file, as SVG
    #[arg(long, value_name = "SVG")]
    svg: Option<PathBuf>,
}

/// A count, and White's points.
#[derive(Clone, Copy, Default)]
struct ClassStats {
    count: u64,
    points: f64,
}

impl ClassStats {
    fn add(&mut self, game: &Game) {
        self.count += 1;
        self.points += f64::from(game.white_points());
    }

    fn percent(&self) -> String {
        match self.count {
            0 => String::new(),
            count => format!("White scored {:.1} %", 100.0 * self.points / count as f64),
        }
    }
}

#[derive(Default)]
struct Stats {
    games: u64,
    plies: u64,
    /// By [`outcome`].
    results: [u64; 3],
    lengths: [u64; LENGTHS],
    /// From no pieces but kings and pawns, to all pieces.
    phases: [ClassStats; PHASES],
    /// From Black's wins to White's, with decided positions outermost.
    scores: [ClassStats; 2 * SCORES + 2],
    in_check: u64,
    noisy: u64,
    quiet: u64,
    /// Eight bytes per position.
    keys: Vec<Key>,
}

/// 0 if White won, 1 for a draw, 2 if Black won.
const fn outcome(game: &Game) -> usize {
    match game.winner {
        Some(Color::White) => 0,
        None => 1,
        Some(Color::Black) => 2,
    }
}

/// The class of a score.
fn class_of(white_score: Score) -> usize {
    let place = (white_score.div_euclid(SCORE) + SCORES as Score + 1).max(1) as usize;
    match score::is_decisive(white_score) {
        true if white_score > 0 => 2 * SCORES + 1,
        true => 0,
        false => place.min(2 * SCORES),
    }
}

impl Stats {
    fn add(&mut self, game: &Game) {
        self.games += 1;
        self.plies += game.plies.len() as u64;
        self.results[outcome(game)] += 1;
        self.lengths[(game.plies.len() / LENGTH).min(LENGTHS - 1)] += 1;
        for (position, ply) in game.positions() {
            self.phases[phase(position.board()).clamp(0, FULL_PHASE) as usize / PHASE].add(game);
            self.scores[class_of(ply.white_score.into())].add(game);
            let in_check = position.is_check();
            self.in_check += u64::from(in_check);
            self.noisy += u64::from(ply.mv.is_noisy());
            self.quiet += u64::from(!in_check && !ply.mv.is_noisy());
            self.keys.push(position.key());
        }
    }

    /// How many positions had occurred before, in the same game or another.
    fn repeated(&mut self) -> u64 {
        let all = self.keys.len();
        self.keys.sort_unstable();
        self.keys.dedup();
        (all - self.keys.len()) as u64
    }

    fn histograms(&self) -> Vec<Histogram> {
        let mut results = Histogram::new("Results");
        for (name, count) in ["White wins", "draws", "Black wins"].iter().zip(self.results) {
            results.push((*name).into(), count, String::new());
        }
        let mut lengths = Histogram::new("Length of the games, in plies");
        for (class, &count) in self.lengths.iter().enumerate() {
            let first = class * LENGTH;
            let name = match class + 1 {
                LENGTHS => format!("{first} and more"),
                _ => format!("{first} to {}", first + LENGTH - 1),
            };
            lengths.push(name, count, String::new());
        }
        let mut phases = Histogram::new("Phase of the positions: 24 with all pieces, 0 with none");
        for (index, class) in self.phases.iter().enumerate().rev() {
            let (first, last) = (index * PHASE, FULL_PHASE as usize);
            let name = match index + 1 {
                PHASES => format!("{last}"),
                _ => format!("{first} to {}", first + PHASE - 1),
            };
            phases.push(name, class.count, String::new());
        }
        let mut scores = Histogram::new("Scores of the positions, centipawns, White's view");
        for (index, class) in self.scores.iter().enumerate().rev() {
            let first = (index as Score - 1 - SCORES as Score) * SCORE;
            let name = match index {
                0 => "Black wins by force".into(),
                1 => format!("below {}", first + SCORE),
                index if index == 2 * SCORES => format!("{first} and more"),
                index if index > 2 * SCORES => "White wins by force".into(),
                _ => format!("{first} to {}", first + SCORE - 1),
            };
            scores.push(name, class.count, class.percent());
        }
        vec![results, lengths, phases, scores]
    }
}

/// Reads files and prints what is in them.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    if let Some(svg) = &args.svg {
        check_target(svg, &args.files)?;
    }
    let mut stats = Stats::default();
    let (mut bytes, mut damaged) = (0, false);
    for path in &args.files {
        let survey = Games::open(path)?.survey(|game| stats.add(&game))?;
        bytes += survey.bytes;
        if let Some(damage) = survey.damage {
            warn(&damage);
            damaged = true;
        }
    }
    let (games, files) = (counted(stats.games as usize, "game"), args.files.len());
    print_line(format_args!("{games} in {}, {bytes} bytes", counted(files, "file")))?;
    if stats.plies > 0 {
        describe(&mut stats)?;
    }
    if let Some(svg) = &args.svg {
        draw(svg, &stats.histograms())?;
    }
    if damaged { Err(ToolError::Failed) } else { Ok(()) }
}

fn describe(stats: &mut Stats) -> Result<(), ToolError> {
    let (games, plies) = (stats.games as f64, stats.plies as f64);
    let share = |count: u64| 100.0 * count as f64 / plies;
    let positions = counted(stats.plies as usize, "position");
    print_line(format_args!("{positions} ({:.1} a game)", plies / games))?;
    print_line(format_args!(
        "  {:.1} % in check, {:.1} % with a capture or promotion played, {:.1} % with neither",
        share(stats.in_check),
        share(stats.noisy),
        share(stats.quiet)
    ))?;
    print_line(format_args!("  {:.2} % had been there before", share(stats.repeated())))?;
    for histogram in stats.histograms() {
        print_line(format_args!("\n{histogram}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{SCORES, class_of};
    use crate::types::score::{MATE, MAX_EVAL, TB_WIN};

    #[test]
    fn scores_find_their_class() {
        assert_eq!(class_of(0), SCORES + 1);
        assert_eq!(class_of(99), SCORES + 1);
        assert_eq!(class_of(-1), SCORES);
        assert_eq!(class_of(-100), SCORES);
        assert_eq!(class_of(-101), SCORES - 1);
        assert_eq!([class_of(MAX_EVAL), class_of(-MAX_EVAL)], [2 * SCORES, 1]);
        assert_eq!([class_of(TB_WIN), class_of(5 - MATE)], [2 * SCORES + 1, 0]);
        assert_eq!([class_of(999), class_of(900), class_of(899)], [20, 20, 19]);
        assert_eq!([class_of(-900), class_of(-901)], [2, 1]);
    }
}
