//! Comparison of a device's results with the table of accuracies around the interpreter's results, for runs on a GPU and for device results
//! in the corpus.

mod tolerance;

use std::collections::HashSet;
use std::sync::Arc;

pub use self::tolerance::Tolerance;

use interp::{Contents, Options};
use spec::ops::accuracy::{self, Accuracy};
use spec::ops::{contraction, flushing, powers};
use spec::syntax::array;
use spec::syntax::attributes::Constant;
use spec::syntax::count::usize_from_u32;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::{Scalar, Type};
use spec::valid::Valid;

use crate::convert;

/// The array of a launch's pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pointee {
    /// The buffer.
    pub buffer: usize,
    /// The element type.
    pub element: Scalar,
}

/// An element of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementRef {
    /// The buffer.
    pub buffer: usize,
    /// The element type.
    pub element: Scalar,
    /// Bytes from the buffer's start.
    pub offset: u64,
    /// The lowest bit in the bytes: the second of two elements that share a byte starts above zero.
    pub bit: u32,
}

impl ElementRef {
    /// The element at an index.
    pub fn new(buffer: usize, element: Scalar, index: u64) -> Self {
        let share = element.in_a_byte();
        // At most two elements share a byte.
        let bit = if index.is_multiple_of(share) { 0 } else { element.bits() };
        ElementRef { buffer, element, offset: index / share * element.bytes(), bit }
    }
}

/// A permitted reading of a kernel by a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    /// The kernel as written.
    Plain,
    /// With products and sums rounded at once.
    Contracted,
    /// With atomic sums that flush subnormal numbers.
    Flushed,
}

impl Reading {
    /// Every reading with its name.
    pub const NAMES: &[(Reading, &str)] =
        &[(Reading::Plain, "plain"), (Reading::Contracted, "contracted"), (Reading::Flushed, "flushed")];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

/// The results of a launch, with the permitted distance of a device's results.
#[derive(Debug)]
pub struct Reference {
    /// The interpreter's results in each available reading.
    readings: Vec<(Reading, Vec<Contents>)>,
    /// The results for the magnitudes of the inputs, if needed.
    magnitudes: Option<Vec<Contents>>,
    room: Result<Tolerance, String>,
}

impl Reference {
    /// Runs a launch for its results; `buffers` has the interpreter's results for the kernel as written.
    ///
    /// # Errors
    /// The run does not end well.
    pub fn new(
        kernel: &Valid,
        launch: &Launch,
        pointees: &[Pointee],
        buffers: Vec<Contents>,
    ) -> Result<Self, String> {
        let left = |kernel: &Valid, launch: &Launch| {
            let outcome = interp::run(kernel, launch, &Options::default());
            outcome.map(|outcome| outcome.buffers).map_err(|stop| stop.to_string())
        };
        let room = room(kernel, launch);
        let mut readings = vec![(Reading::Plain, buffers)];
        if let Some(contracted) = contracted(kernel) {
            readings.push((Reading::Contracted, left(&contracted, launch)?));
        }
        if let Some(flushed) = flushing::flushed(kernel) {
            readings.push((Reading::Flushed, left(&flushed, launch)?));
        }
        let magnitudes = match room {
            Ok(Tolerance::Terms { .. }) => Some(left(kernel, &magnitudes(kernel, launch, pointees))?),
            Ok(Tolerance::Powers) => powers::exponents(kernel)
                .and_then(|kernel| Valid::new(Arc::new(kernel)).ok())
                .map(|kernel| left(&kernel, launch))
                .transpose()?,
            Ok(Tolerance::None | Tolerance::Ulps(_) | Tolerance::Any) | Err(_) => None,
        };
        Ok(Reference { readings, magnitudes, room })
    }

    /// How far a device's results may be from the interpreter's.
    ///
    /// # Errors
    /// Why no rule says how far.
    pub fn room(&self) -> Result<Tolerance, String> {
        self.room.clone()
    }

    /// The available readings, in order.
    pub fn readings(&self) -> impl Iterator<Item = Reading> {
        self.readings.iter().map(|(reading, _)| *reading)
    }

    /// The value of each reading at a place; `None` where undetermined.
    pub fn own(&self, spot: ElementRef) -> impl Iterator<Item = Option<u64>> {
        self.readings.iter().map(move |(_, buffers)| read(&buffers[spot.buffer], spot))
    }

    /// The result for the inputs' magnitudes, or a power's exponent, at a place, if the tolerance depends on the
    /// number.
    pub fn magnitude(&self, spot: ElementRef) -> Option<u64> {
        self.magnitudes.as_ref().and_then(|buffers| read(&buffers[spot.buffer], spot))
    }

    /// Whether a device may leave these bits in place of a reading's bits.
    ///
    /// # Errors
    /// The reason why no rule limits a difference.
    pub fn admits(&self, spot: ElementRef, device: u64, own: u64) -> Result<bool, String> {
        if Tolerance::None.admits(spot.element, device, own, 0) {
            return Ok(true);
        }
        Ok(self.room()?.admits(spot.element, device, own, self.magnitude(spot).unwrap_or(0)))
    }
}

/// The bits of an element, if it is determined.
pub fn read(buffer: &Contents, spot: ElementRef) -> Option<u64> {
    let range = spot.offset..spot.offset + spot.element.bytes();
    let undetermined = buffer.undetermined(range.clone()).contains(&true);
    let bytes = buffer.bytes(range);
    let bits =
        array::elements(spot.element, &bytes).get(convert::index(spot.bit / spot.element.bits())).copied();
    bits.filter(|_| !undetermined)
}

/// The tolerance of a kernel's inexact operations.
///
/// # Errors
/// The reason why no rule limits a difference.
fn room(kernel: &Valid, launch: &Launch) -> Result<Tolerance, String> {
    let mut sites = Vec::new();
    inexact(kernel, &kernel.body, false, &mut sites)?;
    let (site, in_loop) = match sites.as_slice() {
        [] => return Ok(Tolerance::None),
        [one] => *one,
        [(first, _), (second, _), ..] => {
            let (first, second) = (first.op.mnemonic(), second.op.mnemonic());
            return Err(format!("no rule says how the errors of {first} and {second} combine"));
        }
    };
    let row = accuracy::of(kernel, site).ok_or_else(|| unknown(site))?;
    if row.accuracy == Accuracy::Any {
        return Ok(Tolerance::Any);
    }
    let mut flow = Flow { kernel, site, row: row.accuracy, touched: site.results.iter().copied().collect() };
    while flow.spread(&kernel.body) {}
    flow.block(&kernel.body)?;
    match row.accuracy {
        Accuracy::Exact => Ok(Tolerance::None),
        Accuracy::Power => Ok(Tolerance::Powers),
        Accuracy::Any => Ok(Tolerance::Any),
        // The interpreter's own result is off by at most one.
        Accuracy::Ulps(ulps) => Ok(Tolerance::Ulps(f64::from(ulps) + 1.0)),
        Accuracy::Terms { c, digits } => {
            let repeats = if in_loop { repeats(kernel, launch, site)? } else { 1.0 };
            let terms = terms(kernel, site) * repeats + 1.0;
            // Each of the two is off by so much.
            let factor = 2.0 * f64::from(c) * terms * 2f64.powi(-digits.cast_signed());
            let to = kernel.tile(site.results[0]).element.scalar().unwrap_or(Scalar::F64);
            let flushes =
                site.regions.iter().flat_map(|region| &region.ops).any(|op| op.attributes.flush_to_zero);
            let least = if flushes { accuracy::least_normal(to) } else { accuracy::ulp(to, 0.0) };
            let rounded = flow.rounds(&kernel.body);
            Ok(Tolerance::Terms { factor, beside: 2.0 * terms * least, rounded })
        }
    }
}

fn unknown(op: &Operation) -> String {
    format!("the table of accuracies has no row for {}", op.op.mnemonic())
}

/// The operations with several permitted results, and whether a loop is around each.
fn inexact<'k>(
    kernel: &Kernel,
    block: &'k Block,
    in_loop: bool,
    sites: &mut Vec<(&'k Operation, bool)>,
) -> Result<(), String> {
    for op in &block.ops {
        if op.op.meaning() == Meaning::Elementwise || matches!(op.op.meaning(), Meaning::Core(_)) {
            let row = accuracy::of(kernel, op).ok_or_else(|| unknown(op))?;
            if row.accuracy != Accuracy::Exact {
                sites.push((op, in_loop));
            }
        }
        if !matches!(op.op, Op::Reduce | Op::Scan) {
            let around = in_loop || matches!(op.op, Op::For | Op::Loop);
            op.regions.iter().try_for_each(|region| inexact(kernel, region, around, sites))?;
        }
    }
    Ok(())
}

/// The flow of inexact results.
struct Flow<'k> {
    kernel: &'k Kernel,
    site: &'k Operation,
    row: Accuracy,
    /// The values behind the results.
    touched: HashSet<ValueId>,
}

impl Flow<'_> {
    /// Follows the values one step further; returns whether anything was added.
    fn spread(&mut self, block: &Block) -> bool {
        let before = self.touched.len();
        for op in &block.ops {
            for region in &op.regions {
                self.spread(region);
                let left = region.ops.last().is_some_and(|end| self.takes(end));
                let inner = region.ops.iter().any(|inner| inner.op.terminates() && self.takes(inner));
                if left || inner || self.takes(op) {
                    self.touched.extend(op.results.iter().chain(&region.params));
                }
            }
            if self.takes(op) {
                self.touched.extend(&op.results);
            }
        }
        self.touched.len() > before
    }

    fn takes(&self, op: &Operation) -> bool {
        op.operands.iter().any(|operand| self.touched.contains(operand))
    }

    /// Whether a touched value is rounded again.
    fn rounds(&self, block: &Block) -> bool {
        let here = |op: &Operation| op.op == Op::Ftof && self.takes(op);
        block.ops.iter().any(|op| here(op) || op.regions.iter().any(|region| self.rounds(region)))
    }

    fn block(&self, block: &Block) -> Result<(), String> {
        for op in &block.ops {
            if !self.allows(op) {
                let (site, here) = (self.site.op.mnemonic(), op.op.mnemonic());
                return Err(format!("no rule says what {here} makes of the error of {site}"));
            }
            if !matches!(op.op, Op::Reduce | Op::Scan) {
                op.regions.iter().try_for_each(|region| self.block(region))?;
            }
        }
        Ok(())
    }

    /// Whether what is known of the error is still known behind the operation. The error of a sum is relative to the
    /// magnitudes of its terms, which follow from the inputs only through operations that preserve magnitudes.
    fn allows(&self, op: &Operation) -> bool {
        let sums = matches!(self.row, Accuracy::Terms { .. });
        let float = |id: &ValueId| match self.kernel.ty(*id) {
            Type::Tile(tile) => tile.element.scalar().is_some_and(|scalar| !scalar.is_integer()),
            Type::Token | Type::TensorView(_) | Type::PartitionView(_) => false,
            Type::StridedView(_) | Type::GatherScatterView(_) => false,
        };
        let computes = op.op.meaning() == Meaning::Elementwise || matches!(op.op.meaning(), Meaning::Core(_));
        let floats = op.operands.iter().chain(&op.results).any(float);
        if op == self.site {
            let accumulates =
                matches!(op.op, Op::Mmaf) && !op.operands[..2].iter().any(|id| self.touched.contains(id));
            return !self.takes(op) || sums && accumulates;
        }
        if !computes || !floats {
            return !computes || !self.takes(op);
        }
        let moves =
            matches!(op.op, Op::Reshape | Op::Broadcast | Op::Permute | Op::Cat | Op::Extract | Op::Insert);
        if op.op == Op::Constant {
            return !sums || positive(op.attributes.constant.as_ref(), self.kernel, op);
        }
        if moves || op.op == Op::Select {
            return true;
        }
        let keeps = matches!(op.op, Op::Ftof) || matches!(op.op, Op::Mulf | Op::Absf) && !self.takes(op);
        if sums { keeps } else { !self.takes(op) }
    }
}

/// Whether all elements of a constant have no sign.
fn positive(constant: Option<&Constant>, kernel: &Kernel, op: &Operation) -> bool {
    let scalar = kernel.tile(op.results[0]).element.scalar();
    let sign = scalar.map_or(0, |scalar| 1 << (scalar.bits() - 1));
    match constant {
        Some(Constant::Splat(literal)) => literal.0 & sign == 0,
        Some(Constant::Dense(literals)) => literals.iter().all(|literal| literal.0 & sign == 0),
        None => false,
    }
}

/// The number of terms added by one application, beside the initial value.
fn terms(kernel: &Kernel, op: &Operation) -> f64 {
    let shape = &kernel.tile(op.operands[0]).shape;
    // A product adds along its operand's last axis.
    let axis = op.attributes.dim.map_or(shape.len() - 1, usize_from_u32);
    f64::from(shape[axis])
}

/// How often a block runs an operation, at most.
fn repeats(kernel: &Valid, launch: &Launch, op: &Operation) -> Result<f64, String> {
    let options = Options { trace: true, ..Options::default() };
    let outcome = interp::run(kernel, launch, &options).map_err(|stop| stop.to_string())?;
    let of = |block: [u32; 3]| {
        outcome.trace.iter().filter(|step| step.block == block && step.at.coincides(&op.at)).count()
    };
    let most = outcome.blocks.iter().map(|block| of(*block)).max().unwrap_or(1);
    u32::try_from(most).map(f64::from).map_err(|_| "a loop runs too often".to_owned())
}

/// The kernel with products and sums rounded at once, if a device may do so.
fn contracted(kernel: &Valid) -> Option<Valid> {
    Valid::new(Arc::new(contraction::contracted(kernel)?)).ok()
}

/// The launch with the magnitudes of all floats.
fn magnitudes(kernel: &Valid, launch: &Launch, pointers: &[Pointee]) -> Launch {
    let mut launch = launch.clone();
    let signed = |scalar: Scalar| !scalar.is_integer() && scalar != Scalar::F8E8m0fnu;
    for (param, argument) in kernel.params.iter().zip(&mut launch.arguments) {
        let scalar = kernel.tile(*param).element.scalar().filter(|scalar| signed(*scalar));
        if let (Argument::Scalar(bits), Some(scalar)) = (argument, scalar) {
            *bits &= !(1 << (scalar.bits() - 1));
        }
    }
    for Pointee { buffer, element } in pointers {
        if !signed(*element) {
            continue;
        }
        for contents in launch.buffers[*buffer].contents.values_mut() {
            contents.chunks_mut(convert::index(element.bytes())).for_each(|bytes| {
                if let Some(last) = bytes.last_mut() {
                    *last &= if element.in_a_byte() == 1 { 0x7f } else { 0x77 };
                }
            });
        }
    }
    launch
}
