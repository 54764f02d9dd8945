//! The engine from outside: what texts run, and how it bears hostile ones.

mod checks;
mod hostile;
mod reading;
