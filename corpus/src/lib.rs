//! Cases: commands to examine, from a seeded generator, from incidents and from transcripts. It never parses bash and never runs anything.

pub mod case;
pub mod generate;
pub mod hostile;
pub mod incidents;
pub mod pinned;
pub mod planted;
pub mod redact;
pub mod replay;
pub mod runnable;
pub mod transcripts;
