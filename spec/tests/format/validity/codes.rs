//! Codes of Triton's compiler, and layouts in them.

use std::sync::Arc;

use spec::valid::Valid;

/// A kernel that swaps two arrays under these tests, with these layouts of its load and its store.
fn text(language: &str, [load, store]: [&str; 2]) -> String {
    format!(
        "entry @k(%p: tile<ptr<f32>>, %x: tile<f32>, %n: tile<i32>){language} {{
           %p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
           %p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
           %v, %t = load_ptr_tko weak %p8{load} : tile<8xptr<f32>> -> tile<8xf32>, token
           %s = store_ptr_tko weak %p, %x{store} : tile<ptr<f32>>, tile<f32> -> token
         }}"
    )
}

#[test]
fn codes_are_read_as_they_are_printed() {
    let language = " language=triton(128) code(%p % 16 == 0, %n % 16 != 0, %n == 1) code() code(%n != 1)";
    let text = text(language, [" layouts = [0, ?, 2]", ""]);
    let module = spec::parse::module(&text).expect("it is a kernel");
    let printed = spec::print::module(&module);
    assert!(printed.contains(language) && printed.contains("layouts = [0, ?, 2]"), "{printed}");
    let again = spec::parse::module(&printed).expect("it is a kernel");
    assert_eq!(again.kernels[0].codes, module.kernels[0].codes);
    Valid::new(Arc::clone(&module.kernels[0])).expect("it is well-formed");
}

#[test]
fn wrong_codes_are_told() {
    const TRITON: &str = " language=triton(128) code(%p % 16 == 0)";
    for (language, layouts, message) in [
        (TRITON, ["", " layouts = [0, 0]"], "it names a layout for each code"),
        (TRITON, [" layouts = [0]", " layouts = [0]"], "accesses with one layout have one shape"),
        (" language=triton(128) code(%p == 1)", ["", ""], "a code tests integers and addresses"),
        (" language=triton(128) code(%x % 16 == 0)", ["", ""], "a code tests integers and addresses"),
        (" code(%n == 1)", ["", ""], "only a kernel of Triton has codes"),
    ] {
        let module = spec::parse::module(&text(language, layouts)).expect("it can be read");
        let refused = Valid::new(Arc::clone(&module.kernels[0])).expect_err(message);
        assert!(refused.to_string().contains(message), "{refused}");
    }
    let only = text("", ["", ""]).replace(
        "%p1 = reshape",
        "%one = constant <i32: 1> : tile<i32>\n for in_order %k in (%one to %n, step %one) : tile<i32> {}\n %p1 = reshape",
    );
    let module = spec::parse::module(&only).expect("it can be read");
    let refused = Valid::new(Arc::clone(&module.kernels[0])).expect_err("the loop is none of Triton");
    assert!(refused.to_string().contains("only a loop of Triton has `in_order`"), "{refused}");
    for language in
        [" code(%n % 0 == 0)", " code(%n % 16 == 1)", " code(%m == 1)", " code(%n % 99999999999 == 0)"]
    {
        assert!(spec::parse::module(&text(language, ["", ""])).is_err(), "{language}");
    }
}
