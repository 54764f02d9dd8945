//! A page of HTML that needs nothing else: no script, no font, no picture from elsewhere, light or dark as the reader
//! has it. Text gets into it escaped and harmless, or not at all: what is not escaped is part of the program.

use std::fmt::{Display, Write as _};

use crate::render::table::grouped;
use crate::visible::{Lines, Shown, spell};

/// What every page looks like.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2530;--dim:#5b6875;--paper:#fff;--card:#f6f8fa;--line:#dfe4ea;--bar:#2f6fb0;--more:#9aa7b4;\
--good:#2e7d4f;--bad:#c0362c;--odd:#a76a00;--mark:#ffe08a;--add:#bfe8cc}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9ee;--dim:#97a3af;--paper:#14181d;--card:#1b2127;--line:#2c343d;--bar:#6aa7e0;--more:#5b6875;\
--good:#5fbf86;--bad:#f0857b;--odd:#e0a94a;--mark:#6b5512;--add:#1f5534}}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:72rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.2rem;margin:2.5rem 0 .75rem}h3{font-size:1rem;margin:0 0 .5rem}
a{color:var(--bar)}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(30rem,100%),1fr));gap:2rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;white-space:nowrap;overflow-wrap:normal}
th:first-child,td:first-child,.left{text-align:left}.left{white-space:normal;min-width:9rem}
th{color:var(--dim);font-weight:600}
svg{display:block;width:100%;max-width:34rem;height:auto;font:12px system-ui,sans-serif}svg text{fill:var(--ink)}svg .n{fill:var(--dim)}
rect{fill:var(--bar)}rect.more{fill:var(--more)}";

/// Markup in the making.
#[derive(Default)]
pub struct Markup(String);

/// Attributes: names are the program's, values are escaped.
pub type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Markup {
    /// Nothing yet.
    pub fn new() -> Markup {
        Markup::default()
    }

    /// Markup of the program itself.
    pub fn raw(&mut self, markup: &'static str) -> &mut Markup {
        self.0.push_str(markup);
        self
    }

    /// Text, in one line.
    pub fn text(&mut self, text: &str) -> &mut Markup {
        spell(text, Lines::Fold).for_each(|(_, shown)| self.char(shown));
        self
    }

    /// Text whose lines stay, with what had to be spelled out told from what stood there.
    pub fn block(&mut self, text: &str) -> &mut Markup {
        let mut spelled = false;
        for (_, shown) in spell(text, Lines::Keep) {
            let spells = matches!(shown, Shown::Spelled(_));
            if spells != spelled {
                self.raw(if spells { "<i>" } else { "</i>" });
                spelled = spells;
            }
            self.char(shown);
        }
        if spelled {
            self.raw("</i>");
        }
        self
    }

    /// A start tag.
    pub fn open(&mut self, name: &'static str, attributes: Attributes<'_>) -> &mut Markup {
        self.raw("<").raw(name);
        for (name, value) in attributes {
            self.raw(" ").raw(name).raw("=\"").text(&value.to_string()).raw("\"");
        }
        self.raw(">")
    }

    /// An element that holds text.
    pub fn element(
        &mut self,
        name: &'static str,
        attributes: Attributes<'_>,
        text: &str,
    ) -> &mut Markup {
        self.open(name, attributes).text(text).raw("</").raw(name).raw(">")
    }

    /// A row of cells that hold text.
    pub fn row<T: AsRef<str>>(
        &mut self,
        cell: &'static str,
        cells: impl IntoIterator<Item = T>,
    ) -> &mut Markup {
        self.raw("<tr>");
        for text in cells {
            self.element(cell, &[], text.as_ref());
        }
        self.raw("</tr>\n")
    }

    /// A citation: a link where it is an address of the web, else text.
    pub fn citation(&mut self, text: &str) -> &mut Markup {
        let web = text.starts_with("https://") || text.starts_with("http://");
        let plain = text.chars().all(|c| c.is_ascii_graphic());
        if web && plain {
            self.element("a", &[("href", &text), ("rel", &"noreferrer noopener")], text)
        } else {
            self.text(text)
        }
    }

    /// What it came to.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn char(&mut self, shown: Shown) {
        // A `String` takes every write.
        let _ = match shown {
            Shown::Plain(c @ ('&' | '<' | '>' | '"' | '\'')) => {
                write!(self.0, "&#{};", u32::from(c))
            }
            shown => write!(self.0, "{shown}"),
        };
    }
}

/// Begins a page; `style` is added to what every page looks like.
pub fn head(title: &str, style: &'static str) -> Markup {
    let mut page = Markup::new();
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width\">\n")
        .element("title", &[], title)
        .raw("\n<style>\n")
        .raw(STYLE)
        .raw("\n")
        .raw(style)
        .raw("\n</style></head>\n<body>\n");
    page
}

/// The end of a page.
pub const FOOT: &str = "</body></html>\n";

const ROW: usize = 20;
const LABEL: usize = 200;
const BARS: usize = 140;
const WIDTH: usize = LABEL + BARS + 115;
/// Longest label of a bar, in characters.
const SHORT: usize = 28;

/// A bar of a chart.
pub struct Bar {
    /// What it is of, in full.
    pub label: String,
    /// Its parts from left to right: a class of the style, and how much.
    pub parts: Vec<(&'static str, u64)>,
    /// What stands behind it.
    pub said: String,
}

/// One bar a row under a title, the longest of which fills the chart; nothing where all are empty.
pub fn chart(page: &mut Markup, title: &str, bars: &[Bar]) {
    let whole = |bar: &Bar| bar.parts.iter().map(|(_, n)| n).sum::<u64>();
    let Some(most) = bars.iter().map(whole).max().filter(|most| *most > 0) else { return };
    let view = format!("0 0 {WIDTH} {}", bars.len() * ROW);
    page.raw("<section>").element("h3", &[], title).raw("\n");
    page.open("svg", &[("viewBox", &view), ("role", &"img"), ("aria-label", &title)]).raw("\n");
    for (at, bar) in bars.iter().enumerate() {
        let (y, line) = (at * ROW + 3, at * ROW + 14);
        page.raw("<g>").element("title", &[], &format!("{}: {}", bar.label, bar.said));
        let label = short(&bar.label);
        page.element("text", &[("x", &(LABEL - 8)), ("y", &line), ("text-anchor", &"end")], &label);
        let mut x = LABEL as f64;
        for (class, n) in bar.parts.iter().filter(|(_, n)| *n > 0) {
            // What is there is seen.
            let width = (BARS as f64 * *n as f64 / most as f64).max(1.0);
            let (from, wide) = (format!("{x:.1}"), format!("{width:.1}"));
            page.open(
                "rect",
                &[("class", class), ("x", &from), ("y", &y), ("width", &wide), ("height", &14)],
            )
            .raw("</rect>");
            x += width;
        }
        let end = format!("{:.1}", x + 6.0);
        page.element("text", &[("class", &"n"), ("x", &end), ("y", &line)], &bar.said);
        page.raw("</g>\n");
    }
    page.raw("</svg></section>\n");
}

/// A bar of one part, and its number behind it.
pub fn bar(label: &str, n: u64, class: &'static str) -> Bar {
    Bar { label: label.to_owned(), parts: vec![(class, n)], said: grouped(n) }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text_in_elements_and_attributes() {
        let mut page = Markup::new();
        page.element("p", &[("title", &"\"><script>")], "</p>&'\x1b\n");
        assert_eq!(
            page.as_str(),
            "<p title=\"&#34;&#62;&#60;script&#62;\">&#60;/p&#62;&#38;&#39;\\x1b⏎</p>"
        );
    }

    #[test]
    fn what_is_spelled_out_is_told_from_what_stood_there() {
        let mut page = Markup::new();
        page.block("a\\x1b\x1b\x07\n\tb\u{202e}");
        assert_eq!(page.as_str(), "a\\x1b<i>\\x1b\\x07</i>\n\tb<i>\\u{202e}</i>");
    }

    #[test]
    fn only_an_address_of_the_web_is_a_link() {
        let said = |text: &str| {
            let mut page = Markup::new();
            page.citation(text);
            page.as_str().contains("<a ")
        };
        assert!(said("https://example.invalid/1?a=b&c"));
        for text in ["plan, incident 1", "javascript:alert(1)", "https://x\u{202e}y", "https://a b"]
        {
            assert!(!said(text), "{text}");
        }
    }
}
