//! `guarddiff corpus gaps`: which shapes of the commands in transcripts the generator never makes. Secrets are hidden
//! before anything is looked at.

use std::io::{self, BufWriter, Write};

use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_engine::Engine;

use super::{each_shown, told};
use crate::cli::GapsArgs;
use crate::exit_code::Exit;
use crate::interrupt;
use crate::render::table::{columns, grouped};
use crate::shapes::{Shapes, Sort};
use crate::visible::one_line;

/// Runs the command. Gaps are an answer and no failure: the exit code speaks of the files only.
pub(super) fn run(args: &GapsArgs, quiet: bool) -> anyhow::Result<Exit> {
    let mut engine = Engine::new();
    let mut typed = Shapes::default();
    let reading = each_shown(&args.paths, args.threads, &mut |record| {
        typed.add(&record.command, &mut engine);
    });
    let mut made = Shapes::default();
    let seed = args.seed.unwrap_or(GATE_SEED);
    for index in 0..args.count {
        // Where nothing was typed, nothing can be missing.
        if interrupt::asked() || typed.is_empty() {
            break;
        }
        made.add(&generate(seed, index).case.command, &mut engine);
    }
    write(&mut BufWriter::new(anstream::stdout()), &typed, &made, args)?;
    told(&reading, quiet)
}

fn write(out: &mut impl Write, typed: &Shapes, made: &Shapes, args: &GapsArgs) -> io::Result<()> {
    let head = ["", "typed", "generated", "missing"].map(str::to_owned).to_vec();
    let mut table = vec![head];
    let mut gaps: Vec<_> =
        typed.lacking(made).filter(|(.., seen)| seen.commands >= args.least).collect();
    for sort in Sort::ALL {
        let missing = gaps.iter().filter(|(of, ..)| *of == sort).count();
        let counts = [typed.count(sort), made.count(sort), missing];
        let counts = counts.map(|count| grouped(count as u64));
        table.push([&[sort.name().to_owned()], &counts[..]].concat());
    }
    columns(&table, 1).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    // The commonest first, sort by sort.
    gaps.sort_by(|(a, _, one), (b, _, two)| a.cmp(b).then(two.commands.cmp(&one.commands)));
    for (sort, name, seen) in gaps {
        let example = one_line(&seen.example, 100);
        let commands = grouped(seen.commands);
        writeln!(out, "\n{} {}  {commands}\n    {example}", sort.name(), one_line(name, 100))?;
    }
    out.flush()
}
