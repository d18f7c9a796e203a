//! Games against the clock between two running engines.

use std::time::{Duration, Instant};

use quevedo::position::Position;

use super::rng::Rng;
use super::session::Session;

/// The random plies at the start of a game.
pub const RANDOM_PLIES: usize = 6;
/// The most plies of a game with clocks, which have long run low by then.
const LONGEST: usize = 300;
/// The most plies of a game with a fixed time per move.
const LONGEST_WITHOUT_CLOCK: usize = 120;
/// A player loses only if the clock is exceeded by more than this, because the arbiter also has to wait for a core. The
/// time is still deducted.
const MARGIN: Duration = Duration::from_millis(15);
/// A time control.
#[derive(Clone, Copy, Debug)]
pub enum Control {
    /// A fixed time per move.
    Move(Duration),
    /// The initial time, the increment, and the number of moves after which the initial time is added again.
    Clock(Duration, Duration, Option<usize>),
}

/// A time in milliseconds.
pub const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

impl Control {
    /// What both clocks show at the start; for a fixed time per move, that time.
    fn start(self) -> Duration {
        match self {
            Control::Move(time) | Control::Clock(time, ..) => time,
        }
    }

    /// The most plies of a game.
    const fn longest(self) -> usize {
        match self {
            Control::Move(_) => LONGEST_WITHOUT_CLOCK,
            Control::Clock(..) => LONGEST,
        }
    }

    /// The `go` command with these clocks.
    fn go(self, clocks: [Duration; 2], moves_played: usize) -> String {
        let [white, black] = clocks.map(|clock| clock.as_millis().max(1));
        match self {
            Control::Move(time) => format!("go movetime {}", time.as_millis()),
            Control::Clock(_, increment, period) => {
                let added = increment.as_millis();
                let rest = period.map(|period| period - moves_played % period);
                let rest = rest.map_or(String::new(), |moves| format!(" movestogo {moves}"));
                format!("go wtime {white} btime {black} winc {added} binc {added}{rest}")
            }
        }
    }

    /// The clock after a move; `None` if the move took too long. `moves_played` counts this side's moves.
    fn after(self, clock: Duration, used: Duration, moves_played: usize) -> Option<Duration> {
        if used > clock + MARGIN {
            return None;
        }
        let left = clock.saturating_sub(used);
        Some(match self {
            Control::Move(time) => time,
            Control::Clock(time, increment, period) => {
                let again = period.is_some_and(|period| moves_played.is_multiple_of(period));
                left + increment + if again { time } else { Duration::ZERO }
            }
        })
    }
}

/// Plays a game and returns its length in plies; panics if a player loses on time or makes an illegal move.
pub fn play(players: &mut [Session; 2], control: Control, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let mut position = Position::start();
    let mut moves = String::new();
    let mut clocks = [control.start(); 2];
    for player in &mut *players {
        player.send("ucinewgame");
        player.sync();
    }
    for ply in 0..control.longest() {
        let legal = position.board().legal_moves();
        if legal.is_empty() || position.rule50() >= 100 || position.board().insufficient_material()
        {
            return ply;
        }
        let mv = if ply < RANDOM_PLIES {
            rng.pick(&legal)
        } else {
            let side = ply % 2;
            let played = (ply - RANDOM_PLIES) / 2;
            // The seed decides who plays White.
            let player = &mut players[(side + seed as usize) % 2];
            player.send(&format!("position startpos moves{moves}"));
            let begin = Instant::now();
            let text = player.best_move(&control.go(clocks, played));
            let used = begin.elapsed();
            clocks[side] = control.after(clocks[side], used, played + 1).unwrap_or_else(|| {
                panic!("{control:?}: {used:?} used of {:?} in {position}", clocks[side])
            });
            position.parse_uci(&text).unwrap_or_else(|error| panic!("{control:?}: {error}"))
        };
        moves.push_str(&format!(" {}", mv.uci(false)));
        position.play_unchecked(mv);
    }
    control.longest()
}
