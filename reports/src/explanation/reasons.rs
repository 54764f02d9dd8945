//! Why each opinion answers a check as it does, in plain sentences. It answers no check: the sentences follow the facts.

use guarddiff_engine::analysis::{Analysis, Reason, SimpleCommand, Status};
use guarddiff_engine::facts::{Check, Fact, Facts, Message, Splice, UnitVerdict};
use guarddiff_engine::policy::Action;
use guarddiff_engine::span::Span;
use guarddiff_oracle::legacy::{self, LegacyMessage, NoVerifyMatch};
use serde::Serialize;

use crate::examine::{Examination, policy};
use crate::stats::git_verb;
use crate::visible::one_line;

/// Longest quoted text, in characters.
const QUOTED: usize = 60;
/// Commands that a sentence names.
const NAMED: usize = 6;

/// Why the opinions on one check are what they are.
#[derive(Serialize)]
pub struct Reasons {
    /// What structure goes by.
    pub structure: Vec<String>,
    /// What the text matcher goes by.
    pub text: String,
}

/// Why the opinions on a check are what they are.
pub(super) fn of(examined: &Examination, check: Check) -> Reasons {
    let command = examined.case.command.as_str();
    Reasons { structure: structure(examined, check), text: text(command, check) }
}

fn structure(examined: &Examination, check: Check) -> Vec<String> {
    let command = examined.case.command.as_str();
    let analysis = &examined.opinion.analysis;
    let Some(facts) = &examined.opinion.facts else {
        let reason = match analysis.status {
            Status::Unavailable(reason) => unavailable(reason),
            Status::Parsed => "no facts",
        };
        return vec![format!("the text is unavailable ({reason}), so the text matcher decides")];
    };
    let seen = Seen { command, analysis };
    match check {
        Check::GuardRelevant => seen.guard_relevant(facts),
        Check::StagesAndCommits => seen.stages_and_commits(facts),
        Check::NoVerify => {
            let fires = examined.structural[check as usize].acts();
            seen.no_verify(facts, fires)
        }
        Check::CommitMessage => seen.messages(facts),
        Check::TrailerSplice => seen.splice(facts),
        Check::UnitVerdicts => seen.units(facts),
    }
}

fn unavailable(reason: Reason) -> &'static str {
    match reason {
        Reason::Cold => "the engine was not warmed up",
        Reason::Nul => "it holds a NUL, which no argument can carry",
        Reason::TooLarge => "it is longer than is read",
        Reason::BudgetSpent => "the parser needs more than its length allows",
        Reason::TooDeep => "it is nested deeper than is followed",
        Reason::SyntaxError => "bash refuses it, or would where the code runs",
        Reason::Distrusted => "the two readings differ where neither can be proved right",
    }
}

struct Seen<'a> {
    command: &'a str,
    analysis: &'a Analysis,
}

impl Seen<'_> {
    /// What stands at a place: a command by its number, a piece of code, or a stretch of the text.
    fn at(&self, span: Option<Span>) -> String {
        let Some(span) = span else { return "the text".to_owned() };
        let place = format!("{}..{}", span.start, span.end);
        let commands = &self.analysis.commands;
        if let Some(code) = self.analysis.opaque.iter().find(|code| code.span == span) {
            return format!("code for {} at {place}", one_line(&code.interpreter, QUOTED));
        }
        match commands.iter().position(|it| it.span == span) {
            Some(number) => format!("command {} ({})", number + 1, short(&commands[number])),
            None => {
                let spelled = self.command.get(span.range()).unwrap_or_default();
                format!("{} at {place}", one_line(spelled, QUOTED))
            }
        }
    }

    /// Which of the guarded programs the command at a place is.
    fn guarded(&self, span: Option<Span>) -> &'static str {
        let command = self.analysis.commands.iter().find(|command| Some(command.span) == span);
        let name = command.and_then(|command| command.argv.first()?.literal());
        match name.and_then(|name| name.rsplit('/').next()) {
            Some("git") => "git",
            Some("glab") => "glab",
            Some(_) | None => "git or glab, under that name",
        }
    }

    /// The numbers of the commands of which this holds, from 1.
    fn those(&self, holds: impl Fn(&SimpleCommand) -> bool) -> Vec<usize> {
        let all = self.analysis.commands.iter().enumerate();
        all.filter(|(_, command)| holds(command)).map(|(number, _)| number + 1).collect()
    }

    fn verbs(&self, verbs: &[&str]) -> Vec<usize> {
        self.those(|command| git_verb(command).is_some_and(|verb| verbs.contains(&verb)))
    }

    fn guard_relevant(&self, facts: &Facts) -> Vec<String> {
        let what = self.at(facts.guard_relevant.span);
        vec![match facts.guard_relevant.fact {
            Fact::Yes => format!("{what} is {}", self.guarded(facts.guard_relevant.span)),
            Fact::Unknown if what.starts_with("code for") => {
                format!("{what} mentions git or glab, and nobody reads it")
            }
            Fact::Unknown => format!(
                "{what} could be git or glab, or run it: a word decides it that is not known"
            ),
            Fact::No => match self.analysis.commands.len() {
                0 => "no command could run".to_owned(),
                1 => "the one command is not git or glab, and runs neither".to_owned(),
                n => format!("none of the {n} commands that could run is git or glab, or could be"),
            },
        }]
    }

    fn stages_and_commits(&self, facts: &Facts) -> Vec<String> {
        let (stages, commits) = (self.verbs(&["add", "stage"]), self.verbs(&["commit"]));
        let plain =
            format!("{} git add or stage; {} git commit", numbered(&stages), numbered(&commits));
        let what = self.at(facts.stages_and_commits.span);
        vec![
            plain,
            match facts.stages_and_commits.fact {
                Fact::Yes => format!("the text holds both; {what} decided it"),
                Fact::Unknown => format!("{what} could make it both"),
                Fact::No => "nothing could make it both a stage and a commit".to_owned(),
            },
        ]
    }

    fn no_verify(&self, facts: &Facts, fires: bool) -> Vec<String> {
        let what = self.at(facts.no_verify.span);
        let commits = facts.messages.len();
        let mut said = vec![match facts.no_verify.fact {
            Fact::Yes => format!("{what} makes a git commit skip its hooks"),
            Fact::Unknown => format!("{what} could make a git commit skip its hooks"),
            Fact::No if commits == 0 && !facts.hidden_commit => {
                "no command is a git commit, so no hook is skipped".to_owned()
            }
            Fact::No if commits == 0 => {
                "a command that is not known could be a commit, but no word of it could be such an option".to_owned()
            }
            Fact::No => {
                let whose = match commits {
                    1 => "the commit".to_owned(),
                    n => format!("the {n} commits"),
                };
                let open = self.analysis.commands.iter().any(|command| {
                    git_verb(command) == Some("commit")
                        && command.argv.iter().any(|word| word.literal().is_none())
                });
                let open = if open { "; what is not known in it is no option, but the value of one" } else { "" };
                format!("no option of {whose} skips hooks{open}")
            }
        }];
        if fires && facts.no_verify.fact == Fact::No {
            said.push(
                "it fires all the same: the text holds --no-verify, and something unknown could hide a commit or an option".to_owned(),
            );
        }
        said
    }

    fn messages(&self, facts: &Facts) -> Vec<String> {
        let mut said: Vec<String> = facts
            .messages
            .iter()
            .take(NAMED)
            .map(|fact| {
                let what = self.at(Some(fact.span));
                match &fact.message {
                    Message::Texts(texts) => match texts.as_slice() {
                        [one] => format!("{what} is given its message: {}", quoted(one)),
                        many => format!("{what} is given {} messages", many.len()),
                    },
                    Message::File { path, contained: _ } => {
                        format!("{what} takes its message from the file {}", quoted(path))
                    }
                    Message::Stdin(Some(text)) => {
                        format!("{what} takes its message from standard input: {}", quoted(text))
                    }
                    Message::Stdin(None) => {
                        format!("{what} takes its message from standard input, which is not known")
                    }
                    Message::Editor => format!("{what} opens an editor, or keeps its message"),
                    Message::Reused => format!("{what} takes the message of another commit"),
                    Message::Unknown => {
                        format!("a word of {what} decides the message, and is not known")
                    }
                }
            })
            .collect();
        if facts.hidden_commit {
            said.push("a command that is not known could be a commit".to_owned());
        } else if said.is_empty() {
            said.push("no command is a git commit".to_owned());
        }
        said
    }

    fn splice(&self, facts: &Facts) -> Vec<String> {
        let commits = facts.messages.len();
        vec![match &facts.splice {
            Splice::Unchanged => {
                "no command is a git commit, so the text stays as it is".to_owned()
            }
            Splice::Spliced(_) => {
                format!("the trailer goes behind the last word of {}", counted(commits, "commit"))
            }
            Splice::Unknown(_) => {
                "a commit stands where no insertion in the text reaches it, or may be hidden"
                    .to_owned()
            }
        }]
    }

    fn units(&self, facts: &Facts) -> Vec<String> {
        let denied = facts.units.iter().filter(|unit| {
            matches!(
                unit.verdict,
                UnitVerdict::Firm(Action::Deny) | UnitVerdict::AtWorst(Action::Deny)
            )
        });
        let mut said: Vec<String> = denied
            .take(NAMED)
            .map(|unit| {
                let place = format!("{}..{}", unit.span.start, unit.span.end);
                match unit.verdict {
                    UnitVerdict::Firm(_) => format!("the policy denies {} at {place}", quoted(&unit.text)),
                    UnitVerdict::AtWorst(_) => format!(
                        "the policy could deny {} at {place}: it depends on a word that is not known",
                        quoted(&unit.text)
                    ),
                }
            })
            .collect();
        said.push(match said.len() {
            0 => format!("the policy denies none of {}", counted(facts.units.len(), "unit")),
            _ => "what it denies takes nothing from the units beside it".to_owned(),
        });
        said
    }
}

/// What the text matcher goes by.
fn text(command: &str, check: Check) -> String {
    let place = |span: Span| {
        let spelled = command.get(span.range()).unwrap_or_default();
        format!("{} at {}..{}", quoted(spelled), span.start, span.end)
    };
    match check {
        Check::GuardRelevant => match legacy::guard_matches(command).as_slice() {
            [] => "it finds neither git nor glab as a word".to_owned(),
            [one] => format!("it finds {}", place(*one)),
            [first, rest @ ..] => format!("it finds {}, and {} more", place(*first), rest.len()),
        },
        Check::StagesAndCommits => {
            let stages = legacy::found_stages(command);
            let commits = legacy::find_commits(command);
            match (stages.first(), commits.first()) {
                (Some(stage), Some(commit)) => format!(
                    "it takes {} for a stage and {} for a commit",
                    place(stage.name()),
                    place(commit.name())
                ),
                (Some(stage), None) => {
                    format!("it takes {} for a stage, and finds no commit", place(stage.name()))
                }
                (None, Some(commit)) => {
                    format!("it takes {} for a commit, and finds no stage", place(commit.name()))
                }
                (None, None) => "it finds neither a stage nor a commit".to_owned(),
            }
        }
        Check::NoVerify => match legacy::no_verify_matches(command).first() {
            None => "it finds neither --no-verify nor a flag like -n behind a commit".to_owned(),
            Some(NoVerifyMatch::Raw(span)) => {
                format!("it finds {}, wherever that stands", place(*span))
            }
            Some(NoVerifyMatch::Cluster { token, commit }) => {
                format!("it takes {} for a flag of {}", place(*token), place(*commit))
            }
        },
        Check::CommitMessage => match legacy::message_match(command) {
            None => "it finds no commit with a message behind it".to_owned(),
            Some(found) => {
                let what = match found.message {
                    LegacyMessage::Text(_) => "the message",
                    LegacyMessage::File(_) => "the file with the message",
                };
                format!("it takes {} behind {} for {what}", place(found.value), place(found.option))
            }
        },
        Check::TrailerSplice => match legacy::splice_point(command) {
            None => "it finds no git commit, spelled just so".to_owned(),
            Some(point) => format!(
                "it cuts at byte {}, the first separator or the end behind {}",
                point.at,
                place(point.literal)
            ),
        },
        Check::UnitVerdicts => {
            let segments = legacy::judged_segments(command, policy());
            match segments.iter().find(|segment| segment.denied) {
                None => format!("it denies none of {}", counted(segments.len(), "segment")),
                Some(denied) => format!(
                    "it denies {}, and so all {}",
                    place(denied.span),
                    counted(segments.len(), "segment")
                ),
            }
        }
    }
}

/// The first words of a command.
fn short(command: &SimpleCommand) -> String {
    let words = command.argv.iter().take(3).map(|word| word.literal().unwrap_or("…"));
    let mut shown = words.collect::<Vec<_>>().join(" ");
    if command.argv.len() > 3 {
        shown.push_str(" …");
    }
    one_line(&shown, 40)
}

fn numbered(numbers: &[usize]) -> String {
    match numbers {
        [] => "no command is plainly".to_owned(),
        [one] => format!("command {one} is"),
        many => {
            let shown: Vec<String> = many.iter().take(NAMED).map(usize::to_string).collect();
            let more = if many.len() > NAMED { " and others" } else { "" };
            format!("commands {}{more} are", shown.join(", "))
        }
    }
}

fn quoted(text: &str) -> String {
    format!("“{}”", one_line(text, QUOTED))
}

fn counted(n: usize, noun: &str) -> String {
    crate::stated::counted(n, noun)
}
