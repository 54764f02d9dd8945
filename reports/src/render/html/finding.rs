//! One finding on a page: the command with what decided marked, and what each opinion holds beside the others.

use guarddiff_corpus::generate::TRAILER;
use guarddiff_oracle::divergence::Direction;
use serde_json::Value;

use crate::finding::{Finding, Kind};
use crate::render::page::Markup;
use crate::render::snippet::floor;
use crate::render::terminal::shell_word;
use crate::stated::phrase;
use crate::visible::one_line;

/// Longest text of a command, in characters; the stored run has all of it.
const LONGEST: usize = 4000;
/// Characters kept before the first mark where a command is cut.
const LEAD: usize = 1000;
/// Longest headline, in characters.
const LINE: usize = 300;

/// From a byte of a command to another; nothing where it is not ahead.
type Span = (usize, usize);

/// Writes a finding, unfolded where it is `open`.
pub(super) fn write(page: &mut Markup, finding: &Finding, open: bool) {
    page.raw(if open { "<details open>" } else { "<details>" });
    let (class, word) = tag(finding);
    page.raw("<summary>").element("span", &[("class", &class)], word).raw(" <b>");
    page.raw(finding.about()).raw("</b> ").element("code", &[], &one_line(&finding.id, LINE));
    let headline = finding.headline();
    let headline = headline.strip_prefix(word).and_then(|it| it.strip_prefix(": "));
    let headline = headline.map_or_else(|| finding.headline(), str::to_owned);
    page.raw(" ").text(&one_line(&headline, LINE)).raw("</summary>\n");
    let span = finding.span.map(|[start, end]| (start as usize, end as usize));
    command(page, &finding.command, span.as_slice(), "mark");
    page.raw("<div class=\"opinions\">\n");
    let fact = finding.fact.as_ref().map_or(String::new(), |fact| format!(" ({fact})"));
    opinion(page, "structure", finding, &finding.structural, &fact);
    opinion(page, "text", finding, &finding.legacy, "");
    opinion(page, "bash", finding, &finding.bash, "");
    opinion(page, "planted", finding, &finding.planted, "");
    page.raw("</div>\n");
    if let Some(rule) = &finding.rule {
        page.raw("<p class=\"replay\">excused by <b>").text(rule).raw("</b>, cited: ");
        page.citation(finding.citation.as_deref().unwrap_or_default()).raw("</p>\n");
    }
    let replay = format!("guarddiff explain {}", shell_word(&finding.id));
    page.raw("<p class=\"replay\">replay: ").element("code", &[], &replay);
    page.raw("</p>\n</details>\n");
}

/// The style and the word of what kind of thing it is; what is excused is no alarm.
fn tag(finding: &Finding) -> (&'static str, &'static str) {
    let word = match (finding.kind, finding.direction) {
        (Kind::Divergence | Kind::Location, Some(direction)) => direction.name(),
        (kind, _) => kind.name(),
    };
    let style = match finding.direction {
        _ if !finding.fails() => "tag bug",
        Some(Direction::Changed) => "tag other",
        Some(Direction::Widened) => "tag gained",
        Some(Direction::Narrowed) | None => "tag lost",
    };
    (style, word)
}

/// What one of them holds: in words, and where it is about places, in the command.
fn opinion(page: &mut Markup, who: &'static str, finding: &Finding, value: &Value, more: &str) {
    page.raw("<div><h4>").raw(who).raw("</h4>\n");
    let said = if value.is_null() {
        "says nothing".to_owned()
    } else if value.get("spliced").is_some() {
        "runs".to_owned()
    } else {
        phrase(value)
    };
    page.element("p", &[], &format!("{said}{more}"));
    if let Some(spliced) = value["spliced"].as_str() {
        let added = spliced.match_indices(TRAILER).map(|(at, it)| (at, at + it.len()));
        command(page, spliced, &added.collect::<Vec<_>>(), "ins");
    } else if let Some(texts) = value["texts"].as_array() {
        for text in texts.iter().filter_map(Value::as_str).take(4) {
            command(page, text, &[], "mark");
        }
    } else {
        let places = places(value);
        if !places.is_empty() {
            command(page, &finding.command, &places, "mark");
        }
    }
    page.raw("</div>\n");
}

/// The denied units, or the places where a unit was found.
fn places(value: &Value) -> Vec<Span> {
    let units = value["units"].as_array().into_iter().flatten();
    let denied = units.filter(|unit| unit["denied"] == true).map(|unit| &unit["span"]);
    let found = value["places"].as_array().into_iter().flatten();
    let bound = |place: &Value, at: usize| usize::try_from(place[at].as_u64()?).ok();
    denied.chain(found).filter_map(|place| Some((bound(place, 0)?, bound(place, 1)?))).collect()
}

/// A command, or the part of a long one around the first mark, with `marks` in elements of that name.
pub(super) fn command(page: &mut Markup, text: &str, marks: &[Span], element: &'static str) {
    let mut marks: Vec<Span> = marks
        .iter()
        .map(|&(start, end)| (floor(text, start), floor(text, end)))
        .filter(|(start, end)| start < end)
        .collect();
    marks.sort();
    let focus = marks.first().map_or(0, |(start, _)| *start);
    let from = text[..focus].char_indices().nth_back(LEAD).map_or(0, |(at, _)| at);
    let until = text[from..].char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| from + at);
    page.raw("<pre>");
    // A parser of HTML drops the first line end of a `pre`.
    page.raw("\n").raw(if from > 0 { "…" } else { "" });
    let mut at = from;
    for (start, end) in marks {
        let (start, end) = (start.max(at).min(until), end.min(until));
        if start >= end {
            continue;
        }
        page.block(&text[at..start]);
        page.raw("<").raw(element).raw(">").block(&text[start..end]);
        page.raw("</").raw(element).raw(">");
        at = end;
    }
    page.block(&text[at..until]).raw(if until < text.len() { "…" } else { "" }).raw("</pre>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, marks: &[Span], expected: &str) {
        let mut page = Markup::new();
        command(&mut page, text, marks, "mark");
        assert_eq!(page.as_str(), format!("<pre>\n{expected}</pre>\n"));
    }

    #[test]
    fn what_decided_is_marked_and_nothing_is_lost() {
        check("git commit -n", &[], "git commit -n");
        check("git commit -n", &[(11, 13)], "git commit <mark>-n</mark>");
        check("a b c", &[(4, 5), (0, 1)], "<mark>a</mark> b <mark>c</mark>");
        check("abcd", &[(0, 3), (1, 2), (2, 4)], "<mark>abc</mark><mark>d</mark>");
        check("é<", &[(1, 9), (7, 3)], "<mark>é&#60;</mark>");
        check("", &[(0, 0)], "");
    }

    #[test]
    fn a_long_command_is_cut_around_its_mark() {
        let text = format!("{}git{}", "x".repeat(100_000), "y".repeat(100_000));
        let mut page = Markup::new();
        command(&mut page, &text, &[(100_000, 100_003)], "mark");
        assert!(page.as_str().contains("xx<mark>git</mark>yy"), "{}", page.as_str());
        assert!(page.as_str().len() < LONGEST + 100);
    }
}
