//! The layout of arrays in memory: contiguous, with padded rows, or along other axes.

use spec::syntax::contract::{Binary, Expr, binary};
use verify::Clause;

use super::facts::{Facts, Passed};
use super::sample::Strides;

impl Facts<'_> {
    /// What all launches say of the strides of each array.
    pub(super) fn find_strides(&self) -> Vec<Strides> {
        self.arrays.iter().map(|array| self.strides(array)).collect()
    }

    fn strides(&self, array: &Passed) -> Strides {
        let rank = array.extents.len();
        let row_major: Vec<usize> = (0..rank).rev().collect();
        let exact = self.chain(array, &row_major, Binary::Eq);
        if exact.iter().all(|holds| self.holds(holds)) {
            let order = (0..rank).collect();
            return self.without_gaps(array, order, exact);
        }
        let order = self.order(array);
        let packed = self.chain(array, &order, Binary::Eq);
        if packed.iter().all(|holds| self.holds(holds)) {
            return self.without_gaps(array, order.into_iter().rev().collect(), packed);
        }
        let apart = self.chain(array, &order, Binary::Ge);
        let either = packed.into_iter().zip(apart);
        let mut clauses: Vec<Expr> = either
            .filter_map(|(packed, apart)| [packed, apart].into_iter().find(|holds| self.holds(holds)))
            .collect();
        clauses.extend(array.strides.iter().filter_map(|at| {
            let repeated = binary(Binary::Eq, self.name(*at), Expr::Number(0));
            self.holds(&repeated).then_some(repeated)
        }));
        Strides { name: array.name.clone(), order: None, clauses: self.used(clauses.clone()), all: clauses }
    }

    /// The strides of an array without gaps.
    fn without_gaps(&self, array: &Passed, order: Vec<usize>, all: Vec<Expr>) -> Strides {
        let clauses = self.used(all.clone());
        Strides {
            name: array.name.clone(),
            order: Some(order).filter(|order| !order.is_empty()),
            clauses,
            all,
        }
    }

    /// Of axes from the densest one on: the first stride is 1, and each of the others compares with what the axis before spans.
    pub(super) fn chain(&self, array: &Passed, order: &[usize], op: Binary) -> Vec<Expr> {
        let mut found = Vec::new();
        let mut inside = Expr::Number(1);
        for axis in order {
            let (stride, extent) = (self.name(array.strides[*axis]), self.name(array.extents[*axis]));
            found.push(binary(op, stride.clone(), inside.clone()));
            let extent = binary(Binary::Max, extent, Expr::Number(1));
            let is_exact = op == Binary::Eq;
            inside = match (is_exact, inside) {
                (_, Expr::Number(1)) => extent,
                (true, inside) => binary(Binary::Mul, extent, inside),
                (false, _) => binary(Binary::Mul, extent, stride),
            };
        }
        found
    }

    /// The axes of an array from the densest on, by the launch that distinguishes the most.
    fn order(&self, array: &Passed) -> Vec<usize> {
        let rank = array.extents.len();
        let mut axes: Vec<usize> = (0..rank).rev().collect();
        let long =
            |at: usize| self.numbers(at).is_some_and(|numbers| numbers.iter().any(|number| *number > 1));
        let greatest = |at: usize| self.numbers(at).into_iter().flatten().max().unwrap_or(0);
        axes.sort_by_key(|axis| (!long(array.extents[*axis]), greatest(array.strides[*axis])));
        axes
    }

    /// Conditions without those about parameters that the kernel does not use.
    fn used(&self, clauses: Vec<Expr>) -> Vec<Expr> {
        let is_used = |holds: &Expr| {
            let Expr::Binary(_, stride, _) = holds else { return true };
            stride.names().iter().all(|name| self.bound.position(name).is_some_and(|at| self.is_used(at)))
        };
        clauses.into_iter().filter(is_used).collect()
    }

    /// From the first element of an array to behind the last.
    pub(super) fn size(&self, array: &Passed) -> Option<Clause> {
        let element = self.bound.pointee(array.pointer)?;
        let rank: Vec<usize> = (0..array.extents.len()).rev().collect();
        let is_dense = self.chain(array, &rank, Binary::Eq).iter().all(|holds| self.holds(holds));
        let extents = || array.extents.iter().map(|at| self.name(*at));
        let product = |a: Expr, b: Expr| binary(Binary::Mul, a, b);
        let len = if is_dense {
            extents().reduce(product).unwrap_or(Expr::Number(1))
        } else {
            let last = extents().zip(&array.strides).map(|(extent, stride)| {
                product(binary(Binary::Sub, extent, Expr::Number(1)), self.name(*stride))
            });
            let span = last.fold(Expr::Number(1), |sum, part| binary(Binary::Add, sum, part));
            binary(Binary::Max, span, Expr::Number(0))
        };
        Some(Clause::Buffer { parameter: array.pointer, name: array.name.clone(), element, len })
    }
}
