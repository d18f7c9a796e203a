//! A chess board as a picture: squares, pieces of our own drawing, highlighted squares and arrows.

use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::prelude::{Color as _, RGBColor};
use plotters::style::text_anchor::{HPos, VPos};

use crate::position::Position;
use crate::support::drawing::{Area, Drawn, FONT_SMALL, write};
use crate::types::{Bitboard, Color, Move, Piece, PieceType, Square};

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

/// A board whose upper left corner is at a place, White below.
pub struct ChessBoard<'a, 'b> {
    /// Where it is drawn.
    pub area: &'a Area<'b>,
    /// The upper left corner of a8.
    pub corner: (i32, i32),
    /// The width of a square, in pixels.
    pub size: i32,
}

impl ChessBoard<'_, '_> {
    /// Draws the squares, those of some sets in these colours, and the pieces.
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
        let at = |point: &(i32, i32)| self.place(square, *point);
        let shape = |points: &[(i32, i32)]| -> Drawn {
            let mut outline: Vec<(i32, i32)> = points.iter().map(at).collect();
            self.area.draw(&Polygon::new(outline.clone(), fill.filled()))?;
            outline.extend(outline.first().copied());
            self.area.draw(&PathElement::new(outline, OUTLINE.stroke_width(1)))
        };
        let ball = |place: (i32, i32), radius: i32| -> Drawn {
            let radius = (radius * self.size / 100).max(1);
            self.area.draw(&Circle::new(at(&place), radius, fill.filled()))?;
            self.area.draw(&Circle::new(at(&place), radius, OUTLINE.stroke_width(1)))
        };
        let stroke = |points: &[(i32, i32)]| -> Drawn {
            let path: Vec<(i32, i32)> = points.iter().map(at).collect();
            self.area.draw(&PathElement::new(path, line.stroke_width(1)))
        };
        match piece.kind() {
            PieceType::Pawn => {
                shape(&PAWN)?;
                ball((50, 32), 13)
            }
            PieceType::Knight => {
                shape(&KNIGHT)?;
                stroke(&[(40, 34), (43, 36)])?;
                stroke(&[(59, 36), (66, 48), (67, 66)])
            }
            PieceType::Bishop => {
                ball((50, 17), 5)?;
                shape(&BISHOP)?;
                stroke(&[(56, 34), (49, 45)])?;
                stroke(&[(40, 63), (60, 63)])
            }
            PieceType::Rook => {
                shape(&ROOK)?;
                stroke(&[(37, 43), (63, 43)])?;
                stroke(&[(34, 74), (66, 74)])
            }
            PieceType::Queen => {
                shape(&QUEEN)?;
                for tip in [(20, 27), (35, 19), (50, 15), (65, 19), (80, 27)] {
                    ball(tip, 5)?;
                }
                stroke(&[(31, 66), (69, 66)])
            }
            PieceType::King => {
                shape(&CROSS)?;
                shape(&KING)?;
                stroke(&[(32, 68), (68, 68)])?;
                stroke(&[(50, 36), (50, 62)])
            }
        }
    }
}

// Outlines, in percent of a square from its upper left corner.

const PAWN: [(i32, i32); 10] = [
    (30, 88),
    (30, 80),
    (38, 74),
    (45, 56),
    (45, 44),
    (55, 44),
    (55, 56),
    (62, 74),
    (70, 80),
    (70, 88),
];

const KNIGHT: [(i32, i32); 22] = [
    (72, 88),
    (28, 88),
    (29, 80),
    (37, 72),
    (42, 63),
    (51, 53),
    (48, 50),
    (39, 52),
    (32, 60),
    (24, 58),
    (19, 51),
    (25, 42),
    (31, 30),
    (38, 23),
    (38, 12),
    (46, 18),
    (56, 20),
    (67, 28),
    (74, 42),
    (77, 58),
    (75, 72),
    (73, 80),
];

const BISHOP: [(i32, i32); 17] = [
    (26, 88),
    (26, 81),
    (38, 77),
    (41, 64),
    (36, 57),
    (34, 47),
    (37, 37),
    (43, 29),
    (50, 22),
    (57, 29),
    (63, 37),
    (66, 47),
    (64, 57),
    (59, 64),
    (62, 77),
    (74, 81),
    (74, 88),
];

const ROOK: [(i32, i32); 20] = [
    (26, 88),
    (26, 79),
    (34, 74),
    (37, 43),
    (29, 37),
    (29, 20),
    (38, 20),
    (38, 27),
    (45, 27),
    (45, 20),
    (55, 20),
    (55, 27),
    (62, 27),
    (62, 20),
    (71, 20),
    (71, 37),
    (63, 43),
    (66, 74),
    (74, 79),
    (74, 88),
];

const QUEEN: [(i32, i32); 17] = [
    (28, 88),
    (28, 80),
    (33, 74),
    (30, 64),
    (20, 30),
    (34, 48),
    (35, 22),
    (45, 46),
    (50, 18),
    (55, 46),
    (65, 22),
    (66, 48),
    (80, 30),
    (70, 64),
    (67, 74),
    (72, 80),
    (72, 88),
];

const CROSS: [(i32, i32); 12] = [
    (47, 8),
    (53, 8),
    (53, 14),
    (59, 14),
    (59, 20),
    (53, 20),
    (53, 36),
    (47, 36),
    (47, 20),
    (41, 20),
    (41, 14),
    (47, 14),
];

const KING: [(i32, i32); 19] = [
    (28, 88),
    (28, 80),
    (32, 74),
    (31, 66),
    (22, 54),
    (21, 44),
    (27, 36),
    (37, 34),
    (46, 40),
    (50, 34),
    (54, 40),
    (63, 34),
    (73, 36),
    (79, 44),
    (78, 54),
    (69, 66),
    (68, 74),
    (72, 80),
    (72, 88),
];
