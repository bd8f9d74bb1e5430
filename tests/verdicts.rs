//! The first lines of reports: likely bugs, a short unknown, and the author's allowances.

mod folder;

use std::fs;

use folder::{Folder, STORE, UNKNOWN, has};

/// A load without a mask, and nobody says how the kernel is launched.
const UNMASKED: &str = "\
entry @copy(%a: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>) {
  %bx, %by, %bz = get_tile_block_id : tile<i32>
  %from_span = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %from = make_partition_view %from_span : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
  %x, %r = load_view_tko weak %from[%bx] inbounds = [true] : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
  %to_span = make_tensor_view %o, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %to = make_partition_view %to_span : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
  %t = store_view_tko weak %x, %to[%bx] : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
";

#[test]
fn a_likely_bug_is_told_first_and_cleared_by_who_means_it() {
    let folder = Folder::new("likely").with("a.tile", UNMASKED);
    let text = folder.ends(7, &["check", "a.tile"]);
    has(&text, "error[view.tile.inside]: unmasked load reads past the end of `a`\n --> a.tile:5:3\n");
    has(&text, "block (1, 0, 0) reads a[64..128], but `a` has 65 elements\n");
    has(&text, "  = typical launch: n = 65, grid (2, 1, 1)\n");
    has(&text, "  = add: requires = n % 64 == 0\n");
    has(&text, "\na.tile: copy: 1 error (likely bug); proved if grid.x <= n / 64 and the grid is 1-D\n");
    has(&text, ": 1 with a likely bug\n");
    let quiet = folder.ends(7, &["check", "a.tile", "-q"]);
    has(&quiet, "a.tile:5:3: error[view.tile.inside]: likely bug: unmasked load reads past the end of `a`");
    assert_eq!(quiet.lines().count(), 2, "{quiet}");
    folder.ends(7, &["check", "a.tile", "--allow-conditional"]);
    folder.ends(3, &["check", "a.tile", "--strict"]);
    let json = folder.ends(7, &["check", "a.tile", "--json"]);
    has(&json, "\"likely_bug\": {\n        \"launch\": {");
    let text = folder.ends(0, &["check", "a.tile", "--requires", "n % 64 == 0", "--allow-conditional"]);
    assert!(!text.contains("likely bug"), "{text}");
    let allowed =
        UNMASKED.replace("entry", "// tileproof: allow view.tile.inside, because the host pads\nentry");
    let folder = Folder::new("likely_allowed").with("a.tile", allowed);
    let text = folder.ends(0, &["check", "a.tile", "--allow-conditional"]);
    assert!(!text.contains("likely bug"), "{text}");
    has(&text, ", 1 finding accepted\n");
    let text = folder.ends(0, &["check", "a.tile", "--allow-conditional", "-v"]);
    has(&text, "  accepted: view.tile.inside at a.tile:6:");
}

/// A store at an index that is loaded, into a view with one tile.
const PINNED: &str = "\
entry @pin(%idx: tile<ptr<i32>>, %o: tile<ptr<i32>>) {
  %at, %r = load_ptr_tko weak %idx : tile<ptr<i32>> -> tile<i32>, token
  %c7 = constant <i32: 7> : tile<4xi32>
  %to = make_tensor_view %o, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
  %target = make_partition_view %to : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
  %t = store_view_tko weak %c7, %target[%at] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
  return
}
";

/// A load of sixty-four elements, whatever the length is.
const FIXED: &str = "\
entry @fixed(%a: tile<ptr<f32>>, %n: tile<i32>) {
  %lane = iota : tile<64xi32>
  %all_1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
  %all = broadcast %all_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
  %p = offset %all, %lane : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
  %x, %r = load_ptr_tko weak %p : tile<64xptr<f32>> -> tile<64xf32>, token
  return
}
";

#[test]
fn clauses_that_leave_one_kind_of_memory_are_a_likely_bug() {
    let folder = Folder::new("likely_memory").with("pin.tile", PINNED).with("fixed.tile", FIXED);
    for (file, why, clears) in [
        (
            "pin.tile",
            "[view.index.space]: tile index is out of range --> pin.tile:6:3 | 6 | % = reason: only launches are left in which all elements of `idx` are 0",
            "contents idx : 0 <= value && value <= 0",
        ),
        (
            "fixed.tile",
            "[memory.bounds]: load reads outside the allocation --> fixed.tile:6:3 | 6 | % = reason: `a` has 64 elements whatever `n` is, which the kernel does not use",
            "buffer a : f32[64]",
        ),
    ] {
        let text = folder.ends(7, &["check", file, "--allow-conditional"]);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (place, reason) = why.split_once(" | 6 | %").expect("it has both");
        has(&text, &format!("error{place}"));
        has(&text, reason);
        has(&text, &format!("= add: {clears}"));
        // An author states the intention.
        let source = fs::read_to_string(folder.0.join(file)).expect("it is ours");
        let name = file.strip_suffix(".tile").expect("it is one");
        let names = if name == "pin" { "idx, o" } else { "a, n" };
        let meant = format!("contract @{name} {{ names = ({names}) {clears} }}\n{source}");
        fs::write(folder.0.join(file), meant).expect("it is ours");
        let text = folder.ends(if name == "pin" { 7 } else { 0 }, &["check", file]);
        assert!(!text.contains("likely bug"), "{text}");
    }
}

#[test]
fn what_is_unknown_is_said_in_a_few_lines() {
    let folder = Folder::new("brief").with("a.tile", UNKNOWN);
    let text = folder.ends(3, &["check", "a.tile"]);
    let lines: Vec<_> = text.lines().collect();
    assert!(lines.len() <= 13, "{text}");
    assert_eq!(lines[0], "warning[arith.overflow.signed]: not decided: signed integer overflow");
    has(&text, "  --> a.tile:");
    has(&text, "  = reason: ");
    has(&text, "\na.tile: flip: unknown\n");
    assert!(folder.ends(3, &["check", "a.tile", "-v"]).len() > text.len());
}

/// Blocks that store tiles of an array; the index is made by one line.
fn stores(index: &str, grid: &str) -> String {
    format!(
        "contract @store {{ closed names = (o, n) grid = ({grid}) requires = n >= 1 buffer o : f32[n] }}\n\
         entry @store(%o: tile<ptr<f32>>, %n: tile<i32>) {{\n  %x, %y, %z = get_tile_block_id : tile<i32>\n  \
         %size = constant <i32: 64> : tile<i32>\n  %none = constant <i32: 0> : tile<i32>\n  {index}\n  \
         %whole = make_tensor_view %o, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>\n  \
         %tiles = make_partition_view %whole : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>\n  \
         %v = constant <f32: 1.0> : tile<64xf32>\n  \
         %t = store_view_tko weak %v, %tiles[%i] : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token\n  \
         return\n}}\n"
    )
}

/// The report of one kernel in words without line ends.
fn words_of(folder: &Folder, code: i32, file: &str) -> String {
    folder.ends(code, &["check", file]).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_element_offset_in_place_of_a_tile_index_is_named() {
    let folder = Folder::new("element-offset")
        .with("offset.tile", stores("%i = muli %x, %size : tile<i32>", "cdiv(n, 64)"))
        .with("many.tile", stores("%i = addi %x, %none : tile<i32>", "cdiv(n, 64) + 1"));
    let named = "help: the index along axis 0 is a multiple of 64, as the offset of an element is; an index counts tiles of 64 elements";
    has(&words_of(&folder, 1, "offset.tile"), named);
    assert!(!words_of(&folder, 1, "many.tile").contains("an index counts tiles"));
}

#[test]
fn the_size_at_which_an_index_overflows_is_named() {
    let rows = "contract @rows { closed names = (x, rows, n) grid = (rows) requires = rows >= 1, n >= 1 buffer x : f32[rows * n] }
        entry @rows(%x: tile<ptr<f32>>, %rows: tile<i32>, %n: tile<i32>) {
          %b, %y, %z = get_tile_block_id : tile<i32>
          %first = muli %b, %n : tile<i32>
          %p = offset %x, %first : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
          %v = constant <f32: 1.0> : tile<f32>
          %t = store_ptr_tko weak %p, %v : tile<ptr<f32>>, tile<f32> -> token
          return
        }";
    let short =
        rows.replace("f32[rows * n]", "f32[(rows - 1) * n]").replace("n >= 1", "n >= 1, n * rows <= 1000000");
    let folder = Folder::new("overflowing-index").with("wide.tile", rows).with("short.tile", short);
    let named = "help: the index is computed in 32 bits, which overflow from element 2147483648 on";
    has(&words_of(&folder, 1, "wide.tile"), named);
    assert!(!words_of(&folder, 1, "short.tile").contains("overflow"));
}

#[test]
fn a_store_whose_index_has_no_block_is_named() {
    let folder = Folder::new("unused-block")
        .with("all.tile", stores("%i = addi %none, %none : tile<i32>", "2"))
        .with("rows.tile", stores("%i = addi %y, %none : tile<i32>", "2, cdiv(n, 64)"))
        .with(
            "half.tile",
            stores(
                "%two = constant <i32: 2> : tile<i32>\n  %i = divi %x, %two signed : tile<i32>",
                "cdiv(n, 64)",
            ),
        );
    let named = "help: the block index is not used in the index of this store, so all blocks access the same elements";
    has(&words_of(&folder, 1, "all.tile"), named);
    has(
        &words_of(&folder, 1, "rows.tile"),
        "help: the block index along x is not used in the index of this store",
    );
    assert!(!words_of(&folder, 1, "half.tile").contains("is not used"));
}

/// Blocks that store 64 elements each, of those that a mask admits.
fn masked_stores(comparison: &str, place: &str, mask: &str, open: &str, close: &str) -> String {
    format!(
        "contract @store {{ closed names = (o, n, m) grid = (m) requires = n >= 2, m >= 2, m <= 9 buffer o : f32[n] }}\n\
         entry @store(%o: tile<ptr<f32>>, %n: tile<i32>, %m: tile<i32>) {{\n  %x, %y, %z = get_tile_block_id : tile<i32>\n  \
         %two = constant <i32: 2> : tile<i32>\n  %some = cmpi less_than %two, %m, signed : tile<i32> -> tile<i1>\n  \
         %few = cmpi less_than %x, %m, signed : tile<i32> -> tile<i1>\n  \
         %size = constant <i32: 64> : tile<64xi32>\n  %one = constant <i32: 1> : tile<64xi32>\n  %i = iota : tile<64xi32>\n  \
         %x1 = reshape %x : tile<i32> -> tile<1xi32>\n  %xs = broadcast %x1 : tile<1xi32> -> tile<64xi32>\n  \
         %n1 = reshape %n : tile<i32> -> tile<1xi32>\n  %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>\n  \
         %first = muli %xs, %size : tile<64xi32>\n  %at = addi %first, %i : tile<64xi32>\n  %next = addi %at, %one : tile<64xi32>\n  \
         %live = cmpi {comparison} {mask}, %ns, signed : tile<64xi32> -> tile<64xi1>\n  \
         %o1 = reshape %o : tile<ptr<f32>> -> tile<1xptr<f32>>\n  %os = broadcast %o1 : tile<1xptr<f32>> -> tile<64xptr<f32>>\n  \
         %p = offset %os, {place} : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>\n  \
         %v = constant <f32: 1.0> : tile<64xf32>\n  {open}\n  \
         %t = store_ptr_tko weak %p, %v, %live : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1> -> token\n  {close}\n  return\n}}\n"
    )
}

#[test]
fn a_mask_is_told_to_compare_the_accessed_index() {
    let folder = Folder::new("next-element")
        .with("equal.tile", masked_stores("less_than_or_equal", "%at", "%at", "", ""))
        .with("next.tile", masked_stores("less_than", "%next", "%at", "", ""));
    has(
        &words_of(&folder, 1, "equal.tile"),
        "one more than the array has: compare with `<` in place of `<=`",
    );
    let next = words_of(&folder, 1, "next.tile");
    has(&next, "one more than the array has: compare the accessed index itself with the length");
}

#[test]
fn a_guard_that_the_kernel_has_is_not_asked_for() {
    let folder = Folder::new("guarded-blocks")
        .with("bare.tile", masked_stores("less_than", "%at", "%i", "", ""))
        .with("other.tile", masked_stores("less_than", "%at", "%i", "if %some {", "}"))
        .with("around.tile", masked_stores("less_than", "%at", "%i", "if %few {", "}"))
        .with("early.tile", masked_stores("less_than", "%at", "%i", "if %few { } else { return }", ""));
    for file in ["bare.tile", "other.tile"] {
        has(&words_of(&folder, 1, file), "so guard it (as in `row < rows`), or launch fewer blocks");
    }
    for file in ["around.tile", "early.tile"] {
        has(&words_of(&folder, 1, file), "the condition on the block index along x admits this block");
    }
}

#[test]
fn what_a_check_ended_before_is_open() {
    let more =
        "  %zero = constant <i32: 0> : tile<i32>\n  %q = divi %zero, %n signed : tile<i32>\n  return\n";
    let kernel = stores("%i = addi %x, %none : tile<i32>", "cdiv(n, 64)").replace("  return\n", more);
    let folder = Folder::new("ended-before").with("a.tile", kernel);
    has(&folder.ends(0, &["check", "a.tile"]), "proved");
    let text = folder.ends(3, &["check", "a.tile", "--timeout", "0.000001", "--json"]);
    has(&text, "\"reason\": \"the check ended before it came to this\"");
    has(&text, "\"rule\": \"arith.div.zero\"");
    has(
        &folder.ends(3, &["check", "a.tile", "--timeout", "0.000001"]),
        "more obligations are not decided (-v)",
    );
}

#[test]
fn findings_are_accepted_in_the_authors_own_file() {
    let source = SourceFile::of("kernel.py", 12);
    let folder = Folder::new("comments")
        .with("a.tile", source.kernel())
        .with("kernel.py", source.text("# tileproof: allow view.index.space, because i is checked"));
    let text = folder.ends(0, &["check", "a.tile"]);
    has(&text, "a.tile: store: proved");
    has(&text, ", 1 finding accepted\n");
    let text = folder.ends(0, &["check", "a.tile", "-v"]);
    has(&text, "accepted: view.index.space at kernel.py:12:");
    let folder = Folder::new("comments_wrong")
        .with("a.tile", source.kernel())
        .with("kernel.py", source.text("# tileproof: allow view.index.spice, because"));
    has(&folder.ends(4, &["check", "a.tile"]), "kernel.py");
}

/// A file of an author, with a kernel whose store stands on a line of it.
struct SourceFile {
    name: &'static str,
    line: usize,
}

impl SourceFile {
    fn of(name: &'static str, line: usize) -> Self {
        SourceFile { name, line }
    }

    fn kernel(&self) -> String {
        let place = format!("-> token loc(\"{}\":{}:4)\n", self.name, self.line);
        STORE.replace("i <= 1", "i <= 2").replace("-> token\n", &place)
    }

    fn text(&self, comment: &str) -> String {
        let above = "\n".repeat(self.line - 2);
        format!("{above}{comment}\n    ct.store(o, i, c)\n")
    }
}

#[test]
fn a_hint_out_of_its_range_is_a_note() {
    let kernel = "entry @k() optimization_hints=<sm_100 = {occupancy = 64}> {\n}\n";
    let folder = Folder::new("hints")
        .with("a.tile", kernel)
        .with("b.tile", kernel.replace("sm_100 = {occupancy = 64}", "occupancy = 2"));
    let text = folder.ends(0, &["check", "a.tile", "--grid", "1"]);
    has(&text, "note: compilers ignore the hint sm_100.occupancy: it is not a number from 1 to 32");
    has(&folder.ends(4, &["check", "b.tile", "--grid", "1"]), "the hint occupancy stands outside of a group");
}
