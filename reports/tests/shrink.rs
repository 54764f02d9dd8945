//! Small commands in place of large ones: the class stays, the bytes go, and the same comes out each time.

use guarddiff_corpus::generate::generate;
use guarddiff_reports::examine::{examine, healthy};
use guarddiff_reports::shrink::{Class, fingerprint, shrink, typed};
use guarddiff_reports::witnesses::Witnesses;

use crate::support::{Folder, exits, feed, run, stdout};

#[test]
fn two_hundred_seeded_divergences_become_small_and_keep_their_class() {
    let (mut subject, witnesses) = (healthy(), Witnesses::default());
    let mut done = 0;
    let mut longest = 0;
    for index in 0.. {
        if done == 200 {
            break;
        }
        // One of each case, and of another check each time.
        let mut findings = examine(generate(20_260_901, index).case, &mut subject).findings;
        findings.retain(|finding| Class::of(finding).is_some());
        if findings.is_empty() {
            continue;
        }
        let finding = &findings[index as usize % findings.len()];
        let class = Class::of(finding).unwrap();
        assert!(class.shows(&finding.command, &mut subject, &witnesses), "{}", finding.id);
        let (small, _) = shrink(&finding.command, &class, &mut subject, &witnesses);
        let again = examine(typed(&small), &mut subject).findings;
        assert!(again.iter().any(|it| Class::of(it).as_ref() == Some(&class)), "{small}");
        assert!(small.len() <= 60, "{}: {class:?} {small:?}", finding.id);
        longest = longest.max(small.len());
        done += 1;
    }
    eprintln!("200 divergences, of at most {longest} bytes");
}

#[test]
fn cases_of_every_kind_are_made_small() {
    let folder = Folder::new();
    let long = "cd web && echo 'a long text about git push' && git log --grep='--no-verify' | head";
    let list = folder.write("list.txt", format!("ls\n{long}\n"));
    let of_log = run(&["shrink", &format!("log:{list}:2"), "--check", "no-verify"]);
    exits(&of_log, 0);
    let text = stdout(&of_log);
    assert!(text.starts_with("no-verify  narrowed: the text matcher is wrong by"), "{text}");
    let small = text.lines().last().unwrap();
    assert!(small.len() < 30 && small.contains("--no-verify"), "{text}");
    let typed = run(&["shrink", long, "--check", "no-verify"]);
    assert_eq!(stdout(&typed), text);
    let fed = feed(&["shrink", "-", "--check", "no-verify"], long.as_bytes());
    assert_eq!(stdout(&fed), text);
    exits(&run(&["shrink", "inc:wrapper-value"]), 0);
    exits(&run(&["shrink", "ls"]), 2);
    exits(&run(&["shrink", long, "--check", "nothing"]), 2);
    exits(&run(&["shrink", "gen:nothing"]), 2);
}

#[test]
fn findings_of_one_shape_have_one_fingerprint() {
    let mut subject = healthy();
    let mut of = |command: &str| {
        let findings = examine(typed(command), &mut subject).findings;
        let finding = findings.iter().find(|it| it.about() == "no-verify").unwrap().clone();
        fingerprint(&finding, &mut subject)
    };
    let one = of("git log --grep='--no-verify' a");
    assert_eq!(one, of("git log --grep='--no-verify' another-file"));
    assert_ne!(one, of("git log --grep='--no-verify' | head"));
    assert_ne!(one, of("echo '--no-verify'"));
}
