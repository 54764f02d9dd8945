//! Rows of shells and of the builtins that run something: data, sorted by name.

use crate::programs::wrappers::{PLAIN, Then, Wrapper};
use crate::programs::{scan, shells};

/// Shells, and builtins of bash 5.2.
pub(super) const ROWS: &[Wrapper] = &[
    Wrapper { name: ".", source: "bash 5.2", then: Then::Own(shells::source), ..PLAIN },
    Wrapper { name: "ash", source: "busybox 1.35", then: Then::Own(shells::shell), ..PLAIN },
    Wrapper { name: "bash", source: "bash 5.2", then: Then::Own(shells::shell), ..PLAIN },
    Wrapper {
        name: "builtin",
        source: "bash 5.2",
        then: Then::Own(shells::builtin),
        plain: "builtin command",
        ..PLAIN
    },
    Wrapper {
        name: "command",
        source: "bash 5.2",
        options: "p v! V!",
        then: Then::Own(shells::command),
        plain: "command",
        ..PLAIN
    },
    Wrapper {
        name: "compgen",
        source: "bash 5.2",
        options: "a b c d e f g j k s u v o: A: G: W: F: C@ X: P: S: D E I p r",
        then: Then::Own(scan::completion),
        ..PLAIN
    },
    Wrapper {
        name: "complete",
        source: "bash 5.2",
        options: "a b c d e f g j k s u v o: A: G: W: F: C@ X: P: S: D E I p r",
        then: Then::Own(scan::completion),
        ..PLAIN
    },
    Wrapper { name: "dash", source: "dash 0.5.12", then: Then::Own(shells::shell), ..PLAIN },
    Wrapper { name: "eval", source: "bash 5.2", then: Then::Own(shells::eval), ..PLAIN },
    Wrapper {
        name: "exec",
        source: "bash 5.2",
        options: "a: c l",
        plain: "exec",
        valued: Some("exec -a tool"),
        ..PLAIN
    },
    Wrapper { name: "hash", source: "bash 5.2", then: Then::Own(scan::hash), ..PLAIN },
    Wrapper { name: "jobs", source: "bash 5.2", then: Then::Own(scan::jobs), ..PLAIN },
    Wrapper { name: "ksh", source: "ksh 93u+m 1.0.4", then: Then::Own(shells::shell), ..PLAIN },
    Wrapper {
        name: "mapfile",
        source: "bash 5.2",
        options: "C@ c: d: n: O: s: t u:",
        then: Then::Own(shells::mapfile),
        ..PLAIN
    },
    Wrapper { name: "mksh", source: "mksh 59", then: Then::Own(shells::shell), ..PLAIN },
    Wrapper { name: "rbash", source: "bash 5.2", then: Then::Own(shells::shell), ..PLAIN },
    Wrapper {
        name: "readarray",
        source: "bash 5.2",
        options: "C@ c: d: n: O: s: t u:",
        then: Then::Own(shells::mapfile),
        ..PLAIN
    },
    Wrapper { name: "sh", source: "dash 0.5.12", then: Then::Own(shells::shell), ..PLAIN },
    Wrapper { name: "source", source: "bash 5.2", then: Then::Own(shells::source), ..PLAIN },
    Wrapper { name: "trap", source: "bash 5.2", then: Then::Own(shells::trap), ..PLAIN },
    Wrapper { name: "zsh", source: "zsh 5.9", then: Then::Own(shells::shell), ..PLAIN },
];
