//! One problem on the device: our code, another compiler's and a copy of as many bytes, in turns; then their results.

use std::thread;
use std::time::Duration;

use launch::{Allocation, Beside, Device, Error, Kernel, Value};
use spec::syntax::count::usize_from_u64;
use spec::syntax::types::Scalar;

use super::problem::{Array, Given, Inputs, Problem};
use driver::convert::{count, index};
use driver::gpu::{Loaded, Started};
use driver::statistics::Random;

/// How often something runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rounds {
    /// Before anything is timed.
    pub(super) warm: u32,
    /// Timed.
    pub(super) timed: u32,
    /// How long the device rests before each round.
    pub(super) pause: Duration,
}

/// Milliseconds of every run.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Times {
    /// The samples of each kernel, in order; `None` for a missing kernel.
    pub(super) kernels: Vec<Option<Vec<f64>>>,
    /// Of the copy.
    pub(super) copy: Vec<f64>,
}

/// The checked results of a kernel.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Checked {
    /// How many elements were held against the formula.
    pub(super) samples: u64,
    /// The first wrong result, in words.
    pub(super) wrong: Option<String>,
}

/// The outcome of a problem.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outcome {
    /// How long everything took.
    pub(super) times: Times,
    /// The checked results of each kernel; `None` without a kernel.
    pub(super) checked: Vec<Option<Checked>>,
    /// How many elements differ between two kernels that both ran, to the bit.
    pub(super) differing: Option<u64>,
}

/// How many elements are held against the formula.
const SAMPLES: usize = 1500;

/// Runs a problem.
///
/// # Errors
/// The launch fails.
pub(super) fn measure(
    device: &Device,
    problem: &Problem,
    inputs: &Inputs,
    kernels: &[Option<Contestant<'_>>],
    rounds: Rounds,
) -> Result<Outcome, Error> {
    let arrays = write_inputs(device, problem, inputs)?;
    let (element, len) = problem.output();
    let bytes = len * element.bytes();
    let outputs = kernels.iter().map(|_| device.allocate(bytes)).collect::<Result<Vec<_>, _>>()?;
    let is_sum = problem.arguments.iter().any(|given| matches!(given, Given::Sum(..)));
    for output in &outputs {
        output.fill(0, bytes, if is_sum { 0 } else { launch::placement::POISON })?;
    }
    let half = problem.bytes / 2;
    let (from, to) = (device.allocate(half)?, device.allocate(half)?);
    from.fill(0, half, 1)?;

    let all_values: Vec<_> = outputs.iter().map(|output| values(problem, &arrays, output)).collect();
    let mut ready = Vec::new();
    for (kernel, values) in kernels.iter().zip(&all_values) {
        ready.push(kernel.as_ref().map(|kernel| kernel.choose(problem.grid, values)).transpose()?);
    }
    let run = |which: usize| {
        let work = || match ready.get(which) {
            Some(Some((kernel, started))) => {
                kernel.enqueue(started.grid, &all_values[which], &started.beside)
            }
            Some(None) => Ok(()),
            None => to.copy_from(&from, half),
        };
        // The device is kept busy with equal work, which also leaves the caches in a typical state.
        device.time(work, work).map(f64::from)
    };
    let present = |which: &usize| kernels.get(*which).is_none_or(Option::is_some);
    let contestants: Vec<_> = (0..=kernels.len()).filter(present).collect();
    let times = Times::sorted(in_turns(&contestants, rounds, run)?, kernels.len());

    if is_sum {
        // Every run has added to the previous contents.
        for ((output, values), contestant) in outputs.iter().zip(&all_values).zip(&ready) {
            output.fill(0, bytes, 0)?;
            if let Some((kernel, started)) = contestant {
                device.time(|| Ok(()), || kernel.enqueue(started.grid, values, &started.beside))?;
            }
        }
    }
    let left = read_outputs(kernels, &outputs, (element, bytes))?;
    let checked = left.iter().map(|bytes| Some(check(problem, inputs, bytes.as_ref()?))).collect();
    let differing = match left.as_slice() {
        [Some(one), Some(other), ..] => Some(differing(one, other)),
        _ => None,
    };
    Ok(Outcome { times, checked, differing })
}

/// The input arrays, on the device.
fn write_inputs<'d>(
    device: &'d Device,
    problem: &Problem,
    inputs: &Inputs,
) -> Result<Vec<Option<Allocation<'d>>>, Error> {
    let write = |(given, contents): (&Given, &Array)| match given {
        Given::Number(_) | Given::Output(..) | Given::Sum(..) => Ok(None),
        Given::Input(..) => {
            let array = device.allocate(count(contents.bytes.len()))?;
            array.write(0, &contents.bytes).map(|()| Some(array))
        }
    };
    problem.arguments.iter().zip(&inputs.0).map(write).collect()
}

/// The results of each kernel, of the given bytes.
fn read_outputs(
    kernels: &[Option<Contestant<'_>>],
    outputs: &[Allocation<'_>],
    (element, bytes): (Scalar, u64),
) -> Result<Vec<Option<Array>>, Error> {
    let read = |(kernel, output): (&Option<Contestant<'_>>, &Allocation<'_>)| {
        let mut bytes = vec![0; usize_from_u64(bytes)];
        output.read(0, &mut bytes)?;
        Ok(kernel.as_ref().map(|_| Array { element, bytes }))
    };
    kernels.iter().zip(outputs).map(read).collect()
}

/// A timed kernel.
pub(super) enum Contestant<'d> {
    /// Of a proof.
    Ours(Box<Loaded<'d>>),
    /// Of another compiler.
    Theirs(Kernel<'d>),
}

impl<'d> Contestant<'d> {
    /// The launched code, with its configuration.
    fn choose(&self, grid: [u32; 3], values: &[Value<'_>]) -> Result<(&Kernel<'d>, Started), Error> {
        match self {
            Contestant::Ours(kernel) => kernel.choose(grid, values),
            Contestant::Theirs(kernel) => Ok((kernel, Started { grid, beside: Beside::default() })),
        }
    }
}

fn values<'a>(
    problem: &Problem,
    arrays: &'a [Option<Allocation<'a>>],
    output: &'a Allocation<'a>,
) -> Vec<Value<'a>> {
    let value = |(given, array): (&Given, &'a Option<Allocation<'a>>)| match (given, array) {
        (Given::Number(number), _) => Value::Scalar((*number).into()),
        (Given::Input(..), Some(array)) => Value::Pointer(array, 0),
        (Given::Input(..), None) | (Given::Output(..) | Given::Sum(..), _) => Value::Pointer(output, 0),
    };
    problem.arguments.iter().zip(arrays).map(value).collect()
}

impl Times {
    fn sorted(mut times: Vec<(usize, Vec<f64>)>, kernels: usize) -> Times {
        let copy = times.iter().position(|(which, _)| *which == kernels);
        let copy = copy.map(|at| times.remove(at).1).unwrap_or_default();
        let mut sorted = Times { kernels: vec![None; kernels], copy };
        for (which, samples) in times {
            sorted.kernels[which] = Some(samples);
        }
        sorted
    }
}

/// Runs every contestant in every round, each round beginning with another one; gives their times.
fn in_turns(
    contestants: &[usize],
    rounds: Rounds,
    mut run: impl FnMut(usize) -> Result<f64, Error>,
) -> Result<Vec<(usize, Vec<f64>)>, Error> {
    let mut times: Vec<_> = contestants.iter().map(|which| (*which, Vec::new())).collect();
    for round in 0..rounds.warm + rounds.timed {
        thread::sleep(rounds.pause);
        for turn in 0..contestants.len() {
            let at = (turn + index(round)) % contestants.len();
            let time = run(contestants[at])?;
            if round >= rounds.warm {
                times[at].1.push(time);
            }
        }
    }
    Ok(times)
}

/// Holds elements against the formula: the first, the last, and some between.
fn check(problem: &Problem, inputs: &Inputs, output: &Array) -> Checked {
    let (_, len) = problem.output();
    let mut random = Random::new(99);
    let between = std::iter::repeat_with(|| random.below(len)).take(SAMPLES);
    let mut indices: Vec<u64> = [0, len - 1].into_iter().chain(between).collect();
    indices.sort_unstable();
    indices.dedup();
    let expected = problem.expected.at_any(inputs);
    let wrong = indices.iter().find_map(|index| {
        let (exact, room) = expected(*index);
        let found = output.number(*index);
        let is_near = (found - exact).abs() <= room;
        let more = if room > 0.0 { format!(", give or take {room:e}") } else { String::new() };
        (!is_near).then(|| format!("element {index} is {found}, and should be {exact}{more}"))
    });
    Checked { samples: count(indices.len()), wrong }
}

fn differing(one: &Array, other: &Array) -> u64 {
    let size = usize_from_u64(one.element.bytes());
    let pairs = one.bytes.chunks_exact(size).zip(other.bytes.chunks_exact(size));
    count(pairs.filter(|(one, other)| one != other).count())
}

#[cfg(test)]
mod tests {
    use super::super::problem::Size;
    use super::super::suite;
    use super::*;
    use driver::convert::nearest_f32;

    #[test]
    fn contestants_take_turns_in_changing_order() {
        let mut order = Vec::new();
        let run = |which| {
            order.push(which);
            Ok(f64::from(u32::try_from(order.len()).expect("few")))
        };
        let times = in_turns(&[0, 2], Rounds { warm: 1, timed: 2, pause: Duration::ZERO }, run);
        assert_eq!(order, [0, 2, 2, 0, 0, 2]);
        assert_eq!(times, Ok(vec![(0, vec![4.0, 5.0]), (2, vec![3.0, 6.0])]));
        let sorted = Times::sorted(vec![(1, vec![1.0]), (2, vec![3.0])], 2);
        assert_eq!(sorted, Times { kernels: vec![None, Some(vec![1.0])], copy: vec![3.0] });
    }

    #[test]
    fn a_wrong_element_is_named() {
        let problem = &suite::problems(Size::Small)[0];
        let inputs = Inputs::new(problem);
        let (_, len) = problem.output();
        let bytes = (0..len)
            .flat_map(|index| nearest_f32(problem.expected.at(&inputs, index).0).to_le_bytes())
            .collect();
        let mut output = Array { element: Scalar::F32, bytes };
        let right = check(problem, &inputs, &output);
        assert_eq!(right.wrong, None);
        assert!(right.samples > 1000, "{}", right.samples);
        output.bytes[3] ^= 0x40;
        let wrong = check(problem, &inputs, &output).wrong.expect("the first element is wrong");
        assert!(wrong.starts_with("element 0 is "), "{wrong}");
        let mut other = output.clone();
        other.bytes[7] ^= 1;
        assert_eq!(differing(&output, &other), 1);
    }
}
