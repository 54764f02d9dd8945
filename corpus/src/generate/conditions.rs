//! Conditions: `[[ ]]`, `(( ))`, `[ ]` and `test` in their many forms, each with how it ends where the variables in it
//! are unset and the files are not there. They start nothing.

use super::act::Exit;
use super::maker::Maker;
use super::syntax::{Chunk, Flow, Item, Node, Piece, Simple, Word};
use super::truth::Effect;

/// Conditions that are compounds of the grammar.
#[rustfmt::skip]
const COMPOUND: [(&str, Exit); 48] = [
    ("[[ -d .git ]]", Exit::NonZero), ("[[ $x == git* ]]", Exit::NonZero), ("[[ -n \"$name\" ]]", Exit::NonZero),
    ("[[ -z $name ]]", Exit::Zero), ("[[ -z ${name:-} ]]", Exit::Zero), ("[[ \"$name\" == \"main\" ]]", Exit::NonZero),
    ("[[ $name != main ]]", Exit::Zero), ("[[ \"$name\" != \"$base\" ]]", Exit::NonZero), ("[[ $name = main ]]", Exit::NonZero),
    ("[[ $name =~ ^v[0-9]+$ ]]", Exit::NonZero), ("[[ \"${name}\" =~ (fix|feat): ]]", Exit::NonZero), ("[[ v1 =~ ^v ]]", Exit::Zero),
    ("[[ \"$name\" == v* ]]", Exit::NonZero), ("[[ $name == *\"git commit\"* ]]", Exit::NonZero), ("[[ -f none.md && ! -d none ]]", Exit::NonZero),
    ("[[ ! -e none.lock ]]", Exit::Zero), ("[[ ( -n $name || -z $name ) && 1 -lt 2 ]]", Exit::Zero), ("[[ a < b ]]", Exit::Zero),
    ("[[ b > a ]]", Exit::Zero), ("[[ $((1 + 1)) -eq 2 ]]", Exit::Zero), ("[[ $# -ge 0 ]]", Exit::Zero), ("[[ -v name ]]", Exit::NonZero),
    ("[[ none.md -nt other.none ]]", Exit::NonZero), ("[[ ${#arr[@]} -gt 0 ]]", Exit::NonZero), ("[[ $name == 'a b' || $name == $'x' ]]", Exit::NonZero),
    ("[[ -n a$name ]]", Exit::Zero), ("[[ \"a$name\" == a ]]", Exit::Zero),
    ("(( 1 + 1 ))", Exit::Zero), ("((count == 0))", Exit::Zero), ("(( 2 > 1 ))", Exit::Zero), ("(( (1 + 2) * 3 > 4 && !0 ))", Exit::Zero),
    ("(( ${#arr[@]} > 0 ))", Exit::NonZero), ("(( n % 2 ))", Exit::NonZero), ("(( $n / 2 ))", Exit::NonZero), ("(( 1 ? 2 : 0 ))", Exit::Zero),
    ("(( 1 & 1 | 2 ^ 3 ))", Exit::Zero), ("(( count - 1 ))", Exit::Zero), ("(( 1 << 2 >= 4 ))", Exit::Zero), ("(( k += 2 ))", Exit::Unsure),
    ("(( j = 3, j *= 2, j /= 2, j -= 1 ))", Exit::Zero), ("(( j = 9, j %= 5, j <<= 1, j >>= 2, j |= 1, j &= 3, j ^= 1, j += 2 ** 2 ))", Exit::Zero),
    ("(( -1 + ~0 + !0 + +1 ))", Exit::NonZero), ("(( k--, --k, ++k, k++ ))", Exit::Unsure), ("(( arr[0] + 1 ))", Exit::Zero),
    ("(( ((1 + 2)) ))", Exit::Zero), ("[[ ! ( -d none ) ]]", Exit::Zero), ("[[ text ]]", Exit::Zero), ("[[ $name -ef none || ! $name ]]", Exit::Zero),
];

/// Conditions that are simple commands.
#[rustfmt::skip]
const SIMPLE: [(&[&str], Exit); 19] = [
    (&["[", "-d", ".git", "]"], Exit::NonZero), (&["test", "-f", ".git/MERGE_HEAD"], Exit::NonZero), (&["[", "1", "-lt", "2", "]"], Exit::Zero),
    (&["[", "-z", "\"$name\"", "]"], Exit::Zero), (&["[", "-n", "\"$name\"", "]"], Exit::NonZero), (&["[", "\"$name\"", "=", "main", "]"], Exit::NonZero),
    (&["[", "\"$name\"", "=", "\"main\"", "]"], Exit::NonZero), (&["[", "\"$name\"", "!=", "\"main\"", "]"], Exit::Zero),
    (&["[", "!", "-e", "none.lock", "]"], Exit::Zero), (&["[", "\"${name}x\"", "==", "x", "]"], Exit::Zero), (&["[", "$#", "-ge", "0", "]"], Exit::Zero),
    (&["[", "-z", "\"$name\"", "-o", "-d", ".git", "]"], Exit::Zero), (&["[", "-n", "\"$name\"", "-a", "1", "-eq", "1", "]"], Exit::NonZero),
    (&["[", "-f", "none/$name.md", "]"], Exit::NonZero), (&["[", "-s", "\"none.txt\"", "]"], Exit::NonZero), (&["[", "'git commit'", "]"], Exit::Zero),
    (&["test", "\"$base\"", "=", "\"\""], Exit::Zero), (&["test", "!", "-L", "none"], Exit::Zero),
    (&["[", "\"$((1 + 1))\"", "-gt", "1", "]"], Exit::Zero),
];

/// A condition.
pub(super) fn any(make: &mut Maker) -> Node {
    if make.chance(50) {
        let (text, exit) = make.pick(&COMPOUND);
        return Node::compound(Flow::Test(exit), vec![Chunk::Text(text)]);
    }
    let (words, exit) = make.pick(&SIMPLE);
    // Nobody asks for the values: the command starts nothing.
    let word =
        |spelling: &&str| Item::word(Word::untold(vec![Piece::Text((*spelling).to_owned())]));
    Simple::of(words.iter().map(word).collect(), Effect::none()).builtin().exits(exit).into()
}
