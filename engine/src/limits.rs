//! The budgets of the engine: bytes, depth, operations and nodes, never time, so that an answer is the same on every machine.

/// Longest text that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// Deepest nesting of constructs that is read. Agents' commands stay below 10.
pub const MAX_DEPTH: usize = 100;

/// Deepest nesting of code strings that is read (`bash -c "bash -c …"`).
pub const MAX_CODE_DEPTH: u8 = 8;
