//! What the explorer says of a program, in the words of a directive.

use std::collections::BTreeSet;

use interp::{Explored as Found, Options, Stop};
use spec::memory::events::{Content, Location};
use spec::memory::outcomes::{Outcome, register};
use spec::rules::Rule;

use super::harness::directive::ExpectedExploration;
use super::harness::run::Prepared;

/// A program with outcomes.
pub(crate) struct Seen<'a> {
    /// The launch.
    pub(crate) prepared: Prepared<'a>,
    /// The outcomes.
    pub(crate) explored: Found,
}

impl Seen<'_> {
    /// The difference from the directive.
    pub(crate) fn compare(&self, expected: &ExpectedExploration) -> Result<(), String> {
        let answer = &self.explored.answer;
        let rules: BTreeSet<Rule> = answer.breaches.iter().map(|breach| breach.rule).collect();
        let listed =
            |rules: &BTreeSet<Rule>| rules.iter().map(|rule| rule.code()).collect::<Vec<_>>().join(" ");
        match expected {
            ExpectedExploration::Breaks(rule) if rules == BTreeSet::from([*rule]) => Ok(()),
            ExpectedExploration::Breaks(_) if rules.is_empty() => Err("no rule is broken".to_owned()),
            ExpectedExploration::Breaks(_) => Err(format!("undefined {}", listed(&rules))),
            ExpectedExploration::Outcomes(_) if !rules.is_empty() => {
                Err(format!("undefined {}", listed(&rules)))
            }
            ExpectedExploration::Outcomes(outcomes) => self.compare_outcomes(outcomes),
        }
    }

    /// Differences from the solver's outcomes.
    pub(crate) fn compare_solver(&self) -> Result<(), String> {
        let solved = verify::litmus::answer(&self.explored.program, &[]);
        let (solved, found) = (solved.map_err(|_| "the solver gives up")?, &self.explored.answer);
        if solved == *found { Ok(()) } else { Err(format!("{solved:?}\n    the explorer's: {found:?}")) }
    }

    /// Whether tokens between all accesses of each block add no outcome. PTX has this order anyway, and Tile IR's model is no stronger.
    pub(crate) fn compare_ordered(&self) -> Result<(), String> {
        let found = &self.explored.answer;
        let mut ordered = self.explored.program.clone();
        for trace in ordered.traces.iter_mut().flatten() {
            let events = trace.events.iter_mut().enumerate();
            events.for_each(|(number, event)| event.waits_for = (0..number).collect());
        }
        let ordered = verify::litmus::answer(&ordered, &[]).map_err(|_| "the solver gives up")?;
        let less = ordered.breaches.is_subset(&found.breaches);
        let less = less && (!found.breaches.is_empty() || ordered.outcomes.is_subset(&found.outcomes));
        if less { Ok(()) } else { Err(format!("with all tokens: {ordered:?}\n    without: {found:?}")) }
    }

    /// The difference from a run, with its blocks in the seed's order.
    pub(crate) fn compare_run(&self, seed: u64) -> Result<(), String> {
        let options = Options { seed: (seed > 0).then_some(seed), ..Options::default() };
        let answer = &self.explored.answer;
        match interp::run(&self.prepared.kernel, &self.prepared.launch, &options) {
            Err(Stop::Violation(violation)) => {
                let broken = answer.breaches.iter().any(|breach| breach.rule == violation.rule);
                if broken { Ok(()) } else { Err(format!("a run breaks {}", violation.rule)) }
            }
            Err(stop) => Err(stop.to_string()),
            Ok(_) if !answer.breaches.is_empty() => Ok(()),
            Ok(left) => {
                let holds = |(location, content): (&Location, &Content)| {
                    let buffer = &left.buffers[location.buffer as usize];
                    let range = location.offset..location.offset + u64::from(location.bytes);
                    let known = !buffer.undetermined(range.clone()).contains(&true);
                    let bytes = buffer.bytes(range);
                    let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
                    *content == known.then_some(bits)
                };
                let allowed = answer.outcomes.iter().any(|outcome| outcome.memory.iter().all(holds));
                if allowed { Ok(()) } else { Err(format!("a run of seed {seed} leaves what is not allowed")) }
            }
        }
    }

    fn compare_outcomes(&self, expected: &[Vec<(String, String)>]) -> Result<(), String> {
        let names: Vec<&str> =
            expected.first().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        let mut wanted = BTreeSet::new();
        for outcome in expected {
            if !outcome.iter().map(|(name, _)| name.as_str()).eq(names.iter().copied()) {
                return Err("the outcomes of the directive name different things".to_owned());
            }
            wanted.insert(outcome.iter().map(|(_, value)| value.clone()).collect::<Vec<_>>());
        }
        if wanted.len() < expected.len() {
            return Err("the directive says an outcome twice".to_owned());
        }
        let outcomes = self.explored.answer.outcomes.iter();
        let seen = outcomes.map(|outcome| names.iter().map(|name| self.value(outcome, name)).collect());
        let seen: BTreeSet<Vec<String>> = seen.collect::<Result<_, String>>()?;
        let show = |set: BTreeSet<&Vec<String>>| -> String {
            let words = |values: &Vec<String>| -> String {
                let pairs = names.iter().zip(values).map(|(name, value)| format!("{name}={value}"));
                pairs.collect::<Vec<_>>().join(" ")
            };
            set.into_iter().map(words).collect::<Vec<_>>().join("; ")
        };
        let (more, less) = (seen.difference(&wanted).collect(), wanted.difference(&seen).collect());
        if seen == wanted {
            Ok(())
        } else {
            Err(format!("allowed beside: {{{}}}, not allowed: {{{}}}", show(more), show(less)))
        }
    }

    /// The value of a read or of an element of a buffer; `-` where the read is not made.
    fn value(&self, outcome: &Outcome, name: &str) -> Result<String, String> {
        let show = |content: &Content| content.map_or("?".to_owned(), |bits| bits.to_string());
        if let Some(location) = self.location(name) {
            let initial = self.explored.program.initial.get(&location).map(|(_, content)| content);
            let content = outcome.memory.get(&location).or(initial);
            return content.map(show).ok_or_else(|| format!("nobody accesses {name}"));
        }
        let (block, name) = match name.split_once(':') {
            Some((block, name)) => (block.parse().ok(), name),
            None => (None, name),
        };
        let base = name.split(['[', '#']).next().unwrap_or_default();
        if !self.prepared.kernel.values.iter().any(|value| value.name == base) {
            return Err(format!("the kernel has no {base}"));
        }
        let reads = outcome.reads.iter().filter(|(side, _)| {
            block.is_none_or(|block: u32| block == side.block)
                && register(&self.prepared.kernel, side.name) == name
        });
        match reads.collect::<Vec<_>>()[..] {
            [] => Ok("-".to_owned()),
            [(_, content)] => Ok(show(content)),
            _ => Err(format!("several blocks read {name}: say which")),
        }
    }

    fn location(&self, name: &str) -> Option<Location> {
        let (buffer, index) = name.strip_suffix(']')?.split_once('[')?;
        let (_, buffer, scalar) = self.prepared.pointers.iter().find(|(name, ..)| name == buffer)?;
        let bytes = scalar.bytes();
        let offset = index.parse::<u64>().ok()? * bytes;
        Some(Location { buffer: *buffer as u32, offset, bytes: bytes as u8 })
    }
}
