//! From bytes to the tokens of PGN, line by line.

use std::io::{self, BufRead, Read as _};

use crate::notation::decode::decode;
use crate::types::excerpt;

/// The longest line that is accepted, in bytes: a file without line ends is not PGN.
const LONGEST_LINE: u64 = 16 << 20;

/// Annotation glyphs that may be written out, with the numbers that PGN gives them.
const GLYPHS: [(&str, u8); 24] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("+−", 18),
    ("−+", 19),
    ("+/-", 16),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
];

/// A token of PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "Value"]`.
    Tag(String, String),
    /// A move, a result, or any other word among them.
    Word(String),
    /// A numeric annotation glyph.
    Nag(u8),
    /// The text of a comment with white space reduced to single spaces; never empty.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// Something that is not a token; the message.
    Broken(String),
}

/// Splits a source into tokens.
pub(super) struct Lexer<R> {
    source: R,
    /// The current line; it is still to be read from `at` on.
    line: String,
    at: usize,
    /// Its number, from 1.
    pub(super) number: usize,
    /// A token found together with the last one.
    next: Option<Token>,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(source: R) -> Lexer<R> {
        Lexer { source, line: String::new(), at: 0, number: 0, next: None }
    }

    /// The next token; `None` at the end.
    pub(super) fn token(&mut self) -> io::Result<Option<Token>> {
        if let Some(token) = self.next.take() {
            return Ok(Some(token));
        }
        loop {
            let rest = &self.line[self.at..];
            let Some((skipped, first)) = rest.char_indices().find(|(_, c)| !c.is_whitespace())
            else {
                if !self.read_line()? {
                    return Ok(None);
                }
                // PGN's escape mechanism: such a line is meant for other programs.
                if self.line.starts_with('%') {
                    self.line.clear();
                }
                continue;
            };
            self.at += skipped;
            match first {
                '{' | ';' => {
                    let token = if first == '{' { self.comment()? } else { self.line_comment() };
                    // `{}` is an empty comment.
                    if token == Token::Comment(String::new()) {
                        continue;
                    }
                    return Ok(Some(token));
                }
                '[' => return Ok(Some(self.tag())),
                '(' | ')' => {
                    self.at += 1;
                    return Ok(Some(if first == '(' { Token::Open } else { Token::Close }));
                }
                '}' | ']' => {
                    self.at += 1;
                    return Ok(Some(Token::Broken(format!("unmatched '{first}'"))));
                }
                _ => {}
            }
            if let Some(token) = self.word() {
                return Ok(Some(token));
            }
        }
    }

    /// Whether a comment follows on the same line.
    pub(super) fn is_before_comment(&self) -> bool {
        self.next.is_none() && self.line[self.at..].trim_start().starts_with(['{', ';'])
    }

    /// Reads a line; false at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        let read = self.source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        self.at = 0;
        self.line.clear();
        // Zero bytes at the end are what a power failure leaves of a file that grew.
        let is_nothing = self.number > 0 && bytes.iter().all(|&byte| byte == 0);
        if read == 0 || is_nothing {
            return Ok(false);
        }
        if read as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
            let complaint = format!("line {} is too long", self.number + 1);
            return Err(io::Error::new(io::ErrorKind::InvalidData, complaint));
        }
        self.number += 1;
        self.line = decode(&bytes)?;
        Ok(true)
    }

    /// A comment up to the end of the line.
    fn line_comment(&mut self) -> Token {
        let text = single_spaces(&self.line[self.at + 1..]);
        self.at = self.line.len();
        Token::Comment(text)
    }

    /// A comment in braces, which may span lines.
    fn comment(&mut self) -> io::Result<Token> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.line[self.at..];
            if let Some(end) = rest.find('}') {
                text.push_str(&rest[..end]);
                self.at += end + 1;
                return Ok(Token::Comment(single_spaces(&text)));
            }
            text.push_str(rest);
            text.push(' ');
            // A missing brace must not swallow the following games.
            let ended = !self.read_line()? || self.line.starts_with("[Event \"");
            if ended {
                let shown = excerpt(&format!("{{{}", single_spaces(&text)));
                return Ok(Token::Broken(format!("unterminated comment '{shown}'")));
            }
        }
    }

    /// A tag pair, which must be on one line.
    fn tag(&mut self) -> Token {
        let rest = &self.line[self.at..];
        let pair = tag_pair(rest);
        if let Some((name, value, end)) = pair {
            self.at += end;
            return Token::Tag(name, value);
        }
        let shown = excerpt(rest.trim_end());
        let broken = Token::Broken(format!("expected a tag like '[Event \"?\"]', got '{shown}'"));
        self.at = self.line.len();
        broken
    }

    /// A word, unless what follows is only a move number.
    fn word(&mut self) -> Option<Token> {
        let rest = &self.line[self.at..];
        // An annotation may follow a move without a space: `e4$1`.
        let ends = |(place, c): (usize, char)| {
            c.is_whitespace() || "(){}[];".contains(c) || (c == '$' && place > 0)
        };
        let end_from = |from: usize| {
            let mut pairs = rest[from..].char_indices().map(|(place, c)| (from + place, c));
            pairs.find(|&pair| ends(pair)).map_or(rest.len(), |(end, _)| end)
        };
        let mut end = end_from(0);
        // A promotion in brackets, `e8(Q)`, is no variation.
        if let [.., b'1' | b'8'] = rest.as_bytes()[..end]
            && let [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..] = rest.as_bytes()[end..]
        {
            end = end_from(end + 3);
        }
        let word = &rest[..end];
        self.at += end;
        if let Some(number) = word.strip_prefix('$') {
            return Some(match number.parse() {
                Ok(number) => Token::Nag(number),
                Err(_) => Token::Broken(format!(
                    "expected an annotation from $0 to $255, got '{}'",
                    excerpt(word)
                )),
            });
        }
        let word = without_number(word);
        if let Some((_, number)) = GLYPHS.iter().find(|(glyph, _)| *glyph == word) {
            return Some(Token::Nag(*number));
        }
        if word.is_empty() || word == "e.p." {
            return None;
        }
        let bare = word.trim_end_matches(['!', '?']);
        let mark = &word[bare.len()..];
        self.next = GLYPHS.iter().find(|(glyph, _)| *glyph == mark).map(|(_, n)| Token::Nag(*n));
        Some(Token::Word(if self.next.is_some() { bare } else { word }.into()))
    }
}

/// Strips the move number from a word: `12.Nf3`, `12...Nf6`, `12.`, `12`. Castling written with zeros
/// and results also begin with digits.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < word.len();
    if rest.starts_with('.') || rest.starts_with('…') {
        rest.trim_start_matches(['.', '…'])
    } else if numbered && rest.is_empty() {
        rest
    } else {
        word
    }
}

/// The name, the value and the length of the tag pair at the start of a text. Quotation marks within
/// the value should be escaped; if they are not, the one before the bracket ends the value.
fn tag_pair(text: &str) -> Option<(String, String, usize)> {
    let inner = text.strip_prefix('[')?;
    let quote = inner.find('"')?;
    let name = inner[..quote].trim();
    let sound = |c: char| c.is_ascii_alphanumeric() || "_-+#=:".contains(c);
    if name.is_empty() || !name.chars().all(sound) {
        return None;
    }
    let mut value = String::new();
    let start = 1 + quote + 1;
    let mut letters = text[start..].char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => match letters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    value.push(escaped);
                    letters.next();
                }
                _ => value.push(letter),
            },
            '"' => {
                let after = &text[start + place + 1..];
                let trimmed = after.trim_start();
                if trimmed.starts_with(']') {
                    let end = text.len() - trimmed.len() + 1;
                    return Some((name.into(), value, end));
                }
                value.push(letter);
            }
            '\r' | '\n' => return None,
            _ => value.push(letter),
        }
    }
    None
}

fn single_spaces(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
