//! How many threads a block has, where nobody says.

use spec::ops::accuracy::FUNCTIONS;
use spec::syntax::count::saturating_u32;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory, Op};
use spec::syntax::types::Type;

use crate::analysis::divisibility;
use crate::analysis::parameters::ParameterFacts;
use crate::ir::numbers::index_to_bytes;
use crate::ir::value::bytes;
use crate::lower::mma::strategy;
use crate::target::{Options, Target};

/// Threads of the largest blocks, but for larger tiles than so many threads hold.
const MOST_THREADS: u64 = 512;

/// The fewest threads of a block of which a multiprocessor may have only one.
const LARGE_BLOCK: u32 = 512;

/// Registers for an element of the largest tile.
const REGISTERS_OF_ELEMENT: u64 = 2;

/// Elements of a tile that a thread has at most, where larger blocks are to be had.
const MOST_ELEMENTS: u64 = 64;

/// Threads of the largest blocks with so many elements each. Larger blocks have half as many: so two blocks fit into a multiprocessor, and
/// one loads while the other computes. In loops a block loads the next tile while it computes.
const THREADS_WITH_MOST: u64 = 128;

/// Element-wise operations from which on a kernel computes for longer than it loads.
const LONG_COMPUTATION: usize = 64;

/// The number of threads per block, from the largest tile with more than one value. Independent threads get 16 bytes each, or 32 for a long
/// computation, which has parts that elements share. Cooperating threads get 16 elements each, because fewer warps wait less; 32 if unaligned
/// rows of small elements are read again. If aligned rows of small elements are read again, threads have 8, so that few rows are in flight and fit
/// into the caches. Threads that compute functions get 32 elements, because other elements hide the latency. Four warps suffice for cooperating threads
/// and in loops, eight elsewhere, if there are enough blocks: smaller blocks share a multiprocessor, and one loads while another waits. No
/// thread has more of a tile than its registers hold. (Measured on an H200: bench/H200.md.)
pub(crate) fn choose_threads(
    kernel: &Kernel,
    parameters: &ParameterFacts,
    target: Target,
    options: Options,
) -> u32 {
    if let Some(threads) = strategy::pipeline_threads(kernel, target, options) {
        return threads;
    }
    let together = |meaning| matches!(meaning, Meaning::Core(Core::Reduce | Core::Scan));
    let multiplies = |meaning| matches!(meaning, Meaning::Core(Core::Mmaf | Core::Mmai | Core::MmafScaled));
    let loops = |meaning| matches!(meaning, Meaning::Control(Control::For | Control::Loop));
    let has = |is: fn(Meaning) -> bool| kernel.operations().any(|op| is(op.op.meaning()));
    let is_shared = has(together);
    let computes =
        kernel.operations().any(|op| FUNCTIONS.contains(&op.op) || op.op == Op::Fpowi || op.op == Op::Remf);
    let again = reads_again(kernel).map(|bytes| (rows_are_aligned(kernel, parameters), bytes < KEPT_BYTES));
    let is_long =
        kernel.operations().filter(|op| op.op.meaning() == Meaning::Elementwise).count() >= LONG_COMPUTATION;
    let enough = match (has(multiplies) || options.few_blocks, is_shared || has(loops)) {
        (true, _) => MOST_THREADS,
        (false, true) => 128,
        (false, false) => 256,
    };
    let least = |elements| match elements / MOST_ELEMENTS {
        threads if threads > THREADS_WITH_MOST && !has(multiplies) && !has(loops) => threads * 2,
        threads => threads,
    };
    let made = kernel.operations().filter(|op| makes_tiles(op.op.meaning())).flat_map(|op| &op.results);
    let threads = made.filter_map(|value| match kernel.ty(*value) {
        Type::Tile(tile) => {
            let elements = index_to_bytes(tile.len());
            let wanted = match (is_shared, computes) {
                (true, _) if options.few_blocks => elements / 8,
                (true, _) if again == Some((false, true)) => elements / 32,
                (true, _) if again == Some((true, true)) => elements / 8,
                (true, _) => elements / 16,
                (false, true) => elements / 32,
                (false, false) if is_long => elements * bytes(tile.element) / 32,
                (false, false) => elements * bytes(tile.element) / 16,
            };
            Some(wanted.min(enough.max(least(elements))))
        }
        Type::Token
        | Type::TensorView(_)
        | Type::PartitionView(_)
        | Type::StridedView(_)
        | Type::GatherScatterView(_) => None,
    });
    let threads = threads.max().unwrap_or(1).next_power_of_two();
    let largest = if has(multiplies) { MOST_THREADS } else { Target::THREADS_OF_BLOCK.into() };
    saturating_u32(threads.clamp(32, largest))
}

/// Whether an operation makes a tile anew. Tiles that are moved or computed from other tiles have equal sizes.
fn makes_tiles(meaning: Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Memory(
            Memory::LoadViewTko | Memory::LoadPtrTko | Memory::AtomicRmwTko | Memory::AtomicCasTko
        ) | Meaning::Core(Core::Iota | Core::Mmaf | Core::Mmai | Core::MmafScaled)
    )
}

/// How many blocks of threads are to fit into a multiprocessor, a hint to the assembler about registers. With one block the assembler spends
/// the registers that keep the loads of a loop on their way; without a hint it loads one after the other, for more blocks. Largest tiles
/// take all registers anyway. In code without loops, blocks of many threads get two registers for each element of the largest tile.
/// `None` for other code.
pub(crate) fn blocks_to_fit(kernel: &Kernel, threads: u32, target: Target, options: Options) -> Option<u32> {
    let multiplies = |op: &Operation| matches!(op.op, Op::Mmaf | Op::Mmai | Op::MmafScaled);
    let loops = kernel.operations().any(|op| op.op == Op::For);
    let is_small = options.few_blocks || threads < LARGE_BLOCK;
    if kernel.operations().any(multiplies) || is_small && !loops {
        return None;
    }
    let loads = kernel.operations().filter(|op| matches!(op.op, Op::LoadViewTko | Op::LoadPtrTko));
    let tiles = loads.filter_map(|op| kernel.ty(op.results[0]).tile());
    let elements = tiles.map(|tile| index_to_bytes(tile.len())).max()?;
    let registers = elements * REGISTERS_OF_ELEMENT;
    let blocks = u32::try_from(u64::from(Target::REGISTERS) / registers.max(1)).ok()?;
    // All threads of a multiprocessor are in that many blocks.
    let most = if loops { 1 } else { target.threads_of_multiprocessor() / threads };
    (blocks > 1).then_some(blocks.min(most))
}

/// The bytes of a thread's largest access, if rows are aligned to them.
const LINE: u64 = 16;

/// The size of elements that stay in shared memory for later loops (`analysis/kept_tiles`), in bytes.
const KEPT_BYTES: u64 = 4;

/// The size of the elements, in bytes, if several consecutive loops load tiles of one type: rows longer than a tile, read again after a
/// first reduction.
fn reads_again(kernel: &Kernel) -> Option<u64> {
    let mut loaded: Vec<&Type> = Vec::new();
    for op in &kernel.body.ops {
        let Meaning::Control(Control::For | Control::Loop) = op.op.meaning() else { continue };
        let inside = op.regions.iter().flat_map(|region| &region.ops);
        let loads = inside.filter(|op| matches!(op.op, Op::LoadViewTko | Op::LoadPtrTko));
        let mut types: Vec<&Type> =
            loads.filter_map(|op| op.results.first().map(|tile| kernel.ty(*tile))).collect();
        types.dedup();
        if let Some(again) = types.iter().find(|ty| loaded.contains(ty)) {
            return again.tile().map(|tile| bytes(tile.element));
        }
        loaded.append(&mut types);
    }
    None
}

/// Whether the rows of all tensors are known to begin at multiples of sixteen bytes.
fn rows_are_aligned(kernel: &Kernel, parameters: &ParameterFacts) -> bool {
    let divisors = divisibility::analyze(kernel, &parameters.divisors);
    let divisor = |value: &ValueId| divisors.get(value).copied().unwrap_or(1);
    kernel.operations().filter(|op| op.op == Op::MakeTensorView).all(|op| {
        let Type::TensorView(ty) = kernel.ty(op.results[0]) else { return false };
        let extents = ty.shape.iter().filter(|extent| extent.is_none()).count();
        let (base, strides) = (&op.operands[0], &op.operands[1 + extents..]);
        let size = bytes(ty.element);
        let is_known = |stride: &Option<i64>| {
            stride.is_none_or(|stride| stride == 1 || (stride.unsigned_abs() * size).is_multiple_of(LINE))
        };
        divisor(base) >= LINE
            && strides.iter().all(|stride| divisor(stride).saturating_mul(size) >= LINE)
            && ty.strides.iter().all(is_known)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use spec::valid::Valid;

    use super::*;

    /// Threads for a kernel that sums a row of numbers of a type in consecutive loops. The alignment of the row's address is in bytes.
    fn threads_of(ty: &str, loops: usize, alignment: u64) -> u32 {
        let kernel = sums(ty, loops);
        let divisors = HashMap::from([(kernel.params[0], alignment)]);
        let facts = ParameterFacts { divisors, ..ParameterFacts::default() };
        choose_threads(&kernel, &facts, Target { sm: 90 }, Options::default())
    }

    fn sums(ty: &str, loops: usize) -> Valid {
        sums_of(ty, loops, 1024)
    }

    fn sums_of(ty: &str, loops: usize, tile: u32) -> Valid {
        let sums: String = (0..loops)
            .map(|at| {
                format!(
                    "%f{at} = for %k{at} in (%zero to %n, step %one) : tile<i32> iter_values(%c{at} = %none) -> (tile<{tile}x{ty}>) {{
                       %x{at}, %t{at} = load_view_tko weak %p[%k{at}] : partition_view<tile=({tile}), padding_value = zero, tensor_view<?x{ty}, strides=[1]>>, tile<i32> -> tile<{tile}x{ty}>, token
                       %s{at} = addf %c{at}, %x{at} : tile<{tile}x{ty}>
                       continue %s{at} : tile<{tile}x{ty}>
                     }}
                     %r{at} = reduce %f{at} dim=0 identities=[0.0 : {ty}] : tile<{tile}x{ty}> -> tile<{ty}>
                     (%a{at}: tile<{ty}>, %b{at}: tile<{ty}>) {{
                       %ab{at} = addf %a{at}, %b{at} : tile<{ty}>
                       yield %ab{at} : tile<{ty}>
                     }}
                     "
                )
            })
            .collect();
        let text = format!(
            "entry @k(%x: tile<ptr<{ty}>>, %len: tile<i32>, %n: tile<i32>) {{
               %zero = constant <i32: 0> : tile<i32>
               %one = constant <i32: 1> : tile<i32>
               %none = constant <{ty}: 0.0> : tile<{tile}x{ty}>
               %v = make_tensor_view %x, shape = [%len], strides = [1] : tile<i32> -> tensor_view<?x{ty}, strides=[1]>
               %p = make_partition_view %v : partition_view<tile=({tile}), padding_value = zero, tensor_view<?x{ty}, strides=[1]>>
               {sums}
               return
             }}"
        );
        let module = spec::parse::module(&text).expect("it parses");
        Valid::new(module.kernels[0].clone()).expect("it is valid")
    }

    #[test]
    fn rows_that_are_read_again_have_many_threads_where_they_are_aligned_and_few_elsewhere() {
        assert_eq!([1, 2, 3].map(|loops| threads_of("f16", loops, 2)), [64, 32, 32]);
        assert_eq!([1, 2, 3].map(|loops| threads_of("f16", loops, 16)), [64, 128, 128]);
        assert_eq!([1, 2, 3].map(|loops| threads_of("f32", loops, 4)), [64, 64, 64]);
    }

    #[test]
    fn aligned_rows_of_small_elements_that_are_read_again_have_twice_as_many_threads() {
        assert_eq!([1, 2, 3].map(|loops| threads_of("f16", loops, 16)), [64, 128, 128]);
        assert_eq!([1, 2, 3].map(|loops| threads_of("bf16", loops, 16)), [64, 128, 128]);
        assert_eq!(threads_of("f16", 3, 2), 32);
    }

    /// Threads of a kernel that adds one to each number of a tile so often.
    fn additions(count: usize) -> u32 {
        let (tensor, tile) = ("tensor_view<?xf32, strides=[1]>", "tile<1024xf32>");
        let view = format!("partition_view<tile=(1024), padding_value = zero, {tensor}>");
        let sums: String =
            (0..count).map(|at| format!("%a{} = addf %a{at}, %c : {tile}\n", at + 1)).collect();
        let text = format!(
            "entry @k(%x: tile<ptr<f32>>, %len: tile<i32>) {{
               %zero = constant <i32: 0> : tile<i32>
               %c = constant <f32: 1.0> : {tile}
               %v = make_tensor_view %x, shape = [%len], strides = [1] : tile<i32> -> {tensor}
               %p = make_partition_view %v : {view}
               %a0, %t = load_view_tko weak %p[%zero] : {view}, tile<i32> -> {tile}, token
               {sums}
               %u = store_view_tko weak %a{count}, %p[%zero] token=%t : {tile}, {view}, tile<i32> -> token
               return
             }}"
        );
        let module = spec::parse::module(&text).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        choose_threads(&kernel, &ParameterFacts::default(), Target { sm: 90 }, Options::default())
    }

    #[test]
    fn threads_of_long_computations_have_twice_as_many_elements() {
        assert_eq!(additions(LONG_COMPUTATION - 1), 256);
        assert_eq!(additions(LONG_COMPUTATION), 128);
    }

    /// Threads and blocks to fit for a kernel that computes exponentials of so many numbers of sixteen bits.
    fn exponentials(elements: u32, options: Options) -> (u32, Option<u32>) {
        let kernel = exponentials_of(elements);
        let threads = choose_threads(&kernel, &ParameterFacts::default(), Target { sm: 90 }, options);
        (threads, blocks_to_fit(&kernel, threads, Target { sm: 90 }, options))
    }

    fn exponentials_of(elements: u32) -> Valid {
        let (tensor, tile) = ("tensor_view<?xbf16, strides=[1]>", format!("tile<{elements}xbf16>"));
        let view = format!("partition_view<tile=({elements}), padding_value = zero, {tensor}>");
        let text = format!(
            "entry @k(%x: tile<ptr<bf16>>, %len: tile<i32>) {{
               %zero = constant <i32: 0> : tile<i32>
               %v = make_tensor_view %x, shape = [%len], strides = [1] : tile<i32> -> {tensor}
               %p = make_partition_view %v : {view}
               %a, %t = load_view_tko weak %p[%zero] : {view}, tile<i32> -> {tile}, token
               %w = ftof %a : {tile} -> tile<{elements}xf32>
               %e = exp %w : tile<{elements}xf32>
               %b = ftof %e : tile<{elements}xf32> -> {tile}
               %u = store_view_tko weak %b, %p[%zero] token=%t : {tile}, {view}, tile<i32> -> token
               return
             }}"
        );
        let module = spec::parse::module(&text).expect("it parses");
        Valid::new(module.kernels[0].clone()).expect("it is valid")
    }

    #[test]
    fn loops_have_the_registers_that_they_need() {
        let blocks = |loops, threads| {
            blocks_to_fit(&sums("f32", loops), threads, Target { sm: 90 }, Options::default())
        };
        assert_eq!([32, 128, 512].map(|threads| blocks(1, threads)), [Some(1); 3]);
        assert_eq!([32, 128, 512].map(|threads| blocks(0, threads)), [None; 3]);
        assert_eq!(
            blocks_to_fit(&sums_of("f32", 1, 32768), 512, Target { sm: 90 }, Options::default()),
            None
        );
    }

    #[test]
    fn two_large_blocks_fit_into_a_multiprocessor() {
        let plain = |elements| exponentials(elements, Options::default());
        assert_eq!(plain(4096), (128, None));
        assert_eq!(plain(8192), (256, None));
        assert_eq!(plain(16384), (512, Some(2)));
        assert_eq!(plain(32768), (1024, None));
        // A block that is alone in its multiprocessor has all registers.
        let few = Options { few_blocks: true, ..Options::default() };
        assert_eq!(exponentials(16384, few).1, None);
    }

    /// Multiprocessors of graphics cards run 1536 threads at once, and those of data centers 2048.
    #[test]
    fn no_more_blocks_are_to_fit_than_their_threads_do() {
        let blocks = |sm| blocks_to_fit(&exponentials_of(8192), 512, Target { sm }, Options::default());
        assert_eq!([80, 86, 89, 90].map(blocks), [Some(4), Some(3), Some(3), Some(4)]);
    }
}
