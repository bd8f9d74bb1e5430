//! The required code of accesses: waits, holders, and widths.

use spec::valid::Valid;

use crate::compile::compile_valid;
use crate::{Options, Target};

/// The code of a kernel with these parameters and operations, or the unsupported operation.
fn code(params: &str, body: &str) -> Result<String, String> {
    let text = format!("entry @k({params}) {{\n{body}\n  return\n}}");
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{problem:?}"));
    let kernel = Valid::new(module.kernels[0].clone()).unwrap_or_else(|problem| panic!("{problem:?}"));
    let options = Options { threads: Some(64), ..Options::default() };
    compile_valid(&kernel, Target { sm: 90 }, options)
        .map(|made| made.program.ptx)
        .map_err(|problem| problem.message)
}

fn lines<'c>(code: &'c str, word: &str) -> Vec<&'c str> {
    code.lines().filter(|line| line.contains(word)).collect()
}

/// The number of barriers between the first lines with these words.
fn barriers(code: &str, from: &str, to: &str) -> usize {
    let behind = code.lines().skip_while(|line| !line.contains(from));
    behind.take_while(|line| !line.contains(to)).filter(|line| line.contains("bar.sync")).count()
}

const STORE: &str = "  %w = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token\n";
const LOAD: &str = "  %v, %r = load_ptr_tko weak %p token=%w : tile<ptr<i32>> -> tile<i32>, token\n";
const PARAMS: &str = "%p: tile<ptr<i32>>, %q: tile<ptr<i32>>, %n: tile<i32>";

#[test]
fn a_read_waits_for_a_write() {
    let made = code(PARAMS, &format!("{STORE}{LOAD}")).expect("it has code");
    assert_eq!(barriers(&made, "st.global", "ld.global"), 1, "{made}");
    let apart = LOAD.replace(" token=%w", "");
    let made = code(PARAMS, &format!("{STORE}{apart}")).expect("it has code");
    assert_eq!(barriers(&made, "st.global", "ld.global"), 0, "{made}");
}

/// The loop has a barrier but may run zero times.
#[test]
fn what_a_loop_may_not_do_counts_for_nothing() {
    let inside = "  %one = constant <i32: 1> : tile<i32>
  for %i in (%one to %n, step %one) : tile<i32> {
    %a = store_ptr_tko weak %q, %i : tile<ptr<i32>>, tile<i32> -> token
    %b, %c = load_ptr_tko weak %q token=%a : tile<ptr<i32>> -> tile<i32>, token
  }\n";
    let made = code(PARAMS, &format!("{STORE}{inside}{LOAD}")).expect("it has code");
    let behind = made.rsplit("bra L").next().unwrap_or_default();
    assert_eq!(lines(behind, "bar.sync").len(), 1, "{made}");
}

/// Accesses of an iteration wait for a token from in front of the loop once. If iterations pass on a token of their own accesses, each
/// iteration waits.
#[test]
fn accesses_wait_once_for_a_token_that_no_iteration_changes() {
    let waits = |carried: &str| {
        let body = format!(
            "{STORE}  %one = constant <i32: 1> : tile<i32>
  %zero, %zr = load_ptr_tko weak %p token=%w : tile<ptr<i32>> -> tile<i32>, token
  %last = for %i in (%one to %n, step %one) : tile<i32> iter_values(%t = %w) -> (token) {{
    %a, %b = load_ptr_tko weak %q token=%t : tile<ptr<i32>> -> tile<i32>, token
    %c = store_ptr_tko weak %q, %i token=%b : tile<ptr<i32>>, tile<i32> -> token
    continue {carried} : token
  }}
  %x, %y = load_ptr_tko weak %p token=%last : tile<ptr<i32>> -> tile<i32>, token"
        );
        let made = code(PARAMS, &body).expect("it has code");
        let (_, inside) = made.split_once("bar.sync").expect("the first load waits");
        lines(inside, "bar.sync").len()
    };
    // The store waits for the load.
    assert_eq!(waits("%t"), 1);
    assert_eq!(waits("%c"), 3);
}

/// A block that loops on a value written by others must see a single value.
#[test]
fn what_others_write_is_read_by_one_thread() {
    let body = "  %v, %r = load_ptr_tko relaxed device %p : tile<ptr<i32>> -> tile<i32>, token
  %w = store_ptr_tko weak %q, %v : tile<ptr<i32>>, tile<i32> -> token";
    let made = code(PARAMS, body).expect("it has code");
    assert!(lines(&made, "ld.relaxed.gpu.global")[0].trim().starts_with('@'), "{made}");
    assert_eq!(barriers(&made, "ld.relaxed", "st.global"), 1, "its value goes to all: {made}");
}

#[test]
fn each_of_equal_elements_is_updated() {
    let body = "  %o = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
  %a = broadcast %o : tile<1xptr<i32>> -> tile<128xptr<i32>>
  %one = constant <i32: 1> : tile<128xi32>
  %v, %r = atomic_rmw_tko relaxed device %a, add, %one : tile<128xptr<i32>>, tile<128xi32> -> tile<128xi32>, token";
    let made = code(PARAMS, body).expect("it has code");
    // Two elements for each of 64 threads, and no use of the old value.
    assert_eq!(lines(&made, "red.relaxed.gpu.global.add.u32").len(), 2, "{made}");
    assert!(lines(&made, "@").is_empty(), "all threads take part: {made}");
}

#[test]
fn what_waits_for_a_release_releases() {
    let body = "  %a = store_ptr_tko release device %p, %n : tile<ptr<i32>>, tile<i32> -> token
  %b = store_ptr_tko relaxed device %p, %n token=%a : tile<ptr<i32>>, tile<i32> -> token";
    let made = code(PARAMS, body).expect("it has code");
    assert_eq!(lines(&made, "st.release.gpu").len(), 2, "{made}");
}

/// A tile of 256 elements from a block's first on, in 64 threads: sixteen bytes a thread.
fn tile(mask: bool) -> String {
    let (operand, ty) = if mask { (", %m", ", tile<256xi1>") } else { ("", "") };
    format!(
        "  %size = constant <i32: 256> : tile<i32>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %f = muli %size, %x : tile<i32>
  %f1 = reshape %f : tile<i32> -> tile<1xi32>
  %fs = broadcast %f1 : tile<1xi32> -> tile<256xi32>
  %l = iota : tile<256xi32>
  %at = addi %fs, %l : tile<256xi32>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %ns = broadcast %n1 : tile<1xi32> -> tile<256xi32>
  %m = cmpi less_than %at, %ns, signed : tile<256xi32> -> tile<256xi1>
  %p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>>
  %ps = broadcast %p1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %to = offset %ps, %at : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %t = store_ptr_tko weak %to, %at{operand} : tile<256xptr<i32>>, tile<256xi32>{ty} -> token"
    )
}

#[test]
fn neighbours_are_accessed_at_once() {
    for (mask, singles) in [(false, 4), (true, 4)] {
        let made = code(PARAMS, &tile(mask)).expect("it has code");
        assert!(!lines(&made, "st.global.v4.b32").is_empty(), "{made}");
        assert_eq!(lines(&made, "st.global.b32").len(), singles, "where it is not aligned or whole: {made}");
    }
    let aligned = tile(false)
        .replace("%p1 = reshape %p", "%pa = assume div_by<16>, %p : tile<ptr<i32>>\n  %p1 = reshape %pa");
    let made = code(PARAMS, &aligned).expect("it has code");
    assert_eq!(lines(&made, "st.global").len(), 1, "nothing is left to test: {made}");
}

#[test]
fn what_cannot_be_is_named() {
    let big = "  %a = alloca num_elem = 100000, alignment = 4 : tile<ptr<i32>>";
    let message = code(PARAMS, big).expect_err("shared memory is not that large");
    assert!(message.contains("400000 bytes"), "{message}");
    let long = tile(false).replace("256", "65536");
    let message = code(PARAMS, &long).expect_err("a thread has no thousand registers");
    assert!(message.contains("65536 elements in 64 threads"), "{message}");
}
