//! Draws the figures of the documentation from the data in `docs/data`:
//!
//!     cargo run --release --example figures

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use plotters::prelude::{Color as _, PathElement, RGBColor, Rectangle};
use plotters::style::text_anchor::{HPos, VPos};

use quevedo::support::drawing::{
    Area, Drawn, FAINT, HEAD, MARGIN, NAMES, OTHER, OWN, WIDTH, heading, picture, save, write,
};
use quevedo::support::error::ToolError;
use quevedo::support::files::unwritable;

/// Draws the figures of the documentation from their data.
#[derive(Parser, Debug)]
struct Args {
    /// Directory of the data
    #[arg(long, value_name = "FOLDER", default_value = "docs/data")]
    data: PathBuf,
    /// Directory for the figures
    #[arg(long, value_name = "FOLDER", default_value = "docs/figures")]
    out: PathBuf,
}

/// A figure: its data file without the extension, the columns that it needs, and the function that draws it.
struct Figure {
    name: &'static str,
    columns: &'static [&'static str],
    draw: fn(&Path, &[Vec<String>]) -> Result<(), ToolError>,
}

const FIGURES: [Figure; 5] = [
    Figure { name: "perft", columns: &["generator", "relative"], draw: draw_perft },
    Figure { name: "threads", columns: &["threads", "speed-up"], draw: draw_threads },
    Figure { name: "elo", columns: &["name", "elo", "error"], draw: draw_elo },
    Figure { name: "levels", columns: &["level", "measured", "error"], draw: draw_levels },
    Figure { name: "level-play", columns: &["level", "loss", "blunders"], draw: draw_level_play },
];

/// Height of a row of bars.
const ROW: i32 = 34;
/// Offset of a heading's upper edge.
const TITLE: i32 = 14;

fn main() -> ExitCode {
    match run(&Args::parse(), &mut |line| println!("{line}")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("figures: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Draws every figure whose data exist; `tell` is called with a line about each.
fn run(args: &Args, tell: &mut dyn FnMut(String)) -> Result<(), ToolError> {
    fs::create_dir_all(&args.out).map_err(unwritable(&args.out))?;
    for figure in &FIGURES {
        let source = args.data.join(figure.name).with_extension("csv");
        let text = match fs::read_to_string(&source) {
            Ok(text) => text,
            Err(error) => {
                tell(format!("left out: {}: {error}", source.display()));
                continue;
            }
        };
        let rows = columns(&text, figure.columns)
            .map_err(|what| ToolError::BadInput(format!("{}: {what}", source.display())))?;
        let out = args.out.join(figure.name).with_extension("svg");
        (figure.draw)(&out, &rows)?;
        tell(format!("{}: {} rows", out.display(), rows.len()));
    }
    Ok(())
}

/// The wanted columns of a CSV text, found by the names in the first line. Lines that begin with `#` say where the data
/// come from.
fn columns(text: &str, wanted: &[&str]) -> Result<Vec<Vec<String>>, String> {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').map(str::trim).collect();
    let places: Vec<usize> = wanted
        .iter()
        .map(|name| {
            let place = names.iter().position(|known| known == name);
            place.ok_or_else(|| format!("no column '{name}' in '{}'", names.join(",")))
        })
        .collect::<Result<_, String>>()?;
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            let cell = |&place: &usize| cells.get(place).map(ToString::to_string);
            let row: Option<Vec<String>> = places.iter().map(cell).collect();
            row.ok_or_else(|| format!("too few values in '{line}'"))
        })
        .collect()
}

fn number(text: &str) -> Result<f64, ToolError> {
    let parsed = text.parse::<f64>().ok().filter(|number| number.is_finite());
    parsed.ok_or_else(|| ToolError::BadInput(format!("'{text}' is no number")))
}

fn line(area: &Area, from: (i32, i32), to: (i32, i32), color: RGBColor, width: u32) -> Drawn {
    area.draw(&PathElement::new(vec![from, to], color.stroke_width(width)))
}

fn is_own(name: &str) -> bool {
    name.to_lowercase().starts_with("quevedo")
}

/// Bars: the speed of move generators relative to Quevedo, which is 100.
fn draw_perft(out: &Path, rows: &[Vec<String>]) -> Result<(), ToolError> {
    let mut speeds: Vec<(&str, f64)> = Vec::new();
    for row in rows {
        speeds.push((&row[0], 100.0 * number(&row[1])?));
    }
    speeds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let most = speeds.iter().fold(1.0, |most: f64, (_, speed)| most.max(*speed));
    let height = HEAD + ROW * speeds.len() as i32 + MARGIN;
    let drawn = picture((WIDTH as u32, height as u32), |area| {
        let fastest = speeds.first().map_or("none", |(name, _)| name);
        let title = "Perft speed, one thread, no hash, mean of six positions; the fastest:";
        heading(area, &format!("{title} {fastest}"), TITLE)?;
        let room = f64::from(WIDTH - NAMES - 5 * MARGIN);
        for (index, (name, speed)) in speeds.iter().enumerate() {
            let top = HEAD + ROW * index as i32;
            let middle = top + ROW / 2;
            write(area, name, (NAMES - 10, middle), 15, (HPos::Right, VPos::Center))?;
            let end = NAMES + (room * speed / most).round() as i32;
            let color = if is_own(name) { OWN } else { OTHER };
            area.draw(&Rectangle::new([(NAMES, top + 6), (end, top + ROW - 6)], color.filled()))?;
            let label = format!("{speed:.0}");
            write(area, &label, (end + 8, middle), 15, (HPos::Left, VPos::Center))?;
        }
        Ok(())
    });
    save(out, drawn)
}

/// Two axes with a grid, and the place of a point between them.
struct Chart {
    size: (i32, i32),
    x: (f64, f64),
    y: (f64, f64),
}

impl Chart {
    const LEFT: i32 = 64;
    const BOTTOM: i32 = 56;

    fn place(&self, (x, y): (f64, f64)) -> (i32, i32) {
        let wide = self.size.0 - Chart::LEFT - 3 * MARGIN;
        let high = self.size.1 - HEAD - Chart::BOTTOM;
        let part = |value: f64, (from, to): (f64, f64)| (value - from) / (to - from);
        let right = f64::from(Chart::LEFT) + f64::from(wide) * part(x, self.x);
        let down = f64::from(self.size.1 - Chart::BOTTOM) - f64::from(high) * part(y, self.y);
        (right.round() as i32, down.round() as i32)
    }

    /// Draws the heading, a line and a number at every step of each axis, and the label of the horizontal axis.
    fn draw_grid(&self, area: &Area, title: &str, below: &str, steps: (f64, f64)) -> Drawn {
        heading(area, title, TITLE)?;
        for mark in marks(self.x, steps.0) {
            let (x, y) = self.place((mark, self.y.0));
            line(area, (x, y), self.place((mark, self.y.1)), FAINT, 1)?;
            write(area, &format!("{mark}"), (x, y + 6), 14, (HPos::Center, VPos::Top))?;
        }
        for mark in marks(self.y, steps.1) {
            let (x, y) = self.place((self.x.0, mark));
            line(area, (x, y), self.place((self.x.1, mark)), FAINT, 1)?;
            write(area, &format!("{mark}"), (x - 8, y), 14, (HPos::Right, VPos::Center))?;
        }
        let (x, y) = self.place(((self.x.0 + self.x.1) / 2.0, self.y.0));
        write(area, below, (x, y + 28), 15, (HPos::Center, VPos::Top))
    }

    /// Draws points joined by a line.
    fn draw_points(&self, area: &Area, points: &[(f64, f64)], color: RGBColor) -> Drawn {
        let path: Vec<(i32, i32)> = points.iter().map(|&point| self.place(point)).collect();
        area.draw(&PathElement::new(path.clone(), color.stroke_width(3)))?;
        for (x, y) in path {
            area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], color.filled()))?;
        }
        Ok(())
    }
}

/// The multiples of `step` in a range.
fn marks((from, to): (f64, f64), step: f64) -> impl Iterator<Item = f64> {
    let first = (from / step).ceil() as i32;
    let last = (to / step).floor() as i32;
    (first..=last).map(move |count| f64::from(count) * step)
}

/// A step that divides a range into at most `parts` parts.
fn step((from, to): (f64, f64), parts: f64) -> f64 {
    let least = (to - from) / parts;
    let power = 10f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * power).find(|&n| n >= least).unwrap_or(least)
}

/// A line: the speedup of the search with more threads, and the ideal.
fn draw_threads(out: &Path, rows: &[Vec<String>]) -> Result<(), ToolError> {
    let mut points = Vec::new();
    for row in rows {
        points.push((number(&row[0])?, number(&row[1])?));
    }
    let most = points.iter().fold(1.0, |most: f64, point| most.max(point.0).max(point.1)).ceil();
    let chart = Chart { size: (520, 400), x: (0.0, most), y: (0.0, most) };
    let drawn = picture((520, 400), |area| {
        let step = (most / 8.0).ceil().max(1.0);
        chart.draw_grid(
            area,
            "Search speed with more threads (one = 1)",
            "threads",
            (step, step),
        )?;
        line(area, chart.place((0.0, 0.0)), chart.place((most, most)), FAINT, 3)?;
        chart.draw_points(area, &points, OWN)
    });
    save(out, drawn)
}

/// Dots with error bars: the measured strength of each level, and its nominal rating.
fn draw_levels(out: &Path, rows: &[Vec<String>]) -> Result<(), ToolError> {
    let mut points = Vec::new();
    for row in rows {
        points.push((number(&row[0])?, number(&row[1])?, number(&row[2])?));
    }
    let least = points.iter().fold(600.0, |least: f64, p| least.min(p.0).min(p.1 - p.2)) - 50.0;
    let most = points.iter().fold(3400.0, |most: f64, p| most.max(p.0).max(p.1 + p.2)) + 50.0;
    let chart = Chart { size: (560, 520), x: (least, most), y: (least, most) };
    let drawn = picture((560, 520), |area| {
        let title = "Measured rating of each level, with 95 % error bars";
        chart.draw_grid(area, title, "UCI_Elo", (400.0, 400.0))?;
        line(area, chart.place((least, least)), chart.place((most, most)), FAINT, 3)?;
        for &(level, elo, error) in &points {
            let (from, to) = (chart.place((level, elo - error)), chart.place((level, elo + error)));
            line(area, from, to, OWN, 3)?;
            let (x, y) = chart.place((level, elo));
            area.draw(&Rectangle::new([(x - 4, y - 4), (x + 4, y + 4)], OWN.filled()))?;
        }
        Ok(())
    });
    save(out, drawn)
}

/// Two lines: how much the moves of each level lose on average, and how many are blunders.
fn draw_level_play(out: &Path, rows: &[Vec<String>]) -> Result<(), ToolError> {
    let (mut losses, mut blunders) = (Vec::new(), Vec::new());
    for row in rows {
        let level = number(&row[0])?;
        losses.push((level, number(&row[1])?));
        blunders.push((level, number(&row[2])?));
    }
    let most = losses.iter().chain(&blunders).fold(1.0, |most: f64, point| most.max(point.1));
    let chart = Chart { size: (560, 420), x: (500.0, 3500.0), y: (0.0, 1.05 * most) };
    let drawn = picture((560, 420), |area| {
        let title = "What moves lose: centipawns on average, blunders in 1,000";
        chart.draw_grid(area, title, "UCI_Elo", (400.0, step(chart.y, 8.0)))?;
        let lines =
            [(&blunders, OTHER, "blunders in 1,000 moves"), (&losses, OWN, "centipawns lost")];
        for (index, (points, color, name)) in lines.into_iter().enumerate() {
            chart.draw_points(area, points, color)?;
            // The name of the line goes to the upper right, which is free because both lines fall.
            let key = (2200.0, (1.0 - 0.08 * index as f64) * most);
            chart.draw_points(area, &[key], color)?;
            let (x, y) = chart.place(key);
            write(area, name, (x + 12, y), 14, (HPos::Left, VPos::Center))?;
        }
        Ok(())
    });
    save(out, drawn)
}

/// Dots with error bars: ratings, strongest player on top.
fn draw_elo(out: &Path, rows: &[Vec<String>]) -> Result<(), ToolError> {
    let mut ladder: Vec<(&str, f64, f64)> = Vec::new();
    for row in rows {
        ladder.push((&row[0], number(&row[1])?, number(&row[2])?));
    }
    // `quevedo elo` gives an infinite error to players whom no chain of games links to the others.
    ladder.retain(|(_, elo, error)| elo.is_finite() && error.is_finite());
    if ladder.is_empty() {
        return Err(ToolError::BadInput("no player has a rating".into()));
    }
    ladder.sort_by(|a, b| b.1.total_cmp(&a.1));
    let least = ladder.iter().fold(f64::INFINITY, |least, (_, elo, error)| least.min(elo - error));
    let most = ladder.iter().fold(-f64::INFINITY, |most, (_, elo, error)| most.max(elo + error));
    let span = (most - least).max(100.0);
    let place = |elo: f64| {
        let room = f64::from(WIDTH - NAMES - 7 * MARGIN);
        NAMES + MARGIN + (room * (elo - least) / span).round() as i32
    };
    let height = HEAD + ROW * ladder.len() as i32 + 2 * MARGIN + 8;
    let drawn = picture((WIDTH as u32, height as u32), |area| {
        heading(area, "Elo, with 95 % error bars", TITLE)?;
        let foot = HEAD + ROW * ladder.len() as i32;
        let step = [25.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
        let step = step.into_iter().find(|step| span / step <= 8.0).unwrap_or(2000.0);
        let mut mark = (least / step).ceil() * step;
        while mark <= most {
            line(area, (place(mark), HEAD - 6), (place(mark), foot), FAINT, 1)?;
            let at = (place(mark), foot + 6);
            write(area, &format!("{mark:.0}"), at, 13, (HPos::Center, VPos::Top))?;
            mark += step;
        }
        for (index, &(name, elo, error)) in ladder.iter().enumerate() {
            let y = HEAD + ROW * index as i32 + ROW / 2;
            let color = if is_own(name) { OWN } else { OTHER };
            write(area, name, (NAMES - 10, y), 15, (HPos::Right, VPos::Center))?;
            line(area, (place(elo - error), y), (place(elo + error), y), color, 3)?;
            let (x, half) = (place(elo), 5);
            area.draw(&Rectangle::new(
                [(x - half, y - half), (x + half, y + half)],
                color.filled(),
            ))?;
            let at = (place(elo + error) + 8, y);
            write(area, &format!("{elo:.0}"), at, 14, (HPos::Left, VPos::Center))?;
        }
        Ok(())
    });
    save(out, drawn)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Args, columns, run};

    #[test]
    fn columns_are_found_by_name() {
        let text = "# made by hand\nname,games,elo\nA,5,-3\n\nB,6,4\n";
        let rows = columns(text, &["elo", "name"]).unwrap();
        assert_eq!(rows, [["-3", "A"], ["4", "B"]]);
        assert!(columns(text, &["error"]).unwrap_err().contains("'error'"));
        assert!(columns("a,b\n1\n", &["b"]).unwrap_err().contains("'1'"));
    }

    #[test]
    fn figures_are_drawn_from_data() {
        let folder = std::env::temp_dir().join(format!("quevedo_figures_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write("perft.csv", "generator,relative\nslow,0.25\nQuevedo,1\nquick,1.5\n");
        write("threads.csv", "threads,nps,speed-up\n1,2000000,1\n2,3900000,1.95\n");
        let args = Args { data: folder.clone(), out: folder.join("out") };
        let mut told = String::new();
        run(&args, &mut |line| told += &line).unwrap();
        assert!(told.contains("left out") && told.contains("elo.csv"), "{told}");
        let perft = fs::read_to_string(folder.join("out/perft.svg")).unwrap();
        assert!(perft.contains("<svg") && perft.contains("Quevedo") && perft.contains("slow"));
        assert!(perft.contains("the fastest: quick"), "{perft}");
        assert!(folder.join("out/threads.svg").exists());
        write("levels.csv", "level,measured,error\n600,611,90\n1200,1180,60\n");
        write("level-play.csv", "level,games,loss,blunders\n600,9,80,120\n1200,9,40,50\n");
        run(&args, &mut |_| ()).unwrap();
        for (name, words) in [("levels", "Measured rating"), ("level-play", "centipawns lost")] {
            let drawn = fs::read_to_string(folder.join("out").join(name).with_extension("svg"));
            assert!(drawn.unwrap().contains(words), "{name}");
        }
        write("elo.csv", "name,elo,error\nQuevedo,x,3\n");
        let error = run(&args, &mut |_| ()).unwrap_err().to_string();
        assert!(error.contains("'x'"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
