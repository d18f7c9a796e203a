//! Colours, fonts and output that all figures share.

use std::io;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::{
    DrawingArea, DrawingAreaErrorKind, IntoDrawingArea as _, IntoFont as _, RGBColor, SVGBackend,
    Text, TextStyle,
};
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::support::error::ToolError;
use crate::support::files::{at, replace};

/// The background colour.
pub const PAPER: RGBColor = RGBColor(255, 255, 255);
/// The colour of text.
pub const INK: RGBColor = RGBColor(40, 40, 40);
/// The colour of grid lines.
pub const FAINT: RGBColor = RGBColor(215, 215, 215);
/// The colour of Quevedo's data.
pub const OWN: RGBColor = RGBColor(166, 61, 47);
/// The colour of everything else.
pub const OTHER: RGBColor = RGBColor(96, 125, 139);

/// The font.
pub const FONT: &str = "sans-serif";
/// Font size of labels.
pub const FONT_SMALL: u32 = 13;
/// Font size of headings.
const HEADING: u32 = 17;

/// Width of a bar chart, in pixels.
pub const WIDTH: i32 = 760;
/// Width of the column of names, left of the bars.
pub const NAMES: i32 = 190;
/// Height of the heading.
pub const HEAD: i32 = 52;
/// Space around a chart.
pub const MARGIN: i32 = 16;

/// The drawing area.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The result of drawing.
pub type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// Draws an SVG of this size in pixels; `paint` receives the empty area.
///
/// # Errors
/// Drawing fails; it cannot for an SVG in memory.
pub fn picture(size: (u32, u32), paint: impl FnOnce(&Area) -> Drawn) -> Drawn<String> {
    let mut text = String::new();
    {
        let paper = SVGBackend::with_string(&mut text, size).into_drawing_area();
        paper.fill(&PAPER)?;
        paint(&paper)?;
        paper.present()?;
    }
    Ok(text)
}

/// Writes a picture to a file.
pub fn save(file: &Path, picture: Drawn<String>) -> Result<(), ToolError> {
    let text = picture.map_err(|error| at(file, &error))?;
    replace(file, text.as_bytes())
}

/// A text style of this size, colour and anchor.
pub fn letters(size: u32, color: RGBColor, (across, down): (HPos, VPos)) -> TextStyle<'static> {
    (FONT, size).into_font().color(&color).pos(Pos::new(across, down))
}

/// Draws text at a position with this anchor.
pub fn write(area: &Area, text: &str, at: (i32, i32), size: u32, anchor: (HPos, VPos)) -> Drawn {
    area.draw(&Text::new(text.to_owned(), at, letters(size, INK, anchor)))
}

/// Draws a heading with its upper edge at `y`.
pub fn heading(area: &Area, text: &str, y: i32) -> Drawn {
    write(area, text, (MARGIN, y), HEADING, (HPos::Left, VPos::Top))
}
