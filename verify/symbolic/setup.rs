//! A launch of the contract: arguments, grid and allocations as terms, with the stated facts, the trusted facts,
//! and the axioms.

mod block;
mod equal;
pub(crate) mod lists;
mod local;
mod narrow;
mod others;
mod overlap;
mod ranges;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use spec::contract::{Bound, ELEMENT, Interval, Symbol};
use spec::domain::{Bool as _, Number, greatest_signed, greatest_unsigned};
use spec::origins::{Footprint, Origins, Region};
use spec::syntax::contract::{Binary, Expr, GRID, MAX_ALLOCATION};
use spec::syntax::kernel::{Global, OpId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use self::equal::find_equal_arguments;
use self::lists::ArrayList;
use self::narrow::Ends;
use crate::fault_injection::Flaw;
use crate::terms::{Num, Truth, keep_large_ends};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Pointer, Value};
use crate::values::float::{Given, Real};
use crate::values::view::bytes_of;

/// An array: what a pointer argument points into, a global, or scratch memory of a block.
#[derive(Debug, Clone)]
pub(crate) struct Allocation {
    /// The parameter; behind the parameters stand the globals, and behind them what `alloca` makes.
    pub(crate) parameter: usize,
    /// The region in terms of the contract. Arrays of one list share a region, because a clause describes all of them.
    pub(crate) region: Region,
    /// Whether every block has an own copy.
    pub(crate) private: bool,
    /// The constant global.
    pub(crate) constant: Option<Arc<Global>>,
    /// The displayed name.
    pub(crate) name: String,
    /// The element type.
    pub(crate) element: Scalar,
    /// Bytes counted from the pointer.
    pub(crate) size: Num,
    /// Whether the contract states the size.
    pub(crate) sized: bool,
    /// Whether the contract speaks of the number of elements, so that the size is that of the launch, and a stated one is a lower bound.
    pub(crate) measured: bool,
    /// The address in the pointer.
    pub(crate) base: Num,
    /// What the address is a multiple of.
    pub(crate) alignment: u64,
    /// Whether the contents are undetermined at launch.
    pub(crate) uninit: bool,
    /// Whether the kernel may read the memory.
    pub(crate) read: bool,
    /// Whether the kernel may write the memory.
    pub(crate) written: bool,
    /// What holds of every element at launch.
    pub(crate) contents: Option<Expr>,
}

/// A launch, as terms.
pub(crate) struct Setup<'k> {
    pub(crate) bound: Bound<'k>,
    /// One element per parameter.
    pub(crate) arguments: Vec<Element>,
    /// The scalar arguments, as the contract reads them.
    pub(crate) scalars: Vec<Option<Num>>,
    /// Extents of the grid.
    pub(crate) grid: [Num; 3],
    /// The block's place in the grid.
    pub(crate) block: [Num; 3],
    pub(crate) allocations: Vec<Allocation>,
    /// Lists with separate arrays.
    pub(crate) lists: Vec<ArrayList>,
    /// Loops, by their addresses, in which tables of lists are read.
    pub(crate) loops_over_lists: HashSet<OpId>,
    /// Loops, by their addresses, with arrays of the block that they may write to or make.
    pub(crate) stored_in_loops: HashSet<(OpId, usize)>,
    /// What elements of the arrays of the block are accessed as.
    pub(crate) accessed_as: HashMap<usize, BTreeSet<Scalar>>,
    /// The memory that the kernel may read, and the memory that it may write.
    accessed: [Footprint; 2],
    /// The facts about every launch.
    pub(crate) facts: Vec<Truth>,
    /// The trusted assumptions, in words.
    pub(crate) trusted: Vec<String>,
    /// Whether floats become integers, so that their values matter.
    pub(crate) follows_floats: bool,
    /// The scalar float arguments, if their values matter.
    pub(crate) floats: Vec<Option<Given>>,
    /// A fault to inject, for tests.
    flaw: Option<Flaw>,
}

impl<'k> Setup<'k> {
    /// Reads a contract over terms. Scalar arguments may be `given`, by position: those of another kernel's launch.
    pub(crate) fn new(bound: Bound<'k>, scan: &Origins, flaw: Option<Flaw>, given: &[Option<Num>]) -> Self {
        keep_large_ends(flaw == Some(Flaw::UnboundedIsBound));
        let (ranges, axes) = Self::ranges(&bound);
        let params = bound.kernel.params.len();
        let mut setup = Setup {
            bound,
            arguments: Vec::new(),
            scalars: vec![None; params],
            grid: std::array::from_fn(|_| Num::constant(1)),
            block: std::array::from_fn(|_| Num::constant(0)),
            allocations: Vec::new(),
            lists: Vec::new(),
            loops_over_lists: HashSet::new(),
            stored_in_loops: HashSet::new(),
            accessed_as: HashMap::new(),
            accessed: Default::default(),
            facts: Vec::new(),
            trusted: Vec::new(),
            follows_floats: scan.follows_floats,
            floats: vec![None; params],
            flaw,
        };
        setup.accessed = setup.find_accessed(scan);
        let first = find_equal_arguments(&setup.bound);
        for (position, range) in ranges.iter().enumerate() {
            let Some((lo, hi)) = *range else { continue };
            let equal = (0..params).filter(|other| first[*other] == first[position]);
            let common = equal
                .filter_map(|other| ranges[other])
                .fold((lo, hi), |all, range| (all.0.max(range.0), all.1.min(range.1)));
            let of_first = setup.scalars[first[position]].filter(|_| common.0 <= common.1);
            let name = setup.bound.argument_name(position);
            let (lo, hi) = if common.0 <= common.1 { common } else { (lo, hi) };
            // A contract's constant replaces the number: products with it have one unknown less.
            let own = || if lo == hi { Num::constant(lo) } else { Num::shared(name, lo, hi) };
            let given = given.get(position).copied().flatten();
            setup.scalars[position] = Some(given.or(of_first).unwrap_or_else(own));
        }
        setup.grid(axes);
        for clause in &setup.bound.contract.requires {
            let holds = setup.truth(clause);
            setup.facts.push(holds);
        }
        for position in 0..params {
            let element = setup.argument(position, scan);
            setup.arguments.push(element);
        }
        let defined: Vec<Truth> = setup.bound.definedness().map(|defined| setup.truth(&defined)).collect();
        setup.facts.extend(defined);
        setup.find_defined_contents();
        setup.globals();
        setup.scratch();
        setup.lists(scan);
        setup.find_local_accesses(scan);
        setup.distinctness();
        setup
    }

    /// Whether that mistake is to be made.
    pub(crate) fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    /// A clause over this launch.
    pub(crate) fn truth(&self, clause: &Expr) -> Truth {
        self.bound.truth(clause, &mut |symbol| self.symbol(symbol))
    }

    /// A number of a clause.
    pub(crate) fn number(&self, expr: &Expr) -> Num {
        self.bound.number(expr, &mut |symbol| self.symbol(symbol))
    }

    /// A clause about one element.
    pub(crate) fn of_element(&self, clause: &Expr, element: &Num) -> Truth {
        self.bound.truth(clause, &mut |symbol| match symbol {
            Symbol::Element => *element,
            Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Index | Symbol::Place(_) => {
                self.symbol(symbol)
            }
        })
    }

    /// Divisors in clauses about elements, where there is an element and the divisor is of the launch.
    fn find_defined_contents(&mut self) {
        for (name, clause) in &self.bound.contract.contents {
            let Some((defined, position)) = clause.definedness().zip(self.bound.position(name)) else {
                continue;
            };
            let is_empty = self.length(position).at_most(&Num::constant(0));
            let of_launch = defined.operands(Binary::And).into_iter();
            for part in of_launch.filter(|part| !part.names().contains(&ELEMENT)) {
                self.facts.push(is_empty.or(&self.truth(part)));
            }
        }
    }

    /// The term of a clause's name, if the name belongs to the launch.
    pub(crate) fn symbol(&self, symbol: Symbol) -> Num {
        match symbol {
            Symbol::Argument(position) => self.scalars[position].unwrap_or_else(|| Num::constant(0)),
            Symbol::Grid(axis) => self.grid[axis],
            Symbol::Length(position) => self.length(position),
            Symbol::Element | Symbol::Index | Symbol::Place(_) => Num::constant(0),
        }
    }

    /// The number of elements of an array.
    fn length(&self, position: usize) -> Num {
        let allocation = self.find_allocation(position).and_then(|which| self.allocations.get(which));
        allocation.map_or_else(|| Num::constant(0), Allocation::length)
    }

    /// The number of the allocation behind a pointer argument, a global, or an operation that makes one. Pointers to one array
    /// share that of the first.
    pub(crate) fn find_allocation(&self, parameter: usize) -> Option<usize> {
        let first = self.bound.first_with_array(parameter);
        self.allocations.iter().position(|allocation| allocation.parameter == first)
    }

    /// The grid's extents and the block's place in it.
    fn grid(&mut self, axes: [Ends; 3]) {
        let clauses = self.bound.contract.grid.clone();
        for axis in 0..3 {
            let most = self.bound.kernel.language.max_grid(axis);
            self.grid[axis] = match &clauses {
                // A variable with a single value is a number, so its products are linear.
                None => match axes[axis].unwrap_or((1, most)) {
                    (lo, hi) if lo == hi => Num::constant(lo),
                    (lo, hi) => Num::shared(GRID[axis], lo, hi),
                },
                Some(extents) => extents.get(axis).map_or(Num::constant(1), |extent| self.number(extent)),
            };
            self.name_extent(axis, GRID[axis]);
            let extent = self.grid[axis];
            self.facts.push(spec::domain::between(&extent, 1, most));
            let greatest = extent.hi().min(most) - 1;
            self.block[axis] = Num::instance(["bid.x", "bid.y", "bid.z"][axis], 0, greatest.max(0));
            self.facts.push(self.block[axis].less(&extent));
        }
    }

    /// Gives the number of blocks along an axis a name where the kernel asks for it, so that steps of so many are small terms.
    fn name_extent(&mut self, axis: usize, name: &str) {
        let extent = self.grid[axis];
        let asked = self.bound.kernel.operations().any(|op| op.op == Op::GetNumTileBlocks);
        if asked && extent.value().is_none() && extent.as_var().is_none() {
            let most = self.bound.kernel.language.max_grid(axis);
            self.grid[axis] = Num::shared(name, extent.lo().max(1), extent.hi().clamp(1, most));
            self.facts.push(self.grid[axis].equals(&extent));
        }
    }

    /// An argument.
    fn argument(&mut self, position: usize, scan: &Origins) -> Element {
        if let Some(value) = &self.scalars[position] {
            let scalar = self.bound.scalar(position).unwrap_or(Scalar::I32);
            let bits = scalar.bits();
            if bits == 1 {
                return Element::known(Value::Int(SymbolicInt::Bit(value.equals(&Num::constant(1)))));
            }
            let high = Num::constant(greatest_signed(bits)).less(value);
            let signed = Num::choose(&high, &value.sub(&Num::constant(greatest_unsigned(bits) + 1)), value);
            return Element::int(bits, signed);
        }
        let Some(element) = self.bound.pointee(position) else { return self.float_argument(position) };
        let first = self.bound.first_with_array(position);
        if first != position {
            self.repeat_allocation(position, first);
            return self.arguments[first].clone();
        }
        let which = self.allocation(position, element, scan);
        let pointer = Pointer {
            may: [which].into(),
            which: Num::index(which),
            offset: Num::constant(0),
            overflowed: Truth::constant(false),
        };
        Element::known(Value::Pointer(pointer))
    }

    /// A float argument: any, or bounded by the contract.
    fn float_argument(&mut self, position: usize) -> Element {
        let element = self.bound.kernel.tile(self.bound.kernel.params[position]).element.scalar();
        let infinities = !self.has(Flaw::NoNarrowInfinity);
        let stated = self.bound.float_interval(position);
        let given = element.filter(|_| self.follows_floats).map(|format| match stated {
            Some(Interval { least, greatest }) => Given::between(format, (least, greatest)),
            None => Given::any(format, infinities),
        });
        let real = given.as_ref().map_or_else(Real::any, Real::from_given);
        self.floats[position] = given;
        Element::known(Value::Float(
            stated.map_or(real, |all| real.number_between((all.least, all.greatest))),
        ))
    }

    /// Adds the allocation of a pointer to the array of an earlier pointer: for clauses with its name. No pointer leads there.
    fn repeat_allocation(&mut self, parameter: usize, first: usize) {
        let Some(which) = self.find_allocation(first) else { return };
        let name = self.bound.argument_name(parameter).to_owned();
        let repeated =
            Allocation { parameter, region: Region::At(parameter), name, ..self.allocations[which].clone() };
        self.allocations.push(repeated);
    }

    /// What the address of an array is a multiple of, by clauses or as the kernel assumes.
    fn alignment(&mut self, parameter: usize, element: Scalar, scan: &Origins) -> u64 {
        let natural = element.bytes();
        let contract = self.bound.contract;
        let of = |position: usize| {
            let is_it = |other: &str| self.bound.position(other) == Some(position);
            let stated =
                contract.aligns.iter().find(|(name, _)| is_it(name)).map(|(_, alignment)| *alignment);
            (position, stated, scan.alignment.get(&position).copied())
        };
        let others = self.bound.with_array(parameter).into_iter().filter(|other| *other != parameter);
        let all: Vec<_> = [parameter].into_iter().chain(others).map(of).collect();
        let mut greatest = 1;
        for (position, stated, assumed) in all {
            greatest = greatest.max(stated.unwrap_or_else(|| assumed.unwrap_or(natural).max(natural)));
            if let (None, Some(assumed)) = (stated, assumed) {
                let name = self.bound.argument_name(position);
                self.trusted.push(format!("align {name} : {assumed} (assumed by the kernel)"));
            }
        }
        if self.has(Flaw::AlignmentKnown) { 256 } else { greatest }
    }

    /// The number of the memory behind a pointer argument.
    fn allocation(&mut self, parameter: usize, element: Scalar, scan: &Origins) -> usize {
        let name = self.bound.argument_name(parameter).to_owned();
        let alignment = self.alignment(parameter, element, scan);
        let is_it = |other: &str| self.bound.is_about(other, parameter);
        let contract = self.bound.contract;
        let sizes: Vec<_> = contract.buffers.iter().filter(|clause| is_it(&clause.name)).collect();
        let clauses = contract.contents.iter().filter(|(n, _)| is_it(n)).map(|(_, clause)| clause.clone());
        let contents = clauses.reduce(|a, b| Expr::Binary(Binary::And, Box::new(a), Box::new(b)));
        let region = Region::At(parameter);
        let [read, written] = self.is_accessed(region);
        // The size from a `buffer` clause is the least one. A clause about the length may hold of others only.
        let lens: Vec<Num> = sizes
            .iter()
            .map(|clause| self.bound.number(&clause.len, &mut |symbol| self.symbol(symbol)))
            .collect();
        // Clauses about pointers to one array may state several sizes.
        let differ = lens.iter().any(|len| *len != lens[0]);
        let is_measured = differ || self.bound.is_measured(parameter);
        let mut size = None;
        for len in lens {
            let least = bytes_of(element, &len);
            let own = || Num::shared(format!("size.{name}"), 0, MAX_ALLOCATION);
            let bytes = *size.get_or_insert_with(|| if is_measured { own() } else { least });
            self.facts.push(least.at_most(&bytes));
            if element.in_a_byte() > 1 {
                self.facts.push(Num::constant(0).at_most(&len));
            }
            self.facts.push(spec::domain::between(&bytes, 0, MAX_ALLOCATION));
        }
        let size = size.unwrap_or_else(|| Num::shared(format!("size.{name}"), 0, MAX_ALLOCATION));
        // Addresses are not null, and far from the end of the address space: an allocation fits behind every base.
        let unit = Num::shared(format!("base.{name}"), 1, greatest_unit(alignment));
        self.allocations.push(Allocation {
            parameter,
            region,
            private: false,
            constant: None,
            element,
            size,
            sized: !sizes.is_empty(),
            measured: is_measured,
            base: unit.mul(&Num::constant(alignment.into())),
            alignment,
            uninit: sizes.iter().any(|clause| clause.uninit),
            read,
            written,
            contents,
            name,
        });
        self.allocations.len() - 1
    }
}

/// The greatest multiple of an alignment that is a base address: bases lie below 2^62, or at the first multiple where no other does.
fn greatest_unit(alignment: u64) -> i128 {
    ((1 << 62) / i128::from(alignment)).max(1)
}
