//! A bar on standard error while something long runs: only on a terminal, and never under CI or --quiet.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar, or nothing.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar over `total` commands; hidden where nobody looks at it.
    pub fn new(total: u64, quiet: bool) -> Progress {
        let watched = !quiet && std::io::stderr().is_terminal() && std::env::var_os("CI").is_none();
        let target =
            if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        if let Ok(style) =
            ProgressStyle::with_template("{msg:12} {bar:40} {human_pos}/{human_len} commands")
        {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// No bar at all.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden() }
    }

    /// Says which source is running; transcripts are not counted beforehand, so the bar becomes a spinner.
    pub fn stage(&self, name: &'static str, counted: bool) {
        self.bar.set_message(name);
        if !counted
            && let Ok(style) =
                ProgressStyle::with_template("{msg:12} {spinner} {human_pos} commands")
        {
            self.bar.set_style(style);
        }
    }

    /// `n` more commands are done.
    pub fn done(&self, n: u64) {
        self.bar.inc(n);
    }

    /// Wipes the bar, so that results start on a clean line.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
