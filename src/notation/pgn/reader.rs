//! From tokens to games.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::game::{GameResult, Line, PgnGame, Played, ROSTER, needs_chess960};
use super::lexer::{Lexer, Token};
use crate::notation::san;
use crate::position::Position;
use crate::types::excerpt;

/// How deeply variations may be nested.
const DEEPEST: usize = 64;

/// The most plies in a game. The 75-move rule allows more, some 17,700, but nobody has played them.
const LONGEST_GAME: usize = 12_000;

/// Names of Chess960, in lower case and without spaces.
const CHESS960: [&str; 4] = ["chess960", "fischerandom", "fischerrandom", "960"];
/// Names of standard chess, and of variants with the same rules.
const CHESS: [&str; 7] = ["", "?", "chess", "standard", "normal", "fromposition", "classical"];

/// Why a game could not be read.
#[derive(Debug)]
pub enum PgnError {
    /// The source can't be read any further.
    Read {
        /// The name of the source.
        file: String,
        /// What the system says.
        error: io::Error,
    },
    /// A game is damaged; the games after it are still read.
    Damaged {
        /// The name of the source.
        file: String,
        /// The number of the game in the source, from 1.
        game: usize,
        /// The line where reading the game stopped, from 1.
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

/// Why reading a game stopped early.
enum Failure {
    Read(io::Error),
    Damaged(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Read(error)
    }
}

/// Reads the games of a source one by one. A damaged game is an error; the next game follows it.
///
/// ```
/// use quevedo::notation::pgn::{GameResult, PgnReader};
///
/// let text = "1. e4 e5 2. Nf3 1/2-1/2   1. d4 d9 *   1. f3 e5 2. g4 Qh4# 0-1";
/// let mut games = PgnReader::new(text.as_bytes(), "example");
/// assert_eq!(games.next().unwrap().unwrap().moves().count(), 3);
/// let error = games.next().unwrap().unwrap_err().to_string();
/// assert_eq!(error, "example: game 2, line 1: 1... expected a move, got 'd9'");
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
    pub fn open(path: impl AsRef<Path>) -> Result<PgnReader<BufReader<File>>, PgnError> {
        let path = path.as_ref();
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
                // An error while skipping will occur again with the next game.
                let _ = self.skip_game();
                PgnError::Damaged { file, game, line, what }
            }
        }))
    }
}

impl<R: BufRead> PgnReader<R> {
    /// The games of a source; `file` names it in error messages.
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

    /// Skips to the start of the next game.
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
                // A game without moves or result, and then another one.
                Some(token @ Token::Tag(..)) if is_of_next_game(&token, &tags) => {
                    self.pending = Some(token);
                    break;
                }
                Some(Token::Tag(name, value)) => tags.push((name, value)),
                Some(Token::Comment(text)) => comments.push(text),
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
                        // A comment after the result belongs to this game, if it begins on the same line.
                        while self.pending.is_none() && self.lexer.is_before_comment() {
                            match self.token()? {
                                Some(Token::Comment(text)) => builder.comment(text),
                                token => self.pending = token,
                            }
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

/// Whether a tag that every game has comes for the second time.
fn is_of_next_game(token: &Token, tags: &[(String, String)]) -> bool {
    let Token::Tag(name, _) = token else { return false };
    ROSTER.iter().any(|(own, _)| own == name) && tags.iter().any(|(other, _)| other == name)
}

/// A game with these tags and no moves yet.
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
                let plain = value.to_ascii_lowercase().replace([' ', '-', '_'], "");
                if CHESS960.contains(&plain.as_str()) {
                    chess960 = true;
                } else if CHESS.contains(&plain.as_str()) {
                    kept.push((name, value));
                } else {
                    return Err(format!("unsupported variant '{}'", excerpt(&value)));
                }
            }
            _ => kept.push((name, value)),
        }
    }
    let chess960 = chess960 || needs_chess960(start.board());
    Ok(PgnGame { tags: kept, chess960, result, ..PgnGame::new(start) })
}

/// A line that is being read.
struct OpenLine {
    line: Line,
    position: Position,
    /// The position before its last move, where variations start.
    before: Position,
    /// A move could not be read, so the rest of the line is dropped.
    cut: bool,
}

/// Builds a game token by token.
struct GameBuilder {
    game: PgnGame,
    /// The main line and the variations that are open, each nested in the one before.
    lines: Vec<OpenLine>,
    /// Open parentheses within a part that is dropped.
    skipped: usize,
}

impl GameBuilder {
    fn new(mut game: PgnGame) -> GameBuilder {
        let line = std::mem::take(&mut game.line);
        let main = OpenLine { line, position: game.start, before: game.start, cut: false };
        GameBuilder { game, lines: vec![main], skipped: 0 }
    }

    fn is_on_main_line(&self) -> bool {
        self.lines.len() == 1 && self.skipped == 0
    }

    /// The line that the next token belongs to; `None` if it is dropped.
    fn current(&mut self) -> Option<&mut OpenLine> {
        self.lines.last_mut().filter(|open| self.skipped == 0 && !open.cut)
    }

    fn play(&mut self, word: &str) -> Result<(), String> {
        let main = self.is_on_main_line();
        let Some(open) = self.current() else { return Ok(()) };
        if open.line.moves.len() >= LONGEST_GAME {
            return Err(format!("game longer than {LONGEST_GAME} plies at '{}'", excerpt(word)));
        }
        match san::parse(&open.position, word) {
            Ok(mv) => {
                open.before = open.position;
                open.position.play_unchecked(mv);
                open.line.moves.push(Played::from(mv));
                Ok(())
            }
            Err(error) => {
                let what = format!("{} {error}", san::number(&open.position));
                if main {
                    return Err(what);
                }
                open.cut = true;
                self.game.remarks.push(format!("variation dropped at {what}"));
                Ok(())
            }
        }
    }

    fn nag(&mut self, nag: u8) {
        if let Some(played) = self.current().and_then(|open| open.line.moves.last_mut())
            && !played.nags.contains(&nag)
        {
            played.nags.push(nag);
        }
    }

    fn comment(&mut self, text: String) {
        let Some(open) = self.current() else { return };
        match open.line.moves.last_mut() {
            Some(played) => played.comments.push(text),
            None => open.line.comments.push(text),
        }
    }

    fn open(&mut self) {
        let room = self.lines.len() <= DEEPEST;
        match self.current() {
            Some(open) if room && !open.line.moves.is_empty() => {
                let before = open.before;
                let line = Line::default();
                self.lines.push(OpenLine { line, position: before, before, cut: false });
                return;
            }
            Some(_) => {
                let why = if room { "no move before it" } else { "nested too deeply" };
                self.game.remarks.push(format!("variation dropped: {why}"));
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
        if self.lines.len() == 1 {
            return Err("unmatched ')'".into());
        }
        if let Some(open) = self.lines.pop()
            && let Some(parent) =
                self.lines.last_mut().and_then(|parent| parent.line.moves.last_mut())
        {
            // Without moves it is only a comment in brackets.
            match open.line.moves.is_empty() {
                true => parent.comments.extend(open.line.comments),
                false => parent.variations.push(open.line),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<PgnGame, String> {
        if !self.is_on_main_line() {
            return Err("unterminated variation".into());
        }
        if let Some(main) = self.lines.pop() {
            self.game.line = main.line;
        }
        Ok(self.game)
    }
}
