//! Assumptions: each just kept, and just broken.

use crate::case::{Case, case};

fn assumed(predicate: &str, values: &str, ty: &str) -> Case {
    case(&format!(
        "entry @k() {{
           %x = constant <{}: {values}> : tile<{ty}>
           %y = assume {predicate}, %x : tile<{ty}>
           return
         }}",
        ty.rsplit('x').next().expect("a type ends in its element")
    ))
}

#[test]
fn bounds() {
    assumed("bounded<-2, 3>", "[-2, 0, 1, 3]", "4xi32").run();
    assert_eq!(assumed("bounded<-2, 3>", "[-2, 0, 1, 4]", "4xi32").rule(), ("assume.bounded", Some(vec![3])));
    assert_eq!(assumed("bounded<-2, ?>", "[5, -3, 1, 4]", "4xi32").rule(), ("assume.bounded", Some(vec![1])));
    assumed("bounded<?, ?>", "[5, -3, 1, 4]", "4xi32").run();
}

#[test]
fn multiples() {
    assumed("div_by<4>", "[-8, 0, 4, 12]", "4xi32").run();
    assert_eq!(assumed("div_by<4>", "[-8, 0, 6, 12]", "4xi32").rule(), ("assume.divisible", Some(vec![2])));
}

#[test]
fn runs() {
    assumed("div_by<4, every 2 along 0>", "[4, 5, 8, 9]", "4xi32").run();
    let broken = assumed("div_by<4, every 2 along 0>", "[4, 5, 8, 8]", "4xi32");
    assert_eq!(broken.rule(), ("assume.strided", Some(vec![3])));
    let head = assumed("div_by<4, every 2 along 0>", "[4, 5, 6, 7]", "4xi32");
    assert_eq!(head.rule(), ("assume.strided", Some(vec![2])));
}

#[test]
fn equal_elements() {
    assumed("same_elements<[1, 2]>", "[[1, 1, 2, 2], [3, 3, 4, 4]]", "2x4xi32").run();
    let broken = assumed("same_elements<[2, 2]>", "[[1, 1, 2, 2], [1, 1, 2, 4]]", "2x4xi32");
    assert_eq!(broken.rule(), ("assume.same", Some(vec![1, 3])));
}
