//! Undetermined values: their sources, harmless uses and undefined uses.

use crate::case::{Case, case, elements};

/// Loads a tile of four from an array of two, without padding, and does something with it.
fn padded(then: &str) -> Case {
    let view = "partition_view<tile=(4), tensor_view<2xi32, strides=[1]>>";
    case(&format!(
        "entry @k(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>) {{
           %zero = constant <i32: 0> : tile<i32>
           %t = make_tensor_view %a, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
           %v = make_partition_view %t : {view}
           %x, %k = load_view_tko weak %v[%zero] : {view}, tile<i32> -> tile<4xi32>, token
           %l = iota : tile<4xi32>
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
           %p = offset %os, %l : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
           {then}
           return
         }}"
    ))
    .input(&[3i32, 4])
    .output(16)
}

const STORE: &str = "%s = store_ptr_tko weak %p, %y : tile<4xptr<i32>>, tile<4xi32> -> token";

#[test]
fn padding_without_a_value_is_not_stored() {
    assert_eq!(padded(&STORE.replace("%y", "%x")).rule(), ("undetermined.stored", Some(vec![2])));
    let sum = format!("%y = addi %x, %l : tile<4xi32>\n{STORE}");
    assert_eq!(padded(&sum).rule(), ("undetermined.stored", Some(vec![2])));
}

#[test]
fn a_mask_keeps_undetermined_lanes_from_memory() {
    let masked = "%two = constant <i32: 2> : tile<4xi32>
        %m = cmpi less_than %l, %two, signed : tile<4xi32> -> tile<4xi1>
        %s = store_ptr_tko weak %p, %x, %m : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token";
    let outcome = padded(masked).run();
    assert_eq!(elements::<i32>(&outcome, 1)[..2], [3, 4]);
    let unwritten: Vec<bool> = outcome.buffers[1].undetermined(6..10);
    assert_eq!(unwritten, [false, false, true, true]);
}

#[test]
fn a_choice_takes_the_chosen_side_only() {
    let select = |side: &str| {
        format!(
            "%two = constant <i32: 2> : tile<4xi32>
             %m = cmpi less_than %l, %two, signed : tile<4xi32> -> tile<4xi1>
             %y = select %m, {side} : tile<4xi1>, tile<4xi32>
             {STORE}"
        )
    };
    assert_eq!(padded(&select("%x, %l")).gives::<i32>(1), [3, 4, 2, 3]);
    assert_eq!(padded(&select("%l, %x")).rule(), ("undetermined.stored", Some(vec![2])));
}

#[test]
fn an_undetermined_condition_chooses_nothing() {
    let text = format!(
        "%m = cmpi less_than %x, %l, signed : tile<4xi32> -> tile<4xi1>\n%y = select %m, %l, %l : tile<4xi1>, tile<4xi32>\n{STORE}"
    );
    assert_eq!(padded(&text).rule(), ("undetermined.stored", Some(vec![2])));
}

#[test]
fn a_reduction_of_an_undetermined_lane_is_undetermined() {
    let text = "%r = reduce %x dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
        (%e: tile<i32>, %c: tile<i32>) {
          %n = addi %e, %c : tile<i32>
          yield %n : tile<i32>
        }
        %s = store_ptr_tko weak %o, %r : tile<ptr<i32>>, tile<i32> -> token";
    assert_eq!(padded(text).rule(), ("undetermined.stored", Some(vec![])));
}

/// An unwritten scalar.
fn unwritten(then: &str) -> Case {
    case(&format!(
        "entry @k(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>) {{
           %one = constant <i32: 1> : tile<i32>
           %x, %k = load_ptr_tko weak %a : tile<ptr<i32>> -> tile<i32>, token
           {then}
           return
         }}"
    ))
    .output(4)
    .input(&[0i32; 4])
}

#[test]
fn nothing_depends_on_an_element_that_nobody_wrote() {
    let rule = |then: &str| unwritten(then).rule().0;
    unwritten("%y = addi %x, %one : tile<i32>").run();
    assert_eq!(
        rule("%c = cmpi equal %x, %one, signed : tile<i32> -> tile<i1>\nif %c {\n}"),
        "undetermined.branch"
    );
    assert_eq!(rule("for %i in (%one to %x, step %one) : tile<i32> {\ncontinue\n}"), "undetermined.branch");
    assert_eq!(rule("%y = assume bounded<0, ?>, %x : tile<i32>"), "undetermined.branch");
    let at =
        |access: &str| format!("%p = offset %o, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n{access}");
    unwritten(&at("")).run();
    assert_eq!(
        rule(&at("%y, %l = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token")),
        "undetermined.index"
    );
    let view = "partition_view<tile=(2), tensor_view<?xi32, strides=[1]>>";
    let tensor = |extent: &str, index: &str| {
        format!(
            "%t = make_tensor_view %o, shape = [{extent}], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
             %v = make_partition_view %t : {view}
             %y, %l = load_view_tko weak %v[{index}] : {view}, tile<i32> -> tile<2xi32>, token"
        )
    };
    assert_eq!(rule(&tensor("%x", "%one")), "undetermined.index");
    assert_eq!(rule(&tensor("%one", "%x")), "undetermined.index");
    let mask = "%m = cmpi equal %x, %one, signed : tile<i32> -> tile<i1>
        %y, %l = load_ptr_tko weak %o, %m : tile<ptr<i32>>, tile<i1> -> tile<i32>, token";
    assert_eq!(rule(mask), "undetermined.index");
}

#[test]
fn a_reading_that_ignores_the_rule_remembers_what_it_stored() {
    let ignoring = unwritten("%s = store_ptr_tko weak %o, %x : tile<ptr<i32>>, tile<i32> -> token")
        .with(|case| case.options.ignore = Some(spec::rules::Rule::UndeterminedStored));
    let outcome = ignoring.run();
    assert_eq!(outcome.buffers[1].undetermined(0..8), [true, true, true, true, false, false, false, false]);
}
