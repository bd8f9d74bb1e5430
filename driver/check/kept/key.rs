//! The inputs of a verdict: the kernel, the contract, accepted rules and the budget, with the program (including its rules) and the solver.
//! Places are excluded.

use std::collections::BTreeMap;
use std::sync::Arc;

use spec::contract::Bound;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Block, Global, Kernel};
use spec::syntax::span::{Place, SourcePlace, SourcePosition};
use spec::valid::Valid;

use super::Subject;
use crate::cache::{Cache, Key};
use crate::check::options::Options;
use crate::check::signature::add_signature;
use crate::check::usage::{Suggested, Usage};

impl Subject<'_> {
    /// The key of the verdict.
    pub(in crate::check) fn key(&self, cache: &Cache) -> Key {
        let Options { kernel: _, flags: _, seconds, ignore, scripts, suggest, whole, masks, usage } =
            self.options;
        let allowances = self.module.allowances.iter().filter(|(name, _)| *name == self.kernel.name);
        let allowances: Vec<_> = allowances.map(|(_, one)| (&one.rule, &one.because)).collect();
        cache
            .key("verdict")
            .with("z3", &verify::solver_version())
            .with_all_of("kernel", &without_places(self.kernel))
            .with_all_of("source", &self.second_without_places())
            .with_all_of("contract", &without_places_of(self.contract))
            .with_all_of("allowances", &allowances)
            .with_all_of("producer", &self.module.producer)
            .with_all_of("options", &(seconds, ignore, scripts, suggest, whole, masks))
            .with_all_of("usage", &self.suggestion(usage))
            .with_all_of("observed", &usage.observed)
    }
}

impl Subject<'_> {
    /// The contracts that launches suggest: a verdict depends on launches by these alone.
    fn suggestion(&self, usage: &Usage) -> Option<Vec<Suggested>> {
        let kernel = Valid::new(self.kernel.clone()).ok()?;
        let contract = add_signature(&kernel, self.contract).ok()?;
        let bound = Bound::new(&contract, &kernel).ok()?;
        Some(usage.suggest(&spec::fold::kernel(&kernel), &bound))
    }

    /// The kernel with the rules of the source, and whether there could be one.
    fn second_without_places(&self) -> Option<Result<Kernel, String>> {
        let second = self.module.with_rules(&self.kernel.name)?;
        Some(second.map(|kernel| without_places(kernel)))
    }
}

fn without_places_of(contract: &Contract) -> Contract {
    Contract { at: Place::default(), words: BTreeMap::new(), ..contract.clone() }
}

/// The kernel with as much of its places as a verdict depends on: whether there is a source, and its language.
fn without_places(kernel: &Kernel) -> Kernel {
    let mut plain = kernel.clone();
    plain.at = Place::default();
    let global = |global: &Arc<Global>| Arc::new(Global { at: Place::default(), ..(**global).clone() });
    plain.globals = kernel.globals.iter().map(global).collect();
    keep_languages(&mut plain.body);
    plain
}

/// Leaves the ends of file names, which tell languages apart, of the places of a block.
fn keep_languages(block: &mut Block) {
    for op in &mut block.ops {
        let source = op.at.source.take().map(|place| language_of(&place));
        op.at = Place { source, ..Place::default() };
        op.regions.iter_mut().for_each(keep_languages);
    }
}

fn language_of(place: &SourcePlace) -> Arc<SourcePlace> {
    let end = place.position.file.rsplit_once('.').map_or("", |(_, end)| end);
    let position = SourcePosition { file: format!("source.{end}"), line: 0, column: 0 };
    SourcePlace { position, inlined: Vec::new() }.into()
}
