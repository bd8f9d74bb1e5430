//! The proof file: the kernel, the proved obligations, the assumptions, and the program.
//!
//! It is a trusted input. The seal finds out a file that was torn, mixed up or edited, by accident or in good faith;
//! somebody who means to forge a proof can compute it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spec::proof::{Discharged, Proved, Status, closed, text};
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};

use super::digest;
use crate::failure::Failure;
use crate::files::write_file;
use crate::load::{self, Flags};
use crate::load::{Source, function_name};

/// The shape of the file.
pub(super) const SCHEMA: &str = "tileproof.proof/1";

/// The version of this program.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A proof of one kernel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProofFile {
    pub(super) schema: String,
    /// The version of tileproof.
    pub(super) tileproof: String,
    /// The digest of the rules.
    pub(super) rules: String,
    pub(super) kernel: KernelFile,
    pub(super) contract: ContractFile,
    pub(super) obligations: Vec<ObligationFile>,
    /// Accesses whose whole tile is always inside, by operation and axis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) whole: Vec<(usize, usize)>,
    /// Integer operations whose results never wrap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) exact: Vec<usize>,
    /// Integer operations whose results are never negative.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) natural: Vec<usize>,
    /// The digest of everything above.
    pub(super) seal: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KernelFile {
    pub(super) name: String,
    /// The digest of the canonical text.
    pub(super) digest: String,
    /// Digest of the second compilation, which has the rules of its source as assertions. `None` if the source has no such rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
}

/// Contracts are their clauses, a line each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ContractFile {
    /// The clauses of the kernel's file.
    pub(super) written: Vec<String>,
    /// The contract of the proof: with the clauses of the command line and the inferred ones.
    pub(super) proved: Vec<String>,
    pub(super) given: Vec<String>,
    pub(super) inferred: Vec<String>,
    pub(super) trusted: Vec<String>,
    pub(super) axioms: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObligationFile {
    pub(super) rule: String,
    /// The operation, by its position and its mnemonic.
    pub(super) operation: usize,
    pub(super) op: String,
    pub(super) status: StatusFile,
    /// The reason of its acceptance, if accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) because: Option<String>,
    /// The place of the operation, for people.
    pub(super) place: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum StatusFile {
    Proved,
    Unreached,
    Accepted,
}

/// Writes the proof of a kernel; the file is whole or not there.
///
/// # Errors
/// The file cannot be written.
pub fn write(path: &Path, proved: &Proved, source: &Source, module: &Module) -> Result<(), Failure> {
    let file = ProofFile::new(proved, source, module)?;
    write_file(path, file.json().as_bytes())
}

impl ProofFile {
    /// The file of a proof.
    pub(super) fn new(proved: &Proved, source: &Source, module: &Module) -> Result<Self, Failure> {
        let kernel = proved.kernel();
        let operations: Vec<_> = kernel.operations().collect();
        let obligation = |one: &Discharged| {
            let op = operations.get(one.obligation.operation);
            ObligationFile {
                rule: one.obligation.rule.code().to_owned(),
                operation: one.obligation.operation,
                op: op.map_or(String::new(), |op| op.op.mnemonic().to_owned()),
                status: StatusFile::new(&one.status),
                because: because(&one.status),
                place: op.map_or(String::new(), |op| source.position(&op.at).to_string()),
            }
        };
        let grounds = proved.grounds().clone();
        let file = ProofFile {
            schema: SCHEMA.to_owned(),
            tileproof: VERSION.to_owned(),
            rules: digest::of_rules(),
            kernel: KernelFile {
                name: kernel.name.clone(),
                digest: digest::of(&text(kernel.written())),
                source: digest_of_rules(module, kernel)?,
            },
            contract: ContractFile {
                written: list_written_clauses(source, module, kernel)?,
                proved: clauses(proved.contract()),
                given: grounds.given,
                inferred: grounds.inferred,
                trusted: grounds.trusted,
                axioms: grounds.axioms,
            },
            obligations: proved.discharged().iter().map(obligation).collect(),
            whole: proved.whole_tiles().iter().copied().collect(),
            exact: proved.integers().exact.iter().copied().collect(),
            natural: proved.integers().natural.iter().copied().collect(),
            seal: String::new(),
        };
        Ok(file.sealed())
    }

    /// The proof file with its seal.
    pub(super) fn sealed(mut self) -> Self {
        self.seal.clear();
        self.seal = digest::of(&self.json());
        self
    }

    /// As text. Everything here has text for keys and no floats, so there is nothing to fail.
    pub(super) fn json(&self) -> String {
        serde_json::to_string_pretty(self).map_or_else(|error| format!("\"{error}\""), |text| text + "\n")
    }
}

/// The digest of the compilation with the rules of the source, if the source has such rules.
///
/// # Errors
/// The rules are lost.
pub(super) fn digest_of_rules(module: &Module, kernel: &Kernel) -> Result<Option<String>, Failure> {
    let second = module.with_rules(&kernel.name).transpose();
    let second = second.map_err(|why| {
        Failure::unproved(format!(
            "rules of the source of @{} are not checked: {why}",
            function_name(&kernel.name)
        ))
    })?;
    Ok(second.map(|second| digest::of(&text(second))))
}

impl StatusFile {
    fn new(status: &Status) -> Self {
        match status {
            Status::Proved => StatusFile::Proved,
            Status::Unreached => StatusFile::Unreached,
            Status::Accepted(_) => StatusFile::Accepted,
        }
    }
}

fn because(status: &Status) -> Option<String> {
    match status {
        Status::Accepted(because) => Some(because.clone()),
        Status::Proved | Status::Unreached => None,
    }
}

/// The contract that a file has for a kernel, without the command line's clauses, with a name for every parameter.
///
/// # Errors
/// The kernel has two.
pub(super) fn list_written_clauses(
    source: &Source,
    module: &Module,
    kernel: &Kernel,
) -> Result<Vec<String>, Failure> {
    // The author's file may not be at hand where the proof is read.
    let module = Module { parameters: Vec::new(), ..module.clone() };
    let contract = load::find_contract(&module, kernel, &Flags::default())
        .map_err(|problem| Failure::refused(&problem.into(), source))?;
    Ok(clauses(&closed(&contract, kernel)))
}

/// The clauses of a contract, without its kernel's name and its braces.
fn clauses(contract: &Contract) -> Vec<String> {
    let block = contract.to_string();
    block.lines().filter_map(|line| Some(line.strip_prefix("  ")?.to_owned())).collect()
}
