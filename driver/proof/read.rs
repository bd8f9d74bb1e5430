//! Accepts a proof file for a kernel if everything matches: the kernel, the contract, the rules, the version, and all obligations.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use spec::proof::{Discharged, Grounds, IntegerFacts, Obligation, Proved, Status, text};
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Allowance, Kernel, Module, Operation};
use spec::valid::Valid;

use super::digest;
use super::file::{
    ObligationFile, ProofFile, SCHEMA, StatusFile, VERSION, digest_of_rules, list_written_clauses,
};
use crate::failure::Failure;
use crate::load::{Source, function_name};

/// What every version of the file has.
#[derive(Deserialize)]
struct Head {
    schema: String,
}

/// Reads the proof of a kernel.
///
/// # Errors
/// The file cannot be read, is not a proof file, or proves something else.
pub(super) fn read_proof(
    path: &Path,
    source: &Source,
    module: &Module,
    kernel: &Arc<Kernel>,
) -> Result<Proved, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
    let file = parse(&bytes).map_err(|reason| {
        Failure::ill_formed(format!("{} is no proof file: {reason}", path.display()))
            .help("`tileproof check FILE --proof PROOF` writes one")
    })?;
    let valid = Valid::new(kernel.clone()).map_err(|problem| Failure::refused(&problem, source))?;
    let written = list_written_clauses(source, module, kernel)?;
    let rules = digest_of_rules(module, kernel)?;
    if rules.is_some() && rules != file.kernel.source {
        let message = match &file.kernel.source {
            Some(_) => "the source has changed since, in what its language requires",
            None => "it does not speak of the rules of the source",
        };
        return Err(unproved(path, source, kernel, message));
    }
    accept(&file, &valid, module, &written).map_err(|reason| unproved(path, source, kernel, &reason))
}

/// The failure of a file that does not prove a kernel.
fn unproved(path: &Path, source: &Source, kernel: &Kernel, reason: &str) -> Failure {
    let (path, file) = (path.display(), &source.name);
    Failure::unproved(format!("{path} does not prove @{}: {reason}", function_name(&kernel.name)))
        .help(format!("check the kernel again: `tileproof check {file} --proof {path}`"))
}

/// Parses the file.
pub(super) fn parse(bytes: &[u8]) -> Result<ProofFile, String> {
    let head: Head = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if head.schema != SCHEMA {
        return Err(format!("its schema is `{}`, and this version reads `{SCHEMA}`", head.schema));
    }
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

/// The proof, or why it is none. `written` is the kernel's contract in its file.
pub(super) fn accept(
    file: &ProofFile,
    kernel: &Valid,
    module: &Module,
    written: &[String],
) -> Result<Proved, String> {
    if file.tileproof != VERSION {
        return Err(format!("it is of tileproof {}, and this is {VERSION}", file.tileproof));
    }
    if file.rules != digest::of_rules() {
        return Err("the rules of the specification are others now".to_owned());
    }
    if file.clone().sealed().seal != file.seal {
        return Err("the file was changed after it was written".to_owned());
    }
    if file.kernel.name != kernel.name {
        return Err(format!("it is of @{}", file.kernel.name));
    }
    if file.kernel.digest != digest::of(&text(kernel.written())) {
        return Err("the kernel has changed since".to_owned());
    }
    same_contract(&file.contract.written, written)?;
    let contract = contract(&file.contract.proved, &kernel.name)?;
    let operations: Vec<_> = kernel.operations().collect();
    let accepted: Vec<_> = module
        .allowances
        .iter()
        .filter(|(name, _)| *name == kernel.name)
        .map(|(_, accepted)| accepted)
        .collect();
    let discharged = file.obligations.iter().map(|one| obligation(one, &operations, &accepted));
    let discharged = discharged.collect::<Result<_, _>>()?;
    let grounds = Grounds {
        given: file.contract.given.clone(),
        inferred: file.contract.inferred.clone(),
        trusted: file.contract.trusted.clone(),
        axioms: file.contract.axioms.clone(),
    };
    let whole = file.whole.iter().copied().collect();
    let (exact, natural) = (file.exact.iter().copied().collect(), file.natural.iter().copied().collect());
    let proved = Proved::trusting(kernel, contract, grounds, discharged);
    let proved = proved.map(|proved| proved.with_integers(IntegerFacts { exact, natural }));
    proved.and_then(|proved| proved.with_whole_tiles(whole)).map_err(|unproved| unproved.to_string())
}

/// That the author has not written another contract since.
fn same_contract(then: &[String], now: &[String]) -> Result<(), String> {
    let lost = then.iter().find(|line| !now.contains(line));
    let new = now.iter().find(|line| !then.contains(line));
    match (lost, new) {
        (None, None) if then == now => Ok(()),
        (None, None) => Err("the clauses of the contract stand in another order now".to_owned()),
        (Some(lost), None) => Err(format!("the contract has no `{}` any more", lost)),
        (None, Some(new)) => Err(format!("the contract had no `{}`", new)),
        (Some(lost), Some(new)) => Err(format!("the contract has `{}` now, and had `{}`", new, lost)),
    }
}

/// The contract under which the kernel is proved.
fn contract(lines: &[String], kernel: &str) -> Result<Contract, String> {
    let contract = spec::parse::contract_clauses(&lines.join("\n"))
        .map_err(|problem| format!("its contract does not parse: {}", problem.message))?;
    Ok(Contract { kernel: kernel.to_owned(), ..contract })
}

fn obligation(
    one: &ObligationFile,
    operations: &[&Operation],
    accepted: &[&Allowance],
) -> Result<Discharged, String> {
    let at = one.operation;
    let rule = Rule::from_code(&one.rule).ok_or_else(|| format!("there is no rule `{}`", one.rule))?;
    let op = operations.get(at).ok_or_else(|| format!("the kernel has no operation {at}"))?;
    if op.op.mnemonic() != one.op {
        return Err(format!("operation {at} is `{}`, not `{}`", op.op.mnemonic(), one.op));
    }
    let status = match (one.status, &one.because) {
        (StatusFile::Proved, None) => Status::Proved,
        (StatusFile::Unreached, None) => Status::Unreached,
        (StatusFile::Accepted, Some(because)) => {
            let is_it = |one: &&Allowance| one.rule == rule.code() && one.because == *because;
            if !accepted.iter().any(is_it) {
                return Err(format!("the kernel's file does not accept {rule} for the reason \"{because}\""));
            }
            Status::Accepted(because.clone())
        }
        (StatusFile::Proved | StatusFile::Unreached, Some(_)) | (StatusFile::Accepted, None) => {
            return Err(format!(
                "what is accepted, and nothing else, has a reason: {rule} at operation {at}"
            ));
        }
    };
    Ok(Discharged { obligation: Obligation { operation: at, rule }, status })
}
