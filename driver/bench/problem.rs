//! What is timed: kernels of `corpus/kernels/perf`, each with arrays that no cache holds and what must come out.

use half::{bf16, f16};
use spec::ops::accuracy::ulp;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Scalar;

use super::statistics::Random;
use crate::convert::{count, nearest_f32, nearest_f64};

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
    /// What is particular to this problem.
    pub(super) label: String,
    /// Blocks along x, y and z.
    pub(super) grid: [u32; 3],
    /// The arguments, in order.
    pub(super) arguments: Vec<Given>,
    /// Bytes that must be read and written.
    pub(super) bytes: u64,
    /// Multiplications and additions, where they take longer than that.
    pub(super) operations: Option<u64>,
    /// What must come out.
    pub(super) expected: Expected,
}

/// An argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// A number.
    Number(u32),
    /// An array that is read.
    Input(Scalar, u64, Fill),
    /// The array that is written.
    Output(Scalar, u64),
}

/// What an array holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fill {
    /// Random floats between −4 and 4, multiples of 2⁻²⁰ (of `bf16`: what is nearest).
    Floats,
    /// Random integers, not negative and below this.
    Below(u64),
    /// Random bytes.
    Bytes,
}

/// What must come out at an index, and how far from it a result may be.
///
/// The bounds follow from the number of roundings, each off by at most u = 2⁻²⁴ of its result, a function by at most its
/// units in the last place (`spec/ops/tolerance/accuracy.rs`); a sum of n terms by n·u·Σ|terms| in any order, in tensor cores by twice
/// that. No epsilon is guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// a + b.
    Sum,
    /// gelu(x) = x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))).
    Gelu,
    /// exp(x) by its sum over the row of 1024.
    Softmax,
    /// x by the root of the mean of the row's squares, times a weight; columns.
    Norm(u64),
    /// The transposed matrix; rows and columns of the input.
    Transposed(u64, u64),
    /// The sum of a row; columns.
    RowSum(u64),
    /// table[index].
    Gathered,
    /// The product of two square matrices; rows.
    Product(u64),
    /// The same of `f16`, zero where it is negative.
    ReluProduct(u64),
    /// The same of each of a batch of pairs of `f16`.
    BatchedProduct(u64),
    /// a·bᵀ of two square matrices of bytes; rows.
    ByteProduct(u64),
    /// The mean of the values that a query sees, weighted by 2 to its scores; queries of a head.
    Attention(u64),
}

/// The arrays that are read, on the host, by argument.
pub(super) struct Inputs(pub(super) Vec<Vec<u8>>);

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
            };
            let contents = if element.is_integer() { contents.clone() } else { Vec::new() };
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
            Given::Output(element, len) => Some((*element, *len)),
            Given::Number(_) | Given::Input(..) => None,
        };
        self.arguments.iter().find_map(output).unwrap_or((Scalar::I8, 0))
    }
}

/// What an address is a multiple of that the driver's allocator gives.
const ALIGNMENT: u64 = 256;

/// Half a unit in the last place of `f32`, relative.
const U: f64 = 1.0 / 16_777_216.0;

impl Inputs {
    /// Fills all arrays; those that are not read are empty.
    pub(super) fn new(problem: &Problem) -> Self {
        let fill = |(position, given): (usize, &Given)| match given {
            Given::Number(_) | Given::Output(..) => Vec::new(),
            Given::Input(element, len, fill) => fill.bytes(*element, *len, count(position) + 1),
        };
        Inputs(problem.arguments.iter().enumerate().map(fill).collect())
    }

    fn word<const N: usize>(&self, argument: usize, index: u64) -> [u8; N] {
        let start = usize::try_from(index).unwrap_or(usize::MAX).saturating_mul(N);
        self.0[argument][start..start + N].try_into().unwrap_or([0; N])
    }

    fn f32(&self, argument: usize, index: u64) -> f64 {
        f32::from_le_bytes(self.word(argument, index)).into()
    }

    fn bf16(&self, argument: usize, index: u64) -> f64 {
        bf16::from_le_bytes(self.word(argument, index)).into()
    }

    fn i8(&self, argument: usize, index: u64) -> f64 {
        i8::from_le_bytes(self.word(argument, index)).into()
    }

    fn f16(&self, argument: usize, index: u64) -> f64 {
        f16::from_le_bytes(self.word(argument, index)).into()
    }
}

impl Fill {
    fn bytes(self, element: Scalar, len: u64, seed: u64) -> Vec<u8> {
        let mut random = Random::new(seed);
        let mut bytes = Vec::with_capacity(usize::try_from(len * element.bytes()).unwrap_or(0));
        for _ in 0..len {
            match self {
                Fill::Bytes => bytes.push(random.bits().to_le_bytes()[3]),
                Fill::Below(bound) => {
                    let number = u32::try_from(random.below(bound)).unwrap_or(0);
                    bytes.extend_from_slice(&number.to_le_bytes());
                }
                Fill::Floats => {
                    let steps = nearest_f32(nearest_f64((random.bits() >> 41).into()));
                    let value = steps / 1_048_576.0 - 4.0;
                    if element == Scalar::Bf16 {
                        bytes.extend_from_slice(&bf16::from_f32(value).to_le_bytes());
                    } else if element == Scalar::F16 {
                        bytes.extend_from_slice(&f16::from_f32(value).to_le_bytes());
                    } else {
                        bytes.extend_from_slice(&value.to_le_bytes());
                    }
                }
            }
        }
        bytes
    }
}

impl Expected {
    /// Whether all results must be the same to the bit.
    pub(super) fn is_exact(self) -> bool {
        match self {
            Expected::Sum | Expected::Transposed(..) | Expected::Gathered | Expected::ByteProduct(_) => true,
            Expected::Gelu | Expected::Softmax | Expected::Norm(_) => false,
            Expected::RowSum(_) | Expected::Product(_) => false,
            Expected::ReluProduct(_) | Expected::BatchedProduct(_) | Expected::Attention(_) => false,
        }
    }

    /// What must stand at an index of the output, and how far from it the result may be.
    pub(super) fn at(self, inputs: &Inputs, index: u64) -> (f64, f64) {
        match self {
            Expected::Sum => (f64::from(nearest_f32(inputs.f32(0, index) + inputs.f32(1, index))), 0.0),
            Expected::Gelu => {
                let v = inputs.bf16(0, index);
                let inner = 0.797_884_560_8 * (v + 0.044_715 * v * v * v);
                let exact = 0.5 * v * (1.0 + inner.tanh());
                // The argument of tanh is off by at most 7·u of itself, which is worth 4·u where tanh is steep; tanh by two
                // units in the last place, the sum by one; then it is rounded to bf16.
                (exact, ulp(Scalar::Bf16, exact) + 8.0 * U * v.abs())
            }
            Expected::Softmax => {
                let row = index / 1024 * 1024;
                let powers = (row..row + 1024).map(|at| inputs.f32(0, at).exp());
                let exact = inputs.f32(0, index).exp() / powers.sum::<f64>();
                // A difference is off by at most 8·u, exp by two units in the last place, above and below the line.
                (exact, exact * (1024.0 + 32.0) * U)
            }
            Expected::Norm(columns) => {
                let row = index / columns * columns;
                let squares: f64 = (row..row + columns).map(|at| inputs.f32(0, at).powi(2)).sum();
                let root = (squares / nearest_f64(columns.into()) + f64::from(1e-6f32)).sqrt();
                let exact = inputs.f32(0, index) / root * inputs.f32(1, index - row);
                (exact, exact.abs() * (nearest_f64(columns.into()) + 16.0) * U)
            }
            Expected::Transposed(rows, columns) => {
                (inputs.f32(0, index % rows * columns + index / rows), 0.0)
            }
            Expected::RowSum(columns) => {
                let terms = || (index * columns..(index + 1) * columns).map(|at| inputs.f32(0, at));
                let magnitudes: f64 = terms().map(f64::abs).sum();
                (terms().sum(), nearest_f64(columns.into()) * U * magnitudes)
            }
            Expected::Gathered => {
                let at = u32::from_le_bytes(inputs.word(1, index));
                (inputs.f32(0, at.into()), 0.0)
            }
            Expected::Product(size) => sum_of_products(index, size, |argument, at| inputs.bf16(argument, at)),
            Expected::ReluProduct(size) => {
                let (sum, room) = sum_of_products(index, size, |argument, at| inputs.f16(argument, at));
                // It is rounded to f16 in the end.
                (sum.max(0.0), room + ulp(Scalar::F16, sum))
            }
            Expected::BatchedProduct(size) => {
                let first = index / (size * size) * size * size;
                let element = |argument, at| inputs.f16(argument, first + at);
                let (sum, room) = sum_of_products(index - first, size, element);
                (sum, room + ulp(Scalar::F16, sum))
            }
            Expected::ByteProduct(size) => {
                let element = |argument, at| match argument {
                    0 => inputs.i8(0, at),
                    _ => inputs.i8(1, at % size * size + at / size),
                };
                (sum_of_products(index, size, element).0, 0.0)
            }
            Expected::Attention(length) => attention(inputs, index, length),
        }
    }
}

/// The extent of a head, and what its scores are multiplied with: log2(e) by the root of that.
pub(super) const ATTENTION_HEAD: u64 = 128;
pub(super) const ATTENTION_SCALE: f32 = 0.127_517_43;

/// An element of causal attention, and how far from it a result may be.
fn attention(inputs: &Inputs, index: u64, length: u64) -> (f64, f64) {
    let (row, column) = (index / ATTENTION_HEAD, index % ATTENTION_HEAD);
    let first = row / length * length;
    let terms = |key: u64| {
        (0..ATTENTION_HEAD).map(move |at| {
            inputs.bf16(0, row * ATTENTION_HEAD + at) * inputs.bf16(1, key * ATTENTION_HEAD + at)
        })
    };
    let scale = f64::from(ATTENTION_SCALE);
    let scores: Vec<f64> = (first..=row).map(|key| scale * terms(key).sum::<f64>()).collect();
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let (mut total, mut sum, mut magnitude) = (0.0, 0.0, 0.0);
    for (key, score) in (first..=row).zip(&scores) {
        let (weight, value) = ((score - most).exp2(), inputs.bf16(2, key * ATTENTION_HEAD + column));
        (total, sum, magnitude) = (total + weight, sum + weight * value, magnitude + weight * value.abs());
    }
    // A score is off by 2·128·u of its terms, which are below 16 each, and by two roundings; a power of two by as much and a unit. Weights are
    // rounded to bf16, the result too; sums of weights and of values are off by the roundings of `f32`.
    let of_scores = 2.0 * 128.0 * U * 128.0 * 16.0 * scale + 4.0 * U * most.abs();
    let relative = 2.0 * of_scores + 1.0 / 256.0 + 2.0 * nearest_f64(length.into()) * U;
    let exact = sum / total;
    (exact, relative * magnitude / total + ulp(Scalar::Bf16, exact))
}

/// An element of the product of two square matrices of so many rows, and how far from it a sum in `f32` may be.
fn sum_of_products(index: u64, size: u64, element: impl Fn(usize, u64) -> f64) -> (f64, f64) {
    let (row, column) = (index / size, index % size);
    let terms = || (0..size).map(|k| element(0, row * size + k) * element(1, k * size + column));
    let magnitudes: f64 = terms().map(f64::abs).sum();
    (terms().sum(), 2.0 * nearest_f64(size.into()) * U * magnitudes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(arrays: &[&[f32]]) -> Inputs {
        let bytes = |array: &&[f32]| array.iter().flat_map(|value| value.to_le_bytes()).collect();
        Inputs(arrays.iter().map(bytes).collect())
    }

    #[test]
    fn formulas_are_those_of_the_kernels() {
        let two = inputs(&[&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[10.0, 20.0, 30.0, 40.0, 50.0, 60.0]]);
        assert_eq!(Expected::Sum.at(&two, 2), (33.0, 0.0));
        // [[1, 2, 3], [4, 5, 6]] stands as [[1, 4], [2, 5], [3, 6]].
        assert_eq!(Expected::Transposed(2, 3).at(&two, 1), (4.0, 0.0));
        assert_eq!(Expected::Transposed(2, 3).at(&two, 4), (3.0, 0.0));
        assert_eq!(Expected::RowSum(3).at(&two, 1).0, 15.0);
        let (norm, room) = Expected::Norm(2).at(&inputs(&[&[3.0, 4.0], &[1.0, 2.0]]), 1);
        assert!((norm - 2.262_741_6).abs() < 1e-6 && room < 1e-5, "{norm} {room}");
        let flat = inputs(&[&[0.5; 1024]]);
        assert!((Expected::Softmax.at(&flat, 7).0 - 0.000_976_562_5).abs() < 1e-12);
        let words = |array: &[f32]| array.iter().flat_map(|v| bf16::from_f32(*v).to_le_bytes()).collect();
        let matrices = Inputs(vec![words(&[1.0, 2.0, 3.0, 4.0]), words(&[5.0, 6.0, 7.0, 8.0])]);
        assert_eq!(Expected::Product(2).at(&matrices, 1).0, 22.0);
        let halves = |array: &[f32]| array.iter().flat_map(|v| f16::from_f32(*v).to_le_bytes()).collect();
        let matrices = Inputs(vec![halves(&[1.0, 2.0, 3.0, 4.0]), halves(&[5.0, -6.0, 7.0, -8.0])]);
        let batch =
            Inputs(matrices.0.iter().map(|array: &Vec<u8>| [vec![0; 8], array.clone()].concat()).collect());
        assert_eq!([0, 4, 5].map(|at| Expected::BatchedProduct(2).at(&batch, at).0), [0.0, 19.0, -22.0]);
        // [[1, 2], [3, −4]]·[[5, 7], [6, 8]]
        let bytes = Inputs(vec![vec![1, 2, 3, 252], vec![5, 6, 7, 8]]);
        assert_eq!([1, 2].map(|at| Expected::ByteProduct(2).at(&bytes, at)), [(23.0, 0.0), (-9.0, 0.0)]);
        assert_eq!([0, 1].map(|at| Expected::ReluProduct(2).at(&matrices, at).0), [19.0, 0.0]);
        let (gelu, _) = Expected::Gelu.at(&Inputs(vec![words(&[1.0])]), 0);
        assert!((gelu - 0.841_192).abs() < 1e-6, "{gelu}");
        let mut gathered = inputs(&[&[1.0, 2.0, 3.0]]);
        gathered.0.push(vec![2, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(Expected::Gathered.at(&gathered, 0), (3.0, 0.0));
    }

    /// The interpreter runs the kernel on two tiles of queries.
    #[test]
    fn attention_is_that_of_the_kernel() {
        let text = include_str!("../../corpus/kernels/perf/attention.tile");
        let module = spec::parse::module(text).expect("a module");
        let kernel = spec::valid::Valid::new(module.kernels[0].clone()).expect("a kernel");
        let problem = super::super::suite::attention(1, 130);
        let inputs = Inputs::new(&problem);
        let mut launch = problem.to_launch(&inputs);
        for (buffer, bytes) in launch.buffers.iter_mut().zip(&inputs.0) {
            buffer.contents = if bytes.is_empty() { [].into() } else { [(0, bytes.clone())].into() };
        }
        let outcome = interp::run(&kernel, &launch, &interp::Options::default()).expect("it ends");
        let out = outcome.buffers[3].bytes(0..outcome.buffers[3].len());
        for index in (0..130 * ATTENTION_HEAD).step_by(97) {
            let at = usize::try_from(2 * index).expect("an index");
            let found = f64::from(bf16::from_le_bytes([out[at], out[at + 1]]));
            let (exact, room) = Expected::Attention(130).at(&inputs, index);
            assert!((found - exact).abs() <= room, "element {index} is {found}, not {exact} ± {room}");
        }
    }

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
