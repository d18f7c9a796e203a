//! `quevedo perft diff`: finds where the move generator of another program differs from this one.
//!
//! The divides of both are compared at the root, depth by depth. At the first depth where they differ, the walk follows
//! a move whose counts differ, and so on down to a position where the moves themselves differ.

mod divide;
mod engine;

use std::collections::HashMap;
use std::time::Duration;

use crate::position::Position;
use crate::support::args::{MAX_PERFT_DEPTH, position_of};
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::perft::PerftCounter;
use crate::support::threads::threads;
use crate::types::{Move, Wing};
use engine::Engine;

/// The placeholder for the depth in `--command`.
const DEPTH: &str = "{depth}";

/// The arguments of `quevedo perft diff`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The other program, which speaks UCI
    engine: String,
    /// Compare the counts up to this depth in plies, from 1 to 64
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
    /// Count from this position, a FEN or a name as for `perft` [default: startpos]
    #[arg(long)]
    fen: Option<String>,
    /// Set the option UCI_Chess960, and write castling as king takes rook
    #[arg(long)]
    chess960: bool,
    /// Ask the engine for a divide with this command, in which {depth} stands for the depth
    #[arg(long, value_name = "TEXT", default_value = "go perft {depth}", value_parser = command)]
    command: String,
    /// Set up positions by FEN instead of by moves; this hides faults in making moves
    #[arg(long)]
    by_fen: bool,
    /// Set an option of the engine; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<(String, String)>,
    /// Give up when the engine lists no move for this many seconds, from 1 to 86400
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86400))]
    timeout: u32,
    /// Start the engine with these arguments
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

fn command(text: &str) -> Result<String, String> {
    let is_good = text.contains(DEPTH) && !text.contains(['\n', '\r']);
    is_good.then(|| text.to_owned()).ok_or_else(|| format!("expected one line with {DEPTH} in it"))
}

fn option(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = parts.ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}

/// A position in the tree, as it is told to the engine and shown to the user.
#[derive(Clone)]
struct Place {
    root: Position,
    position: Position,
    moves: Vec<String>,
}

/// How the engine's divide of a position differs.
#[derive(Default)]
struct Difference {
    missing: Vec<String>,
    invented: Vec<String>,
    twice: Vec<String>,
    /// Moves that both have, by name, with the engine's count and the right one.
    wrong: Vec<(String, Move, u128, u128)>,
}

impl Difference {
    fn is_none(&self) -> bool {
        self.has_same_moves() && self.wrong.is_empty()
    }

    fn has_same_moves(&self) -> bool {
        self.missing.is_empty() && self.invented.is_empty() && self.twice.is_empty()
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input, an engine that can't be asked, an interruption, or a difference.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    let root = position_of(args.fen.as_deref())?;
    let mut options = args.option.clone();
    if args.chess960 {
        options.push(("UCI_Chess960".into(), "true".into()));
    }
    let patience = Duration::from_secs(args.timeout.into());
    let engine = Engine::start(&args.engine, &args.arguments, patience, &options)?;
    let counter = PerftCounter::without_table(threads(None));
    let mut pair = Pair { args, engine, counter };
    let place = Place { root, position: root, moves: Vec::new() };
    for depth in 1..=args.depth {
        let (difference, leaves) = pair.compare(&place, depth, args.by_fen)?;
        if difference.is_none() {
            print_line(format_args!("depth {depth}: {leaves} leaves, equal"))?;
            continue;
        }
        print_line(format_args!("depth {depth}: {leaves} leaves, but not by the engine"))?;
        pair.walk(place, depth, difference)?;
        return Err(ToolError::Failed);
    }
    Ok(())
}

/// Both generators.
struct Pair<'a> {
    args: &'a Args,
    engine: Engine,
    counter: PerftCounter,
}

impl Pair<'_> {
    /// Compares the divides of a position; also returns the number of leaves.
    fn compare(
        &mut self,
        place: &Place,
        depth: u32,
        by_fen: bool,
    ) -> Result<(Difference, u128), ToolError> {
        let mut own = Vec::new();
        let total = self.counter.divide(&place.position, depth, |mv, leaves| {
            own.push((mv, leaves));
            Ok(())
        })?;
        let command = self.args.command.replace(DEPTH, &depth.to_string());
        let told = self.engine.divide(&place.told(by_fen), &command, own.len())?;
        Ok((self.difference(&own, told), total))
    }

    fn difference(&self, own: &[(Move, u128)], told: Vec<(String, u128)>) -> Difference {
        let names = self.names(own);
        let mut difference = Difference::default();
        let mut found = HashMap::new();
        for (name, leaves) in told {
            match names.get(&name) {
                None => difference.invented.push(name),
                Some(&mv) => {
                    if found.insert(mv, leaves).is_some() {
                        difference.twice.push(self.name(mv));
                    }
                }
            }
        }
        for &(mv, right) in own {
            match found.get(&mv) {
                Some(&leaves) if leaves == right => {}
                Some(&leaves) => difference.wrong.push((self.name(mv), mv, leaves, right)),
                // Some programs leave out a move with no leaves below it.
                None if right == 0 => {}
                None => difference.missing.push(self.name(mv)),
            }
        }
        difference.missing.sort();
        difference.invented.sort();
        difference.wrong.sort_by(|a, b| a.0.cmp(&b.0));
        difference
    }

    fn name(&self, mv: Move) -> String {
        mv.uci(self.args.chess960).to_string()
    }

    /// The names of all moves; castling has several.
    fn names(&self, own: &[(Move, u128)]) -> HashMap<String, Move> {
        let mut names = HashMap::new();
        for &(mv, _) in own.iter().filter(|(mv, _)| mv.is_castle()) {
            let short = Wing::of(mv.from(), mv.to()) == Wing::King;
            names.insert(if short { "o-o" } else { "o-o-o" }.into(), mv);
            names.insert(mv.uci(!self.args.chess960).to_string(), mv);
        }
        // A king's step takes precedence over castling that is written the same way.
        names.extend(own.iter().map(|&(mv, _)| (self.name(mv), mv)));
        names
    }

    /// Walks down from a position where the divides differ, and prints the difference that it finds.
    fn walk(
        &mut self,
        mut place: Place,
        mut depth: u32,
        mut difference: Difference,
    ) -> Result<(), ToolError> {
        while difference.has_same_moves() {
            let (name, mv, theirs, right) = difference.wrong[0].clone();
            print_line(format_args!("  {name}: {theirs} leaves, {right} expected"))?;
            if depth == 1 {
                break;
            }
            depth -= 1;
            place.position.play_unchecked(mv);
            place.moves.push(name);
            (difference, _) = self.compare(&place, depth, self.args.by_fen)?;
            if difference.is_none() {
                print_line(format_args!(
                    "\ncounted wrong:  {theirs} leaves at depth {depth}, {right} expected"
                ))?;
                place.print()?;
                return Ok(print_line(format_args!(
                    "By itself, the engine counts this position right. A hash table may take it for\n\
                     another, or counts below the root are made in a different way."
                ))?);
            }
        }
        print_line(format_args!(""))?;
        let told = [
            ("missing:", &difference.missing),
            ("invented:", &difference.invented),
            ("listed twice:", &difference.twice),
        ];
        for (label, moves) in told.into_iter().filter(|(_, moves)| !moves.is_empty()) {
            print_line(format_args!("{label:<15} {}", moves.join(" ")))?;
        }
        if let ([(name, _, theirs, right), ..], true) =
            (&difference.wrong[..], difference.has_same_moves())
        {
            print_line(format_args!("counted wrong:  {name}: {theirs}, {right} expected"))?;
        }
        place.print()?;
        if !place.moves.is_empty()
            && !self.args.by_fen
            && self.compare(&place, depth, true)?.0.is_none()
        {
            print_line(format_args!(
                "Set up by its FEN, the position is counted right: the fault is in playing the\nmoves."
            ))?;
        }
        Ok(())
    }
}

impl Place {
    /// The command that sets up the position in the engine.
    fn told(&self, by_fen: bool) -> String {
        if by_fen || self.moves.is_empty() {
            return format!("position fen {}", self.position);
        }
        format!("position fen {} moves {}", self.root, self.moves.join(" "))
    }

    fn print(&self) -> Result<(), ToolError> {
        if !self.moves.is_empty() {
            print_line(format_args!("after:          {}", self.moves.join(" ")))?;
        }
        Ok(print_line(format_args!("FEN:            {}", self.position))?)
    }
}
