//! Masked loads without a padding whose elements are combined along an axis, as by sums and products of matrices. A sum with a masked element is
//! undetermined, so a person has whole tiles along the axis.

use std::collections::{BTreeSet, HashMap};

use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Op};
use verify::Clause;

use super::Pointers;
use crate::check::infer::usual::terms::Term;

/// The operations that use each value.
type Users<'k> = HashMap<ValueId, Vec<&'k Operation>>;

impl Pointers<'_, '_> {
    /// The extents along which combined tiles have to be whole.
    pub(in crate::check::infer::usual) fn guess_combined(&self) -> Vec<Clause> {
        let mut users = Users::default();
        for op in self.kernel.operations() {
            op.operands.iter().for_each(|operand| users.entry(*operand).or_default().push(op));
        }
        let loads = self.kernel.operations().filter(|op| op.op == Op::LoadPtrTko);
        loads.flat_map(|load| self.whole_behind(load, &users)).collect()
    }

    fn whole_behind(&self, load: &Operation, users: &Users<'_>) -> Vec<Clause> {
        let (Some(mask), None) = self.kernel.mask_and_padding(load) else { return Vec::new() };
        let Some(tile) = load.results.first().and_then(|result| self.kernel.ty(*result).tile()) else {
            return Vec::new();
        };
        let combined = combined_axes(load.results[0], tile.shape.len(), users);
        let whole = |part: ValueId| {
            let axis = self.axis_of(part).filter(|axis| combined.contains(axis))?;
            let run = Expr::Number((*tile.shape.get(axis)?).into());
            let ends = self.definitions.comparisons(part).into_iter();
            let ends = ends.filter_map(|(_, end, _)| self.end_of_axis(end));
            let rest = |end| binary(Binary::Rem, end, run.clone());
            Some(ends.map(|end| Clause::Requires(binary(Binary::Eq, rest(end), Expr::Number(0)))).collect())
        };
        self.parts(mask).into_iter().filter_map(whole).flat_map(|clauses: Vec<Clause>| clauses).collect()
    }

    /// The masks that a mask joins.
    fn parts(&self, mask: ValueId) -> Vec<ValueId> {
        match self.definitions.maker(mask).filter(|maker| maker.op == Op::Andi) {
            Some(both) => both.operands.iter().flat_map(|one| self.parts(*one)).collect(),
            None => vec![mask],
        }
    }

    /// The argument that ends an axis, as in `i < n` and `i < n - k * 64`.
    fn end_of_axis(&self, end: ValueId) -> Option<Expr> {
        let read = self.reader.read(end)?;
        let end = if let Term::Both(Binary::Sub, end, _) = &read { end } else { &read };
        end.uniform().filter(|end| matches!(end, Expr::Name(_))).cloned()
    }

    /// The only axis along which the numbers of a tile differ.
    fn axis_of(&self, value: ValueId) -> Option<usize> {
        let maker = self.definitions.maker(value).filter(|maker| maker.op == Op::Broadcast);
        let before = maker.map_or(value, |maker| maker.operands[0]);
        let tile = self.kernel.ty(before).tile()?;
        let mut long = (0..tile.shape.len()).filter(|axis| tile.shape[*axis] > 1);
        long.next().filter(|_| long.next().is_none())
    }
}

/// The axes along which a value is combined, behind operations on its elements alone.
fn combined_axes(value: ValueId, rank: usize, users: &Users<'_>) -> BTreeSet<usize> {
    let (mut found, mut open, mut seen) = (BTreeSet::new(), vec![value], BTreeSet::new());
    while let Some(value) = open.pop().filter(|value| seen.insert(*value)) {
        for op in users.get(&value).into_iter().flatten() {
            let meaning = op.op.meaning();
            let is_factor = |at: usize| op.operands[at] == value;
            if matches!(meaning, Meaning::Elementwise | Meaning::Core(Core::Select)) {
                open.extend(&op.results);
            } else if meaning == Meaning::Core(Core::Reduce) {
                found.insert(op.attributes.axis());
            } else if matches!(meaning, Meaning::Core(Core::Mmaf | Core::Mmai)) && rank > 1 {
                found.extend([rank - 1].into_iter().filter(|_| is_factor(0)));
                found.extend([rank - 2].into_iter().filter(|_| is_factor(1)));
            }
        }
    }
    found
}
