//! A command with a caret under the place that decided. Long commands are cut to a window around that place, and
//! hostile characters are spelled out without moving the caret.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};

use crate::visible::{self, Lines};

/// Lines shown before and behind the annotated ones.
const AROUND: usize = 2;
/// Annotated lines shown at most.
const ANNOTATED: usize = 6;
/// Characters of a line shown at most.
const WIDTH: usize = 110;
/// Longest title, in characters.
const TITLE: usize = 120;
/// Characters kept before the annotation when a line is cut.
const LEAD: usize = 40;

/// Who says what about the command: a name and a phrase, one per line under the snippet.
pub type Note = (&'static str, String);

/// The command under a title, a caret under `span`, and the notes.
pub fn render(
    level: Level<'static>,
    id: &str,
    title: &str,
    command: &str,
    span: Option<[u32; 2]>,
    label: &str,
    notes: &[Note],
) -> String {
    let window = window(command, span);
    let mut snippet =
        Snippet::source(window.text.as_str()).line_start(window.first_line).fold(false);
    if let Some(span) = window.span {
        snippet = snippet.annotation(AnnotationKind::Primary.span(span).label(label.to_owned()));
    }
    let title = visible::one_line(title, TITLE);
    let mut group = level.primary_title(title).id(id.to_owned()).element(snippet);
    for (name, text) in notes {
        let note = Level::NOTE.with_name(*name);
        group = group.element(Element::from(note.message(text.clone())));
    }
    Renderer::styled().render(&[group])
}

/// The command around `span`, as [`render`] shows it, in plain text and without a title.
pub fn excerpt(command: &str, span: Option<[u32; 2]>) -> String {
    let window = window(command, span);
    let mut snippet =
        Snippet::source(window.text.as_str()).line_start(window.first_line).fold(false);
    if let Some(span) = window.span {
        snippet = snippet.annotation(AnnotationKind::Primary.span(span));
    }
    Renderer::plain().render(&[Group::with_level(Level::ERROR).element(snippet)])
}

/// What is shown of a command.
#[derive(PartialEq, Eq, Debug)]
struct Window {
    text: String,
    first_line: usize,
    span: Option<Range<usize>>,
}

fn window(command: &str, span: Option<[u32; 2]>) -> Window {
    let focus = span.map(|[start, end]| {
        let start = floor(command, start as usize);
        start..floor(command, end as usize).max(start)
    });
    let lines = line_ranges(command);
    let at = focus.clone().unwrap_or(0..0);
    let first = lines.iter().rposition(|line| line.start <= at.start).unwrap_or(0);
    let last =
        lines.iter().rposition(|line| line.start < at.end.max(at.start + 1)).unwrap_or(first);
    let from = first.saturating_sub(AROUND);
    let until = (last.min(first + ANNOTATED - 1) + AROUND).min(lines.len() - 1);

    let mut text = String::new();
    let mut start = None;
    let mut end = None;
    for (number, line) in lines.iter().enumerate().take(until + 1).skip(from) {
        if number > from {
            text.push('\n');
        }
        let shown = cut(command, line, at.start);
        if shown.start > line.start {
            text.push('…');
        }
        for (offset, c) in visible::spell(&command[shown.clone()], Lines::Keep) {
            let offset = shown.start + offset;
            if offset >= at.start && start.is_none() {
                start = Some(text.len());
            }
            text.push_str(&c.to_string());
            if offset < at.end {
                end = Some(text.len());
            }
        }
        if at.start <= shown.end && start.is_none() {
            start = Some(text.len());
        }
        if shown.end < line.end {
            text.push('…');
        }
    }
    let span = focus.and(start).map(|start| start..end.unwrap_or(start).max(start));
    Window { text, first_line: from + 1, span }
}

/// The byte ranges of the lines, without their ends; at least one.
fn line_ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        ranges.push(start..start + line.len());
        start += line.len() + 1;
    }
    ranges
}

/// The part of a line that is shown: all of it, or [`WIDTH`] characters around `focus`.
fn cut(text: &str, line: &Range<usize>, focus: usize) -> Range<usize> {
    let slice = &text[line.clone()];
    if slice.chars().nth(WIDTH).is_none() {
        return line.clone();
    }
    let mut start = line.start;
    if line.contains(&focus)
        && let Some((lead, _)) = text[line.start..focus].char_indices().nth_back(LEAD)
        && text[line.start..focus].chars().count() > WIDTH - LEAD
    {
        start = line.start + lead;
    }
    let end =
        text[start..line.end].char_indices().nth(WIDTH).map_or(line.end, |(at, _)| start + at);
    start..end
}

pub(super) fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, span: [u32; 2], text: &str, marked: &str) {
        let window = window(command, Some(span));
        assert_eq!(window.text, text);
        let span = window.span.map(|span| window.text[span].to_owned());
        assert_eq!(span.as_deref(), Some(marked));
    }

    #[test]
    fn a_short_command_is_shown_whole() {
        check("git commit -n", [11, 13], "git commit -n", "-n");
        check("", [0, 0], "", "");
        check("git", [3, 3], "git", "");
    }

    #[test]
    fn hostile_characters_do_not_move_the_caret() {
        check("a\x1bb -n", [4, 6], "a\\x1bb -n", "-n");
        check("\0git", [1, 4], "\\x00git", "git");
        check("é\u{202e} x", [6, 7], "é\\u{202e} x", "x");
    }

    #[test]
    fn lines_far_from_the_span_are_left_out() {
        let command = "1\n2\n3\n4\n5 git\n6\n7\n8\n9";
        let window = window(command, Some([10, 13]));
        assert_eq!((window.first_line, window.text.as_str()), (3, "3\n4\n5 git\n6\n7"));
    }

    #[test]
    fn a_long_line_is_cut_around_the_span() {
        let command = format!("{} git {}", "x".repeat(1_000_000), "y".repeat(500));
        let window = window(&command, Some([1_000_001, 1_000_004]));
        assert_eq!(window.text.chars().count(), WIDTH + 2);
        assert_eq!(window.span.map(|span| window.text[span].to_owned()).as_deref(), Some("git"));
    }

    #[test]
    fn a_span_over_many_lines_ends_with_the_window() {
        let command = "x\n".repeat(50);
        let window = window(&command, Some([0, 100]));
        assert_eq!(window.text.lines().count(), ANNOTATED + AROUND);
        assert_eq!(window.span, Some(0..window.text.len()));
    }

    #[test]
    fn any_span_of_any_text_is_shown() {
        let texts = ["", "a", "é\n\n\u{1f600}\x1b\n", "\n\n\n"];
        for text in texts {
            for start in 0..12 {
                for end in 0..12 {
                    let window = window(text, Some([start, end]));
                    assert!(window.span.is_some_and(|span| window.text.get(span).is_some()));
                    render(Level::ERROR, "x", "y", text, Some([start, end]), "here", &[]);
                }
            }
        }
    }
}
