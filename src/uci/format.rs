//! Formats search events as UCI text.

use crate::search::{Event, Info};
use crate::tt::Bound;
use crate::types::{Move, score};

/// Output options.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Write castling as king takes rook.
    pub chess960: bool,
    /// Print win, draw and loss probabilities with scores.
    pub show_wdl: bool,
}

/// The line for an event.
pub fn event(event: &Event, style: Style) -> String {
    let chess960 = style.chess960;
    match event {
        Event::Info(info) => info_line(info, style),
        Event::CurrentMove { depth, mv, number } => {
            format!("info depth {depth} currmove {} currmovenumber {number}", mv.uci(chess960))
        }
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

fn info_line(info: &Info, style: Style) -> String {
    let milliseconds = info.time.as_millis();
    let nps = u128::from(info.nodes) * 1_000_000 / info.time.as_micros().max(1);
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}{}{} nodes {} nps {nps} hashfull {} tbhits {} time {milliseconds}",
        info.depth,
        info.seldepth,
        info.line,
        score::text(info.score),
        bound(info.bound),
        chances(info, style),
        info.nodes,
        info.hashfull,
        info.tb_hits,
    );
    if !info.pv.is_empty() {
        text.push_str(" pv ");
        text.push_str(&moves(&info.pv, style.chess960));
    }
    text
}

fn chances(info: &Info, style: Style) -> String {
    if !style.show_wdl {
        return String::new();
    }
    let [win, draw, loss] = info.chances;
    format!(" wdl {win} {draw} {loss}")
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    }
}

/// Moves separated by spaces.
pub fn moves(moves: &[Move], chess960: bool) -> String {
    let texts: Vec<String> = moves.iter().map(|mv| mv.uci(chess960).to_string()).collect();
    texts.join(" ")
}
