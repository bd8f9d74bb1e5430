//! Tensor maps: a tensor's description for the Tensor Memory Accelerator. The launcher encodes maps (CUDA driver API,
//! `cuTensorMapEncodeTiled`) and passes them as parameters behind the kernel's.
//!
//! A map is of a tensor whose address is a parameter and whose extents and strides follow from the parameters. The accelerator's
//! conditions are tested for each launch ([`TensorMap::at_launch`]); if a condition fails, the launch runs code without maps.

use spec::fold::AtLaunch;
use spec::syntax::kernel::ValueId;

/// The alignment of a tensor's address and strides, in bytes.
pub const MAP_ALIGNMENT: u64 = 16;

/// Strides are below so many bytes.
pub const STRIDE_LIMIT: u64 = 1 << 40;

/// Places of elements are told by signed numbers of 32 bits.
pub const EXTENT_LIMIT: u64 = 1 << 31;

/// An extent or a stride, in elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// A known number.
    Known(i64),
    /// A value of the kernel, read as a natural number.
    Value(ValueId),
}

/// What a map is to be made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TensorMap {
    /// The position of the parameter that is the address of the first element.
    pub pointer: usize,
    /// Bytes of an element.
    pub element_bytes: u64,
    /// Extents in elements, that along neighbours in memory first.
    pub extents: Vec<Number>,
    /// Strides in elements, of the second extent and those behind.
    pub strides: Vec<Number>,
    /// Extents of a box, the part of the tensor copied by one instruction.
    pub box_extents: Vec<u32>,
    /// Bytes of a box along neighbours: 32, 64 or 128. Lines are swizzled as the mode of that many bytes says.
    pub line_bytes: u32,
    /// Whether copies round elements of binary32 to the nearest `tf32`, ties to even (`CU_TENSOR_MAP_DATA_TYPE_TFLOAT32`).
    pub rounds: bool,
    /// Whether boxes are copied to the tensor, and not from it.
    pub stored: bool,
}

/// Launch conditions for maps made by the code: coordinates have 31 bits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MapConditions {
    /// Numbers of the launch that are extents: each is below 2³¹.
    pub short_extents: Vec<ValueId>,
    /// Parameters, by position, with an upper limit of their array's bytes.
    pub small_arrays: Vec<(usize, u64)>,
}

impl MapConditions {
    /// Whether a launch with the given array sizes keeps these conditions.
    pub fn hold(&self, launch: &AtLaunch, bytes: impl Fn(usize) -> Option<u64>) -> bool {
        // A view made of masked pointers may be empty.
        let is_short = |value: &ValueId| {
            launch.natural(*value).is_some_and(|extent| (1..EXTENT_LIMIT).contains(&extent))
        };
        let is_small = |(at, limit): &(usize, u64)| bytes(*at).is_some_and(|bytes| bytes < *limit);
        self.short_extents.iter().all(is_short) && self.small_arrays.iter().all(is_small)
    }
}

/// The numbers of a map in one launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapAtLaunch {
    /// Extents in elements.
    pub extents: Vec<u64>,
    /// Strides in bytes, of the second extent and those behind.
    pub strides: Vec<u64>,
}

impl TensorMap {
    /// The numbers in a launch with the tensor at an address; `None` where one is not known or is not what the accelerator takes.
    pub fn at_launch(&self, launch: &AtLaunch, address: u64) -> Option<MapAtLaunch> {
        self.under(&Condition::ALL, launch, address)
    }

    /// The map's numbers in a launch, if the launch keeps these conditions.
    fn under(&self, conditions: &[Condition], launch: &AtLaunch, address: u64) -> Option<MapAtLaunch> {
        let number = |number: &Number| match number {
            Number::Known(known) => u64::try_from(*known).ok(),
            Number::Value(value) => launch.natural(*value),
        };
        let extents: Vec<u64> = self.extents.iter().map(number).collect::<Option<_>>()?;
        let strides: Vec<u64> = self.strides.iter().map(number).collect::<Option<_>>()?;
        let strides: Vec<u64> =
            strides.iter().map(|stride| stride.checked_mul(self.element_bytes)).collect::<Option<_>>()?;
        // Along an axis of one element no stride is ever added.
        let strides = extents.iter().skip(1).zip(strides);
        let strides = strides.map(|(extent, stride)| if *extent == 1 { MAP_ALIGNMENT } else { stride });
        let strides: Vec<u64> = strides.collect();
        let made = MapAtLaunch { extents, strides };
        conditions.iter().all(|condition| condition.holds(self, &made, address)).then_some(made)
    }
}

impl MapAtLaunch {
    /// Whether no two elements share bytes: along each axis, the shortest stride first, the memory of one index ends before the next
    /// begins.
    fn is_apart(&self, element_bytes: u64) -> bool {
        let strides = std::iter::once(element_bytes).chain(self.strides.iter().copied());
        let axes = strides.zip(self.extents.iter().copied()).filter(|(_, extent)| *extent > 1);
        let mut axes: Vec<(u128, u128)> =
            axes.map(|(stride, extent)| (stride.into(), extent.into())).collect();
        axes.sort_unstable();
        let mut covered = u128::from(element_bytes);
        axes.into_iter().all(|(stride, extent)| {
            let is_far = stride >= covered;
            covered += stride * (extent - 1);
            is_far
        })
    }
}

/// Conditions on a tensor: of the accelerator (CUDA driver API, `cuTensorMapEncodeTiled`), and of code that stores to the tensor.
/// The construction of boxes already guarantees their conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    /// It begins at a multiple of [`MAP_ALIGNMENT`].
    Address,
    /// The tensor has elements.
    SomeElements,
    /// The extents have 31 bits.
    Extents,
    /// The strides are multiples of [`MAP_ALIGNMENT`].
    Strides,
    /// The strides are below [`STRIDE_LIMIT`].
    ShortStrides,
    /// For stores, no two elements share a byte: the order of two boxes is undefined.
    Apart,
}

impl Condition {
    const ALL: [Condition; 6] = [
        Condition::Address,
        Condition::SomeElements,
        Condition::Extents,
        Condition::Strides,
        Condition::ShortStrides,
        Condition::Apart,
    ];

    fn holds(self, tensor: &TensorMap, map: &MapAtLaunch, address: u64) -> bool {
        match self {
            Condition::Address => address.is_multiple_of(MAP_ALIGNMENT),
            Condition::SomeElements => map.extents.iter().all(|extent| *extent > 0),
            Condition::Extents => map.extents.iter().all(|extent| *extent < EXTENT_LIMIT),
            Condition::Strides => map.strides.iter().all(|stride| stride.is_multiple_of(MAP_ALIGNMENT)),
            Condition::ShortStrides => map.strides.iter().all(|stride| *stride < STRIDE_LIMIT),
            Condition::Apart => !tensor.stored || map.is_apart(tensor.element_bytes),
        }
    }
}

#[cfg(test)]
#[path = "tests/units/tensor_map.rs"]
mod tests;
