//! Reductions: along each axis, with one operand or two, with a combiner that is no single operation.

use crate::case::{Case, case};

fn sum(shape: &str, axis: u32, result: &str, combiner: &str) -> Case {
    let lanes = |shape: &str| -> usize {
        shape.split('x').map(|extent| extent.parse::<usize>().expect("an extent is a number")).product()
    };
    let (len, out) = (lanes(shape), lanes(result));
    case(&format!(
        "entry @k(%o: tile<ptr<i32>>) {{
           %i = iota : tile<{len}xi32>
           %x = reshape %i : tile<{len}xi32> -> tile<{shape}xi32>
           %r = reduce %x dim={axis} identities=[0 : i32] : tile<{shape}xi32> -> tile<{result}xi32>
           (%e: tile<i32>, %c: tile<i32>) {{
             {combiner}
             yield %n : tile<i32>
           }}
           %f = reshape %r : tile<{result}xi32> -> tile<{out}xi32>
           %l = iota : tile<{out}xi32>
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<{out}xptr<i32>>
           %p = offset %os, %l : tile<{out}xptr<i32>>, tile<{out}xi32> -> tile<{out}xptr<i32>>
           %s = store_ptr_tko weak %p, %f : tile<{out}xptr<i32>>, tile<{out}xi32> -> token
           return
         }}"
    ))
    .output(4 * out as u64)
}

#[test]
fn along_each_axis() {
    let add = "%n = addi %e, %c : tile<i32>";
    // Elements are 0…15 in a 2×4×2 tile.
    assert_eq!(sum("2x4x2", 0, "4x2", add).gives::<i32>(0), [8, 10, 12, 14, 16, 18, 20, 22]);
    assert_eq!(sum("2x4x2", 1, "2x2", add).gives::<i32>(0), [12, 16, 44, 48]);
    assert_eq!(sum("2x4x2", 2, "2x4", add).gives::<i32>(0), [1, 5, 9, 13, 17, 21, 25, 29]);
}

#[test]
fn with_tiles_in_the_combiner() {
    // n = Σ (e, e) + c
    let twice = "%e1 = reshape %e : tile<i32> -> tile<1xi32>
        %e2 = broadcast %e1 : tile<1xi32> -> tile<2xi32>
        %d = reduce %e2 dim=0 identities=[0 : i32] : tile<2xi32> -> tile<i32>
        (%p: tile<i32>, %q: tile<i32>) {
          %s = addi %p, %q : tile<i32>
          yield %s : tile<i32>
        }
        %n = addi %d, %c : tile<i32>";
    // Of x₀…x₃ the fold gives 2(2·x₃ + x₁) + 2·x₂ + x₀, and onto the identity twice that.
    let expected = |x: [i32; 4]| 2 * (2 * (2 * x[3] + x[1]) + 2 * x[2] + x[0]);
    let columns = [[0, 2, 4, 6], [1, 3, 5, 7], [8, 10, 12, 14], [9, 11, 13, 15]].map(expected);
    assert_eq!(sum("2x4x2", 1, "2x2", twice).gives::<i32>(0), columns);
}

#[test]
fn an_overflow_names_the_lane() {
    let big = "%big = constant <i32: 1073741824> : tile<i32>
        %b = addi %e, %big overflow<no_signed_wrap> : tile<i32>
        %n = addi %b, %c overflow<no_signed_wrap> : tile<i32>";
    // The first pair is (x₂ + 2³⁰) + x₀, the second level is out of range.
    assert_eq!(sum("1x4x1", 1, "1x1", big).rule(), ("arith.overflow.signed", Some(vec![0, 0, 0])));
}

#[test]
fn the_place_of_the_greatest() {
    let greatest = case(
        "entry @k(%a: tile<ptr<f32>>, %o: tile<ptr<i32>>) {
           %t = make_tensor_view %a, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
           %v = make_partition_view %t : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
           %z = constant <i32: 0> : tile<i32>
           %x, %k = load_view_tko weak %v[%z] : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
           %i = iota : tile<8xi32>
           %r:2 = reduce %x, %i dim=0 identities=[0xFF800000 : f32, 0 : i32] : tile<8xf32>, tile<8xi32> -> tile<f32>, tile<i32>
           (%e: tile<f32>, %c: tile<f32>, %ei: tile<i32>, %ci: tile<i32>) {
             %before = cmpi less_than %ei, %ci, unsigned : tile<i32> -> tile<i1>
             %more = cmpf greater_than ordered %e, %c : tile<f32> -> tile<i1>
             %same = cmpf equal ordered %e, %c : tile<f32> -> tile<i1>
             %tie = andi %same, %before : tile<i1>
             %take = ori %tie, %more : tile<i1>
             %n = select %take, %e, %c : tile<i1>, tile<f32>
             %ni = select %take, %ei, %ci : tile<i1>, tile<i32>
             yield %n, %ni : tile<f32>, tile<i32>
           }
           %s = store_ptr_tko weak %o, %r#1 : tile<ptr<i32>>, tile<i32> -> token
           return
         }",
    );
    let place = |elements: [f32; 8]| greatest.clone().input(&elements).output(4).gives::<i32>(1)[0];
    assert_eq!(place([1.0, 5.0, 2.0, 5.0, 0.0, -1.0, 5.0, 3.0]), 1);
    assert_eq!(place([f32::NEG_INFINITY; 8]), 0);
    assert_eq!(place([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), 7);
}
