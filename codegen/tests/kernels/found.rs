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

#[test]
fn results_of_straight_code_have_their_new_names() {
    let text = include_str!("../../../corpus/found/renamed_extent.tile");
    agree(text, &[words(1024, 7), words(1024, 0), words(2, 100), words(2, 0)], &[700]);
}
