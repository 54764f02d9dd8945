//! A run as workflow commands of GitHub Actions, which become annotations, and as a step's summary. The rest of what
//! GitHub would drop in silence is counted.

use std::io::{self, Write};

use crate::alert::{ELSEWHERE, Settled};
use crate::exit_code::Exit;
use crate::render::table::count;
use crate::render::verdict::verdict;
use crate::summary::Summary;
use crate::visible::{Lines, visible};

/// Annotations of one kind that GitHub shows of a step; those behind them are lost.
pub const MOST: usize = 10;

/// Writes the annotations: failures as errors, missing witnesses as warnings, the verdict and the rest as a notice.
pub fn write(out: &mut impl Write, run: &Summary, settled: &Settled) -> io::Result<()> {
    for alert in &settled.alerts {
        let place = format!(
            "file={},line={},",
            property(&visible(&alert.place.path, Lines::Fold)),
            alert.place.line
        );
        let title = property(&format!("guarddiff: {}", alert.class));
        let mut lines = alert.lines();
        lines.extend((!alert.excerpt.is_empty()).then(|| alert.excerpt.clone()));
        writeln!(out, "::error {place}title={title}::{}", data(&lines.join("\n")))?;
    }
    for absent in run.header.absent.iter().take(MOST) {
        let text = visible(absent, Lines::Fold);
        writeln!(out, "::warning title=guarddiff::{}", data(&text))?;
    }
    let (word, text) = verdict(run);
    let mut said = vec![format!("{word}: {text}")];
    if settled.more > 0 {
        said.push(format!("{}: {ELSEWHERE}", count(settled.more, "more failure")));
    }
    // Where nothing in particular is wrong, the verdict is still no good news.
    let silent = run.exit() != Exit::Parity && settled.alerts.is_empty();
    let level = if silent { "error" } else { "notice" };
    writeln!(out, "::{level} title=guarddiff::{}", data(&said.join("\n")))
}

/// Text behind the `::`, of which the runner undoes three escapes.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value before the `::`, of which it undoes two more.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_line_or_its_property() {
        assert_eq!(data("100%\r\n::error::x"), "100%25%0D%0A::error::x");
        assert_eq!(property("a:b,c%"), "a%3Ab%2Cc%25");
    }
}
