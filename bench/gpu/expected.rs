//! The expected result of a problem at an index, with its error bound.
//!
//! The bounds follow from the number of roundings, each off by at most u = 2⁻²⁴ of its result; a function is off by its units in the last
//! place (`spec/ops/tolerance/accuracy.rs`). A sum of n terms is off by n·u·Σ|terms| in any order, in tensor cores by twice that. No
//! tolerance is guessed.

use spec::ops::accuracy::ulp;
use spec::syntax::format;
use spec::syntax::types::Scalar;

use super::problem::Inputs;
use super::row_results::{self, U};
use driver::convert::{count, index as to_index, nearest_f32, nearest_f64};

/// The expected result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// a + b.
    Sum,
    /// gelu(x) of `bf16`.
    Gelu,
    /// exp(x) by its sum over the row; columns.
    Softmax(u64),
    /// The positive part of x plus a bias; columns.
    BiasRelu(u64),
    /// The logarithm of the sum of exp(x) over a row, less the number of the row's label; columns.
    CrossEntropy(u64),
    /// x by the root of the mean of the row's squares, times a weight; columns.
    Norm(u64),
    /// x less the row's mean, by the root of the row's variance, times a weight, plus a bias; columns, of `f16`.
    LayerNorm(u64),
    /// The transposed matrix; rows and columns of the input.
    Transposed(u64, u64),
    /// The sum of a row; columns.
    RowSum(u64),
    /// The sum of a column; rows and columns.
    ColumnSum(u64, u64),
    /// The sum of a row of weights, each times the number of a vector that stands over it; columns.
    RowProduct(u64),
    /// The sum of an element and its eight neighbours, each times a weight; rows and columns.
    Convolution(u64, u64),
    /// table[index].
    Gathered,
    /// How often a number occurs, of so many.
    Counted(u64),
    /// The product of two square matrices, or of the pairs of a batch.
    Product(Product),
    /// The product of each group of rows and a square matrix of its own; where groups begin says the fourth argument.
    Grouped(Product),
    /// The mean of the values that a query sees, weighted by 2 to its scores; queries of a head, and elements of a query.
    Attention { length: u64, head: u64 },
}

/// A product of square matrices, with its epilogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Product {
    /// Rows, and columns, of each matrix.
    pub(super) size: u64,
    /// Whether the right factor lies transposed.
    pub(super) is_transposed: bool,
    /// The type of the multiplied elements; wider elements are rounded to it.
    pub(super) factors: Scalar,
    /// The epilogue of the sums.
    pub(super) then: Epilogue,
    /// The type of the output.
    pub(super) result: Scalar,
}

/// The operation on a product's sums before they are rounded and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Epilogue {
    /// The sums themselves.
    Nothing,
    /// Zero for negative values.
    Relu,
    /// gelu of them and of a bias for each column, the third argument.
    BiasGelu,
}

impl Expected {
    /// Whether all results must be the same to the bit.
    pub(super) fn is_exact(self) -> bool {
        match self {
            Expected::Sum | Expected::Transposed(..) | Expected::Gathered | Expected::Counted(_) => true,
            Expected::BiasRelu(_) => true,
            Expected::Gelu | Expected::Softmax(_) | Expected::Norm(_) | Expected::LayerNorm(_) => false,
            Expected::CrossEntropy(_) => false,
            Expected::RowSum(_) | Expected::ColumnSum(..) | Expected::RowProduct(_) => false,
            Expected::Convolution(..) | Expected::Attention { .. } => false,
            Expected::Product(product) | Expected::Grouped(product) => product.result.is_integer(),
        }
    }

    /// The same as [`Expected::at`] for many indices: what is found by looking at all elements is found once.
    pub(super) fn at_any(self, inputs: &Inputs) -> impl Fn(u64) -> (f64, f64) + '_ {
        let counted = if let Expected::Counted(bins) = self { Some(inputs.0[0].counts(bins)) } else { None };
        move |index| match &counted {
            Some(counted) => (counted[to_index(index)], 0.0),
            None => self.at(inputs, index),
        }
    }

    /// What must stand at an index of the output, and how far from it the result may be.
    pub(super) fn at(self, inputs: &Inputs, index: u64) -> (f64, f64) {
        match self {
            Expected::Sum => (f64::from(nearest_f32(inputs.number(0, index) + inputs.number(1, index))), 0.0),
            Expected::Gelu => {
                let value = inputs.number(0, index);
                let exact = gelu(value);
                (exact, ulp(Scalar::Bf16, exact) + 8.0 * U * value.abs())
            }
            Expected::Softmax(columns) => row_results::softmax(|at| inputs.number(0, at), index, columns),
            Expected::BiasRelu(columns) => {
                let sum = inputs.number(0, index) + inputs.number(1, index % columns);
                (f64::from(nearest_f32(sum)).max(0.0), 0.0)
            }
            Expected::CrossEntropy(columns) => {
                let label = u32::from_le_bytes(inputs.0[1].word(index)).into();
                row_results::cross_entropy(|at| inputs.number(0, at), index, label, columns)
            }
            Expected::Norm(columns) => norm(inputs, index, columns),
            Expected::LayerNorm(columns) => layer_norm(inputs, index, columns),
            Expected::Transposed(rows, columns) => {
                (inputs.number(0, index % rows * columns + index / rows), 0.0)
            }
            Expected::RowSum(columns) => {
                sum((index * columns..(index + 1) * columns).map(|at| inputs.number(0, at)))
            }
            Expected::ColumnSum(rows, columns) => {
                sum((0..rows).map(|row| inputs.number(0, row * columns + index)))
            }
            Expected::RowProduct(columns) => {
                let first = index * columns;
                sum((0..columns).map(|at| inputs.number(0, first + at) * inputs.number(1, at)))
            }
            Expected::Convolution(rows, columns) => convolution(inputs, index, rows, columns),
            Expected::Gathered => {
                let at = u32::from_le_bytes(inputs.0[1].word(index));
                (inputs.number(0, at.into()), 0.0)
            }
            Expected::Counted(bins) => (inputs.0[0].counts(bins)[to_index(index)], 0.0),
            Expected::Product(product) => product.at(inputs, index),
            Expected::Grouped(product) => product.of_group(inputs, index),
            Expected::Attention { length, head } => attention(inputs, index, (length, head)),
        }
    }
}

impl Product {
    fn at(self, inputs: &Inputs, index: u64) -> (f64, f64) {
        let size = self.size;
        let matrix = size * size;
        let (first, index) = (index / matrix * matrix, index % matrix);
        let (row, column) = (index / size, index % size);
        self.of_row(inputs, [first + row * size, first], column)
    }

    /// An element of a row that belongs to a group.
    fn of_group(self, inputs: &Inputs, index: u64) -> (f64, f64) {
        let size = self.size;
        let (row, column) = (index / size, index % size);
        let starts = &inputs.0[3];
        let begun = (1..count(starts.bytes.len()) / 4)
            .filter(|group| starts.number(*group) <= nearest_f64(row.into()));
        self.of_row(inputs, [row * size, count(begun.count()) * size * size], column)
    }

    /// The product of a row and a column, by where the row and the right matrix begin.
    fn of_row(self, inputs: &Inputs, [row, matrix]: [u64; 2], column: u64) -> (f64, f64) {
        let size = self.size;
        let right = |k| if self.is_transposed { column * size + k } else { k * size + column };
        let term = |k| self.factor(inputs, 0, row + k) * self.factor(inputs, 1, matrix + right(k));
        let (total, room) = sum((0..size).map(term));
        // Integer sums are exact, and so are sums of small whole eight-bit floats.
        let room = if self.factors.bytes() == 1 { 0.0 } else { 2.0 * room };
        let rounded = |exact| if self.result.bytes() == 2 { ulp(self.result, exact) } else { 0.0 };
        match self.then {
            Epilogue::Nothing => (total, room + rounded(total)),
            Epilogue::Relu => (total.max(0.0), room + rounded(total)),
            Epilogue::BiasGelu => {
                let value = total + inputs.number(2, column);
                let exact = gelu(value);
                // The slope of gelu is nowhere above 1.13.
                (exact, 1.13 * room + rounded(exact) + 10.0 * U * value.abs())
            }
        }
    }

    fn factor(self, inputs: &Inputs, argument: usize, index: u64) -> f64 {
        let number = inputs.number(argument, index);
        if inputs.0[argument].element == self.factors {
            return number;
        }
        let bits = format::nearest(number, self.factors);
        bits.and_then(|bits| format::value(bits, self.factors)).unwrap_or(f64::NAN)
    }
}

/// A sum of floats, and the permitted distance of a sum in `f32`.
fn sum(terms: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut total, mut magnitudes) = (0.0, 0.0, 0.0);
    for term in terms {
        (count, total, magnitudes) = (count + 1.0, total + term, magnitudes + term.abs());
    }
    (total, count * U * magnitudes)
}

/// x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³))).
///
/// The argument of tanh is off by at most 7·u of itself, worth 4·u where tanh is steep. tanh is off by two units in the last place, and the
/// sum by one.
fn gelu(x: f64) -> f64 {
    let inner = 0.797_884_560_8 * (x + 0.044_715 * x * x * x);
    0.5 * x * (1.0 + inner.tanh())
}

fn norm(inputs: &Inputs, index: u64, columns: u64) -> (f64, f64) {
    let row = index / columns * columns;
    let squares: f64 = (row..row + columns).map(|at| inputs.number(0, at).powi(2)).sum();
    let root = (squares / nearest_f64(columns.into()) + f64::from(1e-6f32)).sqrt();
    let exact = inputs.number(0, index) / root * inputs.number(1, index - row);
    (exact, exact.abs() * (nearest_f64(columns.into()) + 16.0) * U)
}

fn layer_norm(inputs: &Inputs, index: u64, columns: u64) -> (f64, f64) {
    let (row, count) = (index / columns * columns, nearest_f64(columns.into()));
    let terms = || (row..row + columns).map(|at| inputs.number(0, at));
    let (total, off) = sum(terms());
    let (mean, off) = (total / count, off / count + U * (total / count).abs());
    let squares: f64 = terms().map(|x| (x - mean).powi(2)).sum();
    let variance = squares / count + f64::from(1e-5f32);
    let scale = inputs.number(1, index - row) / variance.sqrt();
    let bias = inputs.number(2, index - row);
    let centred = inputs.number(0, index) - mean;
    let exact = centred * scale + bias;
    // The mean's error moves each difference; squares of what is moved by d have a sum that is larger by n·d² at most.
    let relative = (count + 16.0) * U + off * off / variance;
    (exact, (off + centred.abs() * relative) * scale.abs() + 4.0 * U * bias.abs() + ulp(Scalar::F16, exact))
}

fn convolution(inputs: &Inputs, index: u64, rows: u64, columns: u64) -> (f64, f64) {
    let (row, column) = (index / columns, index % columns);
    sum((0..9).filter_map(|at| {
        let (r, c) = ((row + at / 3).checked_sub(1)?, (column + at % 3).checked_sub(1)?);
        (r < rows && c < columns).then(|| inputs.number(0, r * columns + c) * inputs.number(1, at))
    }))
}

/// The factor of scores: log2(e) divided by the root of 128.
pub(super) const ATTENTION_SCALE: f32 = 0.127_517_43;

/// An element of causal attention, and how far from it a result may be.
fn attention(inputs: &Inputs, index: u64, (length, head): (u64, u64)) -> (f64, f64) {
    let (row, column) = (index / head, index % head);
    let first = row / length * length;
    let terms = |key: u64| {
        (0..head).map(move |at| inputs.number(0, row * head + at) * inputs.number(1, key * head + at))
    };
    let scale = f64::from(ATTENTION_SCALE);
    let scores: Vec<f64> = (first..=row).map(|key| scale * terms(key).sum::<f64>()).collect();
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let (mut total, mut sum, mut magnitude) = (0.0, 0.0, 0.0);
    for (key, score) in (first..=row).zip(&scores) {
        let (weight, value) = ((score - most).exp2(), inputs.number(2, key * head + column));
        (total, sum, magnitude) = (total + weight, sum + weight * value, magnitude + weight * value.abs());
    }
    // A score is off by 2·128·u of its terms, which are below 16 each, and by two roundings; a power of two by as much and
    // a unit. Weights are rounded to bf16, the result too; sums of weights and of values are off by the roundings of `f32`.
    let of_scores = 2.0 * 128.0 * U * 128.0 * 16.0 * scale + 4.0 * U * most.abs();
    let relative = 2.0 * of_scores + 1.0 / 256.0 + 2.0 * nearest_f64(length.into()) * U;
    let exact = sum / total;
    (exact, relative * magnitude / total + ulp(Scalar::Bf16, exact))
}

#[cfg(test)]
mod tests {
    use super::super::problem::{Array, Given, Problem, Size};
    use super::super::suite;
    use super::*;

    fn array(element: Scalar, numbers: &[f64]) -> Array {
        let size = usize::try_from(element.bytes()).expect("a few");
        let bits = |number: &f64| format::nearest(*number, element).expect("a float").to_le_bytes();
        Array { element, bytes: numbers.iter().flat_map(|number| bits(number)[..size].to_vec()).collect() }
    }

    fn floats(element: Scalar, arrays: &[&[f64]]) -> Inputs {
        Inputs(arrays.iter().map(|numbers| array(element, numbers)).collect())
    }

    #[test]
    fn formulas_are_those_of_the_kernels() {
        let of = |arrays: &[&[f64]]| floats(Scalar::F32, arrays);
        let two = of(&[&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[10.0, 20.0, 30.0, 40.0, 50.0, 60.0]]);
        assert_eq!(Expected::Sum.at(&two, 2), (33.0, 0.0));
        // [[1, 2, 3], [4, 5, 6]] stands as [[1, 4], [2, 5], [3, 6]].
        assert_eq!(Expected::Transposed(2, 3).at(&two, 1), (4.0, 0.0));
        assert_eq!(Expected::Transposed(2, 3).at(&two, 4), (3.0, 0.0));
        assert_eq!(Expected::RowSum(3).at(&two, 1).0, 15.0);
        assert_eq!(Expected::ColumnSum(2, 3).at(&two, 1).0, 7.0);
        assert_eq!(Expected::RowProduct(3).at(&two, 1).0, 320.0);
        let (norm, room) = Expected::Norm(2).at(&of(&[&[3.0, 4.0], &[1.0, 2.0]]), 1);
        assert!((norm - 2.262_741_6).abs() < 1e-6 && room < 1e-5, "{norm} {room}");
        let flat = of(&[&[0.5; 1024]]);
        assert!((Expected::Softmax(1024).at(&flat, 7).0 - 0.000_976_562_5).abs() < 1e-12);
        let (gelu, _) = Expected::Gelu.at(&floats(Scalar::Bf16, &[&[1.0]]), 0);
        assert!((gelu - 0.841_192).abs() < 1e-6, "{gelu}");
        let mut gathered = of(&[&[1.0, 2.0, 3.0]]);
        gathered.0.push(Array { element: Scalar::I32, bytes: vec![2, 0, 0, 0, 1, 0, 0, 0] });
        assert_eq!(Expected::Gathered.at(&gathered, 0), (3.0, 0.0));
        gathered.0.swap(0, 1);
        let counted = Expected::Counted(4).at_any(&gathered);
        assert_eq!([0, 1, 2, 3].map(|bin| counted(bin).0), [0.0, 1.0, 1.0, 0.0]);
        let bytes = Inputs(vec![Array { element: Scalar::I8, bytes: vec![255, 7, 255] }]);
        assert_eq!([7, 255].map(|bin| Expected::Counted(256).at(&bytes, bin)), [(1.0, 0.0), (2.0, 0.0)]);
    }

    fn product(factors: Scalar, result: Scalar) -> Product {
        Product { size: 2, is_transposed: false, factors, then: Epilogue::Nothing, result }
    }

    #[test]
    fn products_are_of_the_matrices_of_their_batch() {
        let at = |product, inputs: &Inputs, index| Expected::Product(product).at(inputs, index).0;
        let plain = product(Scalar::Bf16, Scalar::F32);
        let inputs = floats(Scalar::Bf16, &[&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0]]);
        assert_eq!(at(plain, &inputs, 1), 22.0);
        let batch: [&[f64]; 2] =
            [&[0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0], &[0.0, 0.0, 0.0, 0.0, 5.0, -6.0, 7.0, -8.0]];
        let inputs = floats(Scalar::F16, &batch);
        let halves = product(Scalar::F16, Scalar::F16);
        assert_eq!([0, 4, 5].map(|index| at(halves, &inputs, index)), [0.0, 19.0, -22.0]);
        let relu = Product { then: Epilogue::Relu, ..halves };
        assert_eq!([4, 5].map(|index| at(relu, &inputs, index)), [19.0, 0.0]);
        // [[1, 2], [3, −4]]·[[5, 7], [6, 8]]
        let bytes = |bytes| Array { element: Scalar::I8, bytes };
        let inputs = Inputs(vec![bytes(vec![1, 2, 3, 252]), bytes(vec![5, 6, 7, 8])]);
        let integers = Product { is_transposed: true, ..product(Scalar::I8, Scalar::I32) };
        assert_eq!(
            [1, 2].map(|index| Expected::Product(integers).at(&inputs, index)),
            [(23.0, 0.0), (-9.0, 0.0)]
        );
        // 1 + 2⁻¹¹ is rounded to 1, and 1 + 3·2⁻¹¹ to 1 + 2⁻⁹.
        let inputs =
            floats(Scalar::F32, &[&[1.000_488_281_25, 0.0, 1.001_464_843_75, 0.0], &[1.0, 0.0, 0.0, 0.0]]);
        let rounded = product(Scalar::Tf32, Scalar::F32);
        assert_eq!([0, 2].map(|index| at(rounded, &inputs, index)), [1.0, 1.001_953_125]);
    }

    /// The interpreter runs the kernels on small problems.
    #[test]
    fn what_is_expected_is_what_the_kernels_do() {
        let modules = [
            include_str!("../../corpus/kernels/perf/attention.tile"),
            include_str!("../../corpus/kernels/perf/attention_flush.tile"),
            include_str!("../../corpus/kernels/perf/hopper.tile"),
            include_str!("../../corpus/kernels/perf/histograms.tile"),
            include_str!("../../corpus/kernels/perf/ragged.tile"),
            include_str!("../../corpus/kernels/perf/rows.tile"),
        ];
        let kernels: Vec<_> =
            modules.iter().flat_map(|text| spec::parse::module(text).expect("a module").kernels).collect();
        let problems = suite::problems(Size::Small);
        let mut seen = 0;
        for problem in &problems {
            let Some(kernel) = kernels.iter().find(|kernel| kernel.name == problem.kernel) else { continue };
            let kernel = spec::valid::Valid::new(kernel.clone()).expect("a kernel");
            compare_with_the_interpreter(problem, &kernel);
            seen += 1;
        }
        assert!(seen >= kernels.len(), "{seen} problems for {} kernels", kernels.len());
    }

    fn compare_with_the_interpreter(problem: &Problem, kernel: &spec::valid::Valid) {
        let inputs = Inputs::new(problem);
        let mut launch = problem.to_launch(&inputs);
        let arrays =
            inputs.0.iter().zip(&problem.arguments).filter(|(_, given)| !matches!(given, Given::Number(_)));
        for (buffer, (array, _)) in launch.buffers.iter_mut().zip(arrays) {
            buffer.contents = [(0, array.bytes.clone())].into_iter().filter(|(_, b)| !b.is_empty()).collect();
        }
        let is_written = |given: &Given| matches!(given, Given::Output(..) | Given::Sum(..));
        let outcome = interp::run(kernel, &launch, &interp::Options::default()).expect("it ends");
        let (position, (element, len)) = (problem.arguments.iter().position(is_written), problem.output());
        let out = &outcome.buffers[position.expect("an output")];
        let output = Array { element, bytes: out.bytes(0..out.len()) };
        for index in (0..len).step_by(97) {
            let (found, (exact, room)) = (output.number(index), problem.expected.at(&inputs, index));
            let name = (problem.kernel, problem.label.as_str());
            assert!(
                (found - exact).abs() <= room,
                "{name:?}: element {index} is {found}, not {exact} ± {room}"
            );
        }
    }
}
