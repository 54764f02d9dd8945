//! How much the product costs beside a bare parse of the same commands, as ratios of CPU time, and what a
//! second thread gives. It prints figures beside their aims and fails nothing.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "ratios/clock.rs"]
mod clock;
#[path = "ratios/commands.rs"]
mod commands;
#[path = "ratios/spread.rs"]
mod spread;

use std::hint::black_box;

use anyhow::{Context, Result, anyhow};
use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_reports::examine::{examine, healthy};
use guarddiff_reports::score::Score;
use rayon::ThreadPool;
use rayon::prelude::*;
use tree_sitter::Parser;

use spread::Spread;

/// Rounds that count; each runs every measurement once, so that a slow minute of the machine slows them all.
const ROUNDS: usize = 11;

/// Seconds of each measurement, one figure per round.
#[derive(Default)]
struct Figures {
    parse: Vec<f64>,
    facts: Vec<f64>,
    pipeline: Vec<f64>,
    parse_by_threads: [Vec<f64>; 2],
    pipeline_by_threads: [Vec<f64>; 2],
}

fn main() -> Result<()> {
    let (origin, commands) = commands::load();
    let bytes: usize = commands.iter().map(String::len).sum();
    println!("{} commands, {bytes} bytes, from {origin}; {ROUNDS} rounds", commands.len());

    let pools = [threads(1)?, threads(2)?];
    // The first round only warms caches and pools.
    round(&commands, &pools, &mut Figures::default())?;
    let mut figures = Figures::default();
    for _ in 0..ROUNDS {
        round(&commands, &pools, &mut figures)?;
    }

    let rates: Vec<f64> = figures.parse.iter().map(|s| commands.len() as f64 / s).collect();
    println!("(a) bare parse, commands per CPU second: {:.0}", Spread::of(&rates).median);
    let times = |over: &[f64]| Spread::of_ratio(over, &figures.parse);
    println!("(b) analysis and checks, times (a): {}, at most 1.5", times(&figures.facts));
    println!("(c) whole pipeline, times (a): {}, at most 2.2", times(&figures.pipeline));
    let speedup = |by: &[Vec<f64>; 2]| Spread::of_ratio(&by[0], &by[1]);
    println!(
        "(d) two threads against one: {}, at least 1.8",
        speedup(&figures.pipeline_by_threads)
    );
    println!("    the same for a bare parse: {}", speedup(&figures.parse_by_threads));
    Ok(())
}

fn round(commands: &[String], pools: &[ThreadPool; 2], figures: &mut Figures) -> Result<()> {
    figures.parse.push(clock::cpu(|| bare_parse(commands))?);
    figures.facts.push(clock::cpu(|| analysis_and_checks(commands))?);
    let made = cases(commands);
    figures.pipeline.push(clock::cpu(|| pipeline(made))?);
    for (pool, seconds) in pools.iter().zip(&mut figures.parse_by_threads) {
        seconds.push(clock::wall(|| pool.install(|| shared_parse(commands)))?);
    }
    for (pool, seconds) in pools.iter().zip(&mut figures.pipeline_by_threads) {
        let made = cases(commands);
        seconds.push(clock::wall(|| pool.install(|| shared_pipeline(made)))?);
    }
    Ok(())
}

fn threads(count: usize) -> Result<ThreadPool> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(count).build()?)
}

fn cases(commands: &[String]) -> Vec<Case> {
    let case = |(line, command): (u64, &String)| Case {
        id: CaseId::Log { file: "commands".to_owned(), line, nth: 1 },
        command: command.clone(),
        planted: None,
    };
    (1..).zip(commands).map(case).collect()
}

/// tree-sitter alone, one parser for all commands.
fn bare_parse(commands: &[String]) -> Result<()> {
    let mut parser = parser()?;
    commands.iter().try_for_each(|command| parse(&mut parser, command))
}

/// tree-sitter alone, one parser for each thread: what the machine itself gives to two threads.
fn shared_parse(commands: &[String]) -> Result<()> {
    commands.par_iter().try_for_each_init(parser, |parser, command| match parser {
        Ok(parser) => parse(parser, command),
        Err(error) => Err(anyhow!("no parser: {error}")),
    })
}

fn parser() -> Result<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into())?;
    Ok(parser)
}

fn parse(parser: &mut Parser, command: &str) -> Result<()> {
    black_box(parser.parse(command, None).context("a parse without limits gave no tree")?);
    Ok(())
}

/// What a guard would do: the analysis and the facts.
fn analysis_and_checks(commands: &[String]) -> Result<()> {
    let mut subject = healthy();
    for command in commands {
        black_box(subject(command));
    }
    Ok(())
}

/// What the gate does with a case: every opinion, the comparison and the classification.
fn pipeline(cases: Vec<Case>) -> Result<()> {
    let mut subject = healthy();
    for case in cases {
        black_box(Score::of(examine(case, &mut subject)));
    }
    Ok(())
}

/// The same in the threads of a pool, shared out as the gate does.
fn shared_pipeline(cases: Vec<Case>) -> Result<()> {
    let scores = cases
        .into_par_iter()
        .with_min_len(64)
        .map_init(healthy, |subject, case| Score::of(examine(case, subject)));
    black_box(scores.collect::<Vec<_>>());
    Ok(())
}
