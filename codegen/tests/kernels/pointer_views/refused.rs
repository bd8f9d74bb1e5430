//! Tiles of pointers that stay, each beside the kernel that it differs from in one respect.

use std::collections::HashSet;

use super::{BELOW, MASKED, OFFSETS, PADDED, accesses, all_facts, row};
use crate::analysis::parameters::IntegerSets;
use crate::tests::kernels::agreement::valid;

/// How many accesses become views, of the load and the store of a row.
fn views(lines: &str, load: &str, store: &str) -> usize {
    let kernel = valid(&row(lines, load, store));
    accesses(&kernel, &all_facts(&kernel)).0
}

#[test]
fn masks_must_be_boxes_from_the_start_of_the_tile() {
    let with = |mask: &str| views(&[OFFSETS, mask].concat(), PADDED, MASKED);
    assert_eq!(with(BELOW), 2);
    let compare = |how: &str| format!("  %m = cmpi {how}, signed : tile<64xi32> -> tile<64xi1>\n");
    assert_eq!(with(&compare("less_than_or_equal %at, %nn")), 2);
    assert_eq!(with(&compare("greater_than %nn, %at")), 2);
    assert_eq!(with(&compare("greater_than %at, %nn")), 0, "from below");
    assert_eq!(with(&compare("equal %at, %nn")), 0);
    assert_eq!(with(&compare("not_equal %at, %nn")), 0);
    assert_eq!(with("  %m = cmpi less_than %at, %nn, unsigned : tile<64xi32> -> tile<64xi1>\n"), 0);
    let twice = "  %d = addi %at, %i : tile<64xi32>\n  %m = cmpi less_than %d, %nn, signed : tile<64xi32> -> tile<64xi1>\n";
    assert_eq!(with(twice), 0, "every second place");
    let two = "  %a = cmpi less_than %at, %nn, signed : tile<64xi32> -> tile<64xi1>
  %b = cmpi less_than %i, %nn, signed : tile<64xi32> -> tile<64xi1>
  %m = andi %a, %b : tile<64xi1>\n";
    assert_eq!(with(two), 0, "two ends");
    let same = two.replace("%b = cmpi less_than %i", "%b = cmpi less_than %at");
    assert_eq!(with(&same), 2);
    assert_eq!(with("  %m = constant <i1: 1> : tile<64xi1>\n"), 2);
    assert_eq!(with("  %m = constant <i1: 0> : tile<64xi1>\n"), 0);
}

#[test]
fn offsets_must_be_affine_with_a_positive_stride() {
    let with = |index: &str| {
        let offsets = OFFSETS.replace("%xx, %at", "%xx, %e");
        views(&format!("{index}{offsets}{BELOW}"), PADDED, MASKED)
    };
    let sum = "  %e = addi %i, %nn : tile<64xi32>\n";
    assert_eq!(with(sum), 2);
    assert_eq!(with(&sum.replace("%i, %nn", "%i, %i")), 1, "no neighbors");
    assert_eq!(with(&sum.replace("addi", "muli")), 1, "a stride of the launch, and no neighbors");
    assert_eq!(with(&sum.replace("addi %i, %nn", "muli %i, %i")), 1, "a square");
    assert_eq!(with(&sum.replace("addi %i, %nn", "subi %nn, %i")), 1, "backwards");
    assert_eq!(with(&sum.replace("addi %i, %nn", "addi %nn, %ss")), 1, "one element for all");
    assert_eq!(with("  %e = remi %i, %nn signed : tile<64xi32>\n"), 1, "all elements are stored");
    assert_eq!(with("  %e = divi %at, %nn signed : tile<64xi32>\n"), 1);
}

#[test]
fn a_remainder_is_its_dividend_only_if_that_is_never_negative() {
    let mask = "  %m = cmpi less_than %i, %nn, signed : tile<64xi32> -> tile<64xi1>\n";
    let with = |index: &str| {
        let offsets = OFFSETS.replace("%xx, %at", "%xx, %e");
        views(&format!("{index}{offsets}{mask}"), PADDED, MASKED)
    };
    let rising = with("  %e = remi %i, %nn signed : tile<64xi32>\n");
    // Under the mask, `(0 - i) % (n - 2 * i)` is no dividend, though `2 * i` and the dividend make neighbors.
    let falling = "  %none = constant <i32: 0> : tile<64xi32>
  %minus = subi %none, %i : tile<64xi32>
  %two = addi %i, %i : tile<64xi32>
  %by = subi %nn, %two : tile<64xi32>
  %rest = remi %minus, %by signed : tile<64xi32>
  %e = addi %two, %rest : tile<64xi32>\n";
    assert_eq!((rising, with(falling)), (2, 1));
}

#[test]
fn masked_elements_must_have_a_padding() {
    let lines = [OFFSETS, BELOW].concat();
    let load = |padding: &str| format!("%p, %m, %{padding} : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32>");
    assert_eq!(views(&lines, &load("zero"), MASKED), 2);
    assert_eq!(views(&lines, &load("one"), MASKED), 1);
    assert_eq!(views(&lines, "%p, %m : tile<64xptr<f32>>, tile<64xi1>", MASKED), 2);
    let infinity = format!("{lines}  %low = constant <f32: 0xFF800000> : tile<64xf32>\n");
    assert_eq!(views(&infinity, &load("low"), MASKED), 2);
    let computed = format!("{lines}  %low = addf %one, %one : tile<64xf32>\n");
    assert_eq!(views(&computed, &load("low"), MASKED), 1);
}

#[test]
fn every_fact_is_needed() {
    let kernel = valid(&row(&[OFFSETS, BELOW].concat(), PADDED, MASKED));
    let facts = all_facts(&kernel);
    assert_eq!(accesses(&kernel, &facts), (2, 0));
    let without = |exact: bool, natural: bool, names: &[&str]| {
        let mut fewer = facts.clone();
        let is_named = |value: &spec::syntax::kernel::ValueId| {
            names.contains(&kernel.values[value.index()].name.as_str())
        };
        let IntegerSets { exact: all_exact, natural: all_natural } = &mut fewer.integers;
        all_exact.retain(|value| !exact || !is_named(value));
        all_natural.retain(|value| !natural || !is_named(value));
        accesses(&kernel, &fewer).0
    };
    assert_eq!(without(true, false, &["at"]), 0, "a sum that may wrap");
    assert_eq!(without(false, true, &["n"]), 0, "an extent that may be negative");
    // The start of the tile is part of the base, since the launch knows it.
    assert_eq!(without(false, true, &["s"]), 0, "the extent is a difference then");
    let mut none = facts.clone();
    none.integers = IntegerSets { exact: HashSet::new(), natural: HashSet::new() };
    assert_eq!(accesses(&kernel, &none).0, 0);
}

#[test]
fn other_languages_and_strong_accesses_keep_their_pointers() {
    let text = row(&[OFFSETS, BELOW].concat(), PADDED, MASKED);
    let tile_ir = valid(&text.replace(" language=triton(32)", ""));
    assert_eq!(accesses(&tile_ir, &all_facts(&tile_ir)), (0, 2));
    let strong = valid(&text.replace("load_ptr_tko weak", "load_ptr_tko relaxed device"));
    assert_eq!(accesses(&strong, &all_facts(&strong)), (1, 1));
}
