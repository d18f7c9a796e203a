//! The analysis as a graph of White's winning probability.

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::analysis::{Analysis, Judged};
use super::judge::{Judgment, win_probability};
use super::report::{occasion, side_line, title};
use crate::notation::san;
use crate::support::drawing::{Area, Drawn, INK, PAPER, letters, picture};
use crate::types::Color as Side;

/// The size of the picture and the space around the curve, in pixels.
const SIZE: (u32, u32) = (1200, 620);
const TOP: u32 = 108;
const RIGHT: u32 = 76;
const BOTTOM: u32 = 116;
const LEFT: u32 = 76;

/// The fewest moves that the picture is wide, so that even a game without moves is a line.
const LEAST: f64 = 0.5;

/// Font sizes.
const HEADING: u32 = 26;
const BODY: u32 = 17;
const SMALL: u32 = 15;

/// The radius of a dot with its rim, in pixels.
const DOT: i32 = 7;

const FAINT_INK: RGBColor = RGBColor(104, 110, 116);
/// The colours of White's and Black's shares.
const WHITE_SHARE: RGBColor = RGBColor(243, 238, 226);
const BLACK_SHARE: RGBColor = RGBColor(66, 72, 79);
const GRID: RGBColor = RGBColor(140, 144, 148);
const CURVE: RGBColor = RGBColor(32, 118, 180);

type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

const fn color(verdict: Judgment) -> RGBColor {
    match verdict {
        Judgment::Inaccuracy => RGBColor(240, 190, 50),
        Judgment::Mistake => RGBColor(235, 125, 40),
        Judgment::Blunder => RGBColor(214, 48, 44),
    }
}

/// The picture as SVG. `how` says how the game was searched.
///
/// # Errors
/// Drawing fails; it can't for an SVG in memory.
pub(super) fn svg(analysis: &Analysis, how: &str) -> Drawn<String> {
    picture(SIZE, |root| {
        heading(root, analysis, how)?;
        let first = number(analysis, 0);
        let last = number(analysis, analysis.positions.len() - 1).max(first + LEAST);
        let chart = ChartBuilder::on(root)
            .margin_top(TOP)
            .margin_right(RIGHT)
            .margin_bottom(BOTTOM)
            .margin_left(LEFT)
            .build_cartesian_2d(first..last, 0.0..1.0)?;
        shares(&chart, analysis)?;
        grid(root, &chart, first, last)?;
        curve(&chart, analysis)?;
        marks(root, &chart, analysis)?;
        legend(root, analysis)
    })
}

/// The horizontal place of a position: `n` after White's move `n`, `n + 0.5` after Black's.
fn number(analysis: &Analysis, place: usize) -> f64 {
    0.5 + f64::from(analysis.positions[place].game_ply()) / 2.0
}

fn write(
    root: &Area,
    place: (i32, i32),
    size: u32,
    color: RGBColor,
    anchor: HPos,
    text: &str,
) -> Drawn {
    let style = letters(size, color, (anchor, VPos::Center));
    root.draw(&Text::new(text.to_owned(), place, style))
}

fn heading(root: &Area, analysis: &Analysis, how: &str) -> Drawn {
    let left = LEFT as i32;
    write(root, (left, 30), HEADING, INK, HPos::Left, &title(&analysis.game))?;
    let occasion = occasion(&analysis.game);
    let below = if occasion.is_empty() { how.into() } else { format!("{occasion}; {how}") };
    write(root, (left, 60), BODY, FAINT_INK, HPos::Left, &below)?;
    // The labels of the axes.
    let above = TOP as i32 - 14;
    write(root, (left, above), SMALL, FAINT_INK, HPos::Left, "White's winning probability, %")?;
    let right = (SIZE.0 - RIGHT) as i32;
    write(root, (right, above), SMALL, FAINT_INK, HPos::Right, "score, pawns")
}

fn points(analysis: &Analysis) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> =
        analysis.chances().map(|(place, chance)| (number(analysis, place), chance)).collect();
    if let [(number, chance)] = points[..] {
        points.push((number + LEAST, chance));
    }
    points
}

/// Fills the areas below and above the curve with the colours of the two sides.
fn shares(chart: &Chart, analysis: &Analysis) -> Drawn {
    let area = chart.plotting_area();
    area.fill(&BLACK_SHARE)?;
    let mut outline = points(analysis);
    if let (Some(&(first, _)), Some(&(last, _))) = (outline.first(), outline.last()) {
        outline.extend([(last, 0.0), (first, 0.0)]);
    }
    area.draw(&Polygon::new(outline, WHITE_SHARE))
}

fn grid(root: &Area, chart: &Chart, first: f64, last: f64) -> Drawn {
    let area = chart.plotting_area();
    let thin = GRID.mix(0.5).stroke_width(1);
    let right = (SIZE.0 - RIGHT) as i32;
    for percent in [0, 25, 50, 75, 100] {
        let chance = f64::from(percent) / 100.0;
        let (x, y) = chart.backend_coord(&(first, chance));
        if percent % 100 != 0 {
            let style = if percent == 50 { GRID.stroke_width(1) } else { thin };
            area.draw(&PathElement::new([(first, chance), (last, chance)], style))?;
        }
        write(root, (x - 10, y), SMALL, INK, HPos::Right, &percent.to_string())?;
    }
    // The places of scores, in pawns, on the other axis.
    for pawns in [-8, -4, -2, -1, 0, 1, 2, 4, 8] {
        let (_, y) = chart.backend_coord(&(first, win_probability(100 * pawns)));
        root.draw(&PathElement::new([(right, y), (right + 5, y)], GRID.stroke_width(1)))?;
        let text = if pawns == 0 { "0".into() } else { format!("{pawns:+}") };
        write(root, (right + 10, y), SMALL, INK, HPos::Left, &text)?;
    }
    // Number as many moves as there is room for.
    const MOST_NUMBERS: f64 = 16.0;
    let steps = [1, 2, 5, 10, 20, 50, 100];
    let step = steps
        .into_iter()
        .find(|&step| (last - first) / f64::from(step) <= MOST_NUMBERS)
        .unwrap_or(500);
    for number in (first.ceil() as i32..=last.floor() as i32).filter(|n| n % step == 0 || *n == 1) {
        let x = f64::from(number);
        area.draw(&PathElement::new([(x, 0.0), (x, 1.0)], thin))?;
        let (x, y) = chart.backend_coord(&(x, 0.0));
        write(root, (x, y + 18), SMALL, INK, HPos::Center, &number.to_string())?;
    }
    Ok(())
}

fn curve(chart: &Chart, analysis: &Analysis) -> Drawn {
    let style = CURVE.stroke_width(3);
    chart.plotting_area().draw(&PathElement::new(points(analysis), style))
}

/// Draws a dot for every move that deserves a mark, and labels the worst moves where there is room.
fn marks(root: &Area, chart: &Chart, analysis: &Analysis) -> Drawn {
    let place = |judged: &Judged| {
        let chance = win_probability(judged.after.score);
        chart.backend_coord(&(number(analysis, judged.place + 1), chance))
    };
    let curve: Vec<(i32, i32)> =
        points(analysis).iter().map(|point| chart.backend_coord(point)).collect();
    let mut marked: Vec<(Judged, Judgment)> = analysis
        .moves()
        .filter_map(|judged| judged.verdict.map(|verdict| (judged, verdict)))
        .collect();
    marked.sort_by(|(one, _), (other, _)| other.loss.total_cmp(&one.loss));
    let mut taken: Vec<Frame> =
        marked.iter().map(|(judged, _)| Frame::around(place(judged), DOT, DOT)).collect();
    let mut labels = Vec::new();
    for (judged, verdict) in &marked {
        if *verdict == Judgment::Inaccuracy {
            continue;
        }
        let name = san::text(judged.position, judged.mv);
        let text = format!("{} {name}{}", san::number(judged.position), verdict.mark());
        // A bad move bends the curve away from its side, so there is room on the far side of the dot.
        let down = judged.position.side() == Side::White;
        if let Some(frame) = Frame::near(place(judged), &text, down, &taken, &curve) {
            taken.push(frame);
            labels.push((frame, text, place(judged), color(*verdict)));
        }
    }
    for (frame, _, place, color) in &labels {
        root.draw(&PathElement::new([*place, frame.middle()], color.stroke_width(2)))?;
    }
    for (judged, verdict) in marked.iter().rev() {
        dot(root, place(judged), *verdict)?;
    }
    for (frame, text, _, color) in &labels {
        let corners = [(frame.left, frame.top), (frame.right, frame.bottom)];
        root.draw(&Rectangle::new(corners, PAPER.filled()))?;
        root.draw(&Rectangle::new(corners, color.stroke_width(2)))?;
        write(root, frame.middle(), SMALL, INK, HPos::Center, text)?;
    }
    Ok(())
}

fn dot(root: &Area, place: (i32, i32), verdict: Judgment) -> Drawn {
    root.draw(&Circle::new(place, DOT, PAPER.filled()))?;
    root.draw(&Circle::new(place, DOT - 1, color(verdict).filled()))
}

/// A part of the picture, in pixels.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Frame {
    /// The width of a small letter: an estimate on the safe side, since letters differ.
    const LETTER: i32 = 7;
    const HALF_HEIGHT: i32 = 11;
    /// The distance from a dot to the middle of its label, and from one try to the next.
    const GAP: i32 = 24;
    const STEP: i32 = 14;
    const TRIES: i32 = 6;

    fn around((x, y): (i32, i32), half_width: i32, half_height: i32) -> Frame {
        Frame {
            left: x - half_width,
            top: y - half_height,
            right: x + half_width,
            bottom: y + half_height,
        }
    }

    fn middle(&self) -> (i32, i32) {
        ((self.left + self.right) / 2, (self.top + self.bottom) / 2)
    }

    /// Free room for a text near a dot, preferably without the curve behind it.
    fn near(
        (x, y): (i32, i32),
        text: &str,
        down: bool,
        taken: &[Frame],
        curve: &[(i32, i32)],
    ) -> Option<Frame> {
        let half = Frame::LETTER * text.chars().count() as i32 / 2 + 6;
        let (left, right) = (LEFT as i32 + 2, (SIZE.0 - RIGHT) as i32 - 2);
        let (top, bottom) = (TOP as i32 + 2, (SIZE.1 - BOTTOM) as i32 - 2);
        let middle = x.clamp(left + half, right - half);
        let at = |down: bool, step: i32| {
            let shift = Frame::GAP + step * Frame::STEP;
            Frame::around(
                (middle, if down { y + shift } else { y - shift }),
                half,
                Frame::HALF_HEIGHT,
            )
        };
        let tries = || (0..Frame::TRIES).flat_map(|step| [at(down, step), at(!down, step)]);
        let fits = |frame: &Frame| {
            frame.top >= top
                && frame.bottom <= bottom
                && !taken.iter().any(|other| frame.meets(other))
        };
        let clear =
            |frame: &Frame| !curve.windows(2).any(|ends| frame.is_crossed(ends[0], ends[1]));
        tries().find(|frame| fits(frame) && clear(frame)).or_else(|| tries().find(fits))
    }

    fn meets(&self, other: &Frame) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether a line from one point to another, further to the right, crosses the box. Checked pixel by pixel, which
    /// is simple and fast enough.
    fn is_crossed(&self, (x1, y1): (i32, i32), (x2, y2): (i32, i32)) -> bool {
        let steps = (x2 - x1).max((y2 - y1).abs()).max(1);
        (0..=steps).any(|step| {
            let x = x1 + (x2 - x1) * step / steps;
            let y = y1 + (y2 - y1) * step / steps;
            (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
        })
    }
}

/// Draws the legend: the meaning of the colours, and how the sides played.
fn legend(root: &Area, analysis: &Analysis) -> Drawn {
    let bottom = (SIZE.1 - BOTTOM) as i32;
    let right = (SIZE.0 - RIGHT) as i32;
    for (row, side, share) in [(0, Side::White, WHITE_SHARE), (1, Side::Black, BLACK_SHARE)] {
        let y = bottom + 54 + 28 * row;
        let x = LEFT as i32;
        let square = [(x, y - DOT), (x + 2 * DOT, y + DOT)];
        root.draw(&Rectangle::new(square, share.filled()))?;
        root.draw(&Rectangle::new(square, FAINT_INK.stroke_width(1)))?;
        write(root, (x + 26, y), BODY, INK, HPos::Left, &side_line(analysis, side))?;
    }
    const COLUMNS: [i32; 3] = [340, 214, 106];
    let y = bottom + 54;
    for (verdict, column) in Judgment::ALL.into_iter().zip(COLUMNS) {
        let x = right - column;
        dot(root, (x, y), verdict)?;
        let text = format!("{} {}", verdict.mark(), verdict.name().to_lowercase());
        write(root, (x + 14, y), BODY, INK, HPos::Left, &text)?;
    }
    Ok(())
}
