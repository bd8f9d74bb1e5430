//! The timed problems: kernels of `corpus/kernels/perf`, with arrays larger than any cache and expected results.

use half::{bf16, f16};
use spec::syntax::count::usize_from_u64;
use spec::syntax::format;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Scalar;

use super::expected::Expected;
use driver::convert::{count, index, nearest_f32, nearest_f64};
use driver::statistics::Random;

/// How large problems are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// About a gibibyte is moved, which is more than an L2 cache holds.
    Full,
    /// A few blocks: to see that all works, not how fast.
    Small,
}

/// A kernel with arguments.
#[derive(Debug, Clone)]
pub(super) struct Problem {
    /// The kernel's name.
    pub(super) kernel: &'static str,
    /// The label of the problem.
    pub(super) label: String,
    /// Blocks along x, y and z.
    pub(super) grid: [u32; 3],
    /// The arguments, in order.
    pub(super) arguments: Vec<Given>,
    /// Bytes that must be read and written.
    pub(super) bytes: u64,
    /// Multiplications and additions, if they take longer than the transfers.
    pub(super) operations: Option<u64>,
    /// The expected result.
    pub(super) expected: Expected,
}

/// An argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// A number.
    Number(u32),
    /// An input array.
    Input(Scalar, u64, Fill),
    /// The output array.
    Output(Scalar, u64),
    /// The accumulated array, initially zeros.
    Sum(Scalar, u64),
}

/// The contents of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    /// Random floats between −4 and 4, multiples of 2⁻²⁰ (of `bf16`: what is nearest).
    Floats,
    /// Random nonnegative integers below a bound.
    Below(u64),
    /// Random bytes.
    Bytes,
    /// The starts of groups of rows, and the last end, for a number of rows: each group is larger than the one before by about the
    /// size of the first.
    Starts(u64),
    /// Random integers from −2 to 2 for eight-bit floats. No adder of a tensor core rounds a sum of their products below 2¹³
    /// (`spec/ops/tolerance/accuracy.rs`). A bound for other values would exceed the results themselves.
    Whole,
}

/// The arrays that are read, on the host, by argument.
pub(super) struct Inputs(pub(super) Vec<Array>);

/// An array on the host.
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub(super) element: Scalar,
    pub(super) bytes: Vec<u8>,
}

impl Problem {
    /// The launch, as a contract sees it: of arrays of floats, of whose contents no contract speaks, only the size.
    pub(super) fn to_launch(&self, inputs: &Inputs) -> Launch {
        let mut launch = Launch { grid: self.grid, arguments: Vec::new(), buffers: Vec::new(), blocks: None };
        for (given, contents) in self.arguments.iter().zip(&inputs.0) {
            let (element, len, uninit) = match given {
                Given::Number(number) => {
                    launch.arguments.push(Argument::Scalar((*number).into()));
                    continue;
                }
                Given::Input(element, len, _) => (*element, *len, false),
                Given::Output(element, len) => (*element, *len, true),
                Given::Sum(element, len) => (*element, *len, false),
            };
            let contents = if element.is_integer() { contents.bytes.clone() } else { Vec::new() };
            let chunk = Some((0, contents)).filter(|(_, bytes)| !bytes.is_empty());
            launch.arguments.push(Argument::Pointer { buffer: launch.buffers.len(), offset: 0 });
            let (bytes, contents) = (len * element.bytes(), chunk.into_iter().collect());
            launch.buffers.push(Buffer { bytes, alignment: ALIGNMENT, uninit, contents });
        }
        launch
    }

    /// The element type and the length of what is written.
    pub(super) fn output(&self) -> (Scalar, u64) {
        let output = |given: &Given| match given {
            Given::Output(element, len) | Given::Sum(element, len) => Some((*element, *len)),
            Given::Number(_) | Given::Input(..) => None,
        };
        self.arguments.iter().find_map(output).unwrap_or((Scalar::I8, 0))
    }
}

/// The alignment of addresses from the driver's allocator.
const ALIGNMENT: u64 = 256;

impl Inputs {
    /// Fills all arrays; arrays without reads stay empty.
    pub(super) fn new(problem: &Problem) -> Self {
        let fill = |(position, given): (usize, &Given)| match given {
            Given::Number(_) => Array { element: Scalar::I32, bytes: Vec::new() },
            Given::Output(element, _) | Given::Sum(element, _) => {
                Array { element: *element, bytes: Vec::new() }
            }
            Given::Input(element, len, fill) => {
                Array { element: *element, bytes: fill.bytes(*element, *len, count(position) + 1) }
            }
        };
        Inputs(problem.arguments.iter().enumerate().map(fill).collect())
    }

    /// An element of an argument.
    pub(super) fn number(&self, argument: usize, index: u64) -> f64 {
        self.0[argument].number(index)
    }
}

impl Array {
    /// An element, as a number.
    pub(super) fn number(&self, index: u64) -> f64 {
        match self.element {
            Scalar::F32 => f32::from_le_bytes(self.word(index)).into(),
            Scalar::F16 => f16::from_le_bytes(self.word(index)).into(),
            Scalar::Bf16 => bf16::from_le_bytes(self.word(index)).into(),
            Scalar::I8 => i8::from_le_bytes(self.word(index)).into(),
            Scalar::I32 => i32::from_le_bytes(self.word(index)).into(),
            Scalar::Tf32 => self.float(u32::from_le_bytes(self.word(index)).into()),
            Scalar::F8E4m3fn | Scalar::F8E5m2 => self.float(u8::from_le_bytes(self.word(index)).into()),
            Scalar::I1 | Scalar::I4 | Scalar::I16 | Scalar::I64 => f64::NAN,
            Scalar::F64 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => f64::NAN,
        }
    }

    fn float(&self, bits: u64) -> f64 {
        format::value(bits, self.element).unwrap_or(f64::NAN)
    }

    /// How often each number below a bound is in an array of bytes or of integers.
    pub(super) fn counts(&self, bins: u64) -> Vec<f64> {
        let mut counts = vec![0u32; index(bins)];
        for at in 0..self.bytes.len() / index(self.element.bytes()) {
            let number = match self.element.bytes() {
                1 => u32::from(self.bytes[at]),
                _ => u32::from_le_bytes(self.word(count(at))),
            };
            counts[index(u64::from(number))] += 1;
        }
        counts.into_iter().map(f64::from).collect()
    }

    /// The bytes of an element.
    pub(super) fn word<const N: usize>(&self, index: u64) -> [u8; N] {
        let start = usize_from_u64(index) * N;
        self.bytes[start..start + N].try_into().expect("N bytes")
    }
}

impl Fill {
    fn bytes(self, element: Scalar, len: u64, seed: u64) -> Vec<u8> {
        let mut random = Random::new(seed);
        let mut bytes = Vec::with_capacity(usize_from_u64(len * element.bytes()));
        for at in 0..len {
            match self {
                Fill::Starts(rows) => {
                    let groups = len - 1;
                    let start = rows * at * (at + 1) / (groups * (groups + 1));
                    bytes.extend_from_slice(
                        &u32::try_from(start).expect("rows are counted in 32 bits").to_le_bytes(),
                    );
                }
                Fill::Bytes => bytes.push(random.bits().to_le_bytes()[3]),
                Fill::Below(bound) => {
                    let number = u32::try_from(random.below(bound)).expect("bounds of integers have 32 bits");
                    bytes.extend_from_slice(&number.to_le_bytes());
                }
                Fill::Floats => {
                    let steps = nearest_f32(nearest_f64((random.bits() >> 41).into()));
                    let value = steps / 1_048_576.0 - 4.0;
                    if element == Scalar::Bf16 {
                        bytes.extend_from_slice(&bf16::from_f32(value).to_le_bytes());
                    } else if element == Scalar::F16 {
                        bytes.extend_from_slice(&f16::from_f32(value).to_le_bytes());
                    } else if element == Scalar::Tf32 {
                        // The last bits of `f32` are outside of the format.
                        bytes.extend_from_slice(&(value.to_bits() & !0x1fff).to_le_bytes());
                    } else {
                        bytes.extend_from_slice(&value.to_le_bytes());
                    }
                }
                Fill::Whole => {
                    let number = nearest_f64(random.below(5).into()) - 2.0;
                    let bits = format::nearest(number, element).unwrap_or(0);
                    bytes.extend(u8::try_from(bits));
                }
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_random_and_the_same_each_time() {
        let bytes = Fill::Floats.bytes(Scalar::F32, 1000, 1);
        assert_eq!(bytes, Fill::Floats.bytes(Scalar::F32, 1000, 1));
        let values: Vec<_> =
            bytes.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().expect("four"))).collect();
        assert!(values.iter().all(|value| (-4.0..4.0).contains(value)));
        assert!(values.iter().any(|value| *value < -3.5) && values.iter().any(|value| *value > 3.5));
        let below = Fill::Below(3).bytes(Scalar::I32, 100, 2);
        assert!(below.chunks_exact(4).all(|word| word[0] < 3 && word[1..] == [0, 0, 0]));
    }
}
