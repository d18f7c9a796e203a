//! The analysis as a page to click through, one file without anything from elsewhere: a board, the moves, the
//! curve of the winning probability, and for each mistake the reasons.
//!
//! Each game is an element of JSON, in the order of the games; the script reads those that are looked at. So
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

/// The looks, from the general to the particular.
const STYLE: &str = concat!(
    include_str!("style/frame.css"),
    include_str!("style/board.css"),
    include_str!("style/curve.css"),
    include_str!("style/moves.css"),
    include_str!("style/why.css"),
    include_str!("style/summary.css"),
    include_str!("style/media.css"),
);
/// The script: the first file says that it is one, the last one starts it.
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
/// What the script fills.
const BODY: &str = include_str!("body.html");

/// A page that is being written.
pub(super) struct Page {
    file: Replacement,
    quiescence: Quiescence,
    games: usize,
}

impl Page {
    /// Begins a page. `how` tells how the games are searched.
    ///
    /// # Errors
    /// The file can't be written, or is a source.
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

    /// Ends the page and puts it in its place. A page without games is not worth an older one.
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
