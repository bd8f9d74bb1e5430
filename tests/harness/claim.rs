//! The contract that a `check` speaks of: the file's, with the clauses in braces in place of its own.

use spec::parse::contract_clauses;
use spec::syntax::contract::{ArrayClause, Binary, Contract, Expr, binary};
use spec::syntax::kernel::Module;

/// A module with one kernel, under the contract with replaced clauses.
pub(crate) fn module(module: &Module, kernel: &str, clauses: &[String]) -> Result<Module, String> {
    let mut module = module.clone();
    module.kernels.retain(|other| other.name == kernel);
    module.contracts.retain(|contract| contract.kernel == kernel);
    if module.kernels.len() != 1 || module.contracts.len() > 1 {
        let (kernels, contracts) = (module.kernels.len(), module.contracts.len());
        return Err(format!("@{kernel} has {kernels} bodies and {contracts} contracts"));
    }
    if module.contracts.is_empty() {
        let kernel = kernel.to_owned();
        module.contracts.push(Contract { kernel, ..Contract::default() });
    }
    let contract = &mut module.contracts[0];
    let mut required = Vec::new();
    let read = |clause: &String| {
        contract_clauses(clause).map_err(|problem| format!("`{clause}`: {}", problem.message))
    };
    let given = clauses.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    // A clause about a buffer's contents replaces all earlier clauses about them.
    for about in &given {
        let named =
            about.contents.iter().map(|(name, _)| name).chain(about.relations.iter().map(|(name, _)| name));
        for name in named {
            contract.contents.retain(|(other, _)| other != name);
            contract.relations.retain(|(other, _)| other != name);
        }
    }
    given.into_iter().for_each(|given| replace(contract, given, &mut required));
    if !required.is_empty() {
        let lists = contract.lists.iter().map(|list| &list.each);
        let of_arrays = contract.arrays.iter().chain(lists).flat_map(|array| array.says.clone());
        contract.requires = of_arrays.chain(required).collect();
    }
    Ok(module)
}

/// A module with one kernel under a contract to infer: the file's `names`, and these clauses.
pub(crate) fn inferred(module: &Module, kernel: &str, clauses: &[String]) -> Result<Module, String> {
    let mut module = self::module(module, kernel, &[])?;
    let contract = &mut module.contracts[0];
    *contract = Contract { kernel: kernel.to_owned(), names: contract.names.clone(), ..Contract::default() };
    for clause in clauses {
        let word = clause.split(' ').next().unwrap_or_default();
        let whole = match word {
            "buffer" | "align" | "contents" => clause.clone(),
            _ => format!("requires = {clause}"),
        };
        let given = contract_clauses(&whole).map_err(|problem| format!("`{clause}`: {}", problem.message))?;
        let mut required = Vec::new();
        replace(contract, given, &mut required);
        contract.requires.append(&mut required);
    }
    Ok(module)
}

/// Replaces clauses by those of another text, by kind.
fn replace(contract: &mut Contract, given: Contract, required: &mut Vec<Expr>) {
    required.extend(given.written().cloned());
    if let Some(grid) = given.grid {
        contract.grid = Some(grid);
    }
    for buffer in given.buffers {
        // What a tensor says is about parameters.
        let gone = contract.arrays.extract_if(.., |other| other.name == buffer.name && !other.passed);
        let gone: Vec<_> = gone.collect();
        let lists = contract.lists.extract_if(.., |other| other.name() == buffer.name);
        let gone = gone.into_iter().chain(lists.map(|list| list.each).collect::<Vec<_>>());
        let said: Vec<_> = gone.flat_map(|array| array.says).collect();
        let kept = &contract.arrays;
        contract
            .requires
            .retain(|clause| !said.contains(clause) || kept.iter().any(|one| needs(one, clause)));
        contract.buffers.retain(|other| other.name != buffer.name);
        contract.buffers.push(buffer);
    }
    contract.requires.extend(given.arrays.iter().flat_map(|array| array.says.clone()));
    contract.arrays.extend(given.arrays);
    contract.requires.extend(given.lists.iter().flat_map(|list| list.each.says.clone()));
    contract.lists.extend(given.lists);
    for (name, bytes) in given.aligns {
        contract.aligns.retain(|(other, _)| *other != name);
        contract.aligns.push((name, bytes));
    }
    contract.contents.extend(given.contents);
    contract.relations.extend(given.relations);
    if !given.disjoint.is_empty() {
        contract.disjoint = given.disjoint;
    }
    contract.aliases.extend(given.aliases);
    contract.same_arrays.extend(given.same_arrays);
    contract.closed |= given.closed;
}

/// Whether a clause says of an array that an extent or a stride is not negative.
fn needs(array: &ArrayClause, clause: &Expr) -> bool {
    let mut parts = array.extents.iter().chain(array.strides.iter().flatten());
    parts.any(|part| *clause == binary(Binary::Ge, part.clone(), Expr::Number(0)))
}
