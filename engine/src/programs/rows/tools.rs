//! Rows of tracers, sandboxes, benchmarks and the like: data, sorted by name.

use crate::programs::scan;
use crate::programs::wrappers::{PLAIN, Then, Wrapper};

/// Programs that are installed by choice.
pub(super) const ROWS: &[Wrapper] = &[
    Wrapper {
        name: "busybox",
        source: "busybox 1.35",
        options: "list! list-full! install! show! help!",
        plain: "busybox",
        ..PLAIN
    },
    Wrapper {
        name: "caffeinate",
        source: "macOS 14 caffeinate(8)",
        options: "d i m s u t: w:",
        plain: "caffeinate",
        valued: Some("caffeinate -t 60"),
        ..PLAIN
    },
    Wrapper {
        name: "chpst",
        source: "runit 2.1.2",
        options: "u: U: b: e: /: n: l L P 0 1 2 v V m: d: o: p: f: c: r: t:",
        plain: "chpst -P",
        valued: Some("chpst -n 5"),
        ..PLAIN
    },
    Wrapper {
        name: "chronic",
        source: "moreutils 0.67",
        options: "v e",
        plain: "chronic",
        ..PLAIN
    },
    Wrapper {
        name: "cpulimit",
        source: "cpulimit 2.8",
        options: "p,pid! e,exe! P,path! b,background f,foreground c,cpu: l,limit: \
            m,monitor-forks q,quiet k,kill r,restore s,signal: v,verbose z,lazy \
            h,help!",
        plain: "cpulimit -l50 -f --",
        valued: Some("cpulimit -l 50"),
        ..PLAIN
    },
    Wrapper {
        name: "cross-env",
        source: "cross-env 7.0",
        then: Then::Assignments,
        plain: "cross-env A=1",
        ..PLAIN
    },
    Wrapper {
        name: "dbus-run-session",
        source: "D-Bus 1.14",
        options: "dbus-daemon: config-file: help! version!",
        plain: "dbus-run-session",
        ..PLAIN
    },
    Wrapper {
        name: "doas",
        source: "opendoas 6.8.2",
        options: "C! L! n s~ u: a:",
        plain: "doas",
        valued: Some("doas -u root"),
        ..PLAIN
    },
    Wrapper {
        name: "dumb-init",
        source: "dumb-init 1.2.5",
        options: "c,single-child r,rewrite: v,verbose h,help! V,version!",
        plain: "dumb-init",
        valued: Some("dumb-init -r 15:2"),
        ..PLAIN
    },
    Wrapper { name: "eatmydata", source: "libeatmydata 130", plain: "eatmydata", ..PLAIN },
    Wrapper {
        name: "entr",
        source: "entr 5.3",
        options: "a c d n p r s? x z",
        plain: "entr -n",
        ..PLAIN
    },
    Wrapper {
        name: "fakeroot",
        source: "fakeroot 1.31",
        options: "l,lib: f,faked: i: s: u,unknown-is-real b,fd-base: h,help! v,version!",
        then: Then::CommandOrShell,
        plain: "fakeroot",
        valued: Some("fakeroot -s state --"),
        ..PLAIN
    },
    Wrapper {
        name: "faketime",
        source: "libfaketime 0.9.10",
        options: "m f exclude-monotonic p: date-prog: help! version!",
        operands: 1,
        plain: "faketime yesterday",
        valued: Some("faketime -p 1 yesterday"),
        ..PLAIN
    },
    Wrapper {
        name: "firejail",
        source: "firejail 0.9.72",
        options: "--* c help! version! list! tree! top! netstats! cat! ls! get! put! \
            apparmor.print! caps.print! cpu.print! dns.print! fs.print! net.print! \
            netfilter.print! netfilter6.print! profile.print! protocol.print! \
            seccomp.print! shutdown! bandwidth! ids-check! ids-init! debug-caps! \
            debug-errnos! debug-protocols! debug-syscalls! debug-syscalls32!",
        then: Then::CommandOrShell,
        plain: "firejail --quiet",
        ..PLAIN
    },
    Wrapper { name: "gdb", source: "gdb 13.1", then: Then::Behind(&["--args", "-args"]), ..PLAIN },
    Wrapper {
        name: "gosu",
        source: "gosu 1.16",
        options: "help! version!",
        operands: 1,
        plain: "gosu root",
        ..PLAIN
    },
    Wrapper {
        name: "hyperfine",
        source: "hyperfine 1.15",
        options: "w,warmup: m,min-runs: M,max-runs: r,runs: s,setup@ p,prepare@ \
            conclude@ reference@ c,cleanup@ P,parameter-scan? \
            D,parameter-step-size? L,parameter-list? style: S,shell: N \
            i,ignore-failure:: u,time-unit: sort: export-asciidoc: export-csv: \
            export-json: export-markdown: export-orgmode: show-output input: \
            output: min-benchmarking-time: n,command-name: h,help! V,version!",
        then: Then::Each,
        ..PLAIN
    },
    Wrapper { name: "ifne", source: "moreutils 0.67", options: "n", plain: "ifne -n", ..PLAIN },
    Wrapper {
        name: "ltrace",
        source: "ltrace 0.7.3",
        options: "a,align: A: b,no-signals c C,demangle D,debug: e: f F,config: h,help! \
            i l,library: L n,indent: o,output: p: r s: S t T u: V,version! \
            w,where: x:",
        plain: "ltrace",
        valued: Some("ltrace -o out"),
        ..PLAIN
    },
    Wrapper {
        name: "nodemon",
        source: "nodemon 3.1",
        options: "x,exec@ w,watch: e,ext: i,ignore: d,delay: s,signal: q,quiet V,verbose \
            C,on-change-only L,legacy-watch I,no-stdin cwd: config: h,help! \
            v,version! --*",
        then: Then::Options,
        ..PLAIN
    },
    Wrapper {
        name: "numactl",
        source: "numactl 2.0.16",
        options: "a,all b,balancing i,interleave: w,weighted-interleave: p,preferred: \
            P,preferred-many: c,cpubind: C,physcpubind: N,cpunodebind: m,membind: \
            l,localalloc s,show! H,hardware! h,help!",
        plain: "numactl -l",
        valued: Some("numactl -N 0"),
        ..PLAIN
    },
    Wrapper {
        name: "pkexec",
        source: "polkit 122",
        options: "user: disable-internal-agent keep-cwd help! version!",
        then: Then::CommandOrShell,
        plain: "pkexec",
        valued: Some("pkexec --user root"),
        ..PLAIN
    },
    Wrapper {
        name: "proxychains",
        source: "proxychains-ng 4.16",
        options: "q f:",
        plain: "proxychains -q",
        valued: Some("proxychains -f conf"),
        ..PLAIN
    },
    Wrapper {
        name: "proxychains4",
        source: "proxychains-ng 4.16",
        options: "q f:",
        plain: "proxychains4 -q",
        valued: Some("proxychains4 -f conf"),
        ..PLAIN
    },
    Wrapper {
        name: "rlwrap",
        source: "rlwrap 0.46",
        options: "a,always-readline:: A,ansi-colour-aware b,break-chars: \
            c,complete-filenames C,command-name: D,history-no-dupes: \
            e,extra-char-after-completion: f,file: g,forget-matching: h,help! \
            H,history-filename: i,case-insensitive I,pass-sigint-as-sigterm \
            l,logfile: m,multi-line:: M,multi-line-ext: n,no-warnings \
            N,no-children o,one-shot O,only-cook: p,prompt-colour:: P,pre-given: \
            q,quote-characters: r,remember R,renice s,histsize: \
            S,substitute-prompt: t,set-term-name: U,mirror-arguments v,version! \
            w,wait-before-prompt: W,polling z? filter?",
        plain: "rlwrap",
        valued: Some("rlwrap -s 5"),
        ..PLAIN
    },
    Wrapper {
        name: "rsync",
        source: "rsync 3.2",
        options: "v q c a r R b u d l L k K H p E A X o g D t U N O J S n W x y C 0 s P h i z 4 6 f: F M: B: T: e,rsh@ rsync-path: exclude: include: filter: files-from: port: log-file:",
        then: Then::Own(scan::scan),
        ..PLAIN
    },
    Wrapper { name: "scp", source: "OpenSSH 9.2", then: Then::Own(scan::ssh), ..PLAIN },
    Wrapper {
        name: "setuidgid",
        source: "daemontools 0.76",
        operands: 1,
        plain: "setuidgid root",
        ..PLAIN
    },
    Wrapper { name: "sftp", source: "OpenSSH 9.2", then: Then::Own(scan::ssh), ..PLAIN },
    Wrapper { name: "sg", source: "shadow 4.13", operands: 1, then: Then::CodeWord, ..PLAIN },
    Wrapper { name: "ssh", source: "OpenSSH 9.2", then: Then::Own(scan::ssh), ..PLAIN },
    Wrapper {
        name: "strace",
        source: "strace 6.1",
        options: "a,columns: A,output-append-mode b,detach-on: c,summary-only C,summary \
            d,debug D e: E,env: f,follow-forks F h,help! i,instruction-pointer \
            I,interruptible: k stack-trace,stack-traces:: n,syscall-number \
            o,output: O,summary-syscall-overhead: p,attach: P,trace-path: q r \
            s,string-limit: S,summary-sort-by: t T u,user: U,summary-columns: \
            v,no-abbrev V,version! w,summary-wall-clock x X,const-print-style: y Y \
            z,successful-only Z,failed-only abbrev: absolute-timestamps:: \
            timestamps:: daemonize:: daemonised:: daemonized:: decode-fds:: \
            decode-pids: fault: inject: kvm: output-separately quiet:: raw: read: \
            relative-timestamps:: seccomp-bpf signal: signals: silence:: silent:: \
            status: strings-in-hex:: syscall-limit: syscall-times:: tips:: trace: \
            verbose: write:",
        plain: "strace",
        valued: Some("strace -o out"),
        ..PLAIN
    },
    Wrapper { name: "su-exec", source: "su-exec 0.2", operands: 1, plain: "su-exec root", ..PLAIN },
    Wrapper {
        name: "sudo",
        source: "sudo 1.9.13",
        options: "A,askpass b,background B,bell C,close-from: D,chdir: E preserve-env:: \
            e,edit! g,group: H,set-home help! h? host? i,login~ \
            K,remove-timestamp! k,reset-timestamp l,list! n,non-interactive \
            N,no-update P,preserve-groups p,prompt: R,chroot: r,role: S,stdin \
            s,shell~ t,type: T,command-timeout: U,other-user: u,user: V,version! \
            v,validate!",
        then: Then::Assignments,
        plain: "sudo",
        valued: Some("sudo -u root"),
        ..PLAIN
    },
    Wrapper {
        name: "systemd-run",
        source: "systemd 252",
        options: "h,help! version! no-ask-password user system H,host? M,machine? scope \
            u,unit: p,property: description: slice: slice-inherit no-block \
            r,remain-after-exit wait send-sighup service-type: uid: gid: nice: \
            working-directory: d,same-dir E,setenv: t,pty P,pipe q,quiet G,collect \
            S,shell? background: path-property: socket-property: on-active: \
            on-boot: on-startup: on-unit-active: on-unit-inactive: on-calendar: \
            on-timezone-change on-clock-change timer-property:",
        plain: "systemd-run --user --wait",
        valued: Some("systemd-run -p Nice=5"),
        ..PLAIN
    },
    Wrapper {
        name: "tini",
        source: "tini 0.19",
        options: "s p: v w g e: l! h! version!",
        plain: "tini --",
        valued: Some("tini -p SIGTERM --"),
        ..PLAIN
    },
    Wrapper {
        name: "torsocks",
        source: "torsocks 2.3",
        options: "h,help! shell? version! d,debug q,quiet u,user: p,pass: i,isolate \
            6,ipv6 a,address: P,port:",
        plain: "torsocks",
        valued: Some("torsocks -P 9050"),
        ..PLAIN
    },
    Wrapper {
        name: "toybox",
        source: "toybox 0.8.8",
        options: "long! help! version!",
        plain: "toybox",
        ..PLAIN
    },
    Wrapper { name: "unbuffer", source: "expect 5.45", options: "p", plain: "unbuffer", ..PLAIN },
    Wrapper {
        name: "valgrind",
        source: "valgrind 3.19",
        options: "--* d q,quiet s v,verbose h,help! version!",
        plain: "valgrind --leak-check=no",
        ..PLAIN
    },
    Wrapper {
        name: "xvfb-run",
        source: "xvfb 21.1",
        options: "a,auto-servernum d,auto-display e,error-file: f,auth-file: \
            n,server-num: l,listen-tcp p,xauth-protocol: s,server-args: w,wait: \
            h,help!",
        plain: "xvfb-run",
        valued: Some("xvfb-run -n 99"),
        ..PLAIN
    },
];
