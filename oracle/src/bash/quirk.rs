//! What bash 5.2 is known to print wrong, each recognised by what it does to the commands. It excuses no other
//! difference, and a recognised one is no agreement.

mod joined;
mod swallowed;

use guarddiff_engine::analysis::{Assignment, SimpleCommand};
use guarddiff_engine::word::{Value, Word};

use super::relation::{Reading, same, same_words};
use joined::joined;
use swallowed::{reshuffled, swallowed};

/// A way in which bash's print says something else than the text it parsed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quirk {
    /// The separator after a heredoc in a list or compound is lost: `a <<E; b; c` prints ` b c` after the body.
    LostSeparator,
    /// The body in `if a <<E; then b; c; fi` is printed behind `b`.
    LateBody,
    /// `\001` is doubled and `\177` gets a `\001` in front.
    ControlCharacter,
    /// `$'\u00e9'` is printed as `'\u00E9'` in the C locale.
    Unicode,
    /// `time -- a` is printed as `time -p a`, which prints its times in another form, and `time time a` as `time a`.
    TimeOption,
    /// `a << -E` is printed as `a <<-E`, which has another delimiter.
    DashDelimiter,
    /// `coproc a b` is printed as `coproc COPROC a b`, which means another command.
    CoprocName,
    /// Redirects, and heredocs in pipelines, move: the substitutions in them are met in another order.
    MovedRedirect,
    /// A heredoc whose delimiter holds a newline has no end; printed, the first half of the delimiter's second
    /// spelling is body.
    LineInDelimiter,
}

impl Quirk {
    /// The word that reports count it by.
    pub fn name(self) -> &'static str {
        match self {
            Quirk::LostSeparator => "lost-separator",
            Quirk::LateBody => "late-body",
            Quirk::ControlCharacter => "control-character",
            Quirk::Unicode => "unicode",
            Quirk::TimeOption => "time-option",
            Quirk::DashDelimiter => "dash-delimiter",
            Quirk::CoprocName => "coproc-name",
            Quirk::MovedRedirect => "moved-redirect",
            Quirk::LineInDelimiter => "line-in-delimiter",
        }
    }
}

/// The quirk that makes `bash` of `ours`, if there is one; names of coprocesses may have come in beside it.
pub(super) fn explain(ours: Reading<'_>, bash: Reading<'_>) -> Option<Quirk> {
    let late = ours.text.contains("<<") && swallowed(ours, bash);
    let dash = dash_delimiter(ours.text, &ours.analysis.commands);
    let line = line_in_delimiter(ours.text, &ours.analysis.commands);
    let joined_text = ours.text.replace("\\\n", "");
    let (text, ours, bash) =
        (joined_text.as_str(), &ours.analysis.commands[..], &bash.analysis.commands[..]);
    let unnamed: Vec<SimpleCommand>;
    let (bash, named) = if text.contains("coproc") {
        unnamed = bash.iter().map(without_name).collect();
        (unnamed.as_slice(), true)
    } else {
        (bash, false)
    };
    let tries: [(Quirk, bool); 11] = [
        (Quirk::DashDelimiter, dash),
        (Quirk::CoprocName, named && all_alike(&as_words(ours), &as_words(bash))),
        (Quirk::LostSeparator, text.contains("<<") && joined(ours, bash)),
        (Quirk::LateBody, late),
        (Quirk::ControlCharacter, pairwise(ours, bash, &|text| text.replace('\u{1}', ""))),
        (Quirk::Unicode, text.contains("$'") && pairwise(ours, bash, &escaped)),
        (Quirk::TimeOption, text.contains("time") && timed(ours, bash)),
        (Quirk::MovedRedirect, text.contains(['<', '>']) && permuted(ours, bash)),
        (Quirk::LineInDelimiter, line),
        (Quirk::LostSeparator, text.contains("<<") && text.contains('|') && reshuffled(ours, bash)),
        (
            Quirk::LostSeparator,
            text.contains("<<") && text.contains("()") && joined_calls(ours, bash),
        ),
    ];
    tries.into_iter().find_map(|(quirk, holds)| holds.then_some(quirk))
}

/// Whether neighbours are joined to the call of a function, which then is called with words that nobody gave it: what
/// its parameters make of its body is not compared.
fn joined_calls(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> bool {
    let is_open =
        |word: &Word| word.may_split() && word.prefix().is_empty() && word.suffix().is_empty();
    let loosened = |commands: &[SimpleCommand]| -> Vec<SimpleCommand> {
        let mut commands = commands.to_vec();
        commands.iter_mut().for_each(|command| command.argv.retain(|word| !is_open(word)));
        commands.retain(|command| !command.argv.is_empty() || command.context.code_depth == 0);
        commands
    };
    let (ours, bash) = (loosened(ours), loosened(bash));
    all_alike(&ours, &bash) || joined(&ours, &bash)
}

fn dash_delimiter(text: &str, ours: &[SimpleCommand]) -> bool {
    let spelled = ours.iter().filter(|command| command.context.code_depth == 0);
    spelled.flat_map(|command| &command.redirects).any(|redirect| {
        let spelled = text.get(redirect.span.range()).unwrap_or_default();
        let delimiter = spelled.split_once("<<").map(|(_, delimiter)| delimiter);
        redirect.op == "<<" && delimiter.is_some_and(|text| text.trim_start().starts_with('-'))
    })
}

fn line_in_delimiter(text: &str, ours: &[SimpleCommand]) -> bool {
    // A redirect in a code string has the place of the whole string.
    let spelled = ours.iter().filter(|command| command.context.code_depth == 0);
    spelled.flat_map(|command| &command.redirects).any(|redirect| {
        let spelled = text.get(redirect.span.range()).unwrap_or_default();
        let line = spelled.contains('\n') && spelled.contains('\'');
        let line = line || spelled.replace("\\\n", "").contains('\n');
        line && matches!(redirect.op, "<<" | "<<-")
    })
}

fn all_alike(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> bool {
    ours.len() == bash.len() && ours.iter().zip(bash).all(|(ours, bash)| alike(ours, bash))
}

/// The command without the name that bash gives to a coprocess.
fn without_name(command: &SimpleCommand) -> SimpleCommand {
    let mut command = command.clone();
    let is_name = |word: &Word| word.is("COPROC");
    command.argv.retain(|word| !is_name(word));
    command.wrappers.iter_mut().for_each(|wrapper| wrapper.retain(|word| !is_name(word)));
    command
}

/// The commands with their assignments as words, which is what they are behind a name, in an order that tells of neither.
fn as_words(commands: &[SimpleCommand]) -> Vec<SimpleCommand> {
    let plain = |command: &SimpleCommand| {
        let mut argv = words(command);
        argv.sort_by(|one, two| one.prefix().cmp(two.prefix()));
        let mut plain = SimpleCommand { argv, ..command.clone() };
        plain.assignments.clear();
        plain.wrappers.clear();
        plain
    };
    commands.iter().map(plain).collect()
}

/// Whether two commands are the same, however their wrappers are told apart.
fn alike(ours: &SimpleCommand, bash: &SimpleCommand) -> bool {
    let assigned = ours.assignments.len() == bash.assignments.len();
    assigned && (same(ours, bash) || same_words(&words(ours), &words(bash)))
}

/// Everything that a command is spelled with: assignments, wrappers, words.
fn words(command: &SimpleCommand) -> Vec<Word> {
    let assignment = |given: &Assignment| {
        let mut value = given.value.clone();
        match &mut value {
            Value::Literal(text) => text.insert_str(0, &format!("{}=", given.name)),
            Value::Unknown(shape) => shape.prefix.insert_str(0, &format!("{}=", given.name)),
        }
        Word { value, span: given.span }
    };
    // What `env` assigns is a word of it, too.
    let is_word = |given: &&Assignment| {
        command
            .wrappers
            .iter()
            .flatten()
            .any(|word| word.span.start <= given.span.start && given.span.end <= word.span.end)
    };
    let given = command.assignments.iter().filter(|given| !is_word(given));
    let (last, outer) = match command.wrappers.split_last() {
        Some((last, outer)) => (last.as_slice(), outer),
        None => (&[][..], &[][..]),
    };
    let splits = last.first().is_some_and(|word| word.is("env"));
    let mut words: Vec<Word> = given.map(assignment).collect();
    words.extend(outer.iter().flatten().cloned());
    let from = words.len();
    for word in last.iter().chain(&command.argv) {
        // `env -S 'a b'` shows two words where the text has one.
        match words[from..].last_mut() {
            Some(Word { value: Value::Literal(text), span })
                if splits && *span == word.span && word.literal().is_some() =>
            {
                text.push(' ');
                text.push_str(word.literal().unwrap_or_default());
            }
            Some(_) | None => words.push(word.clone()),
        }
    }
    // The option itself is no word of the wrapper.
    words.retain(|word| !word.is("-S"));
    for word in &mut words {
        let Value::Literal(text) = &mut word.value else { continue };
        let bare = text.strip_prefix("-S").or_else(|| text.strip_prefix("--split-string="));
        if let Some(bare) = bare {
            *text = bare.to_owned();
        }
    }
    words
}

/// Whether the commands are the same once every known value went through `change`.
fn pairwise(
    ours: &[SimpleCommand],
    bash: &[SimpleCommand],
    change: &dyn Fn(&str) -> String,
) -> bool {
    let changed = |command: &SimpleCommand| {
        let mut command = command.clone();
        for word in command.wrappers.iter_mut().flatten().chain(&mut command.argv) {
            match &mut word.value {
                Value::Literal(text) => *text = change(text),
                Value::Unknown(shape) => {
                    shape.prefix = change(&shape.prefix);
                    shape.suffix = change(&shape.suffix);
                }
            }
        }
        command
    };
    ours.len() == bash.len()
        && ours.iter().zip(bash).all(|(ours, bash)| same(&changed(ours), &changed(bash)))
}

/// A text with every character beyond ASCII as bash spells it in the C locale.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match u32::from(character) {
            0..0x80 => escaped.push(character),
            code @ 0x80..0x10000 => escaped.push_str(&format!("\\u{code:04X}")),
            code => escaped.push_str(&format!("\\U{code:08X}")),
        }
    }
    escaped
}

/// Whether the commands are the same but for the options of the reserved word `time`.
fn timed(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> bool {
    let bare = |command: &SimpleCommand| {
        let mut command = command.clone();
        for wrapper in &mut command.wrappers {
            if wrapper.first().is_some_and(|word| word.is("time")) {
                wrapper.retain(|word| !word.is("-p") && !word.is("--"));
            }
        }
        // `time time a` is `time a`.
        command.wrappers.dedup_by(|next, before| {
            next.len() == 1 && before.len() == 1 && next[0].is("time") && before[0].is("time")
        });
        command
    };
    ours.len() == bash.len()
        && ours.iter().zip(bash).all(|(ours, bash)| same(&bare(ours), &bare(bash)))
}

/// Whether `bash` is `ours` in another order.
fn permuted(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> bool {
    let mut left: Vec<&SimpleCommand> = bash.iter().collect();
    // An unknown word could be any: what is certain finds its like first.
    let is_known =
        |command: &&SimpleCommand| command.argv.iter().all(|word| word.literal().is_some());
    let (known, open): (Vec<_>, Vec<_>) = ours.iter().partition(is_known);
    let taken = known.iter().chain(&open).all(|command| {
        let at = left.iter().position(|other| same(command, other));
        at.map(|at| left.remove(at)).is_some()
    });
    taken && left.is_empty()
}
