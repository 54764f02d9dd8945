//! Rows of coreutils, util-linux, findutils and their kind: data, sorted by name.

use crate::programs::wrappers::{PLAIN, Then, Wrapper};
use crate::programs::{env, find, parallel, scan, users};

/// Options of setarch under the name of an architecture.
const SETARCH: &str = "B,32bit F,fdpic-funcptrs I,short-inode L,addr-compat-layout \
    R,addr-no-randomize S,whole-seconds T,sticky-timeouts X,read-implies-exec \
    Z,mmap-page-zero 3,3gb 4gb uname-2.6 v,verbose list! h,help! V,version!";

/// Options of GNU tar that hold code, and the letters beside them.
const TAR: &str = "A c d,diff,compare r t u x b: B \
    C,directory: f,file: F,info-script,new-volume-script@ g: G h H: i I,use-compress-program@ \
    J j k K: l L: m M n N: o O P p R s S T: U v V: w W X: z Z \
    to-command@ checkpoint-action: rsh-command@ exclude:";

/// Options of GNU make.
const MAKE: &str = "b m B,always-make C,directory: d e,environment-overrides E,eval% \
    f,file,makefile: i,ignore-errors I,include-dir: j,jobs:: k,keep-going l,load-average:: L \
    n,just-print,dry-run,recon o,old-file: O,output-sync:: p q r R s,silent,quiet S t,touch w,print-directory W,what-if:";

/// Programs that a Linux system brings along.
pub(super) const ROWS: &[Wrapper] = &[
    Wrapper {
        name: "at",
        source: "at 3.2.5",
        options: "V! q: f! m M v b u: t: l! d! r! c!",
        then: Then::Stdin,
        ..PLAIN
    },
    Wrapper {
        name: "batch",
        source: "at 3.2.5",
        options: "V! q: f! m M v b u: t: l! d! r! c!",
        then: Then::Stdin,
        ..PLAIN
    },
    Wrapper {
        name: "choom",
        source: "util-linux 2.38.1",
        options: "n,adjust: p,pid! h,help! V,version!",
        plain: "choom -n 0 --",
        valued: Some("choom -n 0"),
        ..PLAIN
    },
    Wrapper {
        name: "chroot",
        source: "GNU coreutils 9.1",
        options: "groups: userspec: skip-chdir help! version!",
        operands: 1,
        then: Then::CommandOrShell,
        plain: "chroot /",
        ..PLAIN
    },
    Wrapper {
        name: "chrt",
        source: "util-linux 2.38.1",
        options: "b,batch d,deadline f,fifo i,idle o,other r,rr R,reset-on-fork \
            T,sched-runtime: P,sched-period: D,sched-deadline: a,all-tasks m,max! \
            p,pid! v,verbose h,help! V,version!",
        operands: 1,
        plain: "chrt -o 0",
        ..PLAIN
    },
    Wrapper {
        name: "env",
        source: "GNU coreutils 9.1",
        options: "i,ignore-environment 0,null u,unset: C,chdir: S,split-string: a,argv0: \
            P: v,debug block-signal:: default-signal:: ignore-signal:: \
            list-signal-handling help! version!",
        then: Then::Own(env::read),
        plain: "env",
        valued: Some("env -u FOO"),
        ..PLAIN
    },
    Wrapper { name: "fd", source: "fd 8.6", then: Then::Own(find::fd), ..PLAIN },
    Wrapper { name: "fdfind", source: "fd 8.6", then: Then::Own(find::fd), ..PLAIN },
    Wrapper { name: "find", source: "findutils 4.9", then: Then::Own(find::find), ..PLAIN },
    Wrapper {
        name: "flock",
        source: "util-linux 2.38.1",
        options: "s,shared x,e,exclusive u,unlock n,nb,nonblock w,wait,timeout: \
            E,conflict-exit-code: o,close F,no-fork verbose h,help! V,version!",
        operands: 1,
        then: Then::CommandOrCode(&["-c", "--command"]),
        plain: "flock lockfile",
        valued: Some("flock -w 2 lockfile"),
    },
    Wrapper {
        name: "gmake",
        source: "GNU make 4.3",
        options: MAKE,
        then: Then::Own(scan::make),
        ..PLAIN
    },
    Wrapper {
        name: "gtar",
        source: "GNU tar 1.34",
        options: TAR,
        then: Then::Own(scan::tar),
        ..PLAIN
    },
    Wrapper {
        name: "i386",
        source: "util-linux 2.38.1",
        options: SETARCH,
        then: Then::CommandOrShell,
        plain: "i386",
        ..PLAIN
    },
    Wrapper {
        name: "i686",
        source: "util-linux 2.38.1",
        options: SETARCH,
        then: Then::CommandOrShell,
        plain: "i686",
        ..PLAIN
    },
    Wrapper {
        name: "ionice",
        source: "util-linux 2.38.1",
        options: "c,class: n,classdata: p,pid! P,pgid! u,uid! t,ignore h,help! V,version!",
        plain: "ionice",
        valued: Some("ionice -c 3"),
        ..PLAIN
    },
    Wrapper {
        name: "linux32",
        source: "util-linux 2.38.1",
        options: SETARCH,
        then: Then::CommandOrShell,
        plain: "linux32",
        ..PLAIN
    },
    Wrapper {
        name: "linux64",
        source: "util-linux 2.38.1",
        options: SETARCH,
        then: Then::CommandOrShell,
        plain: "linux64",
        ..PLAIN
    },
    Wrapper {
        name: "make",
        source: "GNU make 4.3",
        options: MAKE,
        then: Then::Own(scan::make),
        ..PLAIN
    },
    Wrapper {
        name: "man",
        source: "man-db 2.11",
        options: "C: R: L: m: M: S: s: e: i I a f k K l w W c d D E: p: P,pager@ r:: t T:: H:: X:: Z u V 7",
        then: Then::Own(scan::scan),
        ..PLAIN
    },
    Wrapper {
        name: "nice",
        source: "GNU coreutils 9.1",
        options: "# n,adjustment: help! version!",
        plain: "nice",
        valued: Some("nice -n 10"),
        ..PLAIN
    },
    Wrapper {
        name: "nohup",
        source: "GNU coreutils 9.1",
        options: "help! version!",
        plain: "nohup",
        ..PLAIN
    },
    Wrapper {
        name: "nsenter",
        source: "util-linux 2.38.1",
        options: "m,mount:: u,uts:: i,ipc:: n,net:: p,pid:: U,user:: C,cgroup:: T,time:: \
            a,all t,target: preserve-credentials r,root:: w,wd:: W,wdns: S,setuid: \
            G,setgid: F,no-fork Z,follow-context e,env h,help! V,version!",
        then: Then::CommandOrShell,
        plain: "nsenter -a",
        valued: Some("nsenter -t 1 -m"),
        ..PLAIN
    },
    Wrapper {
        name: "parallel",
        source: "GNU parallel 20221122",
        options: "0,null a,arg-file? bar bg C,colsep? color color-failed,cf compress \
            ctag csv d,delimiter: delay: D dry-run! e,eof:: E: embed? eta fg fifo? \
            files filter: gnu group k,keep-order K,no-keep-order \
            halt,halt-on-error: header? I? i,replace? j,P,jobs,max-procs,proc: \
            joblog,jl: L: l,max-lines:: lb,line-buffer,linebuffer load: \
            link,xapply m memfree: memsuspend: max-args,n: max-replace-args,N: \
            nice: noswap o,open-tty p,interactive plain plus? progress q,quote? \
            r,no-run-if-empty results,res: resume resume-failed retry-failed? \
            retries: s,max-chars: semaphore? silent shuf t,verbose tag tagstring: \
            timeout: tmpdir: tmux? tmuxpane? total-jobs: trim: u,ungroup v wait \
            will-cite X x,exit xargs h,help! V,version! citation! record-env! \
            number-of-cpus! number-of-cores! show-limits",
        then: Then::Own(parallel::parallel),
        ..PLAIN
    },
    Wrapper {
        name: "prlimit",
        source: "util-linux 2.38.1",
        options: "p,pid! o,output: noheadings raw verbose c,core:: d,data:: e,nice:: \
            f,fsize:: i,sigpending:: l,memlock:: m,rss:: n,nofile:: q,msgqueue:: \
            r,rtprio:: s,stack:: t,cpu:: u,nproc:: v,as:: x,locks:: y,rttime:: \
            h,help! V,version!",
        plain: "prlimit",
        valued: Some("prlimit -o SOFT"),
        ..PLAIN
    },
    Wrapper {
        name: "runuser",
        source: "util-linux 2.38.1",
        options: "u,user: m,p,preserve-environment w,whitelist-environment: g,group: \
            G,supp-group: l,login c,command@ session-command@ f,fast s,shell: \
            P,pty h,help! V,version!",
        then: Then::Own(users::runuser),
        plain: "runuser -u root --",
        valued: Some("runuser -g root -u root --"),
        ..PLAIN
    },
    Wrapper {
        name: "script",
        source: "util-linux 2.38.1",
        options: "I,log-in: O,log-out: B,log-io: T,log-timing: t,timing:: \
            m,logging-format: a,append c,command@ e,return f,flush F k r force \
            E,echo: o,output-limit: q,quiet h,help! V,version!",
        then: Then::Own(users::script),
        ..PLAIN
    },
    Wrapper {
        name: "setarch",
        source: "util-linux 2.38.1",
        options: SETARCH,
        then: Then::Own(scan::setarch),
        plain: "setarch x86_64",
        ..PLAIN
    },
    Wrapper {
        name: "setpriv",
        source: "util-linux 2.38.1",
        options: "d,dump! nnp,no-new-privs ambient-caps: inh-caps: bounding-set: ruid: \
            euid: rgid: egid: reuid: regid: clear-groups keep-groups init-groups \
            groups: securebits: pdeathsig: selinux-label: apparmor-profile: \
            reset-env list-caps! h,help! V,version!",
        plain: "setpriv --nnp",
        valued: Some("setpriv --reuid 0"),
        ..PLAIN
    },
    Wrapper {
        name: "setsid",
        source: "util-linux 2.38.1",
        options: "c,ctty f,fork w,wait h,help! V,version!",
        plain: "setsid -w",
        ..PLAIN
    },
    Wrapper {
        name: "sort",
        source: "GNU coreutils 9.1",
        options: "b d f g h i M n R r V c C m o: s S: t: T: u z k: compress-program@ files0-from: parallel:",
        then: Then::Own(scan::scan),
        ..PLAIN
    },
    Wrapper {
        name: "split",
        source: "GNU coreutils 9.1",
        options: "# a,suffix-length: additional-suffix: b,bytes: C,line-bytes: d e,elide-empty-files x filter@ l,lines: n,number: t,separator: u,unbuffered",
        then: Then::Own(scan::scan),
        ..PLAIN
    },
    Wrapper {
        name: "stdbuf",
        source: "GNU coreutils 9.1",
        options: "i,input: o,output: e,error: help! version!",
        plain: "stdbuf -oL",
        valued: Some("stdbuf -o L"),
        ..PLAIN
    },
    Wrapper {
        name: "su",
        source: "util-linux 2.38.1",
        options: "m,p,preserve-environment w,whitelist-environment: g,group: \
            G,supp-group: l,login c,command@ session-command@ f,fast s,shell: \
            P,pty h,help! V,version!",
        then: Then::Own(users::su),
        ..PLAIN
    },
    Wrapper {
        name: "tar",
        source: "GNU tar 1.34",
        options: TAR,
        then: Then::Own(scan::tar),
        ..PLAIN
    },
    Wrapper {
        name: "taskset",
        source: "util-linux 2.38.1",
        options: "a,all-tasks p,pid! c,cpu-list h,help! V,version!",
        operands: 1,
        plain: "taskset 1",
        ..PLAIN
    },
    Wrapper {
        name: "time",
        source: "GNU time 1.9",
        options: "a,append f,format: o,output: p,portability q,quiet v,verbose h,help! V,version!",
        plain: "/usr/bin/time",
        valued: Some("/usr/bin/time -f %e"),
        ..PLAIN
    },
    Wrapper {
        name: "timeout",
        source: "GNU coreutils 9.1",
        options: "k,kill-after: s,signal: v,verbose f,foreground p,preserve-status help! version!",
        operands: 1,
        plain: "timeout 300",
        valued: Some("timeout -k 5 300"),
        ..PLAIN
    },
    Wrapper {
        name: "uname26",
        source: "util-linux 2.38.1",
        options: SETARCH,
        then: Then::CommandOrShell,
        plain: "uname26",
        ..PLAIN
    },
    Wrapper {
        name: "unshare",
        source: "util-linux 2.38.1",
        options: "m,mount:: u,uts:: i,ipc:: n,net:: p,pid:: U,user:: C,cgroup:: T,time:: \
            f,fork map-user: map-group: r,map-root-user c,map-current-user \
            map-auto map-users: map-groups: kill-child:: mount-proc:: propagation: \
            setgroups: keep-caps R,root: w,wd: S,setuid: G,setgid: monotonic: \
            boottime: h,help! V,version!",
        then: Then::CommandOrShell,
        plain: "unshare -r",
        valued: Some("unshare -w ."),
        ..PLAIN
    },
    Wrapper {
        name: "watch",
        source: "procps 4.0.2",
        options: "b,beep c,color C,no-color d,differences:: e,errexit f,follow g,chgexit \
            q,equexit: n,interval: p,precise r,no-rerun s,shotsdir: t,no-title \
            w,no-wrap x,exec= h,help! v,version!",
        then: Then::Joined,
        plain: "watch -x",
        valued: Some("watch -n 5 -x"),
        ..PLAIN
    },
    Wrapper {
        name: "x86_64",
        source: "util-linux 2.38.1",
        options: SETARCH,
        then: Then::CommandOrShell,
        plain: "x86_64",
        ..PLAIN
    },
    Wrapper {
        name: "xargs",
        source: "findutils 4.9",
        options: "0,null a,arg-file: d,delimiter: E: e,eof:: I: J: i,replace:: L: \
            l,max-lines:: n,max-args: o,open-tty P,max-procs: p,interactive \
            process-slot-var: r,no-run-if-empty R: s,max-chars: S: show-limits \
            t,verbose x,exit help! version!",
        then: Then::Own(parallel::xargs),
        ..PLAIN
    },
];
