//! What one command is to the checks: git, a stage, a commit, or something that the text leaves open.

use std::borrow::Cow;

use crate::analysis::SimpleCommand;
use crate::checks::mention::Mentions;
use crate::facts::{Answer, Fact};
use crate::git::globals::{self, Subcommand};
use crate::git::subcommands::{self, Kind};
use crate::git::{alias, basename, commit, runs, unknown};
use crate::span::Span;
use crate::word::{Shape, Value, Word};

/// What one command, or one piece of opaque code, is to the checks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Role<'a> {
    /// It is git or glab.
    pub(crate) guard_relevant: Fact,
    /// It stages.
    pub(crate) stage: Fact,
    /// It commits.
    pub(crate) commit: Fact,
    /// It alone could stage and commit: code that is not known, or a command that runs several times.
    pub(crate) both: bool,
    /// It is a commit that skips hooks; No for a certain commit, whose words say more.
    pub(crate) no_verify: Answer,
    /// The words after `commit` of a certain commit.
    pub(crate) commit_words: Option<CommitWords<'a>>,
}

/// The words behind `commit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CommitWords<'a> {
    /// The last words of the command's own argv.
    Own(&'a [Word]),
    /// Words that an alias or another subcommand put together.
    Made(Vec<Word>),
}

impl CommitWords<'_> {
    /// The words, wherever they come from.
    pub(crate) fn all(&self) -> &[Word] {
        match self {
            CommitWords::Own(words) => words,
            CommitWords::Made(words) => words,
        }
    }
}

impl Role<'static> {
    const GUARDED: Role<'static> = Role {
        guard_relevant: Fact::Yes,
        stage: Fact::No,
        commit: Fact::No,
        both: false,
        no_verify: Answer::NO,
        commit_words: None,
    };

    /// git, with any subcommand and any arguments.
    fn any_git(span: Span) -> Role<'static> {
        Role {
            stage: Fact::Unknown,
            commit: Fact::Unknown,
            no_verify: Answer { fact: Fact::Unknown, span: Some(span) },
            ..Role::GUARDED
        }
    }
}

/// Aliases that lead to aliases, and `for-each-repo` in itself, are followed so far.
const MAX_HOPS: usize = 8;

/// What the command is to the checks; none where it can't be git or glab. `alias_elsewhere` says whether the
/// text sets aliases outside of this command's own options.
pub(crate) fn of<'a>(
    command: &'a SimpleCommand,
    alias_elsewhere: &dyn Fn() -> bool,
) -> Option<Role<'a>> {
    let name = command.argv.first()?;
    let mut role = match &name.value {
        Value::Literal(name) => named(command, basename(name), alias_elsewhere)?,
        Value::Unknown(shape) => match unknown::known_name(name) {
            Some(known) => {
                named(command, known, alias_elsewhere).or_else(|| by_arguments(command))?
            }
            None => unnamed(command, name, shape, alias_elsewhere)?,
        },
    };
    if role.guard_relevant != Fact::No {
        for code in command.assignments.iter().filter(|variable| is_code(&variable.name)) {
            let mut mentions = Mentions::default();
            mentions.add(&code.value);
            if let Some(open) = mentioned(mentions, code.span) {
                role.merge(open);
                role.both |= role.stage != Fact::No && role.commit != Fact::No;
            }
        }
    }
    role.both |= role.stage != Fact::No && role.commit != Fact::No && repeats(command);
    Some(role)
}

/// Variables whose value git runs as shell code.
pub(crate) fn is_code(variable: &str) -> bool {
    matches!(
        variable,
        "GIT_EDITOR"
            | "GIT_SEQUENCE_EDITOR"
            | "EDITOR"
            | "VISUAL"
            | "GIT_PAGER"
            | "PAGER"
            | "GIT_SSH_COMMAND"
            | "GIT_ASKPASS"
            | "GIT_EXTERNAL_DIFF"
            | "GIT_PROXY_COMMAND"
    )
}

fn named<'a>(
    command: &'a SimpleCommand,
    name: &str,
    alias_elsewhere: &dyn Fn() -> bool,
) -> Option<Role<'a>> {
    if name == "git" {
        let argv = Cow::Borrowed(command.argv.as_slice());
        return Some(git(argv, command, alias_elsewhere));
    }
    if name == "glab" {
        return Some(Role::GUARDED);
    }
    let mut role = Role::GUARDED;
    match subcommands::kind(runs::dashed(name)?) {
        Kind::Commit => {
            role.commit = Fact::Yes;
            role.commit_words = Some(CommitWords::Own(&command.argv[1..]));
        }
        Kind::Stage => role.stage = Fact::Yes,
        Kind::ForEachRepo => role = Role::any_git(command.span),
        Kind::Other | Kind::Foreign => {}
    }
    Some(role)
}

/// What `argv`, whose first word is git, does.
fn git<'a>(
    mut argv: Cow<'a, [Word]>,
    command: &SimpleCommand,
    alias_elsewhere: &dyn Fn() -> bool,
) -> Role<'a> {
    for hop in 0..MAX_HOPS {
        let at = match globals::subcommand(&argv, command.open_ended) {
            Subcommand::Missing => return Role::GUARDED,
            Subcommand::Anywhere => return Role::any_git(command.span),
            Subcommand::OneOf(places) => {
                return one_of(&argv, &places, command, alias_elsewhere);
            }
            Subcommand::At(at) => at,
        };
        let Some(name) = argv[at].literal() else {
            return one_of(&argv, &[at], command, alias_elsewhere);
        };
        let next = match subcommands::kind(name) {
            Kind::Commit => {
                return Role {
                    commit: Fact::Yes,
                    commit_words: Some(behind(argv, at)),
                    ..Role::GUARDED
                };
            }
            Kind::Stage => return Role { stage: Fact::Yes, ..Role::GUARDED },
            Kind::Other => return Role::GUARDED,
            Kind::ForEachRepo if command.open_ended => return Role::any_git(command.span),
            Kind::ForEachRepo => match for_each_repo(&argv, at) {
                ForEachRepo::Refused => return Role::GUARDED,
                ForEachRepo::Runs(next) => Some(next),
                ForEachRepo::Open => return Role::any_git(command.span),
            },
            Kind::Foreign => match alias::on_command_line(&argv, at, name) {
                alias::Meaning::NotSet if alias_elsewhere() => None,
                alias::Meaning::NotSet => return Role::GUARDED,
                alias::Meaning::Words(words) => Some(expanded(&argv, at, words)),
                // The code is read as commands of its own (`git_runs`), with the arguments behind it.
                alias::Meaning::Code(_) if hop == 0 && !command.open_ended => return Role::GUARDED,
                alias::Meaning::Code(_) | alias::Meaning::Unknown => None,
            },
        };
        match next {
            Some(next) => argv = Cow::Owned(next),
            None => return Role { both: true, ..Role::any_git(command.span) },
        }
    }
    Role { both: true, ..Role::any_git(command.span) }
}

fn behind(argv: Cow<'_, [Word]>, at: usize) -> CommitWords<'_> {
    match argv {
        Cow::Borrowed(words) => CommitWords::Own(&words[at + 1..]),
        Cow::Owned(mut words) => CommitWords::Made(words.split_off(at + 1)),
    }
}

/// The argv with an alias in place: git's name, its options, the alias, the arguments.
fn expanded(argv: &[Word], at: usize, alias: Vec<String>) -> Vec<Word> {
    let span = argv[at].span;
    let alias = alias.into_iter().map(|text| Word { value: Value::Literal(text), span });
    argv[..at].iter().cloned().chain(alias).chain(argv[at + 1..].iter().cloned()).collect()
}

/// What the words of `git for-each-repo --config=KEY [--] ARGUMENTS` come to.
enum ForEachRepo {
    /// git refuses them: there is no key.
    Refused,
    /// `git -C REPO ARGUMENTS` runs in each repository.
    Runs(Vec<Word>),
    /// The text leaves open which words are its own.
    Open,
}

fn for_each_repo(argv: &[Word], at: usize) -> ForEachRepo {
    let mut keyed = false;
    let mut at = at + 1;
    while let Some(word) = argv.get(at) {
        let text = word.prefix();
        if word.may_split() {
            return ForEachRepo::Open;
        } else if text.starts_with("--config=") {
            keyed = true;
            at += 1;
        } else if word.literal().is_none() && unknown::could_be_option(word) {
            return ForEachRepo::Open;
        } else if text == "--config" {
            if argv.get(at + 1).is_some_and(Word::may_split) {
                return ForEachRepo::Open;
            }
            keyed = true;
            at += 2;
        } else if matches!(text, "--keep-going" | "--no-keep-going") {
            at += 1;
        } else if text == "--" {
            at += 1;
            break;
        } else if text.starts_with('-') && text != "-" {
            let open = keyed || argv[at..].iter().any(could_be_config);
            return if open { ForEachRepo::Open } else { ForEachRepo::Refused };
        } else {
            break;
        }
    }
    match argv.get(at..) {
        Some(rest) if keyed => ForEachRepo::Runs([&argv[..1], rest].concat()),
        Some(_) | None => ForEachRepo::Refused,
    }
}

/// One of the words at `places` is the subcommand, or none.
fn one_of(
    argv: &[Word],
    places: &[usize],
    command: &SimpleCommand,
    alias_elsewhere: &dyn Fn() -> bool,
) -> Role<'static> {
    let mut role = Role::GUARDED;
    for &at in places {
        let could_be = |name| unknown::could_be(&argv[at], name);
        let kind = argv[at].literal().map(subcommands::kind);
        let foreign = matches!(kind, None | Some(Kind::Foreign));
        if foreign && (alias::any_on_command_line(argv, at) || alias_elsewhere()) {
            return Role { both: true, ..Role::any_git(command.span) };
        }
        if could_be("for-each-repo") && argv[at + 1..].iter().any(could_be_config) {
            return Role::any_git(command.span);
        }
        if could_be("add") || could_be("stage") {
            role.stage = Fact::Unknown;
        }
        if could_be("commit") {
            role.commit = Fact::Unknown;
            role.no_verify = or(role.no_verify, possible(&argv[at + 1..], command));
        }
    }
    role
}

/// Whether the word could be the `--config` that `for-each-repo` does nothing without.
fn could_be_config(word: &Word) -> bool {
    word.prefix().starts_with("--c")
        || word.literal().is_none() && unknown::could_be_option(word)
        || word.may_split()
}

/// Whether the words, should they be a commit's, could skip its hooks.
fn possible(words: &[Word], command: &SimpleCommand) -> Answer {
    let commit = commit::walk(words, command.open_ended);
    if commit.no_verify == Fact::No {
        return Answer::NO;
    }
    let word = commit.no_verify_word.and_then(|at| words.get(at));
    Answer { fact: Fact::Unknown, span: Some(word.map_or(command.span, |word| word.span)) }
}

fn or(one: Answer, other: Answer) -> Answer {
    if one.fact == Fact::No { other } else { one }
}

/// A command whose name is not known at all, or only by its end.
fn unnamed(
    command: &SimpleCommand,
    name: &Word,
    shape: &Shape,
    alias_elsewhere: &dyn Fn() -> bool,
) -> Option<Role<'static>> {
    if name.may_split() {
        let nothing_known = command.argv.len() == 1 && *shape == Shape::anything();
        let both = nothing_known || by_arguments(command).is_some_and(|role| role.both);
        let guard_relevant = Fact::Unknown;
        return Some(Role { guard_relevant, both, ..Role::any_git(command.span) });
    }
    let mut role = by_arguments(command);
    let mut add = |other: Role<'static>| match &mut role {
        Some(role) => role.merge(other),
        None => role = Some(other),
    };
    let arguments = &command.argv[1..];
    if unknown::could_name(name, "git") {
        let words = Cow::Borrowed(command.argv.as_slice());
        add(git(words, command, alias_elsewhere).weakened(command));
    }
    if unknown::could_name(name, "git-commit") {
        let no_verify = possible(arguments, command);
        add(Role { commit: Fact::Unknown, no_verify, ..Role::GUARDED }.weakened(command));
    }
    if unknown::could_name(name, "git-add") || unknown::could_name(name, "git-stage") {
        add(Role { stage: Fact::Unknown, ..Role::GUARDED }.weakened(command));
    }
    if unknown::could_name(name, "glab") || subcommands::any_ends_with(&shape.suffix) {
        add(Role::GUARDED.weakened(command));
    }
    role
}

/// A program whose name is not wholly known could be a wrapper, a shell or an interpreter: what its arguments
/// mention could run.
fn by_arguments(command: &SimpleCommand) -> Option<Role<'static>> {
    mentioned(Mentions::of_words(&command.argv[1..]), command.span)
}

/// What could run where code mentions git.
fn mentioned(found: Mentions, span: Span) -> Option<Role<'static>> {
    let unknown = |could: bool| if could { Fact::Unknown } else { Fact::No };
    let skips = found.skips_hooks();
    found.guard_relevant().then(|| Role {
        guard_relevant: Fact::Unknown,
        stage: unknown(found.stages()),
        commit: unknown(found.commits()),
        both: found.stages() && found.commits(),
        no_verify: Answer { fact: unknown(skips), span: skips.then_some(span) },
        commit_words: None,
    })
}

impl Role<'_> {
    /// The same role when it is not certain that the command is git.
    fn weakened(self, command: &SimpleCommand) -> Role<'static> {
        let weaker = |fact: Fact| if fact == Fact::No { Fact::No } else { Fact::Unknown };
        let no_verify = match &self.commit_words {
            Some(words) => possible(words.all(), command),
            None => self.no_verify,
        };
        Role {
            guard_relevant: weaker(self.guard_relevant),
            stage: weaker(self.stage),
            commit: weaker(self.commit),
            both: self.both,
            no_verify: Answer { fact: weaker(no_verify.fact), ..no_verify },
            commit_words: None,
        }
    }

    /// Adds what the same command could also be, which is uncertain.
    fn merge(&mut self, other: Role<'static>) {
        let either = |one: Fact, other: Fact| if one == Fact::No { other } else { one };
        self.guard_relevant = either(self.guard_relevant, other.guard_relevant);
        self.stage = either(self.stage, other.stage);
        self.commit = either(self.commit, other.commit);
        self.both |= other.both;
        self.no_verify = or(self.no_verify, other.no_verify);
    }
}

/// Whether the command may run several times, with different words each.
fn repeats(command: &SimpleCommand) -> bool {
    let context = &command.context;
    let wrapped = command.wrappers.iter().filter_map(|wrapper| wrapper.first()).any(|name| {
        unknown::known_name(name).is_none_or(|name| matches!(name, "xargs" | "find" | "parallel"))
    });
    context.control_flow || context.function || command.open_ended || wrapped
}
