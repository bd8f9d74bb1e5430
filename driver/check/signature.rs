//! A compiler's assumptions about integer arguments, from its compilation for launches of one signature: nonnegative extents,
//! and divisors. It is no promise of the author's: of launches of another signature it compiles another kernel.

use std::collections::HashMap;

use spec::contract::Bound;
use spec::problem::IllFormed;
use spec::syntax::attributes::{Assumption, Signedness};
use spec::syntax::contract::{Binary, Contract, Expr, binary};
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use verify::Clause;

/// A contract with the compiler's assumptions about the kernel's signature, if the author's source cannot state them.
///
/// # Errors
/// A contract that does not fit the kernel.
pub fn add_signature(kernel: &Kernel, contract: &Contract) -> Result<Contract, IllFormed> {
    let mut with = contract.clone();
    let bound = Bound::new(contract, kernel)?;
    for clause in read_assumptions(kernel, &bound, &|op| is_of_compiler(kernel, op)) {
        if let Clause::Requires(expr) = clause
            && !contract.requires.contains(&expr)
        {
            with.requires.push(expr.clone());
            with.signature.push(expr);
        }
    }
    Ok(with)
}

/// The clauses of a signature in few words: arguments of which the same is assumed stand together.
pub(super) fn describe_signature(contract: &Contract) -> Vec<String> {
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for clause in &contract.signature {
        let (names, text) = (clause.names(), clause.to_string());
        let name = names.first().copied().unwrap_or_default();
        let rest = text.strip_prefix(name).unwrap_or(&text).to_owned();
        match said.iter_mut().find(|(other, _)| *other == rest) {
            Some((_, names)) => names.push(name.to_owned()),
            None => said.push((rest, vec![name.to_owned()])),
        }
    }
    said.into_iter().map(|(rest, names)| format!("{}{rest}", names.join(", "))).collect()
}

/// Whether an assumption is the compiler's: cuTile Python makes them for arguments, and has none that an author writes of them.
pub(super) fn is_of_compiler(kernel: &Kernel, op: &Operation) -> bool {
    // Authors of Triton state all assumptions themselves.
    let is_triton = matches!(kernel.language, Language::Triton { .. });
    !is_triton
        && op.op == Op::Assume
        && op.at.source.as_ref().is_some_and(|source| source.position.file.ends_with(".py"))
}

/// Describes an assumption in terms of the launch: the condition on the argument behind it.
pub(super) fn describe_assumption(kernel: &Kernel, bound: &Bound<'_>, op: &Operation) -> Option<String> {
    let mut value = *op.operands.first()?;
    while let Some(maker) = kernel.operations().find(|other| other.results.contains(&value))
        && (maker.op == Op::Assume || is_extension(maker))
    {
        value = *maker.operands.first()?;
    }
    let position = kernel.params.iter().position(|param| *param == value)?;
    let name = bound.argument_name(position);
    let must = match op.attributes.assumption.as_ref()? {
        Assumption::DivBy { divisor, .. } if bound.pointee(position).is_some() => {
            format!("begin at a multiple of {divisor} bytes")
        }
        Assumption::DivBy { divisor, .. } => format!("be a multiple of {divisor}"),
        Assumption::Bounded { lower: Some(0), upper: None } => "not be negative".to_owned(),
        Assumption::Bounded { lower, upper } => {
            let least = lower.map(|least| format!("at least {least}"));
            let most = upper.map(|most| format!("at most {most}"));
            format!("be {}", least.into_iter().chain(most).collect::<Vec<_>>().join(" and "))
        }
        Assumption::SameElements(_) => return None,
    };
    Some(format!("`{name}` must {must}"))
}

/// What a kernel assumes of its integer arguments as they come, on every path, where the assumption is wanted; in the order of the
/// text, each clause once.
pub(super) fn read_assumptions(
    kernel: &Kernel,
    bound: &Bound<'_>,
    wanted: &dyn Fn(&Operation) -> bool,
) -> Vec<Clause> {
    let mut arguments: HashMap<ValueId, usize> =
        kernel.params.iter().enumerate().map(|(position, param)| (*param, position)).collect();
    let mut found: Vec<Clause> = Vec::new();
    // Behind a branch or a loop not all control comes.
    for op in kernel.body.ops.iter().take_while(|op| op.regions.is_empty()) {
        let of = op.operands.first().and_then(|operand| arguments.get(operand).copied());
        let (Some(position), Some(result)) = (of, op.results.first()) else { continue };
        let is_extended = is_extension(op);
        if op.op != Op::Assume && !is_extended {
            continue;
        }
        arguments.insert(*result, position);
        let signed = bound.contract.names.get(position).is_none_or(|named| !named.unsigned);
        if is_extended || bound.scalar(position).is_none() || !signed || !wanted(op) {
            continue;
        }
        let name = || Expr::Name(bound.argument_name(position).to_owned());
        for expr in op.attributes.assumption.iter().flat_map(|assumption| words(assumption, &name)) {
            let clause = Clause::Requires(expr);
            if !found.contains(&clause) {
                found.push(clause);
            }
        }
    }
    found
}

/// A signed extension is the same number.
fn is_extension(op: &Operation) -> bool {
    op.op == Op::Exti && op.attributes.signedness == Some(Signedness::Signed)
}

/// The assumption about one number, in the words of clauses.
fn words(assumption: &Assumption, name: &dyn Fn() -> Expr) -> Vec<Expr> {
    match assumption {
        Assumption::DivBy { divisor, every: None } if *divisor > 1 => {
            let rest = binary(Binary::Rem, name(), Expr::Number((*divisor).into()));
            vec![binary(Binary::Eq, rest, Expr::Number(0))]
        }
        Assumption::Bounded { lower, upper } => {
            let least = lower.map(|least| binary(Binary::Ge, name(), Expr::Number(least.into())));
            let most = upper.map(|most| binary(Binary::Le, name(), Expr::Number(most.into())));
            least.into_iter().chain(most).collect()
        }
        Assumption::DivBy { .. } | Assumption::SameElements(_) => Vec::new(),
    }
}
