//! Narrowing of integers, and integers that stay.

use spec::syntax::op::Op;

use super::narrow_truth_values;

/// Masks as C++ produces them; the last line uses `%both`.
fn kernel(last: &str) -> String {
    format!(
        "entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {{
  %i = iota : tile<64xi32>
  %zero = constant <i8: 0> : tile<64xi8>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>
  %low = cmpi less_than %i, %ns, signed : tile<64xi32> -> tile<64xi1>
  %lower = exti %low unsigned : tile<64xi1> -> tile<64xi8>
  %high = cmpi greater_than %i, %ns, signed : tile<64xi32> -> tile<64xi1>
  %higher = exti %high unsigned : tile<64xi1> -> tile<64xi8>
  %both = ori %lower, %higher : tile<64xi8>
{last}
  return
}}
"
    )
}

fn extensions(last: &str) -> (usize, usize) {
    let kernel = spec::parse::module(&kernel(last)).expect("a kernel").kernels.remove(0);
    let narrowed = narrow_truth_values(&kernel);
    let count = |op: Op| narrowed.operations().filter(|one| one.op == op).count();
    (count(Op::Exti), count(Op::Cmpi))
}

#[test]
fn masks_are_narrowed() {
    assert_eq!(
        extensions("  %is = cmpi not_equal %both, %zero, signed : tile<64xi8> -> tile<64xi1>"),
        (0, 2)
    );
    assert_eq!(extensions("  %is = cmpi equal %both, %zero, signed : tile<64xi8> -> tile<64xi1>"), (0, 2));
    assert_eq!(extensions("  %is = trunci %both : tile<64xi8> -> tile<64xi1>"), (0, 2));
}

#[test]
fn numbers_stay() {
    let added = "  %sum = addi %both, %lower : tile<64xi8>";
    assert_eq!(extensions(added), (2, 2));
    let ordered = "  %is = cmpi less_than %both, %zero, signed : tile<64xi8> -> tile<64xi1>";
    assert_eq!(extensions(ordered), (2, 3));
}
