//! Histograms for the terminal or as SVG.

use std::fmt;
use std::path::Path;

use plotters::prelude::{Color as _, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use crate::support::drawing::{HEAD, MARGIN, NAMES, OTHER, WIDTH, heading, picture, save, write};
use crate::support::error::ToolError;

/// Length of the longest bar in a terminal, in columns.
const COLUMNS: usize = 40;
/// Eighths of a column.
const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// A histogram.
pub struct Histogram {
    title: String,
    rows: Vec<Bar>,
}

struct Bar {
    name: String,
    count: u64,
    /// Text beside the bar.
    remark: String,
}

impl Histogram {
    /// An empty histogram.
    pub fn new(title: &str) -> Histogram {
        Histogram { title: title.into(), rows: Vec::new() }
    }

    /// Appends a bar.
    pub fn push(&mut self, name: String, count: u64, remark: String) {
        self.rows.push(Bar { name, count, remark });
    }

    fn most(&self) -> u64 {
        self.rows.iter().map(|row| row.count).max().unwrap_or(0).max(1)
    }

    fn total(&self) -> u64 {
        self.rows.iter().map(|row| row.count).sum::<u64>().max(1)
    }

    fn share(&self, row: &Bar) -> f64 {
        100.0 * row.count as f64 / self.total() as f64
    }
}

/// A bar in eighths of a column; a count above 0 is always visible.
fn bar(count: u64, most: u64) -> String {
    let full = COLUMNS as f64 * EIGHTHS.len() as f64;
    let eighths = (full * count as f64 / most as f64).round() as usize;
    let eighths = eighths.max(usize::from(count > 0));
    let mut bar = "█".repeat(eighths / EIGHTHS.len());
    if eighths % EIGHTHS.len() > 0 {
        bar.push(EIGHTHS[eighths % EIGHTHS.len()]);
    }
    bar
}

impl fmt::Display for Histogram {
    /// The title and a line per bar, without a final newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (most, wide) =
            (self.most(), self.rows.iter().map(|row| row.name.chars().count()).max());
        let wide = wide.unwrap_or(0);
        write!(f, "{}", self.title)?;
        for row in &self.rows {
            let (bar, share) = (bar(row.count, most), self.share(row));
            let line = format!(
                "  {:>wide$} {bar:<COLUMNS$} {share:>5.1} % {:>10}  {}",
                row.name, row.count, row.remark
            );
            write!(f, "\n{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Draws histograms below one another.
///
/// # Errors
/// The file can't be written.
pub fn draw(out: &Path, histograms: &[Histogram]) -> Result<(), ToolError> {
    const ROW: i32 = 22;
    /// Offset of a heading's upper edge.
    const TITLE: i32 = 22;
    /// Room for the label of the longest bar.
    const LABEL: i32 = 210;
    let rows: usize = histograms.iter().map(|histogram| histogram.rows.len()).sum();
    let heads = HEAD * histograms.len() as i32;
    let height = heads + ROW * rows as i32 + MARGIN;
    let drawn = picture((WIDTH as u32, height as u32), |area| {
        let room = f64::from(WIDTH - NAMES - LABEL);
        let mut top = 0;
        for histogram in histograms {
            heading(area, &histogram.title, top + TITLE)?;
            top += HEAD;
            for row in &histogram.rows {
                let middle = top + ROW / 2;
                let at = (NAMES - 10, middle);
                write(area, &row.name, at, 14, (HPos::Right, VPos::Center))?;
                let end = room * row.count as f64 / histogram.most() as f64;
                let end = NAMES + end.round() as i32;
                let corners = [(NAMES, top + 3), (end, top + ROW - 3)];
                area.draw(&Rectangle::new(corners, OTHER.filled()))?;
                let mut label = format!("{:.1} %", histogram.share(row));
                if !row.remark.is_empty() {
                    label = format!("{label}, {}", row.remark);
                }
                let at = (end + 8, middle);
                write(area, &label, at, 14, (HPos::Left, VPos::Center))?;
                top += ROW;
            }
        }
        Ok(())
    });
    save(out, drawn)
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, Histogram, bar};

    #[test]
    fn bars_are_as_long_as_their_counts() {
        assert_eq!(bar(0, 7), "");
        assert_eq!(bar(7, 7).chars().count(), COLUMNS);
        assert_eq!(bar(1, 2).chars().count(), COLUMNS / 2);
        assert_eq!(bar(1, 1_000_000), "▏");
        assert_eq!(bar(3, 2 * COLUMNS as u64), "█▌");
    }

    #[test]
    fn shares_add_up() {
        let mut histogram = Histogram::new("colours");
        histogram.push("red".into(), 3, "warm".into());
        histogram.push("blue".into(), 1, String::new());
        let text = histogram.to_string();
        let lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["colours"]);
        assert_eq!((lines[1][0], &lines[1][2..]), ("red", &["75.0", "%", "3", "warm"][..]));
        assert_eq!((lines[2][0], &lines[2][2..]), ("blue", &["25.0", "%", "1"][..]));
        assert_eq!(Histogram::new("nothing").to_string(), "nothing");
    }
}
