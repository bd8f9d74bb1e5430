//! Tensor maps that the code makes itself, on the simulated machine: views whose addresses and extents are loaded, as of a ragged batch and of lists of arrays.

mod lists;

use spec::fold::AtLaunch;
use spec::syntax::attributes::Literal;

use super::agreement::{arguments, contents, interpreted, maps_of, mistake_of, ran, ran_all, valid};
use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::ir::ptx::{Inst, MapEdit, Mbarrier, Opcode, Operand};
use crate::{MapConditions, Options, Target};

/// Sequences of a ragged batch, each with some consecutive rows, times one matrix: `starts` has the first rows. What may be
/// replaced to break a condition is in lines of its own.
const RAGGED: &str = "entry @k(%p0: tile<ptr<f16>>, %p1: tile<ptr<f16>>, %p2: tile<ptr<f32>>, %p3: tile<ptr<i32>>, %s0: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %count = constant <i32: 5> : tile<i32>
  %none = constant <f32: 0.0> : tile<64x32xf32>
  %x = assume div_by<16>, %p0 : tile<ptr<f16>>
  %w = assume div_by<16>, %p1 : tile<ptr<f16>>
  %k = assume div_by<8>, %s0 : tile<i32>
  %wt = make_tensor_view %w, shape = [%k, 32], strides = [32, 1] : tile<i32> -> tensor_view<?x32xf16, strides=[32,1]>
  %wv = make_partition_view %wt : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x32xf16, strides=[32,1]>>
  %ot = make_tensor_view %p2, shape = [448, 32], strides = [32, 1] : tensor_view<448x32xf32, strides=[32,1]>
  %ov = make_partition_view %ot : partition_view<tile=(64x32), tensor_view<448x32xf32, strides=[32,1]>>
  %end = for %g in (%zero to %count, step %one) : tile<i32> iter_values(%n = %zero) -> (tile<i32>) {
    %sp = offset %p3, %g : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %np = offset %sp, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %first, %r0 = load_ptr_tko weak %sp : tile<ptr<i32>> -> tile<i32>, token
    %next, %r1 = load_ptr_tko weak %np : tile<ptr<i32>> -> tile<i32>, token
    %between = subi %next, %first : tile<i32>
    %rows = maxi %between, %zero signed : tile<i32>
    %far = muli %first, %k : tile<i32>
    %base = offset %x, %far : tile<ptr<f16>>, tile<i32> -> tile<ptr<f16>>
    %view = make_tensor_view %base, shape = [%rows, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %tiles = make_partition_view %view : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %down, %along = get_index_space_shape %tiles : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %after = for %t in (%zero to %down, step %one) : tile<i32> iter_values(%c = %n) -> (tile<i32>) {
      %sum = for %j in (%zero to %along, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x32xf32>) {
        %l, %lt = load_view_tko weak %tiles[%t, %j] : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x16xf16>, token
        %r, %rt = load_view_tko weak %wv[%j, %zero] : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x32xf16, strides=[32,1]>>, tile<i32> -> tile<16x32xf16>, token
        %more = mmaf %l, %r, %acc : tile<64x16xf16>, tile<16x32xf16>, tile<64x32xf32>
        continue %more : tile<64x32xf32>
      }
      %done = store_view_tko weak %sum, %ov[%c, %zero] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<448x32xf32, strides=[32,1]>>, tile<i32> -> token
      %c1 = addi %c, %one : tile<i32>
      continue %c1 : tile<i32>
    }
    continue %after : tile<i32>
  }
  return
}
";

/// Pairwise disjoint arrays.
fn apart(count: usize) -> ParameterFacts {
    let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
    ParameterFacts { disjoint: pairs.filter(|(a, b)| a != b).collect(), ..ParameterFacts::default() }
}

fn made_under(text: &str, facts: &ParameterFacts) -> CompiledKernel {
    let options = Options { threads: Some(128), ..Options::default() };
    let made = compile_under(&valid(text), facts, Target { sm: 90 }, options);
    made.unwrap_or_else(|problem| panic!("{}", problem.message))
}

/// The buffers of a batch with the given starts and number of terms.
fn batch(starts: [i32; 6], terms: u32) -> Vec<Vec<u8>> {
    let rows = starts[5].unsigned_abs();
    let starts = starts.iter().flat_map(|start| start.to_le_bytes()).collect();
    vec![
        contents(("f16", &[rows.max(1), terms]), 1),
        contents(("f16", &[terms, 32]), 2),
        vec![0; 4 * 448 * 32],
        starts,
    ]
}

#[test]
fn sequences_of_a_ragged_batch_are_copied_by_maps_that_the_code_makes() {
    let made = made_under(RAGGED, &apart(4));
    assert_eq!(
        (made.program.scratch_bytes, made.program.maps.len()),
        (128, 1),
        "a map is made, and one given"
    );
    let kernel = valid(RAGGED);
    for (starts, terms) in
        [([0, 5, 5, 70, 134, 300], 48), ([0, 64, 128, 129, 130, 131], 16), ([0, 0, 0, 0, 0, 1], 40)]
    {
        let buffers = batch(starts, terms);
        let scalars = [terms.cast_signed()];
        let expected = interpreted(&kernel, &buffers, &scalars, [1; 3]);
        for seed in 0..4 {
            let words = arguments(&buffers, &scalars);
            let maps = maps_of(&made, &kernel, &words, 4).expect("the matrix has a map");
            let left = ran(&made, &buffers, &scalars, (maps, [1; 3]), seed);
            assert!(left == expected, "{starts:?}, seed {seed}");
        }
    }
}

#[test]
fn every_block_makes_maps_in_memory_of_its_own() {
    // Each block has the sequence of its number.
    let text = RAGGED
        .replace("  %end = for %g in (%zero to %count, step %one) : tile<i32> iter_values(%n = %zero) -> (tile<i32>) {\n", "  %g, %gy, %gz = get_tile_block_id : tile<i32>\n")
        .replace("iter_values(%c = %n)", "iter_values(%c = %g)")
        .replace("    continue %after : tile<i32>\n  }\n", "");
    let made = made_under(&text, &apart(4));
    assert_eq!(made.program.scratch_bytes, 128);
    let (kernel, buffers) = (valid(&text), batch([0, 5, 5, 60, 61, 125], 24));
    let expected = interpreted(&kernel, &buffers, &[24], [5, 1, 1]);
    let words = arguments(&buffers, &[24]);
    let maps = maps_of(&made, &kernel, &words, 4).expect("the matrix has a map");
    assert!(ran_all(&made, &buffers, &[24], &maps, 5) == expected);
}

#[test]
fn what_the_accelerator_asks_has_to_be_known_in_code() {
    let changes: [(&str, &str, &str); 6] = [
        ("an address that may lie anywhere", "%x = assume div_by<16>, %p0", "%x = assume div_by<8>, %p0"),
        ("rows that may begin anywhere", "%k = assume div_by<8>, %s0", "%k = assume div_by<4>, %s0"),
        (
            "a padding that is not zero",
            "partition_view<tile=(64x16), padding_value = zero",
            "partition_view<tile=(64x16), padding_value = neg_zero",
        ),
        ("numbers that others order", "load_ptr_tko weak %sp", "load_ptr_tko acquire device %sp"),
        ("numbers that are strong", "load_ptr_tko weak %np", "load_ptr_tko relaxed device %np"),
        (
            "a view that is made in the loop",
            "        %l, %lt = load_view_tko weak %tiles[%t, %j]",
            "        %far1 = muli %j, %j : tile<i32>\n        %far2 = muli %far1, %k : tile<i32>\n        %base1 = offset %x, %far2 : tile<ptr<f16>>, tile<i32> -> tile<ptr<f16>>\n        %view1 = make_tensor_view %base1, shape = [%rows, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>\n        %tiles1 = make_partition_view %view1 : partition_view<tile=(64x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>\n        %l, %lt = load_view_tko weak %tiles1[%t, %j]",
        ),
    ];
    for (what, from, to) in changes {
        assert!(RAGGED.contains(from), "{from}");
        let made = made_under(&RAGGED.replace(from, to), &apart(4));
        assert_eq!(made.program.scratch_bytes, 0, "{what}");
        assert!(!made.lines.iter().any(|line| matches!(line.inst, Inst::MapEdit(_))), "{what}");
    }
}

#[test]
fn numbers_that_the_kernel_may_write_are_not_the_producers() {
    let but = |pair: (usize, usize)| {
        let mut facts = apart(4);
        facts.disjoint.retain(|known| *known != pair && *known != (pair.1, pair.0));
        made_under(RAGGED, &facts).program.scratch_bytes
    };
    assert_eq!(but((2, 3)), 0);
    // Loads of tiles wait for no store, so that to meet one would be a race.
    assert_eq!(but((0, 2)), 128);
}

#[test]
fn coordinates_have_31_bits() {
    let conditions = |text: &str| made_under(text, &apart(4)).program.map_conditions;
    // Rows are not negative; of terms the launch says how many there are.
    let kept = conditions(RAGGED);
    assert_eq!((kept.short_extents.len(), kept.small_arrays), (1, Vec::new()));
    let natural = "%k0 = assume bounded<0, ?>, %s0 : tile<i32>\n  %k = assume div_by<8>, %k0";
    let text = RAGGED.replace("%k = assume div_by<8>, %s0", natural);
    assert_eq!(conditions(&text), MapConditions::default());
    // A number with 32 arbitrary bits needs an array with fewer rows, wherever a sequence begins.
    for rows in ["maxi %between, %zero unsigned", "mini %between, %one signed", "addi %between, %zero"] {
        let text = text.replace("maxi %between, %zero signed", rows);
        assert_eq!(conditions(&text).small_arrays, [(0, 14 << 31)], "{rows}");
        let long = text.replace("%far = muli %first, %k : tile<i32>", "%f = exti %first signed : tile<i32> -> tile<i64>\n    %kl = exti %k signed : tile<i32> -> tile<i64>\n    %far = muli %f, %kl : tile<i64>");
        let long = long.replace(
            "%base = offset %x, %far : tile<ptr<f16>>, tile<i32>",
            "%base = offset %x, %far : tile<ptr<f16>>, tile<i64>",
        );
        assert_eq!(made_under(&long, &apart(4)).program.scratch_bytes, 0, "{rows}");
    }
}

#[test]
fn a_mask_of_triton_may_leave_a_tensor_empty() {
    let triton = RAGGED.replace("%s0: tile<i32>) {", "%s0: tile<i32>) language=triton(128) {");
    assert_ne!(triton, RAGGED);
    // The number of rows may be zero, and no launch knows it.
    assert_eq!(made_under(RAGGED, &apart(4)).program.scratch_bytes, 128);
    assert_eq!(made_under(&triton, &apart(4)).program.scratch_bytes, 0);
}

#[test]
fn launches_are_looked_at() {
    let made = made_under(&RAGGED.replace("maxi %between, %zero signed", "addi %between, %zero"), &apart(4));
    let kernel = valid(RAGGED);
    let holds = |terms: u32, bytes: Option<u64>| {
        let arguments = [None, None, None, None, Some(Literal(terms.into()))];
        let launch = AtLaunch::new(&kernel, &arguments, [1; 3]);
        made.program.map_conditions.hold(&launch, |at| bytes.filter(|_| at == 0))
    };
    assert!(holds(64, Some((14 << 31) - 1)));
    assert!(holds((1 << 31) - 1, Some(0)));
    assert!(!holds(1 << 31, Some(0)) && !holds(64, Some(14 << 31)) && !holds(64, None));
}

/// The possible mistakes of code.
#[derive(Debug, Clone, Copy)]
enum Mistake {
    NoRelease,
    NoAcquire,
    NoWait,
    WrongParity,
}

#[test]
fn a_step_that_is_left_out_is_found() {
    let (kernel, buffers) = (valid(RAGGED), batch([0, 5, 5, 70, 134, 300], 48));
    let words = arguments(&buffers, &[48]);
    let still_read = "is written while a copy may read it";
    for (mistake, said) in [
        (Mistake::NoRelease, "is acquired before it is released"),
        (Mistake::NoAcquire, "may not see what was written to its map"),
        (Mistake::NoWait, still_read),
        (Mistake::WrongParity, still_read),
    ] {
        let found: Vec<String> = (0..12)
            .filter_map(|seed| {
                let mut made = made_under(RAGGED, &apart(4));
                break_with(&mut made, mistake);
                let maps = maps_of(&made, &kernel, &words, 4).expect("the matrix has a map");
                let run = || ran(&made, &buffers, &[48], (maps, [1; 3]), seed);
                mistake_of(run, || interpreted(&kernel, &buffers, &[48], [1; 3]))
            })
            .collect();
        assert!(found.iter().any(|found| found.contains(said)), "{mistake:?}: {found:?}");
    }
}

/// Takes a step away: waits in front of a map are those behind the last label or branch in front of its first field.
fn break_with(made: &mut CompiledKernel, mistake: Mistake) {
    let first =
        made.lines.iter().position(|line| matches!(line.inst, Inst::MapEdit(_))).expect("a map is made");
    let before = |line: &Inst| matches!(line, Inst::Label(_) | Inst::Branch(_));
    let start = made.lines[..first].iter().rposition(|line| before(&line.inst)).map_or(0, |at| at + 1);
    let mut at = 0;
    made.lines.retain_mut(|line| {
        let is_wait =
            (start..first).contains(&at) && matches!(line.inst, Inst::Mbarrier(Mbarrier::Wait { .. }));
        at += 1;
        match (mistake, &mut line.inst) {
            (Mistake::NoRelease, Inst::MapEdit(MapEdit::Release)) => false,
            (Mistake::NoAcquire, Inst::MapEdit(MapEdit::Acquire { .. })) => false,
            (Mistake::NoWait, _) => !is_wait,
            (Mistake::WrongParity, Inst::Compute { op: Opcode::Xor, from, .. })
                if (start..first).contains(&(at - 1)) =>
            {
                from[1] = Operand::Int(0);
                true
            }
            _ => true,
        }
    });
}
