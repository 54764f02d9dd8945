//! The plan's five incidents, in its order.

use guarddiff_engine::facts::Check::{GuardRelevant, NoVerify, StagesAndCommits, UnitVerdicts};

use super::told::{GIT, NOTHING, commit};
use super::{IncidentCase, incident};

pub(super) const INCIDENTS: [IncidentCase; 5] = [
    incident(
        "prose-mention",
        GuardRelevant,
        "plan, incident 1",
        ("echo \"remember to run git status later\"", NOTHING),
        ("echo \"state:\" && git status", GIT.units(&[("echo \"state:\"", false), ("git status", false)])),
    ),
    incident(
        "heredoc-prose",
        StagesAndCommits,
        "plan, incident 2",
        ("cat > howto.md <<'EOF'\ngit add -A\ngit commit -m demo\nEOF", NOTHING.units(&[("cat", false)])),
        (
            "cat > howto.md <<'EOF'\nstage, then commit\nEOF\ngit add howto.md\ngit commit -m demo",
            commit(&["demo"]).staging().spliced(
                "cat > howto.md <<'EOF'\nstage, then commit\nEOF\ngit add howto.md\ngit commit -m demo{}",
            ),
        ),
    ),
    incident(
        "verify-fixture",
        NoVerify,
        "plan, incident 3",
        (
            "cat > guard.test.js <<'JS'\nexpect(block('git commit --no-verify')).toBe(true)\nJS",
            NOTHING.units(&[("cat", false)]),
        ),
        (
            "cat > guard.test.js <<'JS'\nexpect(block(command)).toBe(true)\nJS\ngit commit --no-verify -m tests",
            commit(&["tests"]).skipping().units(&[("cat", false), ("git commit --no-verify -m tests", false)]),
        ),
    ),
    incident(
        "unit-veto",
        UnitVerdicts,
        "plan, incident 4",
        (
            "head -5 /tmp/report.log; git push origin main",
            GIT.units(&[("head -5 /tmp/report.log", false), ("git push origin main", true)]),
        ),
        ("git push origin main", GIT.units(&[("git push origin main", true)])),
    ),
    incident(
        "wrapper-value",
        NoVerify,
        "plan, incident 5",
        (
            "timeout 300 git commit -n -m work",
            commit(&["work"])
                .skipping()
                .spliced("timeout 300 git commit -n -m work{}")
                .units(&[("timeout 300 git commit -n -m work", false)]),
        ),
        (
            "nohup git commit -n -m work",
            commit(&["work"]).skipping().spliced("nohup git commit -n -m work{}"),
        ),
    ),
];
