//! Arguments with equal values by the contract share one variable. Only plain equalities are used (equalities between
//! variables as a domain: Karr, "Affine relationships among variables of a program", Acta Informatica 1976).

use std::collections::{BTreeSet, HashMap};

use spec::contract::{Bound, Symbol};

use crate::smt::lower::conjuncts;
use crate::terms::{Atom, AtomId, Num, Var};

/// For each argument the first equal argument, or itself: plain equations of the contract between integers of one type.
pub(super) fn find_equal_arguments(bound: &Bound<'_>) -> Vec<usize> {
    let params = bound.kernel.params.len();
    // Of every type: what folds away here holds of all values.
    let nums: Vec<Num> = (0..params).map(|_| Num::shared("argument", -(1 << 64), 1 << 64)).collect();
    let positions: HashMap<Var, usize> =
        nums.iter().enumerate().filter_map(|(at, num)| Some((num.as_var()?, at))).collect();
    let mut value = |symbol| match symbol {
        Symbol::Argument(position) => nums[position],
        Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => {
            Num::fresh("other", -(1 << 64), 1 << 64)
        }
    };
    let mut at_most: BTreeSet<(usize, usize)> = BTreeSet::new();
    for clause in &bound.contract.requires {
        for part in conjuncts(&bound.truth(clause, &mut value)) {
            let Some((num, is_equation)) = part.as_comparison() else { continue };
            let pair = difference(&num, &positions);
            at_most.extend(pair);
            at_most.extend(pair.filter(|_| is_equation).map(|(a, b)| (b, a)));
        }
    }
    let same_type = |a: usize, b: usize| {
        bound.scalar(a) == bound.scalar(b) && bound.is_unsigned(a) == bound.is_unsigned(b)
    };
    let mut first: Vec<usize> = (0..params).collect();
    for (a, b) in at_most.iter().filter(|(a, b)| at_most.contains(&(*b, *a)) && same_type(*a, *b)) {
        let (from, to) = (first[*a].max(first[*b]), first[*a].min(first[*b]));
        first.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
    }
    first
}

/// The two arguments of a difference of arguments.
fn difference(num: &Num, positions: &HashMap<Var, usize>) -> Option<(usize, usize)> {
    let terms = num.terms();
    let [(a, x), (b, y)] = &*terms else { return None };
    let argument = |monomial: &[_]| match monomial {
        [atom] => match AtomId::atom(*atom) {
            Atom::Var(var) => positions.get(&var).copied(),
            Atom::Div(..) | Atom::Mod(..) | Atom::Ite(..) | Atom::Product(..) => None,
        },
        _ => None,
    };
    let (a, b) = (argument(a)?, argument(b)?);
    match (x, y) {
        (1, -1) => Some((a, b)),
        (-1, 1) => Some((b, a)),
        _ => None,
    }
}
