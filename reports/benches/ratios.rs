//! How much the product costs beside a bare parse of the same commands, as ratios of CPU time, and what a
//! second thread gives. It prints figures and fails nothing.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "ratios/clock.rs"]
mod clock;
#[path = "ratios/commands.rs"]
mod commands;
#[path = "ratios/spread.rs"]
mod spread;

use std::hint::black_box;

use anyhow::{Context, Result};
use rayon::prelude::*;
use tree_sitter::Parser;

use spread::Spread;

/// Rounds that count; each runs every measurement once, so that a slow minute of the machine slows them all.
const ROUNDS: usize = 11;

/// One figure per round for each measurement.
#[derive(Default)]
struct Figures {
    parse: Vec<f64>,
    parse_alone: Vec<f64>,
    parse_in_two: Vec<f64>,
}

fn main() -> Result<()> {
    let (origin, commands) = commands::load()?;
    let bytes: usize = commands.iter().map(String::len).sum();
    println!("{} commands, {bytes} bytes, from {origin}; {ROUNDS} rounds", commands.len());

    let (one, two) = (threads(1)?, threads(2)?);
    let round = |figures: &mut Figures| {
        figures.parse.push(clock::cpu(|| bare_parse(&commands))?);
        figures.parse_alone.push(clock::wall(|| one.install(|| shared_parse(&commands)))?);
        figures.parse_in_two.push(clock::wall(|| two.install(|| shared_parse(&commands)))?);
        anyhow::Ok(())
    };
    // The first round only warms caches and pools.
    round(&mut Figures::default())?;
    let mut figures = Figures::default();
    for _ in 0..ROUNDS {
        round(&mut figures)?;
    }

    let rates: Vec<f64> = figures.parse.iter().map(|s| commands.len() as f64 / s).collect();
    println!("bare parse: {:.0} commands per CPU second", Spread::of(&rates).median);
    let scaling = Spread::of_ratio(&figures.parse_alone, &figures.parse_in_two);
    println!("two threads against one, bare parse: {scaling}");
    Ok(())
}

fn threads(count: usize) -> Result<rayon::ThreadPool> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(count).build()?)
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
        Err(error) => Err(anyhow::anyhow!("no parser: {error}")),
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
