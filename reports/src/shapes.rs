//! What commands are made of: nodes of the grammar, pairs of parent and child, wrappers, options of git, and forms of
//! commit messages. It tells how far one set of commands covers another, and judges neither.

use std::collections::{BTreeMap, BTreeSet};

use guarddiff_engine::analysis::{Analysis, SimpleCommand, Stdin, Target};
use guarddiff_engine::word::Word;
use guarddiff_engine::{Engine, NodeKind};

use crate::stats::{git_verb, program};

/// The sorts of shapes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// A kind of node of tree-sitter-bash, tokens included.
    Node,
    /// A kind of node in another.
    Pair,
    /// A program that runs the rest of its words.
    Wrapper,
    /// A subcommand of git.
    GitVerb,
    /// An option of a subcommand of git, or of git itself.
    GitOption,
    /// How a commit is given its message.
    Message,
}

impl Sort {
    /// Every sort, in the order of reports.
    pub const ALL: [Sort; 6] =
        [Sort::Node, Sort::Pair, Sort::Wrapper, Sort::GitVerb, Sort::GitOption, Sort::Message];

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Node => "node",
            Sort::Pair => "pair",
            Sort::Wrapper => "wrapper",
            Sort::GitVerb => "git-verb",
            Sort::GitOption => "git-option",
            Sort::Message => "message",
        }
    }
}

/// How many commands show a shape, and the first of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Commands that show it.
    pub commands: u64,
    /// The first one.
    pub example: String,
}

/// The shapes of a set of commands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shapes {
    seen: BTreeMap<(Sort, String), Seen>,
}

impl Shapes {
    /// Adds one command. A text that bash would refuse, or that could not be read, has no shapes; nor has what the
    /// grammar could not read.
    pub fn add(&mut self, command: &str, engine: &mut Engine) {
        let analysis = engine.analyze(command);
        if !analysis.is_parsed() {
            return;
        }
        for shape in of(command, &analysis, engine) {
            match self.seen.get_mut(&shape) {
                Some(seen) => seen.commands += 1,
                None => {
                    let seen = Seen { commands: 1, example: command.to_owned() };
                    self.seen.insert(shape, seen);
                }
            }
        }
    }

    /// Whether no command has shown any.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }

    /// Every shape in order, with who shows it.
    pub fn iter(&self) -> impl Iterator<Item = (Sort, &str, &Seen)> {
        self.seen.iter().map(|((sort, name), seen)| (*sort, name.as_str(), seen))
    }

    /// How many shapes of a sort there are.
    pub fn count(&self, sort: Sort) -> usize {
        self.iter().filter(|(of, ..)| *of == sort).count()
    }

    /// Whether a command shows this shape.
    pub fn has(&self, sort: Sort, name: &str) -> bool {
        self.seen.contains_key(&(sort, name.to_owned()))
    }

    /// What no command of the other set shows.
    pub fn lacking<'s>(
        &'s self,
        other: &'s Shapes,
    ) -> impl Iterator<Item = (Sort, &'s str, &'s Seen)> {
        self.iter().filter(|(sort, name, _)| !other.has(*sort, name))
    }
}

/// The shapes of one command, each once.
fn of(command: &str, analysis: &Analysis, engine: &mut Engine) -> BTreeSet<(Sort, String)> {
    let mut nodes = BTreeSet::new();
    engine.node_kinds(command, &mut |node| {
        if !node.is_error {
            nodes.insert(node);
        }
    });
    let mut shapes = BTreeSet::new();
    for NodeKind { kind, parent, .. } in nodes {
        shapes.insert((Sort::Node, kind.to_owned()));
        if !parent.is_empty() {
            shapes.insert((Sort::Pair, format!("{parent} > {kind}")));
        }
    }
    for simple in &analysis.commands {
        for wrapper in simple.wrappers.iter().filter_map(|words| words.first()) {
            if let Some(name) = wrapper.literal() {
                shapes.insert((Sort::Wrapper, program(name).to_owned()));
            }
        }
        let Some(verb) = git_verb(simple) else { continue };
        shapes.insert((Sort::GitVerb, verb.to_owned()));
        for option in git_options(command, simple, verb) {
            shapes.insert((Sort::GitOption, option));
        }
        if verb == "commit" {
            shapes.insert((Sort::Message, message_form(command, simple, verb)));
        }
    }
    shapes
}

/// How a word stands in the text. Inside a code string, where its span doesn't show that, its value.
fn spelled<'a>(command: &'a str, simple: &SimpleCommand, word: &'a Word) -> Option<&'a str> {
    match simple.context.code_depth {
        0 => command.get(word.span.range()),
        _ => word.literal(),
    }
}

/// Options that stand bare in front of `--`, each behind the subcommand it is given to: `commit --amend`,
/// `log --format=`, `log -N`, `git -C`.
fn git_options(command: &str, simple: &SimpleCommand, verb: &str) -> Vec<String> {
    let mut options = Vec::new();
    let mut to = "git";
    for word in simple.argv.iter().skip(1) {
        let Some(text) = spelled(command, simple, word) else { continue };
        if to == "git" && word.is(verb) {
            to = verb;
        } else if text == "--" {
            break;
        } else if let Some(name) = option(text) {
            options.push(format!("{to} {name}"));
        }
    }
    options
}

/// The name of an option without its value; none for another word.
fn option(text: &str) -> Option<String> {
    let behind = text.strip_prefix('-')?;
    if let Some(long) = behind.strip_prefix('-') {
        let name = long.split('=').next()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let ok = !name.is_empty() && name.chars().all(plain);
        return ok.then(|| format!("--{name}{}", if long.contains('=') { "=" } else { "" }));
    }
    match behind.chars().next()? {
        c if c.is_ascii_digit() => Some("-N".to_owned()),
        c if c.is_ascii_alphabetic() => {
            // What stands behind a letter is its value, or more letters: a cluster is told by its letters.
            let letters = behind.chars().all(|c| c.is_ascii_lowercase()) && behind.len() <= 3;
            Some(if letters { format!("-{behind}") } else { format!("-{c}") })
        }
        _ => None,
    }
}

/// Options of `git commit` that give a message, or take one from elsewhere (git-commit(1), git 2.47).
const GIVING: [&str; 14] = [
    "-m",
    "--message",
    "-F",
    "--file",
    "-C",
    "-c",
    "--reuse-message",
    "--reedit-message",
    "-t",
    "--template",
    "--fixup",
    "--squash",
    "--amend",
    "--no-edit",
];

/// How a commit is given its message: its options in order, each with the spelling of its value.
fn message_form(command: &str, simple: &SimpleCommand, verb: &str) -> String {
    let value_of = |word| spelled(command, simple, word).map_or("unknown", spelling);
    let mut parts: Vec<String> = Vec::new();
    // git has a `-C` and a `-c` of its own in front of the subcommand.
    let mut words = simple.argv.iter().skip_while(|word| !word.is(verb)).skip(1);
    while let Some(word) = words.next() {
        let Some(text) = spelled(command, simple, word) else { continue };
        if text == "--" {
            break;
        }
        let (name, glued) = match text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            Some(_) | None => (text, None),
        };
        if GIVING.contains(&name) {
            let alone = matches!(name, "--amend" | "--no-edit");
            let value = match glued {
                Some(value) if !alone => format!("{name}={}", spelling(value)),
                _ if alone => name.to_owned(),
                _ => match words.next() {
                    None => name.to_owned(),
                    Some(word) if word.is("-") => format!("{name} - {}", stdin(simple)),
                    Some(word) => format!("{name} {}", value_of(word)),
                },
            };
            parts.push(value);
        } else if let Some(cluster) = text.strip_prefix('-').filter(|it| !it.starts_with('-')) {
            // `-am x`, `-m"x"`
            let Some((flags, value)) = cluster.split_once('m') else { continue };
            if !flags.chars().all(|c| c.is_ascii_alphabetic()) {
                continue;
            }
            let flags = if flags.is_empty() { "-m" } else { "-…m" };
            parts.push(match value {
                "" => {
                    let value = words.next().map_or("nothing", value_of);
                    format!("{flags} {value}")
                }
                value => format!("{flags}{}", spelling(value)),
            });
        }
    }
    // More than three of a kind say no more than three.
    parts.truncate(3);
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// How the spelling of a value begins, and whether it runs over lines.
fn spelling(text: &str) -> &'static str {
    let lines = text.contains('\n');
    let expands = text.contains(['$', '`']);
    match text.chars().next() {
        Some('"') if text.starts_with("\"$(cat <<") => "\"$(cat <<…)\"",
        Some('"') if text.contains("$(") => "\"…$(…)\"",
        Some('"') if expands && lines => "\"…$… lines\"",
        Some('"') if expands => "\"…$…\"",
        Some('"') if lines => "\"… lines\"",
        Some('"') => "\"…\"",
        Some('\'') if lines => "'… lines'",
        Some('\'') => "'…'",
        Some('$') if text.starts_with("$'") => "$'…'",
        Some('$') if text.starts_with("$(") => "$(…)",
        Some('$') => "$…",
        Some(_) => "bare",
        None => "empty",
    }
}

fn stdin(simple: &SimpleCommand) -> &'static str {
    let fed = simple.redirects.iter().rev().find(|redirect| redirect.feeds_stdin());
    if let Some(redirect) = fed {
        return match (&redirect.target, redirect.op) {
            (Target::Heredoc { .. }, _) => "<<",
            (Target::Word(_), "<<<") => "<<<",
            (Target::Word(_), _) => "<",
        };
    }
    match simple.context.stdin {
        Stdin::Inherited => "inherited",
        Stdin::Piped(_) => "| known",
        Stdin::PipedUnknown => "| unknown",
    }
}
