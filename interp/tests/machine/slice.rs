//! Runs that are asked for broken rules alone leave out what decides nothing, and nothing else.

use interp::{Options, measure, run};
use spec::valid::Valid;

use crate::case::{Case, case};

/// Adds to what is loaded, and does something with `%y`.
fn sums(then: &str) -> Case {
    case(&format!(
        "entry @k(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>) {{
           %l = iota : tile<64xi32>
           %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
           %as = broadcast %a1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
           %p = offset %as, %l : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
           %q = offset %os, %l : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
           %x, %t = load_ptr_tko weak %p : tile<64xptr<i32>> -> tile<64xi32>, token
           %y = addi %x, %x : tile<64xi32>
           {then}
           return
         }}"
    ))
    .input(&[3i32; 64])
    .output(256)
}

/// The fuel of both ways to run it.
fn fuel(case: &Case) -> [u64; 2] {
    let module = spec::parse::module(&case.text).unwrap_or_else(|problem| panic!("{problem:?}"));
    let kernel = Valid::new(module.kernels[0].clone()).unwrap_or_else(|problem| panic!("{problem}"));
    let measured = measure(&kernel, &case.launch, &Options::default()).expect("it runs");
    assert_eq!(measured.ended, Ok(()));
    let ran = run(&kernel, &case.launch, &Options::default()).expect("it runs");
    [measured.spent, ran.spent]
}

const STORE: &str = "%s = store_ptr_tko weak %q, %y token=%t : tile<64xptr<i32>>, tile<64xi32> -> token";

#[test]
fn what_is_only_stored_is_not_computed() {
    let case = sums(STORE);
    assert_eq!(case.gives::<i32>(1), [6; 64]);
    let [measured, ran] = fuel(&case);
    assert!(measured < ran, "{measured} of {ran}");
}

#[test]
fn what_becomes_a_place_is_computed() {
    let place = "%r = offset %os, %y : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
        %z, %u = load_ptr_tko weak %r : tile<64xptr<i32>> -> tile<64xi32>, token";
    let [measured, ran] = fuel(&sums(place));
    assert_eq!(measured, ran);
    let beyond = place.replace("%y :", "%w :");
    let beyond = format!(
        "%w = muli %y, %y : tile<64xi32>\n%v = muli %w, %w : tile<64xi32>\n{}",
        beyond.replace("%w :", "%v :")
    );
    assert_eq!(sums(&beyond).rule().0, "memory.bounds");
}

#[test]
fn what_goes_through_memory_to_a_place_is_computed() {
    // 6 · 6 · 6 elements behind the start are no longer in the array.
    let through = format!(
        "{STORE}
         %z, %u = load_ptr_tko weak %q token=%s : tile<64xptr<i32>> -> tile<64xi32>, token
         %w = muli %z, %z : tile<64xi32>
         %v = muli %w, %z : tile<64xi32>
         %r = offset %os, %v : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
         %c, %d = load_ptr_tko weak %r token=%u : tile<64xptr<i32>> -> tile<64xi32>, token"
    );
    assert_eq!(sums(&through).rule().0, "memory.bounds");
}

#[test]
fn what_a_loop_carries_to_a_branch_is_computed() {
    let carried = "%zero = constant <i32: 0> : tile<i32>
        %one = constant <i32: 1> : tile<i32>
        %four = constant <i32: 4> : tile<i32>
        %far = constant <i32: 1000> : tile<64xi32>
        %end = for %k in (%zero to %four, step %one) : tile<i32> iter_values(%n = %y) -> (tile<64xi32>) {
          %m = addi %n, %y : tile<64xi32>
          continue %m : tile<64xi32>
        }
        %sum = reduce %end dim=0 identities=[0 : i32] : tile<64xi32> -> tile<i32>
        (%e: tile<i32>, %f: tile<i32>) {
          %g = addi %e, %f : tile<i32>
          yield %g : tile<i32>
        }
        %is = cmpi greater_than %sum, %four, signed : tile<i32> -> tile<i1>
        if %is {
          %r = offset %os, %far : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
          %c, %d = load_ptr_tko weak %r : tile<64xptr<i32>> -> tile<64xi32>, token
        }";
    assert_eq!(sums(carried).rule().0, "memory.bounds");
}
