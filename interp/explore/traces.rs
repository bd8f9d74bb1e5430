//! Traces: every possible run of the blocks of a launch, for arbitrary values of their reads.
//!
//! A block is run repeatedly from its beginning. Each time, the last read with a remaining choice takes its next value, as in a stateless
//! model checker (Godefroid, "Model checking for programming languages using VeriSoft", POPL 1997).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use spec::memory::events::{Content, Event, Name, Program, Trace};
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;

use crate::explore::justification::justify_writes;
use crate::explore::limits::{MOST_BLOCKS, Unexplored, too_large};
use crate::explore::recorder::{Candidates, Choice, EventSet, MOST_EVENTS, Recorder};
use crate::machine::block_order::blocks_in_order;
use crate::machine::launch::prepare;
use crate::machine::outcome::{Options, Stop};
use crate::values::host_width::{low_u32, to_index};

/// The most runs of one block with different values.
const MOST_RUNS: usize = 20_000;

/// The events of a launch that were ever met, by number.
#[derive(Default)]
struct EventNumbers(BTreeMap<(u32, Name), u32>);

impl EventNumbers {
    fn number(&mut self, event: &Event) -> Result<EventSet, Unexplored> {
        let next = low_u32(self.0.len());
        let number = *self.0.entry((event.block.unwrap_or_default(), event.name)).or_insert(next);
        if number >= EventSet::BITS {
            return Err(too_large(format!(
                "its blocks make more than {} different accesses",
                EventSet::BITS
            )));
        }
        Ok(1 << number)
    }
}

/// A launch, and the known values that its blocks may read.
struct Explorer<'a> {
    kernel: &'a Kernel,
    launch: &'a Launch,
    options: &'a Options,
    candidates: Rc<Candidates>,
}

/// A run of a block.
struct BlockRun {
    recorder: Recorder,
    trace: Trace,
    /// Whether it made more accesses than are followed.
    is_cut: bool,
}

/// Every way in which the blocks can run, and whether some are left out that make more accesses than are followed.
pub(crate) fn find_traces(
    kernel: &Kernel,
    launch: &Launch,
    options: &Options,
) -> Result<(Program, bool), Unexplored> {
    let blocks: Vec<_> = blocks_in_order(launch, None).take(MOST_BLOCKS + 1).collect();
    if blocks.len() > MOST_BLOCKS {
        return Err(too_large(format!("the launch has more than {} blocks", MOST_BLOCKS)));
    }
    let mut explorer = Explorer { kernel, launch, options, candidates: Rc::default() };
    // First the values that may ever stand anywhere, as a fixpoint; then every run over them.
    explorer.find_values(&blocks)?;
    let mut program = Program::default();
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
        justify_writes(&mut traces, &cut);
        program.traces.push(traces);
    }
    program.blocks = blocks;
    validate_locations(&program, launch)?;
    Ok((program, is_cut))
}

impl Explorer<'_> {
    /// Finds every value that can be written, until no run writes another. A value that must exist before its own write
    /// does not count.
    fn find_values(&mut self, blocks: &[[u32; 3]]) -> Result<(), Unexplored> {
        let mut numbers = EventNumbers::default();
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
                        let itself = numbers.number(event)?;
                        // A value that depends on a write cannot justify the same write.
                        if uses & itself == 0 {
                            changed |= add_candidate(
                                found.entry(event.location).or_default(),
                                content,
                                uses | itself,
                            );
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
        mut seen: impl FnMut(BlockRun) -> Result<(), Unexplored>,
    ) -> Result<(), Unexplored> {
        let mut choices: Vec<Choice> = Vec::new();
        for _ in 0..MOST_RUNS {
            let mut run = self.run_block(number, block, choices)?;
            choices = std::mem::take(&mut run.recorder.choices);
            seen(run)?;
            // Backtracking: drop the choices that are exhausted, and take the next candidate of the last one left.
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

    fn run_block(&self, number: u32, block: [u32; 3], choices: Vec<Choice>) -> Result<BlockRun, Unexplored> {
        let mut machine = prepare(self.kernel, self.launch, self.options).map_err(Unexplored::Stop)?;
        machine.recorder = Some(Recorder::new(number, Rc::clone(&self.candidates), choices));
        let ended = machine.run_block(block);
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
        Ok(BlockRun { recorder, trace: Trace { events, broken }, is_cut })
    }
}

/// Adds a candidate, unless the value is there with no more than the same events.
fn add_candidate(candidates: &mut Vec<(Content, EventSet)>, content: Content, uses: EventSet) -> bool {
    if candidates.iter().any(|(other, fewer)| *other == content && fewer & !uses == 0) {
        return false;
    }
    candidates.retain(|(other, more)| *other != content || uses & !more != 0);
    candidates.push((content, uses));
    true
}

/// Refuses memory that is not the launch's, and accesses that share some bytes and not all.
fn validate_locations(program: &Program, launch: &Launch) -> Result<(), Unexplored> {
    let locations: Vec<_> = program.initial.keys().collect();
    if locations.iter().any(|location| to_index(location.buffer) >= launch.buffers.len()) {
        return Err(too_large("accesses to memory besides the arguments are not followed".to_owned()));
    }
    let pairs = locations
        .iter()
        .enumerate()
        .flat_map(|(at, one)| locations[..at].iter().map(move |other| (*one, *other)));
    match pairs.into_iter().find(|(one, other)| one.overlaps(other)) {
        Some((one, _)) => Err(too_large(format!(
            "accesses to buffer {} at byte {} with elements of several sizes are not followed",
            one.buffer, one.offset
        ))),
        None => Ok(()),
    }
}
