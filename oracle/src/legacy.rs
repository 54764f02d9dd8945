//! Ports of the old text matchers, wrong on purpose and frozen: a fix here would be a fault of the instrument.
//!
//! DESIGN defines them, `testdata/legacy.csv` pins them. They read raw text and know nothing of the engine.
//! Beside each answer stands the evidence for it (which stretch of the text matched), so that a rule can ask
//! structure what that stretch really is.

mod guard;
mod message;
mod no_verify;
mod splice;
mod stages;
pub mod text;
mod units;

pub use guard::{guard_matches, guard_relevant};
pub use message::{LegacyMessage, MessageMatch, commit_message, message_match};
pub(crate) use no_verify::raw_no_verify;
pub use no_verify::{NoVerifyMatch, no_verify, no_verify_matches};
pub use splice::{SplicePoint, splice_point, trailer_splice};
pub use stages::{found_stages, stages_and_commits};
pub use text::{Found, find_commits};
pub use units::{judged_segments, unit_verdicts};
