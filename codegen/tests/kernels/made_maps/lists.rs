//! Arrays of lists, whose tables hold addresses: products of the arrays of two lists.

use super::{apart, made_under};
use crate::analysis::alias::ListedArrays;
use crate::analysis::parameters::ParameterFacts;
use crate::tests::kernels::agreement::{contents, ran};

/// The lines that make a view of the array that entry `%g` of a list describes.
fn entry(name: &str, ty: &str, rows: &str) -> String {
    let mut entries = String::new();
    entries += &format!(
        "    %{name}row, %{name}rt = load_view_tko weak %{name}v[%g, %zero] : {rows}, tile<i32> -> tile<1x8xi64>, token\n"
    );
    for word in 0..4 {
        entries += &format!(
            "    %{name}e{word} = extract %{name}row[%zero, %w{word}] : tile<1x8xi64> -> tile<1x1xi64>
%{name}{word} = reshape %{name}e{word} : tile<1x1xi64> -> tile<i64>\n"
        );
    }
    for (word, says) in [(1, "bounded<0, ?>"), (2, "bounded<0, ?>"), (3, "div_by<8>")] {
        entries += &format!(
            "    %{name}n{word} = trunci %{name}{word} : tile<i64> -> tile<i32>
%{name}s{word} = assume {says}, %{name}n{word} : tile<i32>\n"
        );
    }
    let view = format!("tensor_view<?x?x{ty}, strides=[?,1]>");
    let tile = if name == "c" {
        "64x32"
    } else if name == "a" {
        "64x16"
    } else {
        "16x32"
    };
    entries += &format!(
        "    %{name}i = int_to_ptr %{name}0 : tile<i64> -> tile<ptr<{ty}>>
%{name}p = assume div_by<16>, %{name}i : tile<ptr<{ty}>>
%{name}w = make_tensor_view %{name}p, shape = [%{name}s1, %{name}s2], strides = [%{name}s3, 1] : tile<i32> -> {view}
%{name}x = make_partition_view %{name}w : partition_view<tile=({tile}), padding_value = zero, {view}>\n"
    );
    entries
}

/// Products of the arrays of two lists, each entry a row of words: an address, two extents, two strides. The tables lead to the
/// three remaining parameters.
fn listed() -> String {
    let table = "tensor_view<2x5xi64, strides=[5,1]>";
    let rows = format!("partition_view<tile=(1x8), {table}>");
    let (mut tables, mut entries) = (String::new(), String::new());
    for (at, (name, ty)) in [("a", "f16"), ("b", "f16"), ("c", "f32")].into_iter().enumerate() {
        tables += &format!(
            "  %{name}t = make_tensor_view %p{at}, shape = [2, 5], strides = [5, 1] : {table}
  %{name}v = make_partition_view %{name}t : {rows}\n"
        );
        entries += &entry(name, ty, &rows);
    }
    let of = |tile: &str, ty: &str| {
        format!("partition_view<tile=({tile}), padding_value = zero, tensor_view<?x?x{ty}, strides=[?,1]>>")
    };
    let (a, b, c) = (of("64x16", "f16"), of("16x32", "f16"), of("64x32", "f32"));
    let words: String =
        (0..4).map(|word| format!("  %w{word} = constant <i32: {word}> : tile<i32>\n")).collect();
    format!(
        "entry @k(%p0: tile<ptr<i64>>, %p1: tile<ptr<i64>>, %p2: tile<ptr<i64>>, %p3: tile<ptr<f16>>, %p4: tile<ptr<f16>>, %p5: tile<ptr<f32>>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %count = constant <i32: 2> : tile<i32>
  %none = constant <f32: 0.0> : tile<64x32xf32>
{words}{tables}  for %g in (%zero to %count, step %one) : tile<i32> {{
{entries}    %down, %along = get_index_space_shape %ax : {a} -> tile<i32>
    for %t in (%zero to %down, step %one) : tile<i32> {{
      %sum = for %j in (%zero to %along, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x32xf32>) {{
        %l, %lt = load_view_tko weak %ax[%t, %j] : {a}, tile<i32> -> tile<64x16xf16>, token
        %r, %rt = load_view_tko weak %bx[%j, %zero] : {b}, tile<i32> -> tile<16x32xf16>, token
        %more = mmaf %l, %r, %acc : tile<64x16xf16>, tile<16x32xf16>, tile<64x32xf32>
        continue %more : tile<64x32xf32>
      }}
      %done = store_view_tko weak %sum, %cx[%t, %zero] : tile<64x32xf32>, {c}, tile<i32> -> token
    }}
  }}
  return
}}\n"
    )
}

/// A multiple of the numbers in [`contents`].
fn half(bytes: &[u8], at: usize) -> f32 {
    let bits = u16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]);
    let magnitude = if bits & 0x7fff == 0 {
        0.0
    } else {
        f32::from(bits & 0x3ff | 0x400) * 2f32.powi(i32::from(bits >> 10 & 31) - 25)
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

#[test]
fn arrays_of_lists_are_copied_by_maps_that_the_code_makes() {
    let text = listed();
    let under = |overlapping: &[(usize, usize)], tables: &[usize]| {
        let lists = ListedArrays {
            tables: tables.iter().copied().collect(),
            overlapping: overlapping.iter().copied().collect(),
        };
        made_under(&text, &ParameterFacts { lists, ..apart(6) })
    };
    let made = under(&[], &[0, 1, 2]);
    assert_eq!((made.program.scratch_bytes, made.program.maps.len()), (256, 0));
    // Without a contract, an address may lead anywhere: the store may change a table.
    assert_eq!(under(&[], &[]).program.scratch_bytes, 0);
    assert_eq!(under(&[], &[0, 1]).program.scratch_bytes, 0);
    // No table overlaps anything, whatever is said of arrays.
    assert_eq!(under(&[(0, 2), (2, 2), (2, 0)], &[0, 1, 2]).program.scratch_bytes, 256);

    // Of 70 and 3 rows, 40 and 16 terms, 32 columns.
    let shapes: [[usize; 2]; 2] = [[70, 40], [3, 16]];
    let lens = |of: fn([usize; 2]) -> usize| [0, of(shapes[0])];
    let starts = [lens(|[m, k]| m * k), lens(|[_, k]| k * 32), lens(|[m, _]| m * 32)];
    let table = |list: usize| -> Vec<u8> {
        let entry = |(at, [m, k]): (usize, [usize; 2])| {
            let (size, [rows, columns]) = [(2, [m, k]), (2, [k, 32]), (4, [m, 32])][list];
            let address = ((list as u64 + 4) << 32) + (size * starts[list][at]) as u64;
            [address, rows as u64, columns as u64, columns as u64, 1]
        };
        shapes.into_iter().enumerate().flat_map(entry).flat_map(u64::to_le_bytes).collect()
    };
    let all = |of: fn([usize; 2]) -> usize| shapes.into_iter().map(of).sum::<usize>() as u32;
    let left = contents(("f16", &[all(|[m, k]| m * k)]), 1);
    let right = contents(("f16", &[all(|[_, k]| k * 32)]), 2);
    let sums = all(|[m, _]| m * 32) as usize;
    let buffers = vec![table(0), table(1), table(2), left.clone(), right.clone(), vec![0; 4 * sums]];
    let mut expected = Vec::new();
    for (at, [m, k]) in shapes.into_iter().enumerate() {
        for (row, column) in (0..m).flat_map(|row| (0..32).map(move |column| (row, column))) {
            let term =
                |j| half(&left, starts[0][at] + row * k + j) * half(&right, starts[1][at] + j * 32 + column);
            expected.extend((0..k).map(term).sum::<f32>().to_le_bytes());
        }
    }
    for seed in 0..4 {
        let found = ran(&made, &buffers, &[], (Vec::new(), [1; 3]), seed);
        assert!(found[5] == expected, "seed {seed}");
    }
}
