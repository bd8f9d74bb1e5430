//! Constant folding: the values that become constants, and the values that must not.

use std::sync::Arc;

use spec::valid::Valid;

/// The body of a kernel after folding, without the lines that define nothing that is used.
fn folded(body: &str) -> String {
    let text =
        format!("entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {{\n{body}\nassert %out, \"\" : tile<i1>\n}}");
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{body}: {}", problem.message));
    let valid =
        Valid::new(Arc::clone(&module.kernels[0])).unwrap_or_else(|problem| panic!("{body}: {problem}"));
    let folded = spec::fold::kernel(&valid);
    // Folding keeps a kernel valid, and has nothing left to do the second time.
    let again = Valid::new(Arc::clone(folded.kernel())).expect("valid");
    assert_eq!(spec::print::kernel(&spec::fold::kernel(&again)), spec::print::kernel(&folded));
    let printed = spec::print::kernel(&folded);
    let line =
        |name: &str| printed.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or("").trim();
    format!("{}; {}", line("%r ="), line("assert"))
}

const TAIL: &str = "%out = cmpi equal %r, %n, signed : tile<i32> -> tile<i1>";

#[test]
fn chains_of_constants_become_constants() {
    let cases = [
        (
            "%a = constant <i32: 6> : tile<i32>\n%b = constant <i32: 7> : tile<i32>\n%r = muli %a, %b overflow<no_signed_wrap> : tile<i32>",
            "42",
        ),
        (
            "%a = constant <i32: -7> : tile<i32>\n%b = constant <i32: 2> : tile<i32>\n%r = divi %a, %b signed rounding<negative_inf> : tile<i32>",
            "-4",
        ),
        (
            "%z = constant <i64: 0> : tile<i64>\n%t = cmpi equal %z, %z, unsigned : tile<i64> -> tile<i1>\n%r = exti %t unsigned : tile<i1> -> tile<i32>",
            "1",
        ),
        ("%z = constant <i64: -1> : tile<i64>\n%r = trunci %z : tile<i64> -> tile<i32>", "-1"),
        (
            "%a = constant <i32: 12> : tile<i32>\n%b = constant <i32: 10> : tile<i32>\n%r = xori %a, %b : tile<i32>",
            "6",
        ),
        (
            "%a = constant <i32: 3> : tile<1xi32>\n%b = broadcast %a : tile<1xi32> -> tile<4xi32>\n%s = addi %b, %b : tile<4xi32>\n%i = reshape %s : tile<4xi32> -> tile<2x2xi32>\n%r = constant <i32: 6> : tile<i32>",
            "6",
        ),
        ("%a = constant <i32: 0> : tile<i32>\n%r = muli %n, %a : tile<i32>", "0"),
    ];
    for (body, value) in cases {
        let found = folded(&format!("{body}\n{TAIL}"));
        assert!(found.starts_with(&format!("%r = constant <i32: {value}> : tile<i32>;")), "{body}: {found}");
    }
}

#[test]
fn neutral_operands_vanish() {
    let cases = [
        "%c = constant <i32: 1> : tile<i32>\n%r = muli %c, %n overflow<no_signed_wrap> : tile<i32>",
        "%c = constant <i32: 0> : tile<i32>\n%r = addi %n, %c : tile<i32>",
        "%c = constant <i32: 0> : tile<i32>\n%r = subi %n, %c : tile<i32>",
        "%c = constant <i32: -1> : tile<i32>\n%r = andi %c, %n : tile<i32>",
        "%w = exti %n signed : tile<i32> -> tile<i64>\n%r = trunci %w : tile<i64> -> tile<i32>",
        "%c = constant <i1: true> : tile<i1>\n%z = constant <i32: 5> : tile<i32>\n%r = select %c, %n, %z : tile<i1>, tile<i32>",
    ];
    for body in cases {
        let found = folded(&format!(
            "{body}\n%m = constant <i32: 9> : tile<i32>\n%out = cmpi less_than %r, %m, signed : tile<i32> -> tile<i1>"
        ));
        assert!(found.contains("assert %out"), "{body}: {found}");
        let text = format!(
            "entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {{ {body}\n%out = iota : tile<1xi32> %u = addi %r, %r : tile<i32> }}"
        );
        let module = spec::parse::module(&text).expect("well-formed");
        let valid = Valid::new(Arc::clone(&module.kernels[0])).expect("valid");
        let printed = spec::print::kernel(&spec::fold::kernel(&valid));
        assert!(printed.contains("%u = addi %n, %n : tile<i32>"), "{body}: {printed}");
    }
}

#[test]
fn no_rule_is_hidden() {
    let load = "%x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token\n";
    let cases = [
        // Overflow that is promised not to happen, division by zero, the least value by minus one.
        "%a = constant <i32: 2147483647> : tile<i32>\n%r = addi %a, %a overflow<no_signed_wrap> : tile<i32>",
        "%a = constant <i32: -1> : tile<i32>\n%r = addi %a, %a overflow<no_unsigned_wrap> : tile<i32>",
        "%a = constant <i32: 0> : tile<i32>\n%r = divi %n, %a signed : tile<i32>",
        "%b = constant <i32: 1> : tile<i32>\n%a = constant <i32: 0> : tile<i32>\n%r = remi %b, %a signed : tile<i32>",
        "%b = constant <i32: -2147483648> : tile<i32>\n%a = constant <i32: -1> : tile<i32>\n%r = divi %b, %a signed : tile<i32>",
        "%a = constant <i64: 4294967296> : tile<i64>\n%r = trunci %a overflow<no_signed_wrap> : tile<i64> -> tile<i32>",
        "%w = exti %n unsigned : tile<i32> -> tile<i64>\n%r = trunci %w overflow<no_signed_wrap> : tile<i64> -> tile<i32>",
        // What was loaded may be undetermined, and stays so.
        "%a = constant <i32: 0> : tile<i32>\n%r = muli %x, %a : tile<i32>",
        "%a = constant <i32: 0> : tile<i32>\n%r = andi %a, %x : tile<i32>",
        "%r = assume bounded<0, 1>, %n : tile<i32>",
    ];
    for body in cases {
        let found = folded(&format!("{load}{body}\n{TAIL}"));
        let own = body.rsplit("%r = ").next().unwrap_or("");
        assert!(found.starts_with(&format!("%r = {own}")), "{body}: {found}");
    }
}

#[test]
fn code_of_what_was_proved_takes_zero_times_anything_for_zero() {
    let load = "%x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token";
    for product in ["muli %x, %a", "muli %a, %x", "andi %a, %x"] {
        let text = format!(
            "entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {{ {load} %a = constant <i32: 0> : tile<i32> %r = {product} : tile<i32> %s = addi %n, %r : tile<i32> %u = addi %s, %s : tile<i32> }}"
        );
        let module = spec::parse::module(&text).expect("well-formed");
        let valid = Valid::new(Arc::clone(&module.kernels[0])).expect("valid");
        let [kept, folded] = [spec::fold::kernel(&valid), spec::fold::proved_kernel(&valid)];
        assert!(spec::print::kernel(&kept).contains("%u = addi %s, %s"), "{product}");
        assert!(spec::print::kernel(&folded).contains("%u = addi %n, %n"), "{product}");
    }
}

#[test]
fn extents_of_the_corpus_become_arguments_or_constants() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/kernels/cpp/c02_view_2d.tile");
    let text = std::fs::read_to_string(path).expect("readable");
    let module = spec::parse::module(&text).expect("well-formed");
    let kernel = module.kernels.iter().find(|kernel| kernel.name == "view2d_dynamic").expect("the kernel");
    let folded = spec::fold::kernel(&Valid::new(Arc::clone(kernel)).expect("valid"));
    let printed = spec::print::kernel(&folded);
    assert!(printed.contains("shape = [%assume, %assume_0], strides = [%assume_0, 1]"), "{printed}");
}
