//! The stub that stands for every program of the box, and what it logs. It is a script for the same bash, in
//! privileged mode, so that neither BASH_ENV nor exported functions of the command can change what it does.

use std::path::Path;

use super::folder::quoted;

/// Which exit codes the stubs of a run give: several runs with different ones show both arms of every `&&`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExitCodes {
    /// Every stub exits 0.
    AllSucceed,
    /// Every stub exits 1.
    AllFail,
    /// A stub exits 0 or 1 by the lowest bit of the length of its words, in characters: whatever the order in which
    /// stubs start, the same words give the same code.
    ByLength {
        /// Whether a set bit is success.
        set_succeeds: bool,
    },
    /// The same by the lowest bit of the number of times that it has started with these words: the same words give
    /// another code the next time.
    ByTurn {
        /// Whether a set bit is success.
        set_succeeds: bool,
    },
    /// The same by a bit of both numbers, mixed with a third one: as good as drawn. Any two lengths below 120 come to
    /// all four pairs of codes.
    Mixed(u8),
}

impl ExitCodes {
    /// Runs that every case gets.
    pub const FIRST: [ExitCodes; 2] = [ExitCodes::AllSucceed, ExitCodes::AllFail];

    /// Runs of a case of which more is to be seen.
    pub const SECOND: [ExitCodes; 4] = [
        ExitCodes::ByLength { set_succeeds: false },
        ExitCodes::ByLength { set_succeeds: true },
        ExitCodes::ByTurn { set_succeeds: false },
        ExitCodes::ByTurn { set_succeeds: true },
    ];

    /// Runs of a case of which something that needs several commands to end just so is still to be seen.
    pub const LAST: [ExitCodes; 32] = {
        let mut all = [ExitCodes::AllSucceed; 32];
        let mut nth = 0;
        while nth < all.len() {
            all[nth] = ExitCodes::Mixed(2 * nth as u8 + 3);
            nth += 1;
        }
        all
    };

    /// What the stub reads: which number, a summand, which bit, and what it is combined with.
    pub(super) fn line(self) -> String {
        let (number, summand, bit, set) = match self {
            ExitCodes::AllSucceed => ("none", 0, 0, 0),
            ExitCodes::AllFail => ("none", 0, 0, 1),
            ExitCodes::ByLength { set_succeeds } => ("length", 0, 0, u8::from(set_succeeds)),
            ExitCodes::ByTurn { set_succeeds } => ("turn", 0, 0, u8::from(set_succeeds)),
            ExitCodes::Mixed(summand) => ("mixed", summand, 3, 0),
        };
        format!("{number} {summand} {bit} {set}\n")
    }
}

/// One start of a stub.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Seen {
    /// The program and its words as the kernel gave them; the program by its name where it was found by PATH.
    pub argv: Vec<String>,
    /// What it was fed, for a git that takes its message from standard input.
    pub stdin: Option<String>,
}

impl Seen {
    /// The start of a program with these words.
    pub fn of(argv: &[&str]) -> Seen {
        Seen { argv: argv.iter().map(|&word| word.to_owned()).collect(), stdin: None }
    }

    /// One log file: how many words, the words, and perhaps what was fed, each ended by NUL. None when the stub was
    /// killed before it had written all.
    pub(super) fn parse(bytes: &[u8]) -> Option<Seen> {
        let text = String::from_utf8_lossy(bytes);
        let mut fields = text.strip_suffix('\0')?.split('\0');
        let count: usize = fields.next()?.parse().ok()?;
        let argv: Vec<String> = fields.by_ref().take(count).map(str::to_owned).collect();
        let stdin = match fields.next()? {
            "fed" => Some(fields.next()?.to_owned()),
            "end" => None,
            _ => return None,
        };
        (argv.len() == count && fields.next().is_none()).then_some(Seen { argv, stdin })
    }
}

/// The stub's text. A start that it cannot log ends the run, so that none goes unseen. `$0` is where the kernel found it.
/// Bash asks for an unknown program under the empty name, too, which no file can have.
pub(super) fn text(bash: &Path, root: &Path) -> String {
    let (interpreter, root) = (bash.display(), quoted(root));
    format!(
        r#"#!{interpreter} -p
LC_ALL=C
root={root}
name=${{0#"$root/bin/"}}
if [[ $name == "$root/unknown" ]]; then name=$1; shift; fi
[[ $name ]] || exit 127
words="$*"
key=${{words::80}}
key=${{key//[^a-zA-Z0-9]/_}}-${{#words}}
read -r now <"$root/run/now"
{{
    printf '%s\0' "$(($# + 1))" "$name" "$@"
    case " $words " in
        *' -F - '* | *' -F- '* | *' --file=- '* | *' --file - '*)
            IFS= read -rd '' fed
            printf '%s\0' fed "$fed" ;;
        *) printf '%s\0' end ;;
    esac
}} >"$root/run/$now/log/$EPOCHREALTIME-$$.$key" || kill -KILL -1
read -r number summand bit set <"$root/jobs/$now.codes"
logs=("$root/run/$now/log/"*."$key")
none=0 length=${{#words}} turn=${{#logs[@]}}
mixed=$((((length + summand) ** 3 + 11 * turn) % 257))
exit $(((number >> bit & 1) ^ set))
"#
    )
}

/// What bash calls for a program that is in no folder of PATH: an exported function (bash manual, Command Execution).
pub(super) fn handler(root: &Path) -> String {
    format!("() {{ {}/unknown \"$@\"; }}", quoted(root))
}

/// The first process: closes the descriptors named behind the number of jobs, sets the limits, runs one job after
/// another, and waits for what each left in the background.
///
/// It holds the reading end of a pipe whose other end this process holds, so that it sees it die. Where it cannot wait
/// for the others it stays for that sight alone.
pub(super) fn first(processes: u64, waits: bool) -> String {
    let (drain, stay) = if waits {
        // As the first process of its PID namespace it can signal all others and nobody else.
        ("while kill -0 -1 2>/dev/null; do read -rt 0.003 -u 9; guard; done", ":")
    } else {
        (":", "exec >&- 2>&- 7>&-; read -ru 9; kill -KILL -1")
    };
    format!(
        r#"for fd in "${{@:4}}"; do exec {{fd}}>&-; done
exec 7>&1 9<&0 </dev/null
guard() {{ if read -t 0 -u 9; then kill -KILL -1; exit 1; fi; }}
ulimit -c 0; ulimit -f 4096; ulimit -n 128; ulimit -t 5; ulimit -q 0
ulimit -v 4194304; ulimit -u {processes}
for ((job = 0; job < $3; job++)); do
    printf '%s\n' "$job" >"$1/run/now"
    cd "$1/run/$job/work" || exit 125
    HOME=$1/run/$job/home
    export HOME
    exec 8< <("$2" --norc --noprofile "$1/jobs/$job" >&7 7>&- 9<&-; printf '%s\n' "$?")
    code=137
    until read -rt 0.2 -u 8 code; do
        (($? > 128)) || break
        guard
    done
    wait $!
    exec 8<&-
    {drain}
    printf '%s\n' "$code" >>"$1/run/ends"
done
{stay}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &str, expected: Option<Seen>) {
        assert_eq!(Seen::parse(bytes.as_bytes()), expected, "{bytes:?}");
    }

    #[test]
    fn a_log_file_that_is_not_whole_is_no_start() {
        check("2\0git\0status\0end\0", Some(Seen::of(&["git", "status"])));
        check("3\0git\0\0a\nb\0end\0", Some(Seen::of(&["git", "", "a\nb"])));
        let fed = Seen { stdin: Some("x\n".to_owned()), ..Seen::of(&["git", "-F-"]) };
        check("2\0git\0-F-\0fed\0x\n\0", Some(fed));
        for torn in
            ["", "2\0git\0", "3\0git\0end\0", "2\0git\0stat", "2\0git\0a\0en", "x\0git\0end\0"]
        {
            check(torn, None);
        }
    }
}
