//! Statistics as one page that needs nothing else. Charts are inline SVG; the page is that of every report.

use std::io::{self, Write};

use super::{groups, head, matrix, rows, share};
use crate::render::page::{self, Bar, FOOT, chart};
use crate::render::table::{count, grouped};
use crate::stats::{Stats, Table};

/// Writes the page.
pub fn write(out: &mut impl Write, stats: &Stats, top: usize) -> io::Result<()> {
    let title = format!("What agents type: {}", count(stats.all.commands, "command"));
    let mut page = page::head(&title, "");
    page.element("h1", &[], &title).raw("\n");
    for (what, groups) in groups(stats) {
        page.element("h2", &[], what).raw("\n<div class=\"wide\"><table><thead>");
        page.row("th", head(what)).raw("</thead><tbody>\n");
        for row in matrix(&groups) {
            page.row("td", row);
        }
        page.raw("</tbody></table></div>\n");
    }
    page.raw("<h2>Counts</h2>\n<div class=\"charts\">\n");
    let months: Vec<(String, u64)> =
        stats.months.iter().map(|(month, group)| (month.clone(), group.commands)).collect();
    chart(&mut page, "Commands by month", &bars(&months, stats.all.commands));
    for table in Table::ALL {
        let rows = rows(&stats.all, table, top);
        chart(&mut page, table.title(), &bars(&rows, stats.all.whole(table)));
    }
    page.raw("</div>\n").raw(FOOT);
    out.write_all(page.as_str().as_bytes())
}

fn bars(rows: &[(String, u64)], all: u64) -> Vec<Bar> {
    let bar = |(key, n): &(String, u64)| Bar {
        label: key.clone(),
        parts: vec![(if key == "other" { "more" } else { "" }, *n)],
        said: format!("{} ({})", grouped(*n), share(*n, all)),
    };
    rows.iter().map(bar).collect()
}
