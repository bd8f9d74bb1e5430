//! The code of accesses, run by the simulated machine, leaves what the interpreter leaves.

use proptest::prelude::*;

use super::agreement::{agree, contents, interpreted, ran, text_of, valid};
use crate::compile::compile_valid;
use crate::ir::ptx::Inst;
use crate::{Options, Target};

/// `%NAME`: so many pointers from parameter `param` on, from element `%s0` on, in the order that `%NAMEi` says.
fn pointers(name: &str, param: usize, ty: &str, count: u32, index: &str) -> String {
    let (one, all, ints) = (
        text_of(&format!("ptr<{ty}>"), &[1]),
        text_of(&format!("ptr<{ty}>"), &[count]),
        text_of("i32", &[count]),
    );
    format!(
        "  %{name}f = offset %p{param}, %s0 : tile<ptr<{ty}>>, tile<i32> -> tile<ptr<{ty}>>
  %{name}1 = reshape %{name}f : tile<ptr<{ty}>> -> {one}
  %{name}a = broadcast %{name}1 : {one} -> {all}
  %{name} = offset %{name}a, %{index} : {all}, {ints} -> {all}\n"
    )
}

/// `%i` counts, `%m` is true of those below `%s1`.
fn counted(count: u32) -> String {
    let (one, all, mask) = (text_of("i32", &[1]), text_of("i32", &[count]), text_of("i1", &[count]));
    format!(
        "  %i = iota : {all}
  %n1 = reshape %s1 : tile<i32> -> {one}
  %n = broadcast %n1 : {one} -> {all}
  %m = cmpi less_than %i, %n, signed : {all} -> {mask}\n"
    )
}

fn types() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"])
}

fn threads() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![32u32, 64, 256])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// From any element on, as many as the mask says, and what stands for the others.
    #[test]
    fn neighbours_are_loaded_and_stored(ty in types(), bits in 0u32..10, first in 0i32..9, part in 0u32..5, masked: bool, threads in threads(), seed: u64) {
        let count = 1u32 << bits;
        let whole = [count + 16];
        let (data, ptrs, mask) = (text_of(ty, &[count]), text_of(&format!("ptr<{ty}>"), &[count]), text_of("i1", &[count]));
        let length = (count * part / 3) as i32 + i32::from(part % 2 == 1);
        let (names, tys) = if masked { (", %m, %in1", format!(", {mask}, {data}")) } else { ("", String::new()) };
        let (stored, by) = if masked { (", %m", format!(", {mask}")) } else { ("", String::new()) };
        let lines = counted(count) + &pointers("a", 0, ty, count, "i") + &pointers("b", 2, ty, count, "i") + &format!(
            "  %out0, %t0 = load_ptr_tko weak %a{names} : {ptrs}{tys} -> {data}, token
  %t1 = store_ptr_tko weak %b, %out0{stored} token=%read2 : {ptrs}, {data}{by} -> token\n");
        let power = whole[0].next_power_of_two();
        agree(&[(ty, &[power]), (ty, &[count]), (ty, &[power])], &[(ty, &[count])], &[first, length], &lines, threads, seed >> 1);
    }

    /// A barrier orders one thread's store before another thread's load.
    #[test]
    fn tokens_order_threads(bits in 0u32..10, ty in types(), threads in threads(), seed: u64) {
        let count = 1u32 << bits;
        let (data, ptrs, ints) = (text_of(ty, &[count]), text_of(&format!("ptr<{ty}>"), &[count]), text_of("i32", &[count]));
        let last = count - 1;
        let lines = counted(count) + &pointers("a", 0, ty, count, "i") + &format!(
            "  %last = constant <i32: {last}> : {ints}
  %back = subi %last, %i : {ints}\n") + &pointers("b", 0, ty, count, "back") + &format!(
            "  %t0 = store_ptr_tko weak %a, %in1 token=%read0 : {ptrs}, {data} -> token
  %out0, %t1 = load_ptr_tko weak %b token=%t0 : {ptrs} -> {data}, token
  %t2 = store_ptr_tko weak %a, %out0 token=%t1 : {ptrs}, {data} -> token
  %out1, %t3 = load_ptr_tko weak %a token=%t2 : {ptrs} -> {data}, token\n");
        agree(&[(ty, &[count]), (ty, &[count])], &[(ty, &[count]), (ty, &[count])], &[0, 0], &lines, threads, seed >> 1);
    }

    /// Updates every element once and compares the old values, too.
    #[test]
    fn updates_give_what_was_there(
        (ty, mode) in prop::sample::select(vec![
            ("i32", "add"), ("i64", "add"), ("i32", "max"), ("i64", "min"), ("i32", "umax"), ("i64", "umin"), ("i32", "and"),
            ("i64", "or"), ("i32", "xor"), ("i32", "xchg"), ("i64", "xchg"), ("f32", "xchg"), ("f32", "addf"), ("f64", "addf"),
            ("f16", "addf"), ("bf16", "addf"),
        ]),
        bits in 0u32..8, part in 0u32..4, threads in threads(), seed: u64,
    ) {
        let count = 1u32 << bits;
        let (data, ptrs, mask) = (text_of(ty, &[count]), text_of(&format!("ptr<{ty}>"), &[count]), text_of("i1", &[count]));
        let lines = counted(count) + &pointers("a", 0, ty, count, "i") + &format!(
            "  %out0, %t0 = atomic_rmw_tko relaxed device %a, {mode}, %in1, %m token=%read0 : {ptrs}, {data}, {mask} -> {data}, token
  %out1, %t1 = load_ptr_tko weak %a token=%t0 : {ptrs} -> {data}, token\n");
        agree(&[(ty, &[count]), (ty, &[count])], &[(ty, &[count]), (ty, &[count])], &[0, (count * part / 3) as i32], &lines, threads, seed >> 1);
    }

    /// Many elements in few places, a splat among them: each is counted.
    #[test]
    fn equal_places_count_each(bits in 0u32..9, places in 0u32..4, threads in threads(), ty in prop::sample::select(vec!["i32", "i64", "bf16", "f32"]), seed: u64) {
        let count = 1u32 << bits;
        let (data, ptrs, ints) = (text_of(ty, &[count]), text_of(&format!("ptr<{ty}>"), &[count]), text_of("i32", &[count]));
        let (mode, one) = if ty.starts_with('i') { ("add", "1") } else { ("addf", "1.0") };
        let low = (1 << places) - 1;
        let lines = counted(count) + &format!(
            "  %one = constant <{ty}: {one}> : {data}
  %low = constant <i32: {low}> : {ints}
  %few = andi %i, %low : {ints}\n") + &pointers("a", 0, ty, count, "few") + &format!(
            "  %old, %t0 = atomic_rmw_tko relaxed device %a, {mode}, %one token=%read0 : {ptrs}, {data} -> {data}, token\n");
        agree(&[(ty, &[8])], &[], &[0, 0], &lines, threads, seed >> 1);
    }

    #[test]
    fn exchanges_compare(bits in 0u32..8, part in 0u32..4, threads in threads(), ty in prop::sample::select(vec!["i32", "i64", "f32"]), seed: u64) {
        let count = 1u32 << bits;
        let (data, ptrs, mask) = (text_of(ty, &[count]), text_of(&format!("ptr<{ty}>"), &[count]), text_of("i1", &[count]));
        // Every second element expects its own value.
        let ints = text_of("i32", &[count]);
        let lines = counted(count) + &pointers("a", 0, ty, count, "i") + &format!(
            "  %bit = constant <i32: 1> : {ints}
  %odd = andi %i, %bit : {ints}
  %is = cmpi equal %odd, %bit, signed : {ints} -> {mask}
  %expected = select %is, %in0, %in1 : {mask}, {data}
  %out0, %t0 = atomic_cas_tko acq_rel device %a, %expected, %in1, %m token=%read0 : {ptrs}, {data}, {mask} -> {data}, token
  %out1, %t1 = load_ptr_tko weak %a token=%t0 : {ptrs} -> {data}, token\n");
        agree(&[(ty, &[count]), (ty, &[count])], &[(ty, &[count]), (ty, &[count])], &[0, (count * part / 3) as i32], &lines, threads, seed >> 1);
    }

    /// Rows by an index tile, some outside; columns from any on.
    #[test]
    fn rows_are_gathered_and_scattered(rows in 0u32..6, columns in 0u32..6, from in 0i32..5, sparse in 0usize..2, ty in types(), threads in threads(), seed: u64) {
        let mut tile = [1u32 << rows, 1 << columns];
        let mut tensor = [64u32, 32];
        if sparse == 1 {
            tile.reverse();
            tensor.reverse();
        }
        let count = tile[sparse];
        let shape = format!("{}x{}", tensor[0], tensor[1]);
        let views = format!("tensor_view<{shape}x{ty}, strides=[{},1]>", tensor[1]);
        let view = format!("gather_scatter_view<tile=({}x{}), padding_value = zero, {views}, sparse_dim={sparse}>", tile[0], tile[1]);
        let (data, ints) = (text_of(ty, &tile), text_of("i32", &[count]));
        let (index, index_ty) = if sparse == 0 { ("%odd, %s1", format!("{ints}, tile<i32>")) } else { ("%s1, %odd", format!("tile<i32>, {ints}")) };
        let lines = counted(count) + &format!(
            "  %four = constant <i32: 4> : {ints}
  %odd = muli %i, %four : {ints}
  %t = make_tensor_view %p0, shape = [{0}, {1}], strides = [{1}, 1] : {views}
  %v = make_gather_scatter_view %t : {view}
  %out0, %t0 = load_view_tko weak %v[{index}] : {view}, {index_ty} -> {data}, token
  %u = make_tensor_view %p1, shape = [{0}, {1}], strides = [{1}, 1] : {views}
  %w = make_gather_scatter_view %u : {view}
  %t1 = store_view_tko weak %out0, %w[{index}] token=%read1 : {data}, {view}, {index_ty} -> token\n", tensor[0], tensor[1]);
        agree(&[(ty, &tensor), (ty, &tensor)], &[(ty, &tile)], &[0, from], &lines, threads, seed >> 1);
    }

    /// Tiles at any distance from each other, over the end of a tensor whose extent comes at run time.
    #[test]
    fn tiles_hang_over_the_end(
        bits in (0u32..6, 0u32..6), steps in (1i64..9, 1i64..9), extents in (1i32..40, 1u32..40), ty in types(), threads in threads(), seed: u64,
    ) {
        let tile = [1u32 << bits.0, 1 << bits.1];
        let (rows, columns) = extents;
        let count = (rows as u32 * columns).next_power_of_two();
        let views = format!("tensor_view<?x{columns}x{ty}, strides=[{columns},1]>");
        let view = format!("strided_view<tile=({}x{}), traversal_strides=[{},{}], padding_value = zero, {views}>", tile[0], tile[1], steps.0, steps.1);
        let data = text_of(ty, &tile);
        let (row, column) = ((rows - 1) / steps.0 as i32, (columns as i32 - 1) / steps.1 as i32);
        let at = [seed as i32 & 3, (seed >> 2) as i32 & 3];
        let (row, column) = (row.min(at[0]), column.min(at[1]));
        let bare = view.replace("padding_value = zero, ", "");
        let make = |name: &str, param: usize, view: &str| format!(
            "  %{name}t = make_tensor_view %p{param}, shape = [%s0, {columns}], strides = [{columns}, 1] : tile<i32> -> {views}
  %{name} = make_strided_view %{name}t : {view}\n");
        let updates = ty == "i32" || ty == "f64";
        let mode = if ty == "i32" { "add" } else { "addf" };
        let mut lines = make("v", 0, &view) + &make("w", 1, &bare) + &format!(
            "  %row = constant <i32: {row}> : tile<i32>
  %column = constant <i32: {column}> : tile<i32>
  %out0, %t0 = load_view_tko weak %v[%row, %column] : {view}, tile<i32> -> {data}, token
  %t1 = store_view_tko weak %out0, %w[%row, %column] token=%read1 : {data}, {bare}, tile<i32> -> token\n");
        if updates {
            lines += &format!(
                "  %t2 = atomic_red_view_tko relaxed device %w[%row, %column], {mode}, %out0 token=%t1 : {data}, {bare}, tile<i32> -> token\n");
        }
        agree(&[(ty, &[count]), (ty, &[count])], &[(ty, &tile)], &[rows], &lines, threads, seed >> 4);
    }

    /// Two elements share a byte along either axis, and tiles begin at an even element.
    #[test]
    fn halves_hang_over_the_end(
        bits in (0u32..6, 1u32..6), steps in (1i64..9, 1i64..9), extents in (1u32..20, 1u32..20), first: bool, threads in threads(), seed: u64,
    ) {
        let (rows, columns) = (extents.0, 2 * extents.1);
        let order = |pair: [String; 2]| if first { [pair[1].clone(), pair[0].clone()] } else { pair };
        let two = |a: &dyn std::fmt::Display, b: &dyn std::fmt::Display| order([a.to_string(), b.to_string()]);
        let tile = two(&(1 << bits.0), &(1 << bits.1));
        let views = format!(
            "tensor_view<{}xf4E2M1FN, strides=[{}]>", two(&rows, &"?").join("x"), two(&"?", &1).join(","));
        let view = format!("strided_view<tile=({}), traversal_strides=[{}], padding_value = zero, {views}>", tile.join("x"), two(&steps.0, &steps.1).join(","));
        let bare = view.replace("padding_value = zero, ", "");
        let (row, column) = (i64::from(rows - 1) / steps.0, i64::from(columns - 1) / steps.1);
        let (row, column) = (row.min(seed as i64 & 3), column.min((seed >> 2) as i64 & 3));
        let column = if steps.1 % 2 == 0 { column } else { column & !1 };
        let make = |name: &str, param: usize, view: &str| format!(
            "  %{name}p = ptr_to_ptr %p{param} : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
  %{name}t = make_tensor_view %{name}p, shape = [{}], strides = [{}] : tile<i32> -> {views}
  %{name} = make_strided_view %{name}t : {view}\n", two(&rows, &"%s0").join(", "), two(&"%s0", &1).join(", "));
        let data = format!("{}x", tile.join("x"));
        let lines = make("v", 0, &view) + &make("w", 1, &bare) + &format!(
            "  %row = constant <i32: {row}> : tile<i32>
  %column = constant <i32: {column}> : tile<i32>
  %h, %t0 = load_view_tko weak %v[{0}] : {view}, tile<i32> -> tile<{data}f4E2M1FN>, token
  %t1 = store_view_tko weak %h, %w[{0}] token=%read1 : tile<{data}f4E2M1FN>, {bare}, tile<i32> -> token
  %out0 = ftof %h : tile<{data}f4E2M1FN> -> tile<{data}f32>
", two(&"%row", &"%column").join(", "));
        let bytes = (rows * columns / 2).next_power_of_two();
        let shape = if first { [1 << bits.1, 1 << bits.0] } else { [1 << bits.0, 1 << bits.1] };
        agree(&[("i8", &[bytes]), ("i8", &[bytes])], &[("f32", &shape)], &[columns as i32], &lines, threads, seed >> 4);
    }
}

/// Updates a tile of a tensor with so many columns, a known multiple of something: how many neighbors each instruction updates.
fn updated_together((columns, multiple): (i32, u32), sm: u32) -> (Vec<usize>, bool) {
    let (tensor, tile) = ("tensor_view<?x?xf32, strides=[?,1]>", "tile<16x32xf32>");
    let view = format!("partition_view<tile=(16x32), {tensor}>");
    let text = format!(
        "entry @k(%p0: tile<ptr<f32>>, %s0: tile<i32>, %s1: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %p = assume div_by<16>, %p0 : tile<ptr<f32>>
  %columns = assume div_by<{multiple}>, %s1 : tile<i32>
  %t = make_tensor_view %p, shape = [%s0, %columns], strides = [%columns, 1] : tile<i32> -> {tensor}
  %v = make_partition_view %t : {view}
  %i = iota : tile<32xi32>
  %f = itof %i signed : tile<32xi32> -> tile<32xf32>
  %r = reshape %f : tile<32xf32> -> tile<1x32xf32>
  %x = broadcast %r : tile<1x32xf32> -> {tile}
  %done = atomic_red_view_tko relaxed device %v[%zero, %zero], addf, %x : {tile}, {view}, tile<i32> -> token
  return
}}\n"
    );
    let (kernel, buffers) = (valid(&text), [contents(("f32", &[16, 32]), 1)]);
    let options = Options { threads: Some(64), ..Options::default() };
    let made = compile_valid(&kernel, Target { sm }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message));
    let count = |inst: &Inst| if let Inst::Reduce { from, .. } = inst { Some(from.len()) } else { None };
    let counts = made.lines.iter().filter_map(|line| count(&line.inst));
    let scalars = [512 / columns.cast_unsigned().next_power_of_two().cast_signed(), columns];
    let left = ran(&made, &buffers, &scalars, (Vec::new(), [1; 3]), 1);
    (counts.collect(), left == interpreted(&kernel, &buffers, &scalars, [1; 3]))
}

/// Relaxed sums of neighbors are vectors from sm_90 on, where rows begin at multiples of sixteen bytes.
#[test]
fn neighbors_are_updated_together() {
    for columns in [32, 28, 4] {
        let (counts, agrees) = updated_together((columns, 4), 90);
        assert!(agrees && counts.contains(&4), "{columns} columns: {counts:?}");
    }
    for (of_columns, sm) in [((32, 4), 80), ((28, 2), 90), ((27, 1), 90)] {
        let (counts, agrees) = updated_together(of_columns, sm);
        let is_single = !counts.is_empty() && counts.iter().all(|count| *count == 1);
        assert!(agrees && is_single, "{of_columns:?} columns, sm_{sm}: {counts:?}");
    }
}
