//! What is tried: kernels with a property, of the corpus first.

use driver::check::report::{Outcome, Verdict};
use driver::check::{Options, check_parsed, find_lacking};
use spec::syntax::contract::Property;
use spec::syntax::kernel::Module;
use spec::valid::Valid;

use crate::harness::directive::{Directive, ExpectedOutcomeOfProperty, Task};
use crate::harness::{File, claim, files};
use crate::replay;

/// One of so many kernels is tested for launches with non-finite results.
const FINITE: u32 = 18;

/// The sampling rate for launches without any further property.
const OTHERS: u32 = 3;

/// A kernel under a contract, with a property.
#[derive(Clone)]
pub(crate) struct Case {
    /// The name.
    pub(crate) name: String,
    /// The kernel alone.
    pub(crate) module: Module,
    /// The property.
    pub(crate) property: Property,
}

impl Case {
    /// The case of a directive of the corpus, if about an existing property.
    pub(crate) fn of(file: &File, case: &Directive) -> Option<(Case, ExpectedOutcomeOfProperty)> {
        let Task::Ensure { property, clauses, outcome, but } = &case.task else { return None };
        if but.is_some() && *outcome == ExpectedOutcomeOfProperty::Violated {
            return None;
        }
        let module = claim::module(file.module.as_ref().ok()?, case.kernel.as_deref()?, clauses).ok()?;
        let property = spec::parse::property(property).ok()?;
        let name = format!("corpus/{}:{}", file.path, case.line);
        Some((Case { name, module, property }, *outcome))
    }

    /// Whether its launches are run without `LAUNCHES=all`: a sample by its kernel's name (FNV-1a), smaller for slow cases with
    /// floats at their ends.
    pub(crate) fn is_sampled(&self) -> bool {
        let all = std::env::var("LAUNCHES").is_ok_and(|all| all == "all");
        let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        let hash = self.module.kernels[0].name.bytes().fold(0x811c_9dc5, step);
        let is_finite = matches!(self.property, Property::Finite { .. });
        all || hash.is_multiple_of(if is_finite { FINITE } else { OTHERS })
    }

    /// The result of the property; `None` if the kernel is not proved.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let mut module = self.module.clone();
        module.contracts[0].ensures = vec![self.property.clone()];
        let report = check_parsed(&module, &Options::default()).pop()?;
        (report.verdict == Verdict::Proved)
            .then(|| report.properties.into_iter().next().map(|one| one.outcome))?
    }

    /// Whether the contract lets no arrays overlap.
    pub(crate) fn keeps_arrays_apart(&self) -> bool {
        self.module.contracts[0].aliases.is_empty()
    }

    /// What a small launch shows against the property.
    pub(crate) fn lacking(&self) -> Option<String> {
        let kernel = Valid::new(self.module.kernels[0].clone()).ok()?;
        let found = find_lacking(&kernel, &self.module.contracts[0], &self.property, &Options::default());
        found.map(|lacking| lacking.what)
    }

    /// Checks that no proof contradicts a launch, and that a shown launch lacks the property. Returns whether the property is
    /// proved.
    pub(crate) fn hold(&self) -> Result<bool, String> {
        match self.outcome() {
            Some(Outcome::Proved) => match self.lacking() {
                Some(what) => Err(format!("{}: {} is proved, and {what}", self.name, self.property)),
                None => Ok(true),
            },
            Some(Outcome::Violated(lacking)) => {
                let shown = replay::lacks(self, &lacking.launch);
                shown
                    .map(|()| false)
                    .map_err(|why| format!("{}: {} is violated, but {why}", self.name, self.property))
            }
            Some(Outcome::Unknown(_)) | None => Ok(false),
        }
    }
}

/// The cases of the corpus of which something is true.
pub(crate) fn corpus(wanted: ExpectedOutcomeOfProperty) -> Vec<Case> {
    let files = files();
    let all =
        files.iter().flat_map(|file| file.cases.iter().flatten().filter_map(|case| Case::of(file, case)));
    all.filter(|(_, outcome)| *outcome == wanted).map(|(case, _)| case).collect()
}
