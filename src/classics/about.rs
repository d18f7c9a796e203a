//! Where the programs come from, and how well they play.

/// A historical program.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name, as the option `Style` has it.
    pub name: &'static str,
    /// The year of the program or, if unknown, of its description.
    pub year: &'static str,
    /// Who wrote it.
    pub author: &'static str,
    /// The document that describes it.
    pub document: &'static str,
    /// What it lacks, in chess and in search.
    pub lacks: &'static str,
}

/// Measured ratings: a header, then a line per program, written by `scripts/calibrate-levels`.
static RATINGS: &str = include_str!("../../docs/data/ratings.csv");

/// A program's strength, measured by games against Quevedo's levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo, on the scale that the first comment of the file names.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// Games played.
    pub games: u32,
}

impl About {
    /// The measured rating; `None` before it is measured.
    pub fn rating(&self) -> Option<Rating> {
        rating_in(RATINGS, self.name)
    }

    /// What the ratings are relative to, which is the first comment of the file.
    pub fn scale() -> Option<&'static str> {
        RATINGS.lines().find_map(|line| line.strip_prefix("# "))
    }
}

fn rating_in(csv: &str, name: &str) -> Option<Rating> {
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next()?.split(',').collect();
    let row: Vec<&str> =
        lines.map(|line| line.split(',').collect()).find(|row: &Vec<&str>| row[0] == name)?;
    let cell = |column: &str| row.get(columns.iter().position(|&found| found == column)?).copied();
    Some(Rating {
        elo: cell("elo")?.parse().ok()?,
        error: cell("error")?.parse().ok()?,
        games: cell("games")?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::{RATINGS, Rating, rating_in};

    #[test]
    fn ratings_are_found_by_name_and_column() {
        let csv = "# some scale\nname,control,elo,error,games\nJS Schach,1+0.01,-120.5,31,360\nOther,1,2,3,4\n";
        let found = Rating { elo: -120.5, error: 31.0, games: 360 };
        assert_eq!(rating_in(csv, "JS Schach"), Some(found));
        assert_eq!(rating_in(csv, "Baguette"), None);
    }

    #[test]
    fn the_file_has_the_columns_that_are_read() {
        let header = RATINGS.lines().find(|line| !line.starts_with('#')).unwrap();
        for column in ["name", "elo", "error", "games"] {
            assert!(header.split(',').any(|found| found == column), "{column} in {header}");
        }
    }
}
