//! The tree, the commands and the units of one command as rows. Texts are the true ones.

use guarddiff_engine::account::{Account, Kind, Node};
use guarddiff_engine::analysis::{
    Analysis, Assignment, Context, Opaque, Redirect, SimpleCommand, Stdin, Target,
};
use guarddiff_engine::facts::{Facts, UnitVerdict};
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Fields, Value, Word};
use serde::Serialize;

/// One part of the tree.
#[derive(Serialize)]
pub struct NodeRow {
    /// How many parts it lies in.
    pub depth: u16,
    /// The operator in front of it; empty for the first.
    pub join: &'static str,
    /// What it is.
    pub kind: &'static str,
    /// Whether a `&` puts it in the background.
    pub background: bool,
    /// Where.
    pub span: [u32; 2],
    /// Which commands it is, by their index.
    pub commands: Vec<usize>,
    /// Which commands the code in its words runs.
    pub code: Vec<usize>,
}

#[derive(Serialize)]
pub(super) struct CommandRow<'a> {
    argv: Vec<WordRow<'a>>,
    assignments: Vec<AssignmentRow<'a>>,
    redirects: Vec<RedirectRow<'a>>,
    wrappers: Vec<Vec<WordRow<'a>>>,
    open_ended: bool,
    context: ContextRow<'a>,
    span: [u32; 2],
}

/// A value: all of it, or what is certain of it.
#[derive(Serialize)]
struct Certain<'a> {
    value: Option<&'a str>,
    prefix: Option<&'a str>,
    suffix: Option<&'a str>,
    /// How many words it becomes, where that is not one known word.
    words: Option<&'static str>,
}

#[derive(Serialize)]
struct WordRow<'a> {
    #[serde(flatten)]
    certain: Certain<'a>,
    span: [u32; 2],
}

#[derive(Serialize)]
struct AssignmentRow<'a> {
    name: &'a str,
    #[serde(flatten)]
    certain: Certain<'a>,
    span: [u32; 2],
}

#[derive(Serialize)]
struct RedirectRow<'a> {
    op: &'static str,
    fd: Option<u32>,
    heredoc: bool,
    #[serde(flatten)]
    certain: Certain<'a>,
    span: [u32; 2],
}

#[derive(Serialize)]
struct ContextRow<'a> {
    subshell: bool,
    function: bool,
    control_flow: bool,
    substitution: bool,
    code_depth: u8,
    piped: bool,
    stdin: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct OpaqueRow<'a> {
    interpreter: &'a str,
    #[serde(flatten)]
    certain: Certain<'a>,
    span: [u32; 2],
}

#[derive(Serialize)]
pub(super) struct UnitRow<'a> {
    text: &'a str,
    verdict: &'static str,
    at_worst: bool,
    span: [u32; 2],
}

pub(super) fn pair(span: Span) -> [u32; 2] {
    [span.start, span.end]
}

/// The commands of each node of the tree: those that it is, and those in the code of its words.
fn commands_of(account: &Account, analysis: &Analysis) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut of: Vec<(Vec<usize>, Vec<usize>)> =
        account.outline.iter().map(|_| (Vec::new(), Vec::new())).collect();
    // By their end, so that each command looks at few of them only.
    let mut nodes: Vec<(usize, &Node)> =
        account.outline.iter().enumerate().filter(|(_, it)| it.kind == Kind::Command).collect();
    nodes.sort_by_key(|(_, node)| (node.span.start, std::cmp::Reverse(node.span.end)));
    for (number, command) in analysis.commands.iter().enumerate() {
        let behind = nodes.partition_point(|(_, node)| node.span.start <= command.span.start);
        let around = nodes[..behind].iter().rev().take(NEAR);
        let mut around = around.filter(|(_, node)| node.span.covers(command.span));
        let heredoc = || nodes[..behind].iter().rev().take(NEAR).next();
        let Some((at, _)) = around.next().or_else(heredoc) else { continue };
        let place = if command.context.code_depth > 0 { &mut of[*at].1 } else { &mut of[*at].0 };
        place.push(number);
    }
    of
}

/// Commands that may begin inside of the words of one, looked at from the innermost.
const NEAR: usize = 256;

/// The tree.
pub(super) fn tree(account: &Account, analysis: &Analysis) -> Vec<NodeRow> {
    let nodes = account.outline.iter().zip(commands_of(account, analysis));
    nodes
        .map(|(node, (commands, code))| NodeRow {
            depth: node.depth,
            join: node.join,
            kind: node.kind.name(),
            background: node.background,
            span: pair(node.span),
            commands,
            code,
        })
        .collect()
}

fn certain(value: &Value) -> Certain<'_> {
    match value {
        Value::Literal(text) => {
            Certain { value: Some(text), prefix: None, suffix: None, words: None }
        }
        Value::Unknown(shape) => Certain {
            value: None,
            prefix: Some(&shape.prefix),
            suffix: Some(&shape.suffix),
            words: Some(match shape.fields {
                Fields::One => "one",
                Fields::Each => "one-or-more",
                Fields::Any => "any",
            }),
        },
    }
}

fn words(words: &[Word]) -> Vec<WordRow<'_>> {
    words.iter().map(|it| WordRow { certain: certain(&it.value), span: pair(it.span) }).collect()
}

/// The commands that could run.
pub(super) fn commands(analysis: &Analysis) -> Vec<CommandRow<'_>> {
    analysis.commands.iter().map(command).collect()
}

fn command(command: &SimpleCommand) -> CommandRow<'_> {
    CommandRow {
        argv: words(&command.argv),
        assignments: command.assignments.iter().map(assignment).collect(),
        redirects: command.redirects.iter().map(redirect).collect(),
        wrappers: command.wrappers.iter().map(|wrapper| words(wrapper)).collect(),
        open_ended: command.open_ended,
        context: context(&command.context),
        span: pair(command.span),
    }
}

fn assignment(assignment: &Assignment) -> AssignmentRow<'_> {
    let Assignment { name, value, span } = assignment;
    AssignmentRow { name, certain: certain(value), span: pair(*span) }
}

fn redirect(redirect: &Redirect) -> RedirectRow<'_> {
    let (heredoc, value) = match &redirect.target {
        Target::Word(word) => (false, &word.value),
        Target::Heredoc { body, span: _ } => (true, body),
    };
    let (op, fd, span) = (redirect.op, redirect.fd, pair(redirect.span));
    RedirectRow { op, fd, heredoc, certain: certain(value), span }
}

fn context(context: &Context) -> ContextRow<'_> {
    let Context { subshell, function, control_flow, substitution, code_depth, stdin } = context;
    ContextRow {
        subshell: *subshell,
        function: *function,
        control_flow: *control_flow,
        substitution: *substitution,
        code_depth: *code_depth,
        piped: *stdin != Stdin::Inherited,
        stdin: match stdin {
            Stdin::Piped(text) => Some(text),
            Stdin::Inherited | Stdin::PipedUnknown => None,
        },
    }
}

/// Code for other interpreters.
pub(super) fn opaque(analysis: &Analysis) -> Vec<OpaqueRow<'_>> {
    analysis.opaque.iter().map(opaque_row).collect()
}

fn opaque_row(opaque: &Opaque) -> OpaqueRow<'_> {
    let Opaque { interpreter, text, span } = opaque;
    OpaqueRow { interpreter, certain: certain(text), span: pair(*span) }
}

/// The units and what the policy says of each.
pub(super) fn units(facts: &Facts) -> Vec<UnitRow<'_>> {
    let rows = facts.units.iter().map(|unit| {
        let (action, at_worst) = match unit.verdict {
            UnitVerdict::Firm(action) => (action, false),
            UnitVerdict::AtWorst(action) => (action, true),
        };
        UnitRow { text: &unit.text, verdict: action.name(), at_worst, span: pair(unit.span) }
    });
    rows.collect()
}
