//! Mutants that the search once found to be read otherwise than bash reads them, cut down to what showed it. Each holds
//! now, or is a print of bash's that is known to be none.

use guarddiff_engine::Engine;
use guarddiff_oracle::agreement::{Outcome, agreement};

use super::bash;

#[track_caller]
fn check(expected: Outcome, mutants: &[&str]) {
    let Some(bash) = bash() else { return };
    let found = agreement(&bash, &mut Engine::new(), mutants);
    assert_eq!(found.of(expected), mutants.len(), "{:#?}\n{:?}", found.apart, found.outcomes);
}

#[test]
fn mutants_that_were_read_otherwise_are_read_as_bash_reads_them() {
    check(
        Outcome::Same,
        &[
            "$\\\n''",
            "a $\\\n\"b\"",
            "echo\\\n ''|sh",
            "# \" f POSIX\nalias b='c'\n( d; )\ne $(f)",
            "t\necho 'st2' |at ~/.rc -i\n\n# cosh",
            "declare a=(b # isn't\n\"$c\")",
            "a ${x:-<(b)}",
            "a \"${x:-<(b)}\"",
            "for i in\ndo a; done",
            "f() {\n$1\n}\n\nf 'init'\n\nf\\\n '-S'",
            "ff() {\n$1\n}\nff 'init'\nf\\\nf '-S'",
        ],
    );
}

#[test]
fn mutants_that_bash_refuses_are_refused() {
    check(
        Outcome::RefusedByBoth,
        &[
            "\"$[\"]\"",
            "\"${<(}\"",
            "\"$(<<'E')\n\" ",
            "\"$(<<r)\"'\n'",
            "for i\n;do f;done",
            "for( (;;))do o;done",
            "for(g(;;))do o;done",
            "\"$(cat << E))O\n)\" >( e\"c\" ) &",
        ],
    );
}

#[test]
fn mutants_that_bash_prints_wrong_are_known_to_be() {
    check(
        Outcome::Inconclusive,
        &[
            "\" \"g<< -1; \"up\"",
            "<< -c \"\"&h",
            "time --<\"\"",
            "x&time -p time e",
            "$(a 'b' -- -n) && cat <<EOF |\"$(c -e)\";e\nM\"$(c -e)\";",
            "{\nif a <<E\nx\nE\nthen\nb\nc\ne\nfi\nd\n}",
            "<<F |  y \"wip\"; c\ne$( .)",
            "copro\\\nc \"\"",
            "a & b <<\\M && find . -mh 0 -exec gi x ';';gi$M\nd",
        ],
    );
}

#[test]
fn mutants_that_are_out_of_reach_are_said_to_be() {
    check(
        Outcome::Unavailable,
        &[
            "-$(a<<E)r\\\nb ",
            "\"$(<<'E')>\nE\n\"",
            "<<E\nin $(s 'git \\\na' )\nE",
            "((${))",
            "<(())",
        ],
    );
}
