//! The analysis as a page to click through, in one self-contained file: a board, the moves, the curve of the winning
//! probability, and the reasons for each mistake.
//!
//! Each game is an element that holds JSON, in the order of the games; the script parses a game when it is shown. So
//! the page grows game by game, and can be finished after any of them.

mod game;
mod reasons;
mod shown;

use std::path::{Path, PathBuf};

use super::analysis::Analysis;
use super::report::{occasion, title};
use crate::engine::NAME;
use crate::search::Quiescence;
use crate::support::error::ToolError;
use crate::support::files::{Replacement, check_target};
use crate::support::page::{TAIL, escape, head, json};
use crate::support::pieces::symbols;
use game::Game;

/// The style sheets, from the general to the particular.
const STYLE: &str = concat!(
    include_str!("style/frame.css"),
    include_str!("style/board.css"),
    include_str!("style/curve.css"),
    include_str!("style/moves.css"),
    include_str!("style/why.css"),
    include_str!("style/summary.css"),
    include_str!("style/media.css"),
);
/// The script: the first file makes it strict, the last one starts it.
const SCRIPT: &str = concat!(
    include_str!("script/elements.js"),
    include_str!("script/board.js"),
    include_str!("script/game.js"),
    include_str!("script/curve.js"),
    include_str!("script/here.js"),
    include_str!("script/moves.js"),
    include_str!("script/why.js"),
    include_str!("script/summary.js"),
    include_str!("script/controls.js"),
);
/// The body, which the script fills in.
const BODY: &str = include_str!("body.html");

/// A page that is being written.
pub(super) struct Page {
    file: Replacement,
    quiescence: Quiescence,
    games: usize,
}

impl Page {
    /// Begins a page. `how` says how the games are searched.
    ///
    /// # Errors
    /// The file can't be written, or is one of the sources.
    pub(super) fn create(path: &Path, sources: &[PathBuf], how: &str) -> Result<Page, ToolError> {
        check_target(path, sources)?;
        let mut page =
            Page { file: Replacement::create(path)?, quiescence: Quiescence::new()?, games: 0 };
        let symbols =
            format!("<svg class=\"symbols\" aria-hidden=\"true\">\n{}</svg>\n", symbols());
        let how = format!("<footer><p>{}; {}.</p></footer>\n", escape(NAME), escape(how));
        page.write(&[&head("Analysed games", STYLE, Some(SCRIPT)), &symbols, BODY, &how].concat())?;
        Ok(page)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file can't be written.
    pub(super) fn add(&mut self, analysis: &Analysis, number: usize) -> Result<(), ToolError> {
        self.games += 1;
        let game = Game::new(analysis, &mut self.quiescence);
        let text = json(&game).map_err(|error| ToolError::BadInput(error.to_string()))?;
        self.write(&format!(
            "<script type=\"application/json\" class=\"game\" data-number=\"{number}\" \
             data-title=\"{}\" data-occasion=\"{}\">{text}</script>\n",
            escape(&title(&analysis.game)),
            escape(&occasion(&analysis.game)),
        ))
    }

    /// Completes the page and moves it into place. A page without games does not replace an older page.
    ///
    /// # Errors
    /// The file can't be written.
    pub(super) fn finish(mut self) -> Result<(), ToolError> {
        if self.games == 0 {
            return Ok(());
        }
        self.write(&["<script>", SCRIPT, "</script>\n", TAIL].concat())?;
        self.file.finish()
    }

    fn write(&mut self, text: &str) -> Result<(), ToolError> {
        self.file.write(text.as_bytes())
    }
}
