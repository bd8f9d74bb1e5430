//! Quotients and remainders by constants.

use super::agreement::{agree, kernel, valid};
use crate::compile::compile_valid;
use crate::{Options, Target};

/// Quotients and remainders by powers of two are shifts, of negative numbers and the lowest too.
#[test]
fn constant_powers_of_two_divide_without_division() {
    let roundings = [
        "signed",
        "signed rounding<positive_inf>",
        "signed rounding<negative_inf>",
        "unsigned",
        "unsigned rounding<positive_inf>",
    ];
    for (ty, bits) in [("i8", 8), ("i16", 16), ("i32", 32), ("i64", 64)] {
        for (log2, how) in [0, 1, 3, bits - 2].iter().flat_map(|log2| roundings.map(|how| (log2, how))) {
            let tile = format!("tile<64x{ty}>");
            let sign = how.split(' ').next().unwrap_or_default();
            let lines = format!(
                "  %by = constant <{ty}: {}> : {tile}
  %out0 = divi %in0, %by {how} : {tile}
  %out1 = remi %in0, %by {sign} : {tile}
",
                1u64 << log2
            );
            let of = (ty, &[64][..]);
            agree(&[of], &[of, of], &[], &lines, 32, 5);
            let text = kernel(&[of], &[of, of], 0, &lines);
            let options = Options { threads: Some(32), ..Options::default() };
            let code = compile_valid(&valid(&text), Target { sm: 90 }, options);
            let ptx = code.unwrap_or_else(|problem| panic!("{}", problem.message)).program.ptx;
            assert!(!ptx.contains("\tdiv.") && !ptx.contains("\trem."), "{ptx}");
        }
    }
}
