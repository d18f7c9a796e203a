//! A chess board as a picture: squares, pieces drawn for this project, highlighted squares and arrows.

use plotters::element::{PathElement, Polygon, Rectangle};
use plotters::prelude::{Color as _, RGBColor};
use plotters::style::text_anchor::{HPos, VPos};

use crate::position::Position;
use crate::support::drawing::{Area, Drawn, FONT_SMALL, write};
use crate::support::pieces::{SIZE, drawing, straightened};
use crate::types::{Bitboard, Color, Move, Piece, Square};

const LIGHT: RGBColor = RGBColor(240, 231, 215);
const DARK: RGBColor = RGBColor(190, 166, 138);
const WHITE_PIECE: RGBColor = RGBColor(252, 250, 244);
const BLACK_PIECE: RGBColor = RGBColor(58, 56, 56);
const OUTLINE: RGBColor = RGBColor(30, 28, 28);
/// Lines within a black piece.
const ENGRAVED: RGBColor = RGBColor(226, 222, 214);

/// How strongly highlights and arrows cover what is below.
const HIGHLIGHT: f64 = 0.62;
const ARROW: f64 = 0.82;

/// Room for the coordinates at the left and below, in pixels.
pub const RIM: i32 = 18;

/// A board with its upper left corner at a given place, White at the bottom.
pub struct ChessBoard<'a, 'b> {
    /// Where it is drawn.
    pub area: &'a Area<'b>,
    /// The upper left corner of a8.
    pub corner: (i32, i32),
    /// The width of a square, in pixels.
    pub size: i32,
}

impl ChessBoard<'_, '_> {
    /// Draws the squares, the highlighted sets in their colours, and the pieces.
    ///
    /// # Errors
    /// Drawing fails; it can't for an SVG in memory.
    pub fn draw(&self, position: &Position, highlights: &[(Bitboard, RGBColor)]) -> Drawn {
        for square in Square::all() {
            let (x, y) = self.place(square, (0, 0));
            let corners = [(x, y), (x + self.size, y + self.size)];
            let ground = if Bitboard::LIGHT.has(square) { LIGHT } else { DARK };
            self.area.draw(&Rectangle::new(corners, ground.filled()))?;
            for (squares, color) in highlights {
                if squares.has(square) {
                    let style = color.mix(HIGHLIGHT).filled();
                    self.area.draw(&Rectangle::new(corners, style))?;
                }
            }
        }
        for line in 0..8u8 {
            let file = ((b'a' + line) as char).to_string();
            let (x, y) = self.place(Square::new(line, 0), (50, 100));
            write(self.area, &file, (x, y + 3), FONT_SMALL, (HPos::Center, VPos::Top))?;
            let rank = (line + 1).to_string();
            let (x, y) = self.place(Square::new(0, line), (0, 50));
            write(self.area, &rank, (x - 6, y), FONT_SMALL, (HPos::Right, VPos::Center))?;
        }
        for square in position.board().occupied() {
            if let Some(piece) = position.piece_on(square) {
                self.piece(piece, square)?;
            }
        }
        Ok(())
    }

    /// Draws an arrow from the origin of a move to its target.
    ///
    /// # Errors
    /// As [`draw`](Self::draw).
    pub fn arrow(&self, mv: Move, color: RGBColor) -> Drawn {
        let [from, to] = [mv.from(), mv.to()].map(|square| {
            let (x, y) = self.place(square, (50, 50));
            (f64::from(x), f64::from(y))
        });
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let unit = f64::from(self.size) / 100.0;
        // Along the arrow and across it, from its point.
        let at = |along: f64, across: f64| {
            let x = to.0 - (along * dx + across * dy) / length;
            let y = to.1 - (along * dy - across * dx) / length;
            (x.round() as i32, y.round() as i32)
        };
        let (head, wing, shaft) = (44.0 * unit, 25.0 * unit, 8.0 * unit);
        let tail = length - 22.0 * unit;
        let outline = vec![
            at(0.0, 0.0),
            at(head, wing),
            at(head, shaft),
            at(tail, shaft),
            at(tail, -shaft),
            at(head, -shaft),
            at(head, -wing),
        ];
        self.area.draw(&Polygon::new(outline, color.mix(ARROW).filled()))
    }

    /// A point of a square, in percent of its width from its upper left corner.
    fn place(&self, square: Square, (x, y): (i32, i32)) -> (i32, i32) {
        let (file, rank) = (i32::from(square.file()), i32::from(7 - square.rank()));
        let scaled = |line: i32, part: i32| (line * 100 + part) * self.size / 100;
        (self.corner.0 + scaled(file, x), self.corner.1 + scaled(rank, y))
    }

    fn piece(&self, piece: Piece, square: Square) -> Drawn {
        let (fill, line) = match piece.color() {
            Color::White => (WHITE_PIECE, OUTLINE),
            Color::Black => (BLACK_PIECE, ENGRAVED),
        };
        let (x, y) = self.place(square, (0, 0));
        let at = |(dx, dy): (f64, f64)| {
            let scaled = |part: f64| (part * f64::from(self.size) / SIZE).round() as i32;
            (x + scaled(dx), y + scaled(dy))
        };
        let paths = |path: &str| straightened(path).into_iter();
        let drawing = drawing(piece.kind());
        for points in drawing.bodies.iter().flat_map(|path| paths(path)) {
            let mut outline: Vec<(i32, i32)> = points.into_iter().map(at).collect();
            self.area.draw(&Polygon::new(outline.clone(), fill.filled()))?;
            outline.extend(outline.first().copied());
            self.area.draw(&PathElement::new(outline, OUTLINE.stroke_width(1)))?;
        }
        for points in paths(drawing.lines) {
            let path: Vec<(i32, i32)> = points.into_iter().map(at).collect();
            self.area.draw(&PathElement::new(path, line.stroke_width(1)))?;
        }
        Ok(())
    }
}
