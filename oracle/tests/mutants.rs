//! Invariants on mutants of real shapes: generated commands after a few edits, most of them no shell at all.

use guarddiff_corpus::generate::generate;
use guarddiff_engine::Engine;
use guarddiff_oracle::invariants::examine;
use guarddiff_oracle::mutation::{Edit, Kind, mutate};
use proptest::prelude::*;

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = || 0..4096_usize;
    let edit = (0..Kind::ALL.len(), place(), place(), place());
    let edit =
        edit.prop_map(|(kind, at, len, other)| Edit { kind: Kind::ALL[kind], at, len, other });
    proptest::collection::vec(edit, 1..5)
}

thread_local! {
    static ENGINE: std::cell::RefCell<Engine> = std::cell::RefCell::new(Engine::new());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn mutants_of_generated_commands_keep_the_invariants(
        (index, donor) in (0..5000_u64, 0..5000_u64),
        edits in edits(),
    ) {
        let donor = generate(6, donor).case.command;
        let mutant = edits.iter().fold(generate(5, index).case.command, |text, &edit| {
            mutate(&text, &donor, edit)
        });
        let found = ENGINE.with_borrow_mut(|engine| examine(engine, mutant.as_bytes()));
        prop_assert_eq!(found, Ok(()), "{}", mutant);
    }

    #[test]
    fn bytes_that_are_no_text_keep_the_invariants(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let found = ENGINE.with_borrow_mut(|engine| examine(engine, &bytes));
        prop_assert_eq!(found, Ok(()));
    }
}
