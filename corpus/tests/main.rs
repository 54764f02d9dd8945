//! The integration tests of the corpus, one module per subject.

mod generator;
