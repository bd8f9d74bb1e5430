//! What is refused: the sentence, and the place.

use spec::problem::IllFormed;

/// A kernel with one exchangeable line.
const KERNEL: &str = r#"// A comment.
entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<default = {occupancy = 2}> {
  %c = constant <i32: 1> : tile<i32>
  %sum = addi %n, %c overflow<no_signed_wrap> : tile<i32>
  %view = make_tensor_view %p, shape = [%sum], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %tiles = make_partition_view %view : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>
  %x:3 = get_tile_block_id : tile<i32>
  %tile, %token = load_view_tko weak %tiles[%x#0] : partition_view<tile=(8), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %all = reduce %tile dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  return
}
"#;

/// The error of a text, and the offending words.
fn refused(text: &str) -> (IllFormed, &str) {
    let problem = spec::parse::module(text).expect_err("an ill-formed text");
    let place = problem.at.offset..problem.at.offset + problem.at.len;
    let words = text.get(place).unwrap_or_else(|| panic!("{problem:?} lies outside the text"));
    (problem, words)
}

#[test]
fn the_kernel_itself_is_well_formed() {
    spec::parse::module(KERNEL).expect("well-formed");
}

/// The replaced text, its replacement, the message, and the marked words.
type Case = (&'static str, &'static str, &'static str, &'static str);

const MISTAKES: &[Case] = &[
    ("addi %n, %c", "addi %n, %d", "%d is not defined here", "%d"),
    ("addi %n, %c", "addi %n %c", "expected `,` in addi, found `%c`", "%c"),
    ("addi %n, %c", "addi %n, %p", "%p is defined as tile<ptr<f32>>, not as tile<i32>", "tile<i32>"),
    ("%sum = addi", "%sum, %more = addi", "addi has 1 results, 2 are named", "%sum"),
    ("%sum = addi", "%n = addi", "%n is defined twice", "%n"),
    ("%sum = addi", "%sum = add", "`add` is no operation of Tile IR", "add"),
    ("wrap> : tile<i32>", "wrap> : tile<i64>", "%n is defined as tile<i32>, not as tile<i64>", "tile<i64>"),
    (
        "no_signed_wrap",
        "no_wrap_signed",
        "expected no_signed_wrap, no_unsigned_wrap, no_wrap or none in addi, found `no_wrap_signed`",
        "no_wrap_signed",
    ),
    ("<i32: 1>", "<i64: 1>", "the literals are i64, the tile has i32", "<i64: 1>"),
    ("<i32: 1>", "<i32: 1.5>", "`1.5` is no i32", "1.5"),
    ("<i32: 1>", "<i32: [1, 2]>", "the list is nested deeper than the type has axes", "[1, 2]"),
    (
        "<i32: 1>",
        "<i32: \"0x0100000002\">",
        "5 bytes, where 1 elements of i32 have 4 each",
        "\"0x0100000002\"",
    ),
    (
        "<i32: 1>",
        "<i32: \"0x0100000\">",
        "a constant in quotes is `0x` and two hexadecimal digits for each byte",
        "\"0x0100000\"",
    ),
    (
        "<i32: 1>",
        "<i32: \"01000000\">",
        "a constant in quotes is `0x` and two hexadecimal digits for each byte",
        "\"01000000\"",
    ),
    ("<i32: 1> : tile<i32>", "<i1: \"0x02\"> : tile<i1>", "`0x02` is no i1", "\"0x02\""),
    ("<i32: 1>", "<i33: 1>", "`i33` is no element type", "i33"),
    ("strides = [1] :", "strides = [2] :", "the strides are not those of the view's type", "%view"),
    ("shape = [%sum]", "shape = [4]", "make_tensor_view makes a tensor view", "%view"),
    ("tile=(8)", "tile=(?)", "an extent of a tile must be a static power of two", "?"),
    (
        "padding_value = zero",
        "padding_value = none",
        "expected a padding value: zero, neg_zero, nan, pos_inf, neg_inf",
        "none",
    ),
    ("%x#0", "%x", "", ""),
    ("%tile, %token =", "%tile =", "load_view_tko has 2 results, 1 are named", "%tile"),
    ("identities=[0.0 : f32]", "identities=[]", "", ""),
    (
        "identities=[0.0 : f32]",
        "identities=[0 : i32]",
        "the identity is of another type than the operand, which is tile<8xf32>",
        "0",
    ),
    (
        "identities=[0.0 : f32]",
        "identities=[0.0 : f32, 1.0 : f32]",
        "there are 2 identities for 1 operands",
        "%all",
    ),
    ("yield %s", "yield %all", "%all is not defined here", "%all"),
    ("occupancy = 2", "occupancy", "expected a hint, found `occupancy`", "occupancy"),
    ("  return", "  return }", "this `}` closes nothing", "}"),
    ("  return\n}", "  return", "this `{` is never closed", "{"),
    ("(%l:", "[%l:", "this `)` stands where a `[` should be closed", ")"),
    ("entry @k", "cuda_tile.module @m { entry @k", "this `{` is never closed", "{"),
    ("entry @k", "func @k", "`func` does not belong here", "func"),
    (
        "// A comment.",
        "// tileproof: allow no.such.rule, because I say so",
        "there is no rule `no.such.rule`",
        " tileproof: allow no.such.rule, because I say so",
    ),
    (
        "// A comment.",
        "// tileproof: grid = (1)",
        "expected `allow RULE, because …`, found `grid`",
        " tileproof: grid = (1)",
    ),
    ("// A comment.", "contract @j {}", "there is no kernel @j", "@j"),
    ("// A comment.", "contract @k {} contract @k {}", "@k has two contracts", "@k"),
    ("// A comment.", "entry @k() {}", "@k is defined twice", ""),
];

#[test]
fn mistakes_are_named_where_they_are() {
    for (from, to, message, words) in MISTAKES {
        let text = KERNEL.replacen(from, to, 1);
        assert_ne!(text, KERNEL, "{from} is not in the kernel");
        // An empty message stands for a text that is read after all.
        if message.is_empty() && words.is_empty() {
            spec::parse::module(&text).unwrap_or_else(|problem| panic!("{to}: {problem:?}"));
            continue;
        }
        let (problem, found) = refused(&text);
        assert!(problem.message.contains(message), "{to}: {}", problem.message);
        assert!(words.is_empty() || found == *words, "{to}: {} is at `{found}`", problem.message);
    }
}

#[test]
fn help_says_what_to_write() {
    let cases = [
        ("load_view_tko", "cuda_tile.load_view", "write `load_view_tko`"),
        ("load_view_tko", "load_view", "write `load_view_tko`"),
        (
            "entry @k",
            "\"cuda_tile.entry\"() @k",
            "this is MLIR in its generic form, which is not read: print it as tileirdisasm does, or give its bytecode",
        ),
        (
            "<i32: 1>",
            "<i33: 1>",
            "one of i1, i4, i8, i16, i32, i64, f16, bf16, f32, f64, tf32, f8E4M3FN, f8E5M2, f8E8M0FNU, f4E2M1FN",
        ),
    ];
    for (from, to, help) in cases {
        let text = KERNEL.replacen(from, to, 1);
        let (problem, _) = refused(&text);
        assert_eq!(problem.help.as_deref(), Some(help), "{to}: {}", problem.message);
    }
}

#[test]
fn a_terminator_without_operands_may_be_left_out() {
    let text = "entry @k(%c: tile<i1>) {
      if %c {
      } else {
        yield
      }
      loop {
        if %c { break }
      }
    }";
    let module = spec::parse::module(text).expect("well-formed");
    let kernel = &module.kernels[0];
    let ends = |ops: &[spec::syntax::kernel::Operation]| ops.last().map(|op| op.op.mnemonic());
    assert_eq!(ends(&kernel.body.ops), Some("return"));
    assert_eq!(ends(&kernel.body.ops[0].regions[0].ops), Some("yield"));
    assert_eq!(ends(&kernel.body.ops[0].regions[1].ops), Some("yield"));
    assert_eq!(ends(&kernel.body.ops[1].regions[0].ops), Some("continue"));
    assert_eq!(ends(&kernel.body.ops[1].regions[0].ops[0].regions[0].ops), Some("break"));
}

#[test]
fn values_are_numbered_in_the_order_of_the_text() {
    let module = spec::parse::module(KERNEL).expect("well-formed");
    let names: Vec<&str> = module.kernels[0].values.iter().map(|value| value.name.as_str()).collect();
    let expected =
        ["p", "n", "c", "sum", "view", "tiles", "x#0", "x#1", "x#2", "tile", "token", "all", "l", "r", "s"];
    assert_eq!(names, expected);
}
