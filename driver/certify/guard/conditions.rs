//! The conditions of a launch, as expressions over the numbers that a guard is given.

use spec::contract::Bound;
use spec::origins::Origins;
use spec::proof::Proved;
use spec::syntax::contract::{Binary, Expr, MAX_ALLOCATION, binary};
use spec::syntax::kernel::Kernel;

use super::lengths::{Lengths, Number};
use super::names::{GRID, Names};
use super::negation::negated;
use super::views::{self, LaidView, Length};

/// A condition, with its clause.
#[derive(Clone)]
pub(crate) struct Condition {
    /// Over parameters of the guard; without a negation, since an inexact number is neither less nor not less.
    pub(crate) holds: Expr,
    /// The clause, for people.
    pub(crate) clause: String,
}

/// The words for the trusted size of a buffer whose size no clause states.
pub(crate) fn views_clause(name: &str) -> String {
    format!("buffer {name} : as large as the views on it")
}

/// Writes the conditions of a kernel.
pub(crate) struct Writer<'a> {
    pub(crate) bound: &'a Bound<'a>,
    /// The kernel with constants evaluated.
    pub(crate) folded: &'a Kernel,
    pub(crate) names: &'a Names,
}

fn number(number: impl Into<i128>) -> Expr {
    Expr::Number(number.into())
}

/// A disjunction of at least one condition.
fn any(first: Expr, rest: impl IntoIterator<Item = Expr>) -> Expr {
    rest.into_iter().fold(first, |all, one| binary(Binary::Or, all, one))
}

impl Writer<'_> {
    /// All conditions, in the order of the guard.
    pub(crate) fn conditions(&self, proved: &Proved) -> Vec<Condition> {
        let origins = Origins::new(proved.kernel());
        let mut all = Vec::new();
        let mut add = |holds, clause: String| all.push(Condition { holds, clause });
        for (axis, (name, shown)) in GRID.into_iter().zip(["grid.x", "grid.y", "grid.z"]).enumerate() {
            let extent = || Expr::Name(name.to_owned());
            let least = binary(Binary::Le, number(1), extent());
            let limit = self.bound.kernel.language.max_grid(axis);
            let most = binary(Binary::Le, extent(), number(limit));
            add(binary(Binary::And, least, most), format!("1 <= {shown} && {shown} <= {limit}"));
            if let Some(grid) = &self.bound.contract.grid {
                let stated = grid.get(axis).cloned().unwrap_or(Expr::Number(1));
                add(
                    self.strict(&stated, |stated| binary(Binary::Eq, extent(), stated)),
                    format!("{shown} == {stated}"),
                );
            }
        }
        for position in 0..self.bound.kernel.params.len() {
            let Some((least, greatest)) = self.bound.least_and_greatest(position) else { continue };
            let argument = || Expr::Name(self.names.argument(position));
            let fits = binary(
                Binary::And,
                binary(Binary::Le, number(least), argument()),
                binary(Binary::Le, argument(), number(greatest)),
            );
            let shown = self.bound.argument_name(position);
            add(fits, format!("{least} <= {shown} && {shown} <= {greatest}"));
        }
        for clause in &self.bound.contract.requires {
            add(self.over(&clause.strict()), clause.to_string());
        }
        let pointers: Vec<_> =
            (0..self.bound.kernel.params.len()).filter(|at| self.bound.pointee(*at).is_some()).collect();
        pointers.iter().for_each(|position| self.memory(*position, &origins, &mut all));
        for (count, a) in pointers.iter().enumerate() {
            for b in &pointers[count + 1..] {
                let [one, other] = [a, b].map(|position| self.bound.argument_name(*position));
                if self.bound.are_one_array(*a, *b) {
                    let clause = format!("same_array {one}, {other}");
                    all.push(Condition { holds: self.is_one(*a, *b), clause });
                } else if !self.bound.may_overlap(*a, *b) {
                    let clause = format!("disjoint = ({one}, {other})");
                    all.push(Condition { holds: self.apart(*a, *b), clause });
                }
            }
        }
        all
    }

    fn address(&self, position: usize) -> Expr {
        Expr::Name(self.names.address(position))
    }

    fn bytes(&self, position: usize) -> Expr {
        Expr::Name(self.names.bytes(position))
    }

    /// Two buffers have no common byte: either is empty, or ends before the start of the other.
    fn apart(&self, a: usize, b: usize) -> Expr {
        let is_empty = |one| binary(Binary::Eq, self.bytes(one), number(0));
        let is_before = |one, other| {
            let end = binary(Binary::Add, self.address(one), self.bytes(one));
            binary(Binary::Le, end, self.address(other))
        };
        any(is_empty(a), [is_empty(b), is_before(a, b), is_before(b, a)])
    }

    /// Two pointers lead to one array.
    fn is_one(&self, a: usize, b: usize) -> Expr {
        let same = |one, other| binary(Binary::Eq, one, other);
        let address = same(self.address(a), self.address(b));
        binary(Binary::And, address, same(self.bytes(a), self.bytes(b)))
    }

    /// The conditions of one buffer.
    fn memory(&self, position: usize, origins: &Origins, all: &mut Vec<Condition>) {
        let Some(element) = self.bound.pointee(position) else { return };
        let shown = self.bound.argument_name(position);
        let is_it = |other: &str| self.bound.position(other) == Some(position);
        let contract = self.bound.contract;
        let mut add = |holds, clause: String| all.push(Condition { holds, clause });
        add(
            binary(Binary::Gt, self.address(position), number(0)),
            format!("buffer {shown} : not at address 0"),
        );
        let most = binary(Binary::Le, self.bytes(position), number(MAX_ALLOCATION));
        add(most, format!("buffer {shown} : at most 2^48 bytes"));
        for clause in contract.buffers.iter().filter(|clause| is_it(&clause.name)) {
            let holds = |len: Expr| {
                let needed = match element.in_a_byte() {
                    1 => binary(Binary::Mul, len.clone(), number(element.bytes())),
                    share => binary(Binary::Cdiv, len.clone(), number(share)),
                };
                let natural = binary(Binary::Le, number(0), len);
                binary(Binary::And, natural, binary(Binary::Le, needed, self.bytes(position)))
            };
            add(self.strict(&clause.len, holds), format!("buffer {shown} : {element}[{}]", clause.len));
        }
        for condition in self.views_on(position).into_iter().flatten() {
            add(condition, views_clause(shown));
        }
        let stated = contract.aligns.iter().filter(|(name, _)| is_it(name)).map(|(_, bytes)| *bytes);
        let mut aligns: Vec<u64> = stated.collect();
        if aligns.is_empty() {
            aligns.extend(origins.alignment.get(&position));
        }
        for bytes in aligns.into_iter().chain([element.bytes()]) {
            let left = binary(Binary::Rem, self.address(position), number(bytes));
            add(binary(Binary::Eq, left, number(0)), format!("align {shown} : {bytes}"));
        }
    }

    /// The conditions for a buffer whose size no clause states to hold the views on it; `None` where the geometry of a view does not
    /// follow from the launch.
    pub(crate) fn views_on(&self, position: usize) -> Option<Vec<Expr>> {
        let stated = |name: &str| self.bound.position(name) == Some(position);
        if self.bound.contract.buffers.iter().any(|clause| stated(&clause.name)) {
            return Some(Vec::new());
        }
        let views = views::laid(self.folded).into_iter().filter(|view| view.position == position);
        views.map(|view| self.holds_view(&view)).collect()
    }

    /// A view is empty, or ends inside its buffer.
    fn holds_view(&self, view: &LaidView) -> Option<Expr> {
        let (extents, strides) = view.geometry.as_ref()?;
        let lengths = Lengths::new(self.bound, self.folded);
        let of = |length: &Length| match length {
            Length::Known(known) => Some(number(*known)),
            Length::Value(value) => lengths.of(*value).map(|number| self.value(&number)),
        };
        let extents: Vec<Expr> = extents.iter().map(of).collect::<Option<_>>()?;
        let strides: Vec<Expr> = strides.iter().map(of).collect::<Option<_>>()?;
        // The kernel reads an extent or a stride as a natural number, so a negative argument stands for a very large one.
        let natural = |length: &Expr| binary(Binary::Le, number(0), length.clone());
        let given = extents.iter().chain(&strides).filter(|length| !matches!(length, Expr::Number(_)));
        let naturals: Vec<Expr> = given.map(natural).collect();
        let last = extents.iter().zip(strides).fold(number(1), |sum, (extent, stride)| {
            let steps = binary(Binary::Sub, extent.clone(), number(1));
            binary(Binary::Add, sum, binary(Binary::Mul, steps, stride))
        });
        let needed = binary(Binary::Mul, last, number(view.bytes));
        let fits = binary(Binary::Le, needed, self.bytes(view.position));
        let empty = extents.into_iter().map(|extent| binary(Binary::Eq, extent, number(0)));
        let holds = any(fits, empty);
        Some(naturals.into_iter().fold(holds, |all, natural| binary(Binary::And, natural, all)))
    }

    /// A number of the kernel.
    pub(crate) fn value(&self, of: &Number) -> Expr {
        match of {
            Number::Known(known) => number(*known),
            Number::Parameter(position) => Expr::Name(self.names.argument(*position)),
            Number::Grid(axis) => Expr::Name(GRID[*axis].to_owned()),
            Number::Of(op, a, b) => binary(*op, self.value(a), self.value(b)),
        }
    }

    /// A condition about a number of the contract; a division by zero breaks the condition.
    fn strict(&self, of: &Expr, holds: impl FnOnce(Expr) -> Expr) -> Expr {
        let holds = holds(self.over(of));
        match of.definedness() {
            Some(defined) => binary(Binary::And, self.over(&defined), holds),
            None => holds,
        }
    }

    /// A clause over parameters of the guard.
    fn over(&self, expr: &Expr) -> Expr {
        over(self.bound, self.names, &negated_inside(expr))
    }
}

/// An expression whose names are the guard's: arguments and the grid. `value` and other names of elements stay.
pub(crate) fn over(bound: &Bound<'_>, names: &Names, expr: &Expr) -> Expr {
    match expr {
        Expr::Number(_) => expr.clone(),
        Expr::Name(name) => {
            let axis = ["grid.x", "grid.y", "grid.z"].iter().position(|axis| axis == name);
            let argument = || bound.position(name).map(|position| names.argument(position));
            let named = axis.map(|axis| GRID[axis].to_owned()).or_else(argument);
            Expr::Name(named.unwrap_or_else(|| name.clone()))
        }
        Expr::Element(array, index) => Expr::Element(array.clone(), over(bound, names, index).into()),
        Expr::Unary(op, operand) => Expr::Unary(*op, over(bound, names, operand).into()),
        Expr::Binary(op, lhs, rhs) => binary(*op, over(bound, names, lhs), over(bound, names, rhs)),
    }
}

/// The same condition with every negation moved into the comparisons.
fn negated_inside(expr: &Expr) -> Expr {
    use spec::syntax::contract::Unary;
    match expr {
        Expr::Unary(Unary::Not, operand) => negated_inside(&negated(operand)),
        Expr::Binary(op @ (Binary::And | Binary::Or), lhs, rhs) => {
            binary(*op, negated_inside(lhs), negated_inside(rhs))
        }
        Expr::Number(_)
        | Expr::Name(_)
        | Expr::Unary(Unary::Neg, _)
        | Expr::Binary(..)
        | Expr::Element(..) => expr.clone(),
    }
}
