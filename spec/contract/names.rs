//! Which argument a name means: its own in the contract, the kernel's, a part of a tensor (`a.shape[0]`, `a.strides[1]`), or its
//! position (`arg3`).

use super::{Bound, ELEMENT, INDEX};
use crate::problem::IllFormed;
use crate::syntax::contract::{Contract, Expr, GRID, Relation};
use crate::syntax::kernel::Kernel;

/// The position of the argument that a name means.
pub(super) fn position(contract: &Contract, kernel: &Kernel, name: &str) -> Option<usize> {
    let params = &kernel.params;
    let named = || contract.names.iter().position(|n| n.name == name);
    let own = || params.iter().position(|p| kernel.values[p.index()].name == name);
    let numbered =
        || name.strip_prefix("arg")?.parse::<usize>().ok().filter(|position| *position < params.len());
    named().or_else(own).or_else(|| part(contract, name)).or_else(numbered)
}

/// An extent or a stride of a tensor that the contract says is passed with them.
fn part(contract: &Contract, name: &str) -> Option<usize> {
    let (tensor, part) = name.split_once('.')?;
    let array = contract.arrays.iter().find(|array| array.passed && array.name == tensor)?;
    let (what, axis) = part.strip_suffix(']')?.split_once('[')?;
    let axis = axis.parse::<usize>().ok().filter(|axis| *axis < array.extents.len())?;
    let first = 1 + contract.names.iter().position(|n| n.name == tensor)?;
    match what {
        "shape" => Some(first + axis),
        "strides" => Some(first + array.extents.len() + axis),
        _ => None,
    }
}

/// Renames arguments in every clause to the single name from [`Bound::argument_name`].
pub fn unify_names(contract: &mut Contract, kernel: &Kernel) {
    let before = contract.clone();
    let bound = Bound { contract: &before, kernel };
    let rename = |name: &mut String| {
        let axis = GRID.contains(&name.as_str());
        if let Some(position) = bound.position(name).filter(|_| !axis && !bound.is_bound(name)) {
            *name = bound.argument_name(position).to_owned();
        }
    };
    let exprs = contract.grid.iter_mut().flatten().chain(&mut contract.requires);
    let exprs =
        exprs.chain(&mut contract.signature).chain(contract.contents.iter_mut().map(|(_, expr)| expr));
    exprs.for_each(|expr| each_name(expr, &rename));
    for (name, relation) in &mut contract.relations {
        rename(name);
        match relation {
            Relation::Along(expr) | Relation::Distinct(Some(expr)) => each_name(expr, &rename),
            Relation::Distinct(None) => {}
        }
    }
    for buffer in &mut contract.buffers {
        rename(&mut buffer.name);
        each_name(&mut buffer.len, &rename);
    }
    for array in &mut contract.arrays {
        rename(&mut array.name);
        let parts = array.extents.iter_mut().chain(array.strides.iter_mut().flatten());
        parts.chain(&mut array.says).for_each(|expr| each_name(expr, &rename));
    }
    for list in &mut contract.lists {
        rename(&mut list.each.name);
        list.expressions_mut().for_each(|expr| each_name(expr, &rename));
        list.each.says.iter_mut().for_each(|expr| each_name(expr, &rename));
    }
    for property in &mut contract.ensures {
        property.arrays_mut().into_iter().for_each(rename);
        property.expressions_mut().into_iter().for_each(|expr| each_name(expr, &rename));
    }
    let paired = contract.aliases.iter_mut().flat_map(|(a, b)| [a, b]);
    let paired = paired.chain(contract.same_arrays.iter_mut().flatten());
    let others =
        contract.aligns.iter_mut().map(|(name, _)| name).chain(contract.disjoint.iter_mut().flatten());
    others.chain(contract.contents.iter_mut().map(|(name, _)| name)).chain(paired).for_each(rename);
}

fn each_name(expr: &mut Expr, rename: &impl Fn(&mut String)) {
    match expr {
        Expr::Number(_) => {}
        Expr::Name(name) => rename(name),
        Expr::Unary(_, operand) => each_name(operand, rename),
        Expr::Binary(_, lhs, rhs) => {
            each_name(lhs, rename);
            each_name(rhs, rename);
        }
        Expr::Element(name, place) => {
            rename(name);
            each_name(place, rename);
        }
    }
}

impl Bound<'_> {
    /// Checks that no integer argument has the name of a `contents` clause's element or place.
    pub(super) fn names_are_clear(&self) -> Result<(), IllFormed> {
        [(ELEMENT, "the element"), (INDEX, "the number of a place")]
            .into_iter()
            .filter(|(name, _)| self.is_bound(name))
            .try_for_each(|(name, what)| self.is_clear(name, what))
    }

    /// Checks that no integer argument has a name with a meaning in `contents` clauses.
    fn is_clear(&self, name: &str, what: &str) -> Result<(), IllFormed> {
        let called = |position: &usize| self.argument_name(*position) == name;
        let mut integers = (0..self.kernel.params.len()).filter(|position| self.scalar(*position).is_some());
        integers.find(called).map_or(Ok(()), |position| {
            let count = position + 1;
            Err(IllFormed {
                message: format!(
                    "`{name}` is {what} in a `contents` clause, and the argument {count} of @{} has that name too",
                    self.kernel.name
                ),
                at: self.contract.at.clone(),
                help: Some(format!("rename the argument: give it another name in `names`, in place {count}")),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_tensors_and_positions_are_names() {
        let text = "contract @k {
              names = (A : f32[M, K])
              requires = A.shape[0] >= arg2, A.strides[1] == 1
              buffer arg5 : i32[A.shape[1]]
            }
            entry @k(%a: tile<ptr<f32>>, %m: tile<i32>, %k: tile<i32>, %s: tile<i32>, %t: tile<i32>, %o: tile<ptr<i32>>) { return }";
        let module = crate::parse::module(text).expect("it parses");
        let (mut contract, kernel) = (module.contracts[0].clone(), &module.kernels[0]);
        Bound::new(&contract, kernel).expect("every name is known");
        unify_names(&mut contract, kernel);
        let text = contract.to_string();
        for clause in ["M >= K", "A_stride1 == 1", "buffer o : i32[K]"] {
            assert!(text.contains(clause), "{clause} is not in {text}");
        }
        let unknown = |name: &str| Bound { contract: &contract, kernel }.position(name).is_none();
        assert!(unknown("A.shape[2]") && unknown("A.size[0]") && unknown("arg6") && unknown("o.shape[0]"));
    }
}
