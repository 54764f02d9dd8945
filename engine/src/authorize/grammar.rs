//! Which units are transparent wrappers: `timeout` with a plain duration and bare `time`, and nothing else. It reads
//! the unit's text alone, by hand what ADRs 0001 and 0009 state as JavaScript expressions.

/// A wrapper that the authorizer knows by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wrapper {
    /// GNU timeout.
    Timeout,
    /// The shell's `time`.
    Time,
    /// `env`, which is never transparent: variables change what a program does (ADR 0002).
    Env,
    /// `xargs`, which is never transparent: the arguments come from standard input (ADR 0003).
    Xargs,
}

impl Wrapper {
    /// Every wrapper, in the order in which they are tried.
    pub const ALL: [Wrapper; 4] = [Wrapper::Timeout, Wrapper::Time, Wrapper::Env, Wrapper::Xargs];

    /// The word that invokes it.
    pub fn name(self) -> &'static str {
        match self {
            Wrapper::Timeout => "timeout",
            Wrapper::Time => "time",
            Wrapper::Env => "env",
            Wrapper::Xargs => "xargs",
        }
    }

    /// Whether the text begins with the wrapper's bare name: `^NAME(?:[ \t]|$)`.
    pub fn opens(self, text: &str) -> bool {
        let rest = text.strip_prefix(self.name());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(BLANKS))
    }

    /// The wrapper whose bare name the text begins with.
    pub fn opening(text: &str) -> Option<Wrapper> {
        Wrapper::ALL.into_iter().find(|wrapper| wrapper.opens(text))
    }
}

/// What the grammar makes of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim<'u> {
    /// A transparent wrapper and what it runs, to the unit's last byte.
    Transparent {
        /// The wrapper.
        wrapper: Wrapper,
        /// What it runs.
        inner: &'u str,
    },
    /// The name of timeout or time, and behind it something that the grammar leaves out.
    Unsupported(Wrapper),
    /// Anything else.
    Unclaimed,
}

/// What the grammar makes of a unit.
///
/// timeout: `^timeout[ \t]+([1-9][0-9]*(?:\.[0-9]+)?[smhd]?)[ \t]+(.+)$`; time: `^time[ \t]+(?![-\s])(.+)$`. A `.` takes
/// no line end, so neither does a program that is wrapped.
pub fn claim(unit: &str) -> Claim<'_> {
    for wrapper in [Wrapper::Timeout, Wrapper::Time] {
        if !wrapper.opens(unit) {
            continue;
        }
        let rest = &unit[wrapper.name().len()..];
        let inner = match wrapper {
            Wrapper::Timeout => blanks(rest).and_then(duration).and_then(blanks),
            Wrapper::Time => blanks(rest).filter(|rest| !rest.starts_with(ends_time)),
            Wrapper::Env | Wrapper::Xargs => None,
        };
        let inner = inner.filter(|inner| !inner.is_empty() && !inner.contains(ENDS_LINE));
        return match inner {
            Some(inner) => Claim::Transparent { wrapper, inner },
            None => Claim::Unsupported(wrapper),
        };
    }
    Claim::Unclaimed
}

const BLANKS: [char; 2] = [' ', '\t'];

/// What a JavaScript `.` does not take.
const ENDS_LINE: [char; 4] = ['\n', '\r', '\u{2028}', '\u{2029}'];

/// A dash, or what a JavaScript `\s` takes: Unicode's white space without U+0085, and the byte order mark.
fn ends_time(c: char) -> bool {
    c == '-' || c.is_whitespace() && c != '\u{85}' || c == '\u{feff}'
}

/// The text behind one blank or more.
fn blanks(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(BLANKS);
    (rest.len() < text.len()).then_some(rest)
}

/// The text behind a duration: a positive number without a leading zero, and a unit or none.
fn duration(text: &str) -> Option<&str> {
    if !text.starts_with(|c: char| ('1'..='9').contains(&c)) {
        return None;
    }
    let mut rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if let Some(fraction) = rest.strip_prefix('.') {
        let behind = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if behind.len() == fraction.len() {
            return None;
        }
        rest = behind;
    }
    Some(rest.strip_prefix(['s', 'm', 'h', 'd']).unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn runs(unit: &str, wrapper: Wrapper, inner: &str) {
        assert_eq!(claim(unit), Claim::Transparent { wrapper, inner }, "{unit:?}");
    }

    #[track_caller]
    fn refused(units: &[&str], wrapper: Wrapper) {
        for unit in units {
            assert_eq!(claim(unit), Claim::Unsupported(wrapper), "{unit:?}");
        }
    }

    #[test]
    fn a_positive_duration_in_any_unit_is_timeout() {
        for duration in ["240", "1.5h", "2.5s", "30s", "10m", "1d", "1.0", "9"] {
            runs(&format!("timeout {duration} a b"), Wrapper::Timeout, "a b");
        }
        runs("timeout \t30s\t  a  b ", Wrapper::Timeout, "a  b ");
        runs("timeout 5 \u{a0}a", Wrapper::Timeout, "\u{a0}a");
    }

    #[test]
    fn other_durations_options_and_bare_names_are_left_out() {
        refused(
            &[
                "timeout 0 a",
                "timeout 0s a",
                "timeout 0.5s a",
                "timeout 030s a",
                "timeout 30ms a",
                "timeout 30sec a",
                "timeout .5 a",
                "timeout 5. a",
                "timeout 1e3 a",
                "timeout inf a",
                "timeout +5 a",
                "timeout 5S a",
                "timeout $D a",
                "timeout '5' a",
                "timeout 5s5 a",
                "timeout -k 5s 30s a",
                "timeout --preserve-status 30s a",
                "timeout -- 30s a",
                "timeout --signal=KILL 5 a",
                "timeout 30s",
                "timeout 30s ",
                "timeout 30s  ",
                "timeout",
                "timeout ",
                "timeout\t",
                "timeout 30s a\nb",
                "timeout 30s a\rb",
                "timeout 5 a\u{2028}b",
                "timeout 5\na",
            ],
            Wrapper::Timeout,
        );
    }

    #[test]
    fn bare_time_is_a_wrapper_and_time_with_an_option_is_not() {
        runs("time x", Wrapper::Time, "x");
        runs("time \t x -p", Wrapper::Time, "x -p");
        refused(
            &[
                "time -p x",
                "time  -p x",
                "time\t-- x",
                "time -o f x",
                "time",
                "time ",
                "time  ",
                "time \u{a0}x",
                "time a\nb",
                "time \u{feff}x",
            ],
            Wrapper::Time,
        );
    }

    #[test]
    fn names_in_any_other_spelling_are_not_claimed() {
        for unit in [
            "/usr/bin/time x",
            "'timeout' 5 x",
            "\\time x",
            "timeouts 5 x",
            "timeout5 x",
            " timeout 5 x",
            "TIMEOUT 5 x",
            "gtimeout 5 x",
            "timeout\n5 x",
            "times",
            "env A=1 x",
            "xargs rm",
            "x",
            "",
        ] {
            assert_eq!(claim(unit), Claim::Unclaimed, "{unit:?}");
        }
    }

    #[test]
    fn a_prefix_is_a_whole_word() {
        assert_eq!(Wrapper::opening("env A=1 x"), Some(Wrapper::Env));
        assert_eq!(Wrapper::opening("env"), Some(Wrapper::Env));
        assert_eq!(Wrapper::opening("xargs\trm"), Some(Wrapper::Xargs));
        assert_eq!(Wrapper::opening("envsubst"), None);
        assert_eq!(Wrapper::opening("timeout -k 5 9 x"), Some(Wrapper::Timeout));
    }
}
