//! Numbers without influence: no rule, address, mask or branch depends on them. A run that only looks for broken rules leaves them
//! out, and so skips nearly all of a matrix product's time. What is left is the backward slice (M. Weiser, "Program slicing", IEEE
//! TSE 10(4), 1984) from all that rules speak of. Which lanes of a result are undetermined is kept: it follows from the operands'
//! marks, or the operation is run.

use std::collections::{BTreeSet, HashMap};

use spec::memory::access::Access;
use spec::prose;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::op::{Control, Core, Meaning};
use spec::syntax::pointer_origins::Origins;
use spec::syntax::types::{Element, Type};

use crate::machine::outcome::{Limit, Options, Stop};
use crate::machine::state::Machine;
use crate::ops::reduce::axis::Axis;
use crate::values::marks::Marks;
use crate::values::tile::Tile;

/// The operations that a run may leave out.
#[derive(Debug, Clone)]
pub(crate) struct Slice {
    /// By value, whether its numbers decide nothing and its operation breaks no rule.
    idle: Vec<bool>,
    /// By value, whether a decision depends on its numbers.
    needed: Vec<bool>,
    /// By bits of an element and how many there are, a tile of zeros.
    zeros: HashMap<(u32, usize), Tile>,
    /// Whether something was met whose marks depend on numbers that were left out: the run says nothing.
    pub(crate) failed: bool,
}

impl Slice {
    /// The slice of a kernel in a launch; `None` if numbers are requested, or if the target of a store is
    /// unknown.
    pub(crate) fn of(kernel: &Kernel, launch: &Launch, options: &Options) -> Option<Slice> {
        let Options { trace, finds_repetition, finds_open, payload, .. } = *options;
        let origins = Origins::new(kernel);
        let asks_for_numbers = trace || finds_repetition || finds_open || payload;
        if asks_for_numbers || options.ignore.is_some() || origins.loaded_pointer.is_some() {
            return None;
        }
        let count = kernel.values.len();
        let mut flow = DataFlow {
            kernel,
            launch,
            origins,
            from: vec![Vec::new(); count],
            passes: vec![false; count],
            decides: Vec::new(),
            stores: Vec::new(),
            loads: Vec::new(),
        };
        flow.block(&kernel.body, Targets::default());
        let needed = flow.needed();
        let has_zeros = |at: usize| match &kernel.values[at].ty {
            Type::Tile(tile) => matches!(tile.element, Element::Scalar(_)),
            Type::Token | Type::TensorView(_) | Type::PartitionView(_) | Type::StridedView(_) => false,
            Type::GatherScatterView(_) => false,
        };
        let idle: Vec<bool> = (0..count).map(|at| flow.passes[at] && !needed[at] && has_zeros(at)).collect();
        idle.contains(&true).then_some(Slice { idle, needed, zeros: HashMap::new(), failed: false })
    }

    /// Zeros of a type.
    fn zeros(&mut self, bits: u32, len: usize) -> Tile {
        self.zeros.entry((bits, len)).or_insert_with(|| Tile::word(0, bits).splat(len)).clone()
    }
}

/// The destinations of values that leave a region.
#[derive(Debug, Clone, Copy, Default)]
struct Targets<'k> {
    /// Of the innermost `if`.
    yields: Option<&'k [ValueId]>,
    /// The innermost loop: its parameters, and its results, which a `for` also continues to.
    continues: Option<[&'k [ValueId]; 2]>,
    /// The results of the innermost `loop`.
    breaks: Option<&'k [ValueId]>,
}

/// The data flow between values.
struct DataFlow<'a> {
    kernel: &'a Kernel,
    launch: &'a Launch,
    origins: Origins,
    /// By value, the values that its numbers are computed from.
    from: Vec<Vec<ValueId>>,
    /// By value, whether its operation only computes the value.
    passes: Vec<bool>,
    /// Values that rules, addresses, masks and branches depend on.
    decides: Vec<ValueId>,
    /// Stores and loads with their places.
    stores: Vec<(Places, ValueId)>,
    loads: Vec<(Places, Vec<ValueId>)>,
}

/// Arrays: buffers of the launch, and arrays of the kernel behind them; `None` if unknown.
type Places = Option<BTreeSet<usize>>;

fn may_meet(one: &Places, other: &Places) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => !one.is_disjoint(other),
        (None, _) | (_, None) => true,
    }
}

/// The arrays of both.
fn unite(one: Places, other: Places) -> Places {
    let (mut all, more) = one.zip(other)?;
    all.extend(more);
    Some(all)
}

impl DataFlow<'_> {
    fn block<'k>(&mut self, block: &'k Block, targets: Targets<'k>) {
        for op in &block.ops {
            match op.op.meaning() {
                Meaning::Control(control) => self.control(op, control, targets),
                Meaning::Memory(_) => self.memory(op),
                Meaning::Elementwise | Meaning::Core(_) if self.only_computes(op) => {
                    for result in &op.results {
                        self.passes[result.index()] = true;
                        self.from[result.index()].extend(&op.operands);
                    }
                }
                Meaning::Elementwise | Meaning::Core(_) | Meaning::Unsupported => {
                    self.decides.extend(&op.operands);
                }
            }
        }
    }

    /// Whether an operation computes numbers from numbers, and no rule speaks of them.
    fn only_computes(&self, op: &Operation) -> bool {
        match op.op.meaning() {
            Meaning::Elementwise => prose::operation(op.op, &op.attributes)
                .is_some_and(|reading| reading.requires.is_empty() && reading.determined.is_empty()),
            Meaning::Core(core) => match core {
                Core::Reshape
                | Core::Broadcast
                | Core::Permute
                | Core::Cat
                | Core::Select
                | Core::Mmaf
                | Core::Mmai => true,
                Core::Reduce | Core::Scan => {
                    let (last, ops) = match op.regions.first().and_then(|region| region.ops.split_last()) {
                        Some((last, ops)) => (last, ops),
                        None => return false,
                    };
                    let ends = last.op.meaning() == Meaning::Control(Control::Yield);
                    ends && ops
                        .iter()
                        .all(|op| op.op.meaning() == Meaning::Elementwise && self.only_computes(op))
                }
                Core::Constant
                | Core::Iota
                | Core::GetTileBlockId
                | Core::GetNumTileBlocks
                | Core::Assume
                | Core::Offset
                | Core::Bitcast
                | Core::Pack
                | Core::Unpack
                | Core::IntToPtr
                | Core::PtrToInt
                | Core::PtrToPtr
                | Core::Extract
                | Core::Insert
                | Core::MmafScaled => false,
            },
            Meaning::Memory(_) | Meaning::Control(_) | Meaning::Unsupported => false,
        }
    }

    fn memory(&mut self, op: &Operation) {
        let places = self.places(op);
        match Access::of(self.kernel, op) {
            // The read of an update counts even without a use of its result.
            Some(access) if access.is_update() => {
                self.decides.extend(op.operands.iter().chain(&op.results));
                self.loads.push((places, op.results.clone()));
            }
            Some(access) if access.manner.writes => {
                self.decides.extend(access.place());
                self.stores.extend(access.value.map(|value| (places, value)));
            }
            Some(_) => {
                // What a mask leaves out of a load is a number like what is loaded.
                self.decides.extend(&op.operands);
                self.loads.push((places, op.results.clone()));
            }
            None => self.decides.extend(&op.operands),
        }
    }

    /// The arrays that an access may touch.
    fn places(&self, op: &Operation) -> Places {
        let parameters = self.launch.arguments.len();
        let array = |position: usize| match self.launch.arguments.get(position) {
            Some(Argument::Pointer { buffer, .. }) => Some(*buffer),
            Some(Argument::Scalar(_)) => None,
            // Globals and arrays of the kernel.
            None => Some(self.launch.buffers.len() + position - parameters),
        };
        let footprint = self.origins.footprint(op);
        let arrays: Option<BTreeSet<usize>> = footprint.positions().map(array).collect();
        arrays.filter(|arrays| !arrays.is_empty() && !footprint.anywhere)
    }

    fn control<'k>(&mut self, op: &'k Operation, control: Control, targets: Targets<'k>) {
        match control {
            Control::Return => {}
            Control::If => {
                self.decides.extend(&op.operands);
                for region in &op.regions {
                    self.block(region, Targets { yields: Some(&op.results), ..targets });
                }
            }
            Control::For | Control::Loop => {
                let (bounds, variables) = if control == Control::For { (3, 1) } else { (0, 0) };
                self.decides.extend(&op.operands[..bounds]);
                let Some(region) = op.regions.first() else { return };
                let params = &region.params[variables..];
                self.join(&op.operands[bounds..], params);
                let results: &[ValueId] = if control == Control::For { &op.results } else { &[] };
                self.join(&op.operands[bounds..], results);
                let breaks = (control == Control::Loop).then_some(&op.results[..]);
                self.block(region, Targets { yields: None, continues: Some([params, results]), breaks });
            }
            Control::Yield => match targets.yields {
                Some(results) => self.join(&op.operands, results),
                None => self.go_on(op, targets),
            },
            Control::Continue => self.go_on(op, targets),
            Control::Break => self.join(&op.operands, targets.breaks.unwrap_or_default()),
        }
    }

    fn go_on(&mut self, op: &Operation, targets: Targets<'_>) {
        for ids in targets.continues.into_iter().flatten() {
            self.join(&op.operands, ids);
        }
    }

    /// Records that values flow into other values.
    fn join(&mut self, values: &[ValueId], ids: &[ValueId]) {
        values.iter().zip(ids).for_each(|(value, id)| self.from[id.index()].push(*value));
    }

    /// By value, whether a decision depends on its numbers.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.from.len()];
        let mut rest = self.decides.clone();
        loop {
            while let Some(id) = rest.pop() {
                if !std::mem::replace(&mut needed[id.index()], true) {
                    rest.extend(&self.from[id.index()]);
                }
            }
            // A store matters if a relevant load may read it. Kernels with thousands of both make pairs too many.
            let is_needed = |results: &Vec<ValueId>| results.iter().any(|result| needed[result.index()]);
            let relevant = self.loads.iter().filter(|(_, results)| is_needed(results));
            let Some(read) = relevant.map(|(places, _)| places.clone()).reduce(unite) else { return needed };
            let stored = self
                .stores
                .iter()
                .filter(|(places, stored)| !needed[stored.index()] && may_meet(&read, places));
            rest.extend(stored.map(|(_, stored)| *stored));
            if rest.is_empty() {
                return needed;
            }
        }
    }
}

impl Machine<'_> {
    /// Leaves out an operation whose numbers decide nothing, and computes only the undetermined lanes of its results;
    /// returns whether the operation is left out.
    pub(crate) fn leaves_out(&mut self, op: &Operation) -> Result<bool, Stop> {
        let Some(slice) = &self.slice else { return Ok(false) };
        let is_idle = |id: &ValueId| slice.idle[id.index()];
        if op.results.is_empty() || !op.results.iter().all(is_idle) {
            return Ok(false);
        }
        let marks = match self.marks_of(op) {
            Ok(marks) => marks,
            Err(NoMarks::Runs) => return Ok(false),
            Err(NoMarks::Fails) => {
                self.slice.iter_mut().for_each(|slice| slice.failed = true);
                return Err(self.exhausted(Limit::Fuel, op));
            }
        };
        self.fuel =
            self.fuel.checked_sub(self.options.least).ok_or_else(|| self.exhausted(Limit::Fuel, op))?;
        for result in &op.results {
            let (bits, len) = (self.scalar(*result).bits(), self.kernel.tile(*result).len());
            if let Some(slice) = &mut self.slice {
                let zeros = slice.zeros(bits, len);
                self.set_tile(*result, Tile { undetermined: marks.clone(), ..zeros });
            }
        }
        Ok(true)
    }

    /// What of the results of an idle operation is undetermined.
    fn marks_of(&self, op: &Operation) -> Result<Marks, NoMarks> {
        let tiles = || op.operands.iter().map(|id| self.tile(*id));
        if !tiles().any(|tile| tile.undetermined.any()) {
            return Ok(Marks::NONE);
        }
        match op.op.meaning() {
            Meaning::Elementwise => Ok(tiles().fold(Marks::NONE, |all, tile| all.or(&tile.undetermined))),
            Meaning::Core(Core::Mmaf | Core::Mmai) => Ok(self.mark_undetermined_sums(op)),
            Meaning::Core(Core::Reduce) => {
                let axis = Axis::of(&self.kernel.tile(op.operands[0]).shape, op.attributes.axis());
                let tiles: Vec<Tile> = tiles().cloned().collect();
                Ok(self.mark_folded(&tiles, axis))
            }
            // The chosen lanes depend on a number that was left out.
            Meaning::Core(Core::Select) if self.is_left_out(op.operands[0]) => Err(NoMarks::Fails),
            Meaning::Core(Core::Scan) => Err(NoMarks::Fails),
            Meaning::Core(_) | Meaning::Memory(_) | Meaning::Control(_) | Meaning::Unsupported => {
                Err(NoMarks::Runs)
            }
        }
    }

    fn is_left_out(&self, id: ValueId) -> bool {
        self.slice.as_ref().is_some_and(|slice| !slice.needed[id.index()])
    }
}

/// Why there are no marks without running an operation.
enum NoMarks {
    /// The operation only moves lanes, so the machine runs it.
    Runs,
    /// The lanes depend on omitted numbers.
    Fails,
}
