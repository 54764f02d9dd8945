//! Incidents in which a text matcher took data for a command, or a value for a flag.

use guarddiff_engine::facts::Check::{GuardRelevant, NoVerify, StagesAndCommits, UnitVerdicts};

use super::told::{GIT, NOTHING, commit, commit_untold};
use super::{IncidentCase, incident};

pub(super) const INCIDENTS: [IncidentCase; 14] = [
    incident(
        "comment-mention",
        GuardRelevant,
        "https://github.com/affaan-m/ECC/pull/2813",
        ("ls docs # later: git commit -n", NOTHING.units(&[("ls docs", false)])),
        ("git log -1 # ls docs", GIT.units(&[("git log -1", false)])),
    ),
    incident(
        "data-word",
        GuardRelevant,
        "https://github.com/affaan-m/ECC/pull/2965",
        ("npm run git -- commit", NOTHING),
        ("git commit", commit(&[]).spliced("git commit{}")),
    ),
    incident(
        "path-part",
        GuardRelevant,
        "https://github.com/dotdevdotdev/agentwire-dev/issues/913",
        ("ls repo/.git", NOTHING),
        ("ls repo && git -C repo log", GIT),
    ),
    incident(
        "introspection",
        GuardRelevant,
        "https://github.com/melodic-software/claude-code-plugins/pull/298",
        ("command -v git >/dev/null", NOTHING),
        ("command git status", GIT),
    ),
    incident(
        "quoted-data",
        StagesAndCommits,
        "https://github.com/anthropics/claude-code/issues/76795",
        ("git add docs && echo \"first; git commit; then push\"", GIT),
        (
            "git add docs && echo \"first\" && git commit -m x",
            commit(&["x"]).staging().spliced("git add docs && echo \"first\" && git commit -m x{}"),
        ),
    ),
    incident(
        "heredoc-data",
        UnitVerdicts,
        "https://github.com/Hmbown/Codewhale/issues/6098",
        ("cat > clean.md <<'EOF'\nrm -r build\nEOF", NOTHING.units(&[("cat", false)])),
        // A heredoc beside the denied unit would be vetoed line by line, which is another answer.
        ("rm -r build", NOTHING.units(&[("rm -r build", true)])),
    ),
    incident(
        "flag-in-message",
        NoVerify,
        "https://github.com/affaan-m/ECC/issues/3048",
        (
            "git commit -m \"ci: run bash -n on scripts\"",
            commit(&["ci: run bash -n on scripts"])
                .spliced("git commit -m \"ci: run bash -n on scripts\"{}"),
        ),
        (
            "git commit -n -m \"ci: run bash on scripts\"",
            commit(&["ci: run bash on scripts"]).skipping(),
        ),
    ),
    incident(
        "option-value",
        NoVerify,
        "https://github.com/affaan-m/ECC/pull/2668",
        (
            "git commit -m --no-verify",
            commit(&["--no-verify"]).spliced("git commit -m --no-verify{}"),
        ),
        ("git commit --no-verify -m x", commit(&["x"]).skipping()),
    ),
    incident(
        "other-subcommand",
        NoVerify,
        "https://github.com/Jamkris/everything-gemini-code/pull/68",
        (
            "git commit -m ok && git push --no-verify",
            commit(&["ok"])
                .spliced("git commit -m ok{} && git push --no-verify")
                .units(&[("git commit -m ok", false), ("git push --no-verify", true)]),
        ),
        ("git commit --no-verify -m ok && git push", commit(&["ok"]).skipping()),
    ),
    incident(
        "other-command",
        NoVerify,
        "https://github.com/Intense-Visions/harness-engineering/issues/2147",
        (
            "git commit -m \"$(grep -n fix notes)\"",
            commit_untold().spliced("git commit -m \"$(grep -n fix notes)\"{}"),
        ),
        ("git commit -n -m x", commit(&["x"]).skipping()),
    ),
    // A letter of an attached value: `-uno` is `--untracked-files=no`.
    incident(
        "attached-value",
        NoVerify,
        "https://github.com/NousResearch/hermes-agent/pull/94470",
        ("git commit -uno -m x", commit(&["x"]).spliced("git commit -uno -m x{}")),
        ("git commit -qn -m x", commit(&["x"]).skipping().spliced("git commit -qn -m x{}")),
    ),
    incident(
        "flag-undone",
        NoVerify,
        "https://github.com/omkhar/workcell/pull/5",
        ("git commit --no-verify --verify -m x", commit(&["x"])),
        ("git commit --verify --no-verify -m x", commit(&["x"]).skipping()),
    ),
    // The word ends in a carriage return, so that git refuses it as an unknown option.
    incident(
        "longer-word",
        NoVerify,
        "https://github.com/tree-sitter/tree-sitter-bash/pull/312",
        ("git commit -m x --no-verify\r", commit(&["x"])),
        ("git commit -m x --no-verify", commit(&["x"]).skipping()),
    ),
    incident(
        "after-dashes",
        NoVerify,
        "https://github.com/NousResearch/hermes-agent/pull/94470",
        ("git commit -m x -- -n", commit(&["x"]).spliced("git commit -m x{} -- -n")),
        (
            "git commit -n -m x -- docs",
            commit(&["x"]).skipping().spliced("git commit -n -m x{} -- docs"),
        ),
    ),
];
