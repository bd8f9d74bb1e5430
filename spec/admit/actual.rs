//! Whether a launch may be made of a proved kernel: what the proof rests on, held against addresses, sizes and values as
//! they are.

use std::fmt;

use crate::fold::{AtLaunch, Constants};
use crate::ops::view;
use crate::origins::{self, Origins};
use crate::proof::Proved;
use crate::syntax::attributes::Literal;
use crate::syntax::kernel::{Block, Kernel, Operation};
use crate::syntax::launch::{Argument, Launch};
use crate::syntax::op::Op;
use crate::syntax::types::{Element, Scalar, TensorViewType, Type};

use super::{Case, Target};

/// A compute capability, as in 9.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Capability(pub u32, pub u32);

/// Tile IR is for Ampere and what came after it.
pub const LEAST: Capability = Capability(8, 0);

/// Where a launch is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<'a> {
    /// The address of each buffer of the launch.
    pub addresses: &'a [u64],
    /// By buffer, whether what it holds is what the launch says: what is on a device already, nobody here has seen.
    pub seen: &'a [bool],
    /// What the device is.
    pub device: Capability,
}

/// Holds a launch against everything that a proof rests on: the clauses of its contract, written and inferred, and what is
/// trusted of memory. `types` are the arguments' types as whoever makes the launch has them; without `placed`, the launch
/// is one of the interpreter's, whose buffers lie apart. Gives what could not be looked at and is taken on trust, in words.
///
/// # Errors
/// The clause that the launch breaks, in the contract's words, or what about it does not fit the kernel at all.
pub fn actual(
    proved: &Proved,
    launch: &Launch,
    types: &[Element],
    placed: Option<&Placed<'_>>,
) -> Result<Vec<String>, String> {
    let bound = proved.bound();
    let case = Case { bound: &bound, launch, placed };
    case.fits(types)?;
    if let Some(placed) = placed.filter(|placed| placed.device < LEAST) {
        return Err(format!("a device has compute capability {LEAST} or more, not {}", placed.device));
    }
    case.addresses()?;
    case.check()?;
    case.apart()?;
    let origins = Origins::new(proved.kernel());
    let mut trusted = Vec::new();
    for position in 0..launch.arguments.len() {
        case.memory(position, &origins, &mut trusted)?;
    }
    case.sizes(proved, &mut trusted)?;
    Ok(trusted)
}

impl Case<'_> {
    /// That there are as many arguments as parameters, and each of its parameter's type.
    fn fits(&self, types: &[Element]) -> Result<(), String> {
        let params = &self.bound.kernel.params;
        if types.len() != params.len() || self.launch.arguments.len() != params.len() {
            let all = [types.len(), self.launch.arguments.len()];
            let given = all.into_iter().find(|count| *count != params.len()).unwrap_or(params.len());
            return Err(format!("@{} takes {} arguments, not {given}", self.bound.kernel.name, params.len()));
        }
        for (position, (given, param)) in types.iter().zip(params).enumerate() {
            let wanted = self.bound.kernel.tile(*param).element;
            if *given != wanted {
                return Err(format!("`{}` is {wanted}, not {given}", self.name(position)));
            }
            let is_pointer = matches!(self.launch.arguments[position], Argument::Pointer { .. });
            if is_pointer != wanted.pointee().is_some() {
                let other = if is_pointer { "a pointer" } else { "a number" };
                return Err(format!("`{}` is {wanted}, not {other}", self.name(position)));
            }
        }
        Ok(())
    }

    fn name(&self, position: usize) -> &str {
        self.bound.argument_name(position)
    }

    /// Where the memory of a pointer begins and how much there is of it.
    fn range(&self, position: usize) -> Option<(u128, u128)> {
        let Target { number, buffer, offset } = self.target(position)?;
        let start = u128::from(*self.placed?.addresses.get(number)?) + u128::from(offset);
        Some((start, u128::from(buffer.bytes.saturating_sub(offset))))
    }

    /// The axioms about addresses.
    fn addresses(&self) -> Result<(), String> {
        for position in 0..self.launch.arguments.len() {
            let Some((start, bytes)) = self.range(position) else { continue };
            let name = self.name(position);
            if start == 0 {
                return Err(format!("buffer {name} : not at address 0"));
            }
            if start + bytes > 1 << 63 {
                return Err(format!("buffer {name} : not past address 2^63"));
            }
        }
        Ok(())
    }

    /// Pointers that do not say otherwise lead to memory without a common byte.
    fn apart(&self) -> Result<(), String> {
        for b in 0..self.launch.arguments.len() {
            for a in 0..b {
                let (Some(one), Some(other)) = (self.range(a), self.range(b)) else { continue };
                let meet = one.0.max(other.0) < (one.0 + one.1).min(other.0 + other.1);
                if meet && !self.bound.may_overlap(a, b) {
                    return Err(format!("disjoint = ({}, {})", self.name(a), self.name(b)));
                }
            }
        }
        Ok(())
    }

    /// What the contract does not say of one buffer, and the proof assumes; what could not be looked at.
    fn memory(&self, position: usize, origins: &Origins, trusted: &mut Vec<String>) -> Result<(), String> {
        let Some((target, element)) = self.target(position).zip(self.bound.pointee(position)) else {
            return Ok(());
        };
        let (name, contract) = (self.name(position), self.bound.contract);
        let is_it = |other: &str| self.bound.position(other) == Some(position);
        let stated = contract.aligns.iter().any(|(other, _)| is_it(other));
        let assumed = origins.alignment.get(&position).filter(|_| !stated);
        if let Some(alignment) = assumed.filter(|alignment| !self.is_aligned(target, **alignment)) {
            return Err(format!("align {name} : {alignment}"));
        }
        let seen = self.is_seen(target.number);
        let may_be = contract.buffers.iter().any(|clause| is_it(&clause.name) && clause.uninit);
        if seen && target.buffer.uninit && !may_be && origins.read.contains(&position) {
            return Err(format!("buffer {name} : {element}[], whose elements are read and not `uninit`"));
        }
        for (_, clause) in contract.contents.iter().filter(|(other, _)| is_it(other) && !seen) {
            trusted.push(format!("contents {name} : {clause}"));
        }
        Ok(())
    }

    /// That buffers without a stated size are as large as the views on them.
    fn sizes(&self, proved: &Proved, trusted: &mut Vec<String>) -> Result<(), String> {
        let literal = |argument: &Argument| match argument {
            Argument::Scalar(bits) => Some(Literal(*bits)),
            Argument::Pointer { .. } => None,
        };
        let arguments: Vec<_> = self.launch.arguments.iter().map(literal).collect();
        let folded = AtLaunch::new(proved.kernel(), &arguments, self.launch.grid);
        for op in reached(&folded, &folded.kernel().body) {
            let Some((position, ty)) = whole_view(folded.kernel(), op) else { continue };
            let is_it = |other: &str| self.bound.position(other) == Some(position);
            if self.bound.contract.buffers.iter().any(|clause| is_it(&clause.name)) {
                continue;
            }
            let Some(Target { buffer, offset, .. }) = self.target(position) else { continue };
            let (name, element) = (self.name(position), ty.element.scalar().unwrap_or(Scalar::I64));
            let Some(elements) = spanned(&folded, op, ty) else {
                let clause = format!("buffer {name} : as large as the views on it");
                trusted.extend(Some(clause).filter(|clause| !trusted.contains(clause)));
                continue;
            };
            let has = i128::from(buffer.bytes.saturating_sub(offset));
            if elements.saturating_mul(element.bytes().into()) > has {
                let written = op.attributes.packed.as_ref().and_then(|packed| packed.tensor.element.scalar());
                let element = written.unwrap_or(element);
                let len = elements.saturating_mul(element.in_a_byte().into());
                return Err(format!("buffer {name} : {element}[{len}]"));
            }
        }
        Ok(())
    }
}

/// The operations of a block, without those of branches that the launch does not take.
fn reached<'k>(folded: &AtLaunch, block: &'k Block) -> Vec<&'k Operation> {
    let mut all = Vec::new();
    for op in &block.ops {
        all.push(op);
        let condition = op.operands.first().filter(|_| op.op == Op::If);
        let taken =
            condition.and_then(|condition| folded.natural(*condition)).map(|truth| usize::from(truth == 0));
        for (number, region) in op.regions.iter().enumerate() {
            if taken.is_none_or(|taken| taken == number) {
                all.extend(reached(folded, region));
            }
        }
    }
    all
}

/// The parameter whose memory a `make_tensor_view` lays a tensor over from its beginning on, and the tensor.
fn whole_view<'k>(kernel: &'k Kernel, op: &'k Operation) -> Option<(usize, &'k TensorViewType)> {
    let Type::TensorView(ty) = kernel.ty(*op.results.first().filter(|_| op.op == Op::MakeTensorView)?) else {
        return None;
    };
    Some((origins::parameter(kernel, *op.operands.first()?)?, ty))
}

/// How many elements, or bytes that two share, a tensor spans from its first to behind its last; none if it has none. `None` where its geometry
/// does not follow from the launch.
fn spanned(folded: &AtLaunch, op: &Operation, ty: &TensorViewType) -> Option<i128> {
    let packed = op.attributes.packed.as_ref();
    let ty = packed.map_or(ty, |packed| &packed.tensor);
    let mut dynamic = op.operands[1..].iter();
    let mut number = |stated: &Option<i64>| match stated {
        Some(stated) => Some(i128::from(*stated)),
        None => folded.natural(*dynamic.next()?).map(i128::from),
    };
    let mut extents: Vec<i128> = ty.shape.iter().map(&mut number).collect::<Option<_>>()?;
    let mut strides: Vec<i128> = ty.strides.iter().map(&mut number).collect::<Option<_>>()?;
    if let Some(packed) = packed {
        // What it comes to where they are odd does not matter: no such launch is proved.
        view::packed(&mut Constants::default(), packed.axis, &mut extents, &mut strides);
    }
    if extents.contains(&0) {
        return Some(0);
    }
    let steps = extents.iter().zip(&strides).map(|(extent, stride)| (extent - 1).saturating_mul(*stride));
    Some(steps.fold(1, i128::saturating_add))
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}
