//! The arguments that a kernel was compiled for: a launch with others runs another kernel, or none, and no proof is about that.

use std::collections::BTreeMap;

use spec::contract::Bound;
use spec::origins::Origins;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::kernel::language::Language;
use spec::syntax::types::Scalar;

use crate::compile::Passed;

/// The types of a kernel's arguments, and the fixed ones.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Signature {
    /// The arrays.
    pub(super) arrays: Vec<ArrayType>,
    /// The numbers, with the extents and strides of arrays.
    pub(super) numbers: Vec<NumberType>,
    /// Constants that no configuration needs to name, as Python shows them.
    pub(super) fixed: BTreeMap<String, String>,
    /// Whether Python passes the arguments, whose types select the kernel.
    pub(super) is_python: bool,
    /// Whether Triton compiled the kernel.
    pub(super) is_triton: bool,
}

/// An array.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ArrayType {
    pub(super) name: String,
    /// The host libraries' names of the element type.
    pub(super) types: Vec<String>,
    /// Bits of an element.
    pub(super) bits: u32,
    /// The axes; `None` for a pointer.
    pub(super) axes: Option<Axes>,
    /// The alignment of the address: from its elements, or the kernel's assumption.
    pub(super) alignment: u64,
}

/// The extents and strides of an array, as far as they are fixed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axes {
    pub(super) shape: Vec<Option<i64>>,
    pub(super) strides: Vec<Option<i64>>,
}

/// A number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NumberType {
    pub(super) name: String,
    /// The least and the greatest of an integer; none of a float.
    pub(super) range: Option<(i128, i128)>,
    /// Whether it is a truth value.
    pub(super) is_truth: bool,
}

impl Signature {
    /// The signature of a kernel under its contract, which names the arguments; `None` if the contract does not fit.
    pub fn new(kernel: &Kernel, contract: Option<&Contract>, passed: Option<&Passed>) -> Option<Self> {
        let unnamed = Contract::default();
        let bound = Bound::new(contract.unwrap_or(&unnamed), kernel).ok()?;
        let origins = Origins::new(kernel);
        let is_triton = matches!(kernel.language, Language::Triton { .. });
        let mut signature = Signature { is_python: passed.is_some(), is_triton, ..Signature::default() };
        for position in 0..kernel.params.len() {
            let name = bound.argument_name(position).to_owned();
            if let Some(element) = bound.pointee(position) {
                let sized = passed.filter(|passed| !passed.are_pointers);
                let axes = sized.and_then(|passed| axes(&bound, passed, &name));
                let own = passed.and_then(|passed| passed.dtype(&name)).map(|dtype| vec![dtype.to_owned()]);
                let types =
                    own.unwrap_or_else(|| names(element).iter().map(|one| (*one).to_owned()).collect());
                let assumed = origins.alignment.get(&position).copied().unwrap_or(1);
                let alignment = element.bytes().max(assumed);
                signature.arrays.push(ArrayType { name, types, bits: bits(element), axes, alignment });
            } else if let Some(scalar) = kernel.tile(kernel.params[position]).element.scalar() {
                let range = bound.least_and_greatest(position);
                signature.numbers.push(NumberType { name, range, is_truth: scalar == Scalar::I1 });
            }
        }
        signature.fixed = passed.map(|passed| passed.constants.clone()).unwrap_or_default();
        Some(signature)
    }

    /// Whether the kernel has an argument or a constant of that name.
    pub fn has(&self, name: &str) -> bool {
        self.fixed.contains_key(name)
            || self.arrays.iter().any(|array| array.name == name)
            || self.numbers.iter().any(|number| number.name == name)
    }
}

/// The axes of an array that Python passes with its extents and strides.
fn axes(bound: &Bound<'_>, passed: &Passed, name: &str) -> Option<Axes> {
    let known = passed.arrays.iter().find(|array| array.name == name);
    let free = || {
        let rank =
            (0..).take_while(|axis| bound.position(&format!("{name}.shape[{axis}]")).is_some()).count();
        Axes { shape: vec![None; rank], strides: vec![None; rank] }
    };
    Some(known.map_or_else(free, |array| Axes { shape: array.shape.clone(), strides: array.strides.clone() }))
}

/// Bits of an element in memory.
const fn bits(scalar: Scalar) -> u32 {
    if matches!(scalar, Scalar::I1) { 8 } else { scalar.bits() }
}

/// The names of an element type in NumPy and torch. Integers have no sign in Tile IR.
const fn names(scalar: Scalar) -> &'static [&'static str] {
    match scalar {
        Scalar::I1 => &["bool", "bool_"],
        Scalar::I4 => &["int4", "uint4"],
        Scalar::I8 => &["int8", "uint8", "bool", "bool_"],
        Scalar::I16 => &["int16", "uint16"],
        Scalar::I32 => &["int32", "uint32"],
        Scalar::I64 => &["int64", "uint64"],
        Scalar::F16 => &["float16"],
        Scalar::Bf16 => &["bfloat16"],
        Scalar::F32 => &["float32"],
        Scalar::F64 => &["float64"],
        Scalar::Tf32 => &["tfloat32", "float32"],
        Scalar::F8E4m3fn => &["float8_e4m3fn"],
        Scalar::F8E5m2 => &["float8_e5m2"],
        Scalar::F8E8m0fnu => &["float8_e8m0fnu"],
        Scalar::F4E2m1fn => &["float4_e2m1fn"],
    }
}
