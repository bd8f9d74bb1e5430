//! Requirements in a kernel in which nothing else is open: of single blocks, whose values are determined and whose accesses have an order, or of
//! the first two blocks. The launch that breaks one keeps the inferred clauses. A bug shows for other contents of memory and other sizes too.

use spec::contract::Bound;
use spec::problem::Violation;
use spec::rules::Rule;
use spec::syntax::contract::GRID;
use spec::syntax::kernel::language::Language;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;
use verify::Clause;

use super::Suspicion;
use crate::check::completion::is_same;
use crate::check::infer::{UsualLaunch, usual_float};
use crate::check::report::{Counterexample, Finding, LikelyBug, Status};
use crate::scalar;

/// The factor of all sizes in another launch: relations between sizes stay.
const OTHER: u64 = 3;

/// The least size beyond one tile: fewer elements may be meant for a single block.
const LARGE: u64 = 1 << 13;

impl Suspicion<'_> {
    /// The likely bug of a kernel that only lacks proofs of refuted requirements.
    pub(in crate::check) fn find_refuted(&self, findings: &[Finding]) -> Option<LikelyBug> {
        self.find_in_block(findings).or_else(|| self.find_in_first_blocks(findings))
    }

    /// The likely bug of a kernel whose only open requirements are about single blocks, whatever the grid is.
    fn find_in_block(&self, findings: &[Finding]) -> Option<LikelyBug> {
        let mut open =
            findings.iter().filter(|one| !matches!(one.status, Status::Proved | Status::Accepted(_)));
        let is_only = open.clone().all(|one| is_of_block(one.rule));
        let refuted = open.find_map(|one| match &one.status {
            Status::Refuted(example) => Some(example),
            Status::Proved | Status::Accepted(_) | Status::Unknown(_) => None,
        })?;
        let bound = Bound::new(self.contract, self.kernel).ok()?;
        if !is_only || has_negative(&refuted.launch, &bound) {
            return None;
        }
        let inferred: Vec<Clause> = self.inferred.iter().map(|one| one.clause.clone()).collect();
        let run = |factor| self.run_launches(&[usual(&refuted.launch, &bound, factor)], &inferred, &[]);
        let is_of_block = |found: &Counterexample| {
            is_of_block(found.violation.rule) && !self.may_be_ordered(&found.violation)
        };
        run(OTHER).filter(|found| is_of_block(found))?;
        let found = run(1).filter(|found| is_of_block(found))?;
        Some(LikelyBug {
            rule: Some(found.violation.rule),
            place: Some(found.violation.party.at.clone()),
            why: "launches of several sizes trigger this for any contents of memory, and no precondition that was tried rules it out"
                .to_owned(),
            clears: Vec::new(),
            example: Some(found),
        })
    }

    /// The likely bug of a kernel whose only open requirements are about races between blocks. Its first two blocks along an axis race for all
    /// tried sizes, although the kernel reads the numbers of blocks. With several arguments, two strides may be in an unusual relation.
    fn find_in_first_blocks(&self, findings: &[Finding]) -> Option<LikelyBug> {
        let bound = Bound::new(self.contract, self.kernel).ok()?;
        let is_used = |at: usize| {
            let param = self.folded.params[at];
            self.folded.operations().any(|op| op.operands.contains(&param))
        };
        let is_size = |at: &usize| bound.scalar(*at).is_some_and(Scalar::is_integer) && is_used(*at);
        let sizes = (0..self.folded.params.len()).filter(is_size).count();
        // Launches of an author tell their grids.
        if self.usage.is_launched || sizes > 1 {
            return None;
        }
        let mut open =
            findings.iter().filter(|one| !matches!(one.status, Status::Proved | Status::Accepted(_)));
        let is_only = open.clone().all(|one| one.rule == Rule::RaceBlock);
        let refuted = open.find_map(|one| match &one.status {
            Status::Refuted(example) => Some(example),
            Status::Proved | Status::Accepted(_) | Status::Unknown(_) => None,
        })?;
        if !is_only || has_negative(&refuted.launch, &bound) {
            return None;
        }
        let used = self.folded.used_axes();
        used.into_iter().find_map(|axis| self.race_of_first_blocks(&refuted.launch, &bound, axis))
    }

    /// The race of the first two blocks along an axis, for sizes of a launch and for larger ones.
    fn race_of_first_blocks(&self, launch: &Launch, bound: &Bound<'_>, axis: usize) -> Option<LikelyBug> {
        let inferred: Vec<Clause> = self.inferred.iter().map(|one| one.clause.clone()).collect();
        let mut grid = [1; 3];
        *grid.get_mut(axis)? = 2;
        let run = |factor| {
            let usual = UsualLaunch { grid, ..usual(launch, bound, factor) };
            let found = self.run_launches(&[usual], &inferred, &[])?;
            Some(found).filter(|found| found.violation.rule == Rule::RaceBlock)
        };
        let (found, other) = (run(1)?, run(OTHER)?);
        let large = run(LARGE)?;
        if ![&other, &large].into_iter().all(|other| is_same(&found, other)) {
            return None;
        }
        let target = found.violation.parameter.map(|parameter| bound.argument_name(parameter));
        let target = target.map(|name| format!(" of `{name}`")).unwrap_or_default();
        Some(LikelyBug {
            rule: Some(found.violation.rule),
            place: Some(found.violation.party.at.clone()),
            why: format!(
                "the first two blocks along `{}` access the same element{target} without an atomic, whatever the sizes are",
                GRID[axis]
            ),
            clears: Vec::new(),
            example: Some(found),
        })
    }

    /// Whether the code of Triton, which nobody has compiled, may order both accesses of a race: equal lanes by layouts, and numbers and
    /// tiles by reductions.
    fn may_be_ordered(&self, violation: &Violation) -> bool {
        let is_triton = matches!(self.kernel.language, Language::Triton { .. });
        let lanes =
            (violation.party.lane.as_ref(), violation.other.as_ref().and_then(|other| other.lane.as_ref()));
        let are_apart = matches!(lanes, (Some(a), Some(b)) if a.len() == b.len() && a != b);
        is_triton && violation.rule == Rule::RaceToken && !are_apart
    }
}

/// Whether a rule is about a single block.
fn is_of_block(rule: Rule) -> bool {
    rule.is_about_determinacy() || rule == Rule::RaceToken
}

/// A launch with sizes of at least 1, multiplied by a factor.
fn usual(launch: &Launch, bound: &Bound<'_>, factor: u64) -> UsualLaunch {
    let bits = |(at, argument): (usize, &Argument)| match (argument, bound.scalar(at)) {
        // A product that does not fit breaks the clauses, or is another size.
        (Argument::Scalar(bits), Some(of)) if of.is_integer() && of.bits() > 1 => {
            (*bits).max(1).wrapping_mul(factor) & (u64::MAX >> (u64::BITS - of.bits()))
        }
        (Argument::Scalar(bits), _) => usual_float(bound, at).unwrap_or(*bits),
        (Argument::Pointer { .. }, _) => 0,
    };
    UsualLaunch { bits: launch.arguments.iter().enumerate().map(bits).collect(), grid: launch.grid }
}

/// Whether an integer argument of a launch is negative, as no size and no stride is.
fn has_negative(launch: &Launch, bound: &Bound<'_>) -> bool {
    launch.arguments.iter().enumerate().any(|(at, argument)| match (argument, bound.scalar(at)) {
        (Argument::Scalar(bits), Some(of)) if of.is_integer() => scalar::integer(of, *bits, false) < 0,
        (Argument::Scalar(_) | Argument::Pointer { .. }, _) => false,
    })
}
