//! A UCI session for a host that has one thread: a page's worker, or Node.js.
//!
//! The host writes a line to the room that [`room`] gives and calls [`hear`]; what is said comes to its `say`. A
//! search begins in [`work`] and calls the host's `pause` now and then, where the host may call [`hear`] again, or
//! suspend the search in order to listen. `src/uci` of Quevedo is all of the dialogue.

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::Duration;

use quevedo::uci::{Flow, Session};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes whole lines, as UTF-8, each with its end.
    fn say(text: *const u8, length: usize);
    /// Milliseconds since some fixed moment.
    fn now() -> f64;
    /// A moment at which the host may listen. If it is more than zero, there is nothing to do for so many
    /// milliseconds, unless a line comes.
    fn pause(milliseconds: f64);
}

/// What the session prints, sent to the host.
struct Output;

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // SAFETY: the host reads the text before it returns, and no more than its length.
        unsafe { say(text.as_ptr(), text.len()) };
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The session, and the room for the next line.
struct Engine {
    session: Session,
    line: Vec<u8>,
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

impl Engine {
    fn new() -> Engine {
        #[cfg(quevedo_late_tables)]
        quevedo::fill_tables();
        quevedo::set_clock(|| {
            // SAFETY: the host's clock takes nothing and returns a number.
            Duration::from_secs_f64(unsafe { now() } / 1e3)
        });
        quevedo::set_listen(|at_most| {
            let milliseconds =
                if at_most == Duration::MAX { f64::INFINITY } else { at_most.as_secs_f64() * 1e3 };
            // SAFETY: while it pauses, the host calls functions of this module only. None of them touches what the
            // search works with: a command that would is queued.
            unsafe { pause(milliseconds) };
        });
        let session = Session::new(Output);
        session.report_panics();
        Engine { session, line: Vec::new() }
    }
}

/// Room for a line of so many bytes, to be written before [`hear`] is called.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|engine| {
        engine.line.clear();
        engine.line.resize(length, 0);
        engine.line.as_mut_ptr()
    })
}

/// Takes the line that stands in the [`room`]. Whether the session goes on: false after `quit`.
#[unsafe(no_mangle)]
pub extern "C" fn hear() -> bool {
    ENGINE.with_borrow_mut(|engine| {
        let line = std::mem::take(&mut engine.line);
        let goes_on = engine.session.hear(&String::from_utf8_lossy(&line)) == Flow::Continue;
        if !goes_on {
            // The search ends as well, and still says its best move.
            engine.session.hear("stop");
        }
        goes_on
    })
}

/// Whether there is something to [`work`] on, or a search or a task has begun and is not over.
#[unsafe(no_mangle)]
pub extern "C" fn is_busy() -> bool {
    ENGINE.with_borrow(|engine| engine.session.is_busy())
}

/// Searches, or does whatever else takes long; returns when it is done.
#[unsafe(no_mangle)]
pub extern "C" fn work() {
    quevedo::run_tasks();
}

/// Takes the lines that had to wait for the end of [`work`]. Whether the session goes on: false after `quit`.
#[unsafe(no_mangle)]
pub extern "C" fn go_on() -> bool {
    ENGINE.with_borrow_mut(|engine| engine.session.go_on() == Flow::Continue)
}
