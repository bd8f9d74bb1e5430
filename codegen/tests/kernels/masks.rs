//! Masks of loops that multiply, tested once per tile: a mask that is true everywhere is skipped, and any other mask applies to
//! every element.

use super::attention::{Attention, made_of, plain};
use crate::ir::ptx::{Inst, Line};

/// The branches over masks.
fn skips(text: &str, of: &Attention) -> usize {
    let is_skip = |line: &&Line| line.guard.is_some() && matches!(line.inst, Inst::Branch(_));
    made_of(text, of.options).lines.iter().filter(is_skip).count()
}

/// The text with another mask: `%counts` of the tile's columns `%colb`, its rows `%rowb` and the length `%sb`.
fn masked_by(of: &Attention, lines: &str) -> String {
    let text = of.text();
    let start = text.find("    %there = ").expect("it has a mask");
    let end = text.find("    %masked = ").expect("it is used");
    let (m, n) = (of.rows, of.keys);
    let square = format!("tile<{m}x{n}xi32>");
    let rows = format!("    %rowb = broadcast %row : tile<{m}x1xi32> -> {square}\n");
    let lines = lines.replace("SQUARE", &square).replace("TRUTH", &format!("tile<{m}x{n}xi1>"));
    text[..start].to_owned() + &rows + &lines + &text[end..]
}

const HALVES: &str = "    %there = cmpi less_than %colb, %sb, HOW : SQUARE -> TRUTH
    %before = cmpi less_than_or_equal %colb, %rowb, HOW : SQUARE -> TRUTH
    %counts = andi %there, %before : TRUTH\n";

/// The second tile of queries sees all keys of the first tile, some of the second, and none behind them.
#[test]
fn a_tile_that_is_seen_whole_is_not_masked() {
    for (seed, how) in (1..).zip(["signed", "unsigned"]) {
        let text = masked_by(&plain(), &HALVES.replace("HOW", how));
        plain().agrees_as(&text, seed);
        let unknown =
            masked_by(&plain(), "    %counts = cmpi not_equal %colb, %sb, signed : SQUARE -> TRUTH\n");
        // The code of a rotated loop has the first iteration apart.
        assert_eq!(skips(&text, &plain()), skips(&unknown, &plain()) + 2, "{how}");
    }
    Attention { length: 65, ..plain() }.agrees_as(&masked_by(&plain(), &HALVES.replace("HOW", "signed")), 3);
}

/// Differences of rows and columns, and numbers wider than their operands.
#[test]
fn masks_of_differences_and_of_wider_numbers() {
    let differences = "    %by = subi %rowb, %colb : SQUARE
    %from = subi %colb, %colb : SQUARE
    %counts = cmpi greater_than_or_equal %by, %from, signed : SQUARE -> TRUTH\n";
    plain().agrees_as(&masked_by(&plain(), differences), 4);
    let wide = "    %cw = exti %colb signed : SQUARE -> tile<64x64xi64>
    %rw = exti %rowb signed : SQUARE -> tile<64x64xi64>
    %counts = cmpi greater_than %rw, %cw, signed : tile<64x64xi64> -> TRUTH\n";
    plain().agrees_as(&masked_by(&plain(), wide), 5);
}

/// Columns that are so far out that they wrap around in the middle of a tile: the ends of a tile say nothing of what is between.
#[test]
fn numbers_that_wrap_around_are_masked_one_by_one() {
    for (seed, far) in (6..).zip([2_147_483_600i64, -2_147_483_648, 2_147_483_520]) {
        let lines = format!(
            "    %far = constant <i32: {far}> : SQUARE
    %away = addi %colb, %far : SQUARE
    %counts = cmpi less_than %away, %sb, signed : SQUARE -> TRUTH\n"
        );
        plain().agrees_as(&masked_by(&plain(), &lines), seed);
        let unsigned = lines.replace(", signed", ", unsigned");
        plain().agrees_as(&masked_by(&plain(), &unsigned), seed + 10);
        // The least number before it wraps is large enough for all, and the greatest is not.
        let above = lines.replace("less_than", "greater_than_or_equal");
        plain().agrees_as(&masked_by(&plain(), &above), seed + 20);
    }
}
