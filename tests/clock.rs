//! Games against the clock while other work keeps every core busy: nobody loses on time, and every move is
//! legal.
//!
//! A normal run plays two games at each control; `QUEVEDO_GAMES=100 cargo test --release --test clock` plays
//! a hundred. `scripts/check-controls --loaded` does the same with fastchess as the judge.

mod common;

use std::env;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use common::rng::Rng;
use common::session::Session;
use quevedo::position::Position;

/// Games at each control of a normal run.
const GAMES: u64 = 2;
/// Random plies at the start of a game.
const RANDOM_PLIES: usize = 6;
/// Plies of the longest game with a clock, which has long run low by then.
const LONGEST: usize = 300;
/// Plies of the longest game with a time for each move.
const LONGEST_WITHOUT_CLOCK: usize = 120;
/// The judge, too, has to wait for a core: a player loses only if the clock is exceeded by more than this.
/// The time is off the clock all the same.
const MARGIN: Duration = Duration::from_millis(15);
/// Threads of the two players.
const THREADS: [usize; 2] = [1, 4];

/// A time control.
#[derive(Clone, Copy, Debug)]
enum Control {
    /// A time for each move.
    Move(Duration),
    /// The time at the start, the increment, and the number of moves after which the same time is added
    /// again.
    Clock(Duration, Duration, Option<usize>),
}

const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// 0.2+0.002, 1+0, 0.5+0.01, 40/2, st=0.05.
const CONTROLS: [Control; 5] = [
    Control::Clock(ms(200), ms(2), None),
    Control::Clock(ms(1000), ms(0), None),
    Control::Clock(ms(500), ms(10), None),
    Control::Clock(ms(2000), ms(0), Some(40)),
    Control::Move(ms(50)),
];

impl Control {
    /// What both clocks show at the start; with a time for each move, that time.
    fn start(self) -> Duration {
        match self {
            Control::Move(time) | Control::Clock(time, ..) => time,
        }
    }

    /// Plies of the longest game.
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

/// Plays a game and returns its length in plies; panics if a player loses on time or makes an illegal
/// move.
fn play(players: &mut [Session; 2], control: Control, seed: u64) -> usize {
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
            // Who plays White changes with the seed.
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

#[test]
fn nobody_loses_on_time_while_others_keep_every_core_busy() {
    let games = env::var("QUEVEDO_GAMES").map_or(GAMES, |games| games.parse().unwrap());
    let mut players = THREADS.map(|threads| {
        let mut player = Session::new();
        player.send(&format!("setoption name Threads value {threads}"));
        player.sync();
        player
    });
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        // Ends the load when the games are over, and also when one is lost.
        struct End<'a>(&'a AtomicBool);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.store(true, Relaxed);
            }
        }
        let _end = End(&over);
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while !over.load(Relaxed) {
                    spin_loop();
                }
            });
        }
        for control in CONTROLS {
            for seed in 0..games {
                let plies = play(&mut players, control, seed);
                assert!(plies > RANDOM_PLIES, "{control:?}: the game was over at once");
            }
        }
    });
}
