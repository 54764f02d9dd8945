//! Commands that attack the execution box, each with what a box must make of it. They are only ever run to prove that
//! the box holds; the generator makes none of them.

use crate::runnable::Runnable;

/// One attack. What it runs is private: a table that anyone could write to would be a way into the box.
///
/// ```compile_fail,E0451
/// use guarddiff_corpus::hostile::{Attack, Outcome, runnable};
///
/// let text: &'static str = String::from("git push").leak();
/// runnable(&Attack { name: "mine", outcome: Outcome::Gone, command: text });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// What it tries.
    pub name: &'static str,
    /// How.
    command: &'static str,
    /// What must be seen from outside.
    pub outcome: Outcome,
}

/// What must become of an attack, beside that nothing of it is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The attempt is refused, and the command goes on: a stub starts as `git survived`, none as `git succeeded`.
    Refused,
    /// The run is ended at a limit of its time, output or disk.
    Stopped,
    /// The command ends, or is ended; what it left running is gone.
    Gone,
}

/// The port on which a listener waits for an attack by network, at 127.0.0.1.
pub const PORT: u16 = 47_811;

/// The file that an attack tries to write in the folder for temporary files.
pub const OUTSIDE: &str = "/tmp/guarddiff-escaped";

const fn attack(name: &'static str, outcome: Outcome, command: &'static str) -> Attack {
    Attack { name, command, outcome }
}

/// How long the daemon of [`CRASH`] sleeps, in seconds, by which it is found among all processes.
pub const DAEMON: &str = "4711.25";

/// What is at work when the owner of the box is killed: a daemon that has left the box's folder and its environment.
pub const CRASH: Attack = attack(
    "daemon that is nowhere",
    Outcome::Stopped,
    "( cd /; exec env -i /usr/bin/setsid /usr/bin/sleep 4711.25 </dev/null >/dev/null 2>&1 ) & git survived",
);

/// Every attack but [`CRASH`].
pub const ATTACKS: [Attack; 32] = [
    attack(
        "fork storm",
        Outcome::Stopped,
        "storm() { storm | storm & }; storm; while :; do :; done",
    ),
    attack(
        "endless output",
        Outcome::Stopped,
        "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done",
    ),
    attack(
        "endless complaints",
        Outcome::Stopped,
        "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa >&2; done",
    ),
    attack("endless loop", Outcome::Stopped, "trap '' TERM INT HUP; while :; do :; done"),
    attack("sleep past the limit", Outcome::Stopped, "sleep 1000"),
    attack(
        "sleep in the background",
        Outcome::Stopped,
        "sleep 1000 >/dev/null 2>&1 & git survived",
    ),
    attack(
        "session of its own",
        Outcome::Stopped,
        "setsid sleep 1000 >/dev/null 2>&1 & git survived",
    ),
    attack(
        "daemon by two forks",
        Outcome::Stopped,
        "( ( exec <&- >&- 2>&-; trap '' HUP TERM; setsid sleep 1000 & ) & )",
    ),
    attack(
        "one big file",
        Outcome::Refused,
        "cat /dev/zero >big; [ \"$(find . -size +5M)\" ] && git succeeded; git survived",
    ),
    attack(
        "many files",
        Outcome::Stopped,
        "i=0; while :; do i=$((i+1)); printf '%0100000d' 1 >\"f$i\"; done",
    ),
    attack(
        "many folders",
        Outcome::Stopped,
        "while :; do cat </dev/null >\"$HOME/$((++i))\"; done",
    ),
    attack(
        "write outside",
        Outcome::Refused,
        ": >/tmp/guarddiff-escaped && git succeeded; git survived",
    ),
    attack(
        "write to the box itself",
        Outcome::Refused,
        ": >\"$HOME/../../../first\" && git succeeded; git survived",
    ),
    attack(
        "replace a program",
        Outcome::Refused,
        ": >\"$PATH/git\" && git succeeded; git survived",
    ),
    attack("run another program", Outcome::Refused, "/usr/bin/id && git succeeded; git survived"),
    attack(
        "run a program of its own",
        Outcome::Refused,
        "printf '#!/bin/sh\\n' >p; cat /bin/true >p; /bin/sh -c ./p && git succeeded; git survived",
    ),
    attack("read a secret", Outcome::Refused, "cat /etc/passwd && git succeeded; git survived"),
    attack(
        "TCP",
        Outcome::Refused,
        "exec 3<>/dev/tcp/127.0.0.1/47811 && git succeeded; git survived",
    ),
    attack(
        "UDP",
        Outcome::Refused,
        "echo x >/dev/udp/127.0.0.1/47811 && git succeeded; git survived",
    ),
    attack(
        "signal the parent",
        Outcome::Refused,
        "kill -0 \"$PPID\" && kill -STOP 1; git survived",
    ),
    attack("kill everything", Outcome::Gone, "sleep 1000 & kill -9 -1; kill -9 0; git survived"),
    attack("kill the session", Outcome::Gone, "kill -9 $PPID; kill -9 $$; git survived"),
    attack("stop everything", Outcome::Stopped, "kill -STOP -1; kill -STOP $$; git survived"),
    attack(
        "descriptors that it was given",
        Outcome::Refused,
        "for ((fd = 3; fd < 60; fd++)); do [[ -e /proc/self/fd/$fd ]] && { echo x >&$fd; git succeeded; }; done; \
         git survived",
    ),
    // Only a process with several threads has a task of another number than its own: not bash, but the parent.
    attack(
        "descriptors of the parent",
        Outcome::Refused,
        "cd -P /proc/self; me=${PWD##*/}; \
         for ((p = me - 300; p < me; p++)); do [[ -d /proc/$p ]] || continue; \
         for ((t = p + 1; t < me + 9; t++)); do \
         [[ -e /proc/$p/task/$t/fd/0 || -e /proc/$p/task/$t/fd/1 ]] && git succeeded; done; done; git survived",
    ),
    attack(
        "forged ends",
        Outcome::Stopped,
        "while :; do printf '0\\n' >>\"$HOME/../../ends\"; sleep 0.1; done",
    ),
    attack(
        "forged log",
        Outcome::Refused,
        "printf '3\\0git\\0x\\0' >\"$HOME/../log/0\"; git survived",
    ),
    attack(
        "forged job",
        Outcome::Gone,
        "echo ../../.. >\"$HOME/../../now\"; git unseen; git survived",
    ),
    attack("no log", Outcome::Gone, "find \"$HOME/../log\" -delete; git unseen; git survived"),
    attack("many words", Outcome::Refused, "git {1..20000}; git survived"),
    attack("many starts", Outcome::Stopped, "while :; do git start; done"),
    attack(
        "forbidden folder",
        Outcome::Gone,
        "cd \"$HOME\"; cat </dev/null >x; cd ..; trap 'git survived' EXIT; umask 777; printf x >home/y",
    ),
];

/// The right to run an attack.
pub fn runnable(attack: &Attack) -> Runnable {
    Runnable::new(attack.command.to_owned(), false)
}
