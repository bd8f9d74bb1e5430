//! The usual launch, as clauses: tensors with related extents, contiguous or with padded rows, and one block for each stored tile.
//! It is a guess that a check has to confirm, in the way of a template in constraint-based invariant generation (Colón,
//! Sankaranarayanan and Sipma, CAV 2003).

mod accesses;
mod arithmetic;
mod clauses;
mod constants;
mod conversions;
mod counters;
mod gathers;
mod launches;
mod locks;
mod passed;
mod persistent;
mod pointers;
mod scatters;
mod sizes;
mod sums;
mod terms;

use std::collections::{BTreeMap, BTreeSet};

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, GRID, binary};
use spec::syntax::kernel::Kernel;
use verify::Clause;

pub(in crate::check) use self::accesses::{Index as TileIndex, TiledAxis, known_counts, tiled_axes};
pub(in crate::check) use self::launches::{Usual, UsualLaunch, usual_float, with_usual_floats};
pub(super) use self::sizes::tie;
pub(super) use self::sums::bound_sums;
pub(in crate::check) use self::terms::quotients::scalar_tiles;

pub(in crate::check) use self::accesses::Definitions;
use self::accesses::{Access, Axis, Index, Size};
use self::clauses::Clauses;
use self::conversions::bound_converted;
use self::counters::{first_numbers, zero_counters};
use self::locks::free_locks;
use self::pointers::{Pointers, added};
use self::scatters::Scatters;
use self::terms::expressions::{fold, shift};
use self::terms::ranges::{self, AtMost, simplify};
use self::terms::words::Words;
use self::terms::{Reader, Term, VALUE};

/// The initial contents of the kernel's private memory: locks are free, and counters are zero.
pub(in crate::check) fn guess_beginning(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    let definitions = &Definitions::new(kernel);
    // It is another word for an element then.
    if bound.position(VALUE).is_some() {
        return Vec::new();
    }
    let counters = zero_counters(kernel, definitions).into_iter().map(|parameter| (parameter, 0));
    let all = free_locks(kernel, definitions).into_iter().chain(counters);
    all.map(|(parameter, number)| elements(bound, parameter, Binary::Eq, number)).collect()
}

/// Clauses stronger than every kernel's needs. Under them, loads without a padding find an element for every lane, if an axis is
/// one tile or if a number other than the block's counts its tiles. They also give the sizes of arrays accessed by pointers in a
/// branch.
pub(super) fn guess_whole_tiles(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    let (words, mut clauses) = (Words { bound }, Clauses::default());
    let accesses = Definitions::new(kernel).accesses();
    let unpadded = accesses.iter().filter(|access| !access.stores && !access.padded);
    let definitions = Definitions::new(kernel);
    let reader = Reader { definitions: &definitions, words: &words };
    let sized = definitions.gathers().iter().filter_map(|access| access.gathered).collect();
    let added = added(kernel, &definitions);
    let pointers = Pointers { kernel, definitions: &definitions, reader: &reader, bound, sized, added };
    let scattered = pointers.scattered_by();
    for (axis, computed) in unpadded.flat_map(|access| {
        let computed = access.axes.iter().any(|axis| axis.stride == Size::Computed);
        access.axes.iter().map(move |axis| (axis, computed))
    }) {
        let (Size::Argument(_), 2..) = (axis.extent, axis.tile) else { continue };
        let (extent, tile) = (words.say(axis.extent), Expr::Number(axis.tile.into()));
        match axis.index {
            Index::Constant(at) => {
                let end = (i128::from(at) + 1) * i128::from(axis.tile);
                clauses.add(Binary::Ge, extent, Expr::Number(end));
            }
            Index::Value(_) => {
                clauses.add(Binary::Eq, binary(Binary::Rem, extent, tile), Expr::Number(0));
            }
            // If strides are products of extents, an extent is a number of elements that a person chose for its tiles. What is
            // scattered has lanes behind the last element as well.
            Index::Block(along) if computed || scattered.contains(&along) => {
                clauses.add(Binary::Eq, binary(Binary::Rem, extent, tile), Expr::Number(0));
            }
            Index::Block(_) => {}
        }
    }
    pointers.guess_guarded().into_iter().for_each(|clause| clauses.push(clause));
    pointers.guess_combined().into_iter().for_each(|clause| clauses.push(clause));
    clauses.0
}

/// Adds clauses; of two sizes of an array, the greater is kept.
pub(super) fn add_all(clauses: &mut Vec<Clause>, more: impl Iterator<Item = Clause>) {
    let mut all = Clauses(std::mem::take(clauses));
    more.for_each(|clause| all.push(clause));
    *clauses = all.0;
}

/// The clauses of the usual launch, with clauses about an open grid.
pub(super) fn guess(kernel: &Kernel, bound: &Bound<'_>, grid: bool) -> Vec<Clause> {
    let definitions = Definitions::new(kernel);
    let (accesses, gathers) = (definitions.accesses(), definitions.gathers());
    let words = Words { bound };
    let mut clauses = Clauses::default();
    for access in accesses.iter().chain(&gathers) {
        access.axes.iter().for_each(|axis| words.positive(axis, &mut clauses));
        words.fill(access, &mut clauses);
    }
    let (equal, back) = words.go_together(&accesses, &mut clauses);
    for access in accesses.iter().filter(|access| access.stores).chain(&gathers) {
        words.nest(access, &mut clauses);
    }
    let unmasked = || gathers.iter().filter(|access| !access.padded);
    let reader = Reader { definitions: &definitions, words: &words };
    if bound.position(VALUE).is_none() {
        let first = first_numbers(kernel, &reader);
        first.into_iter().for_each(|parameter| clauses.push(natural(bound, parameter)));
        bound_converted(kernel, &definitions, bound).into_iter().for_each(|clause| clauses.push(clause));
    }
    if grid {
        words.bound_unused(kernel, &definitions, &mut clauses);
        persistent::bound_by_steps(kernel, &reader, &mut clauses);
    }
    for holds in arithmetic::keep_defined(kernel, &definitions, &reader) {
        clauses.push(Clause::Requires(rename(&holds, &equal)));
    }
    sizes::clamp(kernel, &reader).into_iter().for_each(|holds| clauses.push(Clause::Requires(holds)));
    let sized = unmasked().filter_map(|access| access.gathered).collect();
    let added = added(kernel, &definitions);
    let pointers = Pointers { kernel, definitions: &definitions, reader: &reader, bound, sized, added };
    pointers.guess().into_iter().for_each(|clause| clauses.push(clause));
    let scatters =
        Scatters { kernel, definitions: &definitions, reader: &reader, bound, pointers: &pointers };
    scatters.guess().into_iter().for_each(|clause| clauses.push(clause));
    guess_beginning(kernel, bound).into_iter().for_each(|clause| clauses.push(clause));
    let sized: BTreeSet<usize> = clauses.0.iter().filter_map(sized_array).collect();
    let is_open = |access: &&Access| access.gathered.is_some_and(|parameter| !sized.contains(&parameter));
    gathers.iter().filter(is_open).for_each(|access| words.size(access, &mut clauses));
    // A mask keeps an index inside as well.
    for access in accesses.iter().chain(unmasked()) {
        words.keep_below(&reader, access, &equal, &mut clauses);
        if grid {
            words.bound_by_axes(access, &equal, &mut clauses);
        }
    }
    // Seldom needed: stores cover loads.
    back.0.into_iter().for_each(|clause| clauses.push(clause));
    clauses.0
}

/// The clauses about arrays of offsets that blocks read.
pub(in crate::check) fn guess_sorted(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    guess_by_pointers(kernel, bound, &|pointers| pointers.guess_sorted())
}

/// The clauses that arrays are contiguous, of a kernel with unknown strides.
pub(in crate::check) fn guess_contiguous(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    guess_by_pointers(kernel, bound, &|pointers| pointers.guess_contiguous())
}

/// The clauses that some guess reads off accesses by pointers.
fn guess_by_pointers(
    kernel: &Kernel,
    bound: &Bound<'_>,
    guess: &dyn Fn(&Pointers<'_, '_>) -> Vec<Clause>,
) -> Vec<Clause> {
    let definitions = Definitions::new(kernel);
    let words = Words { bound };
    let reader = Reader { definitions: &definitions, words: &words };
    let sized = BTreeSet::new();
    let added = added(kernel, &definitions);
    guess(&Pointers { kernel, definitions: &definitions, reader: &reader, bound, sized, added })
}

/// What each of some equal extents is called.
type Equal = BTreeMap<String, String>;

/// The expression, with one name for all equal arguments.
fn rename(expr: &Expr, equal: &Equal) -> Expr {
    expr.with_names(&|name| equal.get(name).cloned().map(Expr::Name))
}

/// `value < n` for `value + 1 <= n`, and `value < cdiv(n, k)` for `k * value + 1 <= n`.
fn below(holds: Expr) -> Expr {
    let value = || Expr::Name(VALUE.to_owned());
    let Expr::Binary(Binary::Le, upper, limit) = &holds else { return holds };
    let most = |limit: &Expr| binary(Binary::Le, value(), shift(limit, -1));
    let index = shift(upper, -1);
    if index == value() {
        return most(limit);
    }
    let Expr::Binary(Binary::Mul, by, of) = &index else { return holds };
    let (Expr::Number(factor), true) = (&**by, **of == value()) else { return holds };
    if let Expr::Binary(Binary::Cdiv, extent, tile) = &**limit
        && let Expr::Number(tile) = **tile
    {
        return most(&binary(Binary::Cdiv, (**extent).clone(), Expr::Number(factor * tile)));
    }
    most(&binary(Binary::Cdiv, (**limit).clone(), (**by).clone()))
}

/// The array whose size a clause states.
const fn sized_array(clause: &Clause) -> Option<usize> {
    match clause {
        Clause::Buffer { parameter, .. } => Some(*parameter),
        Clause::Requires(_) | Clause::Align { .. } | Clause::Contents { .. } | Clause::Related { .. } => None,
    }
}

/// No element of an array is negative.
fn natural(bound: &Bound<'_>, parameter: usize) -> Clause {
    elements(bound, parameter, Binary::Ge, 0)
}

/// What every element of an array is to a number.
fn elements(bound: &Bound<'_>, parameter: usize, op: Binary, number: i128) -> Clause {
    let holds = binary(op, Expr::Name(VALUE.to_owned()), Expr::Number(number));
    Clause::Contents { parameter, name: bound.argument_name(parameter).to_owned(), holds }
}

fn names_value(expr: &Expr) -> bool {
    match expr {
        Expr::Name(name) => name == VALUE,
        Expr::Binary(_, a, b) => names_value(a) || names_value(b),
        Expr::Number(_) | Expr::Unary(..) | Expr::Element(..) => false,
    }
}

impl Words<'_> {
    /// Elements along an axis are apart, and the tile that stands at a constant is there.
    fn positive(&self, axis: &Axis, clauses: &mut Clauses) {
        let first = match axis.index {
            Index::Constant(at) => Some((axis.extent, i128::from(at) * i128::from(axis.tile) + 1)),
            Index::Block(_) | Index::Value(_) => None,
        };
        for (size, least) in [Some((axis.stride, 1)), first].into_iter().flatten() {
            if let Size::Argument(_) = size {
                clauses.add(Binary::Ge, self.say(size), Expr::Number(least));
            }
        }
    }

    /// Axes with tiles of one size and one counter have one extent: two inequalities.
    fn go_together(&self, accesses: &[Access], clauses: &mut Clauses) -> (Equal, Clauses) {
        let (mut equal, mut back) = (Equal::new(), Clauses::default());
        let mut first: BTreeMap<(Index, u32), Size> = BTreeMap::new();
        // Stores determine the requirements on the other accesses.
        let (stored, loaded): (Vec<&Access>, Vec<&Access>) =
            accesses.iter().partition(|access| access.stores);
        for axis in stored.into_iter().chain(loaded).flat_map(|access| &access.axes) {
            let (Index::Value(_) | Index::Block(_), Size::Argument(_)) = (axis.index, axis.extent) else {
                continue;
            };
            let before = *first.entry((axis.index, axis.tile)).or_insert(axis.extent);
            if before != axis.extent {
                clauses.add(Binary::Ge, self.say(axis.extent), self.say(before));
                back.add(Binary::Ge, self.say(before), self.say(axis.extent));
                if let (Expr::Name(one), Expr::Name(other)) = (self.say(axis.extent), self.say(before)) {
                    let other = equal.get(&other).cloned().unwrap_or(other);
                    equal.insert(one, other);
                }
            }
        }
        (equal, back)
    }

    /// One block per tile along the axes where its place is the block's number.
    fn bound_by_axes(&self, access: &Access, equal: &Equal, clauses: &mut Clauses) {
        for axis in &access.axes {
            if let Index::Block(along) = axis.index {
                let count = self.count((axis.extent, axis.tile));
                clauses.add(Binary::Le, self.grid(along), rename(&count, equal));
            }
        }
    }

    /// Conditions that keep each computed index below the number of tiles of its axis.
    fn keep_below(&self, reader: &Reader<'_, '_>, access: &Access, equal: &Equal, clauses: &mut Clauses) {
        let computed = access.axes.iter().filter_map(|axis| match axis.index {
            Index::Value(value) => Some((axis, value)),
            Index::Constant(_) | Index::Block(_) => None,
        });
        for (axis, value) in computed {
            let count = self.count((axis.extent, axis.tile));
            let term = reader.read(value);
            let found = term.as_ref().and_then(|term| ranges::keep_below(self, term, &count));
            let element = term.as_ref().and_then(Term::element);
            for AtMost(upper, limit) in found.into_iter().flatten() {
                let condition = simplify(AtMost(rename(&upper, equal), rename(&limit, equal)));
                condition.into_iter().for_each(|holds| self.add(holds, element, clauses));
            }
        }
    }

    /// A condition on arguments and grid, or on what is in an array.
    fn add(&self, holds: Expr, element: Option<usize>, clauses: &mut Clauses) {
        let Some(parameter) = element.filter(|_| names_value(&holds)) else {
            return clauses.push(Clause::Requires(holds));
        };
        // It is another word for an element then.
        if self.bound.position(VALUE).is_some() {
            return;
        }
        clauses.push(natural(self.bound, parameter));
        let name = self.bound.argument_name(parameter).to_owned();
        clauses.push(Clause::Contents { parameter, name, holds: below(holds) });
    }

    /// An array accessed by pointers ends behind its last element.
    fn size(&self, access: &Access, clauses: &mut Clauses) {
        let Some((parameter, element)) =
            access.gathered.and_then(|parameter| Some((parameter, self.bound.pointee(parameter)?)))
        else {
            return;
        };
        let product = |axis: &Axis| fold(Binary::Mul, self.say(axis.extent), self.say(axis.stride));
        let sum = |parts: Vec<Expr>| {
            parts.into_iter().fold(Expr::Number(0), |sum, part| fold(Binary::Add, sum, part))
        };
        let span = sum(access.axes.iter().map(product).collect());
        // The last elements of all axes, and one.
        let last = fold(
            Binary::Sub,
            sum(access.axes.iter().map(|axis| self.say(axis.stride)).collect()),
            Expr::Number(1),
        );
        let len = if last == Expr::Number(0) {
            span
        } else {
            binary(Binary::Max, fold(Binary::Sub, span, last), Expr::Number(0))
        };
        let name = self.bound.argument_name(parameter).to_owned();
        clauses.push(Clause::Buffer { parameter, name, element, len });
    }

    /// Every stride has room for the axis inside, the last innermost, unless the first is.
    fn nest(&self, access: &Access, clauses: &mut Clauses) {
        let mut axes: Vec<&Axis> = access.axes.iter().collect();
        let is_one = |axis: Option<&&Axis>| axis.is_some_and(|axis| axis.stride == Size::Number(1));
        if is_one(axes.first()) && !is_one(axes.last()) {
            axes.reverse();
        }
        for pair in axes.windows(2) {
            let [outer, inner] = pair else { continue };
            let room = match inner.stride {
                Size::Number(1) => self.say(inner.extent),
                stride @ (Size::Number(_) | Size::Argument(_)) => {
                    fold(Binary::Mul, self.say(inner.extent), self.say(stride))
                }
                Size::Computed => continue,
            };
            if let Size::Argument(_) = outer.stride {
                clauses.add(Binary::Ge, self.say(outer.stride), room);
            }
        }
    }

    /// One block along an axis that no operation queries.
    fn bound_unused(&self, kernel: &Kernel, definitions: &Definitions<'_>, clauses: &mut Clauses) {
        let operands = kernel.operations().flat_map(|op| &op.operands);
        let used: BTreeSet<usize> = operands.filter_map(|operand| definitions.block_axis(*operand)).collect();
        for axis in (0..3).filter(|axis| !used.contains(axis)) {
            clauses.add(Binary::Eq, Expr::Name(GRID[axis].to_owned()), Expr::Number(1));
        }
    }
}
