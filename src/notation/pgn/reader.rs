//! From tokens to games.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::game::{GameResult, Line, PgnGame, Played, needs_chess960};
use super::lexer::{Lexer, Token};
use crate::notation::san;
use crate::position::Position;
use crate::types::excerpt;

/// Variations within variations: more than this is nobody's analysis.
const DEEPEST: usize = 64;

/// Plies of a game: more than the 75-move rule allows.
const LONGEST_GAME: usize = 12_000;

/// Names of Chess960, in small letters without blanks.
const CHESS960: [&str; 4] = ["chess960", "fischerandom", "fischerrandom", "960"];
/// Names of ordinary chess, and of what is played by its rules.
const CHESS: [&str; 7] = ["", "?", "chess", "standard", "normal", "fromposition", "classical"];

/// Why there is no game, or not the next one.
#[derive(Debug)]
pub enum PgnError {
    /// The source can't be read any further.
    Read {
        /// The name of the source.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A game that can't be understood; those after it are read all the same.
    Damaged {
        /// The name of the source.
        file: String,
        /// The number of the game in it, from 1.
        game: usize,
        /// The line on which its reading ended, from 1.
        line: usize,
        /// What is wrong, with the offending text.
        what: String,
    },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnError::Read { file, error } => write!(f, "{file}: {error}"),
            PgnError::Damaged { file, game, line, what } => {
                write!(f, "{file}: game {game}, line {line}: {what}")
            }
        }
    }
}

impl std::error::Error for PgnError {}

/// Why the reading of one game ended early.
enum Failure {
    Read(io::Error),
    Damaged(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Read(error)
    }
}

/// The games of a source, read as they are asked for. Each damaged game is one error among them.
///
/// ```
/// use quevedo::notation::pgn::{GameResult, PgnReader};
///
/// let text = "1. e4 e5 2. Nf3 1/2-1/2   1. d4 d9 *   1. f3 e5 2. g4 Qh4# 0-1";
/// let mut games = PgnReader::new(text.as_bytes(), "example");
/// assert_eq!(games.next().unwrap().unwrap().moves().count(), 3);
/// let error = games.next().unwrap().unwrap_err().to_string();
/// assert_eq!(error, "example: game 2, line 1: 1... 'd9' is no move");
/// assert_eq!(games.next().unwrap().unwrap().result, GameResult::Black);
/// assert!(games.next().is_none());
/// ```
pub struct PgnReader<R> {
    lexer: Lexer<R>,
    file: String,
    game: usize,
    /// A token that belongs to what comes next.
    pending: Option<Token>,
    over: bool,
}

impl PgnReader<BufReader<File>> {
    /// The games of a file.
    ///
    /// # Errors
    /// It can't be opened.
    pub fn open(path: &Path) -> Result<PgnReader<BufReader<File>>, PgnError> {
        let file = path.display().to_string();
        match File::open(path) {
            Ok(source) => Ok(PgnReader::new(BufReader::new(source), file)),
            Err(error) => Err(PgnError::Read { file, error }),
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Result<PgnGame, PgnError>> {
        if self.over {
            return None;
        }
        self.game += 1;
        let failure = match self.read_game() {
            Ok(Some(game)) => return Some(Ok(game)),
            Ok(None) => {
                self.over = true;
                return None;
            }
            Err(failure) => failure,
        };
        let file = self.file.clone();
        Some(Err(match failure {
            Failure::Read(error) => {
                self.over = true;
                PgnError::Read { file, error }
            }
            Failure::Damaged(what) => {
                let (game, line) = (self.game, self.lexer.number);
                // An error while skipping comes again with the next game.
                let _ = self.skip_game();
                PgnError::Damaged { file, game, line, what }
            }
        }))
    }
}

impl<R: BufRead> PgnReader<R> {
    /// The games of a source; `file` names it in complaints.
    pub fn new(source: R, file: impl Into<String>) -> PgnReader<R> {
        PgnReader {
            lexer: Lexer::new(source),
            file: file.into(),
            game: 0,
            pending: None,
            over: false,
        }
    }

    fn token(&mut self) -> io::Result<Option<Token>> {
        match self.pending.take() {
            Some(token) => Ok(Some(token)),
            None => self.lexer.token(),
        }
    }

    /// Goes on to where the next game begins.
    fn skip_game(&mut self) -> io::Result<()> {
        while let Some(token) = self.token()? {
            match token {
                Token::Tag(..) => {
                    self.pending = Some(token);
                    break;
                }
                Token::Word(word) if GameResult::from_text(&word).is_some() => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn read_game(&mut self) -> Result<Option<PgnGame>, Failure> {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut comments = Vec::new();
        let mut broken = None;
        loop {
            match self.token()? {
                // Two games without a move between them.
                Some(token @ Token::Tag(..)) if is_second_event(&token, &tags) => {
                    self.pending = Some(token);
                    break;
                }
                Some(Token::Tag(name, value)) => tags.push((name, value)),
                Some(Token::Comment(text)) if tags.is_empty() => comments.push(text),
                Some(Token::Broken(what)) => {
                    broken.get_or_insert(what);
                }
                None if tags.is_empty() && broken.is_none() => return Ok(None),
                token => {
                    self.pending = token;
                    break;
                }
            }
        }
        match broken {
            Some(what) => Err(Failure::Damaged(what)),
            None => {
                let mut game = head(tags).map_err(Failure::Damaged)?;
                game.line.comments = comments;
                self.read_moves(game).map(Some)
            }
        }
    }

    fn read_moves(&mut self, game: PgnGame) -> Result<PgnGame, Failure> {
        let mut builder = GameBuilder::new(game);
        loop {
            match self.token()? {
                None => break,
                Some(token @ Token::Tag(..)) => {
                    self.pending = Some(token);
                    break;
                }
                Some(Token::Word(word)) => match GameResult::from_text(&word) {
                    Some(result) if builder.is_on_main_line() => {
                        if result != GameResult::Unknown {
                            builder.game.result = result;
                        }
                        break;
                    }
                    Some(_) => {}
                    None => builder.play(&word).map_err(Failure::Damaged)?,
                },
                Some(Token::Nag(nag)) => builder.nag(nag),
                Some(Token::Comment(text)) => builder.comment(text),
                Some(Token::Open) => builder.open(),
                Some(Token::Close) => builder.close().map_err(Failure::Damaged)?,
                Some(Token::Broken(what)) => return Err(Failure::Damaged(what)),
            }
        }
        builder.finish().map_err(Failure::Damaged)
    }
}

fn is_second_event(token: &Token, tags: &[(String, String)]) -> bool {
    let is_event = |name: &str| name == "Event";
    matches!(token, Token::Tag(name, _) if is_event(name))
        && tags.iter().any(|(name, _)| is_event(name))
}

/// The game that these tags announce, without its moves.
fn head(tags: Vec<(String, String)>) -> Result<PgnGame, String> {
    let mut start = Position::start();
    let mut chess960 = false;
    let mut result = GameResult::Unknown;
    let mut kept = Vec::with_capacity(tags.len());
    for (name, value) in tags {
        match name.as_str() {
            "FEN" if !value.trim().is_empty() => {
                start = Position::from_fen(&value)
                    .map_err(|error| format!("bad FEN '{}': {error}", excerpt(&value)))?;
            }
            "FEN" | "SetUp" => {}
            "Result" => result = GameResult::from_text(value.trim()).unwrap_or_default(),
            "Variant" => {
                let plain = value.to_lowercase().replace([' ', '-', '_'], "");
                if CHESS960.contains(&plain.as_str()) {
                    chess960 = true;
                } else if CHESS.contains(&plain.as_str()) {
                    kept.push((name, value));
                } else {
                    return Err(format!("variant '{}' has other rules", excerpt(&value)));
                }
            }
            _ => kept.push((name, value)),
        }
    }
    let chess960 = chess960 || needs_chess960(start.board());
    Ok(PgnGame { tags: kept, chess960, result, ..PgnGame::new(start) })
}

/// A line under construction.
struct OpenLine {
    line: Line,
    position: Position,
    /// The position before its last move: there its variations begin.
    before: Position,
    /// A move of it could not be read; the rest is left out.
    cut: bool,
}

/// Puts a game together, token by token.
struct GameBuilder {
    game: PgnGame,
    /// The main line, and the variations that are open within one another.
    frames: Vec<OpenLine>,
    /// Parentheses that are open within what is left out.
    skipped: usize,
}

impl GameBuilder {
    fn new(mut game: PgnGame) -> GameBuilder {
        let line = std::mem::take(&mut game.line);
        let frame = OpenLine { line, position: game.start, before: game.start, cut: false };
        GameBuilder { game, frames: vec![frame], skipped: 0 }
    }

    fn is_on_main_line(&self) -> bool {
        self.frames.len() == 1 && self.skipped == 0
    }

    /// The line to which tokens belong now, unless they are left out.
    fn frame(&mut self) -> Option<&mut OpenLine> {
        self.frames.last_mut().filter(|frame| self.skipped == 0 && !frame.cut)
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        let main = self.is_on_main_line();
        let Some(frame) = self.frame() else { return Ok(()) };
        if frame.line.moves.len() >= LONGEST_GAME {
            return Err(format!("'{}' after {LONGEST_GAME} plies", excerpt(word)));
        }
        match san::parse(&frame.position, word) {
            Ok(mv) => {
                frame.before = frame.position;
                frame.position.play(mv, &mut ());
                frame.line.moves.push(Played::from(mv));
                Ok(())
            }
            Err(error) => {
                let what = format!("{} {error}", san::number(&frame.position));
                if main {
                    return Err(what);
                }
                frame.cut = true;
                self.game.remarks.push(format!("variation left out from {what}"));
                Ok(())
            }
        }
    }

    fn nag(&mut self, nag: u8) {
        if let Some(played) = self.frame().and_then(|frame| frame.line.moves.last_mut())
            && !played.nags.contains(&nag)
        {
            played.nags.push(nag);
        }
    }

    fn comment(&mut self, text: String) {
        let Some(frame) = self.frame() else { return };
        match frame.line.moves.last_mut() {
            Some(played) => played.comments.push(text),
            None => frame.line.comments.push(text),
        }
    }

    fn open(&mut self) {
        let room = self.frames.len() <= DEEPEST;
        match self.frame() {
            Some(frame) if room && !frame.line.moves.is_empty() => {
                let before = frame.before;
                let line = Line::default();
                self.frames.push(OpenLine { line, position: before, before, cut: false });
                return;
            }
            Some(_) => {
                let why = if room { "that no move goes before" } else { "within too many others" };
                self.game.remarks.push(format!("variation left out {why}"));
            }
            None => {}
        }
        self.skipped += 1;
    }

    fn close(&mut self) -> Result<(), String> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return Ok(());
        }
        if self.frames.len() == 1 {
            return Err("')' that closes nothing".into());
        }
        if let Some(frame) = self.frames.pop()
            && !frame.line.moves.is_empty()
            && let Some(parent) = self.frames.last_mut().and_then(|f| f.line.moves.last_mut())
        {
            parent.variations.push(frame.line);
        }
        Ok(())
    }

    fn finish(mut self) -> Result<PgnGame, String> {
        if !self.is_on_main_line() {
            return Err("a variation without end".into());
        }
        if let Some(main) = self.frames.pop() {
            self.game.line = main.line;
        }
        Ok(self.game)
    }
}
