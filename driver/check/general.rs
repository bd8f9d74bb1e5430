//! A kernel of a file for all its launches.

use std::sync::{Arc, OnceLock};

use spec::problem::IllFormed;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};

use super::kept::{Checked, Subject};
use super::kernel::check_under;
use super::options::Options;
use super::report::KernelReport;
use crate::cache::{Cache, Key};
use crate::load::find_contract;

/// A kernel checked under the contract of its file.
#[derive(Debug)]
pub(super) struct General<'a> {
    module: &'a Module,
    kernel: &'a Arc<Kernel>,
    options: &'a Options,
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
        let contract = find_contract(module, kernel, &options.flags);
        let checked = match &contract {
            Ok(contract) => Subject { module, kernel, contract, options }.check(cache),
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
                self.again.get_or_init(|| check_under(self.module, self.kernel, contract, self.options))
            }
            Ok(_) | Err(_) => &self.checked.report,
        }
    }

    /// The key of the report.
    pub(super) fn key(&self, cache: &Cache) -> Option<Key> {
        let contract = self.contract.as_ref().ok()?;
        let (module, kernel, options) = (self.module, self.kernel, self.options);
        Some(Subject { module, kernel, contract, options }.key(cache))
    }

    /// The report, when nobody needs more.
    pub(super) fn into_report(self) -> KernelReport {
        self.checked.report
    }
}
