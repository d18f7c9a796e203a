//! What a person at a terminal sees instead of the protocol: a search in columns, moves in SAN, scores from White's
//! point of view.

use std::time::Duration;

use super::screen::width;
use crate::notation::san;
use crate::position::Position;
use crate::search::{Event, Info};
use crate::support::text::pawns;
use crate::tt::Bound;
use crate::types::Color;

/// The width assumed for a terminal that does not report it.
const USUAL_WIDTH: usize = 80;
/// Room for probabilities such as `100/ 0/ 0`.
const CHANCES: usize = 9;

/// What `help` adds to the list of commands.
pub(super) const HELP: &str = "\
On a terminal, moves in SAN or UCI notation (`e4`, `e2e4 e7e5`) are played on
the board, and `?` is `help`. After `uci` the session speaks plain UCI.";

/// The heading of a search's columns.
pub(super) fn head(show_wdl: bool) -> String {
    let chances = if show_wdl { format!(" {:>CHANCES$}", "W/D/L %") } else { String::new() };
    format!(
        "{:>5} {:>8}{chances} {:>7} {:>7} {:>7}  {}",
        "depth", "score", "time", "nodes", "nps", "line (scores in pawns, White's view)"
    )
}

/// The line for an event; `None` for events that a person does not need.
pub(super) fn event(event: &Event, root: &Position, show_wdl: bool) -> Option<String> {
    match event {
        Event::Info(info) => Some(row(info, root, show_wdl, width().unwrap_or(USUAL_WIDTH))),
        Event::CurrentMove { .. } => None,
        Event::Remark(text) => Some(text.clone()),
        Event::BestMove { best: None, .. } => Some("no legal move".into()),
        Event::BestMove { best: Some(best), ponder } => {
            let mut text = format!("best move {}", san::text(root, *best));
            if let Some(answer) = ponder {
                let mut child = *root;
                child.play_unchecked(*best);
                text.push_str(&format!(", expecting {}", san::text(&child, *answer)));
            }
            Some(text)
        }
    }
}

fn row(info: &Info, root: &Position, show_wdl: bool, width: usize) -> String {
    let white = root.side() == Color::White;
    let bound = match (info.bound, white) {
        (Bound::Exact | Bound::None, _) => "",
        (Bound::Lower, true) | (Bound::Upper, false) => ">",
        (Bound::Lower, false) | (Bound::Upper, true) => "<",
    };
    let score = format!("{bound}{}", pawns(info.score * root.side().sign()));
    // Further lines of an iteration come below the first, without its depth.
    let depth = if info.line == 1 { info.depth.to_string() } else { String::new() };
    let mut chances = String::new();
    if show_wdl {
        let [win, draw, loss] = info.chances.map(|chance| (chance + 5) / 10);
        let (win, loss) = if white { (win, loss) } else { (loss, win) };
        chances = format!(" {:>CHANCES$}", format!("{win}/{draw}/{loss}"));
    }
    let nps = info.nodes as f64 / info.time.as_secs_f64().max(1e-6);
    let mut text = format!(
        "{depth:>5} {score:>8}{chances} {:>7} {:>7} {:>7} ",
        clock(info.time),
        short(info.nodes as f64),
        short(nps)
    );
    // The last column stays free, because some terminals show an empty line after a full one.
    for word in san::line(root, &info.pv).split(' ') {
        if text.len() + 1 + word.len() >= width {
            break;
        }
        text.push(' ');
        text.push_str(word);
    }
    // A line does not end with a move number without its move.
    let text = text.trim_end();
    match text.rsplit_once(' ') {
        Some((shorter, number)) if number.ends_with('.') => shorter.to_owned(),
        _ => text.to_owned(),
    }
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.2}s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds / 60 % 60),
    }
}

/// A number with three or four digits.
fn short(number: f64) -> String {
    if number < 1e3 {
        return format!("{number:.0}");
    }
    let (number, unit) = match number {
        ..1e6 => (number / 1e3, 'k'),
        ..1e9 => (number / 1e6, 'M'),
        _ => (number / 1e9, 'G'),
    };
    let digits = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{clock, head, row, short};
    use crate::position::Position;
    use crate::search::Info;
    use crate::tt::Bound;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (999.0, "999"),
            (1_000.0, "1.00k"),
            (99_940.0, "99.9k"),
            (999_499.0, "999k"),
            (1_234_567.0, "1.23M"),
            (2.5e10, "25.0G"),
        ] {
            assert_eq!(short(number), text);
        }
        assert_eq!(clock(Duration::from_millis(1_234)), "1.23s");
        assert_eq!(clock(Duration::from_secs(83)), "1:23");
        assert_eq!(clock(Duration::from_secs(7260)), "2h01m");
    }

    #[test]
    fn scores_are_whites_and_lines_are_cut() {
        let mut root = Position::start();
        root.play_unchecked(root.parse_uci("e2e4").unwrap());
        let mut line = root;
        let pv = ["e7e5", "g1f3", "b8c6", "f1b5"].map(|text| {
            let mv = line.parse_uci(text).unwrap();
            line.play_unchecked(mv);
            mv
        });
        let info = Info {
            depth: 12,
            seldepth: 18,
            line: 1,
            score: 31,
            chances: [100, 600, 300],
            bound: Bound::Lower,
            nodes: 81_234,
            time: Duration::from_millis(50),
            hashfull: 0,
            tb_hits: 0,
            pv: pv.to_vec(),
        };
        let wide = row(&info, &root, false, 80);
        assert_eq!(wide, "   12   <-0.31   0.05s   81.2k   1.62M  1... e5 2. Nf3 Nc6 3. Bb5");
        let narrow = row(&info, &root, false, 52);
        assert_eq!(narrow, "   12   <-0.31   0.05s   81.2k   1.62M  1... e5");
        assert!(row(&info, &root, true, 80).contains(" 30/60/10 "));
        assert_eq!(head(false).find("line"), wide.find("1..."));
        let second = Info { line: 2, ..info };
        assert!(row(&second, &root, false, 80).starts_with("        <-0.31"));
    }
}
