//! Masks and tests of bounds of a proved kernel that leave out no element of any launch.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::memory::access::{Access, Target};
use spec::memory::strength::Manner;
use spec::problem::Refused;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::span::{Place, SourcePosition};
use verify::ObligationId;

use super::KernelCheck;
use crate::check::report::{Finding, KernelReport, Status, Verdict};
use crate::load::Source;

impl KernelCheck<'_> {
    /// The report with the accesses that need no mask, if somebody asks for them.
    ///
    /// # Errors
    /// A contract that does not fit the kernel.
    pub(super) fn with_masks(&self, report: KernelReport) -> Result<KernelReport, Refused> {
        let is_asked = self.options.masks && report.verdict == Verdict::Proved;
        if !is_asked || !self.folded.operations().any(|op| is_masked(&self.folded, op)) {
            return Ok(report);
        }
        let proved = report.obligations.iter().filter(|one| matches!(one.status, Status::Proved));
        let established: BTreeSet<ObligationId> = proved.map(Finding::id).collect();
        let options = verify::Options {
            policy: self.limits.policy.with_masks(),
            scripts: false,
            established: Arc::new(established),
            ..self.limits.clone()
        };
        let found = self.verify_with(options, 1)?;
        if found.stopped {
            return Ok(report);
        }
        let operations: Vec<&Operation> = self.folded.operations().collect();
        let unneeded = found.coverage.masks.iter().filter(|(_, is_unneeded)| **is_unneeded);
        let places = unneeded.filter_map(|(position, _)| operations.get(*position));
        let masks = places.filter(|op| is_masked(&self.folded, op)).map(|op| op.at.clone()).collect();
        Ok(KernelReport { masks, ..report })
    }
}

/// Whether an access of a source has a mask or a test of bounds. Tile IR itself has no other form for a view access.
fn is_masked(kernel: &Kernel, op: &Operation) -> bool {
    let Some(access) = Access::of(kernel, op).filter(|access| !access.is_update()) else { return false };
    let promised = !op.attributes.inbounds.is_empty() && op.attributes.inbounds.iter().all(|axis| *axis);
    let has_mask = match access.target {
        Target::View { .. } => !promised,
        Target::Pointers { mask, .. } => mask.is_some(),
    };
    has_mask && op.at.source.is_some() && !access.manner.is_strong()
}

/// The note on such an access.
pub const UNNEEDED: &str = "this access is proved to be in bounds; it needs no mask";

/// The accesses of a proved kernel that need no mask, one for each place of the source. Places shared with another kernel of
/// the file, or with a second use that needs the mask, are left out.
pub fn unneeded_masks(source: &Source, report: &KernelReport) -> Vec<Place> {
    if report.masks.is_empty() {
        return Vec::new();
    }
    let Ok(module) = source.module() else { return Vec::new() };
    let mut needed: BTreeSet<(&str, u32, u32)> = BTreeSet::new();
    for kernel in &module.kernels {
        let is_own = Some(&kernel.name) == report.name.as_ref();
        let needs = |op: &&Operation| Manner::of(op).is_some() && !(is_own && report.masks.contains(&op.at));
        needed.extend(kernel.operations().filter(needs).filter_map(|op| written(&op.at)));
    }
    let mut told: Vec<&Place> = Vec::new();
    for at in &report.masks {
        let is_told = told.iter().any(|other| written(other) == written(at));
        if !is_told && written(at).is_some_and(|place| !needed.contains(&place)) {
            told.push(at);
        }
    }
    told.into_iter().cloned().collect()
}

/// The source position of an access, independent of its callers.
fn written(at: &Place) -> Option<(&str, u32, u32)> {
    let SourcePosition { file, line, column } = &at.source.as_ref()?.position;
    Some((file, *line, *column))
}
