//! Incidents in which a text matcher read another message than git would.

use guarddiff_engine::facts::Check::CommitMessage;

use super::told::{commit, commit_untold};
use super::{IncidentCase, incident};

pub(super) const INCIDENTS: [IncidentCase; 9] = [
    incident(
        "repeated-message",
        CommitMessage,
        "https://github.com/RyderFreeman4Logos/cli-sub-agent/issues/1302",
        (
            "git commit -m \"feat: one\" -m \"body two\"",
            commit(&["feat: one", "body two"])
                .spliced("git commit -m \"feat: one\" -m \"body two\"{}"),
        ),
        (
            "git commit -m \"feat: one\"",
            commit(&["feat: one"]).spliced("git commit -m \"feat: one\"{}"),
        ),
    ),
    incident(
        "message-spelling",
        CommitMessage,
        "https://github.com/rohitg00/pro-workflow/pull/48",
        ("git commit --message='feat: eq'", commit(&["feat: eq"])),
        ("git commit --message 'feat: eq'", commit(&["feat: eq"])),
    ),
    incident(
        "message-quoting",
        CommitMessage,
        "https://github.com/cline/cline/pull/8284",
        ("git commit -m 'it'\\''s done'", commit(&["it's done"])),
        ("git commit -m 'it is done'", commit(&["it is done"])),
    ),
    incident(
        "message-heredoc",
        CommitMessage,
        "https://github.com/MoonshotAI/kimi-code/pull/3503",
        (
            "git commit -m \"$(cat <<'EOF'\nfix: it's a (partial list\nEOF\n)\"",
            commit(&["fix: it's a (partial list"])
                .spliced("git commit -m \"$(cat <<'EOF'\nfix: it's a (partial list\nEOF\n)\"{}"),
        ),
        ("git commit -m 'fix: a list'", commit(&["fix: a list"])),
    ),
    incident(
        "message-stdin",
        CommitMessage,
        "https://github.com/gotgenes/pi-packages/issues/941",
        (
            "git commit -F - <<'EOF'\nfeat: x\nEOF",
            commit(&["feat: x"]).spliced("git commit -F -{} <<'EOF'\nfeat: x\nEOF"),
        ),
        ("git commit -F msg.txt", commit_untold().spliced("git commit -F msg.txt{}")),
    ),
    incident(
        "message-variable",
        CommitMessage,
        "https://github.com/arbiterForge/codeArbiter/issues/161",
        (
            "M='fix: v'; git commit -m \"$M\"",
            commit(&["fix: v"]).spliced("M='fix: v'; git commit -m \"$M\"{}"),
        ),
        ("git commit -m 'fix: v'", commit(&["fix: v"])),
    ),
    incident(
        "message-reused",
        CommitMessage,
        "https://github.com/affaan-m/ECC/pull/1628",
        (
            "git commit -C HEAD --allow-empty",
            commit_untold().spliced("git commit -C HEAD --allow-empty{}"),
        ),
        (
            "git commit -m x --allow-empty",
            commit(&["x"]).spliced("git commit -m x --allow-empty{}"),
        ),
    ),
    incident(
        "later-command",
        CommitMessage,
        "https://github.com/Digital-Process-Tools/claude-supertool/issues/1816",
        (
            "git commit --amend --no-edit && git tag -m v1 v1",
            commit(&[]).spliced("git commit --amend --no-edit{} && git tag -m v1 v1"),
        ),
        ("git commit -m v1 && git tag v1", commit(&["v1"])),
    ),
    incident(
        "several-commits",
        CommitMessage,
        "https://github.com/costajohnt/oss-autopilot/pull/1555",
        (
            "git commit -m one && git commit -m two",
            commit(&["one", "two"]).spliced("git commit -m one{} && git commit -m two{}"),
        ),
        ("git commit -m one && git log -1", commit(&["one"])),
    ),
];
