//! The pure half of the authorizer for wrapped commands (ADR 0001): what a wrapper is, where its unit stands, and what
//! the command is without it. It judges nothing; that is the policy's part.

pub mod grammar;
pub mod locate;
pub mod unwrap;

pub use grammar::{Claim, Wrapper, claim};
pub use locate::{Located, by_structure, by_text};
pub use unwrap::{Unwrapped, same_but_for_wrapper, unwrap};
