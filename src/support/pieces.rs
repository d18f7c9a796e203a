//! The drawings of the chess pieces: one set of SVG paths, used directly in pages and as polygons in pictures.

use crate::types::{Color, Piece, PieceType};

/// The width and height of the square that a piece is drawn in.
pub const SIZE: f64 = 100.0;

/// How a piece is drawn: bodies, which are filled and outlined, from back to front, then lines on them. The paths use
/// only the absolute commands M, L, C and Z, each with its letter directly before the first number.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// Closed paths.
    pub bodies: &'static [&'static str],
    /// Open ones.
    pub lines: &'static str,
}

/// The drawing of a piece type.
pub const fn drawing(kind: PieceType) -> Drawing {
    match kind {
        PieceType::Pawn => PAWN,
        PieceType::Knight => KNIGHT,
        PieceType::Bishop => BISHOP,
        PieceType::Rook => ROOK,
        PieceType::Queen => QUEEN,
        PieceType::King => KING,
    }
}

/// All pieces as SVG symbols, each with its FEN letter as id, for `use` to refer to. The page sets the
/// colours, by the classes `white` and `black`, `body` and `line`.
pub fn symbols() -> String {
    let one = |piece: Piece| {
        let (letter, drawing) = (piece.letter(), drawing(piece.kind()));
        let side = match piece.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        let body = |path: &&str| format!("<path class=\"{side} body\" d=\"{path}\"/>");
        let bodies: String = drawing.bodies.iter().map(body).collect();
        format!(
            "<symbol id=\"{letter}\" viewBox=\"0 0 100 100\">{bodies}\
             <path class=\"{side} line\" d=\"{}\"/></symbol>\n",
            drawing.lines
        )
    };
    let kinds = || PieceType::ALL.into_iter();
    let all =
        Color::ALL.into_iter().flat_map(|color| kinds().map(move |kind| Piece::new(kind, color)));
    all.map(one).collect()
}

/// The number of straight parts that approximate a curve.
const PARTS: i32 = 6;

/// The polygons and polylines of a path. It must be one of the drawings'.
pub fn straightened(path: &str) -> Vec<Vec<(f64, f64)>> {
    let is_command = |letter: char| letter.is_ascii_uppercase();
    let starts = path.match_indices(is_command).map(|(start, _)| start);
    let mut all: Vec<Vec<(f64, f64)>> = Vec::new();
    for start in starts {
        let rest = &path[start + 1..];
        let numbers = rest.split(is_command).next().unwrap_or_default();
        let numbers: Vec<f64> =
            numbers.split_whitespace().filter_map(|text| text.parse().ok()).collect();
        let points: Vec<(f64, f64)> =
            numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        match (&path[start..=start], all.last_mut()) {
            ("M", _) => all.push(points),
            ("L", Some(line)) => line.extend(points),
            ("C", Some(line)) => {
                for curve in points.chunks_exact(3) {
                    let start = line[line.len() - 1];
                    line.extend((1..=PARTS).map(|part| {
                        let t = f64::from(part) / f64::from(PARTS);
                        bezier([start, curve[0], curve[1], curve[2]], t)
                    }));
                }
            }
            _ => {}
        }
    }
    all
}

/// The point of a cubic Bézier curve at `t`, from 0 to 1.
fn bezier(points: [(f64, f64); 4], t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let shares = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum = |of: fn(&(f64, f64)) -> f64| {
        points.iter().map(of).zip(shares).map(|(x, share)| x * share).sum()
    };
    (sum(|point| point.0), sum(|point| point.1))
}

const PAWN: Drawing = Drawing {
    bodies: &[
        "M50 20 C58 20 64 26 64 33.5 C64 38.5 61.5 42.5 58 45 L58 50 C59 62 63 67 68 72 C72 76 74 81 74 88 \
        L26 88 C26 81 28 76 32 72 C37 67 41 62 42 50 L42 45 C38.5 42.5 36 38.5 36 33.5 C36 26 42 20 50 20 Z",
    ],
    lines: "M42.5 45.5 L57.5 45.5",
};

const KNIGHT: Drawing = Drawing {
    bodies: &[
        "M30 88 C30 77 35 71 42 64 C47 59 50 56 51 50 C47 54 43 55 38 57 C35 62 31 65 28 62 C23 64 18 60 19 54 \
        C21 49 25 45 27 40 C28 34 31 29 36 25 L35 13 L44 20 C46 18 48 15 50 12 L54 20 C69 25 78 39 79 58 \
        C79.5 69 79 79 79 88 Z",
    ],
    lines: "M37 36 C38 34 40 33 42 33 M24 56 L26.5 53.5 M57 27 C67 33 71 45 70 62 C69.7 68 69 74 67 80",
};

const BISHOP: Drawing = Drawing {
    bodies: &[
        "M50 8 C53.3 8 56 10.7 56 14 C56 17.3 53.3 20 50 20 C46.7 20 44 17.3 44 14 C44 10.7 46.7 8 50 8 Z",
        "M50 19 C60 26 68 36 68 48 C68 55 65 60 60 64 L62 73 C70 75 76 79 76 84 L76 88 L24 88 L24 84 \
        C24 79 30 75 38 73 L40 64 C35 60 32 55 32 48 C32 36 40 26 50 19 Z",
    ],
    lines: "M50 34 L50 50 M42.5 42 L57.5 42 M40 64 L60 64 M38 73.5 L62 73.5",
};

const ROOK: Drawing = Drawing {
    bodies: &[
        "M24 88 L24 80 L32 74 L35 46 L28 40 L28 19 L38.5 19 L38.5 27 L45 27 L45 19 L55 19 L55 27 L61.5 27 \
        L61.5 19 L72 19 L72 40 L65 46 L68 74 L76 80 L76 88 Z",
    ],
    lines: "M35 46 L65 46 M32 74 L68 74",
};

const QUEEN: Drawing = Drawing {
    bodies: &[
        "M28 74 L18 33 L33 54 L34 25 L44 52 L50 20 L56 52 L66 25 L67 54 L82 33 L72 74 L76 81 L76 88 L24 88 L24 81 Z",
        "M18 25 C20.8 25 23 27.2 23 30 C23 32.8 20.8 35 18 35 C15.2 35 13 32.8 13 30 C13 27.2 15.2 25 18 25 Z",
        "M34 17 C36.8 17 39 19.2 39 22 C39 24.8 36.8 27 34 27 C31.2 27 29 24.8 29 22 C29 19.2 31.2 17 34 17 Z",
        "M50 12 C52.8 12 55 14.2 55 17 C55 19.8 52.8 22 50 22 C47.2 22 45 19.8 45 17 C45 14.2 47.2 12 50 12 Z",
        "M66 17 C68.8 17 71 19.2 71 22 C71 24.8 68.8 27 66 27 C63.2 27 61 24.8 61 22 C61 19.2 63.2 17 66 17 Z",
        "M82 25 C84.8 25 87 27.2 87 30 C87 32.8 84.8 35 82 35 C79.2 35 77 32.8 77 30 C77 27.2 79.2 25 82 25 Z",
    ],
    lines: "M28 74 C42 69 58 69 72 74 M25 82 C42 78 58 78 75 82",
};

const KING: Drawing = Drawing {
    bodies: &[
        "M47 6 L53 6 L53 12 L59 12 L59 18 L53 18 L53 30 L47 30 L47 18 L41 18 L41 12 L47 12 Z",
        "M50 26 C57 26 61 33 58 39 L50 56 L42 39 C39 33 43 26 50 26 Z",
        "M29 73 C27 66 16 58 16 47 C16 38 23 33 31 33 C40 33 47 38 50 47 C53 38 60 33 69 33 C77 33 84 38 84 47 \
        C84 58 73 66 71 73 L75 81 L75 88 L25 88 L25 81 Z",
    ],
    lines: "M50 47 L50 66 M29 73 C42 68 58 68 71 73 M26 81.5 C42 77.5 58 77.5 74 81.5",
};

#[cfg(test)]
mod tests {
    use super::{SIZE, drawing, straightened};
    use crate::types::PieceType;

    #[test]
    fn every_path_stays_in_its_square_and_every_body_is_closed() {
        for kind in PieceType::ALL {
            let drawing = drawing(kind);
            for path in drawing.bodies.iter().chain([&drawing.lines]) {
                let lines = straightened(path);
                assert_eq!(lines.len(), path.matches('M').count(), "{path}");
                assert!(lines.iter().all(|line| line.len() >= 2), "{path}");
                let is_within = |x: f64| (5.0..=SIZE - 5.0).contains(&x);
                assert!(
                    lines.iter().flatten().all(|&(x, y)| is_within(x) && is_within(y)),
                    "{path}"
                );
            }
            assert!(drawing.bodies.iter().all(|path| path.ends_with(" Z")));
        }
    }

    #[test]
    fn curves_begin_and_end_where_they_are_said_to() {
        let [line] = &straightened("M0 0 L10 0 C20 0 20 10 10 10 Z")[..] else {
            panic!("one line")
        };
        assert_eq!(
            (line[0], line[1], line[line.len() - 1]),
            ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0))
        );
        assert!(line.iter().all(|&(x, _)| x <= 17.6));
    }
}
