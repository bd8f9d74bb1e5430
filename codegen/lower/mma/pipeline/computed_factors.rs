//! Loops of products whose factors go through registers, after CUTLASS's mixed-input main loops for Hopper. Such
//! factors are computed from loads, rounded to `tf32`, or in an order that no instruction reads.
//!
//! A left factor becomes the fragment that the instructions take from registers. A right factor is written to one of two buffers in
//! shared memory. Iterations alternate buffers and registers, so the next factors are made while products run.

use std::collections::HashMap;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::Element;

use crate::ir::builder::{Builder, LowerOperation};
use crate::ir::numbers::log2_of;
use crate::ir::ptx::{Address, AsyncCopy, Class, Compare, Inst, Opcode, Operand, Reg, Ty, Wgmma};
use crate::ir::ring::{Ring, RingPosition};
use crate::ir::role::Role;
use crate::ir::value::{Tile, class};
use crate::layout::linear::{BitSource, Layout};
use crate::layout::shared_tile::{read_shared, write_shared};
use crate::layout::swizzle::Swizzle;
use crate::layout::swizzled_lines::{PIECE, SwizzledLines};
use crate::lower::mma::pipeline::plan::{PipelinePlan, PipelinedLoad, PipelinedProduct};
use crate::lower::mma::pipeline::ring_loop::{TURNS, buffer_bytes};
use crate::lower::mma::pipeline::stage::{descriptor_address, initial_sums};
use crate::lower::mma::pipeline::trip_count::TripCount;
use crate::lower::mma::pipeline::warpgroup::{Left, StagedFactor, WarpgroupMma};
use crate::lower::mma::product_kind::ProductKind;

/// A factor of a product that goes through registers.
struct ComputedFactor<'p, 'o> {
    load: &'p PipelinedLoad<'o>,
    /// How the tile lies in a stage, and in registers.
    lines: SwizzledLines,
    offset: u64,
    layout: Layout,
    /// How many bytes further on this warpgroup's own copy is, if each of two has its own.
    further: Option<Reg>,
}

impl<'p, 'o> ComputedFactor<'p, 'o> {
    /// Of a load that lies so in a stage; the layout's bits are given of the terms, and of what else the factor has.
    fn new(load: &'p PipelinedLoad<'o>, place: (u64, SwizzledLines), bits: [Vec<BitSource>; 2]) -> Self {
        let [terms, other] = bits;
        // The second axis of the matrix has the lowest bits.
        let bits = if load.terms == 1 { [terms, other].concat() } else { [other, terms].concat() };
        ComputedFactor { load, lines: place.1, offset: place.0, layout: Layout { bits }, further: None }
    }

    /// Reads the tile from the stage that begins at an address, and computes the factor.
    fn compute(
        &self,
        code: &mut Builder<'_>,
        stage: Reg,
        lower: LowerOperation,
    ) -> Result<Tile, Unsupported> {
        let loaded = self.load.op.results[0];
        let element = code.kernel().tile(loaded).element;
        let offset = Operand::Int(self.offset.cast_signed());
        let mut base = code.op(Opcode::Add, Ty::U32, Class::B32, &[stage.into(), offset]);
        if let Some(further) = self.further {
            base = code.op(Opcode::Add, Ty::U32, Class::B32, &[base.into(), further.into()]);
        }
        let mut regs = vec![None; self.layout.registers()];
        read_shared(code, &self.swizzle(), &self.layout, &mut regs, element, 0, base);
        let regs = regs.into_iter().map(|reg| reg.unwrap_or_else(|| code.reg(class(element)))).collect();
        code.set_tile(loaded, self.layout.clone(), regs);
        let mut value = loaded;
        for op in &self.load.path {
            if self.load.rounded.is_some_and(|rounded| rounded.results == op.results) {
                // The copy has rounded.
                let Tile { layout, regs } = code.tile(value);
                code.set_tile(op.results[0], layout, regs);
            } else {
                lower(code, op)?;
            }
            value = op.results[0];
        }
        Ok(code.tile(value))
    }

    /// Where elements are in the stage, by the loaded tile's index.
    fn swizzle(&self) -> Swizzle {
        let SwizzledLines { unit, rows, .. } = self.lines;
        let lines = Swizzle::of_lines(self.lines);
        if self.load.unit == 1 { lines } else { lines.select_bits(&rotated(unit, rows)) }
    }
}

/// The order of bits in which the last so many come first, behind so many others.
fn rotated(first: usize, last: usize) -> Vec<usize> {
    (first..first + last).chain(0..first).collect()
}

/// The bits of terms and columns of a right factor on its way to its buffer: a thread writes pieces of terms, and lanes have neighboring
/// columns.
fn right_bits(kind: &ProductKind, log2_threads: usize) -> [Vec<BitSource>; 2] {
    let piece = PIECE - log2_of(kind.factors.bytes());
    let place = |at: usize| if at < log2_threads { BitSource::Thread(at) } else { BitSource::Register };
    let columns = kind.bits[1];
    let pieces = (0..kind.bits[2] - piece).map(|bit| place(columns + bit));
    let terms = (0..piece).map(|_| BitSource::Register).chain(pieces);
    [terms.collect(), (0..columns).map(place).collect()]
}

/// A product with at least one factor in registers, or directly in a stage.
struct ComputedProduct<'p, 'o> {
    multiply: WarpgroupMma,
    kind: &'p ProductKind,
    sum: usize,
    left: Option<ComputedFactor<'p, 'o>>,
    right: Option<ComputedFactor<'p, 'o>>,
    /// Where the first buffer of a right factor begins.
    buffer: u64,
}

/// The factors of an iteration's product.
struct Factors {
    fragment: Option<Vec<Reg>>,
    /// The address of the buffer.
    right: Option<Reg>,
}

impl<'p, 'o> ComputedProduct<'p, 'o> {
    fn new(
        code: &mut Builder<'_>,
        plan: &'p PipelinePlan<'o>,
        product: &'p PipelinedProduct,
        ring: &Ring,
        buffers: &HashMap<ValueId, u64>,
    ) -> Option<Self> {
        let kind = &product.kind;
        let places = product.factors.map(|at| (ring.loads[at].offset, ring.loads[at].lines));
        let [left, right] = product.factors.map(|at| &plan.loads[at]);
        let staged = |load: &PipelinedLoad<'_>, place| StagedFactor::new(load, place);
        let multiply = WarpgroupMma::new(
            code,
            kind,
            (!left.through_registers).then(|| staged(left, places[0])),
            if right.through_registers { StagedFactor::written(kind, 1) } else { staged(right, places[1]) },
        )?;
        let fragment = multiply.fragment_bits();
        let buffer = buffers.get(&right.op.results[0]).copied().unwrap_or(0);
        let log2_threads = code.log2_threads();
        let made = ComputedProduct {
            left: left.through_registers.then(|| ComputedFactor::new(left, places[0], fragment)),
            right: right
                .through_registers
                .then(|| ComputedFactor::new(right, places[1], right_bits(kind, log2_threads))),
            multiply,
            kind,
            sum: product.sum,
            buffer,
        };
        Some(made.of_group(code, ring))
    }

    /// The product of the warpgroup's own tile, where two are multiplied side by side: one of the factors is its own.
    fn of_group(mut self, code: &mut Builder<'_>, ring: &Ring) -> Self {
        let Some((group, (side, bytes))) = code.group().zip(ring.second_copy()) else { return self };
        let factor = if side == 0 { self.left.as_mut() } else { self.right.as_mut() };
        match factor {
            Some(factor) => {
                let bytes = Operand::Int(bytes.cast_signed());
                let further = code.op(Opcode::MulLo, Ty::U32, Class::B32, &[group.into(), bytes]);
                factor.further = Some(further);
            }
            None => self.multiply = self.multiply.of_group(code, group, (side, bytes)),
        }
        self
    }

    /// Computes the register factors from the stage at an address, for the iterations of one turn.
    fn compute(
        &self,
        code: &mut Builder<'_>,
        stage: Reg,
        turn: u64,
        lower: LowerOperation,
    ) -> Result<Factors, Unsupported> {
        let fragment = match &self.left {
            Some(left) => {
                let tile = left.compute(code, stage, lower)?;
                Some(self.multiply.fragment(code, &tile))
            }
            None => None,
        };
        let right = match &self.right {
            Some(right) => {
                let tile = right.compute(code, stage, lower)?;
                let [columns, terms] = [self.kind.bits[1], self.kind.bits[2]];
                let swizzle = Swizzle::of_lines(self.kind.lines(1)).select_bits(&rotated(terms, columns));
                let buffer = code.shared_address(self.buffer + turn * buffer_bytes(self.kind));
                write_shared(code, &swizzle, &tile, Element::Scalar(self.kind.factors), 0, buffer);
                Some(buffer)
            }
            None => None,
        };
        Ok(Factors { fragment, right })
    }

    /// Starts the product.
    fn start(&self, code: &mut Builder<'_>, factors: &Factors, stage: Reg, sums: &Tile, always: Reg) {
        let units = descriptor_address(code, stage);
        let left = factors.fragment.as_ref().map_or(Left::Stage(units), |regs| Left::Fragment(regs));
        let right = factors.right.map_or(units, |buffer| descriptor_address(code, buffer));
        self.multiply.start(code, (left, right), &sums.regs, [always; 2]);
    }

    /// Whether all warps read what each has written.
    fn shares_buffer(&self) -> bool {
        self.right.is_some()
    }

    fn is_in_no_stage(&self) -> bool {
        self.left.is_some() && self.right.is_some()
    }
}

/// The consumers' loop; gives the sums. Consumers wait for a full stage and compute its factors, while the products of the previous
/// iteration run. Where factors go through buffers, products start when those of the previous iteration have ended, in all warps.
pub(super) fn consume(
    code: &mut Builder<'_>,
    op: &Operation,
    plan: &PipelinePlan<'_>,
    (ring, position): (&Ring, RingPosition),
    lower: LowerOperation,
) -> Result<Vec<Option<Tile>>, Unsupported> {
    let Role::Consumer { kept, elected, .. } = code.role() else { unreachable!("the consumers' code") };
    let outer = code.flow_state();
    let made = plan.products.iter().map(|product| ComputedProduct::new(code, plan, product, ring, &kept));
    let Some(products) = made.collect::<Option<Vec<_>>>() else {
        return code.refuse(op, "so few columns for so many threads");
    };
    let sums = initial_sums(code, op, plan, products.iter().map(|product| &product.multiply));
    let trips = TripCount::of(code, op);
    let mut turn = Turn {
        ring,
        position,
        elected,
        round: code.mov(trips.count.class, 0),
        previous: code.mov(Class::B32, position.full),
        always: code.mov(Class::Pred, 1),
        keeps_stages: !products.iter().all(ComputedProduct::is_in_no_stage),
        shares_buffers: products.iter().any(ComputedProduct::shares_buffer),
        trips,
    };
    let (head, exit, end) = (code.label(), code.label(), code.label());
    ring.drain_without_tile(code, position, &turn.trips, (elected, end));
    if turn.shares_buffers {
        // Other warps may still multiply buffers from the previous run of the loop.
        turn.meet(code);
    }
    code.place_label(head);
    for at in 0..TURNS {
        let over = code.compare(Compare::Ge, turn.trips.ty().1, turn.round, turn.trips.count);
        code.branch_if(over, true, exit);
        turn.emit(code, &products, &sums, (at, lower))?;
    }
    code.push(Inst::Branch(head));
    code.place_label(exit);
    code.push(Inst::Wgmma(Wgmma::Wait(0)));
    turn.release_previous(code);
    code.place_label(end);
    code.restore_values(&outer);
    Ok(sums)
}

/// Values shared by the iterations of the loop.
struct Turn<'r> {
    ring: &'r Ring,
    position: RingPosition,
    /// Whether this thread arrives for its warp.
    elected: Reg,
    trips: TripCount,
    round: Reg,
    /// The barrier *full* of the stage of the iteration before.
    previous: Reg,
    /// A true predicate.
    always: Reg,
    /// Whether products read the stages directly.
    keeps_stages: bool,
    /// Whether products read what all warps have written.
    shares_buffers: bool,
}

impl Turn<'_> {
    /// An iteration that takes the buffers and registers of a turn.
    fn emit(
        &mut self,
        code: &mut Builder<'_>,
        products: &[ComputedProduct<'_, '_>],
        sums: &[Option<Tile>],
        (turn, lower): (u64, LowerOperation),
    ) -> Result<(), Unsupported> {
        let RingPosition { stage, full, .. } = self.position;
        Ring::wait(code, Address::at(full, 0), self.position);
        let mut factors = Vec::new();
        for product in products {
            factors.push(product.compute(code, stage, turn, lower)?);
        }
        if !self.keeps_stages {
            // All lanes have read.
            code.push(Inst::WarpBarrier);
            Ring::arrive(code, self.ring.empty(full), self.elected);
        }
        if self.shares_buffers {
            // The matrix instructions go another way to shared memory.
            code.push(Inst::AsyncCopy(AsyncCopy::Fence));
            code.push(Inst::Wgmma(Wgmma::Wait(0)));
            self.release_previous(code);
            self.meet(code);
        }
        code.push(Inst::Wgmma(Wgmma::Fence));
        for (product, factors) in products.iter().zip(&factors) {
            if let Some(sum) = &sums[product.sum] {
                product.start(code, factors, stage, sum, self.always);
            }
        }
        code.push(Inst::Wgmma(Wgmma::Commit));
        if !self.shares_buffers {
            // Two turns' registers: the product before the last has ended, and this one runs on.
            code.push(Inst::Wgmma(Wgmma::Wait(1)));
            self.release_previous(code);
        }
        code.assign(self.previous, full);
        self.ring.advance(code, self.position);
        self.trips.advance(code, self.round);
        Ok(())
    }

    /// Releases the previous iteration's stage if products read the stage; they have ended.
    fn release_previous(&self, code: &mut Builder<'_>) {
        if self.keeps_stages {
            let later = code.compare(Compare::Gt, self.trips.ty().1, self.round, 0);
            let release = code.and(later, self.elected);
            Ring::arrive(code, self.ring.empty(self.previous), release);
        }
    }

    /// A barrier of all consumers.
    fn meet(&self, code: &mut Builder<'_>) {
        code.push(Inst::BarrierOf(1 << code.log2_threads()));
    }
}
