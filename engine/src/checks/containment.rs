//! Whether a path stays inside a root, by spelling alone. It asks no file system, so links are not seen.

use crate::analysis::SimpleCommand;
use crate::facts::Contained;
use crate::git::{basename, unknown};
use crate::word::Word;

/// Where the commands of a text may be, as far as its `cd`s are literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Directories {
    root: Option<Vec<String>>,
    places: Vec<Place>,
}

/// One directory that a command may be in.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Known(Known),
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Known {
    /// The components, below the root of the file system or below where the text starts.
    parts: Vec<String>,
    absolute: bool,
    /// It left the place where the text starts, and was not absolute since.
    outside: bool,
}

/// Directories that are told apart where a `cd` may or may not count; more are Unknown.
const MAX_PLACES: usize = 8;

impl Directories {
    /// Where a text starts: in the root.
    pub(crate) fn start(root: Option<&str>) -> Directories {
        let root = root.map(|root| {
            let mut known = Known::default();
            known.go(root);
            known.parts
        });
        let absolute = root.is_some();
        let parts = root.clone().unwrap_or_default();
        let known = Known { parts, absolute, outside: false };
        Directories { root, places: vec![Place::Known(known)] }
    }

    /// Goes past one command, which may be a `cd`.
    pub(crate) fn pass(&mut self, text: &str, command: &SimpleCommand) {
        let Some(name) = command.argv.first() else { return };
        match name.literal() {
            Some("cd" | "pushd") => {}
            Some("popd") => return self.places = vec![Place::Unknown],
            Some(_) => return,
            None if unknown::could_be(name, "cd") || unknown::could_be(name, "pushd") => {
                return self.places = vec![Place::Unknown];
            }
            None => return,
        }
        let target = target(&command.argv);
        if counts(text, command) {
            self.places.iter_mut().for_each(|place| place.go(target));
        } else {
            let mut moved = self.places.clone();
            moved.iter_mut().for_each(|place| place.go(target));
            self.places.extend(moved);
        }
        self.places.dedup();
        if self.places.len() > MAX_PLACES || self.places.contains(&Place::Unknown) {
            self.places = vec![Place::Unknown];
        }
    }

    /// Whether a file stays inside the root when a command goes through `steps` first; none: a step that is
    /// not known.
    pub(crate) fn contain(&self, steps: &[Option<&str>], path: &str) -> Contained {
        if path.starts_with('~') {
            return Contained::Unknown;
        }
        let mut answers = self.places.iter().map(|place| self.contains(place, steps, path));
        let Some(first) = answers.next() else { return Contained::Unknown };
        if answers.all(|answer| answer == first) { first } else { Contained::Unknown }
    }

    fn contains(&self, place: &Place, steps: &[Option<&str>], path: &str) -> Contained {
        let unknown = Known::default();
        let (base, mut known) = match place {
            Place::Known(base) => (base, true),
            Place::Unknown => (&unknown, false),
        };
        let (parts, mut absolute, mut outside) = (&base.parts, base.absolute, base.outside);
        // The place reached is the first `kept` parts of the base and then `tail`: nothing is copied.
        let mut kept = parts.len();
        let mut tail = Vec::new();
        for step in steps.iter().copied().chain([Some(path)]) {
            let Some(step) = step else {
                known = false;
                continue;
            };
            if step.starts_with('/') {
                (kept, known, absolute, outside) = (0, true, true, false);
                tail.clear();
            }
            for part in components(step) {
                if part != ".." {
                    tail.push(part);
                } else if tail.pop().is_none() {
                    outside |= kept == 0 && !absolute;
                    kept = kept.saturating_sub(1);
                }
            }
        }
        if !known {
            return Contained::Unknown;
        }
        let mut reached = parts[..kept].iter().map(String::as_str).chain(tail);
        let inside = match (&self.root, absolute) {
            (_, false) => !outside,
            (None, true) => false,
            (Some(root), true) => root.iter().all(|part| reached.next() == Some(part)),
        };
        if inside { Contained::Yes } else { Contained::No }
    }
}

impl Place {
    fn go(&mut self, path: Option<&str>) {
        match (&mut *self, path) {
            (Place::Known(known), Some(path)) => known.go(path),
            (Place::Unknown, Some(path)) if path.starts_with('/') => {
                let mut known = Known::default();
                known.go(path);
                *self = Place::Known(known);
            }
            (Place::Known(_) | Place::Unknown, _) => *self = Place::Unknown,
        }
    }
}

impl Known {
    fn go(&mut self, path: &str) {
        if path.starts_with('/') {
            *self = Known { absolute: true, ..Known::default() };
        }
        for part in components(path) {
            if part != ".." {
                self.parts.push(part.to_owned());
            } else if self.parts.pop().is_none() && !self.absolute {
                self.outside = true;
            }
        }
    }
}

/// The components of a path, `.` and empty ones left out.
fn components(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !matches!(*part, "" | "."))
}

/// Where a `cd` or `pushd` goes; none where the text doesn't say: home, `-`, a place on the stack.
fn target(argv: &[Word]) -> Option<&str> {
    let is_option = |word: &&Word| {
        word.literal().is_some_and(|text| matches!(text, "-L" | "-P" | "-e" | "-@" | "-n" | "--"))
    };
    let mut operands = argv.iter().skip(1).skip_while(is_option);
    let path = operands.next()?.literal()?;
    (!path.starts_with(['-', '+', '~']) && operands.next().is_none()).then_some(path)
}

/// Whether a `cd` is certain to count for the commands behind it: not in a process of its own, and not in a
/// branch that may not be taken.
fn counts(text: &str, command: &SimpleCommand) -> bool {
    let context = &command.context;
    let own_process = context.subshell || context.substitution || context.code_depth > 0;
    let plain = |wrapper: &Vec<Word>| {
        let name = wrapper.first().and_then(Word::literal).map(basename);
        matches!(name, Some("builtin" | "command"))
    };
    let before = text.get(..command.span.start as usize).unwrap_or_default().trim_end();
    let after = text.get(command.span.end as usize..).unwrap_or_default();
    let after = after.trim_start_matches([' ', '\t']);
    let piped_into = before.ends_with(['|', '&']) && !before.ends_with("&&");
    let left_alone = after.starts_with(['|', '&']) && !after.starts_with("&&");
    let joined = piped_into || left_alone;
    !(own_process || context.function || context.control_flow || joined)
        && command.wrappers.iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::sample::analysis;

    #[track_caller]
    fn check(text: &str, root: Option<&str>, path: &str, expected: Contained) {
        let mut directories = Directories::start(root);
        for command in &analysis(text).commands {
            directories.pass(text, command);
        }
        assert_eq!(directories.contain(&[], path), expected, "{text:?} {path} {directories:?}");
    }

    #[test]
    fn a_relative_path_is_inside_until_its_dots_lead_out() {
        check("", None, "msg.txt", Contained::Yes);
        check("", None, "./a/../b/msg", Contained::Yes);
        check("", None, "../msg", Contained::No);
        check("", None, "a/../../a/msg", Contained::No);
        check("", None, "/tmp/msg", Contained::No);
        check("", None, "~/msg", Contained::Unknown);
    }

    #[test]
    fn literal_cds_are_followed() {
        check("cd sub", None, "../msg", Contained::Yes);
        check("cd -P -- sub/deep", None, "../../msg", Contained::Yes);
        check("cd ..", None, "msg", Contained::No);
        check("cd sub ; cd ..", None, "msg", Contained::Yes);
        check("cd /srv", None, "msg", Contained::No);
        check("cd", None, "msg", Contained::Unknown);
        check("cd -", None, "msg", Contained::Unknown);
        check("cd \"$X\"", None, "msg", Contained::Unknown);
        check("cd \"$X\"", None, "/msg", Contained::No);
        check("\"$X\" a", None, "msg", Contained::Unknown);
        check("\"$X/run.sh\" a", None, "msg", Contained::Yes);
        check("cd a ; popd", None, "msg", Contained::Unknown);
    }

    #[test]
    fn a_root_decides_about_absolute_paths_too() {
        let root = Some("/srv/./repo/");
        check("", root, "/srv/repo/msg", Contained::Yes);
        check("", root, "/srv/repo/../other/msg", Contained::No);
        check("", root, "/srv/repository", Contained::No);
        check("cd ..", root, "repo/msg", Contained::Yes);
        check("cd ..", root, "msg", Contained::No);
        check("cd /srv/repo/a", root, "../msg", Contained::Yes);
        check("cd \"$X\" ; cd /srv/repo", root, "msg", Contained::Yes);
    }

    #[test]
    fn a_cd_in_a_process_or_branch_of_its_own_may_not_count() {
        check("cd sub | x", None, "msg", Contained::Yes);
        let mut text = analysis("cd ..");
        text.commands[0].context.subshell = true;
        let mut directories = Directories::start(None);
        directories.pass("cd ..", &text.commands[0]);
        assert_eq!(directories.contain(&[], "msg"), Contained::Unknown);
        assert_eq!(directories.contain(&[], "../../msg"), Contained::No);
        assert_eq!(directories.contain(&[None], "msg"), Contained::Unknown);
        assert_eq!(directories.contain(&[None, Some("/x")], "msg"), Contained::No);
    }
}
