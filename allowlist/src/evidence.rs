//! What a rule may look at: the text, its structure and the two decisions. No case id is among it.

use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::facts::Facts;
use guarddiff_engine::policy::Policy;
use guarddiff_oracle::divergence::Divergence;

/// One divergence and all that may prove the old matcher wrong about it.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// The command text.
    pub command: &'a str,
    /// Its structure.
    pub analysis: &'a Analysis,
    /// What structure says to each check; none when the analysis is unavailable, which no rule excuses.
    pub facts: Option<&'a Facts>,
    /// The policy that judged the units.
    pub policy: &'a Policy,
    /// Where the decisions part.
    pub divergence: &'a Divergence,
}
