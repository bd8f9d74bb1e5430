//! Debug locations: every form, and the resolved places.

use spec::syntax::span::SourcePlace;

/// The place of an operation with a location, among the given aliases.
fn place(location: &str, aliases: &str) -> Option<SourcePlace> {
    let text = format!("entry @k() {{\n  return {location}\n}} loc(#function)\n{aliases}\n");
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    module.kernels[0].body.ops[0].at.source.as_deref().cloned()
}

/// The same in short: the author's place, and the files of the frames inside it.
fn short(location: &str, aliases: &str) -> Option<String> {
    let place = place(location, aliases)?;
    let inner: Vec<String> =
        place.inlined.iter().map(|frame| format!(" < {}:{}", frame.file, frame.line)).collect();
    Some(format!(
        "{}:{}:{}{}",
        place.position.file,
        place.position.line,
        place.position.column,
        inner.concat()
    ))
}

const ALIASES: &str = r#"
#di_file = #cuda_tile.di_file<"k.cu" in "/src">
#loc = loc("k.cu":3:46)
#loc1 = loc(unknown)
#loc4 = loc("/usr/include/crt/cuda_tile.h":2259:20)
#loc5 = loc("k.cu":10:12)
#loc6 = loc("helper.cuh":7:1)
#di_compile_unit = #cuda_tile.di_compile_unit<file = #di_file>
#di_subprogram = #cuda_tile.di_subprogram<file = #di_file, line = 3, name = "k", linkageName = "k", compileUnit = #di_compile_unit, scopeLine = 3>
#di_lexical_block = #cuda_tile.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 3, column = 112>
#function = #cuda_tile.di_loc<#loc in #di_subprogram>
#loc15 = #cuda_tile.di_loc<#loc5 in #di_lexical_block>
#loc24 = #cuda_tile.di_loc<#loc4 in #di_lexical_block>
#loc26 = loc(callsite(#loc24 at #loc15))
#loc27 = loc(callsite(#loc26 at #loc))
#loc28 = loc(callsite(#loc6 at #loc15))
#loc30 = loc(#loc30)
#loc31 = loc(callsite(#loc31 at #loc))
"#;

#[test]
fn every_form_is_resolved() {
    let cases = [
        ("loc(#loc5)", Some("k.cu:10:12")),
        ("loc(#loc15)", Some("k.cu:10:12")),
        ("loc(\"k.py\":4:0)", Some("k.py:4:0")),
        ("loc(\"named\"(#loc5))", Some("k.cu:10:12")),
        ("loc(\"named\")", None),
        ("loc(#loc1)", None),
        ("loc(unknown)", None),
        ("loc(#nowhere)", None),
        ("", None),
        // The header is a frame inside the author's line.
        ("loc(#loc26)", Some("k.cu:10:12 < /usr/include/crt/cuda_tile.h:2259")),
        // The author's own helper too: the outermost frame is the kernel's.
        ("loc(#loc28)", Some("k.cu:10:12 < helper.cuh:7")),
        ("loc(#loc27)", Some("k.cu:3:46 < /usr/include/crt/cuda_tile.h:2259 < k.cu:10")),
        ("loc(callsite(#loc6 at #loc4))", Some("helper.cuh:7:1")),
        ("loc(#loc4)", None),
        ("loc(\"a/cuda/tile/_stub.py\":1:1)", None),
        ("loc(fused[#loc1, #loc5])", Some("k.cu:10:12")),
        ("loc(fused<\"why\">[\"a.cu\":1:2, \"b.cu\":3:4])", Some("a.cu:1:2")),
        // Aliases that name themselves still terminate.
        ("loc(#loc30)", None),
        ("loc(#loc31)", Some("k.cu:3:46")),
    ];
    for (location, expected) in cases {
        assert_eq!(short(location, ALIASES).as_deref(), expected, "{location}");
    }
}

#[test]
fn a_kernel_has_its_function_s_place() {
    let text = format!("entry @k() {{\n  return loc(#loc1)\n}} loc(#loc)\n{ALIASES}");
    let module = spec::parse::module(&text).expect("well-formed");
    let at = &module.kernels[0].at;
    assert_eq!(at.source.as_ref().map(|place| place.position.line), Some(3));
    assert_eq!(&text[at.offset..at.offset + at.len], "entry @k()");
}

#[test]
fn an_operation_with_regions_is_marked_by_its_header() {
    let text = "entry @k(%c: tile<i1>) {\n  if %c {\n    return\n  } loc(\"k.cu\":1:2)\n}";
    let module = spec::parse::module(text).expect("well-formed");
    let at = &module.kernels[0].body.ops[0].at;
    assert_eq!(&text[at.offset..at.offset + at.len], "if %c");
    assert_eq!(at.source.as_ref().map(|place| place.position.line), Some(1));
}

#[test]
fn the_corpus_has_places() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/kernels/perf/perf.tile");
    let text = std::fs::read_to_string(path).expect("readable");
    let module = spec::parse::module(&text).expect("well-formed");
    for kernel in &module.kernels {
        let files =
            kernel.body.ops.iter().filter_map(|op| op.at.source.as_ref()).map(|place| &place.position.file);
        assert!(files.clone().count() > 0, "@{} has no place", kernel.name);
        files.for_each(|file| assert_eq!(file, "perf.cu"));
    }
}
