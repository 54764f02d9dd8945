//! Every format of a report, with hostile commands and with too many findings: inert, visible, whole, within the
//! limits of the platform that takes it, and what weakens a deny first.

mod html;
mod inert;
mod limits;
mod order;
mod stored;
