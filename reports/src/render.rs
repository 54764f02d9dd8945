//! One pure renderer per format: a run goes in, text comes out. None of them reads a file or decides anything.

pub mod authorize;
pub mod csv;
pub mod explain;
pub mod github;
pub mod gitlab;
pub mod html;
pub mod json_analysis;
pub mod junit;
pub mod ledger;
pub mod markdown;
pub mod page;
pub mod records;
pub mod sarif;
pub mod skeleton;
pub mod snippet;
pub mod stats;
pub mod table;
pub mod terminal;
pub mod verdict;
