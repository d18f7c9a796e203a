//! The reasons as a picture: for each comparison, the position with both moves as arrows, the final positions of both
//! lines with the squares that matter, and the accounts as bars.

use plotters::element::Rectangle;
use plotters::prelude::{Color as _, RGBColor};
use plotters::style::text_anchor::{HPos, VPos};

use crate::support::chess_board::{ChessBoard, RIM};
use crate::support::drawing::{
    Area, Drawn, FONT_SMALL, MARGIN, OTHER, OWN, heading, picture, write,
};
use crate::support::text::{pawns, signed};
use crate::support::why::{Answer, PlayedLine, Reasons, Subject, details, headline, subject_name};
use crate::types::Bitboard;

/// The widths of a square, of a board with its rim, and of the picture.
const SQUARE: i32 = 44;
const BOARD: i32 = 8 * SQUARE + RIM;
const WIDTH: i32 = 3 * (BOARD + MARGIN) + MARGIN;
/// The heights of the headings of a comparison and of a row of its accounts.
const HEAD: i32 = 62;
const ROW: i32 = 20;
/// The horizontal places of the zero line of the bars and of their explanations.
const BARS: i32 = 300;
const WORDS: i32 = 400;
/// The length of the longest bar, in pixels and in centipawns.
const LONGEST: i32 = 80;
const MOST: i32 = 200;
/// How many letters of an explanation fit into the picture.
const LETTERS: usize = 116;

/// The picture as SVG.
///
/// # Errors
/// Drawing fails; it can't for an SVG in memory.
pub(super) fn svg(answer: &Answer) -> Drawn<String> {
    let height: i32 = answer.reasons.iter().map(height_of).sum();
    let alone = HEAD + BOARD + MARGIN;
    let height = if answer.reasons.is_empty() { alone } else { height };
    picture((WIDTH as u32, height as u32), |area| {
        let mut top = 0;
        for reasons in &answer.reasons {
            comparison(area, reasons, top)?;
            top += height_of(reasons);
        }
        if answer.reasons.is_empty() {
            let best = &answer.best;
            heading(area, &format!("{} {}", best.san(0), pawns(best.score)), MARGIN)?;
            let board = board(area, 0, HEAD);
            board.draw(best.root(), &[])?;
            board.arrow(best.moves[0], OWN)?;
        }
        Ok(())
    })
}

fn height_of(reasons: &Reasons) -> i32 {
    HEAD + BOARD + ROW * (reasons.accounts.len() as i32 + 1) + 2 * MARGIN
}

/// A board in one of the three columns.
fn board<'a, 'b>(area: &'a Area<'b>, column: i32, top: i32) -> ChessBoard<'a, 'b> {
    let left = MARGIN + column * (BOARD + MARGIN) + RIM;
    ChessBoard { area, corner: (left, top), size: SQUARE }
}

fn comparison(area: &Area, reasons: &Reasons, top: i32) -> Drawn {
    let [best, other] = [&reasons.best, &reasons.other];
    heading(area, &headline(reasons), top + MARGIN)?;
    let above = top + HEAD - 8;
    let caption = |column: i32, text: &str| {
        let left = MARGIN + column * (BOARD + MARGIN) + RIM;
        write(area, text, (left, above), FONT_SMALL, (HPos::Left, VPos::Bottom))
    };
    let root = board(area, 0, top + HEAD);
    root.draw(best.root(), &[])?;
    root.arrow(other.moves[0], OTHER)?;
    root.arrow(best.moves[0], OWN)?;
    let moves = [best, other].map(PlayedLine::first);
    let legend =
        format!("{} to move; red speaks for {}, grey for {}", side_name(best), moves[0], moves[1]);
    caption(0, &legend)?;
    for (column, line) in [(1, best), (2, other)] {
        let marked = [OWN, OTHER].map(|color| (squares(reasons, column - 1, color == OWN), color));
        board(area, column as i32, top + HEAD).draw(line.end(), &marked)?;
        let text = format!("the end of {}'s line, {}", line.first(), pawns(line.score));
        caption(column as i32, &text)?;
    }
    accounts(area, reasons, top + HEAD + BOARD + MARGIN)
}

fn side_name(line: &PlayedLine) -> String {
    format!("{:?}", line.side())
}

/// The squares of all accounts, at the end of one of the lines, that favour the first move or count against it.
fn squares(reasons: &Reasons, end: usize, favourable: bool) -> Bitboard {
    let all = reasons.accounts.iter().map(|account| account.squares(end, favourable));
    all.fold(Bitboard::EMPTY, |all, one| all | one)
}

fn accounts(area: &Area, reasons: &Reasons, top: i32) -> Drawn {
    let lines = [&reasons.best, &reasons.other];
    let told = reasons.accounts.iter().filter(|account| account.centipawns != 0);
    for (row, account) in told.enumerate() {
        let y = top + ROW * row as i32 + ROW / 2;
        let left = (HPos::Left, VPos::Center);
        write(area, subject_name(account.subject), (MARGIN + RIM, y), FONT_SMALL, left)?;
        if account.subject == Subject::Result {
            continue;
        }
        let length = account.centipawns.clamp(-MOST, MOST) * LONGEST / MOST;
        let color: RGBColor = if account.centipawns > 0 { OWN } else { OTHER };
        let (from, to) = (BARS.min(BARS + length), BARS.max(BARS + length));
        area.draw(&Rectangle::new([(from, y - 6), (to, y + 6)], color.filled()))?;
        let number = signed(account.centipawns);
        let (x, anchor) = if length > 0 { (from - 6, HPos::Right) } else { (to + 6, HPos::Left) };
        write(area, &number, (x, y), FONT_SMALL, (anchor, VPos::Center))?;
        let words = shortened(&details(account, lines).join("; "));
        write(area, &words, (WORDS, y), FONT_SMALL, left)?;
    }
    Ok(())
}

/// As much of a text as fits into the picture.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{} ...", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
