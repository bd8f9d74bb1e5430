//! A run with a bound of how far every float may be from the computed one, whatever an implementation chooses where the rules leave
//! results open. A run in which more than floats may differ, as a branch, an index or an integer, has no bounds.

mod combined;
mod memory;
mod room;

use std::collections::HashMap;
use std::rc::Rc;

use interp::{Contents, Options, Seen, SeenElement, Stepper};
use spec::memory::access::Access;
use spec::ops::accuracy::{self, Accuracy};
use spec::syntax::attributes::Rounding;
use spec::syntax::format;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::launch::Launch;
use spec::syntax::op::{Control, Core, Meaning, Op};
use spec::syntax::types::Scalar;
use spec::valid::Valid;
use verify::Rewrites;

use self::combined::Combination;
use self::memory::MemoryRooms;
use self::room::{Applied, Bounded, Room};
use crate::check::replay::{MEMORY, fuel};

/// The rooms of a tile's elements.
type Rooms = Rc<Vec<Room>>;

/// The results of a launch, with the errors of floats.
#[derive(Debug)]
pub(super) struct Bounds {
    buffers: Vec<Contents>,
    memory: MemoryRooms,
}

impl Bounds {
    /// The launch's results in a buffer.
    pub(super) fn contents(&self, buffer: usize) -> Option<&Contents> {
        self.buffers.get(buffer)
    }

    /// How far the float at a byte of a buffer may be from the computed one.
    pub(super) fn away(&self, buffer: usize, offset: u64, scalar: Scalar) -> f64 {
        self.memory.away(buffer, offset, scalar)
    }
}

/// Runs a launch with bounds; none where the run does not end, or more than floats may differ.
pub(super) fn run(kernel: &Valid, launch: &Launch, rewrites: Rewrites) -> Option<Bounds> {
    let options = Options { fuel: fuel::ERROR_BOUNDS, memory: MEMORY, ..Options::default() };
    let stepper = Stepper::new(kernel, launch, &options).ok()?;
    let mut run = Run { stepper, rewrites, rooms: HashMap::new(), memory: MemoryRooms::default() };
    while run.stepper.operation().is_some() {
        run.step()?;
    }
    let buffers =
        (0..launch.buffers.len()).map(|buffer| run.stepper.contents(buffer)).collect::<Option<_>>()?;
    Some(Bounds { buffers, memory: run.memory })
}

/// A run between two operations.
struct Run<'k> {
    stepper: Stepper<'k>,
    rewrites: Rewrites,
    /// By value; a value without an entry is certain.
    rooms: HashMap<ValueId, Rooms>,
    memory: MemoryRooms,
}

/// The operand elements behind a result element.
type Made = Vec<(usize, Vec<usize>)>;

impl<'k> Run<'k> {
    /// Runs an operation; `None` if its result may change in other ways than a float.
    fn step(&mut self) -> Option<()> {
        let op = self.stepper.operation()?;
        match op.op.meaning() {
            Meaning::Control(control) => {
                let targets = self.targets(op, control);
                self.stepper.step().ok()?;
                for (from, to) in targets {
                    self.set(to, from);
                }
                Some(())
            }
            Meaning::Memory(_) => self.access(op),
            Meaning::Elementwise | Meaning::Core(_) => self.compute(op),
            Meaning::Unsupported => None,
        }
    }

    fn set(&mut self, id: ValueId, rooms: Option<Rooms>) {
        match rooms.filter(|rooms| rooms.iter().any(|room| *room != Room::NONE)) {
            Some(rooms) => self.rooms.insert(id, rooms),
            None => self.rooms.remove(&id),
        };
    }

    /// The targets of errors along control flow.
    fn targets(&self, op: &'k Operation, control: Control) -> Vec<(Option<Rooms>, ValueId)> {
        let rooms = |ids: &[ValueId]| ids.iter().map(|id| self.rooms.get(id).cloned()).collect::<Vec<_>>();
        let inside = self.stepper.inside();
        let owners = || inside.iter().rev().filter_map(|region| region.owner);
        let is_loop = |owner: &&Operation| matches!(owner.op, Op::For | Op::Loop);
        let (from, to): (Vec<Option<Rooms>>, Vec<Vec<ValueId>>) = match control {
            Control::Return | Control::If => return Vec::new(),
            Control::For | Control::Loop => {
                let skipped = if control == Control::For { 3 } else { 0 };
                (rooms(op.operands.get(skipped..).unwrap_or_default()), carried(op))
            }
            Control::Yield => {
                (rooms(&op.operands), owners().next().map_or_else(Vec::new, |op| vec![op.results.clone()]))
            }
            Control::Continue => (rooms(&op.operands), owners().find(is_loop).map_or_else(Vec::new, carried)),
            Control::Break => (
                rooms(&op.operands),
                owners().find(is_loop).map_or_else(Vec::new, |op| vec![op.results.clone()]),
            ),
        };
        to.into_iter().flat_map(|ids| from.clone().into_iter().zip(ids)).collect()
    }

    fn scalar(&self, id: ValueId) -> Option<Scalar> {
        self.stepper.kernel().ty(id).tile()?.element.scalar()
    }

    fn is_float(&self, id: ValueId) -> bool {
        self.scalar(id).is_some_and(|scalar| !scalar.is_integer())
    }

    /// The room of an element of a value.
    fn room(&self, id: ValueId, lane: usize) -> Room {
        self.rooms.get(&id).and_then(|rooms| rooms.get(lane).copied()).unwrap_or(Room::NONE)
    }

    /// An element of a float value.
    fn bounded(&self, id: ValueId, lane: usize) -> Bounded {
        let value = self.number(id, lane).unwrap_or(f64::NAN);
        Bounded { value, room: self.room(id, lane) }
    }

    fn number(&self, id: ValueId, lane: usize) -> Option<f64> {
        let Seen::Tile(tile) = self.stepper.value(id)? else { return None };
        match tile.element(lane) {
            SeenElement::Bits(bits) => format::value(bits, self.scalar(id)?),
            SeenElement::Undetermined | SeenElement::Pointer { .. } => None,
        }
    }

    /// An access to memory.
    fn access(&mut self, op: &'k Operation) -> Option<()> {
        let access = Access::of(self.stepper.kernel(), op);
        let follows = access.is_none_or(|access| !access.is_update() && !access.manner.is_strong());
        let loads = access.is_some_and(|access| access.manner.reads && !access.manner.writes);
        let stores = access.is_some_and(|access| access.manner.writes && !access.manner.reads);
        let accesses = if loads || stores { self.stepper.accesses(op)?.ok() } else { None };
        let places: Vec<(usize, (usize, i64))> = accesses
            .iter()
            .flat_map(|accesses| accesses.all().map(|(lane, array, offset)| (lane, (array, offset))))
            .collect();
        if !follows {
            return None;
        }
        if stores {
            self.store(op, &places)?;
        }
        let loaded = if loads { Some(self.load(op, &places)?) } else { None };
        self.stepper.step().ok()?;
        if let (Some(rooms), Some(result)) = (loaded, op.results.first()) {
            self.set(*result, Some(Rc::new(rooms)));
        }
        Some(())
    }

    fn store(&mut self, op: &Operation, places: &[(usize, (usize, i64))]) -> Option<()> {
        let value = *op.operands.iter().find(|id| {
            let kernel = self.stepper.kernel();
            kernel.ty(**id).tile().is_some_and(|tile| tile.element.scalar().is_some())
        })?;
        let scalar = self.scalar(value)?;
        let float = !scalar.is_integer();
        for (lane, place) in places {
            let lane = if self.stepper.lanes(value) == 1 { 0 } else { *lane };
            let room = float.then(|| self.room(value, lane));
            self.memory.store(*place, scalar, room);
        }
        Some(())
    }

    /// The rooms of what a load gives: of memory, or of the padding.
    fn load(&self, op: &'k Operation, places: &[(usize, (usize, i64))]) -> Option<Vec<Room>> {
        let result = *op.results.first()?;
        let scalar = self.scalar(result)?;
        let padding = op.operands.iter().copied().find(|id| self.is_float(*id));
        let lanes = crate::convert::index(self.stepper.lanes(result));
        let of_padding = |lane: usize| {
            let padding = padding?;
            Some(self.room(padding, if self.stepper.lanes(padding) == 1 { 0 } else { lane }))
        };
        let mut rooms: Vec<Room> = (0..lanes).map(|lane| of_padding(lane).unwrap_or(Room::NONE)).collect();
        for (lane, place) in places {
            *rooms.get_mut(*lane)? = self.memory.load(*place, scalar)?;
        }
        Some(rooms)
    }

    /// An operation on tiles.
    fn compute(&mut self, op: &'k Operation) -> Option<()> {
        let is_open =
            accuracy::of(self.stepper.kernel(), op).is_none_or(|row| row.accuracy != Accuracy::Exact);
        let touched = op.operands.iter().any(|id| self.rooms.contains_key(id));
        let rewritten =
            self.rewrites != Rewrites::default() && [Op::Mulf, Op::Addf, Op::Fma].contains(&op.op);
        if !(is_open || touched || rewritten) {
            self.stepper.step().ok()?;
            op.results.iter().for_each(|id| _ = self.rooms.remove(id));
            return Some(());
        }
        let results: Vec<ValueId> = op.results.clone();
        let made: Vec<Vec<Made>> = results.iter().map(|id| self.made(op, *id)).collect();
        // Operands may be the results of an earlier iteration: they are read before the operation runs.
        let before: Vec<Vec<Vec<Vec<Bounded>>>> =
            made.iter().map(|lanes| lanes.iter().map(|made| self.operands(op, made)).collect()).collect();
        self.stepper.step().ok()?;
        for (id, operands) in results.into_iter().zip(before) {
            let rooms: Option<Vec<Room>> =
                operands.iter().enumerate().map(|(lane, of)| self.result(op, (id, lane), of)).collect();
            self.set(id, Some(Rc::new(rooms?)));
        }
        Some(())
    }

    fn made(&self, op: &'k Operation, result: ValueId) -> Vec<Made> {
        let lanes = crate::convert::index(self.stepper.lanes(result));
        let of =
            |lane| self.stepper.sources(op, lane).into_iter().map(|one| (one.operand, one.lanes)).collect();
        (0..lanes).map(of).collect()
    }

    /// The elements of each source.
    fn operands(&self, op: &Operation, made: &Made) -> Vec<Vec<Bounded>> {
        let of = |(operand, lanes): &(usize, Vec<usize>)| {
            lanes.iter().map(|lane| self.bounded(op.operands[*operand], *lane)).collect()
        };
        made.iter().filter(|(operand, _)| self.is_float(op.operands[*operand])).map(of).collect()
    }

    /// The room of an element of a result; none where it is no float and may be another.
    fn result(&self, op: &'k Operation, (id, lane): (ValueId, usize), of: &[Vec<Bounded>]) -> Option<Room> {
        let scalar = self.scalar(id);
        let Some(scalar) = scalar.filter(|scalar| !scalar.is_integer()) else {
            // Whatever is combined in an open order may be another integer.
            let row = accuracy::of(self.stepper.kernel(), op);
            let exact = row.is_some_and(|row| row.accuracy == Accuracy::Exact);
            return (exact && is_certain(op, of)).then_some(Room::NONE);
        };
        let result = self.number(id, lane).unwrap_or(f64::NAN);
        let combination = Combination { kernel: self.stepper.kernel(), op, scalar };
        let first: Vec<Bounded> = of.iter().filter_map(|source| source.first().copied()).collect();
        match op.op.meaning() {
            Meaning::Elementwise => Some(self.applied(op, (id, lane), result, &first)),
            Meaning::Core(Core::Reduce | Core::Scan) => match of {
                [terms] => Some(combination.along(result, terms)),
                _ => Some(Room::ANY),
            },
            Meaning::Core(Core::Mmaf) => Some(product(&combination, result, of)),
            Meaning::Core(Core::Bitcast | Core::Pack | Core::Unpack) => {
                is_certain(op, of).then_some(Room::NONE)
            }
            // The element moves: the chosen one is the only source.
            Meaning::Core(
                Core::Reshape
                | Core::Broadcast
                | Core::Permute
                | Core::Select
                | Core::Assume
                | Core::Cat
                | Core::Extract
                | Core::Insert,
            ) => Some(first.first().map_or(Room::NONE, |source| source.room)),
            Meaning::Core(
                Core::Constant
                | Core::Iota
                | Core::GetTileBlockId
                | Core::GetNumTileBlocks
                | Core::Offset
                | Core::IntToPtr
                | Core::PtrToInt
                | Core::PtrToPtr
                | Core::Mmai,
            ) => Some(Room::NONE),
            Meaning::Core(Core::MmafScaled)
            | Meaning::Memory(_)
            | Meaning::Control(_)
            | Meaning::Unsupported => Some(Room::ANY),
        }
    }

    /// The room of an element-wise operation's result.
    fn applied(
        &self,
        op: &Operation,
        (id, lane): (ValueId, usize),
        result: f64,
        operands: &[Bounded],
    ) -> Room {
        let accuracy = accuracy::of(self.stepper.kernel(), op).map(|row| row.accuracy);
        let exponent = op.operands.get(1).filter(|id| !self.is_float(**id));
        let exponent = exponent.map_or(0.0, |id| self.integer(*id, lane));
        let flushes = op.attributes.flush_to_zero;
        let approximates_quotient = op.op == Op::Divf && op.attributes.rounding == Some(Rounding::Approx);
        let scalar = self.scalar(id).unwrap_or(Scalar::F64);
        let op = op.op;
        Applied { op, accuracy, flushes, approximates_quotient, scalar, result, operands, exponent }
            .room(self.rewrites)
    }

    fn integer(&self, id: ValueId, lane: usize) -> f64 {
        let lane = if self.stepper.lanes(id) == 1 { 0 } else { lane };
        let Some(Seen::Tile(tile)) = self.stepper.value(id) else { return f64::INFINITY };
        match (tile.element(lane), self.scalar(id)) {
            (SeenElement::Bits(bits), Some(scalar)) => {
                format::of_integer(crate::scalar::integer(scalar, bits, false))
            }
            (SeenElement::Bits(_) | SeenElement::Undetermined | SeenElement::Pointer { .. }, _) => {
                f64::INFINITY
            }
        }
    }
}

/// Carried values of a loop, at its head and behind it.
fn carried(op: &Operation) -> Vec<Vec<ValueId>> {
    let skipped = usize::from(op.op == Op::For);
    let params = op.regions.first().map(|body| body.params.iter().skip(skipped).copied().collect());
    params.into_iter().chain([op.results.clone()]).collect()
}

/// Whether an operation gives one result for all possible floats of its operands.
fn is_certain(op: &Operation, of: &[Vec<Bounded>]) -> bool {
    if let (Op::Cmpf, [a, b]) = (op.op, of) {
        return a.iter().zip(b).all(|(a, b)| a.compares(b));
    }
    of.iter().flatten().all(|one| one.room.is_none())
}

/// The room of an element of a matrix product, whose sources are the accumulator, a row and a column.
fn product(combination: &Combination<'_>, result: f64, of: &[Vec<Bounded>]) -> Room {
    let [start, left, right] = of else { return Room::ANY };
    let factors: Vec<_> = left.iter().copied().zip(right.iter().copied()).collect();
    start.first().map_or(Room::ANY, |start| combination.product(result, *start, &factors))
}
