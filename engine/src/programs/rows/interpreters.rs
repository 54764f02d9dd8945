//! Rows of interpreters of other languages: data, sorted by name.

use crate::programs::wrappers::{PLAIN, Then, Wrapper};
use crate::programs::{interpreters, scan};

/// Options of gawk, which knows those of the others.
const AWK: &str = "F,field-separator: v,assign: f,file: e,source% i,include: l,load? b c d:: D:: \
    E:: g h! I k L:: M n N o:: O p:: P r s S t V! W: help! version! posix \
    traditional characters-as-bytes use-lc-numeric re-interval sandbox! lint:: csv";

/// Options of GNU sed.
const SED: &str = "n,quiet,silent debug e,expression% f,file: follow-symlinks i,in-place:: \
    l,line-length: posix E,r,regexp-extended s,separate sandbox! u,unbuffered \
    z,null-data b,binary a help! version!";

/// Interpreters, and what is handled as one.
pub(super) const ROWS: &[Wrapper] = &[
    Wrapper {
        name: "R",
        source: "R 4.2",
        options: "e% f,file: g,gui: d,debugger: vanilla slave s no-echo q,quiet silent \
            no-save no-restore save no-environ no-readline interactive args! CMD! \
            help! version!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "Rscript",
        source: "R 4.2",
        options: "e% default-packages: vanilla slave no-echo no-save no-restore \
            no-environ no-site-file no-init-file verbose version! help!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "awk",
        source: "gawk 5.2",
        options: AWK,
        then: Then::Own(interpreters::awk),
        ..PLAIN
    },
    Wrapper {
        name: "cmd",
        source: "Windows 11 cmd",
        options: "/c /k //c //k",
        then: Then::Own(interpreters::rest),
        ..PLAIN
    },
    Wrapper {
        name: "cmd.exe",
        source: "Windows 11 cmd",
        options: "/c /k //c //k",
        then: Then::Own(interpreters::rest),
        ..PLAIN
    },
    Wrapper {
        name: "elixir",
        source: "Elixir 1.14",
        options: "e,eval% r: S: pr: pa: pz: erl: cookie: sname: name: no-halt v,version! h,help!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "elvish",
        source: "elvish 0.21",
        options: "c% norc rc: version! help!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "emacs",
        source: "Emacs 28",
        options: "eval% execute% -eval% -execute%",
        then: Then::Own(scan::scan),
        ..PLAIN
    },
    Wrapper {
        name: "emacsclient",
        source: "Emacs 28",
        options: "e,eval%",
        then: Then::Own(scan::scan),
        ..PLAIN
    },
    Wrapper { name: "ex", source: "Vim 9.0", then: Then::Own(scan::vim), ..PLAIN },
    Wrapper {
        name: "expect",
        source: "Expect 5.45",
        options: "c% d D: f: b: i n N v!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "fish",
        source: "fish 3.6",
        options: "c,command% C,init-command% d,debug: o,debug-output: f,features: \
            i,interactive l,login n,no-execute! N,no-config p,profile: P,private \
            D,debug-stack-frames: h,help! v,version!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "gawk",
        source: "gawk 5.2",
        options: AWK,
        then: Then::Own(interpreters::awk),
        ..PLAIN
    },
    Wrapper {
        name: "ghc",
        source: "GHC 9.4",
        options: "e% v V! help! version!",
        then: Then::Options,
        ..PLAIN
    },
    Wrapper {
        name: "groovy",
        source: "Groovy 4.0",
        options: "e% cp: D: l:: n p i:: h! v!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "gsed",
        source: "GNU sed 4.9",
        options: SED,
        then: Then::Own(interpreters::sed),
        ..PLAIN
    },
    Wrapper { name: "gvim", source: "Vim 9.0", then: Then::Own(scan::vim), ..PLAIN },
    Wrapper {
        name: "julia",
        source: "Julia 1.10",
        options: "e,eval% E,print% L,load: J,sysimage: p,procs: t,threads: project:: i \
            q,quiet startup-file: O,optimize:: compile: g color: depwarn: \
            v,version! h,help!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "lua",
        source: "Lua 5.4",
        options: "e% l: i v E W",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "luajit",
        source: "LuaJIT 2.1",
        options: "e% l: i v E b! j: O::",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "mawk",
        source: "mawk 1.3.4",
        options: AWK,
        then: Then::Own(interpreters::awk),
        ..PLAIN
    },
    Wrapper {
        name: "nawk",
        source: "gawk 5.2",
        options: AWK,
        then: Then::Own(interpreters::awk),
        ..PLAIN
    },
    Wrapper {
        name: "node",
        source: "Node.js 20",
        options: "-pe% e,eval% p,print% c,check h,help! i,interactive r,require: import: \
            loader,experimental-loader: input-type: env-file: C,conditions: title: \
            test run! v,version! enable-source-maps no-warnings watch watch-path: \
            inspect:: inspect-brk:: max-old-space-size: trace-warnings",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "nu",
        source: "nushell 0.100",
        options: "c,commands% e,execute% l,login i,interactive n,no-config-file config: \
            env-config: m,table-mode: stdin log-level: log-target: v,version! \
            h,help!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper { name: "nvim", source: "Vim 9.0", then: Then::Own(scan::vim), ..PLAIN },
    Wrapper {
        name: "osascript",
        source: "macOS 14 osascript(1)",
        options: "e% l: i s:",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "perl",
        source: "perl 5.36",
        options: "e% E% a c C:: d:: D:: F:: h! i:: I: l M:: m:: n p s S t T u U v! V:: w \
            W x:: X f 0 1 2 3 4 5 6 7 g",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "php",
        source: "PHP 8.2",
        options: "r% B% R% E% F: a c: n d: e f: h! i! l! m! q s S: t: v! w! z: rf! rc! \
            re! ini! help! version! run%",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "powershell",
        source: "PowerShell 7.4",
        options: "-c -command /c /command -encodedcommand -ec -e",
        then: Then::Own(interpreters::rest),
        ..PLAIN
    },
    Wrapper {
        name: "powershell.exe",
        source: "PowerShell 7.4",
        options: "-c -command /c /command -encodedcommand -ec -e",
        then: Then::Own(interpreters::rest),
        ..PLAIN
    },
    Wrapper {
        name: "pwsh",
        source: "PowerShell 7.4",
        options: "-c -command /c /command -encodedcommand -ec -e",
        then: Then::Own(interpreters::rest),
        ..PLAIN
    },
    Wrapper {
        name: "pwsh.exe",
        source: "PowerShell 7.4",
        options: "-c -command /c /command -encodedcommand -ec -e",
        then: Then::Own(interpreters::rest),
        ..PLAIN
    },
    Wrapper {
        name: "pypy",
        source: "PyPy 7.3",
        options: "b B c% d E h! i I m! O q s S u v V! W: x X: jit: help! version!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "python",
        source: "Python 3.11",
        options: "b B c% d E h! i I m! O P q s S u v V! W: x X: check-hash-based-pycs: \
            help! version!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "ruby",
        source: "ruby 3.1",
        options: "e% a c C: d E: F: h! i:: I: K:: l n p r: s S T:: U v w W:: x:: y 0 1 2 \
            3 4 5 6 7 external-encoding: internal-encoding: encoding: disable: \
            enable: help! version! copyright! jit yjit verbose",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "sed",
        source: "GNU sed 4.9",
        options: SED,
        then: Then::Own(interpreters::sed),
        ..PLAIN
    },
    Wrapper { name: "tclsh", source: "Tcl 8.6", options: "encoding:", then: Then::Script, ..PLAIN },
    Wrapper {
        name: "tmux",
        source: "tmux 3.3",
        options: "new-session new new-window neww split-window splitw respawn-pane \
            respawnp respawn-window respawnw run-shell run if-shell if pipe-pane \
            pipep display-popup popup send-keys send bind-key bind set-hook",
        then: Then::Own(interpreters::rest),
        ..PLAIN
    },
    Wrapper {
        name: "ts-node",
        source: "ts-node 10.9",
        options: "e,eval% p,print% r,require: import: loader: tsconfig: P,project: \
            T,transpile-only esm no-cache include: conditions: v,version! h,help!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper {
        name: "tsx",
        source: "tsx 4.19",
        options: "e,eval% p,print% r,require: import: loader: tsconfig: P,project: \
            T,transpile-only esm no-cache include: conditions: v,version! h,help!",
        then: Then::Script,
        ..PLAIN
    },
    Wrapper { name: "vi", source: "Vim 9.0", then: Then::Own(scan::vim), ..PLAIN },
    Wrapper { name: "view", source: "Vim 9.0", then: Then::Own(scan::vim), ..PLAIN },
    Wrapper { name: "vim", source: "Vim 9.0", then: Then::Own(scan::vim), ..PLAIN },
    Wrapper { name: "vimdiff", source: "Vim 9.0", then: Then::Own(scan::vim), ..PLAIN },
    Wrapper {
        name: "xonsh",
        source: "xonsh 0.14",
        options: "c% i,interactive l,login rc: no-rc no-env D: shell-type: h,help! V,version!",
        then: Then::Script,
        ..PLAIN
    },
];
