//! Hints, parameters and types that have a form and no meaning, and the rules of accesses to multicast memory.

use std::sync::Arc;

use spec::valid::Valid;

use super::check;

#[test]
fn a_parameter_that_no_launch_passes_is_unsupported() {
    for ty in ["token", "tensor_view<8xf32, strides=[1]>"] {
        let problem = check(&format!("%a: {ty}"), "").expect_err("unsupported");
        let message = format!("unsupported: the parameter %a of type {ty}, which no launch passes");
        assert_eq!(problem.to_string(), message);
    }
}

#[test]
fn hints_have_a_form_and_compilers_ignore_what_is_out_of_range() {
    let kernel = |hints: &str| {
        let text = format!("entry @k() optimization_hints=<{hints}> {{ }}");
        spec::parse::module(&text).expect("well-formed").kernels[0].clone()
    };
    let refused = Valid::new(kernel("occupancy = 2")).expect_err("ill-formed").to_string();
    assert!(refused.contains("the hint occupancy stands outside of a group"), "{refused}");
    let odd =
        kernel("sm_100 = {occupancy = 33, num_cta_in_cga = \"a\", other = 1}, sm_90 = {occupancy = 32}");
    let ignored: Vec<String> = spec::valid::ignored_hints(&odd).into_iter().collect();
    assert_eq!(
        ignored,
        [
            "compilers ignore the hint sm_100.num_cta_in_cga: it is not 1, 2, 4, 8 or 16",
            "compilers ignore the hint sm_100.occupancy: it is not a number from 1 to 32"
        ]
    );
    Valid::new(odd).expect("hints change no meaning");
}

#[test]
fn types_without_a_representation_are_unsupported() {
    let cases = [
        ("tile<ptr<f32, <multicast>>>", "unsupported: a pointer with the attribute `multicast`"),
        (
            "tensor_view<8xi32, strides=[1], #cuda_tile.ptr_attr<unicast>>",
            "unsupported: a pointer with the attribute `unicast`",
        ),
        ("!cuda_tile.ptr<i1>", "unsupported: the type !cuda_tile.ptr<i1> outside a tile"),
    ];
    for (ty, message) in cases {
        let problem = check(&format!("%a: {ty}"), "").expect_err("unsupported").to_string();
        assert!(problem.starts_with(message), "{problem}");
    }
}

/// An operation on multicast memory: the element type, the strides and tile of the view, and the operation.
fn multicast(of: &str, [strides, tile]: [&str; 2], operation: &str) -> String {
    let tensor = format!("tensor_view<64x64x{of}, strides=[{strides}], #cuda_tile.ptr_attr<multicast>>");
    let (view, value) = (format!("partition_view<tile=({tile}), {tensor}>"), format!("tile<{tile}x{of}>"));
    let text = operation.replace("VIEW", &view).replace("VALUE", &value);
    let params = format!("%v: {view}, %x: {value}, %i: tile<i32>, %t: token");
    let text = format!("testing$func @k({params}) {{\n{text}\nreturn\n}}");
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message));
    Valid::new(Arc::clone(&module.kernels[0])).expect_err("nothing of it is accepted").to_string()
}

#[test]
fn accesses_to_multicast_memory_have_rules() {
    let unsupported = "unsupported: a pointer with the attribute `multicast`";
    let load = "%r, %u = multimem_load_reduce_view_tko weak %v[%i, %i] : VIEW, tile<i32> -> VALUE, token";
    let kind = |name: &str| {
        load.replace(
            " : V",
            &format!(" attributes {{reduction = #cuda_tile.multimem_reduction_kind<{name}>}} : V"),
        )
    };
    let update = "%u = multimem_reduce_view_tko relaxed sys %v, %x[%i, %i] token = %t inbounds = [true, false] : VIEW, VALUE, tile<i32>, token -> token";
    let store =
        "%u = multimem_store_view_tko release device %v, %x[%i, %i] : VIEW, VALUE, tile<i32> -> token";
    let rows = ["64,1", "16x8"];
    for (of, text) in [("i32", load), ("f64", load), ("i64", update), ("bf16", update), ("f16", store)] {
        assert!(multicast(of, rows, text).starts_with(unsupported), "{of} {text}");
    }
    assert!(multicast("f16", rows, &kind("min")).starts_with(unsupported));
    assert!(multicast("i32", rows, &kind("umax")).starts_with(unsupported));
    let refused = [
        (multicast("i8", rows, load), "its elements are i32"),
        (multicast("i16", rows, store), "its elements are i32"),
        (multicast("f8E5M2", rows, load), "its elements are i32"),
        (multicast("f32", rows, &kind("min")), "elements of type f32 cannot be combined so"),
        (multicast("f32", rows, &kind("and")), "elements of type f32 cannot be combined so"),
        (multicast("f16", ["64,1", "1x1"], load), "a multiple of four bytes"),
        (multicast("f16", ["64,2", "16x8"], load), "one static stride of 1"),
        (multicast("i32", rows, &update.replace("relaxed sys", "weak")), "its memory order is not allowed"),
        (multicast("i32", rows, &update.replace("relaxed", "acquire")), "its memory order is not allowed"),
        (multicast("i32", rows, &load.replace("weak", "release sys")), "its memory order is not allowed"),
        (multicast("i32", rows, &load.replace("[%i, %i]", "[%i]")), "there is one index an axis"),
    ];
    for (found, message) in refused {
        assert!(found.contains("ill-formed") && found.contains(message), "{found}");
    }
}

#[test]
fn accesses_to_multicast_memory_need_an_attribute() {
    let view = "partition_view<tile=(16), tensor_view<64xi32, strides=[1]>>";
    let text = format!(
        "%r, %u = multimem_load_reduce_view_tko weak %v[%i] : {view}, tile<i32> -> tile<16xi32>, token"
    );
    let problem = check(&format!("%v: {view}, %i: tile<i32>"), &text).expect_err("ill-formed").to_string();
    assert!(problem.contains("it needs a pointer with the attribute `multicast`"), "{problem}");
}

#[test]
fn foreign_functions_are_not_read_and_named() {
    let library = "cuda_tile.module @m {\n  preview$extern_impl @f(%x: !anything) attributes {a = [?]} {\n    anything {\"}\"}\n  }\n}\n";
    for (text, name, at) in [(library, "f", 24), ("preview$func extern @\"a b\"()\n", "a b", 0)] {
        let module =
            spec::parse::module(text).unwrap_or_else(|problem| panic!("{text}: {}", problem.message));
        let unread = module.all_read().expect_err("a part is not read");
        let message = format!(
            "the foreign function @{name}: its code is in a library, and no document bounds its accesses"
        );
        assert_eq!((unread.message, unread.at.offset), (message, at), "{text}");
    }
}
