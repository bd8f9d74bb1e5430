//! Partition views: index spaces, partial tiles, padding, axes in another order.

use spec::problem::Scene;
use spec::rules::Rule;
use spec::syntax::launch::Argument;

use crate::case::{Case, case, line_of};

/// Copies a tile of four elements; `%n` is the extent of both arrays.
fn copy(load: &str, store: &str, padding: &str) -> Case {
    let view = format!("partition_view<tile=(4), {padding}tensor_view<?xf32, strides=[1]>>");
    case(&format!(
        "entry @copy(%a: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>, %i: tile<i32>) {{
           %ta = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
           %va = make_partition_view %ta : {view}
           %x, %k = load_view_tko weak %va[%i] {load} : {view}, tile<i32> -> tile<4xf32>, token
           %to = make_tensor_view %o, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
           %vo = make_partition_view %to : {view}
           %j = store_view_tko weak %x, %vo[%i] token = %k {store} : tile<4xf32>, {view}, tile<i32> -> token
           return
         }}"
    ))
    .input(&[1f32, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0])
    .input(&[0f32; 10])
}

#[test]
fn a_partial_tile_is_masked() {
    let outcome = copy("", "", "padding_value = zero, ").scalar(10).scalar(2);
    assert_eq!(outcome.gives::<f32>(1), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0, 10.0]);
}

#[test]
fn a_promise_over_a_full_tile_is_kept() {
    let outcome = copy("inbounds = [true]", "inbounds = [true]", "").scalar(8).scalar(1);
    assert_eq!(outcome.gives::<f32>(1), [0.0, 0.0, 0.0, 0.0, 5.0, 6.0, 7.0, 8.0, 0.0, 0.0]);
}

#[test]
fn a_promise_over_a_partial_tile_is_broken() {
    let case = copy("inbounds = [true]", "", "").scalar(10).scalar(2);
    let violation = case.broken();
    assert_eq!(violation.rule, Rule::TileInside);
    assert_eq!(violation.parameter, Some(0));
    assert_eq!(line_of(&case.text, violation.party.at.offset).split(' ').nth(3), Some("load_view_tko"));
    let scene =
        Scene::Tile { extents: vec![10], tile: vec![4], steps: vec![4], index: vec![2], dim_map: vec![0] };
    assert_eq!(violation.scene, Some(scene));
}

#[test]
fn a_masked_tile_outside_the_index_space_is_undefined() {
    assert_eq!(
        copy("", "", "padding_value = zero, ").scalar(10).scalar(3).rule(),
        ("view.index.space", None)
    );
    assert_eq!(copy("", "", "padding_value = zero, ").scalar(0).scalar(0).rule(), ("view.index.space", None));
}

#[test]
fn an_index_is_read_as_unsigned() {
    let violation = copy("", "", "").scalar(10).scalar(0xffff_ffff).broken();
    assert_eq!(violation.rule, Rule::IndexSpace);
    let scene = Scene::Tile {
        extents: vec![10],
        tile: vec![4],
        steps: vec![4],
        index: vec![0xffff_ffff],
        dim_map: vec![0],
    };
    assert_eq!(violation.scene, Some(scene));
}

#[test]
fn a_view_larger_than_its_buffer_leaves_it() {
    let (rule, lane) = copy("", "", "").scalar(12).scalar(2).rule();
    assert_eq!((rule, lane), ("memory.bounds", Some(vec![2])));
    let fits = copy("", "", "padding_value = zero, ").scalar(10).scalar(2);
    fits.run();
}

#[test]
fn a_misaligned_view_is_undefined() {
    let shifted = copy("", "", "").scalar(4).scalar(0).with(|case| {
        case.launch.arguments[0] = Argument::Pointer { buffer: 0, offset: 2 };
    });
    assert_eq!(shifted.rule(), ("memory.alignment", Some(vec![0])));
    let loose = copy("", "", "").scalar(4).scalar(0).with(|case| case.launch.buffers[1].alignment = 2);
    let violation = loose.broken();
    assert_eq!((violation.rule, violation.parameter), (Rule::MemoryAlignment, Some(1)));
}

#[test]
fn an_address_is_aligned_to_no_more_than_the_launch_says() {
    let tight = |alignment| {
        copy("", "", "").scalar(4).scalar(0).with(|case| {
            case.launch.buffers[0].alignment = alignment;
            case.text = case.text.replacen(
                "%ta = make_tensor_view %a",
                "%b = assume div_by<16>, %a : tile<ptr<f32>>\n%ta = make_tensor_view %b",
                1,
            );
        })
    };
    tight(16).run();
    assert_eq!(tight(8).rule(), ("assume.aligned", Some(vec![])));
}

/// Loads a tile of 2×4 from a 3×5 array, and stores it to an array of 8 elements as it lies in rows.
fn load_2d(view: &str, index: [u64; 2]) -> Case {
    case(&format!(
        "entry @load(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>, %i: tile<i32>, %j: tile<i32>) {{
           %ta = make_tensor_view %a, shape = [3, 5], strides = [5, 1] : tensor_view<3x5xi32, strides=[5,1]>
           %va = make_partition_view %ta : {view}
           %x, %k = load_view_tko weak %va[%i, %j] : {view}, tile<i32> -> tile<2x4xi32>, token
           %r = reshape %x : tile<2x4xi32> -> tile<8xi32>
           %to = make_tensor_view %o, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
           %vo = make_partition_view %to : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
           %z = constant <i32: 0> : tile<i32>
           %t = store_view_tko weak %r, %vo[%z] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
           return
         }}"
    ))
    .input(&std::array::from_fn::<i32, 15, _>(|k| k as i32 + 1))
    .output(32)
    .scalar(index[0])
    .scalar(index[1])
}

#[test]
fn a_tile_of_a_matrix() {
    let view = "partition_view<tile=(2x4), padding_value = zero, tensor_view<3x5xi32, strides=[5,1]>>";
    assert_eq!(load_2d(view, [0, 0]).gives::<i32>(1), [1, 2, 3, 4, 6, 7, 8, 9]);
    assert_eq!(load_2d(view, [0, 1]).gives::<i32>(1), [5, 0, 0, 0, 10, 0, 0, 0]);
    assert_eq!(load_2d(view, [1, 1]).gives::<i32>(1), [15, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn axes_in_another_order() {
    let view = "partition_view<tile=(2x4), padding_value = zero, tensor_view<3x5xi32, strides=[5,1]>, dim_map=[1, 0]>";
    // Tile axis 0 runs along columns: lane (a, b) is element (b, a) of the array.
    assert_eq!(load_2d(view, [0, 0]).gives::<i32>(1), [1, 6, 11, 0, 2, 7, 12, 0]);
    assert_eq!(load_2d(view, [2, 0]).gives::<i32>(1), [5, 10, 15, 0, 0, 0, 0, 0]);
    assert_eq!(load_2d(view, [3, 0]).rule().0, "view.index.space");
}

#[test]
fn padding_has_the_bits_that_hardware_pads_with() {
    let padded = |padding: &str| {
        copy("", "inbounds = [true]", &format!("padding_value = {padding}, "))
            .scalar(10)
            .scalar(2)
            .with(|case| {
                case.text = case.text.replace(
                    "%to = make_tensor_view %o, shape = [%n]",
                    "%m = constant <i32: 12> : tile<i32>\n%to = make_tensor_view %o, shape = [%m]",
                );
                case.launch.buffers[1].bytes = 48;
            })
            .gives::<u32>(1)[11]
    };
    assert_eq!(padded("zero"), 0);
    assert_eq!(padded("neg_zero"), 0x8000_0000);
    assert_eq!(padded("nan"), 0x7fc0_0000);
    assert_eq!(padded("pos_inf"), 0x7f80_0000);
    assert_eq!(padded("neg_inf"), 0xff80_0000);
}

#[test]
fn a_stride_of_zero_is_undefined() {
    let strided = case(
        "entry @k(%a: tile<ptr<f32>>, %s: tile<i64>) {
           %t = make_tensor_view %a, shape = [4, 4], strides = [%s, 1] : tile<i64> -> tensor_view<4x4xf32, strides=[?,1]>
           return
         }",
    )
    .input(&[0f32; 16]);
    strided.clone().scalar(1).run();
    assert_eq!(strided.scalar(0).rule(), ("view.stride", None));
}

#[test]
fn an_offset_that_is_not_representable() {
    let far = |stride: u64| {
        case(
            "entry @k(%a: tile<ptr<i8>>, %s: tile<i64>, %i: tile<i64>) {
               %t = make_tensor_view %a, shape = [1000000], strides = [%s] : tile<i64> -> tensor_view<1000000xi8, strides=[?]>
               %v = make_partition_view %t : partition_view<tile=(2), tensor_view<1000000xi8, strides=[?]>>
               %x, %k = load_view_tko weak %v[%i] : partition_view<tile=(2), tensor_view<1000000xi8, strides=[?]>>, tile<i64> -> tile<2xi8>, token
               return
             }",
        )
        .input(&[0u8; 16])
        .scalar(stride)
        .scalar(4)
    };
    // 4·2·2⁶⁰ is 2⁶³.
    assert_eq!(far(1 << 60).rule().0, "view.offset");
    assert_eq!(far((1 << 60) - 1).rule().0, "memory.bounds");
}

#[test]
fn the_index_space_of_a_view() {
    let shape = |bits: &str, n: u64| {
        case(&format!(
            "entry @k(%a: tile<ptr<f32>>, %o: tile<ptr<{bits}>>, %n: tile<i64>) {{
               %t = make_tensor_view %a, shape = [64, %n], strides = [16, 1] : tile<i64> -> tensor_view<64x?xf32, strides=[16,1]>
               %v = make_partition_view %t : partition_view<tile=(4x2), tensor_view<64x?xf32, strides=[16,1]>, dim_map=[1, 0]>
               %x, %y = get_index_space_shape %v : partition_view<tile=(4x2), tensor_view<64x?xf32, strides=[16,1]>, dim_map=[1, 0]> -> tile<{bits}>
               %k = store_ptr_tko weak %o, %x : tile<ptr<{bits}>>, tile<{bits}> -> token
               %one = constant <i32: 1> : tile<i32>
               %p = offset %o, %one : tile<ptr<{bits}>>, tile<i32> -> tile<ptr<{bits}>>
               %l = store_ptr_tko weak %p, %y : tile<ptr<{bits}>>, tile<{bits}> -> token
               return
             }}"
        ))
        .input(&[0f32; 1])
        .output(16)
        .scalar(n)
    };
    assert_eq!(shape("i32", 15).gives::<u32>(1)[..2], [4, 32]);
    assert_eq!(shape("i8", 1020).gives::<u8>(1)[..2], [255, 32]);
    assert_eq!(shape("i8", 1021).rule(), ("view.shape.range", None));
}
