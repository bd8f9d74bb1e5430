//! The inputs of a verdict: the kernel, the contract, accepted rules and the budget, with the program (including its rules) and the solver.
//! Places are excluded.

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
        let Options { kernel: _, flags: _, seconds: _, ignore, scripts, suggest, whole, masks, usage } =
            self.options;
        let allowances = self.module.allowances.iter().filter(|(name, _)| *name == self.kernel.name);
        let allowances: Vec<_> = allowances.map(|(_, one)| (&one.rule, &one.because)).collect();
        cache
            .key("verdict")
            .with("z3", &verify::solver_version())
            .with_all_of("kernel", &without_places(self.kernel))
            .with_all_of("source", &self.second_without_places())
            .with_all_of("contract", &Contract { at: Place::default(), ..self.contract.clone() })
            .with_all_of("allowances", &allowances)
            .with_all_of("options", &(self.options.seconds(), ignore, scripts, suggest, whole, masks))
            .with_all_of("usage", &self.suggestion(usage))
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

/// The kernel with as much of its places as a verdict depends on: whether there is a source, and whether that is Python.
fn without_places(kernel: &Kernel) -> Kernel {
    let mut plain = kernel.clone();
    plain.at = Place::default();
    let global = |global: &Arc<Global>| Arc::new(Global { at: Place::default(), ..(**global).clone() });
    plain.globals = kernel.globals.iter().map(global).collect();
    let kinds = Kinds { python: of_kind("py"), other: of_kind("other") };
    kinds.settle(&mut plain.body);
    plain
}

/// What is left of a source's place.
struct Kinds {
    python: Arc<SourcePlace>,
    other: Arc<SourcePlace>,
}

fn of_kind(kind: &str) -> Arc<SourcePlace> {
    let position = SourcePosition { file: format!("source.{kind}"), line: 0, column: 0 };
    SourcePlace { position, inlined: Vec::new() }.into()
}

impl Kinds {
    fn settle(&self, block: &mut Block) {
        for op in &mut block.ops {
            let is_python = |place: &Arc<SourcePlace>| place.position.file.ends_with(".py");
            let kind = |place: &Arc<SourcePlace>| if is_python(place) { &self.python } else { &self.other };
            let source = op.at.source.as_ref().map(kind).cloned();
            op.at = Place { source, ..Place::default() };
            op.regions.iter_mut().for_each(|region| self.settle(region));
        }
    }
}
