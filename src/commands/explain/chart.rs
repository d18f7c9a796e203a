//! The chart of `quevedo explain`: nodes and time of each stage, on logarithmic scales.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::measure::StageResult;
use crate::support::drawing::{Area, Drawn, FAINT, OTHER, OWN, picture, write};

/// The size of the picture, in pixels.
const SIZE: (u32, u32) = (1000, 450);
/// The space for the names of the stages and for the moves that they choose, in pixels.
const NAMES: u32 = 110;
const MOVES: u32 = 62;
/// The space for the title above and the scale below, in pixels.
const TITLE: u32 = 76;
const SCALE: u32 = 46;
/// The share of a row's height that its bar fills.
const BAR: f64 = 0.66;

/// The share of a panel's width that the numbers of its scale may fill, counting digits as wide as they are high. They
/// are about half as wide; the rest is the space between the numbers.
const DIGIT_ROOM: f64 = 0.9;

/// Font sizes.
const HEADING: u32 = 24;
const BODY: u32 = 16;

/// The rows as SVG; `what` says what was searched.
///
/// # Errors
/// Drawing fails; it can't for an SVG in memory.
pub(super) fn svg(rows: &[StageResult], what: &str) -> Drawn<String> {
    picture(SIZE, |page| paint(page, rows, what))
}

fn paint(page: &Area, rows: &[StageResult], what: &str) -> Drawn {
    let corner = (HPos::Left, VPos::Top);
    write(page, "What each stage of a chess program buys", (20, 12), HEADING, corner)?;
    write(page, what, (20, 42), BODY, corner)?;
    let (_, body) = page.split_vertically(TITLE);
    let (names, panels) = body.split_horizontally(NAMES + MOVES);
    let height = f64::from(SIZE.1 - TITLE - SCALE) / rows.len() as f64;
    let right = (HPos::Right, VPos::Center);
    for (index, row) in rows.iter().enumerate() {
        let middle = ((index as f64 + 0.5) * height) as i32;
        write(&names, &row.name, (NAMES as i32 - 8, middle), BODY, right)?;
        write(&names, &row.best, ((NAMES + MOVES) as i32 - 8, middle), BODY, right)?;
    }
    let panels = panels.split_evenly((1, 2));
    let nodes: Vec<f64> = rows.iter().map(|row| row.nodes as f64).collect();
    panel(&panels[0], rows, &nodes, "nodes", |nodes| grouped(nodes as u64))?;
    let times: Vec<f64> = rows.iter().map(|row| row.time.as_secs_f64() * 1000.0).collect();
    panel(&panels[1], rows, &times, "milliseconds", |ms| match ms {
        ms if ms < 10.0 => format!("{ms:.2}"),
        ms => grouped(ms.round() as u64),
    })
}

/// One quantity: a bar for each row, its value beside it, and a scale in powers of ten below.
fn panel(
    page: &Area,
    rows: &[StageResult],
    values: &[f64],
    unit: &str,
    text: impl Fn(f64) -> String,
) -> Drawn {
    let positive = || values.iter().copied().filter(|&value| value > 0.0);
    // The scale begins a power of ten below the smallest value, so that even that has a bar.
    let least = 10f64.powf(positive().fold(f64::MAX, f64::min).log10().floor() - 1.0);
    let most = 10f64.powf(positive().fold(f64::MIN, f64::max).log10().ceil());
    let room = 30.0; // for the value beside the longest bar
    let count = rows.len() as f64;
    let mut chart = ChartBuilder::on(page)
        .x_label_area_size(SCALE)
        .build_cartesian_2d((least..most * room).log_scale(), count..0.0)?;
    let decades = (most / least).log10().round() as i32;
    // Only as many lines as there is room for their numbers; the widest number is at either end.
    let widest = power(least).len().max(power(most).len());
    let numbers =
        (page.dim_in_pixel().0 as f64 * DIGIT_ROOM / (widest * BODY as usize) as f64) as i32;
    let step = decades / numbers.max(1) + 1;
    for decade in (0..=decades).step_by(step as usize) {
        let x = least * 10f64.powi(decade);
        chart.draw_series([PathElement::new([(x, 0.0), (x, count)], FAINT)])?;
        let (left, bottom) = chart.backend_coord(&(x, count));
        let (page_left, page_top) = page.get_base_pixel();
        let at = (left - page_left, bottom - page_top + 4);
        write(page, &power(x), at, BODY, (HPos::Center, VPos::Top))?;
    }
    let (left, bottom) = chart.backend_coord(&(least, count));
    let (page_left, page_top) = page.get_base_pixel();
    let unit_at = (left - page_left, bottom - page_top + 24);
    write(page, unit, unit_at, BODY, (HPos::Left, VPos::Top))?;
    for (index, (row, &value)) in rows.iter().zip(values).enumerate() {
        let middle = index as f64 + 0.5;
        let colour = if row.name == "Quevedo" { OWN } else { OTHER };
        let end = value.max(least);
        let corners = [(least, middle - BAR / 2.0), (end, middle + BAR / 2.0)];
        chart.draw_series([Rectangle::new(corners, colour.filled())])?;
        let (x, y) = chart.backend_coord(&(end, middle));
        let at = (x - page_left + 6, y - page_top);
        write(page, &text(value), at, BODY, (HPos::Left, VPos::Center))?;
    }
    Ok(())
}

/// A power of ten, without the rounding error of its binary form.
fn power(value: f64) -> String {
    if value >= 1.0 {
        grouped(value.round() as u64)
    } else {
        format!("{value:.6}").trim_end_matches('0').to_owned()
    }
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{grouped, power, svg};
    use crate::commands::explain::measure::StageResult;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(4_085_603), "4,085,603");
        assert_eq!(power(0.001), "0.001");
        assert_eq!(power(999.999_999_9), "1,000");
    }

    #[test]
    fn every_row_is_in_the_picture() {
        let row = |name: &str, nodes| StageResult {
            name: name.to_owned(),
            nodes,
            time: Duration::from_micros(nodes),
            best: "Nf3".into(),
            score: 0,
        };
        let text = svg(&[row("minimax", 4_000_000), row("Quevedo", 0)], "a position").unwrap();
        for wanted in ["<svg", "minimax", "Quevedo", "4,000,000", "a position", "milliseconds"] {
            assert!(text.contains(wanted), "{wanted}");
        }
    }
}
