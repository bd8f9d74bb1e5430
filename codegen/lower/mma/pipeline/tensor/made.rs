//! Tensor maps that the code makes itself, of views whose addresses or numbers no launch says: a sequence of a ragged batch, an
//! array of a list. The producer writes the map to memory of its block next to the view, as grouped products of CUTLASS
//! 3 do (PTX ISA, `tensormap.replace`). No copy reads the previous map then.
//!
//! What the accelerator asks of a tensor nobody can look at in front of a launch, so it has to be known in code ([`MadeMap::is_taken`]). Only that coordinates are short the launch may say,
//! by an extent or by the size of an array ([`MadeMap::conditions`]).

use spec::syntax::attributes::{Assumption, Constant, Signedness};
use spec::syntax::count::i64_from_usize;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::facts::KernelFacts;
use crate::ir::builder::Builder;
use crate::ir::numbers::log2_of;
use crate::ir::ptx::{
    Address, Class, Inst, MAP_BYTES, MapEdit, MapField, Mode, Opcode, Operand, Order, Reg, Space, Ty,
};
use crate::ir::ring::{MadeMap, MapPlace, Ring};
use crate::ir::role::Role;
use crate::tensor_map::{EXTENT_LIMIT, MAP_ALIGNMENT, MapConditions, Number};

/// Bytes cleared by one store.
const CLEARED: usize = 16;

/// As numbers: types of elements by the logarithm of their bytes (unsigned integers: bits are copied as they are), how axes are interleaved, zeros outside.
const ELEMENT_TYPES: [i64; 4] = [0, 1, 2, 4];
/// The number of the type `tf32`: copies round to it.
const TF32: i64 = 11;
const NOT_INTERLEAVED: i64 = 0;
const ZEROS: i64 = 0;

impl MadeMap {
    /// Whether the accelerator accepts the map at every use. Address and strides must be known multiples of 16 bytes, and strides and
    /// coordinates must be short. A loaded tile implies a nonempty tensor, but for Triton.
    pub(crate) fn is_taken(&self, kernel: &Kernel, facts: &KernelFacts<'_>) -> bool {
        let widths = Widths { kernel, definitions: facts.definitions() };
        let is_stride = |number: &Number| match number {
            // A number that is no multiple is refused for a map before.
            Number::Known(known) => known.cast_unsigned() < EXTENT_LIMIT,
            Number::Value(value) => {
                facts.divisor(*value) * self.element_bytes >= MAP_ALIGNMENT && widths.has_32_bits(*value)
            }
        };
        facts.divisor(self.base) >= MAP_ALIGNMENT
            && self.strides.iter().all(is_stride)
            && self.conditions(kernel, facts).is_some()
    }

    /// Launch conditions for 31-bit coordinates; `None` if no condition suffices. A coordinate is below an extent. Along an axis of
    /// lines, the array's size bounds the coordinate, too: strides have at least 16 bytes, and the first element of a loaded tile
    /// lies in the array.
    pub(crate) fn conditions(&self, kernel: &Kernel, facts: &KernelFacts<'_>) -> Option<MapConditions> {
        let widths = Widths { kernel, definitions: facts.definitions() };
        let mut conditions = MapConditions::default();
        // A mask of Triton may leave out every element of an empty tensor, of which the accelerator takes no map.
        let may_be_empty = matches!(kernel.language, Language::Triton { .. });
        for (axis, extent) in self.extents.iter().enumerate() {
            match extent {
                Number::Known(known) if known.cast_unsigned() >= EXTENT_LIMIT => return None,
                Number::Known(known) if may_be_empty && *known < 1 => return None,
                Number::Value(value) if widths.has_31_bits(*value) && !may_be_empty => {}
                Number::Value(value) if facts.definitions().is_of_launch(*value) => {
                    conditions.short_extents.push(*value);
                }
                Number::Value(_) if axis > 0 && !may_be_empty => {
                    conditions.small_arrays.push(self.small_array(&widths)?)
                }
                Number::Value(_) => return None,
                Number::Known(_) => {}
            }
        }
        Some(conditions)
    }

    /// The parameter of the address's array, and a size in bytes: a smaller array keeps coordinates of lines within 31 bits. The
    /// address itself may be in front of the array.
    fn small_array(&self, widths: &Widths<'_, '_>) -> Option<(usize, u64)> {
        let (mut pointer, mut before) = (self.base, 0);
        loop {
            match widths.definitions.get(pointer)? {
                Definition::Parameter(at) => {
                    let all = EXTENT_LIMIT * MAP_ALIGNMENT;
                    return Some((at, all.checked_sub(before)?));
                }
                Definition::Result(op, _) if [Op::Assume, Op::PtrToPtr].contains(&op.op) => {
                    pointer = op.operands[0];
                }
                Definition::Result(op, _) if op.op == Op::Offset && widths.is_narrow(op.operands[1]) => {
                    let element = widths.kernel.tile(pointer).element.pointee()?;
                    before += EXTENT_LIMIT * element.bytes();
                    pointer = op.operands[0];
                }
                Definition::Result(..) | Definition::Region(..) => return None,
            }
        }
    }
}

/// What is known of how large numbers are.
struct Widths<'a, 'k> {
    kernel: &'k Kernel,
    definitions: &'a Definitions<'k>,
}

impl<'k> Widths<'_, 'k> {
    fn definition(&self, value: ValueId) -> Option<&'k Operation> {
        match self.definitions.get(value)? {
            Definition::Result(op, _) => Some(op),
            Definition::Parameter(_) | Definition::Region(..) => None,
        }
    }

    /// Whether an integer's type has 32 bits or fewer.
    fn is_narrow(&self, value: ValueId) -> bool {
        self.kernel.tile(value).element.scalar().is_some_and(|scalar| scalar.bits() <= 32)
    }

    /// Whether a number, read as a natural one, is known to be below 2³².
    fn has_32_bits(&self, value: ValueId) -> bool {
        let is_extended =
            |op: &Operation| op.op == Op::Exti && op.attributes.signedness == Some(Signedness::Unsigned);
        self.is_narrow(value)
            || self.has_31_bits(value)
            || self.definition(value).is_some_and(|op| {
                (op.op == Op::Assume || is_extended(op)) && self.has_32_bits(op.operands[0])
            })
    }

    /// Whether a number is known to be below 2³¹ and not negative, however it is read.
    fn has_31_bits(&self, value: ValueId) -> bool {
        let Some(op) = self.definition(value) else { return false };
        let of = |at: usize| self.has_31_bits(op.operands[at]);
        let is_signed = op.attributes.signedness == Some(Signedness::Signed);
        let is_natural = |lower: &Option<i64>| lower.is_some_and(|lower| lower >= 0);
        if let Some(Constant::Splat(literal)) = &op.attributes.constant {
            literal.0 < EXTENT_LIMIT
        } else if let Some(Assumption::Bounded { lower, .. }) = &op.attributes.assumption {
            self.is_narrow(value) && is_natural(lower) || of(0)
        } else if op.op == Op::Maxi && is_signed {
            // Of the greater one is enough, of the less both are needed.
            self.is_narrow(value) && (of(0) || of(1))
        } else if op.op == Op::Mini && is_signed {
            of(0) && of(1)
        } else {
            [Op::Exti, Op::Reshape, Op::Assume].contains(&op.op) && of(0)
        }
    }
}

/// Makes the maps of a view in memory of the block, if the code is the producer's and it makes any.
pub(crate) fn make(code: &mut Builder<'_>, view: ValueId) {
    let Role::Producer { rings, made, .. } = code.role() else { return };
    let own: Vec<usize> = (0..made.maps.len()).filter(|at| made.maps[*at].view == view).collect();
    if own.is_empty() {
        return;
    }
    // Copies on their way may still read the map that was here before.
    let mut users: Vec<_> = rings.values().filter(|(ring, _)| ring.reads_any(&own)).collect();
    users.sort_by_key(|(ring, _)| ring.barriers);
    for (ring, position) in users {
        ring.wait_for_copies(code, *position);
    }
    let addresses: Vec<Reg> = own.iter().map(|at| address(code, *at)).collect();
    for (at, map) in own.iter().zip(&addresses) {
        write(code, &made.maps[*at], *map);
    }
    code.push(Inst::MapEdit(MapEdit::Release));
    for map in addresses {
        code.push(Inst::MapEdit(MapEdit::Acquire { map }));
    }
}

/// The generic address of the map at a position among those that the code makes.
pub(crate) fn address(code: &mut Builder<'_>, at: usize) -> Reg {
    let Role::Producer { made, .. } = code.role() else { unreachable!("only the producer makes maps") };
    let Some(base) = made.base else { unreachable!("there is memory for maps") };
    let further = Operand::Int(MAP_BYTES * i64_from_usize(at));
    code.op(Opcode::Add, Ty::U64, Class::B64, &[base.into(), further])
}

/// Writes every field of a map.
fn write(code: &mut Builder<'_>, made: &MadeMap, map: Reg) {
    for offset in (0..MAP_BYTES).step_by(CLEARED) {
        let from = vec![Operand::Int(0); 2];
        let to = Address::at(map, offset);
        code.push(Inst::Store { space: Space::Generic, order: Order::Weak, ty: Ty::B64, to, from });
    }
    let replace = |code: &mut Builder<'_>, field, value| {
        code.push(Inst::MapEdit(MapEdit::Replace { map, field, value }));
    };
    let base = code.scalar(made.base);
    let base = match code.pointer_space() {
        Space::Global => {
            let address = code.reg(Class::B64);
            code.push(Inst::Cvta { space: Space::Global, to_generic: true, to: address, from: base });
            address
        }
        Space::Generic | Space::Shared | Space::Param | Space::Const | Space::Local => base,
    };
    replace(code, MapField::Address, base.into());
    let rank = made.extents.len();
    replace(code, MapField::Rank, Operand::Int(i64_from_usize(rank - 1)));
    for (axis, extent) in made.extents.iter().enumerate() {
        let extent = number(code, *extent);
        let extent = match extent {
            Operand::Reg(reg) => code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, reg).into(),
            Operand::Int(_) | Operand::F32(_) | Operand::F64(_) => extent,
        };
        replace(code, MapField::Extent(axis), extent);
        replace(code, MapField::BoxExtent(axis), Operand::Int(made.box_extents[axis].into()));
        replace(code, MapField::ElementStride(axis), Operand::Int(1));
    }
    for (axis, stride) in made.strides.iter().enumerate() {
        let bytes = match number(code, *stride) {
            Operand::Reg(reg) => {
                let size = Operand::Int(made.element_bytes.cast_signed());
                code.op(Opcode::MulLo, Ty::S64, Class::B64, &[reg.into(), size]).into()
            }
            Operand::Int(known) => Operand::Int(known * made.element_bytes.cast_signed()),
            other @ (Operand::F32(_) | Operand::F64(_)) => other,
        };
        replace(code, MapField::Stride(axis), bytes);
    }
    let element = if made.rounds { TF32 } else { ELEMENT_TYPES[log2_of(made.element_bytes)] };
    replace(code, MapField::ElementType, Operand::Int(element));
    replace(code, MapField::Interleave, Operand::Int(NOT_INTERLEAVED));
    // Lines of 32, 64, 128 bytes: 1, 2, 3.
    let swizzle = i64::from(made.line_bytes.trailing_zeros()) - 4;
    replace(code, MapField::Swizzle, Operand::Int(swizzle));
    replace(code, MapField::Fill, Operand::Int(ZEROS));
}

/// A map's number, in 64 bits if unknown.
fn number(code: &mut Builder<'_>, number: Number) -> Operand {
    match number {
        Number::Known(known) => Operand::Int(known),
        Number::Value(value) => code.natural(value).into(),
    }
}

impl Ring {
    /// Whether any load of the ring uses one of the given maps made by the code.
    fn reads_any(&self, made: &[usize]) -> bool {
        self.maps.iter().any(|map| match map {
            MapPlace::Parameter(_) => false,
            MapPlace::Scratch(at) => made.contains(at),
        })
    }
}
