//! How large buffers are whose size nobody states: as large as the views on them.

use super::{Case, PointerTarget};
use crate::contract::Bound;
use crate::fold::{AtLaunch, Constants};
use crate::ops::view;
use crate::syntax::attributes::Literal;
use crate::syntax::contract::MAX_ALLOCATION;
use crate::syntax::count::saturating_u64;
use crate::syntax::kernel::{Block, Kernel, Operation};
use crate::syntax::launch::{Argument, Launch};
use crate::syntax::op::Op;
use crate::syntax::pointer_origins;
use crate::syntax::types::{Scalar, TensorViewType, Type};
use crate::valid::Valid;

/// A view of a launch on a parameter whose buffer has no stated size.
struct Viewed {
    /// The parameter.
    position: usize,
    /// The element type, or bytes for elements that share one.
    element: Scalar,
    /// The element type as written in the clause.
    written: Scalar,
    /// The number of spanned elements; `None` if the launch does not determine it.
    elements: Option<i128>,
}

/// The bytes that the views need in each parameter's buffer without a stated size, as far as the launch determines them.
/// A view that no buffer can hold asks for nothing.
pub fn viewed(bound: &Bound<'_>, kernel: &Valid, launch: &Launch) -> Vec<u64> {
    let mut bytes = vec![0; launch.arguments.len()];
    for view in (Case { bound, launch, placed: None }).views(kernel) {
        let needed = view.elements.map(|elements| elements.saturating_mul(view.element.bytes().into()));
        let needed = needed.filter(|needed| *needed <= MAX_ALLOCATION).map_or(0, saturating_u64);
        let known: &mut u64 = &mut bytes[view.position];
        *known = (*known).max(needed);
    }
    bytes
}

/// Checks the trusted facts of a launch beyond its clauses: the alignment that the kernel assumes, determined elements at reads, and
/// buffers as large as their views.
///
/// # Errors
/// The first fact that the launch breaks, as a clause.
pub fn trusted(bound: &Bound<'_>, kernel: &Valid, launch: &Launch) -> Result<(), String> {
    let case = Case { bound, launch, placed: None };
    let origins = bound.origins();
    case.listed_elements(&origins)?;
    for (position, needed) in viewed(bound, kernel, launch).into_iter().enumerate() {
        case.memory(position, &origins, &mut Vec::new())?;
        let Some(PointerTarget { buffer, offset, .. }) = case.target(position) else { continue };
        if needed > buffer.bytes.saturating_sub(offset) {
            return Err(format!("buffer {} : as large as the views on it", case.name(position)));
        }
    }
    Ok(())
}

impl Case<'_> {
    /// Checks that buffers without a stated size are as large as their views.
    pub(super) fn sizes(&self, kernel: &Valid, trusted: &mut Vec<String>) -> Result<(), String> {
        for view in self.views(kernel) {
            let Some(PointerTarget { buffer, offset, .. }) = self.target(view.position) else { continue };
            let (name, element) = (self.name(view.position), view.element);
            let Some(elements) = view.elements else {
                let clause = format!("buffer {name} : as large as the views on it");
                trusted.extend(Some(clause).filter(|clause| !trusted.contains(clause)));
                continue;
            };
            let has = i128::from(buffer.bytes.saturating_sub(offset));
            if elements.saturating_mul(element.bytes().into()) > has {
                let len = elements.saturating_mul(view.written.in_a_byte().into());
                return Err(format!("buffer {name} : {}[{len}]", view.written));
            }
        }
        Ok(())
    }

    /// The views that the launch lays over parameters from their beginning on, where the contract has no size.
    fn views(&self, kernel: &Valid) -> Vec<Viewed> {
        let literal = |argument: &Argument| match argument {
            Argument::Scalar(bits) => Some(Literal(*bits)),
            Argument::Pointer { .. } => None,
        };
        let arguments: Vec<_> = self.launch.arguments.iter().map(literal).collect();
        let folded = AtLaunch::new(kernel, &arguments, self.launch.grid);
        let mut views = Vec::new();
        for op in reached(&folded, &folded.kernel().body) {
            let Some((position, ty)) = whole_view(folded.kernel(), op) else { continue };
            let is_it = |other: &str| self.bound.position(other) == Some(position);
            if self.bound.contract.buffers.iter().any(|clause| is_it(&clause.name)) {
                continue;
            }
            let element = ty.element.scalar().unwrap_or(Scalar::I64);
            let packed = op.attributes.packed.as_ref();
            let written = packed.and_then(|packed| packed.tensor.element.scalar()).unwrap_or(element);
            views.push(Viewed { position, element, written, elements: spanned(&folded, op, ty) });
        }
        views
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
    Some((pointer_origins::parameter(kernel, *op.operands.first()?)?, ty))
}

/// The number of elements, or of shared bytes, from a tensor's first element to behind its last; zero for an empty tensor. `None`
/// if the launch does not determine the geometry.
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
        // The result for odd extents does not matter, because no such launch is proved.
        view::packed(&mut Constants::default(), packed.axis, &mut extents, &mut strides);
    }
    Some(view::span(&extents, &strides))
}
