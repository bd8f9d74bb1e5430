//! `tileproof run --explore`: all outcomes of a launch.

use std::fmt::Write;

use interp::{Explored, Options, Unexplored};
use serde::Serialize;
use spec::memory::events::{Content, Location};
use spec::memory::outcomes::{Outcome, Side, register};
use spec::problem::{Party, Violation};
use spec::syntax::launch::Argument;
use spec::syntax::types::Scalar;

use super::launched::Run;
use crate::output::{eprint, print, style_of_stdout};
use driver::convert::index;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::scalar;
use report::diagnostic::shown;
use report::text::wrapped;

/// The element operations that each of many runs of a block may take.
pub(super) const FUEL: u64 = 1_000_000;

/// An explored launch, ready for display.
struct Shown<'a> {
    run: Run<'a>,
    explored: Explored,
}

/// Explores a launch, with at most so many candidates for executions, and shows what was found.
///
/// # Errors
/// The launch cannot be explored.
pub(super) fn run(run: Run<'_>, options: &Options, most: u64, json: bool) -> Result<Exit, Failure> {
    let explored = match interp::explore(run.kernel, &run.prepared.launch, options, most) {
        Ok(explored) => explored,
        Err(Unexplored::Stop(stop)) => return run.report_stop(&stop),
        Err(why @ Unexplored::TooLarge(_)) => {
            let help = "explore a launch of few blocks, each of few accesses to single elements";
            return Err(Failure::unsupported(why.to_string()).help(help));
        }
    };
    let shown = Shown { run, explored };
    print(&if json { shown.json() } else { shown.text() })?;
    let whole = shown.is_whole();
    if !whole && !json {
        let why = match shown.explored.complete {
            false => format!("after {} candidates", shown.explored.tried),
            true => "where a block makes more accesses than are followed, as it waits in a loop".to_owned(),
        };
        eprint(&format!("cut short {why}: there may be more outcomes\n"));
    }
    Ok(match (shown.explored.answer.breaches.is_empty(), whole) {
        (false, _) => Exit::Undefined,
        (true, true) => Exit::Success,
        (true, false) => Exit::Unknown,
    })
}

#[derive(Serialize)]
struct ExploredFile {
    schema: &'static str,
    kernel: String,
    complete: bool,
    tried: u64,
    undefined: Vec<BreachFile>,
    outcomes: Vec<OutcomeFile>,
}

#[derive(Serialize)]
struct BreachFile {
    rule: &'static str,
    memory: Option<String>,
    party: PartyFile,
    other: Option<PartyFile>,
}

#[derive(Serialize)]
struct PartyFile {
    block: [u32; 3],
    file: String,
    line: usize,
    column: usize,
    lane: Option<Vec<u32>>,
}

#[derive(Serialize)]
struct OutcomeFile {
    reads: Vec<ReadFile>,
    memory: Vec<ElementFile>,
}

#[derive(Serialize)]
struct ReadFile {
    block: [u32; 3],
    name: String,
    value: Option<String>,
}

#[derive(Serialize)]
struct ElementFile {
    name: String,
    value: Option<String>,
}

impl Shown<'_> {
    /// Whether nothing was left out.
    fn is_whole(&self) -> bool {
        self.explored.complete && !self.explored.endless
    }

    fn violations(&self) -> Vec<Violation> {
        let pointed = |argument: &Argument| match argument {
            Argument::Pointer { buffer, .. } => Some(*buffer),
            Argument::Scalar(_) => None,
        };
        let arguments = &self.run.prepared.launch.arguments;
        let parameter = |buffer: u32| arguments.iter().position(|a| pointed(a) == Some(index(buffer)));
        let program = &self.explored.program;
        let breaches = self.explored.answer.breaches.iter();
        breaches.filter_map(|breach| program.violation(breach, self.run.kernel, parameter)).collect()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let violations = self.violations();
        if let Some(first) = violations.first() {
            text.push_str(&shown(self.run.source, self.run.signature, first, style_of_stdout()));
            // Writing to a string does not fail.
            for other in &violations[1..] {
                let at = self.run.source.position(&other.party.at);
                let _ = writeln!(text, "also {} at {at}", other.rule);
            }
            return text;
        }
        let outcomes = &self.explored.answer.outcomes;
        let (count, s) = (outcomes.len(), if outcomes.len() == 1 { "" } else { "s" });
        let _ = writeln!(text, "{count} outcome{s}, of {} candidates:", self.explored.tried);
        for outcome in outcomes {
            let reads = outcome.reads.iter().map(|(side, content)| {
                format!(
                    "{}:{} = {}",
                    side.block,
                    register(self.run.kernel, side.name),
                    self.read(*side, content)
                )
            });
            let memory = outcome.memory.iter().map(|(location, content)| {
                format!("{} = {}", self.element(location), self.left(location, content))
            });
            let words = [reads.collect::<Vec<_>>().join(", "), memory.collect::<Vec<_>>().join(", ")];
            let words: Vec<_> = words.into_iter().filter(|words| !words.is_empty()).collect();
            text.push_str(&wrapped("  ", &words.join("; ")));
        }
        text
    }

    fn json(&self) -> String {
        let violations = self.violations();
        let outcomes = self.explored.answer.outcomes.iter().filter(|_| violations.is_empty());
        let file = ExploredFile {
            schema: "tileproof.explore/1",
            kernel: self.run.kernel.name.clone(),
            complete: self.is_whole(),
            tried: self.explored.tried,
            undefined: violations.iter().map(|violation| self.breach(violation)).collect(),
            outcomes: outcomes.map(|outcome| self.outcome(outcome)).collect(),
        };
        serde_json::to_string_pretty(&file).map_or_else(|_| String::new(), |text| text + "\n")
    }

    fn breach(&self, violation: &Violation) -> BreachFile {
        let party = |party: &Party| {
            let at = self.run.source.position(&party.at);
            let (file, line, column) = (at.file, at.line, at.column);
            PartyFile { block: party.block, file, line, column, lane: party.lane.clone() }
        };
        BreachFile {
            rule: violation.rule.code(),
            memory: violation.parameter.map(|position| self.run.signature.name(position).to_owned()),
            party: party(&violation.party),
            other: violation.other.as_ref().map(party),
        }
    }

    fn outcome(&self, outcome: &Outcome) -> OutcomeFile {
        let reads = outcome.reads.iter().map(|(side, content)| ReadFile {
            block: self.explored.program.blocks.get(index(side.block)).copied().unwrap_or_default(),
            name: register(self.run.kernel, side.name),
            value: content.map(|_| self.read(*side, content)),
        });
        let memory = outcome.memory.iter().map(|(location, content)| ElementFile {
            name: self.element(location),
            value: content.map(|_| self.left(location, content)),
        });
        OutcomeFile { reads: reads.collect(), memory: memory.collect() }
    }

    /// The value of a read.
    fn read(&self, side: Side, content: &Content) -> String {
        let traces = self.explored.program.traces.get(index(side.block));
        let events = traces.into_iter().flatten().flat_map(|trace| &trace.events);
        let mut named = events.filter(|event| event.name == side.name);
        named.next().map_or_else(String::new, |event| value(event.scalar, content))
    }

    /// The final content of a location.
    fn left(&self, location: &Location, content: &Content) -> String {
        let initial = self.explored.program.initial.get(location);
        initial.map_or_else(String::new, |(scalar, _)| value(*scalar, content))
    }

    /// An element of a buffer, as people call it.
    fn element(&self, location: &Location) -> String {
        let memories = self.run.prepared.memories.iter().enumerate();
        let mut named = memories.filter_map(|(position, memory)| Some((position, memory.as_ref()?)));
        let found = named.find(|(_, memory)| memory.buffer == index(location.buffer));
        let Some((position, memory)) = found else {
            return format!("buffer {}, byte {}", location.buffer, location.offset);
        };
        let bytes = location.offset.cast_signed() - memory.offset.cast_signed();
        format!("{}[{}]", self.run.signature.name(position), bytes.div_euclid(i64::from(location.bytes)))
    }
}

fn value(scalar: Scalar, content: &Content) -> String {
    content.map_or_else(|| "?".to_owned(), |bits| scalar::show(scalar, bits, false))
}
