//! Kernels of `corpus/found` whose code once left other arrays than the interpreter.

use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::tests::kernels::agreement::{interpreted, ran, valid};
use crate::{Options, Target};

/// The kernel of a file, with the name that the simulated machine knows.
fn named(text: &str) -> String {
    let name = text.split_once("entry @").and_then(|(_, rest)| rest.split_once('('));
    let (name, _) = name.expect("there is a kernel");
    text.replace(&format!("@{name}"), "@k")
}

fn made(text: &str) -> Result<CompiledKernel, String> {
    let options = Options { threads: Some(32), ..Options::default() };
    compile_under(&valid(text), &ParameterFacts::default(), Target { sm: 90 }, options)
        .map_err(|problem| problem.message)
}

fn words(count: usize, first: i32) -> Vec<u8> {
    (first..).take(count).flat_map(i32::to_le_bytes).collect()
}

/// The code and the interpreter leave the same arrays.
fn agree(text: &str, buffers: &[Vec<u8>], scalars: &[i32]) {
    let text = &named(text);
    let code = made(text).expect("there is code");
    let left = ran(&code, buffers, scalars, (Vec::new(), [1; 3]), 1);
    let expected = interpreted(&valid(text), buffers, scalars, [1; 3]);
    assert!(left == expected, "{scalars:?}\n{}", code.program.ptx);
}

#[test]
fn unsigned_bounds_are_no_signed_numbers() {
    agree(include_str!("../../../corpus/found/unsigned_counter.tile"), &[words(200, 3), words(1, 0)], &[]);
    let narrow = made(&named(include_str!("../../../corpus/found/narrow_counter.tile")));
    assert!(narrow.is_err_and(|message| message.contains("fewer than 32 bits")));
}

#[test]
fn constants_are_extended_as_the_kernel_says() {
    let text = include_str!("../../../corpus/found/extended_constant.tile");
    for (len, tiles) in [(300, 5), (64, 1), (65, 2)] {
        agree(text, &[words(300, 7), words(300, 0)], &[len, tiles]);
    }
}

/// A kernel of one tile of 128 elements with one layout for its accesses.
fn with_one_layout(lines: &str) -> String {
    let first = "%i = iota : tile<128xi32>
        %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
        %x8 = broadcast %x1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
        %p = offset %x8, %i : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
        %y1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
        %y8 = broadcast %y1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
        %q = offset %y8, %i : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>";
    format!("entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) language=triton(128) code() {{\n{first}\n{lines}\n}}\n")
        .replace("LOAD %", "load_ptr_tko weak %")
        .replace(" ONE", " layouts = [0] : tile<128xptr<i32>> -> tile<128xi32>, token")
        .replace("STORE %", "store_ptr_tko weak %")
        .replace(" TWO", " layouts = [0] : tile<128xptr<i32>>, tile<128xi32> -> token")
}

#[test]
fn layouts_of_other_code_order_no_load_behind_a_store() {
    let swap = "%a, %t = LOAD %p ONE\n%b, %u = LOAD %q ONE\n%s = STORE %p, %b TWO\n%v = STORE %q, %a TWO";
    agree(&with_one_layout(swap), &[words(128, 5), words(128, 900)], &[]);
    let again = "%s = STORE %p, %i TWO\n%a, %t = LOAD %p ONE\n%v = STORE %q, %a TWO";
    let refused = made(&with_one_layout(again)).err().expect("a load comes behind a store");
    assert!(refused.contains("with no order but that of Triton's own layouts"), "{refused}");
    let turns = "%n = constant <i32: 2> : tile<i32>\n%z = constant <i32: 0> : tile<i32>\n%o = constant <i32: 1> : tile<i32>
        for %k in (%z to %n, step %o) : tile<i32> { %a, %t = LOAD %p ONE\n%s = STORE %p, %i TWO }";
    assert!(made(&with_one_layout(turns)).is_err(), "the next turn loads what this turn stores");
}

#[test]
fn results_of_straight_code_have_their_new_names() {
    let text = include_str!("../../../corpus/found/renamed_extent.tile");
    agree(text, &[words(1024, 7), words(1024, 0), words(2, 100), words(2, 0)], &[700]);
}
