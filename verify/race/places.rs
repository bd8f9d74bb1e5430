//! Accesses by place: each class of accesses needs one race query.
//!
//! A race query about two blocks depends only on an access's kind, bytes, mask and place. Accesses with equal terms share a class.
//! Terms are hash-consed, so two accesses of one class make equal formulas with any third access. A proof for one pair
//! of two classes is a proof for all their pairs. What is not proved is asked pair by pair.

use std::collections::{HashMap, HashSet};

use crate::fault_injection::Flaw;
use crate::race::overlap::are_one_tensor;
use crate::symbolic::machine::Machine;
use crate::terms::Num;
use crate::values::access::SymbolicAccess;
use crate::values::view::ElementPlace;

/// The classes of the accesses of a kernel, and the pairs of classes that need no more questions.
pub(crate) struct Places {
    /// The class of each access, by its index.
    classes: Vec<usize>,
    /// The number of accesses in each class.
    sizes: Vec<usize>,
    /// The pairs of classes that are settled. The order counts: the second instance of the block makes the first access.
    settled: HashSet<(usize, usize)>,
    /// By class, whether all pairs that begin with the class are settled.
    finished: Vec<bool>,
}

impl Places {
    /// Divides accesses into classes.
    pub(crate) fn new<'k>(machine: &Machine<'k>, accesses: &[SymbolicAccess<'k>]) -> Self {
        let any_mask = machine.setup.has(Flaw::AnyMaskIsOne);
        // The first access of each class and the class, by array and offset.
        let mut firsts: HashMap<(Num, Num), Vec<(usize, usize)>> = HashMap::new();
        let (mut classes, mut sizes) = (Vec::with_capacity(accesses.len()), Vec::new());
        for (index, access) in accesses.iter().enumerate() {
            let near = firsts.entry((access.pointer.which, access.pointer.offset)).or_default();
            let alike = near.iter().find(|(first, _)| are_alike(&accesses[*first], access, any_mask));
            let class = if let Some((_, class)) = alike {
                *class
            } else {
                near.push((index, sizes.len()));
                sizes.push(0);
                sizes.len() - 1
            };
            sizes[class] += 1;
            classes.push(class);
        }
        let finished = vec![false; sizes.len()];
        Places { classes, sizes, settled: HashSet::new(), finished }
    }

    /// Whether a pair of accesses, by their indices, needs no question.
    pub(crate) fn is_settled(&self, a: usize, b: usize) -> bool {
        self.settled.contains(&(self.classes[a], self.classes[b]))
    }

    /// Whether another pair of accesses makes the same formula.
    pub(crate) fn has_others(&self, a: usize, b: usize) -> bool {
        self.sizes[self.classes[a]] * self.sizes[self.classes[b]] > 1
    }

    /// Settles all pairs of the two classes of a pair.
    pub(crate) fn settle(&mut self, a: usize, b: usize) {
        self.settled.insert((self.classes[a], self.classes[b]));
    }

    /// Whether no later access makes an open pair with any access of this class.
    pub(crate) fn is_finished(&self, a: usize) -> bool {
        self.finished[self.classes[a]]
    }

    /// Notes that an access makes no open pair with any later access, and so no later access of its class does.
    pub(crate) fn finish(&mut self, a: usize) {
        self.finished[self.classes[a]] = true;
    }
}

/// Whether two accesses make the same formula with any third access.
fn are_alike(a: &SymbolicAccess<'_>, b: &SymbolicAccess<'_>, any_mask: bool) -> bool {
    let place = match (&a.place, &b.place) {
        (Some(one), Some(two)) => are_one_place(one, two),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    a.manner == b.manner
        && a.bytes == b.bytes
        && (a.when == b.when || any_mask)
        && a.pointer.may == b.pointer.may
        && a.pointer.which == b.pointer.which
        && a.pointer.offset == b.pointer.offset
        && place
}

/// Whether two places are one element of one tensor, in equally cut tiles.
fn are_one_place(a: &ElementPlace<'_>, b: &ElementPlace<'_>) -> bool {
    let (x, y) = (&a.tile.view, &b.tile.view);
    are_one_tensor(a, b)
        && x.tensor.pointer.may == y.tensor.pointer.may
        && (&x.tile, &x.steps, &x.ty.dim_map, x.ty.sparse) == (&y.tile, &y.steps, &y.ty.dim_map, y.ty.sparse)
        && a.tile.index == b.tile.index
        && a.at == b.at
}
