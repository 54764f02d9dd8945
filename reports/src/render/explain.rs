//! One examined command in full, for a person: the tree, words, wrappers, units, each opinion with its reasons, the rules
//! that were tried, the verdict.

mod account;

use std::io::{self, Write};

use annotate_snippets::Level;
use anstyle::{AnsiColor, Style};
use guarddiff_engine::analysis::{
    Analysis, Complexity, Context, Opaque, Redirect, SimpleCommand, Status, Stdin, Target, Trust,
};
use guarddiff_engine::facts::{Check, Contained, Facts, Message, Splice, UnitVerdict};
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Fields, Value, Word};
use guarddiff_oracle::bash::syntax::Verdict as Parse;
use guarddiff_oracle::bash::{Reprint, execution};
use similar::{Algorithm, ChangeTag, TextDiff};

use crate::examine::Examination;
use crate::explanation::Explanation;
use crate::finding::{Finding, Kind, Verdict};
use crate::render::snippet::{self, Note};
use crate::render::table::columns;
use crate::stated::{self, phrase};
use crate::visible::one_line;
use crate::witnesses::{Testimony, Witnesses};

const BOLD: Style = Style::new().bold();
const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();
/// Longest word or text shown, in characters.
const LONG: usize = 80;
/// Longest cell of the checks, in characters.
const CELL: usize = 44;
/// Commands and units shown at most.
const MANY: usize = 200;

/// Writes the examination.
pub fn write(
    out: &mut impl Write,
    examined: &Examination,
    explained: &Explanation<'_>,
    witnesses: &Witnesses,
) -> io::Result<()> {
    let command = examined.case.command.as_str();
    writeln!(out, "{BOLD}case{BOLD:#}    {}", one_line(&examined.id, 400))?;
    writeln!(out, "{BOLD}status{BOLD:#}  {}\n", status(&examined.opinion.analysis))?;
    text(out, command)?;
    account::tree(out, command, &explained.tree)?;
    commands(out, &examined.opinion.analysis)?;
    account::values(out, &explained.values)?;
    if let Some(facts) = &examined.opinion.facts {
        values(out, command, facts)?;
    }
    bash(out, &examined.testimony, witnesses)?;
    checks(out, examined)?;
    account::reasons(out, &explained.checks)?;
    findings(out, examined, explained)
}

/// How bash parses the text, and what it ran of it.
fn bash(out: &mut impl Write, testimony: &Testimony, witnesses: &Witnesses) -> io::Result<()> {
    for absent in witnesses.absent() {
        writeln!(out, "{BOLD}bash{BOLD:#}  {}\n", one_line(absent, 400))?;
    }
    let Some(judged) = &testimony.syntax else { return Ok(()) };
    let version = one_line(witnesses.bash().unwrap_or_default(), LONG);
    writeln!(out, "{BOLD}bash{BOLD:#}  {version}")?;
    let verdict = match &judged.verdict {
        Parse::Same => "its reprint holds the same commands".to_owned(),
        Parse::Different { ours, bash } => {
            format!(
                "its reprint holds {} instead of {}",
                one_line(bash, LONG),
                one_line(ours, LONG)
            )
        }
        Parse::RefusedByBoth => "it refuses the text, as structure does".to_owned(),
        Parse::Refused(line) => format!("it refuses the text: {}", one_line(line, LONG)),
        Parse::Inconclusive(why) => format!("inconclusive: {}", why.name()),
    };
    writeln!(out, "  parses  {verdict}")?;
    if let Some(Reprint::Text(text)) = &testimony.reprint {
        for (number, line) in text.lines().take(MANY).enumerate() {
            writeln!(out, "{:>4} | {}", number + 1, one_line(line, 400))?;
        }
    }
    match &testimony.execution {
        None => {}
        Some(Err(why)) => writeln!(out, "  runs    nothing: {}", why.name())?,
        Some(Ok(execution)) => {
            let isolation = witnesses.isolation().unwrap_or_default();
            let runs = stated::counted(execution.ends.len(), "time");
            writeln!(
                out,
                "  runs    {runs} in a box ({isolation}), with stubs that exit otherwise"
            )?;
            for seen in execution.seen.iter().take(MANY) {
                writeln!(out, "          {}", one_line(&execution::spell(&seen.argv), 400))?;
            }
            if execution.seen.is_empty() {
                writeln!(out, "          no program")?;
            }
        }
    }
    writeln!(out)
}

fn status(analysis: &Analysis) -> String {
    match (analysis.status, analysis.trust) {
        (Status::Unavailable(reason), _) => {
            format!("unavailable ({}): the text matcher decides", reason.name())
        }
        (Status::Parsed, trust) => {
            let complexity = match analysis.complexity {
                Complexity::Simple => "simple",
                Complexity::Complex => "complex",
            };
            let trust = match trust {
                Trust::Agreed => "both readings agree",
                Trust::Repaired => "the readings differed, the tokens decided",
            };
            format!("parsed, {complexity}; {trust}")
        }
    }
}

/// The command, its lines numbered.
pub(super) fn text(out: &mut impl Write, command: &str) -> io::Result<()> {
    for (number, line) in command.split('\n').take(MANY).enumerate() {
        writeln!(out, "{:>4} | {}", number + 1, one_line(line, 400))?;
    }
    let more = command.split('\n').count().saturating_sub(MANY);
    if more > 0 {
        writeln!(out, "     | … {more} more lines")?;
    }
    writeln!(out)
}

fn commands(out: &mut impl Write, analysis: &Analysis) -> io::Result<()> {
    if !analysis.is_parsed() {
        return Ok(());
    }
    writeln!(out, "{BOLD}commands that could run{BOLD:#}")?;
    if analysis.commands.is_empty() {
        writeln!(out, "  none")?;
    }
    for (number, command) in analysis.commands.iter().take(MANY).enumerate() {
        one_command(out, number + 1, command)?;
    }
    if analysis.commands.len() > MANY {
        writeln!(out, "  … {} more", analysis.commands.len() - MANY)?;
    }
    for opaque in &analysis.opaque {
        writeln!(out, "  opaque  {}", opaque_phrase(opaque))?;
    }
    writeln!(out)
}

fn one_command(out: &mut impl Write, number: usize, command: &SimpleCommand) -> io::Result<()> {
    let mut words: Vec<String> = command.argv.iter().map(word).collect();
    if command.open_ended {
        words.push("⟨more words⟩".to_owned());
    }
    if words.is_empty() {
        words.push("(no program)".to_owned());
    }
    writeln!(out, "  {number}  {}  [{}]", words.join(" "), place(command.span))?;
    for wrapper in &command.wrappers {
        let words: Vec<String> = wrapper.iter().map(word).collect();
        writeln!(out, "     wrapper   {}", words.join(" "))?;
    }
    for assignment in &command.assignments {
        writeln!(
            out,
            "     assigns   {}={}",
            one_line(&assignment.name, LONG),
            value(&assignment.value)
        )?;
    }
    for redirect in &command.redirects {
        writeln!(out, "     redirect  {}", redirect_phrase(redirect))?;
    }
    let context = context(&command.context);
    if !context.is_empty() {
        writeln!(out, "     stands    {}", context.join(", "))?;
    }
    Ok(())
}

fn word(word: &Word) -> String {
    value(&word.value)
}

fn value(value: &Value) -> String {
    match value {
        Value::Literal(text) => literal(text),
        Value::Unknown(shape) => {
            let end = |text: &str| format!("“{}”", one_line(text, LONG));
            let prefix = if shape.prefix.is_empty() { String::new() } else { end(&shape.prefix) };
            let suffix = if shape.suffix.is_empty() { String::new() } else { end(&shape.suffix) };
            let fields = match shape.fields {
                Fields::One => "",
                Fields::Each => ", one or more words like it",
                Fields::Any => ", any number of words",
            };
            format!("⟨unknown {prefix}…{suffix}{fields}⟩")
        }
    }
}

/// A literal word in one line: bare where no blank or quote makes it ambiguous.
fn literal(text: &str) -> String {
    let bare =
        !text.is_empty() && text.chars().all(|c| !c.is_whitespace() && !"'\"“”⟨⟩".contains(c));
    let shown = one_line(text, LONG);
    if bare { shown } else { format!("“{shown}”") }
}

fn redirect_phrase(redirect: &Redirect) -> String {
    let fd = redirect.fd.map_or(String::new(), |fd| fd.to_string());
    let target = match &redirect.target {
        Target::Word(target) => word(target),
        Target::Heredoc { body, span } => format!("{} [body {}]", value(body), place(*span)),
    };
    format!("{fd}{} {target}", redirect.op)
}

fn context(context: &Context) -> Vec<String> {
    let flags = [
        (context.subshell, "in a subshell"),
        (context.function, "in a function"),
        (context.control_flow, "in control flow"),
        (context.substitution, "in a substitution"),
    ];
    let mut words: Vec<String> =
        flags.iter().filter(|(holds, _)| *holds).map(|(_, word)| (*word).to_owned()).collect();
    match context.code_depth {
        0 => {}
        1 => words.push("in a code string".to_owned()),
        depth => words.push(format!("in {depth} code strings")),
    }
    match &context.stdin {
        Stdin::Inherited => {}
        Stdin::Piped(text) => words.push(format!("fed with {}", literal(text))),
        Stdin::PipedUnknown => words.push("fed by a pipe".to_owned()),
    }
    words
}

fn opaque_phrase(opaque: &Opaque) -> String {
    format!(
        "code for {}: {} [{}]",
        one_line(&opaque.interpreter, LONG),
        value(&opaque.text),
        place(opaque.span)
    )
}

fn values(out: &mut impl Write, command: &str, facts: &Facts) -> io::Result<()> {
    if !facts.messages.is_empty() || facts.hidden_commit {
        writeln!(out, "{BOLD}commit messages{BOLD:#}")?;
        for fact in &facts.messages {
            writeln!(out, "  {}  [{}]", message(&fact.message), place(fact.span))?;
        }
        if facts.hidden_commit {
            writeln!(out, "  an unknown command may be a commit")?;
        }
        writeln!(out)?;
    }
    if !facts.units.is_empty() {
        writeln!(out, "{BOLD}units{BOLD:#}")?;
        let rows: Vec<Vec<String>> = facts
            .units
            .iter()
            .take(MANY)
            .map(|unit| {
                let (action, at_worst) = match unit.verdict {
                    UnitVerdict::Firm(action) => (action, ""),
                    UnitVerdict::AtWorst(action) => (action, " at worst"),
                };
                vec![
                    format!("  {}{at_worst}", action.name()),
                    place(unit.span),
                    one_line(&unit.text, LONG),
                ]
            })
            .collect();
        for line in columns(&rows, 3) {
            writeln!(out, "{line}")?;
        }
        if facts.units.len() > MANY {
            writeln!(out, "  … {} more", facts.units.len() - MANY)?;
        }
        writeln!(out)?;
    }
    let (what, spliced) = match &facts.splice {
        Splice::Unchanged => return Ok(()),
        Splice::Spliced(spliced) => ("with the trailer", spliced),
        Splice::Unknown(spliced) => ("with the trailer, where it can be placed", spliced),
    };
    writeln!(out, "{BOLD}{what}{BOLD:#}")?;
    difference(out, command, spliced)?;
    writeln!(out)
}

/// The lines that a change of the command touches, before and after.
pub(super) fn difference(out: &mut impl Write, before: &str, after: &str) -> io::Result<()> {
    let lines = TextDiff::configure().algorithm(Algorithm::Patience).diff_lines(before, after);
    let changed = lines.iter_all_changes().filter(|change| change.tag() != ChangeTag::Equal);
    for change in changed.take(MANY) {
        let (sign, style) = match change.tag() {
            ChangeTag::Delete => ('-', REMOVED),
            ChangeTag::Insert => ('+', ADDED),
            ChangeTag::Equal => (' ', Style::new()),
        };
        let line = change.value().trim_end_matches('\n');
        writeln!(out, "  {style}{sign} {}{style:#}", one_line(line, 400))?;
    }
    Ok(())
}

fn message(message: &Message) -> String {
    match message {
        Message::Texts(texts) => {
            let texts: Vec<String> = texts.iter().map(|text| literal(text)).collect();
            texts.join(" then ")
        }
        Message::File { path, contained } => {
            let contained = match contained {
                Contained::Yes => "inside the root",
                Contained::No => "outside the root",
                Contained::Unknown => "perhaps outside the root",
            };
            format!("from the file {}, {contained}", literal(path))
        }
        Message::Stdin(Some(text)) => format!("from standard input: {}", literal(text)),
        Message::Stdin(None) => "from standard input, not known".to_owned(),
        Message::Editor => "from an editor, or kept".to_owned(),
        Message::Reused => "taken from another commit".to_owned(),
        Message::Unknown => "unknown".to_owned(),
    }
}

fn checks(out: &mut impl Write, examined: &Examination) -> io::Result<()> {
    let planted = examined.case.planted.as_ref();
    let mut head = vec!["check", "fact", "structure", "text"];
    let asked = examined.testimony.syntax.is_some();
    if asked {
        head.push("bash");
    }
    if planted.is_some() {
        head.push("planted");
    }
    head.push("outcome");
    let mut rows = vec![head.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for check in Check::ALL {
        let decision = |decisions: &[_]| -> String {
            let decision = decisions.get(check as usize).map(|d| phrase(&stated::decision(d)));
            one_line(&decision.unwrap_or_default(), CELL)
        };
        let mut row = vec![
            check.name().to_owned(),
            examined.fact(check).to_owned(),
            decision(&examined.structural),
            decision(&examined.legacy),
        ];
        if asked {
            row.push(one_line(&phrase(&stated::bash(&examined.testimony, Some(check))), CELL));
        }
        if let Some(planted) = planted {
            row.push(one_line(&phrase(&stated::planted(planted, check)), CELL));
        }
        row.push(examined.outcomes[check as usize].name().to_owned());
        rows.push(row);
    }
    for (at, line) in columns(&rows, usize::MAX).iter().enumerate() {
        let style = if at == 0 { BOLD } else { Style::new() };
        writeln!(out, "{style}{line}{style:#}")?;
    }
    writeln!(out)
}

fn findings(
    out: &mut impl Write,
    examined: &Examination,
    explained: &Explanation<'_>,
) -> io::Result<()> {
    if examined.findings.is_empty() {
        return writeln!(out, "{BOLD}verdict{BOLD:#}  the two opinions agree on every check");
    }
    for (finding, row) in examined.findings.iter().zip(&explained.findings) {
        writeln!(out, "{}\n", one_finding(finding))?;
        if let Some(trial) = &row.trial {
            account::trial(out, finding.about(), trial)?;
        }
    }
    let failed = examined.findings.iter().filter(|finding| finding.fails()).count();
    match failed {
        0 => writeln!(
            out,
            "{BOLD}verdict{BOLD:#}  legacy bug: a rule proves the text matcher wrong wherever the two part"
        ),
        n => writeln!(
            out,
            "{BOLD}verdict{BOLD:#}  engine failure: {}",
            stated::counted(n, "finding")
        ),
    }
}

fn one_finding(finding: &Finding) -> String {
    let level = match finding.classification {
        Verdict::LegacyBug => Level::WARNING.with_name("legacy bug"),
        Verdict::EngineFailure => Level::ERROR.with_name("engine failure"),
    };
    let mut notes: Vec<Note> = Vec::new();
    notes.push(("structure", phrase(&finding.structural)));
    notes.push(("text", phrase(&finding.legacy)));
    if !finding.bash.is_null() {
        notes.push(("bash", phrase(&finding.bash)));
    }
    if !finding.planted.is_null() {
        notes.push(("planted", phrase(&finding.planted)));
    }
    match (&finding.rule, finding.kind) {
        (Some(rule), _) => {
            let incident = finding.incident.as_deref().unwrap_or_default();
            notes.push(("rule", format!("{rule}, after the incident {incident}")));
            if let Some(citation) = &finding.citation {
                notes.push(("cited", one_line(citation, 200)));
            }
        }
        (None, Kind::Divergence | Kind::Location) => {
            notes.push(("rule", "every rule was tried, none proves it".to_owned()))
        }
        (None, Kind::Truth | Kind::Incident | Kind::Syntax | Kind::Execution) => {}
    }
    snippet::render(
        level,
        finding.about(),
        &finding.headline(),
        &finding.command,
        finding.span,
        "decided here",
        &notes,
    )
}

pub(super) fn place(span: Span) -> String {
    format!("{}..{}", span.start, span.end)
}
