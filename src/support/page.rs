//! HTML pages: one file, without scripts, fonts or pictures from elsewhere, light or dark as the reader
//! prefers, and no wider than the screen.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// What a browser may load: only pictures embedded in the page, and its style and script, by digest.
const POLICY: &str = "default-src 'none'; img-src data:";

/// The looks of all pages. Text has a contrast of at least 7:1 against its background, lines and bars 3:1.
const STYLE: &str = "
:root { color-scheme: light dark; --paper: #ffffff; --ink: #24282d; --faint: #50565d; --line: #d5d9dd;
  --band: #f4f5f6; --own: #a63d2f; --other: #4f6b78; --win: #2f7d46; --draw: #7d828a; --loss: #b23a34; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15181c; --ink: #e8eaed; --faint: #b4bac1; --line: #3a4048; --band: #1e2227;
    --own: #e8836f; --other: #8fb0c0; --win: #5fbf7d; --draw: #8f959d; --loss: #ea7a73; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 68rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .25rem; }
p, dl { margin: .25rem 0 .75rem; max-width: 48rem; }
footer, .note { color: var(--faint); font-size: .9rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--faint); font-size: .9rem; padding: .25rem 0 .5rem; }
caption span { position: sticky; left: 0; display: inline-block; max-width: calc(100vw - 2rem); }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead th { color: var(--faint); font-weight: 600; }
th:first-child, td.text { text-align: left; }
th:first-child { position: sticky; left: 0; background: var(--paper); }
tbody th { font-weight: 600; max-width: 13rem; overflow-wrap: break-word; white-space: normal; }
@media (min-width: 60rem) { tbody th { min-width: 9.5rem; max-width: 24rem; } }
tbody tr:hover > * { background: var(--band); }
svg { display: block; width: 100%; overflow: visible; }
svg text { fill: var(--ink); font-size: 14px; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg .faint { fill: var(--faint); font-size: 13px; }
";

/// A page. `title` is plain text; `style` and `body` are CSS and HTML.
pub fn page(title: &str, style: &str, body: &str) -> String {
    [&head(title, style, None), body, TAIL].concat()
}

/// A page up to its body, which [`TAIL`] ends. `title` is plain text, `style` CSS. If the body has a script,
/// this one alone may run: `<script>`, its text, `</script>`, with nothing added between.
pub fn head(title: &str, style: &str, script: Option<&str>) -> String {
    let (title, style) = (escape(title), [STYLE, style].concat());
    // No other text has the same digest, so injected code never runs.
    let digest = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let script =
        script.map_or_else(String::new, |script| format!("; script-src {}", digest(script)));
    let policy = format!("{POLICY}; style-src {}{script}", digest(&style));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )
}

/// The end of a page.
pub const TAIL: &str = "</body>\n</html>\n";

/// Data as JSON that may stand within a `<script>` element: nothing in it ends the element, or begins a comment.
///
/// # Errors
/// The data has no form in JSON; numbers, strings, lists and structures have one.
pub fn json(data: &impl Serialize) -> Result<String, serde_json::Error> {
    // Only strings can contain it.
    Ok(serde_json::to_string(data)?.replace('<', "\\u003c"))
}

/// Plain text as HTML, between tags or within an attribute's quotation marks.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Control characters are not allowed in HTML, and direction marks would reverse what follows.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push('\u{fffd}'),
            _ if letter.is_control() && letter != '\n' => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A number as typeset: a true minus is as wide as a plus, and a dash stands for no number.
pub fn typeset(number: &str) -> String {
    match number.strip_prefix('-') {
        Some("") => "–".into(),
        Some(rest) => format!("−{rest}"),
        None => number.into(),
    }
}

/// A table of plain text. The first column of the body names the rows; the others are numbers, aligned
/// right, except for the columns with an index in `texts`.
pub struct Table<'a> {
    /// What the table shows, above it.
    pub caption: &'a str,
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The cells.
    pub rows: Vec<Vec<String>>,
    /// Columns of text.
    pub texts: &'a [usize],
}

impl Table<'_> {
    /// The table as HTML, which scrolls sideways where it is wider than the screen.
    pub fn html(&self) -> String {
        let caption = escape(self.caption);
        let mut html = format!(
            "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\">\n\
             <table>\n<caption><span>{caption}</span></caption>\n<thead><tr>"
        );
        for cell in &self.head {
            let _ = write!(html, "<th scope=\"col\">{}</th>", escape(cell));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let cell = escape(cell);
                let _ = match column {
                    0 => write!(html, "<th scope=\"row\">{cell}</th>"),
                    _ if self.texts.contains(&column) => {
                        write!(html, "<td class=\"text\">{cell}</td>")
                    }
                    _ => write!(html, "<td>{cell}</td>"),
                };
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody>\n</table>\n</div>\n");
        html
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, escape, head, json, page};

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escape("<a href='x'>&\"\u{7}"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd}");
        let table = Table {
            caption: "a \"b\"",
            head: vec!["<i>".into()],
            rows: vec![vec!["</table>".into(), "</td>".into()]],
            texts: &[1],
        };
        let html = page("<script>", "", &table.html());
        for markup in ["<script", "<i>", "</table></th>", "\"a \"b\"\""] {
            assert!(!html.contains(markup), "{markup}: {html}");
        }
        assert_eq!(html.matches("</table>").count(), 1);
    }

    #[test]
    fn a_string_cannot_leave_its_script() {
        let text = json(&["</script><!--", "\u{7}\"\\"]).unwrap();
        assert_eq!(text, "[\"\\u003c/script>\\u003c!--\",\"\\u0007\\\"\\\\\"]");
    }

    #[test]
    fn a_script_is_allowed_by_its_digest() {
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        let digest = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        assert!(head("", "", Some("alert(1)")).contains(&format!("script-src {digest}\">")));
        assert!(!page("", "", "").contains("script-src"));
    }
}
