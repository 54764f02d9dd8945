//! What a run covered, as a section of the page. The rows are those of every format.

use crate::render::coverage::{BLIND, LEGEND, table};
use crate::render::page::Markup;
use crate::render::table::grouped;
use crate::summary::Summary;

/// Writes the section.
pub(super) fn coverage(page: &mut Markup, run: &Summary) {
    let table = table(run);
    page.raw("<h2>Coverage</h2>\n<p>").text("Of the matrix, ").text(LEGEND).raw(".</p>\n");
    page.raw("<div class=\"wide\"><table><thead>");
    page.row("th", &table.head);
    page.raw("</thead>\n<tbody>");
    for row in &table.matrix {
        page.row("td", row);
    }
    page.raw("</tbody></table></div>\n");
    let counted = |rows: &[(String, u64)]| -> Vec<(String, String)> {
        rows.iter().map(|(what, n)| (what.clone(), grouped(*n))).collect()
    };
    list(page, "Not exercised", &table.gaps);
    list(page, "Judged by something else than structure", &counted(&table.fallback));
    list(page, "Met and not seen behind", &counted(&table.unseen));
    list(page, "What no run sees", &BLIND.map(|(what, why)| (what.to_owned(), why.to_owned())));
    list(page, "Who judged", &table.judges);
}

fn list(page: &mut Markup, title: &str, rows: &[(String, String)]) {
    page.element("h3", &[], title).raw("\n<ul class=\"notes\">\n");
    for (what, text) in rows {
        page.element("li", &[], &format!("{what}: {text}")).raw("\n");
    }
    page.raw("</ul>\n");
}
