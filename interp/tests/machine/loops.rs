//! Loops and branches: carried values, nesting, steps, fuel.

use interp::{Limit, Stop};
use spec::rules::Rule;
use spec::valid::Valid;

use crate::case::{Case, case};

/// Counts the iterations of `for` into the output, with the last value of the variable beside.
fn count(bounds: [u64; 3], unsigned: &str) -> Case {
    case(&format!(
        "entry @count(%o: tile<ptr<i32>>, %lower: tile<i32>, %upper: tile<i32>, %step: tile<i32>) {{
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %n, %last = for {unsigned}%i in (%lower to %upper, step %step) : tile<i32> iter_values(%c = %zero, %l = %zero) -> (tile<i32>, tile<i32>) {{
             %d = addi %c, %one : tile<i32>
             continue %d, %i : tile<i32>, tile<i32>
           }}
           %k = store_ptr_tko weak %o, %n : tile<ptr<i32>>, tile<i32> -> token
           %p = offset %o, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
           %j = store_ptr_tko weak %p, %last : tile<ptr<i32>>, tile<i32> -> token
           return
         }}"
    ))
    .output(8)
    .scalar(bounds[0])
    .scalar(bounds[1])
    .scalar(bounds[2])
}

#[test]
fn a_for_counts_up_to_its_bound() {
    assert_eq!(count([0, 10, 3], "").gives::<i32>(0), [4, 9]);
    assert_eq!(count([5, 5, 1], "").gives::<i32>(0), [0, 0]);
    assert_eq!(count([7, 5, 1], "").gives::<i32>(0), [0, 0]);
}

#[test]
fn a_for_compares_as_it_says() {
    let minus_two = 0xffff_fffe;
    assert_eq!(count([minus_two, 1, 1], "").gives::<i32>(0), [3, 0]);
    assert_eq!(count([minus_two, 1, 1], "unsigned ").gives::<i32>(0), [0, 0]);
}

#[test]
fn a_step_must_be_positive() {
    assert_eq!(count([0, 10, 0], "").rule(), ("loop.step", None));
    assert_eq!(count([0, 10, 0xffff_ffff], "").rule(), ("loop.step", None));
    assert_eq!(count([10, 0, 0], "").rule(), ("loop.step", None));
}

#[test]
fn the_variable_never_passes_the_greatest_value() {
    let greatest = 0x7fff_ffff;
    assert_eq!(count([greatest - 2, greatest, 1], "").gives::<u32>(0), [2, 0x7fff_fffe]);
    assert_eq!(count([greatest - 2, greatest, 3], "").rule(), ("loop.overflow", None));
    assert_eq!(count([greatest - 2, greatest, 3], "unsigned ").gives::<u32>(0), [1, 0x7fff_fffd]);
    assert_eq!(count([0xffff_fffd, 0xffff_ffff, 3], "unsigned ").rule(), ("loop.overflow", None));
}

const NESTED: &str = "
entry @nested(%o: tile<ptr<i32>>, %n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %three = constant <i32: 3> : tile<i32>
  %total = loop iter_values(%s = %zero) : tile<i32> -> tile<i32> {
    %done = cmpi greater_than_or_equal %s, %n, signed : tile<i32> -> tile<i1>
    if %done {
      break %s : tile<i32>
    }
    %t = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%u = %s) -> (tile<i32>) {
      %odd = remi %i, %three signed : tile<i32>
      %is = cmpi equal %odd, %one, signed : tile<i32> -> tile<i1>
      %v = if %is -> (tile<i32>) {
        %w = addi %u, %three : tile<i32>
        yield %w : tile<i32>
      } else {
        %w = addi %u, %one : tile<i32>
        yield %w : tile<i32>
      }
      continue %v : tile<i32>
    }
    continue %t : tile<i32>
  }
  %k = store_ptr_tko weak %o, %total : tile<ptr<i32>>, tile<i32> -> token
  return
}";

#[test]
fn loops_nest() {
    // Each turn of the outer loop adds 1 + 3 + 1.
    assert_eq!(case(NESTED).output(4).scalar(12).gives::<i32>(0), [15]);
    assert_eq!(case(NESTED).output(4).scalar(0).gives::<i32>(0), [0]);
}

#[test]
fn a_return_ends_the_block_from_inside() {
    let early = case(
        "entry @k(%o: tile<ptr<i32>>, %n: tile<i32>) {
           %x, %y, %z = get_tile_block_id : tile<i32>
           %skip = cmpi less_than %x, %n, signed : tile<i32> -> tile<i1>
           if %skip {
             return
           }
           %p = offset %o, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
           %k = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
           return
         }",
    );
    assert_eq!(early.grid(4, 1).input(&[9i32; 4]).scalar(2).gives::<i32>(0), [9, 9, 2, 3]);
}

#[test]
fn a_loop_without_end_runs_out_of_fuel() {
    let endless = case(
        "entry @k() {
           loop {
             continue
           }
           return
         }",
    )
    .with(|case| case.options.fuel = 100_000);
    match endless.try_run() {
        Err(Stop::Exhausted(exhausted)) => assert_eq!(exhausted.limit, Limit::Fuel),
        other => panic!("{other:?}"),
    }
}

/// A run whose fuel does not suffice for a loop stops in front of the loop, even where the first round breaks a rule.
#[test]
fn a_loop_whose_end_is_out_of_reach_is_not_begun() {
    let dividing = |upper: u64| {
        let text = "entry @divide(%upper: tile<i32>) {
               %zero = constant <i32: 0> : tile<i32>
               %one = constant <i32: 1> : tile<i32>
               for %i in (%zero to %upper, step %one) : tile<i32> {
                 %q = divi %one, %i signed : tile<i32>
                 continue
               }
               return
             }";
        let kernel = spec::parse::module(text).expect("it is right").kernels.remove(0);
        let kernel = Valid::new(kernel).expect("it is right");
        let ends = kernel.operations().find(|op| op.op.mnemonic() == "for").map(|op| op.id);
        assert!(ends.is_some());
        case(text).scalar(upper).with(|case| (case.options.fuel, case.options.ends) = (100_000, ends))
    };
    assert_eq!(dividing(10).broken().rule, Rule::DivisionByZero);
    assert!(matches!(dividing(1 << 30).try_run(), Err(Stop::Exhausted(_))));
    let begun = dividing(1 << 30).with(|case| case.options.ends = None);
    assert_eq!(begun.broken().rule, Rule::DivisionByZero);
}

#[test]
fn what_other_blocks_break_counts_where_one_does_not_end() {
    let endless = case(
        "entry @k(%a: tile<ptr<i32>>) {
           %x, %y, %z = get_tile_block_id : tile<i32>
           %k = store_ptr_tko weak %a, %x : tile<ptr<i32>>, tile<i32> -> token
           loop {
             continue
           }
           return
         }",
    )
    .with(|case| case.options.fuel = 100_000)
    .grid(2, 1)
    .input(&[0i32]);
    assert!(matches!(endless.try_run(), Err(Stop::Exhausted(_))));
    let shared = endless.with(|case| case.options.share = Some(1000));
    assert_eq!(shared.broken().rule, Rule::RaceBlock);
    assert!(matches!(shared.grid(1, 1).try_run(), Err(Stop::Exhausted(_))));
}
