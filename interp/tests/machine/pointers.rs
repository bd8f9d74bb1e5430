//! Tiles of pointers: masks, bounds, alignment, offsets that overflow.

use spec::problem::Scene;
use spec::rules::Rule;
use spec::syntax::launch::Argument;

use crate::case::{Case, case};

/// `o[k] = a[index[k]]` for four lanes, where the mask holds.
fn gather(indices: &[i64; 4], mask: Option<[bool; 4]>) -> Case {
    let list = |values: &dyn Fn(usize) -> String| (0..4).map(values).collect::<Vec<_>>().join(", ");
    let indices = list(&|k| indices[k].to_string());
    let (masked, types) = match mask {
        Some(mask) => {
            (format!(", %m, %pad {{mask}} {}", list(&|k| mask[k].to_string())), ", tile<4xi1>, tile<4xi32>")
        }
        None => (String::new(), ""),
    };
    let (operands, constant) = match masked.split_once("{mask}") {
        Some((operands, list)) => (
            operands.to_owned(),
            format!(
                "%m = constant <i1: [{}]> : tile<4xi1>\n%pad = constant <i32: -1> : tile<4xi32>",
                list.trim()
            ),
        ),
        None => (String::new(), String::new()),
    };
    case(&format!(
        "entry @gather(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>) {{
           %i = constant <i64: [{indices}]> : tile<4xi64>
           {constant}
           %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
           %as = broadcast %a1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
           %p = offset %as, %i : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
           %x, %k = load_ptr_tko weak %p{operands} : tile<4xptr<i32>>{types} -> tile<4xi32>, token
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
           %l = iota : tile<4xi32>
           %q = offset %os, %l : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
           %j = store_ptr_tko weak %q, %x : tile<4xptr<i32>>, tile<4xi32> -> token
           return
         }}"
    ))
    .input(&[10i32, 11, 12, 13, 14, 15, 16, 17])
    .output(16)
}

#[test]
fn lanes_read_where_they_point() {
    assert_eq!(gather(&[7, 0, 3, 3], None).gives::<i32>(1), [17, 10, 13, 13]);
    assert_eq!(gather(&[2, 3, 4, 5], None).gives::<i32>(1), [12, 13, 14, 15]);
    assert_eq!(gather(&[5, 5, 5, 5], None).gives::<i32>(1), [15, 15, 15, 15]);
}

#[test]
fn a_masked_lane_may_point_anywhere() {
    let mask = Some([true, false, true, false]);
    assert_eq!(gather(&[1, 8, 2, i64::MAX], mask).gives::<i32>(1), [11, -1, 12, -1]);
}

#[test]
fn the_first_lane_outside_is_named() {
    let violation = gather(&[0, 7, 8, -1], None).broken();
    assert_eq!(violation.rule, Rule::MemoryBounds);
    assert_eq!(violation.party.lane, Some(vec![2]));
    assert_eq!(violation.parameter, Some(0));
    let touched = vec![0, 7, 8, -1];
    assert_eq!(violation.scene, Some(Scene::Elements { len: 8, touched, blamed: Some(8) }));
    let masked = gather(&[0, 9, 8, -1], Some([true, false, true, false])).broken();
    assert_eq!(masked.scene, Some(Scene::Elements { len: 8, touched: vec![0, 8], blamed: Some(8) }));
    assert_eq!(gather(&[-1, 0, 1, 2], None).rule(), ("memory.bounds", Some(vec![0])));
    assert_eq!(gather(&[5, 6, 7, 8], None).rule(), ("memory.bounds", Some(vec![3])));
}

#[test]
fn an_offset_that_overflows_is_undefined_once_it_is_accessed() {
    // 2⁶¹·4 is 2⁶³, which 64 signed bits do not hold; 2⁶¹ − 1 is only far outside.
    assert_eq!(gather(&[0, 1 << 61, 0, 0], None).rule(), ("memory.offset", Some(vec![1])));
    assert_eq!(gather(&[0, (1 << 61) - 1, 0, 0], None).rule(), ("memory.bounds", Some(vec![1])));
    assert_eq!(gather(&[0, -(1 << 61), 0, 0], None).rule(), ("memory.bounds", Some(vec![1])));
    assert_eq!(gather(&[0, -(1 << 61) - 1, 0, 0], None).rule(), ("memory.offset", Some(vec![1])));
}

#[test]
fn a_misaligned_pointer_is_undefined() {
    let shifted = gather(&[0, 1, 2, 3], None).with(|case| {
        case.launch.arguments[0] = Argument::Pointer { buffer: 0, offset: 1 };
    });
    assert_eq!(shifted.rule(), ("memory.alignment", Some(vec![0])));
}

#[test]
fn an_aligned_pointer_inside_an_odd_buffer() {
    let inside = |bytes: u64, offset: u64| {
        gather(&[0, 1, 2, 3], None).with(|case| {
            case.launch.buffers[0].alignment = 1;
            case.launch.buffers[0].bytes = bytes;
            case.launch.buffers[0].contents.clear();
            case.launch.arguments[0] = Argument::Pointer { buffer: 0, offset };
        })
    };
    // The buffer lies at an odd address; exactly one of four neighbouring offsets is aligned.
    let aligned: Vec<u64> = (0..4).filter(|offset| inside(8192, *offset).try_run().is_ok()).collect();
    assert_eq!(aligned.len(), 1);
    // Across what would be the end of a page.
    assert_eq!(inside(8192, 4096 - 8 + aligned[0]).gives::<i32>(1), [0, 0, 0, 0]);
}

#[test]
fn a_null_pointer_points_to_nothing() {
    let null = gather(&[0, 1, 2, 3], None).with(|case| case.launch.arguments[0] = Argument::Scalar(0));
    let violation = null.broken();
    assert_eq!((violation.rule, violation.parameter), (Rule::MemoryBounds, None));
}

#[test]
fn pointers_into_two_buffers() {
    let chosen = case(
        "entry @k(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %o: tile<ptr<i32>>) {
           %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
           %as = broadcast %a1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
           %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
           %bs = broadcast %b1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
           %m = constant <i1: [true, false, false, true]> : tile<4xi1>
           %base = select %m, %as, %bs : tile<4xi1>, tile<4xptr<i32>>
           %l = iota : tile<4xi32>
           %p = offset %base, %l : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
           %x, %k = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
           %q = offset %os, %l : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
           %j = store_ptr_tko weak %q, %x : tile<4xptr<i32>>, tile<4xi32> -> token
           return
         }",
    )
    .input(&[1i32, 2, 3, 4]);
    assert_eq!(chosen.clone().input(&[5i32, 6, 7, 8]).output(16).gives::<i32>(2), [1, 6, 7, 4]);
    let violation = chosen.input(&[5i32, 6]).output(16).broken();
    assert_eq!((violation.rule, violation.parameter), (Rule::MemoryBounds, Some(1)));
    assert_eq!(violation.party.lane, Some(vec![2]));
}

#[test]
fn a_byte_that_is_not_zero_is_true() {
    let flags = case(
        "entry @k(%a: tile<ptr<i1>>, %o: tile<ptr<i1>>) {
           %x, %k = load_ptr_tko weak %a : tile<ptr<i1>> -> tile<i1>, token
           %j = store_ptr_tko weak %o, %x : tile<ptr<i1>>, tile<i1> -> token
           return
         }",
    );
    for (byte, stored) in [(0u8, 0u8), (1, 1), (2, 1), (255, 1)] {
        assert_eq!(flags.clone().input(&[byte]).output(1).gives::<u8>(1), [stored]);
    }
}
