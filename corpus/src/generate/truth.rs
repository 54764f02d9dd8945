//! Planted truth, added up command by command while the text is written. It knows what was built and never reads the text.

use crate::planted::{Planted, PlantedMessages, PlantedUnit, Truth};

/// Whether something is so: decided by the text, or left open, with what bash would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tri {
    /// Decided: no.
    No,
    /// Decided: yes.
    Yes,
    /// The text leaves it open; bash in the execution box would come to this.
    Open(bool),
}

impl Tri {
    /// Either of the two holds.
    fn or(self, other: Tri) -> Tri {
        match (self, other) {
            (Tri::Yes, _) | (_, Tri::Yes) => Tri::Yes,
            (Tri::No, tri) | (tri, Tri::No) => tri,
            (Tri::Open(a), Tri::Open(b)) => Tri::Open(a || b),
        }
    }

    /// Both of the two hold.
    fn and(self, other: Tri) -> Tri {
        match (self, other) {
            (Tri::No, _) | (_, Tri::No) => Tri::No,
            (Tri::Yes, tri) | (tri, Tri::Yes) => tri,
            (Tri::Open(a), Tri::Open(b)) => Tri::Open(a && b),
        }
    }

    fn truth(self) -> Truth {
        match self {
            Tri::No => Truth::known(false),
            Tri::Yes => Truth::known(true),
            Tri::Open(holds) => Truth { holds, knowable: false },
        }
    }
}

/// What a command tells about commit messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Told {
    /// These texts; none for a command that gives none.
    Texts(Vec<String>),
    /// These texts, for whoever follows calls and values.
    Open(Vec<String>),
    /// There is a message, or could be one, that the text does not decide.
    Untold,
}

/// What one simple command contributes to each check.
#[derive(Clone, Debug)]
pub(super) struct Effect {
    /// git or glab runs.
    pub(super) guard: Tri,
    /// `git add` or `git stage` runs.
    pub(super) stage: Tri,
    /// `git commit` runs.
    pub(super) commit: Tri,
    /// A commit skips its hooks by a flag.
    pub(super) no_verify: Tri,
    /// The commit's messages.
    pub(super) told: Told,
    /// Whether the gate's policy denies the unit; none when the text leaves it open.
    pub(super) denied: Option<bool>,
}

impl Effect {
    /// No git, and nothing denied.
    pub(super) fn none() -> Effect {
        Effect {
            guard: Tri::No,
            stage: Tri::No,
            commit: Tri::No,
            no_verify: Tri::No,
            told: Told::Texts(Vec::new()),
            denied: Some(false),
        }
    }

    /// git or glab, neither stage nor commit.
    pub(super) fn git() -> Effect {
        Effect { guard: Tri::Yes, ..Effect::none() }
    }

    /// `git add` or `git stage`.
    pub(super) fn stage() -> Effect {
        Effect { stage: Tri::Yes, ..Effect::git() }
    }

    /// `git commit`.
    pub(super) fn commit(no_verify: Tri, told: Told) -> Effect {
        Effect { commit: Tri::Yes, no_verify, told, ..Effect::git() }
    }

    /// No git, denied by `rm *`.
    pub(super) fn denied() -> Effect {
        Effect { denied: Some(true), ..Effect::none() }
    }

    /// Whatever an unknown program or unknown code may do; bash would do nothing of interest.
    pub(super) fn open() -> Effect {
        Effect {
            guard: Tri::Open(false),
            stage: Tri::Open(false),
            commit: Tri::Open(false),
            no_verify: Tri::Open(false),
            told: Told::Untold,
            denied: None,
        }
    }
}

/// The sum so far.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    guard: Tri,
    stage: Tri,
    commit: Tri,
    no_verify: Tri,
    messages: Option<PlantedMessages>,
    spliceable: bool,
    units: Option<Vec<PlantedUnit>>,
}

impl Tally {
    /// Nothing yet.
    pub(super) fn new() -> Tally {
        Tally {
            guard: Tri::No,
            stage: Tri::No,
            commit: Tri::No,
            no_verify: Tri::No,
            messages: Some(PlantedMessages { texts: Vec::new(), knowable: true }),
            spliceable: true,
            units: Some(Vec::new()),
        }
    }

    /// Adds one command. `reachable`: an insertion into the text can give its commit a trailer.
    pub(super) fn add(&mut self, effect: &Effect, reachable: bool) {
        self.guard = self.guard.or(effect.guard);
        self.stage = self.stage.or(effect.stage);
        self.commit = self.commit.or(effect.commit);
        self.no_verify = self.no_verify.or(effect.no_verify);
        match &effect.told {
            Told::Untold => self.messages = None,
            Told::Texts(texts) | Told::Open(texts) => {
                if let Some(messages) = &mut self.messages {
                    messages.texts.extend_from_slice(texts);
                    messages.knowable &= matches!(effect.told, Told::Texts(_));
                }
            }
        }
        if effect.commit != Tri::No && !(effect.commit == Tri::Yes && reachable) {
            self.spliceable = false;
        }
    }

    /// Takes the place of a unit whose text is not yet written; none when units are no longer told.
    pub(super) fn open_unit(&mut self, denied: Option<bool>) -> Option<usize> {
        let Some(denied) = denied else {
            self.units = None;
            return None;
        };
        let units = self.units.as_mut()?;
        units.push(PlantedUnit { text: String::new(), denied });
        Some(units.len() - 1)
    }

    /// Gives an opened unit its text.
    pub(super) fn close_unit(&mut self, place: usize, text: &str) {
        if let Some(unit) = self.units.as_mut().and_then(|units| units.get_mut(place)) {
            text.clone_into(&mut unit.text);
        }
    }

    /// Code in a string: its units have no place of their own in the text.
    pub(super) fn meet_code(&mut self) {
        self.units = None;
    }

    /// The effect of a shell that runs all this, and has no place in the text that an insertion could reach.
    pub(super) fn fed(&self) -> Effect {
        let told = match self.messages.clone() {
            None => Told::Untold,
            Some(PlantedMessages { texts, knowable: true }) => Told::Texts(texts),
            Some(PlantedMessages { texts, knowable: false }) => Told::Open(texts),
        };
        let (guard, stage, commit, no_verify) =
            (self.guard, self.stage, self.commit, self.no_verify);
        Effect { guard, stage, commit, no_verify, told, denied: None }
    }

    /// The effect of a shell that runs all this, when the text doesn't show that it does.
    pub(super) fn opened(&self) -> Effect {
        let open = |tri| match tri {
            Tri::No => Tri::Open(false),
            Tri::Yes => Tri::Open(true),
            Tri::Open(holds) => Tri::Open(holds),
        };
        Effect {
            guard: open(self.guard),
            stage: open(self.stage),
            commit: open(self.commit),
            no_verify: open(self.no_verify),
            ..Effect::open()
        }
    }

    /// The planted truth; `spliced` is the text with the trailer at every commit that it can reach.
    pub(super) fn planted(self, spliced: String) -> Planted {
        Planted {
            readable: true,
            guard_relevant: self.guard.truth(),
            stages_and_commits: self.stage.and(self.commit).truth(),
            no_verify: self.no_verify.truth(),
            messages: self.messages,
            splice: self.spliceable.then_some(spliced),
            units: self.units,
            runs: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_certain_no_decides_both_and_one_certain_yes_decides_either() {
        let open = Tri::Open(true);
        assert_eq!(Tri::No.and(open), Tri::No);
        assert_eq!(Tri::Yes.and(open), open);
        assert_eq!(Tri::Yes.or(open), Tri::Yes);
        assert_eq!(Tri::No.or(open), open);
        assert_eq!(Tri::Open(true).and(Tri::Open(false)), Tri::Open(false));
    }

    #[test]
    fn a_commit_out_of_reach_leaves_the_splice_untold() {
        let commit = Effect::commit(Tri::No, Told::Texts(vec!["a".into()]));
        let mut tally = Tally::new();
        tally.add(&commit, true);
        assert_eq!(tally.clone().planted("s".into()).splice.as_deref(), Some("s"));
        tally.add(&commit, false);
        let planted = tally.planted("s".into());
        assert_eq!(planted.splice, None);
        let texts = vec!["a".to_owned(), "a".to_owned()];
        assert_eq!(planted.messages, Some(PlantedMessages { texts, knowable: true }));
    }
}
