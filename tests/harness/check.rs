//! Checks: the output of `tileproof check` for a kernel, against the corpus.

use std::collections::BTreeSet;
use std::fmt::Write;

use driver::check::report::{self, KernelReport, Status};
use driver::check::{Options, check_parsed};
use driver::scalar;
use spec::contract::Bound;
use spec::proof::{Obligation, obligations};
use spec::rules::Rule;
use spec::syntax::kernel::Module;
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;

use super::directive::ExpectedVerdict;
use super::{File, claim};

/// The output of a check.
pub(crate) struct Seen {
    /// The report.
    report: KernelReport,
    /// The checked module.
    module: Option<Module>,
}

/// Checks a kernel of a file under other clauses, with a rule left out.
pub(crate) fn check(
    file: &File,
    kernel: Option<&str>,
    clauses: &[String],
    ignore: Option<Rule>,
) -> Result<Seen, String> {
    let module = match &file.module {
        Ok(module) => module,
        Err(problem) => {
            let report = KernelReport::refused(None, problem.clone().into());
            return Ok(Seen { report, module: None });
        }
    };
    let module = match kernel {
        Some(kernel) => claim::module(module, kernel, clauses)?,
        None => module.clone(),
    };
    let options = Options { ignore, ..Options::default() };
    let mut reports = check_parsed(&module, &options);
    reports.iter().try_for_each(|report| is_listed(&module, report))?;
    reports.sort_by_key(|report| std::cmp::Reverse(report.verdict));
    let report = reports.into_iter().next().ok_or("the file has no kernel")?;
    Ok(Seen { report, module: Some(module) })
}

/// Checks that every decided obligation is among those of the kernel's definitions, so that a proof of all is
/// complete.
fn is_listed(module: &Module, report: &KernelReport) -> Result<(), String> {
    let Some(kernel) = module.kernels.iter().find(|kernel| Some(&kernel.name) == report.name.as_ref()) else {
        return Ok(());
    };
    let Ok(kernel) = Valid::new(kernel.clone()) else { return Ok(()) };
    let listed: BTreeSet<Obligation> = obligations(&kernel).into_iter().collect();
    let operations: Vec<_> = kernel.operations().collect();
    for finding in &report.obligations {
        let obligation = Obligation { operation: finding.operation, rule: finding.rule };
        let Some(op) = operations.get(finding.operation) else { return Err("no such operation".to_owned()) };
        // An access without promises is asked for none of its axes.
        let nothing = finding.rule == Rule::TileInside && !op.attributes.inbounds.contains(&true);
        if !listed.contains(&obligation) && !nothing {
            let op = op.op.mnemonic();
            return Err(format!("@{}: {} of `{op}` is no obligation", kernel.name, finding.rule));
        }
    }
    Ok(())
}

impl Seen {
    /// Whether the verdict matches the directive.
    pub(crate) fn is(&self, expected: &ExpectedVerdict) -> bool {
        let verdict = self.report.verdict;
        match expected {
            ExpectedVerdict::Proved => verdict.is_proof(),
            ExpectedVerdict::Conditional => verdict == report::Verdict::Conditional,
            ExpectedVerdict::LikelyBug(rule) => self
                .report
                .likely_bug
                .as_ref()
                .is_some_and(|bug| bug.example.is_some() && bug.rule == Some(*rule)),
            ExpectedVerdict::Unsuspicious => {
                let is_open = verdict == report::Verdict::Unknown;
                (verdict.is_proof() || is_open) && self.report.likely_bug.is_none()
            }
            ExpectedVerdict::Unknown => verdict == report::Verdict::Unknown,
            ExpectedVerdict::Unsupported => verdict == report::Verdict::Unsupported,
            ExpectedVerdict::IllFormed => verdict == report::Verdict::IllFormed,
            ExpectedVerdict::Undefined(rule, with) => {
                self.rule() == Some(*rule)
                    && with.iter().all(|(name, number)| self.number(name) == Some(*number))
            }
        }
    }

    /// The rule that the first counterexample breaks.
    pub(crate) fn rule(&self) -> Option<Rule> {
        self.report.counterexamples().first().map(|example| example.violation.rule)
    }

    fn launch(&self) -> Option<&Launch> {
        self.report.counterexamples().first().map(|example| &example.launch)
    }

    /// The number of blocks, or a scalar argument, of the first counterexample.
    fn number(&self, name: &str) -> Option<i128> {
        let launch = self.launch()?;
        if name == "grid" {
            return Some(launch.grid.iter().map(|extent| i128::from(*extent)).product());
        }
        let module = self.module.as_ref()?;
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).ok()?;
        let position = bound.position(name)?;
        match launch.arguments[position] {
            Argument::Scalar(bits) => {
                Some(scalar::integer(bound.scalar(position)?, bits, bound.is_unsigned(position)))
            }
            Argument::Pointer { .. } => None,
        }
    }

    /// The result, for a person.
    pub(crate) fn describe(&self, file: &File) -> String {
        let mut text = self.report.verdict.name().to_owned();
        if let Some(bug) = &self.report.likely_bug {
            let _ = write!(text, ", likely bug {:?}: {}", bug.rule.map(Rule::code), bug.why);
        }
        if self.report.is_conditional() {
            let _ = write!(text, " if {}", self.report.inferred().join("; "));
        }
        if let Some(rule) = self.rule() {
            let _ = write!(text, " {rule} with");
            if let Some(module) = &self.module {
                for named in &module.contracts[0].names {
                    if let Some(number) = self.number(&named.name) {
                        let _ = write!(text, " {}={number}", named.name);
                    }
                }
            }
            let _ = write!(text, " grid={}", self.number("grid").unwrap_or(0));
        }
        for finding in &self.report.obligations {
            if let Status::Unknown(why) = &finding.status {
                let _ = write!(text, "\n      {} at line {}: {why}", finding.rule, file.line(&finding.at));
            }
        }
        if let Some(problem) = &self.report.problem {
            let _ = write!(text, "\n      {problem}");
        }
        for note in &self.report.notes {
            let _ = write!(text, "\n      {note}");
        }
        text
    }
}
