//! One of several parts of a run, so that many machines do it together. Every machine goes through all cases and
//! examines its own; what is whose depends on the case alone.

use std::fmt;
use std::str::FromStr;

use guarddiff_corpus::case::CaseId;

use crate::digest::Digest;

/// A part of a run: the `k`-th of `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    how: How,
    k: u32,
    n: u32,
}

/// How cases are dealt out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// By a digest of the case's id: parts of much the same cost.
    Hash,
    /// Neighbours together; commands of transcripts, whose number nobody knows beforehand, in turn.
    Slice,
}

/// What `--shard` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// As the environment says.
    Auto,
    /// As typed.
    Given(Shard),
}

impl Shard {
    /// Whether the case is one of this part. `at` is its number in the run, `planned` how many there are before
    /// the transcripts.
    pub fn owns(self, at: u64, id: &CaseId, planned: u64) -> bool {
        let (k, n) = (u64::from(self.k), u64::from(self.n));
        let part = match self.how {
            How::Hash => u64::from(Digest::of(&id.to_string()).part(self.n)),
            How::Slice if at < planned => {
                (u128::from(at) * u128::from(n) / u128::from(planned)) as u64
            }
            How::Slice => at % n,
        };
        part + 1 == k
    }

    /// Which part it is, from 1.
    pub fn k(self) -> u32 {
        self.k
    }

    /// How many parts there are.
    pub fn n(self) -> u32 {
        self.n
    }

    /// Whether both are parts of one run.
    pub fn fits(self, other: Shard) -> bool {
        self.how == other.how && self.n == other.n
    }

    /// The part that the environment asks for. `variable` gives the value of an environment variable.
    ///
    /// # Errors
    /// In words, when no host is known by its variables, or when they make no sense.
    pub fn auto(variable: &dyn Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let number = |name: &str| match variable(name).filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => match text.parse::<u32>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(format!("{name} is {text:?}, which is no number")),
            },
        };
        for host in HOSTS {
            let Some(index) = number(host.index)? else { continue };
            let first = match host.first {
                First::Is(first) => first,
                First::In(name) => number(name)?.unwrap_or(0),
            };
            let missing =
                || format!("{} is set, and {} is not ({})", host.index, host.total, host.name);
            let n = number(host.total)?.ok_or_else(missing)?;
            let k = index.checked_sub(first).map_or(0, |from_0| from_0.saturating_add(1));
            return Shard::new(How::Hash, k, n).ok_or_else(|| {
                format!(
                    "{}={index} and {}={n} name no part ({})",
                    host.index, host.total, host.name
                )
            });
        }
        let known: Vec<&str> = HOSTS.iter().map(|host| host.index).collect();
        Err(format!("--shard auto finds none of {}", known.join(", ")))
    }

    fn new(how: How, k: u32, n: u32) -> Option<Shard> {
        (1 <= k && k <= n).then_some(Shard { how, k, n })
    }
}

/// How a host tells a job which of several it is.
struct Host {
    name: &'static str,
    index: &'static str,
    first: First,
    total: &'static str,
}

/// The index of the first job.
enum First {
    Is(u32),
    In(&'static str),
}

/// Every host, the most explicit one first. GitHub and Kubernetes set no total: the job's own file must.
static HOSTS: &[Host] = &[
    Host {
        name: "GitHub: env of the job, from strategy.job-index and strategy.job-total",
        index: "GUARDDIFF_SHARD_INDEX",
        first: First::Is(0),
        total: "GUARDDIFF_SHARD_TOTAL",
    },
    Host {
        name: "GitLab, parallel",
        index: "CI_NODE_INDEX",
        first: First::Is(1),
        total: "CI_NODE_TOTAL",
    },
    Host {
        name: "CircleCI, parallelism",
        index: "CIRCLE_NODE_INDEX",
        first: First::Is(0),
        total: "CIRCLE_NODE_TOTAL",
    },
    Host {
        name: "Buildkite, parallelism",
        index: "BUILDKITE_PARALLEL_JOB",
        first: First::Is(0),
        total: "BUILDKITE_PARALLEL_JOB_COUNT",
    },
    Host {
        name: "Slurm, job array of step 1",
        index: "SLURM_ARRAY_TASK_ID",
        first: First::In("SLURM_ARRAY_TASK_MIN"),
        total: "SLURM_ARRAY_TASK_COUNT",
    },
    Host {
        name: "Kubernetes, indexed job; set the total beside it, to the job's completions",
        index: "JOB_COMPLETION_INDEX",
        first: First::Is(0),
        total: "JOB_COMPLETIONS",
    },
];

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.how {
            How::Hash => "hash",
            How::Slice => "slice",
        };
        write!(f, "{how}:{}/{}", self.k, self.n)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let bad =
            || format!("{text:?} is no shard: hash:K/N, slice:K/N or auto, with K from 1 to N");
        let (how, part) = text.split_once(':').ok_or_else(bad)?;
        let how = match how {
            "hash" => How::Hash,
            "slice" => How::Slice,
            _ => return Err(bad()),
        };
        let (k, n) = part.split_once('/').ok_or_else(bad)?;
        let number = |text: &str| text.parse().map_err(|_| bad());
        Shard::new(how, number(k)?, number(n)?).ok_or_else(bad)
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text {
            "auto" => Ok(Choice::Auto),
            text => text.parse().map(Choice::Given),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_is_in_one_part() {
        for how in ["hash", "slice"] {
            let parts: Vec<Shard> =
                (1..=4).map(|k| format!("{how}:{k}/4").parse().unwrap()).collect();
            let mut sizes = [0; 4];
            for at in 0..1000 {
                let id = CaseId::Log { file: "f".to_owned(), line: at + 1, nth: 1 };
                let owners: Vec<usize> =
                    (0..4).filter(|&part| parts[part].owns(at, &id, 600)).collect();
                assert_eq!(owners.len(), 1, "{how} {at}");
                sizes[owners[0]] += 1;
            }
            assert!(sizes.iter().all(|&size| (200..=300).contains(&size)), "{how} {sizes:?}");
        }
    }

    #[track_caller]
    fn auto(variables: &[(&str, &str)], expected: Result<&str, &str>) {
        let of = |name: &str| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        match (Shard::auto(&of), expected) {
            (Ok(shard), expected) => assert_eq!(Ok(shard.to_string().as_str()), expected),
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            (Err(why), Ok(_)) => panic!("{why}"),
        }
    }

    #[test]
    fn hosts_are_known_by_their_variables() {
        auto(&[("CI_NODE_INDEX", "2"), ("CI_NODE_TOTAL", "4")], Ok("hash:2/4"));
        auto(&[("CIRCLE_NODE_INDEX", "0"), ("CIRCLE_NODE_TOTAL", "4")], Ok("hash:1/4"));
        let job = ("BUILDKITE_PARALLEL_JOB", "3");
        auto(&[job, ("BUILDKITE_PARALLEL_JOB_COUNT", "4")], Ok("hash:4/4"));
        let task = ("SLURM_ARRAY_TASK_ID", "12");
        let count = ("SLURM_ARRAY_TASK_COUNT", "5");
        auto(&[task, ("SLURM_ARRAY_TASK_MIN", "10"), count], Ok("hash:3/5"));
        auto(&[task, ("SLURM_ARRAY_TASK_MIN", "1"), count], Err("name no part"));
        auto(&[("JOB_COMPLETION_INDEX", "1"), ("JOB_COMPLETIONS", "2")], Ok("hash:2/2"));
        auto(&[("JOB_COMPLETION_INDEX", "1")], Err("JOB_COMPLETIONS is not"));
        let github = ("GUARDDIFF_SHARD_INDEX", "0");
        auto(&[github, ("GUARDDIFF_SHARD_TOTAL", "3")], Ok("hash:1/3"));
        auto(&[("CI_NODE_INDEX", "one"), ("CI_NODE_TOTAL", "4")], Err("no number"));
        auto(&[], Err("finds none of"));
    }

    #[test]
    fn parts_are_spelled_out() {
        for text in ["hash:1/1", "slice:3/4"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "hash", "hash:0/4", "hash:5/4", "hash:1/0", "hash:a/b", "turn:1/4", "1/4"]
        {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
