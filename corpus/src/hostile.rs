//! Commands that attack the execution box, each with what a box must make of it. They are only ever run to prove that
//! the box holds; the generator makes none of them.

use crate::runnable::Runnable;

/// One attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// What it tries.
    pub name: &'static str,
    /// How.
    pub command: &'static str,
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

/// Every attack.
pub const ATTACKS: [Attack; 24] = [
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
        ": >\"$HOME/../../command\" && git succeeded; git survived",
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
        "forbidden folder",
        Outcome::Gone,
        "cd \"$HOME\"; cat </dev/null >x; cd ..; trap 'git survived' EXIT; umask 777; printf x >home/y",
    ),
];

/// The right to run an attack.
pub fn runnable(attack: &Attack) -> Runnable {
    Runnable::new(attack.command.to_owned(), false)
}
