//! Any bytes, read as a database, half of them with the same bytes as its log.
#![no_main]

#[expect(dead_code, reason = "each target runs one of the laws")]
#[path = "../../tests/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::hold_database(bytes, bytes.len() % 2 == 1);
});
