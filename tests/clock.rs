//! Games against the clock while other work keeps every core busy: no player loses on time, and every move is legal.
//!
//! A normal run plays two games at each time control; `QUEVEDO_GAMES=100 cargo test --release --test clock` plays a
//! hundred. `scripts/check-controls --loaded` does the same with fastchess as the arbiter.

mod common;

use std::env;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use common::session::Session;
use common::timed::{Control, RANDOM_PLIES, ms, play};

/// The games at each time control in a normal run.
const GAMES: u64 = 2;
/// The threads of the two players.
const THREADS: [usize; 2] = [1, 4];

/// 0.2+0.002, 1+0, 0.5+0.01, 40/2, st=0.05.
const CONTROLS: [Control; 5] = [
    Control::Clock(ms(200), ms(2), None),
    Control::Clock(ms(1000), ms(0), None),
    Control::Clock(ms(500), ms(10), None),
    Control::Clock(ms(2000), ms(0), Some(40)),
    Control::Move(ms(50)),
];

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
        // Ends the load when the games are over, even if the test fails.
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
