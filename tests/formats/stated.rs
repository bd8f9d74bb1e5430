//! The verdict of one launch, stated by `--at`: the launch, the sizes of arrays in its numbers, and the assumptions about memory.

use crate::folder::{Folder, STORE, has};

/// A verdict about one launch names the launch, and sizes of arrays in its numbers.
#[test]
fn one_launch_is_named_and_its_memory_is_counted() {
    let open = STORE.replace("  requires = i >= 0, i <= 1\n", "").replace("  buffer o : i32[5]\n", "");
    let folder = Folder::new("at_memory").with("a.tile", &open);
    let text = folder.ends(0, &["check", "a.tile", "--at", "i=1"]);
    has(&text, "a.tile: store: proved for the launch i = 1, grid (1, 1, 1)\n");
    has(&text, "assumed about memory: `o` is as large as its views\n");
    assert!(!text.contains("all launches"), "{text}");
    let pointers = "\
contract @fill {
  names = (a, b, n)
}
entry @fill(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %n: tile<i32>) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %four = constant <i32: 4> : tile<i32>
  %base = muli %x, %four : tile<i32>
  %lanes = iota : tile<4xi32>
  %one = reshape %base : tile<i32> -> tile<1xi32>
  %all = broadcast %one : tile<1xi32> -> tile<4xi32>
  %at = addi %all, %lanes : tile<4xi32>
  %pa = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
  %qa = broadcast %pa : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %ra = offset %qa, %at : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %pb = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
  %qb = broadcast %pb : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %rb = offset %qb, %at : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
  %v, %t = load_ptr_tko weak %ra : tile<4xptr<i32>> -> tile<4xi32>, token
  %u = store_ptr_tko weak %rb, %v : tile<4xptr<i32>>, tile<4xi32> -> token
  return
}
";
    let folder = Folder::new("at_sizes").with("a.tile", pointers);
    let text = folder.ends(7, &["check", "a.tile", "--at", "n=100,grid=3"]);
    let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
    has(
        &said,
        "fill: proved for the launch n = 100, grid (3, 1, 1) if `a` and `b` have at least 12 elements",
    );
    has(&said, "needs `buffer a : i32[12]`: otherwise memory.bounds");
    // The numbers of the launch give the grid of the contract, too.
    let grid = pointers.replace("names = (a, b, n)", "names = (a, b, n)\n  grid = (cdiv(n, 50))");
    let folder = Folder::new("at_grid").with("a.tile", grid);
    let text = folder.ends(7, &["check", "a.tile", "--at", "n=100"]);
    let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
    has(&said, "proved for the launch n = 100, grid (2, 1, 1) if `a` and `b` have at least 8 elements");
    // Twelve elements are enough, and eleven are not.
    for (size, code) in [(12, 0), (11, 1)] {
        let buffers = format!("names = (a, b, n)\n  buffer a : i32[{size}]\n  buffer b : i32[{size}]");
        let stated = pointers.replace("names = (a, b, n)", &buffers);
        let folder = Folder::new(&format!("at_sizes_{size}")).with("a.tile", stated);
        folder.ends(code, &["check", "a.tile", "--at", "n=100,grid=3"]);
    }
}

/// A proof that also needs clauses of the contract does not speak of the bare launch.
#[test]
fn a_launch_of_a_contract_with_more_clauses_says_so() {
    let folder = Folder::new("at_contract").with("a.tile", STORE);
    let text = folder.ends(0, &["check", "a.tile", "--at", "i=1"]);
    has(&text, "a.tile: store: proved for the launch i = 1, grid (1, 1, 1) of its contract\n");
}
