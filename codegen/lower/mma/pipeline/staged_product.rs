//! The code of loops with staged loads (`staged_loop.rs`): the producer copies the tiles, and consumers multiply them at each
//! product. A product ends before its sums are used, and then its stages are released.

use spec::problem::Unsupported;
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::Element;

use crate::analysis::definitions::{Definition, Definitions};
use crate::ir::builder::{Builder, LowerOperation};
use crate::ir::ptx::{Address, AsyncCopy, Class, Compare, Inst, Reg, Wgmma};
use crate::ir::ring::{Ring, RingPosition};
use crate::ir::role::Role;
use crate::ir::value::{Tile, Token, Value, class};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::Layout;
use crate::layout::shared_tile::write_shared;
use crate::layout::swizzle::Swizzle;
use crate::lower::mma::pipeline::plan::{LoadedFactor, PipelinedLoad, place_terms, turned};
use crate::lower::mma::pipeline::stage::descriptor_address;
use crate::lower::mma::pipeline::staged_loop::StagedLoop;
use crate::lower::mma::pipeline::trip_count::TripCount;
use crate::lower::mma::pipeline::warpgroup::{Left, StagedFactor, WarpgroupMma};
use crate::lower::mma::product_kind::ProductKind;

/// The staged loop that a `for` is for the role whose code is made.
pub(crate) fn loop_of<'o>(code: &Builder<'_>, op: &'o Operation) -> Option<StagedLoop<'o>> {
    let (Role::Consumer { rings, .. } | Role::Producer { rings, .. }) = code.role() else { return None };
    let staged = StagedLoop::of(code.kernel(), op)?;
    staged.loads.iter().all(|load| rings.contains_key(&load.op.results[0])).then_some(staged)
}

/// The producer's part: it goes round the loop, and copies each tile as its ring has an empty stage.
pub(super) fn produce(
    code: &mut Builder<'_>,
    op: &Operation,
    staged: &StagedLoop<'_>,
    lower: LowerOperation,
) -> Result<(), Unsupported> {
    let Role::Producer { rings, .. } = code.role() else { unreachable!("the producer's code") };
    let outer = code.flow_state();
    let maps: Vec<Vec<Reg>> =
        staged.loads.iter().map(|load| rings[&load.op.results[0]].0.map_addresses(code)).collect();
    let region = &op.regions[0];
    let trips = TripCount::of(code, op);
    let round = code.mov(trips.count.class, 0);
    let (head, exit) = (code.label(), code.label());
    code.place_label(head);
    let over = code.compare(Compare::Ge, trips.ty().1, round, trips.count);
    code.branch_if(over, true, exit);
    let induction = trips.induction(code, round);
    code.set_tile(region.params[0], Layout::splat(&[]), vec![induction]);
    for inside in &region.ops {
        let at = staged.loads.iter().position(|load| std::ptr::eq(load.op, inside));
        if let Some(at) = at {
            let (ring, position) = &rings[&inside.results[0]];
            ring.fill(code, *position, &maps[at]);
        } else if code.runs(inside) && !matches!(inside.op.meaning(), Meaning::Control(_)) {
            lower(code, inside)?;
        }
    }
    trips.advance(code, round);
    code.push(Inst::Branch(head));
    code.place_label(exit);
    code.restore_values(&outer);
    Ok(())
}

/// The rings of left factors that are filled once in a tile block.
fn outer_rings(code: &Builder<'_>, staged: &StagedLoop<'_>) -> Vec<(Ring, RingPosition)> {
    let Role::Consumer { rings, .. } = code.role() else { return Vec::new() };
    let kept = staged.products.iter().filter(|product| product.keeps_left);
    let loads = kept.filter_map(|product| loaded(code, product.op.operands[0]));
    loads.filter_map(|(load, _)| rings.get(&load.op.results[0]).cloned()).collect()
}

/// In the producer, starts the copy of a tile that is copied once in a tile block; returns whether the load is one.
pub(crate) fn copies_once(code: &mut Builder<'_>, op: &Operation) -> bool {
    let Role::Producer { rings, .. } = code.role() else { return false };
    let Some((ring, position)) = rings.get(&op.results[0]).filter(|(ring, _)| ring.is_filled_once) else {
        return false;
    };
    let maps = ring.map_addresses(code);
    ring.fill(code, *position, &maps);
    if let Some(token) = op.results.get(1) {
        let before = op.token.map_or_else(Token::default, |token| code.token(token));
        code.set(*token, Value::Token(before));
    }
    true
}

/// Behind the loop, whose products have ended, releases left factors that were copied once.
pub(crate) fn leave(code: &mut Builder<'_>, op: &Operation) {
    let Role::Consumer { elected, .. } = code.role() else { return };
    let Some(staged) = loop_of(code, op) else { return };
    for (ring, position) in outer_rings(code, &staged) {
        Ring::arrive(code, ring.empty(position.full), elected);
        ring.advance(code, position);
    }
}

/// In front of the loop, puts left factors that are the same in all iterations into shared memory. (In registers that are the same in all iterations
/// the driver's assembler, of CUDA 13.0, does not keep them: seen on an H200.)
pub(super) fn prepare(code: &mut Builder<'_>, staged: &StagedLoop<'_>) {
    let Role::Consumer { kept, .. } = code.role() else { unreachable!("the consumers' code") };
    for (_, position) in outer_rings(code, staged) {
        Ring::wait(code, Address::at(position.full, 0), position);
    }
    let mut factors =
        staged.products.iter().filter(|product| kept.contains_key(&product.op.results[0])).peekable();
    if factors.peek().is_none() {
        return;
    }
    // Other warps may still multiply the previous contents.
    code.barrier();
    for product in factors {
        let address = code.shared_address(kept[&product.op.results[0]]);
        let tile = code.tile(product.op.operands[0]);
        let element = Element::Scalar(product.kind.factors);
        write_shared(code, &Swizzle::of_lines(product.kind.lines(0)), &tile, element, 0, address);
        code.set_kept_factor(product.op.results[0], address);
    }
    // The matrix instructions go another way to shared memory.
    code.push(Inst::AsyncCopy(AsyncCopy::Fence));
    code.barrier();
}

/// Sets the token of a staged load, whose tile has arrived once a product has waited. Returns whether the load is staged.
pub(crate) fn arrives_later(code: &mut Builder<'_>, op: &Operation) -> bool {
    if !code.is_staged(op.results[0]) {
        return false;
    }
    let before = op.token.map_or_else(Token::default, |token| code.token(token));
    let loaded = before.join(Token { read: code.barriers() + 1, write: 0 });
    if let Some(token) = op.results.get(1) {
        code.set(*token, Value::Token(loaded));
    }
    true
}

/// Lowers a product of a staged factor; returns whether the product has one.
pub(crate) fn product(code: &mut Builder<'_>, op: &Operation) -> Result<bool, Unsupported> {
    if !code.is_staged(op.operands[1]) {
        return Ok(false);
    }
    let Some(parts) = Parts::of(code, op) else {
        return code.refuse(op, "so few columns for so many threads");
    };
    let fragment = parts.fragment(code, op);
    let adds = !is_zero(code.facts().definitions(), op.operands[2]);
    let sums = if adds { own_registers(code, op, parts.layout()) } else { parts.new_sums(code, op) };
    parts.start(code, &fragment, (&sums, adds));
    code.push(Inst::Wgmma(Wgmma::Wait(0)));
    parts.release(code);
    code.set_tile(op.results[0], parts.layout().clone(), sums);
    Ok(true)
}

/// Copies a product's addend to separate registers.
fn own_registers(code: &mut Builder<'_>, op: &Operation, layout: &Layout) -> Vec<Reg> {
    let (tile, element) = (code.tile(op.operands[2]), code.kernel().tile(op.operands[2]).element);
    let Tile { regs, .. } = convert_layout(code, &tile, element, layout);
    regs.into_iter().map(|reg| code.mov(reg.class, reg)).collect()
}

/// What a product of staged factors is made of.
pub(crate) struct Parts {
    multiply: WarpgroupMma,
    left: Option<(Ring, RingPosition)>,
    right: (Ring, RingPosition),
    /// The address of a left factor that is the same in all iterations.
    kept: Option<Reg>,
    /// Whether this thread arrives for its warp.
    elected: Reg,
}

impl Parts {
    pub(crate) fn of(code: &mut Builder<'_>, op: &Operation) -> Option<Parts> {
        let Role::Consumer { rings, elected, .. } = code.role() else { return None };
        let kernel = code.kernel();
        let kind = ProductKind::of(kernel, op)?;
        let mut loads: Vec<PipelinedLoad<'_>> = Vec::new();
        let factors = [0, 1].map(|side| {
            let (load, transposed) = loaded(code, op.operands[side])?;
            loads.push(load);
            Some((loads.len() - 1, transposed))
        });
        if !place_terms(&mut loads, factors, &kind).is_empty() {
            return None;
        }
        let ring_of = |factor: LoadedFactor| rings.get(&loads[factor.0].op.results[0]).cloned();
        let staged = |factor: LoadedFactor| {
            let (ring, _) = ring_of(factor)?;
            let of_ring = ring.loads.first()?;
            Some(StagedFactor::new(&loads[factor.0], (of_ring.offset, of_ring.lines)))
        };
        let [left, right] = factors;
        let kept = code.kept_factor(op.results[0]);
        let written = kept.map(|_| StagedFactor::written(&kind, 0));
        let multiply =
            WarpgroupMma::new(code, &kind, left.and_then(staged).or(written), right.and_then(staged)?)?;
        Some(Parts { multiply, left: left.and_then(ring_of), right: right.and_then(ring_of)?, kept, elected })
    }

    /// The layout of the sums.
    pub(crate) fn layout(&self) -> &Layout {
        &self.multiply.layout
    }

    /// The registers of a left factor that is in shared memory nowhere.
    pub(crate) fn fragment(&self, code: &mut Builder<'_>, op: &Operation) -> Vec<Reg> {
        if self.left.is_some() || self.kept.is_some() {
            return Vec::new();
        }
        let tile = code.tile(op.operands[0]);
        self.multiply.fragment(code, &tile)
    }

    /// New registers for the sums.
    pub(crate) fn new_sums(&self, code: &mut Builder<'_>, op: &Operation) -> Vec<Reg> {
        let element = code.kernel().tile(op.results[0]).element;
        (0..self.layout().registers()).map(|_| code.reg(class(element))).collect()
    }

    /// Waits for the staged factors, and starts the product as a group of its own: into these registers, or added to them.
    pub(crate) fn start(&self, code: &mut Builder<'_>, fragment: &[Reg], (sums, adds): (&[Reg], bool)) {
        let [always, never] = [1, 0].map(|truth| code.mov(Class::Pred, truth));
        for (_, position) in self.rings() {
            Ring::wait(code, Address::at(position.full, 0), *position);
        }
        let right = descriptor_address(code, self.right.1.stage);
        let left = match self.left.as_ref().map(|(_, position)| position.stage).or(self.kept) {
            Some(address) => Left::Stage(descriptor_address(code, address)),
            None => Left::Fragment(fragment),
        };
        code.push(Inst::Wgmma(Wgmma::Fence));
        self.multiply.start(code, (left, right), sums, [if adds { always } else { never }, always]);
        code.push(Inst::Wgmma(Wgmma::Commit));
    }

    /// Behind the end of the product, releases the stages and goes on to the next ones.
    pub(crate) fn release(&self, code: &mut Builder<'_>) {
        for (ring, position) in self.rings() {
            Ring::arrive(code, ring.empty(position.full), self.elected);
            ring.advance(code, *position);
        }
    }

    /// The rings that go on in each iteration.
    fn rings(&self) -> impl Iterator<Item = &(Ring, RingPosition)> {
        self.left.iter().chain([&self.right]).filter(|(ring, _)| !ring.is_filled_once)
    }
}

/// The load that a staged tile is of, and whether its axes are exchanged.
fn loaded<'k>(code: &Builder<'k>, value: ValueId) -> Option<(PipelinedLoad<'k>, bool)> {
    let kernel = code.kernel();
    let Some(Definition::Result(op, _)) = code.facts().definitions().get(value) else { return None };
    if !code.is_staged(value) {
        return None;
    }
    if op.op == Op::LoadViewTko {
        return Some((PipelinedLoad::of(kernel, op)?, false));
    }
    let (load, transposed) = loaded(code, op.operands[0])?;
    let (_, transposed) = turned(kernel, op, (0, transposed))?;
    Some((load, transposed))
}

/// Whether a tile is a constant all of whose elements are zero.
pub(crate) fn is_zero(definitions: &Definitions<'_>, value: ValueId) -> bool {
    let Some(Definition::Result(op, _)) = definitions.get(value) else { return false };
    matches!(&op.attributes.constant, Some(Constant::Splat(literal)) if op.op == Op::Constant && literal.0 == 0)
}
