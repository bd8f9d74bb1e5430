//! The most steps of each kind of run in the interpreter. A step is an operation on one element. A kind that is run often gets few.

/// A replay of a counterexample.
pub(crate) const REPLAY: u64 = 128_000_000;
/// The replay of a kept counterexample, as many as the longest run that one comes from.
pub(crate) const KEPT: u64 = 256_000_000;
/// A replay with fewer contents, which makes a counterexample small.
pub(crate) const TRIM: u64 = 2_000_000;
/// The second run of a counterexample, which gives the numbers of its report.
pub(crate) const EXPLANATION: u64 = 16_777_216;
/// A small launch of the search without a solver.
pub(crate) const SEARCH: u64 = 2_000_000;
/// A launch that may show a likely bug.
pub(crate) const SUSPECT: u64 = 16_000_000;
/// A launch of two kernels whose results are compared.
pub(crate) const SAME: u64 = 2_000_000;
/// A launch outside of an assumed clause.
pub(crate) const ASSUMED: u64 = 16_000_000;
/// A launch that excludes a clause of an inferred contract.
pub(crate) const INFERENCE: u64 = 3_000_000;
/// A launch beside the boundary of an inferred clause.
pub(crate) const BOUNDARY: u64 = 16_000_000;
/// A recorded launch with other sizes.
pub(crate) const BEYOND: u64 = 16_000_000;
/// A recorded launch with the contents of its arrays.
pub(crate) const CONTENTS: u64 = 50_000_000;
/// A recorded launch whose run decides what its proof leaves open.
pub(crate) const EXECUTED: u64 = 64_000_000;
/// A recorded launch with floats of several contents.
pub(crate) const FLOATS: u64 = 50_000_000;
/// A recorded launch whose arrays overlap.
pub(crate) const OVERLAPPING: u64 = 50_000_000;
/// A recorded launch with typical contents.
pub(crate) const TYPICAL: u64 = 5_000_000;
/// A recorded launch of which the written elements are counted.
pub(crate) const UNWRITTEN: u64 = 16_000_000;
/// An earlier launch of a script, which shows what a later one may read.
pub(crate) const EARLIER: u64 = 16_000_000;
/// A launch with bounds of rounding errors.
pub(crate) const ERROR_BOUNDS: u64 = 2_000_000;
/// A launch of two kernels under other orders and roundings.
pub(crate) const EQUIVALENCE: u64 = 8_000_000;
/// A launch whose memory is measured.
pub(crate) const MEMORY_OF_LAUNCH: u64 = 2_000_000;
/// A launch for the property `finite`.
pub(crate) const FINITE: u64 = 16_000_000;
/// A launch for the property `progress`.
pub(crate) const PROGRESS: u64 = 2_000_000;
/// A launch for the property `writes`.
pub(crate) const WRITES: u64 = 32_000_000;
