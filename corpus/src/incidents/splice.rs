//! Incidents in which separator surgery would put the trailer in a wrong place.

use guarddiff_engine::facts::Check::TrailerSplice;

use super::told::{GIT, commit};
use super::{IncidentCase, incident};

pub(super) const INCIDENTS: [IncidentCase; 7] = [
    incident(
        "splice-in-quotes",
        TrailerSplice,
        "https://github.com/anthropics/claude-code/issues/95969",
        (
            "git commit -m \"feat: x; y\"",
            commit(&["feat: x; y"]).spliced("git commit -m \"feat: x; y\"{}"),
        ),
        ("git commit -m \"feat: x\"", commit(&["feat: x"]).spliced("git commit -m \"feat: x\"{}")),
    ),
    incident(
        "splice-after-redirect",
        TrailerSplice,
        "https://github.com/tree-sitter/tree-sitter-bash/issues/345",
        ("git commit -m x 2>/dev/null", commit(&["x"]).spliced("git commit -m x{} 2>/dev/null")),
        ("git commit -m x", commit(&["x"]).spliced("git commit -m x{}")),
    ),
    incident(
        "splice-after-closer",
        TrailerSplice,
        "https://github.com/koalaman/shellcheck/issues/749",
        ("(git commit -m x)", commit(&["x"]).spliced("(git commit -m x{})")),
        ("(true); git commit -m x", commit(&["x"]).spliced("(true); git commit -m x{}")),
    ),
    incident(
        "splice-after-dashes",
        TrailerSplice,
        "https://github.com/anomalyco/opencode/issues/39931",
        ("git commit -m x -- docs", commit(&["x"]).spliced("git commit -m x{} -- docs")),
        ("git commit -m x docs", commit(&["x"]).spliced("git commit -m x docs{}")),
    ),
    incident(
        "splice-in-background",
        TrailerSplice,
        "https://github.com/esengine/DeepSeek-Reasonix/pull/5703",
        ("git commit -m x & wait", commit(&["x"]).spliced("git commit -m x{} & wait")),
        ("git commit -m x; wait", commit(&["x"]).spliced("git commit -m x{}; wait")),
    ),
    incident(
        "splice-in-comment",
        TrailerSplice,
        "https://github.com/affaan-m/ECC/pull/2813",
        ("git commit -m x # note", commit(&["x"]).spliced("git commit -m x{} # note")),
        ("git commit -m x", commit(&["x"]).spliced("git commit -m x{}")),
    ),
    incident(
        "longer-subcommand",
        TrailerSplice,
        "https://github.com/arbiterForge/codeArbiter/issues/485",
        ("git commit-graph write", GIT),
        ("git commit -m write", commit(&["write"]).spliced("git commit -m write{}")),
    ),
];
