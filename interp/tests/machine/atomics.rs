//! Atomic updates: every mode, masks, duplicates.

use crate::case::{Case, case};

fn update(mode: &str, element: &str, value: &str) -> Case {
    case(&format!(
        "entry @k(%a: tile<ptr<{element}>>, %o: tile<ptr<{element}>>) {{
           %v = constant <{element}: {value}> : tile<{element}>
           %x, %k = atomic_rmw_tko relaxed device %a, {mode}, %v : tile<ptr<{element}>>, tile<{element}> -> tile<{element}>, token
           %s = store_ptr_tko weak %o, %x token = %k : tile<ptr<{element}>>, tile<{element}> -> token
           return
         }}"
    ))
}

#[test]
fn every_mode() {
    let cases = [
        ("add", 0x7fff_ffff_u32, "1", 0x8000_0000_u32),
        ("xchg", 5, "9", 9),
        ("max", 0xffff_fffe, "3", 3),
        ("min", 0xffff_fffe, "3", 0xffff_fffe),
        ("umax", 0xffff_fffe, "3", 0xffff_fffe),
        ("umin", 0xffff_fffe, "3", 3),
        ("and", 0b1100, "10", 0b1000),
        ("or", 0b1100, "10", 0b1110),
        ("xor", 0b1100, "10", 0b0110),
    ];
    for (mode, before, value, after) in cases {
        let case = update(mode, "i32", value).input(&[before]).output(4);
        assert_eq!((case.gives::<u32>(0), case.gives::<u32>(1)), (vec![after], vec![before]), "{mode}");
    }
    assert_eq!(update("addf", "f32", "0.5").input(&[1.25f32]).output(4).gives::<f32>(0), [1.75]);
}

#[test]
fn lanes_update_one_place_in_order() {
    let all = case(
        "entry @k(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>) {
           %l = iota : tile<8xi32>
           %three = constant <i32: 3> : tile<8xi32>
           %m = cmpi not_equal %l, %three, signed : tile<8xi32> -> tile<8xi1>
           %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
           %as = broadcast %a1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
           %x, %k = atomic_rmw_tko relaxed device %as, add, %l, %m : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
           %p = offset %os, %l : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
           %s = store_ptr_tko weak %p, %x : tile<8xptr<i32>>, tile<8xi32> -> token
           return
         }",
    )
    .input(&[100i32])
    .output(32);
    assert_eq!(all.gives::<i32>(0), [125]);
    assert_eq!(all.gives::<i32>(1), [100, 100, 101, 0, 103, 107, 112, 118]);
}

#[test]
fn an_update_of_what_nobody_wrote() {
    let case = update("add", "i32", "1").output(4).output(4);
    assert_eq!(case.rule(), ("undetermined.stored", Some(vec![])));
    let exchange = update("xchg", "i32", "1").output(4).output(4);
    assert_eq!(exchange.rule(), ("undetermined.stored", Some(vec![])));
}
