//! Where a unit stands in the full command: by its text, as the authorizer looks for it, and by structure, as bash
//! would run it. The two are independent; where they part is for others to explain.

use crate::analysis::Analysis;
use crate::span::Span;

/// Where a unit was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Located {
    /// Nowhere.
    Nowhere,
    /// In exactly one place.
    Once(Span),
    /// In several, in their order.
    Several(Vec<Span>),
}

impl Located {
    fn of(mut places: Vec<Span>) -> Located {
        match (places.pop(), places.is_empty()) {
            (None, _) => Located::Nowhere,
            (Some(only), true) => Located::Once(only),
            (Some(last), false) => {
                places.push(last);
                Located::Several(places)
            }
        }
    }

    /// Every place.
    pub fn places(&self) -> &[Span] {
        match self {
            Located::Nowhere => &[],
            Located::Once(place) => std::slice::from_ref(place),
            Located::Several(places) => places,
        }
    }
}

/// Every occurrence of the unit's text, whatever it lies in; overlapping ones count each. An empty unit is nowhere.
pub fn by_text(full: &str, unit: &str) -> Located {
    let mut places = Vec::new();
    let mut from = 0;
    let step = unit.chars().next().map_or(1, char::len_utf8);
    while let Some(at) = full.get(from..).filter(|_| !unit.is_empty()).and_then(|it| it.find(unit))
    {
        let start = from + at;
        places.push(Span::new(start, start + unit.len()));
        from = start + step;
    }
    Located::of(places)
}

/// Every command of the text itself, code strings left out, whose slice is the unit.
pub fn by_structure(full: &str, unit: &str, analysis: &Analysis) -> Located {
    let mut places: Vec<Span> = analysis
        .commands
        .iter()
        .filter(|command| command.context.code_depth == 0)
        .map(|command| command.span)
        .filter(|span| !span.is_empty() && full.get(span.range()) == Some(unit))
        .collect();
    places.sort();
    places.dedup();
    Located::of(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    /// How often text and structure find the unit.
    #[track_caller]
    fn check(full: &str, unit: &str, by: (usize, usize)) {
        let text = by_text(full, unit);
        let structure = by_structure(full, unit, &Engine::new().analyze(full));
        assert_eq!((text.places().len(), structure.places().len()), by, "{full}");
        for place in text.places().iter().chain(structure.places()) {
            assert_eq!(&full[place.range()], unit);
        }
    }

    #[test]
    fn text_finds_what_structure_knows_to_be_data() {
        check("timeout 5 x", "timeout 5 x", (1, 1));
        check("timeout 5 x; timeout 5 x", "timeout 5 x", (2, 2));
        check("echo \"timeout 5 x\" && timeout 5 x", "timeout 5 x", (2, 1));
        check("timeout 5 x <<'E'\ntimeout 5 x\nE", "timeout 5 x", (2, 1));
        check("timeout 5 x # not timeout 5 xs", "timeout 5 x", (2, 1));
        check("timeout 5 x; timeout 5 x -v", "timeout 5 x", (2, 1));
        check("bash -c 'timeout 5 x'", "timeout 5 x", (1, 0));
        check("echo timeout 5 x", "timeout 5 x", (1, 0));
        check("timeout 5 x", "timeout  5 x", (0, 0));
        check("x=$(timeout 5 x)", "timeout 5 x", (1, 1));
    }

    #[test]
    fn occurrences_that_overlap_count_each() {
        check("aa aa aa", "aa aa", (2, 0));
        assert_eq!(by_text("ééé", "éé").places().len(), 2);
        assert_eq!(by_text("x", ""), Located::Nowhere);
    }
}
