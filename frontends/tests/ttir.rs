//! Texts that Triton would not print, and what is said of them.

use spec::problem::Refused;
use spec::valid::Valid;

use frontends::triton::{module, schema};

/// A kernel around some operations.
fn kernel(body: &str) -> String {
    format!("module {{\n  tt.func public @k(%p: !tt.ptr<f32>, %n: i32) {{\n{body}\n    tt.return\n  }}\n}}\n")
}

/// The kernel as Tile IR, or what is wrong with it.
fn read(text: &str) -> Result<String, String> {
    let module = module(text).map_err(|refused| refused.to_string())?;
    let kernel = std::sync::Arc::clone(&module.kernels[0]);
    Valid::new(kernel).map_err(|refused| refused.to_string())?;
    Ok(spec::print::module(&module))
}

#[test]
fn a_store_under_a_mask_becomes_one() {
    let body = "%i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
        %n8 = tt.splat %n : i32 -> tensor<8xi32>
        %m = arith.cmpi slt, %i, %n8 : tensor<8xi32>
        %b = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
        %q = tt.addptr %b, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
        %x = tt.load %q, %m : tensor<8x!tt.ptr<f32>>
        tt.store %q, %x, %m : tensor<8x!tt.ptr<f32>>";
    let text = read(&kernel(body)).expect("it is a kernel");
    for part in [
        "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>)",
        "load_ptr_tko weak %q, %m",
        "store_ptr_tko weak %q, %x, %m",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

/// Assembly that computes a float of a float.
fn assembly(text: &str) -> String {
    format!(
        "%c = arith.constant 1.0 : f32\n%x = tt.elementwise_inline_asm \"{text}\" {{constraints = \"=f,f\", packed_element = 1 : i32, pure = true}} %c : f32 -> f32"
    )
}

#[test]
fn assembly_under_a_predicate_is_a_choice() {
    let body = assembly(
        "setp.gt.f32 p, $1, 20.; @p mov.f32 $0, $1; @!p ex2.approx.ftz.f32 $0, $1; add.f32 $0, $0, 1.0;",
    );
    let text = read(&kernel(&body)).expect("it is a kernel");
    for part in ["cmpf greater_than", "exp2 %c flush_to_zero", "select", "addf"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn nothing_is_known_of_a_coarse_function() {
    let body = "%c = arith.constant 1.0 : f32
        %x = tt.extern_elementwise %c {libname = \"\", libpath = \"\", pure = true, symbol = \"__nv_fast_cosf\"} : (f32) -> f32";
    let text = read(&kernel(body)).expect("it is a kernel");
    assert_eq!(text.matches("bitcast").count(), 2, "{text}");
}

#[test]
fn assembly_beyond_floats_is_refused() {
    for (body, message) in [
        (
            &assembly("st.global.f32 [$1], $1;"),
            "unsupported: `tt.elementwise_inline_asm`: inline assembly with `st.global.f32`",
        ),
        (
            &assembly("cos.approx.f32 $0, $1;"),
            "unsupported: `tt.elementwise_inline_asm`: inline assembly with `cos.approx.f32`",
        ),
        (
            &assembly("add.f32 $1, $1, 1.0;"),
            "unsupported: `tt.elementwise_inline_asm`: inline assembly with `$0`, which has no value here",
        ),
        (
            &assembly("setp.gt.f32 p, $1, 1.0; @p mov.f32 $0, $1;"),
            "unsupported: `tt.elementwise_inline_asm`: inline assembly with `$0`, which has no value",
        ),
        (
            &assembly("setp.gt.f32 p, $1, 1.0; @p mov.f32 $0, $1; @!p add.f32 $0, $0, 1.0;"),
            "unsupported: `tt.elementwise_inline_asm`: inline assembly with `$0`, which has no value",
        ),
    ] {
        let error = read(&kernel(body)).expect_err(body);
        assert!(error.starts_with(message), "{body}: {error}");
    }
}

#[test]
fn an_early_return_and_a_join_are_branches() {
    let body = "%zero = arith.constant 0 : i32
        %stop = arith.cmpi sle, %n, %zero : i32
        cf.cond_br %stop, ^bb1, ^bb2
      ^bb1:
        tt.return
      ^bb2:
        cf.cond_br %stop, ^bb3, ^bb4(%n : i32)
      ^bb3:
        cf.br ^bb4(%zero : i32)
      ^bb4(%j: i32):
        %k = arith.addi %j, %n : i32";
    let text = read(&kernel(body)).expect("it is a kernel");
    assert_eq!(text.matches("if %stop").count(), 2, "{text}");
    assert!(text.contains("else"), "{text}");
}

#[test]
fn an_error_names_what_is_wrong() {
    for (body, message) in [
        ("%x = arith.addi %n, %nowhere : i32", "ill-formed: the value `%nowhere` is not defined here"),
        ("%x = arith.addi %n : i32", "ill-formed"),
        ("%x:2 = arith.addi %n, %n : i32", "ill-formed: `arith.addi` has 1 results, not 2"),
        ("%x = arith.addi %p, %n : i32", "ill-formed"),
        ("%x = tt.load %n : i32", "ill-formed: an access goes through pointers"),
        ("%x = arith.constant 5 : f7", "ill-formed: `f7` is not a type"),
        (
            "%x = arith.constant dense<[1, 2]> : tensor<4xi32>",
            "ill-formed: there are 2 literals for 4 elements",
        ),
        ("%x = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<16xi32>", "ill-formed: 0 to 8"),
        ("%x = tt.call @missing(%n) : (i32) -> i32", "ill-formed: there is no function @missing"),
        ("tt.call @k(%p, %n) : (!tt.ptr<f32>, i32) -> ()", "unsupported: the recursive"),
        (
            "%x = tt.elementwise_inline_asm \"mov\" {} %n : i32 -> i32",
            "unsupported: `tt.elementwise_inline_asm`: inline assembly with other operands",
        ),
        ("ttg.local_alloc : i32", "unsupported: `ttg.local_alloc`"),
        ("%x = foo.bar %n : i32", "unsupported: the operation `foo.bar`"),
        ("%x = arith.shrui %n, %n exact : i32", "unsupported: the flag `exact` of `arith.shrui`"),
        ("%x = arith.extui %n nneg : i32 to i64", "unsupported: the flag `nneg` of `arith.extui`"),
        ("%x = arith.divsi %n, %n overflow<nsw> : i32", "unsupported: the flag `overflow<nsw>`"),
        ("%x = arith.addi %n, %n overflow<nuww> : i32", "ill-formed: `nuww` is no promise about overflow"),
        ("%x = arith.addi %n, %n {unknown = 1 : i32} : i32", "unsupported: the attribute `unknown`"),
        (
            "%x = \"tt.atomic_cas\"(%p, %n, %n) <{sem = 1 : i32}> : (!tt.ptr<f32>, i32, i32) -> i32",
            "unsupported: the attribute `sem`",
        ),
        (
            "%x = arith.addi %n, %n {tt.divisibility = dense<[4, 4]>} : i32",
            "ill-formed: `tt.divisibility` has",
        ),
        ("ttg.barrier local", "unsupported: a barrier of `local` memory only"),
        ("cf.br ^bb9", "ill-formed"),
        ("scf.for %i = %n to %n step {\n }", "ill-formed: a loop is"),
    ] {
        let said = read(&kernel(body)).expect_err(body);
        assert!(said.starts_with(message), "{body}: {said}");
    }
}

/// A kernel that sums what it loads and stores the sum, in a module with these attributes.
fn with_attributes(attributes: &str) -> String {
    let body = "%i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
        %b = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
        %q = tt.addptr %b, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
        %x = tt.load %q : tensor<8x!tt.ptr<f32>>
        %s = \"tt.reduce\"(%x) <{axis = 0 : i32}> ({
        ^bb0(%l: f32, %r: f32):
          %t = arith.addf %l, %r : f32
          tt.reduce.return %t : f32
        }) : (tensor<8xf32>) -> f32
        tt.store %p, %s : !tt.ptr<f32>
        tt.store %q, %x : tensor<8x!tt.ptr<f32>>";
    kernel(body).replacen("module", &format!("module attributes {{{attributes}}}"), 1)
}

#[test]
fn layouts_and_barriers_of_the_code_are_read() {
    let attributes =
        "tileproof.layouts = \"0%16 1!%16 1!=1: 0 - 0 | : - - 3\", tileproof.barriers = array<i32: 0>";
    let text = read(&with_attributes(attributes)).expect("it is a kernel");
    for part in [
        "code(%p % 16 == 0, %n % 16 != 0, %n != 1) code()",
        "load_ptr_tko weak %q layouts = [0, ?]",
        "store_ptr_tko weak %p, %s token=%v_1 layouts = [?, ?]",
        "store_ptr_tko weak %q, %x token=%v_1 layouts = [0, 3]",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    for attributes in [
        "tileproof.layouts = \"0 0 0\"",
        "tileproof.layouts = \": 0 0\"",
        "tileproof.layouts = \": 0 0 0 0\"",
        "tileproof.layouts = \"0%0: 0 0 0\"",
        "tileproof.layouts = \"0>1: 0 0 0\"",
        "tileproof.layouts = \"7%16: 0 - 0\"",
        "tileproof.layouts = \": 0 0 -\"",
        "tileproof.barriers = array<i32: 1>",
        "tileproof.barriers = array<i32: -1>",
    ] {
        let said = read(&with_attributes(attributes)).expect_err(attributes);
        assert!(said.starts_with("ill-formed"), "{attributes}: {said}");
    }
}

#[test]
fn promises_of_the_text_become_obligations() {
    let body = "%m = arith.muli %n, %n overflow<nsw, nuw> : i32
        %s = arith.addi %m, %n {tt.divisibility = dense<12> : tensor<1xi32>} : i32
        %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
        %b = tt.splat %s : i32 -> tensor<8xi32>
        %j = arith.addi %b, %i {tt.divisibility = dense<4> : tensor<1xi32>} : tensor<8xi32>
        %k = arith.muli %j, %j {tt.divisibility = dense<4> : tensor<1xi32>} : tensor<8xi32>
        %l = arith.remsi %k, %b {tt.contiguity = dense<4> : tensor<1xi32>} : tensor<8xi32>
        %c = arith.cmpi slt, %l, %b {tt.constancy = dense<16> : tensor<1xi32>} : tensor<8xi32>";
    let text = read(&kernel(body)).expect("it is a kernel");
    for part in [
        "muli %n, %n overflow<no_wrap>",
        "assume div_by<4>, %s : tile<i32>",
        "assume div_by<4, every 8 along 0>",
        "assume div_by<4>, %k : tile<8xi32>",
        "assume div_by<1, every 4 along 0>",
        "assume same_elements<[8]>",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn a_torn_text_has_one_error_at_every_byte() {
    let body = "%c = \"tt.reduce\"(%x) <{axis = 0 : i32}> ({\n    ^bb0(%a: f32, %b: f32):\n      %d = arith.addf %a, %b : f32 loc(\"d\"(#loc))\n      tt.reduce.return %d : f32\n    }) : (tensor<8xf32>) -> f32 loc(callsite(#loc at #loc))";
    let whole = format!(
        "#loc = loc(\"k.py\":1:1)\n{}",
        kernel(&format!("%x = arith.constant dense<1.0> : tensor<8xf32>\n    {body}"))
    );
    assert!(read(&whole).is_ok(), "{:?}", read(&whole));
    for end in 0..whole.len() - 2 {
        if let Some(text) = whole.get(..end) {
            let refused = module(text).expect_err("half a text is no kernel");
            assert!(matches!(refused, Refused::IllFormed(_)), "{text}: {refused}");
        }
    }
}

#[test]
fn a_hostile_text_is_refused() {
    let deep = |open: &str| open.repeat(100_000);
    for text in [
        kernel(&deep("(")),
        kernel(&format!("%x = arith.constant 1 : {}", deep("tensor<"))),
        kernel("%x:99999999 = arith.constant 1 : i32"),
        kernel("%x = arith.constant dense<1> : tensor<65536x65536xi32>"),
        format!("#a = loc(#b)\n#b = loc(callsite(#a at #a))\n{}", kernel("%x = foo.bar %n : i32 loc(#a)")),
        "module {".to_owned(),
        String::new(),
    ] {
        assert!(read(&text).is_err());
    }
}

#[test]
fn names_and_places_are_the_authors() {
    let text = "#loc = loc(\"k.py\":3:1)\nmodule {\n  tt.func public @k(%arg0: !tt.ptr<f32> loc(\"x_ptr\"(#loc)), %arg1: i32 loc(\"n\"(#loc))) {\n    %0 = arith.addi %arg1, %arg1 : i32 loc(#loc2)\n    tt.return loc(#loc)\n  } loc(#loc)\n} loc(#loc)\n#loc1 = loc(\"k.py\":7:5)\n#loc2 = loc(\"twice\"(callsite(#loc1 at #loc3)))\n#loc3 = loc(\"k.py\":9:9)\n";
    let module = module(text).expect("it is a kernel");
    let kernel = &module.kernels[0];
    let names: Vec<&str> = kernel.params.iter().map(|id| kernel.values[id.index()].name.as_str()).collect();
    assert_eq!(names, ["x_ptr", "n"]);
    let sum = &kernel.body.ops[0];
    assert_eq!(kernel.name(sum.results[0]), "%twice");
    let place = sum.at.source.as_ref().expect("it has a place");
    // Columns of Python count from zero.
    assert_eq!((place.position.line, place.position.column), (9, 8));
    assert_eq!((place.inlined[0].line, place.inlined[0].column), (7, 4));
}

#[test]
fn functions_of_single_precision_are_those_of_the_code() {
    let single = |name: &str| read(&kernel(&format!("%x = tt.load %p : f32\n%y = {name} %x : f32")));
    for (name, part) in [
        ("math.sqrt", "sqrt %x flush_to_zero"),
        ("math.rsqrt", "rsqrt %x flush_to_zero"),
        ("math.exp2", "exp2 %x flush_to_zero"),
        ("math.exp", "exp %x rounding<approx>"),
        ("math.ceil", "flush_to_zero"),
        ("math.floor", "flush_to_zero"),
    ] {
        let text = single(name).expect("it is a kernel");
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let quotient = read(&kernel("%x = tt.load %p : f32\n%y = arith.divf %x, %x : f32")).expect("a kernel");
    assert!(quotient.contains("divf %x, %x rounding<full>"), "{quotient}");
    let wide = "%d = arith.sitofp %n : i32 to f64\n%y = math.sqrt %d : f64\n%z = arith.divf %y, %d : f64
        %u = math.exp %z : f64\n%v = math.ceil %u : f64";
    let text = read(&kernel(wide)).expect("it is a kernel");
    assert!(!text.contains("flush_to_zero") && !text.contains("full") && !text.contains("approx"), "{text}");
}

#[test]
fn a_product_has_its_precision() {
    let product = |precision: &str| {
        let body = format!(
            "%a = arith.constant dense<1.0> : tensor<16x16xf32>
             %c = tt.dot %a, %a, %a{precision} : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>"
        );
        read(&kernel(&body))
    };
    for (precision, products, conversions) in [
        ("", 1, 0),
        (", inputPrecision = ieee", 1, 0),
        (", inputPrecision = tf32", 1, 2),
        (", inputPrecision = tf32x3", 3, 6),
        (", inputPrecision = bf16x3", 3, 6),
        (", inputPrecision = bf16x6", 6, 10),
    ] {
        let text = product(precision).expect("it is a kernel");
        let counts = (text.matches(" mmaf ").count(), text.matches(" ftof ").count());
        assert_eq!(counts, (products, conversions), "{precision}:\n{text}");
        // NaN among the small products becomes 0.
        assert_eq!(text.matches(" select ").count(), usize::from(products > 1), "{precision}:\n{text}");
    }
    let unknown = product(", inputPrecision = tf64").expect_err("no such precision");
    assert!(unknown.contains("unsupported: a product with the precision `tf64`"), "{unknown}");
}

/// Every kernel of the corpus that this reader takes is printed as text that reads back as the same text, with each name once.
#[test]
fn kernels_of_the_corpus_read_back_from_print() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/triton");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "ttir") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it is text");
        let Ok(module) = module(&text) else { continue };
        let printed = spec::print::module(&module);
        let again = spec::parse::module(&printed)
            .unwrap_or_else(|problem| panic!("{}: {}\n{printed}", path.display(), problem.message));
        assert_eq!(spec::print::module(&again), printed, "{}", path.display());
        count += 1;
    }
    assert!(count > 100, "{count} kernels");
}

#[test]
fn rows_of_operations_are_sorted_and_every_row_is_read() {
    let names: Vec<_> = schema::names().collect();
    assert!(names.is_sorted());
    for name in names {
        assert!(schema::meaning(name).is_some(), "{name}");
    }
}

#[test]
fn types_become_tiles() {
    for (text, said) in [
        ("i32", "tile<i32>"),
        ("!tt.ptr<f32>", "tile<ptr<f32>>"),
        ("!tt.ptr<f32, 1>", "tile<ptr<f32>>"),
        ("tensor<128x!tt.ptr<bf16>>", "tile<128xptr<bf16>>"),
        ("tensor<64x32xf16, #blocked>", "tile<64x32xf16>"),
        ("!tt.ptr<!tt.ptr<f32>>", "a pointer to pointers"),
        ("f8E4M3FNUZ", "the type `f8E4M3FNUZ`"),
        ("tensor<99999999999xf32>", "type"),
        ("tensor<128y>", "type"),
        ("f33", "type"),
    ] {
        let module = format!("module {{\n  tt.func public @k(%p: {text}) {{\n    tt.return\n  }}\n}}\n");
        // A parameter that is no scalar is refused after its type was read.
        let (Ok(found) | Err(found)) = read(&module);
        assert!(found.contains(said), "{text}: {found}");
    }
}
