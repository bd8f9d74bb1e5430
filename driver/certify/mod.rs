//! Bytecode with proved facts, for compilers that generate faster code from them, and the launch conditions of these facts
//! ([`guard`]). The user chooses the facts ([`Fact`]), because some may lead to slower code.
//!
//! A fact is written only if the guard checks all of its conditions. Alignments, divisors and tokens follow from clauses of the contract;
//! promises of whole tiles follow from the whole proof.

mod assumptions;
mod facts;
pub(crate) mod guard;
mod promises;
mod same;
mod tokens;

use std::sync::Arc;

use frontends::bytecode;
use spec::proof::Proved;
use spec::syntax::kernel::{Kernel, Module};

pub use self::facts::{Fact, Facts};
pub use self::guard::{Language, guard};
use crate::failure::Failure;

/// A certified module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certified {
    /// The bytecode.
    pub bytecode: Vec<u8>,
    /// The number of additional promises.
    pub promises: usize,
    /// How many sizes it assumes to be multiples of a power of two, more than before.
    pub divisors: usize,
    /// How many arrays it assumes to be aligned, more than before.
    pub alignments: usize,
    /// How many accesses wait for less than before.
    pub tokens: usize,
    /// Omitted promises, with the clauses behind them: no guard checks these clauses.
    pub withheld: Vec<String>,
}

impl Certified {
    /// The number of facts.
    pub fn count(&self) -> usize {
        self.promises + self.divisors + self.alignments + self.tokens
    }
}

/// The bytecode of a module with the facts of a proof of one of its kernels; `name` is the displayed name of the file. If
/// anything but promises is written, the kernel is checked again as written.
///
/// # Errors
/// The bytecode is older than 13.4 and so without promises, or is not of the proved kernel, or the kernel is no longer proved.
pub fn certify(bytes: &[u8], proved: &Proved, name: &str, facts: &Facts) -> Result<Certified, Failure> {
    let before = read(bytes, name)?;
    let at = find(&before, proved, name)?;
    let unseen = guard::unseen(proved);
    let may_promise = facts.contains(&Fact::Inbounds) && unseen.is_empty();
    let promised = if may_promise { promises::write(bytes, proved, name)? } else { bytes.to_vec() };
    let mut certified = Certified {
        bytecode: promised,
        promises: if may_promise { proved.whole_tiles().len() } else { 0 },
        divisors: 0,
        alignments: 0,
        tokens: 0,
        withheld: Vec::new(),
    };
    if facts.contains(&Fact::Inbounds) && !proved.whole_tiles().is_empty() {
        certified.withheld = unseen;
    }
    let mut module = read(&certified.bytecode, name)?;
    let bound = proved.bound();
    let kernel = Arc::make_mut(&mut module.kernels[at]);
    if facts.contains(&Fact::Tokens) {
        certified.tokens = tokens::drop_needless(kernel, &bound);
    }
    let written = assumptions::write(kernel, proved, facts);
    (certified.divisors, certified.alignments) = (written.divisible, written.aligned);
    if certified.count() == certified.promises {
        return Ok(certified);
    }
    certified.bytecode = bytecode::write::module(&module.kernels).map_err(|why| wrong(name, &why))?;
    // Only the reread bytecode counts.
    let after = read(&certified.bytecode, name)?;
    let is_it = after.kernels.len() == before.kernels.len()
        && same::is_same(&before.kernels[at], &after.kernels[at], written.divisible + written.aligned);
    if !is_it {
        return Err(wrong(name, "what was written is another kernel"));
    }
    check_again(after, &proved.kernel().name, proved)?;
    Ok(certified)
}

/// The sets of facts that are worth timing and differ, with their names.
///
/// # Errors
/// The errors of [`certify`].
pub fn variants(
    bytes: &[u8],
    proved: &Proved,
    name: &str,
) -> Result<Vec<(&'static str, Certified)>, Failure> {
    let mut all: Vec<(&str, Certified)> = Vec::new();
    for (called, facts) in facts::variants() {
        let certified = certify(bytes, proved, name, &facts)?;
        let is_new = |known: &(&str, Certified)| known.1.bytecode != certified.bytecode;
        if certified.count() > 0 && all.iter().all(is_new) {
            all.push((called, certified));
        }
    }
    Ok(all)
}

/// Checks a kernel as written, under the contract of its proof.
#[cfg(feature = "solver")]
fn check_again(mut module: Module, name: &str, proved: &Proved) -> Result<(), Failure> {
    use crate::check::report::Verdict;
    use crate::check::{Options, check_parsed};

    module.contracts = vec![proved.contract().clone()];
    module.kernels.retain(|kernel| kernel.name == name);
    let reports = check_parsed(&module, &Options { kernel: Some(name.to_owned()), ..Options::default() });
    if reports.iter().all(|report| report.verdict == Verdict::Proved) && !reports.is_empty() {
        return Ok(());
    }
    let verdict = reports.iter().map(|report| report.verdict).max().unwrap_or(Verdict::Unknown);
    Err(Failure::unproved(format!("@{name} with these facts is not proved: {}", verdict.name()))
        .help("leave some of them out with --facts"))
}

#[cfg(not(feature = "solver"))]
fn check_again(_: Module, name: &str, _: &Proved) -> Result<(), Failure> {
    Err(Failure::unproved(format!(
        "@{name} with these facts is checked once more, and this build has no solver"
    ))
    .help("--facts inbounds writes what the proof has already"))
}

/// The position of the proved kernel.
fn find(module: &Module, proved: &Proved, name: &str) -> Result<usize, Failure> {
    let entry = &proved.kernel().name;
    let is_it = |kernel: &Arc<Kernel>| kernel.name == *entry;
    module.kernels.iter().position(is_it).ok_or_else(|| wrong(name, "the kernel is not there"))
}

fn read(bytes: &[u8], name: &str) -> Result<Module, Failure> {
    bytecode::module(bytes).map_err(|_| wrong(name, "what was written does not read back"))
}

fn wrong(name: &str, what: &str) -> Failure {
    Failure::unproved(format!("{name}: {what}, which is a bug of ours"))
}
