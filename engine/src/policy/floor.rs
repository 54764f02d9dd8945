//! The floor of the permission system: what a wrapper or a code string runs is not in the rule that allows it, so an
//! allow counts as ask. It never weakens a deny, and it knows none of the later exemptions.

use crate::analysis::SimpleCommand;
use crate::word::Word;

/// Why an allow is lifted to ask (pi-permission-system 20.7.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Floor {
    /// A code string: `eval`, `sh -c`.
    OpaquePayload,
    /// A program that runs the one it is given.
    Indirection,
}

/// Programs that run the one they are given.
const INDIRECTIONS: [&str; 15] = [
    "sudo",
    "env",
    "xargs",
    "time",
    "nohup",
    "timeout",
    "nice",
    "parallel",
    "rust-parallel",
    "rush",
    "doas",
    "setsid",
    "stdbuf",
    "watch",
    "flock",
];

/// Shells that take their program as `-c`.
const SHELLS: [&str; 5] = ["bash", "sh", "dash", "zsh", "ksh"];

/// Options that make a search run a program.
const SEARCHES: [(&str, &[&str]); 2] = [
    ("find", &["-exec", "-execdir", "-ok", "-okdir"]),
    ("fd", &["-x", "-X", "--exec", "--exec-batch"]),
];

impl Floor {
    /// The pattern that stands in the place of a rule's where the floor decides.
    pub fn sentinel(self) -> &'static str {
        match self {
            Floor::OpaquePayload => "<opaque-bash-wrapper>",
            Floor::Indirection => "<indirection-bash-wrapper>",
        }
    }

    /// The floor under a command, looking through every wrapper that structure knows.
    pub fn of(command: &SimpleCommand) -> Option<Floor> {
        let layers = command.wrappers.iter().map(Vec::as_slice).chain([command.argv.as_slice()]);
        layers.filter_map(of_words).min()
    }
}

fn of_words(words: &[Word]) -> Option<Floor> {
    let (name, rest) = words.split_first()?;
    let path = name.literal()?;
    let name = path.rsplit('/').next().unwrap_or(path);
    let any = |options: &[&str]| rest.iter().any(|word| options.contains(&word.prefix()));
    let searches = SEARCHES.iter().any(|(search, options)| *search == name && any(options));
    if name == "eval" || SHELLS.contains(&name) && takes_code(rest) {
        Some(Floor::OpaquePayload)
    } else if INDIRECTIONS.contains(&name) || searches {
        Some(Floor::Indirection)
    } else {
        None
    }
}

/// Whether a cluster of short options before any `--` holds a `c`.
fn takes_code(words: &[Word]) -> bool {
    words
        .iter()
        .take_while(|word| !word.is("--"))
        .map(Word::prefix)
        .any(|word| word.starts_with('-') && !word.starts_with("--") && word.contains('c'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    #[track_caller]
    fn check(text: &str, expected: Option<Floor>) {
        let analysis = Engine::new().analyze(text);
        assert_eq!(Floor::of(&analysis.commands[0]), expected, "{text}");
    }

    #[test]
    fn wrappers_and_code_strings_have_a_floor_at_any_depth() {
        for text in
            ["timeout 5 x", "time x", "env", "sudo -n true", "find . -exec ls {} +", "fd x -x rm"]
        {
            check(text, Some(Floor::Indirection));
        }
        for text in
            ["eval x", "bash -lc x", "/bin/sh -c x", "bash -o pipefail -c x", "timeout 5 sh -c x"]
        {
            check(text, Some(Floor::OpaquePayload));
        }
        check("command nice x", Some(Floor::Indirection));
        for text in ["ls", "find . -type f", "bash -- -c a", "npx x", "$cmd push"] {
            check(text, None);
        }
    }
}
