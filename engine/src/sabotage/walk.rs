//! Faults of the flag walk over a `git commit`: words that it does not see.

use super::At::Walk;
use super::Fault;

pub(super) static FAULTS: &[Fault] = &[
    Fault::new(
        "clusters-ignored",
        "a cluster of short options (`-anm x`) is not looked into",
        Walk(|word| word.len() > 2 && word.starts_with('-') && !word.starts_with("--")),
    ),
    Fault::new(
        "message-is-flag",
        "the argument of `-m` is read as an option of its own",
        Walk(|word| matches!(word, "-m" | "--message")),
    ),
    Fault::new("long-flag-ignored", "`--no-verify` is not seen", Walk(|w| w == "--no-verify")),
    Fault::new("short-flag-ignored", "`-n` is not seen", Walk(|word| word == "-n")),
    Fault::new(
        "abbreviations-ignored",
        "`--no-ver` is not seen",
        Walk(|word| word.starts_with("--no-v") && word != "--no-verify"),
    ),
    Fault::new(
        "first-flag-wins",
        "`--verify` after `--no-verify` undoes nothing",
        Walk(|word| word == "--verify"),
    ),
    Fault::new("dashes-ignored", "what follows `--` is read as options", Walk(|w| w == "--")),
];
