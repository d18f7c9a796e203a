//! Reads the logs of `scripts/tune-search`: JSON lines, first the task, then one line per iteration.

use std::fs;
use std::path::Path;

use crate::support::error::ToolError;
use crate::support::output::warn;

/// How much of a bad line a complaint shows.
const EXCERPT: usize = 30;

/// The values of the last iteration, by name.
///
/// # Errors
/// The file can't be read, or is no such log, or has no iterations.
pub(super) fn last_values(path: &Path) -> Result<Vec<(String, f64)>, ToolError> {
    let bad = |what: String| ToolError::BadInput(format!("'{}': {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    // A run that is cut off may leave half a line behind.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    if text.len() > whole.len() + 1 {
        warn(&format_args!("'{}': the last line is unfinished and left out", path.display()));
    }
    let mut last = None;
    for (line, number) in whole.lines().zip(1..) {
        let bad = |what: String| bad(format!("line {number}: {what}"));
        let entry = parse(line).map_err(bad)?;
        let (member, what) = match number {
            1 => ("numbers", "not a log of scripts/tune-search"),
            _ => ("values", "expected an iteration with \"values\""),
        };
        let found = entry.into_member(member).ok_or_else(|| bad(what.into()))?;
        if number > 1 {
            last = Some(values(found).map_err(bad)?);
        }
    }
    last.ok_or_else(|| bad("the log has no iterations".into()))
}

fn values(json: Json) -> Result<Vec<(String, f64)>, String> {
    let Json::Object(members) = json else { return Err("\"values\" is not an object".into()) };
    let number = |(name, value)| match value {
        Json::Number(number) => Ok((name, number)),
        _ => Err(format!("the value of '{name}' is not a number")),
    };
    members.into_iter().map(number).collect()
}

/// As much of JSON as these logs use.
#[derive(PartialEq, Debug)]
enum Json {
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    fn into_member(self, name: &str) -> Option<Json> {
        let Json::Object(members) = self else { return None };
        members.into_iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }
}

fn parse(line: &str) -> Result<Json, String> {
    let mut parser = Parser { rest: line };
    let value = parser.value()?;
    match parser.rest.trim_start() {
        "" => Ok(value),
        _ => parser.expected("the end of the line"),
    }
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn expected<T>(&self, what: &str) -> Result<T, String> {
        let found: String = self.rest.trim_start().chars().take(EXCERPT).collect();
        Err(format!("expected {what}, got '{found}'"))
    }

    /// Takes a character, if it is the next one.
    fn takes(&mut self, wanted: char) -> bool {
        let after = self.rest.trim_start().strip_prefix(wanted);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn value(&mut self) -> Result<Json, String> {
        match self.rest.trim_start().chars().next() {
            Some('{') => self.items('{', '}', Parser::member).map(Json::Object),
            Some('[') => self.items('[', ']', Parser::value).map(Json::List),
            Some('"') => self.text().map(Json::Text),
            _ => self.number(),
        }
    }

    /// Items between brackets, with commas between them.
    fn items<T>(
        &mut self,
        open: char,
        close: char,
        item: impl Fn(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut items = Vec::new();
        self.takes(open);
        if self.takes(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.takes(close) {
                return Ok(items);
            }
            if !self.takes(',') {
                return self.expected(&format!("',' or '{close}'"));
            }
        }
    }

    fn member(&mut self) -> Result<(String, Json), String> {
        let name = self.text()?;
        if !self.takes(':') {
            return self.expected("':'");
        }
        Ok((name, self.value()?))
    }

    /// A string; names and time controls need no escapes.
    fn text(&mut self) -> Result<String, String> {
        let quoted = self.rest.trim_start().strip_prefix('"').and_then(|text| text.split_once('"'));
        match quoted {
            Some((text, rest)) if !text.contains('\\') => {
                self.rest = rest;
                Ok(text.to_owned())
            }
            _ => self.expected("a string"),
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
        let (number, rest) = text.split_at(end.unwrap_or(text.len()));
        match number.parse() {
            Ok(number) => {
                self.rest = rest;
                Ok(Json::Number(number))
            }
            Err(_) => self.expected("a number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, parse};

    #[test]
    fn what_the_logs_use_of_json_is_read() {
        let json = parse(r#" {"numbers": [["A_mg", 1, -2.5]], "limit": "1+0.01", "none": []} "#);
        let row = vec![Json::Text("A_mg".into()), Json::Number(1.0), Json::Number(-2.5)];
        let members = [
            ("numbers", Json::List(vec![Json::List(row)])),
            ("limit", Json::Text("1+0.01".into())),
            ("none", Json::List(Vec::new())),
        ];
        let members = members.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(json, Ok(Json::Object(members.into())));
    }

    #[test]
    fn what_is_no_json_is_named() {
        for (line, complaint) in [
            ("", "expected a number, got ''"),
            ("{", "expected a string, got ''"),
            (r#"{"a" 1}"#, "expected ':', got '1}'"),
            (r#"{"a": 1 2}"#, "expected ',' or '}', got '2}'"),
            ("[1, x]", "expected a number, got 'x]'"),
            ("[1]]", "expected the end of the line, got ']'"),
            (r#"["\n"]"#, r#"expected a string, got '"\n"]'"#),
        ] {
            assert_eq!(parse(line), Err(complaint.into()), "{line}");
        }
    }
}
