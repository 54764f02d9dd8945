//! Any bytes, read as `OpenHands`.
#![no_main]

#[expect(dead_code, reason = "each target runs one of the laws")]
#[path = "../../tests/laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    laws::hold(Some(guarddiff_corpus::transcripts::Format::OpenHands), bytes, 64 << 20);
});
