//! Engines that are broken on purpose, by name: a gate that does not fail on each of them proves nothing. Built
//! only with the feature `sabotage`, which no default turns on.

use guarddiff_engine::Engine;
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::sabotage::Fault;

use crate::examine::{Opinion, Subject};

/// One broken engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sabotage {
    fault: Fault,
}

/// Every broken engine.
pub fn all() -> [Sabotage; 7] {
    Fault::ALL.map(|fault| Sabotage { fault })
}

/// The broken engine of that name.
///
/// # Errors
/// The names there are, when it is none of them.
pub fn by_name(name: &str) -> Result<Sabotage, String> {
    all().into_iter().find(|sabotage| sabotage.name() == name).ok_or_else(|| {
        format!("no sabotage of that name: {}", all().map(Sabotage::name).join(", "))
    })
}

impl Sabotage {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self.fault {
            Fault::NoClusters => "clusters-ignored",
            Fault::MessageIsFlag => "message-is-flag",
            Fault::WrapperValues => "wrapper-values-ignored",
            Fault::HeredocBodies => "heredocs-are-commands",
            Fault::SecondCommand => "second-command-lost",
            Fault::AlwaysUnavailable => "always-unavailable",
            Fault::AlwaysUnknown => "always-unknown",
        }
    }

    /// The engine.
    pub fn subject(self) -> Box<Subject<'static>> {
        let mut engine = Engine::new();
        engine.fault = Some(self.fault);
        let settings = Settings { fault: Some(self.fault), ..Settings::default() };
        Box::new(move |command| {
            let analysis = engine.analyze(command);
            let facts = checks::facts(command, &analysis, &settings);
            Opinion { analysis, facts }
        })
    }
}
