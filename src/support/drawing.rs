//! What all pictures have in common: the paper, the colours, the letters, and the way into a file.

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

/// What is drawn on, and with what.
pub const PAPER: RGBColor = RGBColor(255, 255, 255);
/// The color of text.
pub const INK: RGBColor = RGBColor(40, 40, 40);
/// Lines that guide the eye.
pub const FAINT: RGBColor = RGBColor(215, 215, 215);
/// What a picture is about, and what that is compared with.
pub const OWN: RGBColor = RGBColor(166, 61, 47);
/// The color of everything that is not Quevedo's.
pub const OTHER: RGBColor = RGBColor(96, 125, 139);

/// The letters of all texts.
pub const FONT: &str = "sans-serif";
/// Their size in a heading.
const HEADING: u32 = 17;

/// Of a picture with bars: its width, how far from the left the names end and the bars begin, the
/// height of a heading, and the space round it all, in pixels.
pub const WIDTH: i32 = 760;
/// Width of the column of names, left of the bars.
pub const NAMES: i32 = 190;
/// Height of the heading.
pub const HEAD: i32 = 52;
/// Space around a chart.
pub const MARGIN: i32 = 16;

/// What is drawn on.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The result of drawing.
pub type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// A picture as SVG: `paint` gets empty paper of this size, in pixels.
///
/// # Errors
/// None that a picture in memory could have.
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

/// Letters of this size and colour that are anchored so at their place.
pub fn letters(size: u32, color: RGBColor, (across, down): (HPos, VPos)) -> TextStyle<'static> {
    (FONT, size).into_font().color(&color).pos(Pos::new(across, down))
}

/// Text in ink at a place, anchored there.
pub fn write(area: &Area, text: &str, at: (i32, i32), size: u32, anchor: (HPos, VPos)) -> Drawn {
    area.draw(&Text::new(text.to_owned(), at, letters(size, INK, anchor)))
}

/// A heading, its upper edge at `y`.
pub fn heading(area: &Area, text: &str, y: i32) -> Drawn {
    write(area, text, (MARGIN, y), HEADING, (HPos::Left, VPos::Top))
}
