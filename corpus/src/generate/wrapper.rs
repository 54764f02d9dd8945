//! Programs that run the rest of their words as a command, in spellings with and without options that take a value.

use super::maker::Maker;
use super::syntax::{Item, ItemKind, Simple};

/// Where a wrapper can stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// A reserved word: at the head of a pipeline only.
    Keyword,
    /// A builtin: directly in the shell only.
    Builtin,
    /// A program: before any other program.
    Program,
}

/// One wrapper and its spellings.
#[derive(Debug)]
pub(super) struct Wrapper {
    /// The program's name.
    pub(super) name: &'static str,
    standing: Standing,
    /// Whether the execution box has it.
    runnable: bool,
    spellings: &'static [&'static str],
}

const fn wrapper(
    name: &'static str,
    standing: Standing,
    runnable: bool,
    spellings: &'static [&'static str],
) -> Wrapper {
    Wrapper { name, standing, runnable, spellings }
}

/// Every wrapper of the grammar.
pub(super) const WRAPPERS: [Wrapper; 24] = [
    wrapper("time", Standing::Keyword, true, &["time", "time -p"]),
    wrapper("command", Standing::Builtin, true, &["command", "command --"]),
    wrapper("exec", Standing::Builtin, true, &["exec", "exec -a tool"]),
    wrapper("builtin", Standing::Builtin, true, &["builtin command"]),
    wrapper(
        "timeout",
        Standing::Program,
        true,
        &[
            "timeout 300",
            "timeout 300",
            "timeout -k 5 300",
            "timeout --signal=KILL 30",
            "timeout -s KILL -k 5 2m",
            "timeout --preserve-status 30",
        ],
    ),
    wrapper(
        "env",
        Standing::Program,
        true,
        &[
            "env",
            "env A=1",
            "env -u X",
            "env A=1 B=2",
            "env --unset=X",
            "env --chdir=. A=1",
            "env -u X -u Y",
        ],
    ),
    wrapper(
        "nice",
        Standing::Program,
        true,
        &["nice", "nice -n 5", "nice --adjustment=5", "nice -5"],
    ),
    wrapper("nohup", Standing::Program, true, &["nohup"]),
    wrapper("stdbuf", Standing::Program, true, &["stdbuf -oL", "stdbuf -o L", "stdbuf -oL -eL"]),
    wrapper("setsid", Standing::Program, true, &["setsid", "setsid -w", "setsid --wait"]),
    wrapper("ionice", Standing::Program, true, &["ionice -c 3", "ionice -c2 -n 7"]),
    wrapper("chrt", Standing::Program, true, &["chrt -b 0", "chrt --idle 0"]),
    wrapper("taskset", Standing::Program, true, &["taskset -c 0", "taskset 1"]),
    wrapper(
        "flock",
        Standing::Program,
        true,
        &["flock lockfile", "flock -w 2 lockfile", "flock -n lockfile"],
    ),
    wrapper(
        "sudo",
        Standing::Program,
        false,
        &["sudo -u git", "sudo -E", "sudo", "sudo --user=root"],
    ),
    wrapper("doas", Standing::Program, false, &["doas -u git", "doas"]),
    wrapper("strace", Standing::Program, false, &["strace -f -o trace.out", "strace -f"]),
    wrapper("busybox", Standing::Program, false, &["busybox timeout 5", "busybox nice -n 5"]),
    wrapper("pnpm", Standing::Program, false, &["pnpm exec", "pnpm exec --"]),
    wrapper("npx", Standing::Program, false, &["npx", "npx --no-install", "npx -y"]),
    wrapper("bunx", Standing::Program, false, &["bunx", "bunx --bun"]),
    wrapper("bun", Standing::Program, false, &["bun x", "bun run"]),
    wrapper("mise", Standing::Program, false, &["mise exec --", "mise x node@22 --"]),
    wrapper("yarn", Standing::Program, false, &["yarn exec", "yarn exec --"]),
];

/// Puts a wrapper in front of a command, and sometimes further ones. `forced` names one that must be among them.
/// `head`: the command stands at the head of a pipeline, so that `time` is a reserved word there.
pub(super) fn wrap(make: &mut Maker, simple: Simple, head: bool, forced: Option<usize>) -> Simple {
    let wraps = |standing| move |&place: &usize| WRAPPERS[place].standing == standing;
    let places = || (0..WRAPPERS.len()).collect::<Vec<_>>();
    let mut chosen = Vec::new();
    if let Some(place) = forced {
        chosen.push(place);
    }
    let programs: Vec<usize> = places().into_iter().filter(wraps(Standing::Program)).collect();
    let wanted = match make.stream.below(20) {
        0..13 => 1,
        13..18 => 2,
        _ => 3,
    };
    while chosen.len() < wanted {
        // Everyday wrappers first: timeout and env are two of three.
        let place =
            if make.chance(45) { 4 + make.stream.below(2) as usize } else { make.pick(&programs) };
        chosen.push(place);
    }
    if chosen.len() < 3 && make.chance(12) {
        let builtins: Vec<usize> = places().into_iter().filter(wraps(Standing::Builtin)).collect();
        chosen.push(make.pick(&builtins));
    }
    if make.chance(10) {
        chosen.push(0);
    }
    // Reserved words stand before builtins, builtins before programs, and one of each at most.
    chosen.sort_by_key(|&place| WRAPPERS[place].standing as u8);
    chosen.dedup_by(|b, a| {
        let (a, b) = (WRAPPERS[*a].standing, WRAPPERS[*b].standing);
        a == b && a != Standing::Program
    });
    prefix(make, simple, head, &chosen)
}

fn prefix(make: &mut Maker, mut simple: Simple, head: bool, chosen: &[usize]) -> Simple {
    let is_word = |item: &Item| matches!(item.kind, ItemKind::Word { .. });
    let Some(first) = simple.items.iter().position(is_word) else {
        return simple;
    };
    let mut words = Vec::new();
    let mut front = simple.front;
    for &place in chosen {
        let wrapper = &WRAPPERS[place];
        if wrapper.standing == Standing::Keyword && !(head && first == 0) {
            continue;
        }
        simple.keyword_head |= wrapper.standing == Standing::Keyword;
        make.runnable &= wrapper.runnable;
        make.parts.wrappers.insert(wrapper.name);
        simple.parts.wrappers.insert(wrapper.name);
        let spelling = make.pick(wrapper.spellings);
        front.exec |= wrapper.name == "exec";
        front.time |= wrapper.name == "time";
        front.detaches |= spelling == "setsid";
        front.idles |= spelling == "chrt --idle 0";
        front.batches |= spelling == "chrt -b 0";
        front.refused |= front.idles && spelling == "chrt -b 0";
        words.extend(spelling.split(' ').map(|word| match word {
            // A lock within the same lock would wait for ever.
            "lockfile" => Item::word(make.lock()),
            word => Item::word(word),
        }));
    }
    front.words += words.len();
    simple.front = front;
    simple.items.splice(first..first, words);
    simple
}
