//! Ctrl-C: the first one asks the campaign to stop after what is in hand, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit_code::Exit;

/// Whether somebody asked to stop.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens for interrupts from now on. Where the system refuses a handler, its own default stays: the process ends.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
}

/// Whether somebody asked to stop; cheap enough to ask for every case.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
