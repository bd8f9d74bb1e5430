//! Requirements of pointer accesses on an array. The array reaches beyond the farthest element, sums and products in offsets fit
//! their type, and assumed alignments hold.

mod combined;
mod contiguous;
mod digits;
mod elements;
mod masks;
mod offsets;
mod places;
mod runs;

pub(super) use self::places::has_open_place;

use std::collections::{BTreeSet, HashSet};

use spec::contract::Bound;
use spec::origins::Origins;
use spec::syntax::attributes::Assumption;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Clause;

use super::accesses::Definitions;
use super::terms::addends::{Addend, addends, has_index, replace_index};
use super::terms::expressions::shift;
use super::terms::ranges::{AtMost, maximum, simplify};
use super::terms::{Reader, Term};

/// A number of elements that is added to a pointer.
#[derive(Clone)]
pub(super) struct Offset<'k> {
    pub(super) added: ValueId,
    /// The loop in each round of which it is added once more.
    pub(super) each_round: Option<&'k Operation>,
}

/// The facts read off a kernel.
pub(super) struct Pointers<'a, 'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) definitions: &'a Definitions<'k>,
    pub(super) reader: &'a Reader<'a, 'k>,
    pub(super) bound: &'a Bound<'a>,
    /// Parameters of which the size is known.
    pub(super) sized: BTreeSet<usize>,
    /// The numbers added to pointers, with the sums and products in them.
    pub(super) added: HashSet<ValueId>,
}

/// The numbers added to pointers, with the sums and products in them.
pub(super) fn added(kernel: &Kernel, definitions: &Definitions<'_>) -> HashSet<ValueId> {
    let moves = kernel.operations().filter(|op| op.op == Op::Offset);
    let added = moves.filter_map(|op| op.operands.get(1));
    added.flat_map(|added| definitions.sums_and_products(*added)).map(|(value, _)| value).collect()
}

impl<'k> Pointers<'_, 'k> {
    /// The size of each array that pointers go into, and what keeps the arithmetic of offsets defined.
    pub(super) fn guess(&self) -> Vec<Clause> {
        let mut all = Vec::new();
        let guarded = guarded(self.kernel);
        for op in self.kernel.operations() {
            if is_guarded(op, &guarded) {
                continue;
            }
            if accesses(op) {
                all.extend(self.reach(op));
            } else if op.op == Op::Assume {
                all.extend(self.alignment(op));
                all.extend(self.runs(op));
            } else if self.is_to_fit(op) {
                all.extend(self.fit(op));
            }
        }
        all
    }

    /// The same clauses about operations in a branch, as if all blocks took it.
    pub(super) fn guess_guarded(&self) -> Vec<Clause> {
        let guarded = guarded(self.kernel);
        let mut all = Vec::new();
        for op in self.kernel.operations().filter(|op| is_guarded(op, &guarded)) {
            if accesses(op) {
                all.extend(self.reach(op));
            } else if self.is_to_fit(op) {
                all.extend(self.fit(op));
            }
        }
        all
    }

    /// The requirements of an access on its array, its offset, and loaded numbers in the offset.
    fn reach(&self, op: &Operation) -> Vec<Clause> {
        let nested = if op.op == Op::StorePtrTko { self.nest(op) } else { Vec::new() };
        [self.sizes(op), self.begins(op), nested, self.fit_offsets(op), self.keep_inside(op)].concat()
    }

    /// The conditions under which the last element of an axis exists, where an access begins there, as a loop that counts down does.
    fn begins(&self, op: &Operation) -> Vec<Clause> {
        let places = self.offsets(op).into_iter().flat_map(|(_, [_, inside])| addends(&inside));
        let least = |addend: Addend| {
            let Expr::Binary(Binary::Sub, size, back) = addend.of.uniform()? else { return None };
            let is_last = matches!((&**size, &**back), (Expr::Name(_), Expr::Number(1..)));
            is_last.then(|| Clause::Requires(binary(Binary::Ge, (**size).clone(), (**back).clone())))
        };
        places.filter_map(least).collect()
    }

    /// The array of an access reaches to behind the farthest element; if a branch chooses the array, each of them.
    fn sizes(&self, op: &Operation) -> Vec<Clause> {
        self.offsets(op).into_iter().filter_map(|place| self.size(op, place)).collect()
    }

    fn size(&self, op: &Operation, place: (usize, [Term; 2])) -> Option<Clause> {
        let (parameter, inside) = self.farthest(op, place)?;
        let element = self.bound.pointee(parameter).filter(|_| !self.sized.contains(&parameter))?;
        let len = shift(&maximum(self.reader.words, &inside)?, 1);
        let len = if self.is_natural(&len) { len } else { binary(Binary::Max, len, Expr::Number(0)) };
        let name = self.bound.argument_name(parameter).to_owned();
        Some(Clause::Buffer { parameter, name, element, len })
    }

    /// The array of an access, and the distances of its elements from the start, with masks that bound indices. None where a mask
    /// says nothing of the place. A limit that equals the extent of the tile leaves the place as it is written.
    fn farthest(
        &self,
        op: &Operation,
        (parameter, [sum, inside]): (usize, [Term; 2]),
    ) -> Option<(usize, Term)> {
        let is_number = matches!(sum, Term::Uniform(Expr::Number(_)));
        let mask = self.mask(op).filter(|_| !is_number);
        let bounds_place = |mask| self.masked(mask).iter().any(|(index, _)| has_index(&sum, index));
        let is_known = inside.element().is_none() && mask.is_none_or(bounds_place);
        is_known.then_some((parameter, inside))
    }

    /// The array of an access, and its offset from the start: as written, and with the masks' bounds of indices.
    pub(super) fn offset(&self, op: &Operation) -> Option<(usize, [Term; 2])> {
        let mut all = self.offsets(op);
        all.pop().filter(|_| all.is_empty())
    }

    /// The same of each array that the access may be in.
    fn offsets(&self, op: &Operation) -> Vec<(usize, [Term; 2])> {
        let Some(pointer) = op.operands.first() else { return Vec::new() };
        let masked: Vec<(Term, Term)> = self.mask(op).map(|mask| self.masked(mask)).unwrap_or_default();
        let read = |(parameter, mut offsets): (usize, Vec<Offset<'k>>)| {
            let mut sum = self.take_rounds(&mut offsets).unwrap_or(Term::Uniform(Expr::Number(0)));
            // The first summand comes first.
            for Offset { added, each_round } in offsets.into_iter().rev() {
                let added = self.reader.read(added)?;
                let added = match each_round {
                    Some(of_loop) => Term::of(Binary::Mul, self.reader.count_rounds(of_loop)?, added),
                    None => added,
                };
                sum = Term::of(Binary::Add, sum, added);
            }
            let inside =
                masked.iter().fold(sum.clone(), |sum, (index, below)| replace_index(sum, index, below));
            Some((parameter, [sum, inside]))
        };
        self.places(*pointer).into_iter().filter_map(read).collect()
    }

    /// Which lanes an access keeps, if not all.
    pub(super) fn mask(&self, op: &Operation) -> Option<ValueId> {
        if op.op == Op::LoadPtrTko {
            return self.kernel.mask_and_padding(op).0;
        }
        op.operands.iter().skip(1).copied().find(|operand| self.is_mask(*operand))
    }

    /// Whether a length is never negative: a number, an extent of which the signature or the author says so, or of the grid alone.
    fn is_natural(&self, len: &Expr) -> bool {
        let mut names = Vec::new();
        arguments(len, &mut names);
        let natural = |name: &Expr| binary(Binary::Ge, name.clone(), Expr::Number(0));
        let unsigned =
            |name: &str| self.bound.position(name).is_some_and(|position| self.bound.is_unsigned(position));
        // A promise of the author is a constant bound of one name.
        let is_promised = |holds: &Expr| match holds {
            Expr::Binary(op @ (Binary::Ge | Binary::Gt), name, least) => {
                let least = if let Expr::Number(least) = &**least { *least } else { return false };
                **name == *len && least + i128::from(*op == Binary::Gt) >= 0
            }
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => false,
        };
        names.is_empty()
            || self.bound.contract.requires.iter().any(is_promised)
            || matches!(len, Expr::Name(name) if unsigned(name) || self.bound.contract.signature.contains(&natural(len)))
    }

    fn is_mask(&self, value: ValueId) -> bool {
        self.kernel.ty(value).tile().and_then(|tile| tile.element.scalar()) == Some(Scalar::I1)
    }

    /// The requirements of an address's assumption on the array and its offset.
    fn alignment(&self, op: &Operation) -> Vec<Clause> {
        let Some(Assumption::DivBy { divisor, every: None }) = op.attributes.assumption else {
            return Vec::new();
        };
        let Some((parameter, offsets)) = op.operands.first().and_then(|pointer| self.place(*pointer)) else {
            return Vec::new();
        };
        // An assumption about a parameter itself is trusted unchanged.
        let Some(element) = self.bound.pointee(parameter).filter(|_| !offsets.is_empty()) else {
            return Vec::new();
        };
        let is_known =
            Origins::new(self.kernel).alignment.get(&parameter).is_some_and(|known| *known >= divisor);
        // Elements stand at multiples of their own size.
        let elements = i128::from(divisor) / i128::from(element.bytes());
        if elements <= 1 {
            return Vec::new();
        }
        let name = self.bound.argument_name(parameter).to_owned();
        let align = Clause::Align { parameter, name, bytes: divisor };
        let mut all: Vec<Clause> = Some(align).filter(|_| !is_known).into_iter().collect();
        for term in offsets.into_iter().filter_map(|offset| self.reader.read(offset.added)) {
            let mut factors = Vec::new();
            multiples(&term, elements, &mut factors);
            all.extend(factors.into_iter().map(|factor| {
                let rest = binary(Binary::Rem, factor, Expr::Number(elements));
                Clause::Requires(binary(Binary::Eq, rest, Expr::Number(0)))
            }));
        }
        all
    }

    /// Whether the usual launch keeps a sum or a product in its type. The author promises this of Tile IR. An offset of Triton wraps
    /// without undefined behavior, and then leads to another element.
    fn is_to_fit(&self, op: &Operation) -> bool {
        let is_triton = matches!(self.kernel.language, Language::Triton { .. });
        let is_promised = matches!(op.op, Op::Addi | Op::Muli) && op.attributes.overflow.no_signed_wrap;
        let is_part = || op.results.iter().any(|result| self.added.contains(result));
        is_promised || is_triton && op.op == Op::Muli && !is_part()
    }

    /// The conditions under which a sum or product with a product of two unknowns fits.
    fn fit(&self, op: &Operation) -> Vec<Clause> {
        let term = self.reader.read(op.results[0]);
        term.map_or_else(Vec::new, |term| self.fit_term(op.results[0], &term))
    }

    /// The conditions under which offsets of an access of Triton fit, in active lanes.
    fn fit_offsets(&self, op: &Operation) -> Vec<Clause> {
        if !matches!(self.kernel.language, Language::Triton { .. }) {
            return Vec::new();
        }
        let Some(pointer) = op.operands.first() else { return Vec::new() };
        let masked = self.mask(op).map(|mask| self.masked(mask)).unwrap_or_default();
        let offsets = self.places(*pointer).into_iter().flat_map(|(_, offsets)| offsets);
        let fit = |(value, _): (ValueId, bool)| {
            let term = self.reader.read(value)?;
            let inside = masked.iter().fold(term, |sum, (index, below)| replace_index(sum, index, below));
            Some([self.fit_term(value, &inside), self.fit_elements(value, &inside)].concat())
        };
        let outer = offsets
            .flat_map(|offset| self.definitions.sums_and_products(offset.added))
            .filter(|(_, is_outer)| *is_outer);
        outer.filter_map(fit).flatten().collect()
    }

    /// The conditions under which a 32-bit number with a product of an unknown fits. No part is negative, and the greatest value is a
    /// number of 32 bits.
    fn fit_term(&self, value: ValueId, term: &Term) -> Vec<Clause> {
        let element = self.kernel.ty(value).tile().and_then(|tile| tile.element.scalar());
        let greatest = maximum(self.reader.words, term).filter(|_| term.element().is_none());
        let Some(greatest) = greatest else { return Vec::new() };
        let is_product = multiplies(&greatest);
        let mut names = Vec::new();
        if is_product {
            arguments(&greatest, &mut names)
        } else {
            factors(&greatest, &mut names)
        }
        let mut all: Vec<Clause> = names
            .into_iter()
            .map(|name| Clause::Requires(binary(Binary::Ge, name, Expr::Number(0))))
            .collect();
        if element == Some(Scalar::I32) {
            let most = Expr::Number(i32::MAX.into());
            if is_product {
                all.push(Clause::Requires(binary(Binary::Le, greatest, most)));
            } else if !all.is_empty() && matches!(self.kernel.language, Language::Triton { .. }) {
                all.extend(simplify(AtMost(greatest, most)).map(Clause::Requires));
            }
        }
        all
    }
}

/// Whether an operation accesses memory through pointers.
const fn accesses(op: &Operation) -> bool {
    matches!(op.op, Op::LoadPtrTko | Op::StorePtrTko | Op::AtomicRmwTko | Op::AtomicCasTko)
}

/// The results of operations that are not always reached: inside a branch, or behind a branch that may leave its region.
fn guarded(kernel: &Kernel) -> HashSet<ValueId> {
    let mut all = HashSet::new();
    let mut leaves = false;
    for branch in kernel.operations().filter(|op| op.op == Op::If) {
        let mut open: Vec<(&Operation, bool)> =
            branch.regions.iter().flat_map(|region| &region.ops).map(|op| (op, false)).collect();
        while let Some((op, in_loop)) = open.pop() {
            // A loop in a branch ends in it.
            leaves |= op.op == Op::Return || !in_loop && matches!(op.op, Op::Break | Op::Continue);
            all.extend(&op.results);
            let in_loop = in_loop || matches!(op.op, Op::For | Op::Loop);
            open.extend(op.regions.iter().flat_map(|region| &region.ops).map(|op| (op, in_loop)));
        }
    }
    if leaves { kernel.operations().flat_map(|op| op.results.clone()).collect() } else { all }
}

/// Whether an operation has one of these results.
fn is_guarded(op: &Operation, guarded: &HashSet<ValueId>) -> bool {
    op.results.iter().any(|result| guarded.contains(result))
}

/// Whether it multiplies non-constants.
fn multiplies(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(Binary::Mul, a, b) if !is_number(a) && !is_number(b) => true,
        Expr::Binary(_, a, b) => multiplies(a) || multiplies(b),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Element(..) => false,
    }
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Number(_))
}

/// The arguments with a number as factor, as strides have.
fn factors(expr: &Expr, names: &mut Vec<Expr>) {
    match expr {
        Expr::Binary(Binary::Mul, a, b) if is_number(a) || is_number(b) => arguments(expr, names),
        Expr::Binary(Binary::Add | Binary::Sub, a, b) => {
            factors(a, names);
            factors(b, names);
        }
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {}
    }
}

/// The arguments named in an expression.
fn arguments(expr: &Expr, names: &mut Vec<Expr>) {
    match expr {
        Expr::Name(name) if !name.starts_with("grid.") && !names.contains(expr) => names.push(expr.clone()),
        Expr::Binary(_, a, b) => {
            arguments(a, names);
            arguments(b, names);
        }
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Element(..) => {}
    }
}

/// What has to be a multiple of a number for a term to be one.
fn multiples(term: &Term, of: i128, found: &mut Vec<Expr>) {
    let is_multiple = |expr: &Expr| matches!(expr, Expr::Number(number) if number % of == 0);
    match term {
        Term::Uniform(expr) => match expr {
            Expr::Name(_) => found.push(expr.clone()),
            Expr::Binary(Binary::Mul, a, b) if !is_multiple(a) && !is_multiple(b) => {
                let part = if is_number(a) { b } else { a };
                multiples(&Term::Uniform((**part).clone()), of, found);
            }
            Expr::Number(_) | Expr::Binary(..) | Expr::Unary(..) | Expr::Element(..) => {}
        },
        Term::Both(Binary::Mul, a, b) => {
            if let (Term::Uniform(factor), _) | (_, Term::Uniform(factor)) = (&**a, &**b)
                && !is_multiple(factor)
            {
                multiples(&Term::Uniform(factor.clone()), of, found);
            }
        }
        Term::Both(Binary::Add, a, b) => {
            multiples(a, of, found);
            multiples(b, of, found);
        }
        Term::Both(..)
        | Term::Block(_)
        | Term::Counter(_)
        | Term::Element { .. }
        | Term::Narrow { .. }
        | Term::Grouped { .. } => {}
    }
}
