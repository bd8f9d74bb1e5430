//! Prints and asserts.

use crate::case::case;

#[test]
fn a_format_is_that_of_c() {
    let printed = case(
        r#"entry @k(%n: tile<i32>) {
           %x = constant <f32: [[1.5, -2.0], [0.25, 1.0e10]]> : tile<2x2xf32>
           %w = constant <i64: -7> : tile<i64>
           %a = print_tko "n=%d|%5d|%-5d|%05d|%u|%x|%#X %%\0A\00", %n, %n, %n, %n, %n, %n, %n : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
           %b = print_tko "%f %6.1f|%e|%g %lld", %x, %x, %x, %x, %w : tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>, tile<2x2xf32>, tile<i64> -> token
           return
         }"#,
    )
    .scalar(0xffff_fff6)
    .run()
    .prints;
    assert_eq!(printed[0], "n=-10|  -10|-10  |-0010|4294967286|fffffff6|0XFFFFFFF6 %\n");
    let six = "[[1.500000, -2.000000], [0.250000, 10000000000.000000]]";
    let one = "[[   1.5,   -2.0], [   0.2, 10000000000.0]]";
    let exponents = "[[1.500000e+00, -2.000000e+00], [2.500000e-01, 1.000000e+10]]";
    assert_eq!(printed[1], format!("{six} {one}|{exponents}|[[1.5, -2], [0.25, 1e+10]] -7"));
}

#[test]
fn an_assert_that_fails_stops_nothing() {
    let outcome = case(
        r#"entry @k(%o: tile<ptr<i32>>) {
           %l = iota : tile<4xi32>
           %two = constant <i32: 2> : tile<4xi32>
           %c = cmpi less_than %l, %two, signed : tile<4xi32> -> tile<4xi1>
           assert %c, "below two" : tile<4xi1>
           %one = constant <i32: 1> : tile<i32>
           %s = store_ptr_tko weak %o, %one : tile<ptr<i32>>, tile<i32> -> token
           return
         }"#,
    )
    .output(4)
    .run();
    assert_eq!(crate::case::elements::<i32>(&outcome, 0), [1]);
    let lanes: Vec<_> = outcome.failed_asserts.iter().map(|failed| failed.lane.clone()).collect();
    assert_eq!(lanes, [[2], [3]]);
    assert_eq!(outcome.failed_asserts[0].message, "below two");
}

#[test]
fn a_trace_shows_what_each_operation_gave() {
    let outcome = case(
        "entry @k() {
           %l = iota : tile<16xi32>
           %two = constant <i32: 2> : tile<i32>
           %four = addi %two, %two : tile<i32>
           return
         }",
    )
    .with(|case| case.options.trace = true)
    .run();
    let shown: Vec<_> = outcome
        .trace
        .iter()
        .flat_map(|step| &step.results)
        .map(|(name, text)| format!("{name} = {text}"))
        .collect();
    assert_eq!(shown, ["%l = 0, 1, 2, 3, 4, 5, 6, 7, …", "%two = 2", "%four = 4"]);
}
