//! The common launches of two kernels: both contracts' promises, each with its own grid.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::{ArgumentName, Contract};
use spec::syntax::kernel::Kernel;
use spec::syntax::types::Element;

use crate::failure::Failure;
use crate::load::Source;

/// The contracts of two kernels, each with the promises of both.
///
/// # Errors
/// The parameters of the two are not the same, or the contracts speak of different buffers.
pub(super) fn in_common(
    one: (&Kernel, &Contract),
    other: (&Kernel, &Contract),
) -> Result<[Contract; 2], Failure> {
    require_same_parameters(one, other)?;
    let names = names_of(one)?;
    let (a, b) = (one.1, other.1);
    let mut both = Contract { names, ensures: Vec::new(), ..a.clone() };
    add(&mut both.requires, &b.requires);
    add(&mut both.signature, &b.signature);
    add(&mut both.arrays, &b.arrays);
    add(&mut both.aligns, &b.aligns);
    add(&mut both.disjoint, &b.disjoint);
    add(&mut both.contents, &b.contents);
    add(&mut both.relations, &b.relations);
    for clause in &b.buffers {
        match both.buffers.iter().find(|known| known.name == clause.name) {
            None => both.buffers.push(clause.clone()),
            Some(known) if known == clause => {}
            Some(_) => {
                return Err(Failure::ill_formed(format!(
                    "the contracts do not agree on how large `{}` is",
                    clause.name
                ))
                .help("give both kernels one contract, by --contract"));
            }
        }
    }
    if !(a.lists.is_empty() && b.lists.is_empty()) {
        return Err(Failure::ill_formed("kernels that take lists of arrays are not compared"));
    }
    if (&a.aliases, &a.same_arrays) != (&b.aliases, &b.same_arrays) {
        return Err(Failure::ill_formed("the contracts do not agree on which buffers may overlap")
            .help("give both kernels one contract, by --contract"));
    }
    both.closed |= b.closed;
    let grids = [a.grid.clone().or_else(|| b.grid.clone()), b.grid.clone().or_else(|| a.grid.clone())];
    let own = |contract: &Contract, grid| Contract {
        kernel: contract.kernel.clone(),
        at: contract.at.clone(),
        grid,
        ..both.clone()
    };
    let [grid, other_grid] = grids;
    Ok([own(a, grid), own(b, other_grid)])
}

fn add<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    let new: Vec<T> = more.iter().filter(|one| !all.contains(one)).cloned().collect();
    all.extend(new);
}

/// The parameters by names that a contract can have.
fn names_of((kernel, contract): (&Kernel, &Contract)) -> Result<Vec<ArgumentName>, Failure> {
    let bound = Bound::new(contract, kernel).map_err(|problem| Failure::ill_formed(problem.message))?;
    let name = |position| ArgumentName {
        name: bound.argument_name(position).to_owned(),
        unsigned: bound.is_unsigned(position),
    };
    Ok((0..kernel.params.len()).map(name).collect())
}

fn require_same_parameters(one: (&Kernel, &Contract), other: (&Kernel, &Contract)) -> Result<(), Failure> {
    let (kernel, second) = (one.0, other.0);
    if kernel.params.len() != second.params.len() {
        return Err(Failure::usage(format!(
            "@{} has {} parameters, and @{} has {}",
            kernel.name,
            kernel.params.len(),
            second.name,
            second.params.len()
        ))
        .help("kernels are compared that take the same arguments"));
    }
    let (names, others) = (names_of(one)?, names_of(other)?);
    for (position, (a, b)) in kernel.params.iter().zip(&second.params).enumerate() {
        let (x, y) = (kernel.tile(*a).element, second.tile(*b).element);
        let what = |element: Element| match element {
            Element::Scalar(scalar) => scalar.to_string(),
            Element::Pointer(scalar) => format!("ptr<{scalar}>"),
        };
        if x != y {
            return Err(Failure::usage(format!(
                "parameter {position} is a {} of @{} and a {} of @{}",
                what(x),
                kernel.name,
                what(y),
                second.name
            ))
            .help("kernels are compared that take the same arguments"));
        }
        if names[position] != others[position] {
            return Err(Failure::usage(format!(
                "parameter {position} is `{}` of @{} and `{}` of @{}",
                names[position].name, kernel.name, others[position].name, second.name
            ))
            .help("`names = (…)` of their contracts gives parameters the same names"));
        }
    }
    Ok(())
}

/// The positions of the varying scalar arguments.
///
/// # Errors
/// A name is not a scalar argument's.
pub(super) fn positions(
    (kernel, source): (&Kernel, &Source),
    contract: &Contract,
    names: &[String],
) -> Result<BTreeSet<usize>, Failure> {
    let bound = Bound::new(contract, kernel).map_err(|problem| Failure::refused(&problem.into(), source))?;
    let position = |name: &String| {
        bound.position(name).filter(|position| bound.scalar(*position).is_some()).ok_or_else(|| {
            let scalars = (0..kernel.params.len()).filter(|position| bound.scalar(*position).is_some());
            let all: Vec<&str> = scalars.map(|position| bound.argument_name(position)).collect();
            Failure::usage(format!("@{} has no integer argument `{name}` that could vary", kernel.name)).help(
                if all.is_empty() { "it has none".to_owned() } else { format!("it has {}", all.join(", ")) },
            )
        })
    };
    names.iter().map(position).collect()
}
