//! What a search tells, as UCI text. Pure functions.

use crate::search::{Event, Info};
use crate::tt::Bound;
use crate::types::{Move, score};

/// The line for an event.
pub fn event(event: &Event, chess960: bool) -> String {
    match event {
        Event::Info(info) => info_line(info, chess960),
        Event::Remark(text) => format!("info string {text}"),
        Event::BestMove { best: None, .. } => "bestmove (none)".into(),
        Event::BestMove { best: Some(best), ponder: None } => {
            format!("bestmove {}", best.uci(chess960))
        }
        Event::BestMove { best: Some(best), ponder: Some(ponder) } => {
            format!("bestmove {} ponder {}", best.uci(chess960), ponder.uci(chess960))
        }
    }
}

fn info_line(info: &Info, chess960: bool) -> String {
    let milliseconds = info.time.as_millis();
    let nps = u128::from(info.nodes) * 1_000_000 / info.time.as_micros().max(1);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {nps} hashfull {} tbhits 0 time {milliseconds}",
        info.depth,
        info.seldepth,
        info.line,
        score::text(info.score),
        bound(info.bound),
        info.nodes,
        info.hashfull,
    );
    if !info.pv.is_empty() {
        text.push_str(" pv ");
        text.push_str(&moves(&info.pv, chess960));
    }
    text
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    }
}

/// Moves, separated by blanks.
pub fn moves(moves: &[Move], chess960: bool) -> String {
    let texts: Vec<String> = moves.iter().map(|mv| mv.uci(chess960).to_string()).collect();
    texts.join(" ")
}
