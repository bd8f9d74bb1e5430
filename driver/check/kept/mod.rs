//! Cached verdicts. A report is stored as data without its proof, and read only as a whole: every launch is run again, and reports that
//! cannot be restored exactly are not stored. Unknown results are recomputed, because more work or another machine may decide them.

mod key;
mod launches;
mod read;
mod record;
mod write;

use std::sync::Arc;

use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};
use spec::valid::Valid;

use super::kernel::check_under;
use super::options::Options;
use super::report::{KernelReport, Verdict};
use super::source_rules::second;
use crate::cache::{Cache, Key};

pub(super) use self::launches::placement;

/// The result of a check, and whether it is new: a cached report has no proof.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) report: KernelReport,
    pub(super) is_kept: bool,
}

/// The subject of a report.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) module: &'a Module,
    pub(super) kernel: &'a Arc<Kernel>,
    pub(super) contract: &'a Contract,
    pub(super) options: &'a Options,
}

impl Subject<'_> {
    /// Checks the kernel under the contract, unless a cache has the result.
    pub(super) fn check(&self, cache: Option<&Cache>) -> Checked {
        let check = || check_under(self.module, self.kernel, self.contract, self.options);
        match cache.filter(|_| self.may_be_kept()) {
            Some(cache) => self.recall(cache, &self.key(cache), check),
            None => Checked { report: check(), is_kept: false },
        }
    }

    /// The cached report of a key, or a new report, which is then cached.
    pub(super) fn recall(&self, cache: &Cache, key: &Key, make: impl FnOnce() -> KernelReport) -> Checked {
        let kept = cache.get(key).and_then(|text| self.read(&text));
        if let Some(report) = kept {
            return Checked { report, is_kept: true };
        }
        let report = make();
        if let Some(text) = self.write(&report) {
            cache.put(key, &text);
        }
        Checked { report, is_kept: false }
    }

    /// Whether all that is asked for is in a report that is kept: neither a proof, nor what was asked of the solver, nor
    /// what became of properties is.
    pub(super) fn may_be_kept(&self) -> bool {
        !self.options.scripts && self.contract.ensures.is_empty()
    }

    /// The text of a report, if it can be restored.
    fn write(&self, report: &KernelReport) -> Option<String> {
        let is_settled =
            matches!(report.verdict, Verdict::Proved | Verdict::Conditional | Verdict::Undefined);
        let is_open = report.apart.as_ref().is_some_and(|apart| apart.verdict == Verdict::Unknown);
        if !is_settled || is_open {
            return None;
        }
        let text = self.record(report)?;
        // Places are compared too, which equality of reports leaves out.
        let shown = |report: &KernelReport| format!("{:?}", KernelReport { proof: None, ..report.clone() });
        let back = self.read(&text)?;
        (shown(&back) == shown(report)).then_some(text)
    }

    /// The kernel with its meaning, if any.
    fn valid(&self) -> Option<Valid> {
        Valid::new(self.kernel.clone()).ok()
    }

    /// The kernel with the rules of its source, and its meaning.
    fn valid_second(&self) -> Option<Valid> {
        Valid::new(second(self.module, self.kernel)?.clone()).ok()
    }
}
