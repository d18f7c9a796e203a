//! A plot of the losses, epoch by epoch.

use plotters::prelude::*;

use super::train::Losses;
use crate::support::drawing::{Drawn, FAINT, FONT, OTHER, OWN, PAPER, picture};

/// The size of the picture and the space around the curves, in pixels.
const SIZE: (u32, u32) = (800, 480);
const MARGIN: u32 = 16;
const NUMBERS_BELOW: u32 = 44;
const NUMBERS_BESIDE: u32 = 84;
const HEADING: u32 = 18;
const BODY: u32 = 14;
const MARKS: usize = 8;
/// The margin above and below the curves, as a share of their height; never 0.
const ROOM: f64 = 0.08;
const LEAST_ROOM: f64 = 1e-6;

/// The plot as SVG.
///
/// # Errors
/// Errors of the drawing library; drawing into memory causes none.
pub(super) fn svg(title: &str, losses: &[Losses], held_out: bool) -> Drawn<String> {
    type Curve = (&'static str, RGBColor, fn(&Losses) -> f64);
    let curves: [Curve; 2] = [
        ("learnt from", OTHER, |losses| losses.train),
        ("held out", OWN, |losses| losses.held_out),
    ];
    let curves = &curves[..if held_out { 2 } else { 1 }];
    let all = || curves.iter().flat_map(|(.., of)| losses.iter().map(of));
    let least = all().fold(f64::INFINITY, f64::min);
    let most = all().fold(-f64::INFINITY, f64::max);
    let room = (ROOM * (most - least)).max(LEAST_ROOM);
    picture(SIZE, |root| {
        let mut chart = ChartBuilder::on(root)
            .caption(title, (FONT, HEADING))
            .margin(MARGIN)
            .x_label_area_size(NUMBERS_BELOW)
            .y_label_area_size(NUMBERS_BESIDE)
            .build_cartesian_2d(1.0..losses.len().max(2) as f64, least - room..most + room)?;
        chart
            .configure_mesh()
            .light_line_style(PAPER)
            .bold_line_style(FAINT)
            .x_labels(MARKS)
            .y_labels(MARKS)
            .x_label_formatter(&|epoch| format!("{epoch:.0}"))
            .y_label_formatter(&|loss| format!("{loss:.5}"))
            .label_style((FONT, BODY))
            .x_desc("epoch")
            .y_desc("mean squared error")
            .draw()?;
        for &(name, color, of) in curves {
            let points: Vec<(f64, f64)> = losses
                .iter()
                .zip(1..)
                .map(|(losses, epoch)| (f64::from(epoch), of(losses)))
                .collect();
            chart
                .draw_series([PathElement::new(points, color.stroke_width(2))])?
                .label(name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2))
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(PAPER)
            .border_style(FAINT)
            .label_font((FONT, BODY))
            .draw()
    })
}

#[cfg(test)]
mod tests {
    use super::svg;
    use crate::commands::tune::train::Losses;

    #[test]
    fn a_picture_has_a_curve_for_each_loss() {
        let losses: Vec<Losses> = (1..=5)
            .map(|epoch| {
                let train = 0.07 + 0.01 / f64::from(epoch);
                Losses { train, held_out: train + 0.002 }
            })
            .collect();
        for held_out in [false, true] {
            let picture = svg("A test", &losses, held_out).unwrap();
            assert!(picture.contains("A test") && picture.ends_with("</svg>\n"));
            assert_eq!(picture.contains("held out"), held_out);
            // A curve has five points, and its line in the legend two.
            let curve = |color: &str| {
                let lines = picture.lines().filter(|line| line.starts_with("<polyline"));
                lines.filter(|line| line.contains(color)).count()
            };
            assert_eq!([curve("#607D8B"), curve("#A63D2F")], [2, 2 * usize::from(held_out)]);
        }
        // A single epoch, and losses that don't differ.
        assert!(svg("", &losses[..1], true).unwrap().contains("<polyline"));
        assert!(svg("", &[losses[0]; 3], false).unwrap().contains("<polyline"));
    }
}
