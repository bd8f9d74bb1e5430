//! Data dependence between the lanes of two accesses of one program, for languages with ordering by dependence.
//!
//! A lane of an access waits for a lane of an earlier load if its value, its pointer or its mask is computed from the loaded
//! element. An element of a tile depends on a lane of a load under a condition on axes. Along some axes of the load the
//! two positions are equal, and along the others any position counts. A scan depends on all positions up to its own, or
//! from its own on. This is a flow-sensitive taint analysis with positions.
//!
//! A dependence speaks of all runs of the load within one iteration of the loops around both accesses. Carried values are followed where an
//! iteration keeps every position.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use super::access::{Access, Target};
use super::positions::{Along, Axes, Positions, Reach, own_position, position};
use super::specialized::SpecializedNumbers;
use crate::domain::{Bool as _, Number};
use crate::syntax::count::{u64_from_u32, u64_from_usize};
use crate::syntax::kernel::language::Language;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::{Control, Core, Meaning, Op};
use crate::syntax::types::Type;

/// The most loads to follow into one value.
const MAX_SOURCES: usize = 64;

/// The conditions on positions under which an element depends on a load, by the token of the load; of a carried value by its parameter.
type Taint = BTreeMap<ValueId, Vec<Axes>>;

/// The dependences of a kernel.
#[derive(Debug, Clone, Default)]
pub struct Dependences {
    /// By the tokens of the load and of the dependent access.
    pairs: HashMap<(ValueId, ValueId), Dependence>,
}

/// How the lanes of an access depend on those of a load.
#[derive(Debug, Clone, Default)]
pub struct Dependence {
    /// The shape of the load.
    pub load: Vec<u32>,
    /// The shape of the access.
    pub access: Vec<u32>,
    /// The conditions under which a lane of the access waits for a lane of the load; each condition suffices.
    pub ways: Vec<Axes>,
}

impl Dependence {
    /// Whether a lane of the access waits for a lane of the load, both counted in row-major order.
    pub fn orders(&self, load: u32, access: u32) -> bool {
        self.orders_positions(&position(load, &self.load), &position(access, &self.access))
    }

    /// The same for positions along the axes.
    pub fn orders_positions<N: Number>(&self, load: &[N], access: &[N]) -> N::Bool {
        let is_met = |from: &N, along: &Along| {
            let to = access.get(along.axis)?;
            Some(match along.reach {
                Reach::Equal => from.equals(to),
                Reach::Before => from.at_most(to),
                Reach::After => to.at_most(from),
            })
        };
        let is_met_by = |way: &Axes| {
            let pairs = load.iter().zip(way).filter_map(|(from, along)| is_met(from, along.as_ref()?));
            pairs.fold(N::Bool::constant(true), |all, one| all.and(&one))
        };
        self.ways.iter().fold(N::Bool::constant(false), |any, way| any.or(&is_met_by(way)))
    }
}

impl Dependences {
    /// The dependences that order accesses of a kernel: none in Tile IR, which has tokens instead. In Triton they are dependences
    /// on loads with at least one lane for each thread. For smaller loads several threads load one lane, and the result of a
    /// thread orders only that thread.
    pub fn new(kernel: &Kernel) -> Self {
        let Language::Triton { threads: Some(threads) } = kernel.language else {
            return Dependences::default();
        };
        let (taints, loaded) = (HashMap::new(), HashMap::new());
        let specialized = SpecializedNumbers::new(kernel);
        let mut flow = Flow { kernel, threads, taints, loaded, specialized, found: Dependences::default() };
        flow.block(&kernel.body);
        flow.found
    }

    /// The dependence of the later access's lanes on the earlier access's lanes.
    pub fn between(&self, earlier: &Operation, later: &Operation) -> Option<&Dependence> {
        self.between_tokens(*earlier.results.last()?, *later.results.last()?)
    }

    /// The same by the tokens of the two accesses.
    pub fn between_tokens(&self, earlier: ValueId, later: ValueId) -> Option<&Dependence> {
        self.pairs.get(&(earlier, later))
    }
}

/// The analysis.
struct Flow<'k> {
    kernel: &'k Kernel,
    threads: u32,
    taints: HashMap<ValueId, Taint>,
    /// The shapes of the loads, by token.
    loaded: HashMap<ValueId, Vec<u32>>,
    specialized: SpecializedNumbers,
    found: Dependences,
}

impl<'k> Flow<'k> {
    fn taint(&self, value: ValueId) -> Taint {
        self.taints.get(&value).cloned().unwrap_or_default()
    }

    fn shape(&self, value: ValueId) -> &[u32] {
        match self.kernel.ty(value) {
            Type::Tile(tile) => &tile.shape,
            Type::Token
            | Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => &[],
        }
    }

    fn block(&mut self, block: &'k Block) {
        block.ops.iter().for_each(|op| self.operation(op));
    }

    fn operation(&mut self, op: &'k Operation) {
        match op.op.meaning() {
            Meaning::Elementwise => self.all_alike(op),
            Meaning::Core(core) => self.core(core, op),
            Meaning::Memory(_) => self.memory(op),
            Meaning::Control(Control::If) => self.branch(op),
            Meaning::Control(Control::For) => self.counted(op),
            Meaning::Control(Control::Loop) => op.regions.iter().for_each(|region| self.block(region)),
            Meaning::Control(Control::Return | Control::Yield | Control::Continue | Control::Break)
            | Meaning::Unsupported => {}
        }
    }

    /// Every element of the result depends on the elements of all operands at its own position, in every code of the kernel.
    fn all_alike(&mut self, op: &Operation) {
        let needless = self.specialized.needless(op);
        let needed = op.operands.iter().enumerate().filter(|(at, _)| !needless.contains(at));
        let taint = needed.fold(Taint::new(), |all, (_, operand)| union(all, &self.taint(*operand)));
        if let Some(result) = op.results.first() {
            self.taints.insert(*result, taint);
        }
    }

    /// The taint of an operand with its axes moved.
    fn moved(&mut self, op: &Operation, axis: impl Fn(usize) -> Option<usize>) {
        let taint = move_axes(&self.taint(op.operands[0]), |from| axis(from).map(Along::equal));
        self.taints.insert(op.results[0], taint);
    }

    fn core(&mut self, core: Core, op: &'k Operation) {
        match core.positions() {
            Positions::Kept => self.all_alike(op),
            // An axis of extent 1 has one position, so that nothing has to be equal.
            Positions::Broadcast => {
                let shape = self.shape(op.operands[0]).to_vec();
                self.moved(op, |axis| Some(axis).filter(|axis| shape[*axis] != 1));
            }
            Positions::Permuted => {
                let permutation = op.attributes.permutation.clone();
                self.moved(op, |axis| permutation.iter().position(|from| *from == axis));
            }
            Positions::Reshaped => self.reshape(op),
            Positions::Combined => self.combine(op),
            Positions::Multiplied => self.product(op),
            Positions::Other => {}
        }
    }

    /// Axes of extent 1 come and go; of any other new shape only what holds at every position is kept.
    fn reshape(&mut self, op: &Operation) {
        let (from, to) = (self.shape(op.operands[0]).to_vec(), self.shape(op.results[0]).to_vec());
        let long = |shape: &[u32]| -> Vec<(usize, u32)> {
            shape.iter().copied().enumerate().filter(|(_, extent)| *extent != 1).collect()
        };
        let (before, after) = (long(&from), long(&to));
        let same = before.iter().map(|(_, extent)| extent).eq(after.iter().map(|(_, extent)| extent));
        let mut taint = self.taint(op.operands[0]);
        if !same {
            let uneven =
                |axes: &Axes| axes.iter().all(|along| along.is_none_or(|along| from[along.axis] == 1));
            taint.values_mut().for_each(|all| all.retain(uneven));
        }
        let place = |axis: usize| {
            let number = before.iter().position(|(own, _)| *own == axis)?;
            after.get(number).filter(|_| same).map(|(to, _)| Along::equal(*to))
        };
        self.taints.insert(op.results[0], move_axes(&taint, place));
    }

    /// A result combines elements of the operands on whose both parameters its yielded value depends: all, or those of a scan so far.
    fn combine(&mut self, op: &'k Operation) {
        let Some(region) = op.regions.first() else { return };
        for param in &region.params {
            self.taints.insert(*param, Taint::from([(*param, vec![Axes::new()])]));
        }
        self.block(region);
        let Some(last) = region.ops.last() else { return };
        let dim = op.attributes.axis();
        let reduces = op.op == Op::Reduce;
        let so_far = if op.attributes.reverse == Some(true) { Reach::After } else { Reach::Before };
        for (result, yielded) in op.results.iter().zip(&last.operands) {
            let own = self.taint(*yielded);
            let mut taint = Taint::new();
            for (operand, pair) in op.operands.iter().zip(region.params.chunks(2)) {
                if pair.iter().all(|param| own.contains_key(param)) {
                    taint = union(taint, &self.taint(*operand));
                }
            }
            let place = |axis: usize| match (reduces, axis.cmp(&dim)) {
                (_, Ordering::Less) | (false, Ordering::Greater) => Some(Along::equal(axis)),
                (false, Ordering::Equal) => Some(Along { axis, reach: so_far }),
                (true, Ordering::Equal) => None,
                (true, Ordering::Greater) => Some(Along::equal(axis - 1)),
            };
            self.taints.insert(*result, move_axes(&taint, place));
        }
    }

    /// An element of a product depends on a row of the left, a column of the right, and an element of what is added.
    fn product(&mut self, op: &Operation) {
        let rank = self.shape(op.results[0]).len();
        let (rows, columns) = (rank - 2, rank - 1);
        let all_but = |left_out: usize| move |axis: usize| (axis != left_out).then(|| Along::equal(axis));
        let left = move_axes(&self.taint(op.operands[0]), all_but(columns));
        let right = move_axes(&self.taint(op.operands[1]), all_but(rows));
        let sum = union(union(self.taint(op.operands[2]), &left), &right);
        self.taints.insert(op.results[0], sum);
    }

    fn memory(&mut self, op: &'k Operation) {
        let Some(access) = Access::of(self.kernel, op) else { return };
        let Target::Pointers { mask, .. } = access.target else { return };
        let Some(token) = op.results.last() else { return };
        // A lane is accessed once all its operands are known. The fill value of masked lanes is not needed.
        let given = access.place().into_iter().chain(access.expected).chain(access.value);
        let given = given.fold(Taint::new(), |all, value| union(all, &self.taint(value)));
        let own = op.operands.first().map(|pointers| self.shape(*pointers).to_vec()).unwrap_or_default();
        for (load, ways) in &given {
            let load_shape = self.loaded.get(load).cloned().unwrap_or_default();
            let found = Dependence { load: load_shape, access: own.clone(), ways: ways.clone() };
            self.found.pairs.insert((*load, *token), found);
        }
        if let [result, _] = op.results.as_slice() {
            assert_eq!(self.shape(*result), own, "a load has one element for each pointer");
            let lanes: u64 = own.iter().map(|extent| u64_from_u32(*extent)).product();
            // A masked lane is filled without its pointer, so only the mask is certain to count.
            let mut taint = mask.map_or(given, |mask| self.taint(mask));
            if lanes >= u64::from(self.threads) && taint.len() < MAX_SOURCES {
                taint.entry(*token).or_default().push(own_position(own.len()));
                self.loaded.insert(*token, own);
            }
            self.taints.insert(*result, taint);
        }
    }

    /// A result depends on what both sides yield in the same way, and on every load of the side that is run.
    fn branch(&mut self, op: &'k Operation) {
        let mut sides = Vec::new();
        for region in &op.regions {
            self.block(region);
            let last = region.ops.last().filter(|last| last.op == Op::Yield);
            sides.push((loads(region), last.map(|last| last.operands.as_slice()).unwrap_or_default()));
        }
        let condition = self.taint(op.operands[0]);
        let [(first, a), (second, b)] = sides.as_slice() else { return };
        for (number, result) in op.results.iter().enumerate() {
            let (Some(a), Some(b)) = (a.get(number), b.get(number)) else { continue };
            let (a, b) = (self.taint(*a), self.taint(*b));
            let mut taint = condition.clone();
            for (own, other, inner) in [(&a, &b, first), (&b, &a, second)] {
                for (load, axes) in own {
                    let in_both = |one: &Axes| {
                        inner.contains(load) || other.get(load).is_some_and(|all| all.contains(one))
                    };
                    let kept: Vec<Axes> = axes.iter().filter(|one| in_both(one)).cloned().collect();
                    add(&mut taint, *load, kept);
                }
            }
            self.taints.insert(*result, taint);
        }
    }

    /// A carried value that every iteration keeps at its position accumulates the loads of all iterations.
    fn counted(&mut self, op: &'k Operation) {
        let Some(region) = op.regions.first() else { return };
        let params = &region.params[1..];
        for param in params {
            let rank = self.shape(*param).len();
            self.taints.insert(*param, Taint::from([(*param, vec![own_position(rank)])]));
        }
        self.block(region);
        let Some(last) = region.ops.last().filter(|last| last.op == Op::Continue) else { return };
        let inner = loads(region);
        for (number, result) in op.results.iter().enumerate() {
            let (initial, yielded) = (self.taint(op.operands[3 + number]), self.taint(last.operands[number]));
            let param = params[number];
            let kept = own_position(self.shape(param).len());
            let accumulates = yielded.get(&param).is_some_and(|all| all.contains(&kept));
            let mut taint = Taint::new();
            for (load, axes) in &yielded {
                let again = |one: &Axes| {
                    accumulates && inner.contains(load)
                        || initial.get(load).is_some_and(|all| all.contains(one))
                };
                add(&mut taint, *load, axes.iter().filter(|one| again(one)).cloned().collect());
            }
            if accumulates {
                taint = union(taint, &initial);
            }
            taint.retain(|source, _| !params.contains(source));
            self.taints.insert(*result, taint);
        }
        // Carried values are sources inside of the loop only.
        self.found.pairs.retain(|(load, _), _| !params.contains(load));
    }
}

/// The tokens of the accesses in a region.
fn loads(region: &Block) -> Vec<ValueId> {
    let mut found = Vec::new();
    for op in &region.ops {
        if matches!(op.op.meaning(), Meaning::Memory(_)) {
            found.extend(op.results.last());
        }
        op.regions.iter().for_each(|inner| found.extend(loads(inner)));
    }
    found
}

fn add(taint: &mut Taint, load: ValueId, axes: Vec<Axes>) {
    if axes.is_empty() || taint.len() >= MAX_SOURCES && !taint.contains_key(&load) {
        return;
    }
    let all = taint.entry(load).or_default();
    for one in axes {
        if !all.contains(&one) && u64_from_usize(all.len()) < 8 {
            all.push(one);
        }
    }
}

fn union(mut all: Taint, other: &Taint) -> Taint {
    for (load, axes) in other {
        add(&mut all, *load, axes.clone());
    }
    all
}

fn move_axes(taint: &Taint, axis: impl Fn(usize) -> Option<Along>) -> Taint {
    let place = |along: Along| {
        let next = axis(along.axis)?;
        Some(Along { reach: along.reach.through(next.reach)?, ..next })
    };
    let moved = |axes: &Axes| axes.iter().map(|own| own.and_then(place)).collect();
    taint.iter().map(|(load, all)| (*load, all.iter().map(moved).collect())).collect()
}
