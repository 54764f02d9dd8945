//! Files that grew long. A note, never a failure: a table may be long with reason.

use super::Complaint;
use super::checkout::Checkout;
use super::tokens::{product, with_tokens};

/// Lines of product code from which a file is worth a look.
const LONG: usize = 450;

/// The product files with more than [`LONG`] lines up to their last line of code outside tests.
pub(crate) fn long_files(checkout: &Checkout) -> Vec<Complaint> {
    let product_lines = |text: &str| {
        with_tokens(text, |tokens| product(tokens).last().map_or(0, |token| token.line))
    };
    checkout
        .rust()
        .filter(|file| file.is_product())
        .map(|file| (file, product_lines(&file.text)))
        .filter(|&(_, lines)| lines > LONG)
        .map(|(file, lines)| Complaint::new(&file.path, 0, format!("{lines} lines without tests")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(product: usize, tests: usize, long: bool) {
        let text = format!(
            "{}#[cfg(test)]\nmod tests {{\n{}}}\n",
            "a();\n".repeat(product),
            "b();\n".repeat(tests)
        );
        let notes = long_files(&Checkout::of(&[("engine/src/a.rs", &text)]));
        assert_eq!(!notes.is_empty(), long, "{product} and {tests} lines");
    }

    #[test]
    fn tests_do_not_make_a_file_long() {
        check(LONG, 500, false);
        check(LONG + 1, 0, true);
    }
}
