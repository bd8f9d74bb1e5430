//! A kernel of a file for all its launches.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use spec::problem::IllFormed;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};

use super::kept::{Checked, Subject};
use super::kernel::check_under;
use super::launched::find_excluded;
use super::options::Options;
use super::report::KernelReport;
use crate::cache::{Cache, Key};
use crate::compile::LaunchedAt;
use crate::load::find_contract;

/// How often other preconditions are looked for.
const ROUNDS: usize = 2;

/// A kernel checked under the contract of its file.
#[derive(Debug)]
pub(super) struct General<'a> {
    module: &'a Module,
    kernel: &'a Arc<Kernel>,
    options: Cow<'a, Options>,
    contract: Result<Contract, IllFormed>,
    checked: Checked,
    /// The repeated check, if the cached report is not enough.
    again: OnceLock<KernelReport>,
}

impl<'a> General<'a> {
    /// Checks a kernel, or finds its cached result.
    pub(super) fn check(
        module: &'a Module,
        kernel: &'a Arc<Kernel>,
        options: &'a Options,
        cache: Option<&Cache>,
    ) -> Self {
        General::check_with((module, kernel), Cow::Borrowed(options), cache)
    }

    /// As [`General::check`], for a kernel that a script launches. If a launch without undefined behavior breaks an inferred
    /// precondition, other preconditions are looked for, which all such launches keep (counterexample-guided inductive synthesis:
    /// Solar-Lezama et al., ASPLOS 2006). Without a proof under other preconditions, the first proof stays.
    pub(super) fn check_launched(
        (module, kernel): (&'a Module, &'a Arc<Kernel>),
        options: &'a Options,
        launches: &[LaunchedAt],
        cache: Option<&Cache>,
    ) -> Self {
        let first = General::check(module, kernel, options, cache);
        let excluded = |general: &Self| find_excluded((module, kernel), launches, general.kept());
        let (mut observed, mut next) = (Vec::new(), excluded(&first));
        for _ in 0..ROUNDS {
            if next.is_empty() {
                break;
            }
            observed.append(&mut next);
            let options = options.clone().admitting(&observed);
            let general = General::check_with((module, kernel), Cow::Owned(options), cache);
            next = excluded(&general);
            if general.kept().verdict.is_proof() && next.is_empty() {
                return general;
            }
        }
        first
    }

    fn check_with(
        (module, kernel): (&'a Module, &'a Arc<Kernel>),
        options: Cow<'a, Options>,
        cache: Option<&Cache>,
    ) -> Self {
        let contract = find_contract(module, kernel, &options.flags);
        let checked = match &contract {
            Ok(contract) => Subject { module, kernel, contract, options: &options }.check(cache),
            Err(problem) => {
                let report = KernelReport::refused(Some(kernel.name.clone()), problem.clone().into());
                Checked { report, is_kept: false }
            }
        };
        General { module, kernel, options, contract, checked, again: OnceLock::new() }
    }

    /// The report, without a proof if it comes from the cache.
    pub(super) fn kept(&self) -> &KernelReport {
        &self.checked.report
    }

    /// The report with its proof, if any; a cached report is checked again.
    pub(super) fn with_proof(&self) -> &KernelReport {
        match &self.contract {
            Ok(contract) if self.checked.is_kept => {
                self.again.get_or_init(|| check_under(self.module, self.kernel, contract, &self.options))
            }
            Ok(_) | Err(_) => &self.checked.report,
        }
    }

    /// The key of the report.
    pub(super) fn key(&self, cache: &Cache) -> Option<Key> {
        let contract = self.contract.as_ref().ok()?;
        let (module, kernel, options) = (self.module, self.kernel, &*self.options);
        Some(Subject { module, kernel, contract, options }.key(cache))
    }

    /// The report, when nobody needs more.
    pub(super) fn into_report(self) -> KernelReport {
        self.checked.report
    }
}
