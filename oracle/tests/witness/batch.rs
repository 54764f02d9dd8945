//! Many commands in one bash: each answer is the one that the command gets alone.

use super::bash;
use crate::shared::shared_commands;

/// Commands that reach for what stands behind them in a batch, or look like the batch's own separators.
const HOSTILE: &[&str] = &[
    "a",
    "",
    "# only a comment",
    "\n\n\na\n\n\n",
    "echo '",
    "'",
    "echo \"a\nb",
    "cat <<E\nfoo",
    "foo\nE",
    "cat <<E",
    "cat <<''\nfoo",
    "cat <<''\nfoo\n",
    "cat <<'E' |\nbody\nE\ngrep x",
    "cat <<E &&",
    "a <<E; b; c\nbody\nE",
    "a \\",
    "\\",
    "a\n\\",
    "a \\\\",
    "# a \\",
    "a &&",
    "a |",
    "a &",
    "{",
    "a; }",
    "(",
    ")",
    "echo $(a",
    "b)",
    "echo \"$(",
    ")\"",
    "echo `a",
    "`",
    "x=(",
    "case x in",
    "a) b;; esac",
    "if a; then",
    "fi",
    "f()",
    "[[ a",
    "((",
    "${x:-",
    "}",
    ":  guarddiff0_3",
    ": guarddiff0_3\n\n: guarddiff0_4\n\n",
    "cat <<E\n:  guarddiff1_2\n\n: guarddiff2_3\n\nE",
    ":  guard\\\ndiff3_5\n\nx",
    "echo $(a\n:  guarddiff0_9\n\nb)",
    "a\0b",
    "a\r",
    "\u{feff}a",
    "é \u{a0} 'ü'",
    "echo $'\\xff'",
    "time",
    "! !",
    "coproc a b",
    "for ((;;)); do a; done",
    "exit",
    "set -v\nset -n\nshopt -s extglob\nls !(a)",
    "a;;",
    "select x do a; done <<E",
];

#[track_caller]
fn check_batch(commands: &[&str]) {
    let Some(bash) = bash() else { return };
    let batch = bash.reprint_all(commands);
    assert_eq!(batch.len(), commands.len());
    for (command, batch) in commands.iter().zip(batch) {
        assert_eq!(batch, bash.reprint(command), "{command:?}");
    }
}

#[test]
fn a_batch_says_what_single_questions_say() {
    check_batch(&[]);
    check_batch(HOSTILE);
    let backwards: Vec<&str> = HOSTILE.iter().copied().rev().collect();
    check_batch(&backwards);
    let spaced: Vec<&str> = HOSTILE.iter().flat_map(|command| ["a b", command, "c"]).collect();
    check_batch(&spaced);
}

#[test]
fn a_batch_of_two_is_never_one_command() {
    let Some(bash) = bash() else { return };
    let alone = bash.reprint_all(HOSTILE);
    for (first, alone) in HOSTILE.iter().zip(&alone) {
        for second in
            ["'", "E", ")", "b)", "}", "done", "b;; esac", "fi", "`", ")\"", "a) b;; esac"]
        {
            assert_eq!(
                bash.reprint_all(&[first, second])[0],
                *alone,
                "{first:?} before {second:?}"
            );
        }
    }
}

#[test]
fn a_batch_of_real_commands_says_what_single_questions_say() {
    // A process for each command of the whole files takes a minute.
    let step = if std::env::var_os("GUARDDIFF_WHOLE").is_some() { 1 } else { 29 };
    for file in ["corpora/commands/agents.jsonl", "corpora/commands/suites.jsonl"] {
        let commands = shared_commands(file);
        let sample: Vec<&str> = commands.iter().step_by(step).map(String::as_str).collect();
        check_batch(&sample);
    }
}
