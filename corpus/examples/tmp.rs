//! scratch
use std::ops::ControlFlow;
fn main() {
    let paths: Vec<_> = std::env::args_os().skip(1).map(Into::into).collect();
    let t = std::time::Instant::now();
    let mut n = 0usize;
    let mut by = std::collections::BTreeMap::new();
    let r = guarddiff_corpus::transcripts::read(&paths, &Default::default(), &mut |r| {
        n += r.command.len();
        *by.entry((r.format, r.status)).or_insert(0u32) += 1;
        ControlFlow::Continue(())
    });
    println!("{:#?} {n} {by:?} {:?}", r, t.elapsed());
}
