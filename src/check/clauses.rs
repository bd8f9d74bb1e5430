//! The contract of a kernel: the one in its file, with what the command line adds.

use spec::parse::contract_clauses;
use spec::problem::IllFormed;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};

/// Clauses that the command line gives.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    /// The grid; wins over the file's.
    pub grid: Option<String>,
    /// Added to the file's.
    pub requires: Vec<String>,
}

/// The contract of a kernel.
///
/// # Errors
/// Two contracts for one kernel, or flags that do not parse.
pub(super) fn contract(module: &Module, kernel: &Kernel, flags: &Flags) -> Result<Contract, IllFormed> {
    let mut written = module.contracts.iter().filter(|contract| contract.kernel == kernel.name);
    let nothing = || Contract { kernel: kernel.name.clone(), at: kernel.at.clone(), ..Contract::default() };
    let mut contract = written.next().cloned().unwrap_or_else(nothing);
    if let Some(second) = written.next() {
        let message = format!("@{} has two contracts", kernel.name);
        let help = Some("put all clauses into one block".to_owned());
        return Err(IllFormed { message, at: second.at.clone(), help });
    }
    let added = flags.parse().map_err(|problem| IllFormed { at: contract.at.clone(), ..problem })?;
    contract.grid = added.grid.or(contract.grid);
    contract.requires.extend(added.requires);
    Ok(contract)
}

/// A contract that names no kernel of the module: most likely a slip of the pen.
pub(super) fn stray(module: &Module) -> Option<IllFormed> {
    let has = |name: &str| module.kernels.iter().any(|kernel| kernel.name == name);
    let stray = module.contracts.iter().find(|contract| !has(&contract.kernel))?;
    let names: Vec<_> = module.kernels.iter().map(|kernel| format!("@{}", kernel.name)).collect();
    Some(IllFormed {
        message: format!("a contract is about @{}, which is no kernel of this file", stray.kernel),
        at: stray.at.clone(),
        help: Some(format!("its kernels are {}", names.join(", "))),
    })
}

impl Flags {
    /// The clauses that the flags make.
    pub(super) fn parse(&self) -> Result<Contract, IllFormed> {
        let mut text = String::new();
        if let Some(grid) = &self.grid {
            text.push_str(&format!("grid = ({})\n", without_parentheses(grid)));
        }
        for clause in &self.requires {
            text.push_str(&format!("requires = {clause}\n"));
        }
        contract_clauses(&text).map_err(|problem| IllFormed {
            message: format!("--grid and --requires make no contract: {}", problem.message),
            help: Some(format!("these are the clauses that they make: {}", text.trim().replace('\n', "; "))),
            ..problem
        })
    }
}

/// A list that is written in parentheses, as the clause has it, without them.
fn without_parentheses(grid: &str) -> &str {
    let grid = grid.trim();
    let Some(inner) = grid.strip_prefix('(').and_then(|grid| grid.strip_suffix(')')) else {
        return grid;
    };
    let mut depth = 0;
    let closes_early = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    if closes_early { grid } else { inner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_may_stand_in_parentheses() {
        assert_eq!(without_parentheses("4, 1"), "4, 1");
        assert_eq!(without_parentheses(" (4, 1) "), "4, 1");
        assert_eq!(without_parentheses("(N + 1) / (2)"), "(N + 1) / (2)");
    }
}
