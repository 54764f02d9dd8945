//! Median and quartiles of a few figures.

use std::fmt;

/// The middle of some figures and how far they lie apart.
pub(crate) struct Spread {
    /// Half of the figures are below.
    pub median: f64,
    /// A quarter of the figures is below.
    pub low: f64,
    /// A quarter of the figures is above.
    pub high: f64,
}

impl Spread {
    /// The spread of at least one figure.
    pub(crate) fn of(figures: &[f64]) -> Spread {
        let mut sorted = figures.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |part: f64| sorted[(part * (sorted.len() - 1) as f64).round() as usize];
        Spread { median: at(0.5), low: at(0.25), high: at(0.75) }
    }

    /// The spread of one row of figures over another, round by round.
    pub(crate) fn of_ratio(over: &[f64], under: &[f64]) -> Spread {
        let ratios: Vec<f64> = over.iter().zip(under).map(|(over, under)| over / under).collect();
        Spread::of(&ratios)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} ({:.2} to {:.2})", self.median, self.low, self.high)
    }
}
