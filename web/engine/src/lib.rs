//! A UCI session for a host with a single thread: a page's worker, or Node.js.
//!
//! The host writes a line to the buffer that [`room`] returns and calls [`hear`]; output goes to the host's `say`. A
//! search runs in [`work`] and regularly calls the host's `pause`, in which the host may call [`hear`] again, or
//! suspend the search in order to listen. The dialogue itself is Quevedo's `src/uci`.

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::Duration;

use quevedo::uci::{Flow, Session};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes whole lines, as UTF-8, each with its line break.
    fn say(text: *const u8, length: usize);
    /// Milliseconds since some fixed point in time.
    fn now() -> f64;
    /// Gives the host a chance to listen. If `milliseconds` is above zero, there is nothing to do for that long unless
    /// a line comes.
    fn pause(milliseconds: f64);
}

/// What the session prints, sent to the host.
struct Output;

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // SAFETY: the host reads the text before it returns, and not beyond its length.
        unsafe { say(text.as_ptr(), text.len()) };
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The session, and the buffer for the next line.
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
            // SAFETY: during a pause the host calls nothing but the functions of this module. None of them touches what
            // the search works with; a command that would is queued.
            unsafe { pause(milliseconds) };
        });
        let session = Session::new(Output);
        session.report_panics();
        Engine { session, line: Vec::new() }
    }
}

/// A buffer for a line of `length` bytes, which the host fills before it calls [`hear`].
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|engine| {
        engine.line.clear();
        engine.line.resize(length, 0);
        engine.line.as_mut_ptr()
    })
}

/// Takes the line in the buffer of [`room`]. Returns whether the session goes on: false after `quit`.
#[unsafe(no_mangle)]
pub extern "C" fn hear() -> bool {
    ENGINE.with_borrow_mut(|engine| {
        let line = std::mem::take(&mut engine.line);
        let goes_on = engine.session.hear(&String::from_utf8_lossy(&line)) == Flow::Continue;
        if !goes_on {
            // The search ends too, and still reports its best move.
            engine.session.hear("stop");
        }
        goes_on
    })
}

/// Whether there is something to [`work`] on, or a search or task that has begun and not ended.
#[unsafe(no_mangle)]
pub extern "C" fn is_busy() -> bool {
    ENGINE.with_borrow(|engine| engine.session.is_busy())
}

/// Runs a search or another long task; returns when it is done.
#[unsafe(no_mangle)]
pub extern "C" fn work() {
    quevedo::run_tasks();
}

/// Takes the lines that had to wait for the end of [`work`]. Returns whether the session goes on: false after `quit`.
#[unsafe(no_mangle)]
pub extern "C" fn go_on() -> bool {
    ENGINE.with_borrow_mut(|engine| engine.session.go_on() == Flow::Continue)
}
