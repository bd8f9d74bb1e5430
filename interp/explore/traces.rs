//! Traces: every way in which the blocks of a launch can run, whatever is ever written where they read.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use spec::memory::events::{Content, Event, Name, Program, Trace};
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;

use super::recorder::{Candidates, Choice, MOST_EVENTS, Recorder, Uses};
use super::{Unexplored, stands};
use crate::launch;
use crate::outcome::{Options, Stop};

/// The most runs of one block with other values.
const MOST_RUNS: usize = 20_000;

/// The events of a launch that were ever met, by number.
#[derive(Default)]
struct Numbers(BTreeMap<(u32, Name), u32>);

impl Numbers {
    fn uses(&mut self, event: &Event) -> Result<Uses, Unexplored> {
        let next = self.0.len() as u32;
        let number = *self.0.entry((event.block.unwrap_or_default(), event.name)).or_insert(next);
        if number >= Uses::BITS {
            return Err(too_large(format!("its blocks make more than {} different accesses", Uses::BITS)));
        }
        Ok(1 << number)
    }
}

pub(super) fn too_large(why: String) -> Unexplored {
    Unexplored::TooLarge(why)
}

/// A launch, and what is known of the values that its blocks may read.
struct Explorer<'a> {
    kernel: &'a Kernel,
    launch: &'a Launch,
    options: &'a Options,
    candidates: Rc<Candidates>,
}

/// One run of a block.
struct Run {
    recorder: Recorder,
    trace: Trace,
    /// Whether it made more accesses than are followed.
    is_cut: bool,
}

/// Every way in which the blocks can run, and whether some are left out that make more accesses than are followed.
pub(super) fn program(
    kernel: &Kernel,
    launch: &Launch,
    options: &Options,
) -> Result<(Program, bool), Unexplored> {
    let blocks: Vec<_> = launch::blocks(launch, None).take(super::MOST_BLOCKS + 1).collect();
    if blocks.len() > super::MOST_BLOCKS {
        return Err(too_large(format!("it has more than {} blocks", super::MOST_BLOCKS)));
    }
    let mut explorer = Explorer { kernel, launch, options, candidates: Rc::default() };
    explorer.find_values(&blocks)?;
    let mut program = Program { blocks: blocks.clone(), ..Program::default() };
    let mut is_cut = false;
    for (number, block) in (0..).zip(&blocks) {
        let (mut traces, mut cut) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        explorer.each_run(number, *block, |run| {
            program.initial.extend(run.recorder.initial);
            let reads: Vec<_> = run.trace.events.iter().map(|event| (event.name, event.read)).collect();
            if seen.insert(reads) {
                if run.is_cut { cut.push(run.trace) } else { traces.push(run.trace) }
            }
            Ok(())
        })?;
        if traces.is_empty() {
            let why = format!("a block makes more than {MOST_EVENTS} accesses, however it runs");
            return Err(too_large(why));
        }
        is_cut |= !cut.is_empty();
        stands::fill(&mut traces, &cut);
        program.traces.push(traces);
    }
    check_locations(&program, launch)?;
    Ok((program, is_cut))
}

impl Explorer<'_> {
    /// Finds every value that can be written, until no run writes another. A value that would have to be there before it
    /// is written counts for nothing.
    fn find_values(&mut self, blocks: &[[u32; 3]]) -> Result<(), Unexplored> {
        let mut numbers = Numbers::default();
        loop {
            let mut found = Candidates::clone(&self.candidates);
            let mut changed = false;
            for (number, block) in (0..).zip(blocks) {
                self.each_run(number, *block, |run| {
                    for (location, (_, content)) in &run.recorder.initial {
                        found.entry(*location).or_insert_with(|| vec![(*content, 0)]);
                    }
                    let mut uses = 0;
                    for (event, own) in run.trace.events.iter().zip(&run.recorder.uses) {
                        uses |= own;
                        let Some(content) = event.written else { continue };
                        let itself = numbers.uses(event)?;
                        if uses & itself == 0 {
                            changed |= add(found.entry(event.location).or_default(), content, uses | itself);
                        }
                    }
                    Ok(())
                })?;
            }
            self.candidates = Rc::new(found);
            if !changed {
                return Ok(());
            }
        }
    }

    /// Runs a block with every choice of values.
    fn each_run(
        &self,
        number: u32,
        block: [u32; 3],
        mut seen: impl FnMut(Run) -> Result<(), Unexplored>,
    ) -> Result<(), Unexplored> {
        let mut choices: Vec<Choice> = Vec::new();
        for _ in 0..MOST_RUNS {
            let run = self.run(number, block, choices)?;
            choices = run.recorder.choices.clone();
            seen(run)?;
            while choices.last().is_some_and(|last| last.at + 1 == last.of) {
                choices.pop();
            }
            match choices.last_mut() {
                Some(last) => last.at += 1,
                None => return Ok(()),
            }
        }
        Err(too_large(format!("a block can run in more than {MOST_RUNS} ways")))
    }

    fn run(&self, number: u32, block: [u32; 3], choices: Vec<Choice>) -> Result<Run, Unexplored> {
        let mut machine =
            launch::machine(self.kernel, self.launch, self.options).map_err(Unexplored::Stop)?;
        machine.recorder = Some(Recorder::new(number, self.candidates.clone(), choices));
        let ended = machine.run(block);
        let Some(mut recorder) = machine.recorder else {
            unreachable!("a run keeps its recorder");
        };
        let broken = match ended {
            Ok(()) => None,
            Err(Stop::Violation(violation)) => Some(violation),
            Err(_) if recorder.overflowed => None,
            Err(stop @ (Stop::Exhausted(_) | Stop::Unsupported(_) | Stop::BadLaunch(_))) => {
                return Err(Unexplored::Stop(stop));
            }
        };
        let events = std::mem::take(&mut recorder.events);
        let is_cut = recorder.overflowed;
        Ok(Run { recorder, trace: Trace { events, broken }, is_cut })
    }
}

/// Adds a candidate, unless the value is there with no more than the same events.
fn add(candidates: &mut Vec<(Content, Uses)>, content: Content, uses: Uses) -> bool {
    if candidates.iter().any(|(other, fewer)| *other == content && fewer & !uses == 0) {
        return false;
    }
    candidates.retain(|(other, more)| *other != content || uses & !more != 0);
    candidates.push((content, uses));
    true
}

/// Refuses memory that is not the launch's, and accesses that share some bytes and not all.
fn check_locations(program: &Program, launch: &Launch) -> Result<(), Unexplored> {
    let locations: Vec<_> = program.initial.keys().collect();
    if locations.iter().any(|location| location.buffer as usize >= launch.buffers.len()) {
        return Err(too_large("it accesses memory that is no argument, which is not followed".to_owned()));
    }
    let pairs = locations
        .iter()
        .enumerate()
        .flat_map(|(at, one)| locations[..at].iter().map(move |other| (*one, *other)));
    match pairs.into_iter().find(|(one, other)| one.overlaps(other)) {
        Some((one, _)) => Err(too_large(format!(
            "buffer {} is accessed at byte {} by elements of several sizes, which is not followed",
            one.buffer, one.offset
        ))),
        None => Ok(()),
    }
}
