//! The text that MLIR prints for the dialect: prefixes, functions of the dialect's tests, generic forms, attributes left by passes.

use spec::problem::Refused;
use spec::syntax::kernel::{FunctionKind, Module};
use spec::valid::Valid;

fn read(text: &str) -> Module {
    spec::parse::module(text).unwrap_or_else(|problem| panic!("{problem:?} in\n{text}"))
}

/// The message of the first problem of a text.
fn problem(text: &str) -> String {
    match spec::parse::module(text) {
        Err(problem) => problem.message,
        Ok(module) => match Valid::new(module.kernels[0].clone()) {
            Err(Refused::IllFormed(problem)) => problem.message,
            Err(Refused::Unsupported(problem)) => problem.message,
            Ok(_) => String::new(),
        },
    }
}

#[test]
fn prefixes_of_the_dialect_may_be_written_or_left_out() {
    let written = "
cuda_tile.module @m attributes {producer = \"test\"} {
  cuda_tile.global private constant @g alignment = 16 <f32: [1.0, 2.0]> : !cuda_tile.tile<2xf32>
  cuda_tile.entry @k(%p: !cuda_tile.tile<ptr<f32>>, %n: !cuda_tile.tile<i32>) {
    %m = cuda_tile.assume #cuda_tile.div_by<16>, %n : !cuda_tile.tile<i32>
    %v = cuda_tile.make_tensor_view %p, shape = [%m], strides = [1] : tile<i32> -> !cuda_tile.tensor_view<?xf32, strides=[1]>
    %w = cuda_tile.make_partition_view %v : partition_view<tile=(8), !cuda_tile.tensor_view<?xf32, strides=[1]>>
    cuda_tile.return
  }
}";
    let bare = written.replace("!cuda_tile.", "").replace("#cuda_tile.", "").replace("cuda_tile.", "");
    let (written, bare) = (read(written), read(&bare));
    let printed = spec::print::module(&written);
    assert_eq!(printed, spec::print::module(&bare));
    assert!(!printed.contains("cuda_tile"), "{printed}");
}

#[test]
fn a_function_of_tests_is_checked_and_never_launched() {
    let text = "testing$func @f(%a: tile<4xf32>) -> tile<4xf32> { return %a : tile<4xf32> }";
    let module = read(text);
    assert!(matches!(&module.kernels[0].kind, FunctionKind::Test { results } if results.len() == 1));
    assert!(problem(text).contains("never launched"));
    assert_eq!(read(&spec::print::module(&module)), module);
    let other = text.replace("-> tile<4xf32>", "-> tile<2xf32>");
    assert_eq!(problem(&other), "return: the returned values do not have the declared types");
    assert_eq!(
        problem("entry @k(%a: tile<i32>) { return %a : tile<i32> }"),
        "return: a kernel gives nothing back"
    );
}

#[test]
fn results_that_nothing_uses_need_no_names() {
    let module = read("entry @k(%n: tile<i32>) { addi %n, %n : tile<i32> return }");
    assert_eq!(module.kernels[0].body.ops[0].results.len(), 1);
    let printed = spec::print::module(&module);
    assert!(spec::parse::module(&printed).is_ok(), "{printed}");
}

#[test]
fn the_name_of_several_results_stands_for_the_first() {
    let text = "entry @k() { %x:3 = get_tile_block_id : tile<i32> %y = addi %x, %x#1 : tile<i32> return }";
    let module = read(text);
    let ops = &module.kernels[0].body.ops;
    assert_eq!(ops[1].operands, [ops[0].results[0], ops[0].results[1]]);
}

#[test]
fn attributes_that_passes_leave_behind_mean_nothing() {
    let text = "entry @k(%c: tile<i1>) { if %c { yield } {cuda_tile.note = 0} return } {cuda_tile.note = 0}";
    let plain = "entry @k(%c: tile<i1>) { if %c { yield } return }";
    assert_eq!(spec::print::module(&read(text)), spec::print::module(&read(plain)));
}

/// A generic form beside the dialect's own.
const GENERIC: &[(&str, &str)] = &[
    (
        "%r = \"cuda_tile.cmpi\"(%n, %n) {comparison_predicate = #cuda_tile.comparison_predicate<less_than>, signedness = #cuda_tile.signedness<signed>} : (tile<i32>, tile<i32>) -> tile<i1>",
        "%r = cmpi less_than %n, %n, signed : tile<i32> -> tile<i1>",
    ),
    (
        "%r = \"cuda_tile.cmpi\"(%n, %n) <{comparison_predicate = 2 : i32, signedness = 1 : i32}> : (tile<i32>, tile<i32>) -> tile<i1>",
        "%r = cmpi less_than %n, %n, signed : tile<i32> -> tile<i1>",
    ),
    (
        "%r = \"cuda_tile.cmpf\"(%f, %f) <{comparison_ordering = 1 : i32, comparison_predicate = 5 : i32}> : (tile<f32>, tile<f32>) -> tile<i1>",
        "%r = cmpf greater_than_or_equal ordered %f, %f : tile<f32> -> tile<i1>",
    ),
    (
        "%r = \"cuda_tile.addi\"(%n, %n) <{overflow = 1 : i32}> : (tile<i32>, tile<i32>) -> tile<i32>",
        "%r = addi %n, %n overflow<no_signed_wrap> : tile<i32>",
    ),
    (
        "%r = \"cuda_tile.mulf\"(%f, %f) <{rounding_mode = 1 : i32}> : (tile<f32>, tile<f32>) -> tile<f32>",
        "%r = mulf %f, %f rounding<zero> : tile<f32>",
    ),
    (
        "%r = \"cuda_tile.addi\"(%n, %n) <{overflow = #cuda_tile.overflow<no_signed_wrap>}> : (tile<i32>, tile<i32>) -> tile<i32>",
        "%r = addi %n, %n overflow<no_signed_wrap> : tile<i32>",
    ),
    (
        "%r = \"cuda_tile.mulf\"(%f, %f) <{flush_to_zero, rounding_mode = #cuda_tile.rounding<zero>}> : (tile<f32>, tile<f32>) -> tile<f32>",
        "%r = mulf %f, %f rounding<zero> flush_to_zero : tile<f32>",
    ),
    (
        "%r = \"cuda_tile.make_tensor_view\"(%p, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tile<ptr<f32>>, tile<i32>) -> tensor_view<?xf32, strides=[1]>",
        "%r = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>",
    ),
];

fn around(operation: &str) -> String {
    format!("entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %f: tile<f32>) {{ {operation} return }}")
}

#[test]
fn generic_forms_read_as_the_own_form_does() {
    for (generic, own) in GENERIC {
        let (generic, own) = (read(&around(generic)), read(&around(own)));
        assert_eq!(spec::print::module(&generic), spec::print::module(&own));
    }
}

#[test]
fn wrong_generic_forms_are_refused_in_words() {
    let cases = [
        (
            "comparison_predicate = #cuda_tile.comparison_predicate<less_than>",
            "kind = 1",
            "cmpi has no attribute `kind`",
        ),
        ("<less_than>", "<smaller>", "expected one of equal"),
        ("<signed>", "<signed> unsigned", "the value of `signedness` ends before this"),
        ("#cuda_tile.signedness<signed>", "2 : i32", "a smaller number"),
        ("(tile<i32>, tile<i32>)", "(tile<i32>)", "there are 2 operands and 1 types for them"),
        ("(tile<i32>, tile<i32>)", "(tile<i32>, tile<i64>)", "%n is defined as tile<i32>, not as tile<i64>"),
    ];
    for (from, to, message) in cases {
        let text = GENERIC[0].0.replacen(from, to, 1);
        let found = problem(&around(&text));
        assert!(found.contains(message), "{to}: {found}");
    }
    let text = GENERIC[GENERIC.len() - 1].0.replace("1, 1, 0", "1, 0, 1");
    assert!(problem(&around(&text)).contains("dynamic extents"));
    let region = "\"cuda_tile.loop\"() ({ break }) : () -> ()";
    assert!(problem(&around(region)).contains("regions"), "{}", problem(&around(region)));
}

#[test]
fn parts_of_assumptions_stay_inside_the_tile() {
    let text = |assumption: &str| {
        format!(
            "entry @k() {{ %i = iota : tile<16xi32> %a = assume {assumption}, %i : tile<16xi32> return }}"
        )
    };
    for right in ["div_by<2, every 16 along 0>", "same_elements<[16]>", "div_by<4611686018427387904>"] {
        assert_eq!(problem(&text(right)), "", "{right}");
    }
    for wrong in ["div_by<2, every 17 along 0>", "same_elements<[17]>", "div_by<9223372036854775808>"] {
        assert_ne!(problem(&text(wrong)), "", "{wrong}");
    }
}

/// A kernel with debug scopes, whose locations are given.
fn scoped(function: &str, operation: &str) -> String {
    format!(
        r##"
#file = #cuda_tile.di_file<"foo.py" in "/tmp/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#own = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit, scopeLine = 2>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "h", linkageName = "h", compileUnit = #unit, scopeLine = 9>
#block = #cuda_tile.di_lexical_block<scope = #own, file = #file, line = 3, column = 4>
#plain = loc("/tmp/foo.py":7:8)
#in_own = #cuda_tile.di_loc<loc("/tmp/foo.py":7:8) in #own>
#in_block = #cuda_tile.di_loc<#plain in #block>
#in_other = #cuda_tile.di_loc<#plain in #other>
entry @k() {{
  return loc({operation})
}} loc({function})
"##
    )
}

#[test]
fn an_operation_is_in_the_subprogram_of_its_function() {
    for (function, operation) in [
        ("#in_own", "#in_block"),
        ("#in_own", "callsite(#in_other at #in_own)"),
        ("#in_own", "fused[#plain, \"x\"(#in_block)]"),
        ("#in_own", "#plain"),
        ("#plain", "#plain"),
        ("unknown", "unknown"),
    ] {
        assert_eq!(problem(&scoped(function, operation)), "", "{function} {operation}");
    }
    let other = "the location of this operation is in another subprogram than its function";
    assert_eq!(problem(&scoped("#in_own", "#in_other")), other);
    assert_eq!(problem(&scoped("#in_own", "callsite(#in_own at #in_other)")), other);
    let none = "the location of this operation is in a subprogram, but not its function";
    assert_eq!(problem(&scoped("#plain", "fused[#plain, #in_block]")), none);
    assert_eq!(problem(&scoped("#in_block", "#plain")), "the location of a function is in a di_subprogram");
    assert_eq!(problem(&scoped("#in_other", "#plain")), "@k is located in the subprogram of h");
    assert_eq!(
        problem(&scoped("callsite(#plain at #in_own)", "#plain")),
        "the location of a function is no callsite"
    );
    let unnamed = scoped("#in_own", "#in_own").replace(", name = \"k\"", "");
    assert_eq!(problem(&unnamed), "di_subprogram has no parameter `name`");
}

#[test]
fn an_alias_of_itself_has_no_scope() {
    let text = "#a = #b\n#b = #a\n#c = #cuda_tile.di_loc<#a in #a>\nentry @k() { return loc(#c) } loc(#a)";
    assert_eq!(problem(text), "");
}

#[test]
fn a_global_has_one_axis_and_no_scope_and_a_view_without_axes_no_strides() {
    assert_eq!(
        problem("global @g <f32: [[1.0, 2.0]]> : tile<1x2xf32> entry @k() { return }"),
        "a global has one axis, not 2"
    );
    let view =
        |strides: &str| problem(&format!("testing$func @f(%v: tensor_view<f32{strides}>) {{ return }}"));
    assert_eq!(view(", strides=[]"), "a view without axes has no strides");
    assert!(view("").contains("never launched"));
}
