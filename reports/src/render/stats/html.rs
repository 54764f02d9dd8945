//! Statistics as one page that needs nothing else: no script, no font, no picture from elsewhere. Charts are inline
//! SVG, light or dark as the reader has it, and all text of commands is escaped.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{groups, head, matrix, rows, share};
use crate::render::table::{count, grouped};
use crate::stats::{Stats, Table};
use crate::visible::{Lines, visible};

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2530;--dim:#5b6875;--paper:#fff;--line:#dfe4ea;--bar:#2f6fb0;--more:#9aa7b4}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9ee;--dim:#97a3af;--paper:#14181d;--line:#2c343d;--bar:#6aa7e0;--more:#5b6875}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:64rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.05rem;margin:0 0 .5rem}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(28rem,1fr));gap:2rem}
.wide{overflow-x:auto;margin-bottom:2rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem;border-bottom:1px solid var(--line);text-align:right}th:first-child,td:first-child{text-align:left}
th{color:var(--dim);font-weight:600}
svg{width:100%;height:auto;font:12px system-ui,sans-serif}svg text{fill:var(--ink)}svg .n{fill:var(--dim)}
rect{fill:var(--bar)}rect.more{fill:var(--more)}";

const ROW: usize = 20;
const LABEL: usize = 170;
const BARS: usize = 200;
const WIDTH: usize = LABEL + BARS + 110;

/// Writes the page.
pub fn write(out: &mut impl Write, stats: &Stats, top: usize) -> io::Result<()> {
    let title = format!("What agents type: {}", count(stats.all.commands, "command"));
    let title = escaped(&title);
    writeln!(
        out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}\n</style></head>\n<body>\n<h1>{title}</h1>"
    )?;
    for (what, groups) in groups(stats) {
        writeln!(out, "<section class=\"wide\"><h2>{what}</h2>\n<table><thead><tr>")?;
        for name in head(what) {
            write!(out, "<th>{}</th>", escaped(&name))?;
        }
        writeln!(out, "</tr></thead><tbody>")?;
        for row in matrix(&groups) {
            let cells = row.iter().map(|text| format!("<td>{}</td>", escaped(text)));
            writeln!(out, "<tr>{}</tr>", cells.collect::<String>())?;
        }
        writeln!(out, "</tbody></table></section>")?;
    }
    writeln!(out, "<div class=\"charts\">")?;
    let months: Vec<(String, u64)> =
        stats.months.iter().map(|(month, group)| (month.clone(), group.commands)).collect();
    chart(out, "Commands by month", &months, stats.all.commands)?;
    for table in Table::ALL {
        chart(out, table.title(), &rows(&stats.all, table, top), stats.all.whole(table))?;
    }
    writeln!(out, "</div>\n</body></html>")
}

/// One bar a row, the longest of which fills the chart; nothing for an empty table.
fn chart(out: &mut impl Write, title: &str, rows: &[(String, u64)], all: u64) -> io::Result<()> {
    let Some(most) = rows.iter().map(|(_, n)| *n).max().filter(|most| *most > 0) else {
        return Ok(());
    };
    let title = escaped(title);
    writeln!(out, "<section><h2>{title}</h2>")?;
    let height = rows.len() * ROW;
    writeln!(out, "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">")?;
    for (at, (key, n)) in rows.iter().enumerate() {
        let (y, line) = (at * ROW + 3, at * ROW + 14);
        let width = (BARS as f64 * *n as f64 / most as f64).max(1.0);
        let more = if key == "other" { " class=\"more\"" } else { "" };
        let (start, end) = (LABEL - 8, LABEL as f64 + width + 6.0);
        let (label, number) = (escaped(&short(key)), grouped(*n));
        writeln!(
            out,
            "<g><title>{}: {number}</title><text x=\"{start}\" y=\"{line}\" text-anchor=\"end\">{label}</text>\
<rect x=\"{LABEL}\" y=\"{y}\" width=\"{width:.1}\" height=\"14\" rx=\"2\"{more}/>\
<text class=\"n\" x=\"{end:.1}\" y=\"{line}\">{number} ({})</text></g>",
            escaped(key),
            share(*n, all)
        )?;
    }
    writeln!(out, "</svg></section>")
}

fn short(text: &str) -> String {
    match text.char_indices().nth(28) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// Text that HTML takes for text, in elements and in quoted attributes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text, Lines::Fold).chars() {
        match c {
            '&' | '<' | '>' | '"' | '\'' => {
                // A `String` takes every write.
                let _ = write!(out, "&#{};", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}
