//! Placeholder line, replaced when the crate lands.
