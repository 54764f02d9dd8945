//! The engine on any bytes: `cargo +nightly fuzz run engine`, from `corpus`. It ends at the first broken invariant.
#![no_main]

use std::cell::RefCell;

use guarddiff_engine::Engine;
use guarddiff_oracle::invariants::examine;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

fuzz_target!(|bytes: &[u8]| {
    if let Err(broken) = ENGINE.with_borrow_mut(|engine| examine(engine, bytes)) {
        panic!("{broken}");
    }
});
