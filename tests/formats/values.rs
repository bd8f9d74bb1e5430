//! Whole reports about views, whose findings name the numbers behind the broken rule.

use std::fs;
use std::path::Path;

use crate::folder::{Folder, has};

/// A kernel of the corpus that keeps a rule, with a contract that no longer does.
fn weakened(rule: &str, from: &str, to: &str) -> Folder {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("corpus/rules/{rule}.tile"));
    let text = fs::read_to_string(path).expect("the corpus has it");
    let weak = text.replacen(from, to, 1);
    assert_ne!(text, weak, "{rule} has another contract");
    Folder::new(&format!("values_{rule}")).with("a.tile", weak)
}

/// The report without line breaks.
fn report(folder: &Folder) -> String {
    let text = folder.ends(1, &["check", "a.tile"]).replace(" | ", " ").replace("  |", " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_stride_of_zero_is_shown_with_its_axis() {
    let folder = weakened("view.stride", "requires = s >= 1, s <= 4", "requires = s >= 0, s <= 4");
    let text = report(&folder);
    has(&text, "error[view.stride]: a tensor view's stride is zero --> a.tile:16:3");
    has(&text, "block (0, 0, 0): axis 0 has 4 elements, at a stride of 0");
    has(&text, "= launch: s = 0, grid (1, 1, 1)");
    has(&text, "= help: require every stride to be at least 1, or take the strides from the layout");
    has(&text, "a.tile: stride: undefined behavior, 1 error");
}

#[test]
fn an_extent_beyond_its_type_is_shown_with_tile_and_type() {
    let folder = weakened("view.shape.range", "requires = n >= 1, n <= 17179869180", "requires = n >= 1");
    let text = report(&folder);
    has(&text, "error[view.shape.range]: a shape does not fit its type --> a.tile:18:3");
    has(&text, "block (0, 0, 0): axis 0 has 17179869181 elements");
    has(&text, "at steps of 4, the number of tiles does not fit in u32");
    has(&text, "= launch: n = 17179869181, grid (1, 1, 1)");
    has(&text, "= help: ask for the shape in a wider type, or bound the extent");
}
