//! Commit atoms: every way to give a message, to skip the hooks or to look as if, with the truth of each.

use super::act::Exit;
use super::expansion;
use super::maker::Maker;
use super::syntax::{Body, Item, ItemKind, Join, Node, Piece, Quote, Redirect, Simple, Word};
use super::truth::{Effect, Told, Tri};
use super::value::Value;

/// Subjects of one line, many with something in them that a text matcher takes for more than text.
const SUBJECTS: [&str; 18] = [
    "fix: narrow the guard",
    "wip",
    "feat(core): adjust",
    "docs: never pass --no-verify",
    "ci: run bash -n on scripts",
    "feat: x && y | z; w",
    "it's done",
    "first git add, then git commit",
    "say \"hi\" to glab",
    "costs $5, `not run`",
    "closes #14",
    "revert: git commit -n -m oops",
    "chore: bump (minor)",
    "refactor: a > b & c < d",
    "test: cover C:\\tmp",
    "docs: use <<EOF in examples",
    "x",
    "update",
];

/// Messages of several lines.
const PARAGRAPHS: [&str; 7] = [
    "fix: narrow the guard\n\ngit add -A no longer counts",
    "docs: example\n\n  git commit --no-verify\n",
    "feat: two\n\n- it's a (partial list\n- \"quoted\"",
    "wip\n\ngit add .\ngit commit -n -m inner\nEOF_2\nend",
    "docs: explain bash -c \"git commit -n\"",
    "fix: cost is $5 and `git status`\n\n\\backslash",
    "chore: one\ntwo\nthree",
];

/// The command with a place for the trailer behind its last word.
pub(super) fn marked(mut simple: Simple) -> Simple {
    for item in simple.items.iter_mut().rev() {
        if let ItemKind::Word { trailer, .. } = &mut item.kind {
            *trailer = true;
            break;
        }
    }
    simple
}

fn texts(texts: &[&str]) -> Told {
    Told::Texts(texts.iter().map(|&text| text.to_owned()).collect())
}

fn words(line: &str) -> Vec<Item> {
    line.split(' ').map(Item::word).collect()
}

/// `git commit` with these groups of options, kept in order, and some harmless ones among them.
fn assemble(make: &mut Maker, groups: Vec<Vec<Item>>, no_verify: Tri, told: Told) -> Simple {
    const HARMLESS: [&str; 10] = [
        "-q",
        "-s",
        "--allow-empty",
        "--signoff",
        "-v",
        "--quiet",
        "-Sn",
        "--author='A B <a@b.example>'",
        "--amend",
        "--no-edit",
    ];
    let mut items = words("git commit");
    for group in groups {
        if make.chance(12) {
            items.push(Item::word(make.pick(&HARMLESS)));
        }
        items.extend(group);
    }
    let mut simple = marked(Simple::of(items, Effect::commit(no_verify, told)));
    // What stands behind `--` is a path, `-n` too.
    if make.chance(8) {
        let paths = make.pick(&["-- docs/a.md", "-- -n", "-- src tests"]);
        simple.items.extend(words(paths));
    }
    simple
}

/// A commit with these options, and now and then one that skips the hooks.
fn message(make: &mut Maker, group: Vec<Item>, told: Told) -> Simple {
    let mut groups = vec![group];
    let mut no_verify = Tri::No;
    if make.chance(12) {
        let flag = make.pick(&["-n", "--no-verify"]);
        let place = make.stream.below(2) as usize;
        groups.insert(place, vec![Item::word(flag)]);
        no_verify = Tri::Yes;
    }
    assemble(make, groups, no_verify, told)
}

fn subject(make: &mut Maker) -> &'static str {
    make.pick(&SUBJECTS)
}

/// `-m "…"`
pub(super) fn double_quoted(make: &mut Maker) -> Node {
    let text = subject(make);
    message(
        make,
        vec![Item::word("-m"), Item::word(Word::quoted(text, Quote::Double))],
        texts(&[text]),
    )
    .into()
}

/// `-m '…'`
pub(super) fn single_quoted(make: &mut Maker) -> Node {
    let text = subject(make);
    message(
        make,
        vec![Item::word("-m"), Item::word(Word::quoted(text, Quote::Single))],
        texts(&[text]),
    )
    .into()
}

/// `-m $'…'`
pub(super) fn ansi_c(make: &mut Maker) -> Node {
    let text = make.pick(&PARAGRAPHS).trim_end();
    message(
        make,
        vec![Item::word("-m"), Item::word(Word::quoted(text, Quote::AnsiC))],
        texts(&[text]),
    )
    .into()
}

/// `-m` over several lines of the text.
pub(super) fn several_lines(make: &mut Maker) -> Node {
    let text = make.pick(&PARAGRAPHS).trim_end();
    let quote = make.pick(&[Quote::Single, Quote::Double]);
    message(make, vec![Item::word("-m"), Item::word(Word::quoted(text, quote))], texts(&[text]))
        .into()
}

/// `-mTEXT`
pub(super) fn attached(make: &mut Maker) -> Node {
    let text = subject(make);
    let word = Word::joined("-m", make.spell(text));
    message(make, vec![Item::word(word)], texts(&[text])).into()
}

/// `--message=TEXT`, `--message TEXT` and their abbreviations.
pub(super) fn long(make: &mut Maker) -> Node {
    let text = subject(make);
    let name = make.pick(&["--message", "--message", "--mess"]);
    let spelled = make.spell(text);
    let group = if make.chance(60) {
        vec![Item::word(Word::joined(&format!("{name}="), spelled))]
    } else {
        vec![Item::word(name), Item::word(spelled)]
    };
    message(make, group, texts(&[text])).into()
}

/// Several `-m`.
pub(super) fn repeated(make: &mut Maker) -> Node {
    let count = 2 + make.stream.weighted([75, 25].into_iter());
    let subjects: Vec<&str> = (0..count).map(|_| subject(make)).collect();
    let mut group = Vec::new();
    for subject in &subjects {
        group.extend([Item::word("-m"), Item::word(make.spell(subject))]);
    }
    message(make, group, texts(&subjects)).into()
}

/// `-am` and other clusters that end in `m` and don't skip the hooks.
pub(super) fn cluster(make: &mut Maker) -> Node {
    let text = subject(make);
    let group =
        vec![Item::word(make.pick(&["-am", "-qm", "-qam", "-sm"])), Item::word(make.spell(text))];
    message(make, group, texts(&[text])).into()
}

/// `-nm`, `-anm`: clusters that skip the hooks.
pub(super) fn skipping_cluster(make: &mut Maker) -> Node {
    let text = subject(make);
    let group = vec![
        Item::word(make.pick(&["-nm", "-anm", "-nam", "-qnm", "-anvm"])),
        Item::word(make.spell(text)),
    ];
    assemble(make, vec![group], Tri::Yes, texts(&[text])).into()
}

/// The hooks skipped by one option, in each of its spellings.
pub(super) fn skipping(make: &mut Maker) -> Node {
    let flag = make.pick(&[
        "-n",
        "--no-verify",
        "--no-verif",
        "--no-veri",
        "\"--no-verify\"",
        "--no-'verify'",
        "--no-ver\\ify",
        "--$'no-verify'",
        "'-n'",
        "-an",
        "-qn",
        "--no-ver\\\nify",
    ]);
    let text = subject(make);
    let message = vec![Item::word("-m"), Item::word(make.spell(text))];
    let mut groups = vec![vec![Item::word(flag)], message];
    if make.chance(40) {
        groups.reverse();
    }
    assemble(make, groups, Tri::Yes, texts(&[text])).into()
}

/// `--verify` and `-n` in one command: the last one wins.
pub(super) fn last_wins(make: &mut Maker) -> Node {
    let (line, no_verify) = make.pick(&[
        ("-n --verify", Tri::No),
        ("--no-verify --verify", Tri::No),
        ("--verify -n", Tri::Yes),
        ("--no-verify --veri", Tri::No),
        ("-n --verify --no-verif", Tri::Yes),
    ]);
    let text = subject(make);
    let message = vec![Item::word("-m"), Item::word(make.spell(text))];
    assemble(make, vec![words(line), message], no_verify, texts(&[text])).into()
}

/// An option's value that looks like the option that skips the hooks.
pub(super) fn value_like_flag(make: &mut Maker) -> Node {
    let (line, no_verify, text) = make.pick(&[
        ("-m --no-verify", Tri::No, "--no-verify"),
        ("-m -n", Tri::No, "-n"),
        ("-m -- -n", Tri::Yes, "--"),
        ("-m \"--no-verify\"", Tri::No, "--no-verify"),
        ("--message=-n", Tri::No, "-n"),
        ("--date -n -m x", Tri::No, "x"),
        ("-mn", Tri::No, "n"),
        ("-m -anm", Tri::No, "-anm"),
    ]);
    let simple = Simple::of(words("git commit"), Effect::commit(no_verify, texts(&[text])));
    let mut simple = simple;
    simple.items.extend(words(line));
    marked(simple).into()
}

/// The agents' favourite: `-m "$(cat <<'EOF' … )"`.
pub(super) fn substituted_heredoc(make: &mut Maker) -> Node {
    let text = make.pick(&PARAGRAPHS);
    let heredoc = make.heredoc(Body::Text(text.to_owned()));
    let cat = Simple::program("cat", Effect::none()).fed(Item::heredoc(heredoc));
    // The substitution takes all newlines off the end.
    let text = text.trim_end_matches('\n');
    let pieces = vec![
        Piece::Text("\"".to_owned()),
        Piece::Substitution { open: "$(", body: cat.into() },
        Piece::Text("\"".to_owned()),
    ];
    let word = Word { pieces, value: Value::text(text) };
    message(make, vec![Item::word("-m"), Item::word(word)], texts(&[text])).into()
}

/// `-F - <<'EOF'`
pub(super) fn heredoc(make: &mut Maker) -> Node {
    let text = make.pick(&PARAGRAPHS);
    let option = make.pick(&["-F -", "-F -", "--file=-", "--file -"]);
    let heredoc = Item::heredoc(make.heredoc(Body::Text(text.to_owned())));
    let mut simple = message(make, words(option), texts(&[text]));
    // A redirect may stand among the words.
    let place = if make.chance(15) { 2 } else { simple.items.len() };
    simple.items.insert(place, heredoc);
    simple.stdin_taken = true;
    simple.into()
}

/// `-F - <<< …`
pub(super) fn here_string(make: &mut Maker) -> Node {
    let text = subject(make);
    let spelled = make.spell(text);
    let blank = make.pick(&["<<<", "<<< "]);
    message(make, words("-F -"), texts(&[text])).fed(Item::to(Redirect::new(blank, spelled))).into()
}

/// A heredoc through a pipe.
pub(super) fn piped_heredoc(make: &mut Maker) -> Node {
    let text = make.pick(&PARAGRAPHS);
    let heredoc = make.heredoc(Body::Text(text.to_owned()));
    let cat = Simple::program("cat", Effect::none()).fed(Item::heredoc(heredoc));
    let mut commit = message(make, words("-F -"), texts(&[text]));
    commit.stdin_taken = true;
    Node::pair(cat.piped(), Join::PIPE, commit)
}

/// A message that some program pipes in.
pub(super) fn piped_message(make: &mut Maker) -> Node {
    let mut commit = message(make, words("-F -"), Told::Untold);
    commit.stdin_taken = true;
    const ABSENT: &str = "cat msg.txt";
    let source = make.pick(&[ABSENT, "head -1 CHANGES.md", "pnpm --silent message"]);
    let simple = Simple::program(source, Effect::none());
    let simple = if source == ABSENT { simple.exits(Exit::NonZero) } else { simple };
    Node::pair(simple, Join::PIPE, commit)
}

/// `-F FILE`
pub(super) fn file(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "-F msg.txt",
        "--file=.git/COMMIT_EDITMSG",
        "-F /tmp/msg",
        "-Fmsg.txt",
        "-F ../m",
        "--amend -F /tmp/msg --no-edit",
    ]);
    message(make, words(line), Told::Untold).into()
}

/// No message: an editor opens, or the old message stays.
pub(super) fn no_message(make: &mut Maker) -> Node {
    let line =
        make.pick(&["--amend --no-edit", "--amend", "--no-edit", "--allow-empty-message", "-v"]);
    message(make, words(line), texts(&[])).into()
}

/// Another commit's message.
pub(super) fn reused(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "-C HEAD",
        "--reuse-message=HEAD",
        "--fixup HEAD~2",
        "--fixup=HEAD~2",
        "--fixup=amend:HEAD",
        "-C HEAD --amend --no-edit",
        "-c HEAD",
        "--squash=HEAD",
    ]);
    message(make, words(line), Told::Untold).into()
}

/// A message in a variable. Quoted it is one word and hides nothing; bare it may become `x -n`.
pub(super) fn unknown_message(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "-m \"$MSG\"",
        "--message=\"$MSG\"",
        "-m \"${MSG:-wip}\"",
        "-m \"fix:$TOPIC\"",
    ]);
    message(make, words(line), Told::Untold).into()
}

/// A message with something in it that bash expands: one word, whatever that is.
pub(super) fn expanding_message(make: &mut Maker) -> Node {
    let group = match make.stream.below(4) {
        0 => vec![Item::word("-m"), Item::word(expansion::quoted(make))],
        1 => vec![Item::word("-m"), Item::word(Word::from("\"fix:$TOPIC\""))],
        2 => vec![Item::word("-am"), Item::word(expansion::quoted(make))],
        _ => {
            let heredoc = make
                .heredoc(Body::Live(vec![Piece::Text("fix: $name\n\nit's ${base}".to_owned())]));
            let cat = Simple::program("cat", Effect::none()).fed(Item::heredoc(heredoc));
            let pieces = vec![
                Piece::Text("\"".to_owned()),
                Piece::Substitution { open: "$(", body: cat.into() },
                Piece::Text("\"".to_owned()),
            ];
            vec![Item::word("-m"), Item::word(Word::untold(pieces))]
        }
    };
    message(make, group, Told::Untold).into()
}

/// A message that a live heredoc feeds.
pub(super) fn expanding_heredoc(make: &mut Maker) -> Node {
    let text = make.pick(&["fix: $name", "docs: a\n\n$((1 + 2)) of ${name:-x}", "it's \"$base\""]);
    let heredoc = make.heredoc(Body::Live(vec![Piece::Text(text.to_owned())]));
    message(make, words("-F -"), Told::Untold).fed(Item::heredoc(heredoc)).into()
}

/// Words that may hold an option.
pub(super) fn unknown_arguments(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "git commit $ARGS",
        "git commit -m $MSG",
        "git commit \"$FLAG\" -m x",
        "git commit $ARGS -m x",
    ]);
    Simple::program(line, Effect::commit(Tri::Open(false), Told::Untold)).into()
}

/// git's own options before the subcommand.
pub(super) fn global_options(make: &mut Maker) -> Node {
    let globals: &[&str] = make.pick(&[
        ["-C", "repo"].as_slice(),
        &["-C", "\"my dir\""],
        &["-c", "user.name='A B'"],
        &["-c", "core.hooksPath=/dev/null"],
        &["--no-pager"],
        &["--git-dir=x"],
        &["--git-dir", "x", "--work-tree", "."],
        &["-P", "-C", "repo", "-c", "commit.gpgSign=false"],
    ]);
    let text = subject(make);
    let no_verify = make.chance(50);
    let mut simple = Simple::program("git", Effect::commit(Tri::No, texts(&[text])));
    simple.items.extend(globals.iter().map(|word| Item::word(*word)));
    simple = simple.arg("commit");
    if no_verify {
        simple.effect.no_verify = Tri::Yes;
        simple = simple.arg(make.pick(&["-n", "--no-verify", "-an"]));
    }
    let spelled = make.spell(text);
    marked(simple.arg("-m").arg(spelled)).into()
}

/// `PROGRAM VERB -n -m TEXT`, where the two are spellings of `git` and `commit`.
pub(super) fn hooks_skipped_by(make: &mut Maker, program: &str, verb: &str) -> Simple {
    let text = subject(make);
    let flag = make.pick(&["-n", "-n", "--no-verify"]);
    let spelled = make.spell(text);
    let items = vec![
        Item::word(program),
        Item::word(verb),
        Item::word(flag),
        Item::word("-m"),
        Item::word(spelled),
    ];
    marked(Simple::of(items, Effect::commit(Tri::Yes, texts(&[text]))))
}
