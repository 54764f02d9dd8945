//! A run as GitLab's code quality report: what fails the gate, for the widget of a merge request. What a rule excuses
//! is no violation and is not in it.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::alert::{Alert, ELSEWHERE, Settled};
use crate::json;
use crate::render::table::count;
use crate::visible::{Lines, visible};

/// Violations in a report; a widget that lists more is not read.
pub const MOST: usize = 1000;

/// Writes the alerts, and how many more there are.
pub fn write(out: &mut impl Write, settled: &Settled) -> io::Result<()> {
    let (alerts, more) = (&settled.alerts, settled.more);
    let rest = (more > 0).then(|| {
        let text = format!("{}: {ELSEWHERE}", count(more, "more failure"));
        violation("gate/more", &text, "gate/more", "info", "reports/src/campaign.rs", 1)
    });
    out.write_all(b"[")?;
    for (at, value) in alerts.iter().map(of).chain(rest).enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
        json::write(out, &value)?;
    }
    out.write_all(b"\n]\n")
}

fn of(alert: &Alert) -> Value {
    let severity = match alert.percent {
        100.. => "blocker",
        70.. => "critical",
        50.. => "major",
        _ => "minor",
    };
    let path = visible(&alert.place.path, Lines::Fold);
    // One line is all that the widget shows.
    let text = match &alert.id {
        Some(id) => format!("{}: {} ({id})", alert.about, alert.headline),
        None => alert.headline.clone(),
    };
    violation(&alert.class, &text, &alert.fingerprint, severity, &path, alert.place.line)
}

fn violation(
    class: &str,
    text: &str,
    fingerprint: &str,
    severity: &str,
    path: &str,
    line: u64,
) -> Value {
    json!({
        "description": text,
        "check_name": class,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": { "path": path, "lines": { "begin": line } },
    })
}
