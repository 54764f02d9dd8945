//! Variables and parameters whose value the text gives: in a straight line, behind `&&`, in loops over literals, in
//! functions by the words of their calls. What could change one out of sight makes it unknown; it never guesses which way a
//! branch goes.

mod calls;
mod steady;

use super::changes::{self, Changes, Positional, Runs, is_name};
use super::evaluate::Evaluated;
use super::outcome::{MOST_NAMES, Outcome};
use super::setters::{self, Setter};
use crate::span::Span;
use crate::tokens::{Frame, Function, Scope, Tokens, read};
use crate::values::{Choice, Constants, POSITIONAL, Values};
use crate::word::{Value, Word};
pub(super) use calls::Called;
use steady::{Steady, is_spelled_once};

/// Names that bash sets or computes by itself, or that change how values are read (manual 5.2).
const SPECIAL: [&str; 22] = [
    "_",
    "IFS",
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "LINENO",
    "EPOCHSECONDS",
    "EPOCHREALTIME",
    "FUNCNAME",
    "GROUPS",
    "DIRSTACK",
    "HISTCMD",
    "PPID",
    "UID",
    "EUID",
    "SHELLOPTS",
    "PIPESTATUS",
    "PWD",
    "OLDPWD",
    "OPTIND",
    "REPLY",
    "POSIXLY_CORRECT",
];

/// Longest value that is kept, in bytes: `M=$M$M` doubles.
const LONGEST: usize = 4096;

/// Longest list of a loop whose words are known.
const MOST_ELEMENTS: usize = 64;

/// Follows the straight line through one text.
pub(super) struct Tracker<'t> {
    text: &'t str,
    tokens: &'t Tokens,
    /// Marks of compound commands that have been passed.
    marks: usize,
    /// Sorted by place; those before `next_setter` have been passed.
    setters: Vec<Setter>,
    next_setter: usize,
    /// Function definitions that lie in no other and in no substitution.
    functions: Vec<Function>,
    /// The calls of each function of the text, in the order of [`Tokens::functions`]; empty where they are not to be followed.
    called: Vec<Called>,
    /// What the text leaves alone.
    steady: Steady,
    /// Variables that keep the value they have wherever they are known.
    settled: Vec<String>,
    /// Variables that are set as far as what follows is joined by `&&`.
    joined: Vec<String>,
    /// What the functions' bodies read so far may do, when they are called.
    bodies: Outcome,
    /// Whether a trap may call a function.
    trapped: bool,
    /// Variables that can't be followed any more.
    fixed: Vec<String>,
    /// Nothing can be followed any more.
    lost: bool,
    /// Assignments may be left out with the rest of the line.
    unsure: bool,
    /// The words of the command before, and what it set.
    last: Span,
    changed: Vec<String>,
    /// The functions around the last command, each with what is known outside of it; the outermost first.
    around_function: Vec<(usize, Constants)>,
    /// The end of the substitution around the last command, and what is known around that.
    hole_end: Option<u32>,
    around: Constants,
    /// The outcome for the text around this one, if there is one.
    nested: bool,
    outcome: Outcome,
}

impl<'t> Tracker<'t> {
    /// `nested`: the text is code in another text; `callable`: it may call functions that it does not hold; `binds`:
    /// functions know what the calls give them.
    pub(super) fn new(
        text: &'t str,
        tokens: &'t Tokens,
        nested: bool,
        callable: bool,
        binds: bool,
    ) -> Self {
        let mut tracker = Tracker {
            text,
            tokens,
            marks: 0,
            setters: setters::of_text(text, tokens),
            next_setter: 0,
            functions: Vec::new(),
            called: Vec::new(),
            steady: Steady { names: false, positional: false },
            settled: Vec::new(),
            joined: Vec::new(),
            bodies: Outcome::default(),
            trapped: false,
            fixed: Vec::new(),
            lost: callable || tokens.functions.len() > MOST_NAMES,
            unsure: false,
            last: Span::default(),
            changed: Vec::new(),
            around_function: Vec::new(),
            hole_end: None,
            around: Constants::default(),
            nested,
            outcome: Outcome::default(),
        };
        for function in tokens.functions.iter().take(MOST_NAMES) {
            let end = tracker.functions.last().map_or(0, |outer| outer.span.end);
            if function.span.start >= end && !function.scope.substitution {
                tracker.functions.push(*function);
            }
        }
        if nested || !tracker.functions.is_empty() {
            tracker.add_wordless();
        }
        if !tokens.structure.is_empty() && !tracker.lost {
            tracker.steady = steady::of_text(text, tokens);
        }
        if binds && !tracker.functions.is_empty() && !tracker.lost {
            tracker.called = calls::of_text(text, tokens);
        }
        if !tokens.structure.is_empty()
            && (text.contains("coproc") || text.replace("\\\n", "").contains("coproc"))
        {
            tracker.fixed.extend(setters::coprocesses(text, tokens));
        }
        tracker
    }

    /// Adds what sets variables without being a command.
    fn add_wordless(&mut self) {
        let loops = self.tokens.loops.iter().map(|found| {
            let name = self.text[found.name.range()].to_owned();
            (found.name.start, Outcome { names: vec![name], ..Outcome::default() })
        });
        let sums = self.tokens.sums.iter().map(|sum| (sum.start, Outcome::unknown()));
        let setters = self.setters.iter().map(|setter| {
            let names = setter.name.iter().cloned().collect();
            let (any, fails) = (setter.name.is_none(), setter.fails);
            (setter.at, Outcome { names, any, fails, ..Outcome::default() })
        });
        let all: Vec<(u32, Outcome)> = loops.chain(sums).chain(setters).collect();
        for (at, outcome) in all {
            self.note(self.function_at(at).is_some(), outcome);
        }
    }

    /// Adds to what functions do when they are called, and to what the whole text does.
    fn note(&mut self, in_function: bool, outcome: Outcome) {
        if self.nested {
            let passed_on = outcome.clone();
            self.outcome.add(if in_function { passed_on.at_any_time() } else { passed_on });
        }
        if in_function {
            self.bodies.add(outcome);
        }
    }

    /// The outermost function around this place.
    fn function_at(&self, at: u32) -> Option<usize> {
        let behind = self.functions.partition_point(|function| function.body <= at);
        behind.checked_sub(1).filter(|&number| at < self.functions[number].span.end)
    }

    /// Whether the mark belongs to the definition of a function.
    fn is_defining(&self, mark: u32) -> bool {
        let behind = self.functions.partition_point(|function| function.span.start <= mark);
        behind.checked_sub(1).is_some_and(|number| mark < self.functions[number].span.end)
    }

    /// Whether code in other texts may call functions of this one, or of code in it.
    pub(super) fn defines(&self) -> bool {
        !self.functions.is_empty() || !self.fixed.is_empty()
    }

    /// The functions that know what they are called with.
    pub(super) fn bound(&self) -> impl Iterator<Item = &Called> {
        self.called.iter().filter(|called| called.words.is_some())
    }

    /// Whether an expansion evaluates arithmetic whose text is not all in sight.
    pub(super) fn evaluates(&self) -> bool {
        self.setters.iter().any(|setter| setter.name.is_none())
    }

    /// What the whole text may do to the shell that runs it.
    pub(super) fn finish(self) -> Outcome {
        self.outcome
    }

    /// To be called before a command is evaluated: what it may know.
    pub(super) fn before(&mut self, number: usize, values: &mut Values<'_>) {
        let tokens = self.tokens;
        let frame = &tokens.commands[number];
        let end = tokens.words(number).last().map_or(frame.start, |word| word.end);
        let passed = &tokens.structure[self.marks..];
        let passed = &passed[..passed.iter().take_while(|&&mark| mark <= frame.start).count()];
        self.marks += passed.len();
        if frame.scope.substitution {
            self.enter_substitution(frame, passed, values);
        } else {
            self.move_on(frame, passed, values);
            self.last = Span { start: frame.start, end };
        }
        values.constants.leave(frame.start);
        while let Some(setter) = self.setters.get(self.next_setter).filter(|s| s.at < end) {
            self.next_setter += 1;
            match &setter.name {
                Some(name) => values.constants.forget(name),
                None => values.constants.clear(),
            }
            self.unsure |= setter.fails;
        }
        self.lost |= self.fixed.len() > MOST_NAMES;
        if self.lost {
            values.constants.clear();
        }
    }

    /// A command in a substitution knows what was known before the command around it, which has set things since.
    fn enter_substitution(&mut self, frame: &Frame, passed: &[u32], values: &mut Values<'_>) {
        if self.hole_end.is_some_and(|end| frame.start < end) {
            if !passed.is_empty() {
                self.enter_compound(values);
            }
            self.enter_loops(frame, passed, values);
            return;
        }
        let holes = &self.tokens.holes;
        let first = holes.partition_point(|hole| hole.span.start < self.last.start);
        let around = |hole: &&crate::tokens::Hole| {
            hole.span.start <= frame.start && frame.start < hole.span.end
        };
        let Some(hole) = holes[first..].iter().find(around).map(|hole| hole.span) else {
            values.constants.clear();
            return;
        };
        if self.hole_end.is_none() {
            self.around = std::mem::take(&mut values.constants);
        }
        if passed.iter().any(|&mark| mark < hole.start && Some(mark) >= self.hole_end) {
            let settled = &self.settled;
            self.around.retain(|name| settled.iter().any(|known| known == name));
        }
        self.hole_end = Some(hole.end);
        values.constants.clear();
        let plain = hole.end <= self.last.end && passed.iter().all(|&mark| mark < hole.start);
        let keeps = |name: &str| {
            !self.changed.iter().any(|changed| changed == name)
                && (plain || self.settled.iter().any(|known| known == name))
        };
        values.constants.extend(&self.around, keeps);
        let inside = passed.partition_point(|&mark| mark < hole.start);
        self.enter_loops(frame, &passed[inside..], values);
    }

    /// In a compound command, what comes later in the text may have run before: a loop begins again.
    fn enter_compound(&self, values: &mut Values<'_>) {
        let positional = self.steady.positional && !self.around_function.is_empty();
        values.constants.retain(|name| match name {
            POSITIONAL => positional,
            _ => self.settled.iter().any(|known| known == name),
        });
    }

    /// Whether what is known of the text says that the operator in front of this place is `&&`.
    fn follows_and(&self, at: u32) -> bool {
        let mut before = self.text.get(..at as usize).unwrap_or_default();
        loop {
            before = before.trim_end_matches([' ', '\t', '\n']);
            match before.strip_suffix('\\') {
                Some(shorter) => before = shorter,
                None => break,
            }
        }
        // A comment may end in anything.
        before.ends_with("&&") && !before.lines().next_back().unwrap_or_default().contains('#')
    }

    /// From one command to the next, out of substitutions, into and out of functions and compounds.
    fn move_on(&mut self, frame: &Frame, passed: &[u32], values: &mut Values<'_>) {
        let mut hole_end = 0;
        if let Some(end) = self.hole_end.take() {
            values.constants = std::mem::take(&mut self.around);
            hole_end = end;
        }
        let joined = frame.conditional && self.follows_and(frame.start);
        if !joined && !self.joined.is_empty() {
            for name in std::mem::take(&mut self.joined) {
                values.constants.forget(&name);
            }
        }
        if self.unsure && ends_line(self.text, self.last.end.max(hole_end), frame.start) {
            self.unsure = false;
            values.constants.clear();
        }
        let passed = &passed[passed.partition_point(|&mark| mark < hole_end)..];
        while let Some((number, _)) = self.around_function.last()
            && self.tokens.functions[*number].span.end <= frame.start
            && let Some((_, outside)) = self.around_function.pop()
        {
            values.constants = outside;
        }
        // The word `coproc` alone opens nothing.
        let opens_nothing = |mark: u32| self.text[mark as usize..].starts_with("coproc");
        let in_function = !self.around_function.is_empty();
        let defining = |mark: u32| !in_function && self.is_defining(mark);
        if !passed.iter().all(|&mark| defining(mark) || opens_nothing(mark)) {
            self.enter_compound(values);
        }
        self.enter_functions(frame, passed, values);
        self.enter_loops(frame, passed, values);
    }

    /// In a function only what never changes is known from outside, and the positional parameters are the words of
    /// its calls.
    fn enter_functions(&mut self, frame: &Frame, passed: &[u32], values: &mut Values<'_>) {
        let functions = &self.tokens.functions;
        let deepest = self.around_function.last().map(|(number, _)| *number);
        let from = deepest.map_or(0, |number| number + 1);
        for (number, function) in functions.iter().enumerate().take(MOST_NAMES).skip(from) {
            if function.span.start > frame.start {
                break;
            }
            let around = function.body <= frame.start && frame.start < function.span.end;
            if !around || function.scope.substitution {
                continue;
            }
            let outside = std::mem::take(&mut values.constants);
            let settled = |name: &str| self.settled.iter().any(|known| known == name);
            values.constants.extend(&outside, settled);
            self.around_function.push((number, outside));
            let Some(Called { words: Some(words), .. }) = self.called.get(number) else { continue };
            // In a loop at its beginning they may have been shifted.
            if self.steady.positional || passed.last().is_none_or(|&mark| mark <= function.body) {
                values.constants.choose(Choice {
                    name: POSITIONAL.to_owned(),
                    values: words.clone(),
                    until: function.span.end,
                });
            }
        }
    }

    /// Loop after loop; what stands between two of them may set the variable of the first.
    fn enter_loops(&mut self, frame: &Frame, passed: &[u32], values: &mut Values<'_>) {
        let mut entered = false;
        for &mark in passed {
            if entered {
                self.enter_compound(values);
            }
            entered |= self.enter_loop(frame, mark, values);
        }
    }

    /// Behind the `do` at `mark` the variable of a loop over literals is one of them.
    fn enter_loop(&mut self, frame: &Frame, mark: u32, values: &mut Values<'_>) -> bool {
        let loops = &self.tokens.loops;
        let before = loops.partition_point(|found| found.name.start < mark);
        // Behind it there can only be loops in substitutions of its list.
        let mut last = loops[..before].iter().rev().take(4);
        let begins =
            |found: &&crate::tokens::Loop| found.body.start == mark && frame.start < found.body.end;
        let Some(found) = last.find(begins) else { return false };
        let name = &self.text[found.name.range()];
        let words = &self.tokens.loop_words[found.first as usize..][..found.count as usize];
        let fixed = || self.fixed.iter().any(|fixed| fixed == name);
        if words.len() > MOST_ELEMENTS || !is_name(name) || is_computed(name) || fixed() {
            return false;
        }
        let mut elements = Vec::new();
        if found.listed {
            for &(span, kind) in words {
                values.argument(span, kind, &mut elements);
            }
        } else if self.text[..found.name.start as usize].trim_end().ends_with("for") {
            // `for M; do` goes through the positional parameters.
            let Some(given) = values.constants.list(POSITIONAL) else { return false };
            let word =
                |text: &String| Word { value: Value::Literal(text.clone()), span: found.name };
            elements.extend(given.iter().map(word));
        }
        let element = |word: &Word| Some(vec![word.literal()?.to_owned()]);
        let Some(each) = elements.iter().map(element).collect::<Option<Vec<_>>>() else {
            return false;
        };
        if each.is_empty() {
            return false;
        }
        let until = found.body.end;
        values.constants.choose(Choice { name: name.to_owned(), values: each, until });
        if self.steady.names && is_spelled_once(self.text, name) {
            self.settled.push(name.to_owned());
        }
        true
    }

    /// What the command may do, but for the code in its words.
    pub(super) fn changes(
        &self,
        number: usize,
        command: &Evaluated,
        values: &Values<'_>,
        aliases: bool,
    ) -> Changes {
        let assignments = &command.assignments;
        if !command.argv.is_empty() {
            let mut changes = changes::of_command(&command.argv, aliases);
            if changes.keeps_prefix {
                let names = assignments.iter().map(|assignment| assignment.name.clone());
                changes.sets.splice(0..0, names.map(|name| (name, None)));
            }
            if self.nested || !self.functions.is_empty() {
                changes.calls = command.argv[0].literal().map(str::to_owned);
            }
            return changes;
        }
        let mut changes = Changes::default();
        // bash assigns from left to right; the values here were all read before the first of them.
        let alone = assignments.len() == 1 && command.frame.prefix.is_none();
        for (assignment, span) in assignments.iter().zip(self.tokens.words(number)) {
            let name = assignment.name.as_str();
            let bare = name.split(['[', '+']).next().unwrap_or_default();
            // A subscript is arithmetic.
            changes.any |= bare != name;
            changes.lost |=
                matches!(bare, "IFS" | "POSIXLY_CORRECT" | "BASH_ALIASES" | "BASH_CMDS");
            let known = alone || values.is_plainly_spelled(*span);
            let value = match &assignment.value {
                Value::Literal(text) if known && is_name(name) => Some(text.clone()),
                Value::Literal(_) | Value::Unknown(_) => None,
            };
            changes.sets.push((bare.to_owned(), value));
            if bare == name {
                let elements = elements(&self.text[span.range()]);
                changes.lists.extend(elements.map(|elements| (bare.to_owned(), elements)));
            }
        }
        changes
    }

    /// To be called behind a command, with what it does and what the code in its words does.
    pub(super) fn after(
        &mut self,
        frame: &Frame,
        changes: Changes,
        code: Outcome,
        values: &mut Values<'_>,
    ) {
        let Changes { sets, fixed, any, lost, references, local, fails, runs, calls, .. } = changes;
        let mut outcome = Outcome { any, lost, fails, ..Outcome::default() };
        if changes.positional != Positional::Kept {
            outcome.names.push(POSITIONAL.to_owned());
        }
        let mut called = calls.as_deref().is_some_and(|name| self.is_function(name));
        called |= any && !self.functions.is_empty();
        match runs {
            Runs::Nothing => {}
            Runs::Now => {
                called |= code.any || code.calls.iter().any(|name| self.is_function(name));
                outcome.add(code);
            }
            Runs::Later => {
                self.trapped |= code.any || code.calls.iter().any(|name| self.is_function(name));
                outcome.add(code.at_any_time());
            }
        }
        let coprocess = frame.prefix.is_some_and(|span| self.text[span.range()].starts_with("co"));
        let scope = frame.scope;
        if scope.substitution || frame.piped || scope.subshell || scope.background || coprocess {
            // A shell of its own: what it sets ends with it. Behind this command nothing else runs in it, unless
            // it is a substitution.
            if scope.substitution {
                if outcome.any || outcome.lost || called {
                    values.constants.clear();
                }
                let names = outcome.names.iter().chain(&outcome.fixed).chain(&fixed);
                names
                    .chain(sets.iter().map(|(name, _)| name))
                    .for_each(|name| values.constants.forget(name));
            }
            return;
        }
        if !self.tokens.holes.is_empty() {
            self.changed.clear();
            self.changed.extend(sets.iter().map(|(name, _)| name.clone()));
        }
        values.namerefs |= references;
        let positional = values.constants.list(POSITIONAL).map(<[String]>::to_vec);
        self.take(frame, &outcome, values);
        for (name, value) in &sets {
            self.set(frame, name, value.as_deref(), values);
        }
        for (name, elements) in changes.lists {
            if self.holds(frame, &name, values) {
                values.constants.set_list(&name, elements);
            }
        }
        let positional = match changes.positional {
            Positional::Kept => None,
            Positional::Set(words) => words,
            Positional::Shifted(count) => positional
                .filter(|words| words.len() >= count)
                .map(|mut words| words.split_off(count)),
        };
        if let Some(words) = positional.filter(|_| !frame.conditional) {
            values.constants.set_list(POSITIONAL, words);
        }
        self.fixed.extend(fixed.iter().cloned());
        outcome.fixed.extend(fixed);
        let in_function = !self.around_function.is_empty();
        if called && in_function {
            values.constants.clear();
        } else if called {
            let bodies = self.bodies.clone();
            self.take(frame, &bodies, values);
        }
        if (in_function && !local) || self.nested {
            outcome.names.extend(sets.into_iter().map(|(name, _)| name));
        }
        if self.nested {
            outcome.calls.extend(calls);
        }
        if in_function || self.nested {
            self.note(in_function, outcome);
        }
        if self.trapped {
            let bodies = std::mem::take(&mut self.bodies).at_any_time();
            self.lost |= bodies.lost;
            self.outcome.lost |= bodies.lost;
            self.fixed.extend(bodies.fixed);
        }
    }

    /// Forgets what code that ran may have set.
    fn take(&mut self, frame: &Frame, outcome: &Outcome, values: &mut Values<'_>) {
        if outcome.any {
            values.constants.clear();
        }
        for name in &outcome.names {
            self.set(frame, name, None, values);
        }
        for name in &outcome.fixed {
            values.constants.forget(name);
        }
        self.fixed.extend(outcome.fixed.iter().cloned());
        self.unsure |= outcome.fails;
        // Also what a function loses for itself alone.
        self.lost |= outcome.lost;
        self.outcome.lost |= outcome.lost;
    }

    fn is_function(&self, name: &str) -> bool {
        let spelled = |function: &Function| &self.text[function.name.range()];
        self.tokens.functions.iter().take(MOST_NAMES).any(|function| spelled(function) == name)
    }

    fn set(&mut self, frame: &Frame, name: &str, value: Option<&str>, values: &mut Values<'_>) {
        values.constants.forget(name);
        if is_computed(name) || self.fixed.iter().any(|fixed| fixed == name) {
            // It may be read-only, and then the rest of the line is left out.
            self.unsure = true;
        } else if let Some(text) = value.filter(|text| text.len() <= LONGEST)
            && self.holds(frame, name, values)
        {
            values.constants.set(name, Value::Literal(text.to_owned()));
        }
    }

    /// Whether what this command sets is so for what follows; notes for how much of it.
    fn holds(&mut self, frame: &Frame, name: &str, values: &Values<'_>) -> bool {
        if values.constants.len() >= MOST_NAMES
            || is_computed(name)
            || self.fixed.iter().any(|fixed| fixed == name)
        {
            return false;
        }
        if frame.conditional {
            let joined = self.follows_and(frame.start);
            self.joined.extend(joined.then(|| name.to_owned()));
            return joined;
        }
        if self.steady.names && frame.scope == Scope::default() && is_spelled_once(self.text, name)
        {
            self.settled.push(name.to_owned());
        }
        true
    }
}

/// The elements of `NAME=( … )` as far as they are plain words, quoted or not.
fn elements(assignment: &str) -> Option<Vec<String>> {
    let inner = assignment.split_once("=(")?.1.strip_suffix(')')?;
    if inner.contains(['$', '`', '\\', '[', '#', ';', '&', '|', '<', '>', '(', '{', '*', '?', '~'])
    {
        return None;
    }
    // A newline parts two elements, unless it is quoted.
    let mut quote = None;
    let mut line = ": ".to_owned();
    for letter in inner.chars() {
        match (quote, letter) {
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None | Some(_), _) => {}
        }
        line.push(if letter == '\n' && quote.is_none() { ' ' } else { letter });
    }
    let mut tokens = Tokens::default();
    read(&line, &mut tokens).ok()?;
    let values = Values::new(&line, &tokens);
    let mut words = Vec::new();
    if tokens.commands.len() != 1 {
        return None;
    }
    for (&span, &kind) in tokens.words(0).iter().zip(tokens.word_kinds(0)).skip(1) {
        values.argument(span, kind, &mut words);
    }
    words.iter().map(|word| word.literal().map(str::to_owned)).collect()
}

fn is_computed(name: &str) -> bool {
    SPECIAL.contains(&name) || name.starts_with("BASH") || name.starts_with("COMP")
}

/// Whether a line of commands ends between two commands: what lies there is nothing but a newline and a separator.
fn ends_line(text: &str, from: u32, to: u32) -> bool {
    let gap = text.get(from as usize..to as usize).unwrap_or_default();
    let gap = gap.trim_start_matches([' ', '\t', ';']);
    gap.starts_with(['\n', '#'])
}
