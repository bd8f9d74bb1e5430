//! Properties: answers of `tileproof check` against the corpus.

use driver::check::report::{Outcome, Verdict};
use driver::check::{Options, check_parsed};

use super::directive::ExpectedOutcomeOfProperty as Expected;
use super::{File, claim};

/// What became of a property of a kernel, with why.
pub(crate) fn ensure(
    file: &File,
    kernel: Option<&str>,
    property: &str,
    clauses: &[String],
) -> Result<(Expected, String), String> {
    let module = file.module.as_ref().map_err(|problem| problem.message.clone())?;
    let kernel = kernel.ok_or("a property is one of a kernel")?;
    let mut module = claim::module(module, kernel, clauses)?;
    let property = match spec::parse::property(property) {
        Ok(property) => property,
        Err(problem) => return Ok((Expected::IllFormed, problem.message)),
    };
    module.contracts[0].ensures = vec![property];
    let reports = check_parsed(&module, &Options::default());
    let report = reports.into_iter().next().ok_or("there is no kernel")?;
    if report.verdict == Verdict::IllFormed {
        return Ok((Expected::IllFormed, format!("{:?}", report.problem)));
    }
    let found = report.properties.into_iter().next();
    let found = found.ok_or_else(|| format!("the verdict is {}, of no property", report.verdict.name()))?;
    Ok(match found.outcome {
        Outcome::Proved => (Expected::Proved, String::new()),
        Outcome::Violated(lacking) => (Expected::Violated, lacking.what),
        Outcome::Unknown(why) => (Expected::Unknown, why),
    })
}
