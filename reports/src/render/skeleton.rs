//! What a new incident needs, to be pasted and filled in: the smallest command, a twin that both catch, the vectors of the
//! text matcher, and the Rust. What only a person knows stands as `TODO`; none of it compiles before it is filled in.

use std::io::{self, Write};

use guarddiff_engine::facts::Check;

use crate::examine::{self, Subject};
use crate::finding::Finding;
use crate::visible::{Lines, visible};

/// Writes the skeleton of an incident that the smallest command of a finding shows.
pub fn write(
    out: &mut impl Write,
    finding: &Finding,
    small: &str,
    subject: &mut Subject<'_>,
) -> io::Result<()> {
    let (Some(check), Some(direction)) = (finding.check, finding.direction) else { return Ok(()) };
    let twin = twin(small, check, subject).unwrap_or_else(|| "TODO".to_owned());
    let [small, twin] = [small, &twin].map(|text| visible(text, Lines::Keep).into_owned());
    let acts = |command: &str, subject: &mut Subject<'_>| {
        let opinion = subject(command);
        let (_, legacy) = examine::decisions(command, &opinion);
        if legacy[check as usize].acts() { "yes" } else { "no" }
    };
    let (name, variant, way) = (check.name(), format!("{check:?}"), format!("{direction:?}"));
    if let Some(rule) = &finding.rule {
        writeln!(out, "# {rule} excuses this already; a new incident needs a cause of its own.\n")?;
    }
    writeln!(out, "# {} ({name}, {})", finding.id, direction.name())?;
    writeln!(out, "#   regression  {}", small.replace('\n', "\n#               "))?;
    writeln!(out, "#   twin        {}\n", twin.replace('\n', "\n#               "))?;
    writeln!(out, "# oracle/testdata/legacy.csv")?;
    for command in [&small, &twin] {
        let expected = acts(command, subject);
        writeln!(out, "\"{}\",\"{name}\",\"{expected}\"", command.replace('"', "\"\""))?;
    }
    writeln!(
        out,
        r#"
// allowlist/src/incident.rs, and in ALL
/// TODO what happened, in one sentence.
pub static TODO_SLUG: Incident = Incident {{
    slug: "TODO-slug",
    since: "{}",
    title: "TODO what happened, in one phrase",
    citation: "TODO https://…",
}};

// corpus/src/incidents/TODO.rs. TODO_TRUTH is what is true of the command, in the words of corpus/src/incidents/told.rs:
// NOTHING, GIT, commit(&["x"]).skipping() …
incident(
    "TODO-slug",
    {variant},
    "TODO https://…",
    ({small:?}, TODO_TRUTH),
    ({twin:?}, TODO_TRUTH),
),

// allowlist/src/cause.rs: Cause::Todo and its sentence; allowlist/src/cause/: its proof, from the spans of the analysis
// allowlist/src/rule.rs; a test of it belongs to allowlist/tests/classify.rs
Rule {{
    name: "TODO-name",
    incident: &incident::TODO_SLUG,
    checks: &[{variant}],
    directions: &[{way}],
    proves: because!(Todo),
}},"#,
        env!("CARGO_PKG_VERSION"),
    )
}

/// A command on which both act and agree: the regression with what hid or quoted it gone, else a plain one.
fn twin(small: &str, check: Check, subject: &mut Subject<'_>) -> Option<String> {
    let bare = small.replace(['\'', '"', '\\', '#'], "");
    let after = |sign: char| bare.split_once(sign).map(|(_, tail)| tail.trim().to_owned());
    let plain = match check {
        Check::GuardRelevant => "git status",
        Check::StagesAndCommits => "git add a && git commit -m x",
        Check::NoVerify => "git commit -n -m x",
        Check::CommitMessage | Check::TrailerSplice => "git commit -m x",
        Check::UnitVerdicts => "git push",
    };
    let candidates = [Some(bare.clone()), after(' '), after(';'), Some(plain.to_owned())];
    candidates.into_iter().flatten().find(|command| {
        let opinion = subject(command);
        let (structural, legacy) = examine::decisions(command, &opinion);
        let (ours, theirs) = (&structural[check as usize], &legacy[check as usize]);
        ours.acts() && ours == theirs
    })
}
