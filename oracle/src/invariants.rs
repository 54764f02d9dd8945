//! What every analysis of every text must be like, whatever bash says of the text. It asks nobody else and never
//! judges what is right.

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, SimpleCommand, Status, Target};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Facts, Splice};
use guarddiff_engine::span::Span;

/// An invariant that an analysis breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Broken {
    /// A span that is no slice of the text: reversed, out of bounds, or inside a character.
    #[error("the span {}..{} of {what} is no slice of the text", span.start, span.end)]
    Span {
        /// What the span belongs to.
        what: &'static str,
        /// The span.
        span: Span,
    },
    /// A warm engine gives another answer the second time, or than a new one.
    #[error("another answer from {engine}")]
    Changed {
        /// Which engine.
        engine: &'static str,
    },
    /// An unavailable analysis that holds commands.
    #[error("unavailable, with {commands} commands")]
    Leftovers {
        /// How many.
        commands: usize,
    },
    /// A splice that changes the text where there is no commit, or that is shorter than the text.
    #[error("a splice of {bytes} bytes")]
    Splice {
        /// Its length.
        bytes: usize,
    },
}

/// Analyses the bytes as text, with replacement characters for what is none, and says what is broken.
///
/// `engine` is warm, and any texts may have been read with it before; a new one is held against it.
pub fn examine(engine: &mut Engine, bytes: &[u8]) -> Result<(), Broken> {
    let text = String::from_utf8_lossy(bytes);
    let analysis = engine.analyze(&text);
    if engine.analyze(&text) != analysis {
        return Err(Broken::Changed { engine: "the same engine" });
    }
    if Engine::new().analyze(&text) != analysis {
        return Err(Broken::Changed { engine: "a new engine" });
    }
    if Engine::cold().analyze(&text).is_parsed() {
        return Err(Broken::Changed { engine: "a cold engine" });
    }
    spans(&text, &analysis)?;
    match (analysis.status, checks::facts(&text, &analysis, &Settings::default())) {
        (Status::Unavailable(_), _) if !analysis.commands.is_empty() => {
            Err(Broken::Leftovers { commands: analysis.commands.len() })
        }
        (_, Some(facts)) => of_facts(&text, &facts),
        (Status::Parsed | Status::Unavailable(_), None) => Ok(()),
    }
}

fn spans(text: &str, analysis: &Analysis) -> Result<(), Broken> {
    for command in &analysis.commands {
        of_command(text, command)?;
    }
    analysis.opaque.iter().try_for_each(|code| slice(text, "opaque code", code.span))
}

fn of_command(text: &str, command: &SimpleCommand) -> Result<(), Broken> {
    slice(text, "a command", command.span)?;
    for word in command.wrappers.iter().flatten().chain(&command.argv) {
        slice(text, "a word", word.span)?;
    }
    for assignment in &command.assignments {
        slice(text, "an assignment", assignment.span)?;
    }
    for redirect in &command.redirects {
        slice(text, "a redirect", redirect.span)?;
        match &redirect.target {
            Target::Word(word) => slice(text, "a redirect's target", word.span)?,
            Target::Heredoc { span, .. } => slice(text, "a heredoc", *span)?,
        }
    }
    Ok(())
}

fn of_facts(text: &str, facts: &Facts) -> Result<(), Broken> {
    for answer in [facts.guard_relevant, facts.stages_and_commits, facts.no_verify] {
        answer.span.map_or(Ok(()), |span| slice(text, "an answer", span))?;
    }
    for message in &facts.messages {
        slice(text, "a message", message.span)?;
    }
    for unit in &facts.units {
        slice(text, "a unit", unit.span)?;
    }
    match &facts.splice {
        Splice::Spliced(spliced) | Splice::Unknown(spliced) if spliced.len() < text.len() => {
            Err(Broken::Splice { bytes: spliced.len() })
        }
        Splice::Unchanged | Splice::Spliced(_) | Splice::Unknown(_) => Ok(()),
    }
}

fn slice(text: &str, what: &'static str, span: Span) -> Result<(), Broken> {
    let fits = span.start <= span.end && text.get(span.range()).is_some();
    if fits { Ok(()) } else { Err(Broken::Span { what, span }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_outside_the_text_or_inside_a_character_is_broken() {
        let mut analysis = Engine::new().analyze("git commit -m é");
        assert_eq!(spans("git commit -m é", &analysis), Ok(()));
        assert!(spans("git commit -m", &analysis).is_err());
        analysis.commands[0].span.end -= 1;
        assert!(spans("git commit -m é", &analysis).is_err());
        analysis.commands[0].span = Span { start: 4, end: 2 };
        assert!(spans("git commit -m é", &analysis).is_err());
    }
}
