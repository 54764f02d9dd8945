//! Engines that are broken on purpose, by name: a gate that does not fail on each of them proves nothing. Built
//! only with the feature `sabotage`, which no default turns on.

use guarddiff_engine::Engine;
use guarddiff_engine::checks::{self, Settings};
pub use guarddiff_engine::sabotage::Fault;

use crate::examine::{Opinion, Subject};

/// The fault of that name.
///
/// # Errors
/// The names there are, when it is none of them.
pub fn by_name(name: &str) -> Result<&'static Fault, String> {
    Fault::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = Fault::all().map(|fault| fault.name).collect();
        format!("no sabotage of that name: {}", names.join(", "))
    })
}

/// The engine with that fault.
pub fn subject(fault: &'static Fault) -> Box<Subject<'static>> {
    let mut engine = Engine::new();
    engine.fault = Some(fault);
    let settings = Settings { fault: Some(fault), ..Settings::default() };
    Box::new(move |command| {
        let analysis = engine.analyze(command);
        let facts = checks::facts(command, &analysis, &settings);
        Opinion { analysis, facts }
    })
}
