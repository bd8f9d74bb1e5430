//! Breaks the conditions of collected updates one by one: each time, the array itself is updated.

use spec::proof::{Discharged, Grounds, Proved, Status, obligations};

use super::{Histogram, is_private, is_whole, plain, updates};
use crate::tests::kernels::agreement::valid;
use crate::{Options, Target, compile};

/// Checks that the code of a text updates the array itself.
fn is_direct_as(case: &Histogram, text: &str) {
    let ptx = case.made(text).program.ptx;
    assert!(!is_private(&ptx) && updates(&ptx) > 0, "{text}\n{ptx}");
}

/// The same of the plain text with lines behind the update, or in front of the loop.
fn is_direct_with(before: &str, after: &str) {
    let text = plain().text().replace("  //before\n", before).replace("  //after\n", after);
    is_direct_as(&plain(), &text);
}

#[test]
fn the_plain_kernel_has_all() {
    assert!(is_private(&plain().made(&plain().text()).program.ptx));
}

#[test]
fn integers_that_can_be_combined_exactly() {
    is_direct_as(&plain(), &Histogram { mode: "xchg", ..plain() }.text());
    for ty in ["f32", "f64", "f16"] {
        let case = Histogram { ty, mode: "addf", ..plain() };
        is_direct_as(&case, &case.text().replace(&format!("<{ty}: 0>"), &format!("<{ty}: 0.0>")));
    }
}

#[test]
fn updates_that_are_relaxed_and_alike() {
    for order in ["acquire", "release", "acq_rel"] {
        is_direct_as(&plain(), &plain().text().replace("relaxed", order));
    }
    let second = |kind: &str, mode: &str| {
        format!(
            "  %was, %and = atomic_rmw_tko {kind} %bp, {mode}, %val, %live : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> tile<256xi32>, token\n"
        )
    };
    is_direct_with("", &second("relaxed device", "max"));
    is_direct_with("", &second("relaxed sys", "add"));
    is_direct_with("", &second("release device", "add"));
    let alike = plain().text().replace("  //after\n", &second("relaxed device", "add"));
    assert!(is_private(&plain().made(&alike).program.ptx));
}

#[test]
fn nobody_reads_what_was_there() {
    let store = "  %kept = store_ptr_tko weak %vp, %old, %live : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> token\n";
    is_direct_with("", store);
    let carried = plain()
        .text()
        .replace("  for %t", "  %end = for %t")
        .replace(": tile<i32> {", ": tile<i32> iter_values(%last = %none) -> (tile<256xi32>) {")
        .replace("  //after\n", "  continue %old : tile<256xi32>\n");
    is_direct_as(&plain(), &carried);
}

#[test]
fn no_other_access_goes_to_the_array() {
    let load = "  %seen, %when = load_ptr_tko relaxed device %b : tile<ptr<i32>> -> tile<i32>, token\n";
    is_direct_with("", load);
    is_direct_with(load, "");
    is_direct_with(
        "",
        "  %when = store_ptr_tko relaxed device %b, %one : tile<ptr<i32>>, tile<i32> -> token\n",
    );
    is_direct_with(
        "",
        "  %seen, %when = atomic_cas_tko relaxed device %b, %one, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n",
    );
    // Of a small tile that nobody reads nothing would be loaded.
    let view = "  %tv = make_tensor_view %b, shape = [32], strides = [1] : tensor_view<32xi32, strides=[1]>
  %pv = make_partition_view %tv : partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>
  %zero = constant <i32: 0> : tile<i32>
  %ones = constant <i32: 1> : tile<32xi32>\n";
    let tiles = "partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>";
    is_direct_with(
        &format!(
            "{view}  %seen, %when = load_view_tko weak %pv[%zero] : {tiles}, tile<i32> -> tile<32xi32>, token\n"
        ),
        "",
    );
    is_direct_with(
        &format!(
            "{view}  %when = atomic_red_view_tko relaxed device %pv[%zero], add, %ones : tile<32xi32>, {tiles}, tile<i32> -> token\n"
        ),
        "",
    );
}

/// One pair of arrays, then all pairs, lose their disjointness.
#[test]
fn other_arrays_are_apart() {
    let text = plain().text();
    for (one, other) in [(0, 2), (1, 2)] {
        let mut facts = plain().facts(&text, 20);
        facts.disjoint.retain(|pair| *pair != (one, other) && *pair != (other, one));
        let ptx = plain().made_under(&text, &facts).program.ptx;
        assert!(!is_private(&ptx), "{ptx}");
    }
    // An array that nothing touches may be anywhere.
    let mut facts = plain().facts(&text, 20);
    facts.disjoint.retain(|(one, other)| *one != 3 && *other != 3);
    assert!(is_private(&plain().made_under(&text, &facts).program.ptx));
}

#[test]
fn bins_are_elements_of_one_parameter() {
    let choose = "  %here = cmpi less_than %bx, %one, signed : tile<i32> -> tile<i1>
  %which = select %here, %b, %other : tile<i1>, tile<ptr<i32>>\n";
    let chosen = plain().text().replace("  //before\n", choose).replace("reshape %b ", "reshape %which ");
    is_direct_as(&plain(), &chosen);
    let number = "  %address = ptr_to_int %b : tile<ptr<i32>> -> tile<i64>
  %again = int_to_ptr %address : tile<i64> -> tile<ptr<i32>>\n";
    let made = plain().text().replace("  //before\n", number).replace("reshape %b ", "reshape %again ");
    is_direct_as(&plain(), &made);
    // As elements of another size.
    let halves = Histogram { ty: "i64", ..plain() };
    let cast = "  %words = ptr_to_ptr %b : tile<ptr<i32>> -> tile<ptr<i64>>\n";
    let text = halves
        .text()
        .replace("%b: tile<ptr<i64>>", "%b: tile<ptr<i32>>")
        .replace("  //before\n", cast)
        .replace("reshape %b ", "reshape %words ");
    is_direct_as(&halves, &text);
    // An assumption about an address shows the array.
    let assumed = "  %aligned = assume div_by<16>, %b : tile<ptr<i32>>\n";
    let text = plain().text().replace("  //before\n", assumed).replace("reshape %b ", "reshape %aligned ");
    assert!(is_private(&plain().made(&text).program.ptx));
}

#[test]
fn nobody_is_told_and_nobody_waits() {
    is_direct_with("", "  %said = print_tko \"%d\", %t token=%done : tile<i32> -> token\n");
    is_direct_with(
        "",
        "  %fine = cmpi less_than %t, %n, signed : tile<i32> -> tile<i1>\n  assert %fine, \"t\" : tile<i1>\n",
    );
    is_direct_with(
        "",
        "  %flag = store_ptr_tko release device %v, %one : tile<ptr<i32>>, tile<i32> -> token\n",
    );
    is_direct_with(
        "  %flag, %seen = load_ptr_tko acquire device %v : tile<ptr<i32>> -> tile<i32>, token\n",
        "",
    );
    is_direct_with("  loop {\n    break\n  }\n", "");
}

#[test]
fn shared_memory_is_for_nothing_large() {
    is_direct_with("  %own = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>\n", "");
    let product = "  %fa = constant <f16: 0.0> : tile<16x16xf16>
  %fc = constant <f32: 0.0> : tile<16x16xf32>
  %fp = mmaf %fa, %fa, %fc : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>\n";
    is_direct_with(product, "");
}

/// A proof informs the code about the array's length, the disjoint arrays, and the proof itself.
#[test]
fn a_contract_says_how_many_bins_there_are() {
    let text = plain().text();
    let kernel = valid(&text);
    let made = |clauses: &str, status: &Status| {
        let contract = spec::parse::contract_clauses(clauses).expect("it is a contract");
        let met = |obligation| Discharged { obligation, status: status.clone() };
        let all = obligations(&kernel).into_iter().map(met).collect();
        let proved = Proved::trusting(&kernel, contract, Grounds::default(), all).expect("all is met");
        let made = compile(&proved, Target { sm: 90 }, Options::default());
        made.unwrap_or_else(|problem| panic!("{}", problem.message)).ptx
    };
    assert!(is_whole(&made("buffer b : i32[20]", &Status::Proved)));
    assert!(is_whole(&made("requires = n <= 100 buffer b : i32[n]", &Status::Proved)));
    for clauses in ["buffer x : i32[20]", "buffer b : i32[n]"] {
        let ptx = made(clauses, &Status::Proved);
        assert!(is_private(&ptx) && !is_whole(&ptx), "{clauses}");
    }
    assert!(!is_private(&made("buffer b : i32[20] alias x b", &Status::Proved)));
    assert!(!is_private(&made("buffer b : i32[20]", &Status::Accepted("it is so".to_owned()))));
}

/// Copies need known lengths or a window, and enough updates per bin.
#[test]
fn few_bins_of_many_updates() {
    let ptx = |case: &Histogram, bins: u32| {
        let text = case.text();
        case.made_under(&text, &case.facts(&text, bins)).program.ptx
    };
    let windowed = |ptx: &str| is_private(ptx) && !is_whole(ptx);
    let plain = || Histogram { alone: true, ..plain() };
    // Eight kilobytes: 2048 of four bytes, or 1024 of eight. A longer array has a window of them.
    assert!(is_whole(&ptx(&plain(), 2048)) && windowed(&ptx(&plain(), 2049)));
    let wide = Histogram { ty: "i64", ..plain() };
    assert!(is_whole(&ptx(&wide, 1024)) && windowed(&ptx(&wide, 1025)));
    // Four updates a bin, of a tile of 256; a loop counts as 64 tiles. A window of 64 bins is too small.
    let tile = Histogram { has_loop: false, ..plain() };
    assert!(is_whole(&ptx(&tile, 64)) && !is_private(&ptx(&tile, 65)));
    let two = Histogram { has_loop: false, tile: 512, ..plain() };
    assert!(is_whole(&ptx(&two, 128)) && windowed(&ptx(&two, 129)));
    let short = Histogram { tile: 16, ..plain() };
    assert!(is_whole(&ptx(&short, 256)) && windowed(&ptx(&short, 257)));
    // A loop with a known number of iterations.
    for (to, bins) in [("10", 640), ("1", 64)] {
        let end =
            format!("  %end = constant <i32: {to}> : tile<i32>\n  %begin = constant <i32: 0> : tile<i32>\n");
        let text = plain()
            .text()
            .replace("  //before\n", &end)
            .replace("(%bx to %tiles, step %gx)", "(%begin to %end, step %one)");
        let made = |bins| plain().made_under(&text, &plain().facts(&text, bins)).program.ptx;
        assert!(is_whole(&made(bins)) && !is_whole(&made(bins + 1)), "{to} times");
    }
}

/// Tile blocks in turn count as 64, and have 32 kilobytes.
#[test]
fn more_bins_of_tile_blocks_in_turn() {
    let made = |case: &Histogram, bins: u32| {
        let text = case.text();
        let program = case.made_under(&text, &case.facts(&text, bins)).program;
        (is_private(&program.ptx), is_whole(&program.ptx), program.persistent.is_some())
    };
    let tile = Histogram { has_loop: false, ..plain() };
    assert_eq!(made(&tile, 64), (true, true, false), "enough for one tile block");
    assert_eq!(made(&tile, 65), (true, true, true));
    assert_eq!(made(&tile, 4096), (true, true, true));
    assert_eq!(made(&tile, 4097), (true, false, true));
    let few = Histogram { tile: 128, ..tile };
    assert_eq!(made(&few, 33), (false, false, false), "few updates among other work");
    let large = Histogram { tile: 1024, ..tile };
    assert_eq!(made(&large, 8192), (true, true, true));
    assert_eq!(made(&large, 8193), (true, false, true));
    assert_eq!(made(&plain(), 2049), (true, true, true), "a loop of its own, and too many bins");
}

/// Lanes that update neighbors do not wait for each other, so a window would only cost.
#[test]
fn no_window_for_neighbors() {
    let text = plain().text().replace("  %bp = offset %bs, %i", "  %bp = offset %bs, %at");
    let mut facts = plain().facts(&text, 20);
    assert!(is_whole(&plain().made_under(&text, &facts).program.ptx));
    facts.lengths.clear();
    assert!(!is_private(&plain().made_under(&text, &facts).program.ptx));
}

/// Copies of several arrays share the memory, and the first arrays win.
#[test]
fn several_arrays_share_the_space() {
    let second = "  %o1 = reshape %other : tile<ptr<i32>> -> tile<1xptr<i32>>
  %os = broadcast %o1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %op = offset %os, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %was, %and = atomic_rmw_tko relaxed device %op, add, %val, %live : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> tile<256xi32>, token\n";
    let text = plain().text().replace("  //after\n", second);
    // With 1025 bins in the first copy, 1023 are left: a window of 512 of the second array. With 2048, nothing is left.
    for (bins, copies, whole) in [(1024, 2, true), (1025, 2, false), (2048, 1, false)] {
        let plain = || Histogram { alone: true, ..plain() };
        let mut facts = plain().facts(&text, bins);
        facts.lengths.insert(valid(&text).params[3], 1024);
        let ptx = plain().made_under(&text, &facts).program.ptx;
        assert_eq!(ptx.matches("red.relaxed.cta.shared.").count(), 4 * copies, "{bins} bins");
        assert_eq!(is_whole(&ptx), whole, "{bins} bins");
    }
}
