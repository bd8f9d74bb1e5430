//! A suggested change of the author's source: spans of the file with replacements. The suggestion is untested.

use std::cell::OnceCell;

use driver::check::report::{Counterexample, KernelReport};
use driver::code::{Code, Language};
use driver::load::{Flags, Source, find_contract};
use driver::repair::{Problem, element_types, propose};
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::span::Place;
use spec::syntax::types::Scalar;

use crate::headline::{authors, origin_offset};
use crate::region::Region;

/// A change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The first changed line, in its new form.
    pub shown: (usize, String),
    /// Regions with their replacements.
    pub edits: Vec<(Region, String)>,
}

/// The source of a kernel, read once, on demand.
pub(crate) struct Proposer<'a> {
    pub(crate) source: &'a Source,
    kernel: Option<&'a str>,
    read: OnceCell<Read>,
}

/// The parts of a kernel that changes depend on.
#[derive(Default)]
struct Read {
    at: Option<Place>,
    contract: Contract,
    elements: Vec<(String, Scalar)>,
}

impl<'a> Proposer<'a> {
    pub(crate) fn new(source: &'a Source, report: &'a KernelReport) -> Self {
        Proposer { source, kernel: report.name.as_deref(), read: OnceCell::new() }
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(|| {
            let module = self.source.module().ok();
            let found = module.as_ref().and_then(|module| {
                let kernel = module.kernels.iter().find(|one| Some(one.name.as_str()) == self.kernel)?;
                let contract = find_contract(module, kernel, &Flags::default()).unwrap_or_default();
                Some(Read { at: Some(kernel.at.clone()), contract, elements: element_types(kernel) })
            });
            found.unwrap_or_default()
        })
    }

    /// The contract of the kernel.
    pub(crate) fn contract(&self) -> &Contract {
        &self.read().contract
    }

    /// The element types of the kernel's arrays, by the author's names.
    pub(crate) fn elements(&self) -> &[(String, Scalar)] {
        &self.read().elements
    }

    /// The start of the kernel.
    pub(crate) fn kernel_place(&self) -> Option<Place> {
        self.read().at.clone()
    }

    /// The likeliest change where a rule is broken.
    pub(crate) fn propose(
        &self,
        (rule, at): (Rule, &Place),
        example: Option<&Counterexample>,
    ) -> Option<Proposal> {
        let (excerpt, language): (_, Language) = authors(self.source, at)?;
        let code = Code::new(excerpt.source.inner(), language);
        let origin = example.and_then(|example| origin_offset(self.source, at, example));
        let wraps = Problem::may_wrap(example.map(|example| &example.violation));
        let Read { contract, elements, .. } = self.read();
        let problem = Problem { rule, offset: excerpt.offset, contract, origin, wraps, elements };
        let found = propose(&code, &problem).into_iter().find_map(|change| {
            let shown = change.shown(&code)?;
            Some((change, shown))
        });
        let (change, shown) = found?;
        let stretch = self.source.stretch(at);
        let edits = change.0.into_iter();
        let edits =
            edits.map(|edit| (Region::of(&stretch, edit.range.start, edit.range.end), edit.text)).collect();
        Some(Proposal { shown, edits })
    }
}
