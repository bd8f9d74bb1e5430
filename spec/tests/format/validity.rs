//! Ill-formed kernels, and kernels without a meaning yet.

mod codes;
mod unsupported;

use std::sync::Arc;

use spec::problem::Refused;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::valid::Valid;

/// Checks a body with these parameters.
fn check(params: &str, body: &str) -> Result<Valid, Refused> {
    let text = format!("entry @k({params}) {{\n{body}\n}}");
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{body}: {}", problem.message));
    Valid::new(Arc::clone(&module.kernels[0]))
}

/// Rank-0 parameters of every kind that the bodies use.
const PARAMS: &str = "%p: tile<ptr<f32>>, %q: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i64>, %b: tile<i1>, %x: tile<f32>, %d: tile<f64>, %h: tile<f16>";

/// What makes views and tiles of the parameters.
const VALUES: &str = "
%tv = make_tensor_view %p, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
%v = make_partition_view %tv : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
%i8 = iota : tile<8xi32>
%t0 = make_token : token
%f8, %t1 = load_view_tko weak %v[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
%f24 = constant <f32: 0.0> : tile<2x4xf32>
%b8 = constant <i1: true> : tile<8xi1>
%p1 = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
%p8 = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
";

#[test]
fn what_is_well_formed_is_accepted() {
    for body in [
        "",
        "%r = reshape %f24 : tile<2x4xf32> -> tile<8xf32>",
        "%r = permute %f24 [1, 0] : tile<2x4xf32> -> tile<4x2xf32>",
        "%r = exti %b unsigned : tile<i1> -> tile<i32>",
        "%r = divf %x, %x rounding<zero> flush_to_zero : tile<f32>",
        "%r = divf %x, %x rounding<approx> flush_to_zero : tile<f32>",
        "%r = sqrt %d rounding<zero> : tile<f64>",
        "%r = exp2 %x flush_to_zero : tile<f32>",
        "%r = exp %x rounding<approx> : tile<f32>",
        "%r = fpowi %d, %n : tile<f64>, tile<i32>",
        "%r = ftof %d rounding<positive_inf> : tile<f64> -> tile<f32>",
        "%r, %t = load_ptr_tko weak %p8, %b8, %f8 token=%t1 : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token",
        "%r, %t = load_ptr_tko weak %p8, %f8 : tile<8xptr<f32>>, tile<8xf32> -> tile<8xf32>, token",
        "%r, %t = atomic_rmw_tko acq_rel sys %q, max, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token",
        "%r = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %x) -> (tile<f32>) { if %b { return } continue %a : tile<f32> }",
        "%r = loop iter_values(%a = %x) : tile<f32> -> tile<f64> { if %b { break %d : tile<f64> } continue %x : tile<f32> }",
        "%r = if %b -> (tile<f32>) { yield %x : tile<f32> } else { return }",
        "%s = print_tko \"%d %% %f\", %n, %f8 token=%t1 : tile<i32>, tile<8xf32> -> token",
        "%r = reduce %f24 dim=1 identities=[0.0 : f32] : tile<2x4xf32> -> tile<2xf32>\n(%a: tile<f32>, %c: tile<f32>) { %s = addf %a, %c : tile<f32> yield %s : tile<f32> }",
        "%r = assume div_by<4, every 2 along 0>, %i8 : tile<8xi32>",
        "%j = join_tokens %t0, %t1 : token",
    ] {
        check(PARAMS, &format!("{VALUES}{body}")).unwrap_or_else(|problem| panic!("{body}: {problem}"));
    }
}

/// Ill-formed bodies with their messages.
const ILL_FORMED: &[(&str, &str)] = &[
    ("%r = constant <f32: 0.0> : tile<3xf32>", "an extent of a tile is a power of two, not 3"),
    ("%r = constant <f32: 0.0> : tile<0xf32>", "an extent of a tile is a power of two, not 0"),
    ("%r = constant <f32: 0.0> : tile<8192x4096xf32>", "a tile has at most 16777216 elements, not 33554432"),
    ("%r = iota : tile<256xi8>", "iota: i8 cannot count that far"),
    ("%r = iota : tile<2x2xi32>", "iota: it has one axis"),
    ("%r = iota : tile<8xf32>", "iota: integers are needed, not tile<8xf32>"),
    ("%r = reshape %f24 : tile<2x4xf32> -> tile<4xf32>", "have not the same elements"),
    ("%r = broadcast %f24 : tile<2x4xf32> -> tile<4x4xf32>", "does not stretch to"),
    ("%r = permute %f24 [0, 0] : tile<2x4xf32> -> tile<2x4xf32>", "its list is no permutation of the axes"),
    ("%r = permute %f24 [1, 0] : tile<2x4xf32> -> tile<2x4xf32>", "does not become"),
    ("%r = select %b, %f8, %f8 : tile<i1>, tile<8xf32>", "does not choose between"),
    ("%r = addi %x, %x : tile<f32>", "addi: integers are needed, not tile<f32>"),
    ("%r = addf %n, %n : tile<i32>", "addf: floats are needed, not tile<i32>"),
    ("%r = exti %m signed : tile<i64> -> tile<i32>", "exti: it does not make i32 of i64"),
    ("%r = trunci %n : tile<i32> -> tile<i64>", "trunci: it does not make i64 of i32"),
    ("%r = cmpi equal %n, %n, signed : tile<i32> -> tile<i32>", "a comparison gives truth values"),
    ("%r = ftof %x : tile<f32> -> tile<f32>", "ftof: it changes the format"),
    ("%r = ftof %x rounding<zero> : tile<f32> -> tile<f8E5M2>", "ftof: rounding<zero> is not allowed here"),
    ("%r = ftof %x : tile<f32> -> tile<f8E8M0FNU>", "ftof: rounding<nearest_even> is not allowed here"),
    (
        "%r = ftof %x rounding<positive_inf> : tile<f32> -> tile<tf32>",
        "ftof: rounding<positive_inf> is not allowed here",
    ),
    (
        "%r = ftof %d rounding<nearest_away> : tile<f64> -> tile<tf32>",
        "ftof: rounding<nearest_away> is not allowed here",
    ),
    (
        "%r = ftof %x rounding<negative_inf> : tile<f32> -> tile<f16>",
        "ftof: rounding<negative_inf> is not allowed here",
    ),
    (
        "%r = itof %n signed : tile<i32> -> tile<f8E8M0FNU>",
        "itof: there is no conversion of integers to f8E8M0FNU; another float can stand between",
    ),
    (
        "%s = trunci %n : tile<i32> -> tile<i4> %r = addi %s, %s : tile<i4>",
        "addi: there is no arithmetic on i4",
    ),
    (
        "%s = trunci %n : tile<i32> -> tile<i4> %r = itof %s signed : tile<i4> -> tile<f32>",
        "itof: there is no arithmetic on i4",
    ),
    (
        "%r = ftof %x : tile<f32> -> tile<f4E2M1FN>",
        "tile<f4E2M1FN>: two elements of f4E2M1FN share a byte, so there is an even number of them",
    ),
    ("%r = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i4>>", "tile<ptr<i4>>: i4 is in no memory"),
    (
        "%p4 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f4E2M1FN>> %r = reshape %p4 : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>",
        "pointers to f4E2M1FN have rank 0, since two elements share an address",
    ),
    (
        "%p4 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f4E2M1FN>> %r, %t = load_ptr_tko weak %p4 : tile<ptr<f4E2M1FN>> -> tile<f4E2M1FN>, token",
        "two elements of f4E2M1FN share a byte, so there is an even number of them",
    ),
    (
        "%p4 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f4E2M1FN>> %s = make_tensor_view %p4, shape = [64], strides = [2] : tensor_view<64xf4E2M1FN, strides=[2]> %u = make_partition_view %s : partition_view<tile=(16), tensor_view<64xf4E2M1FN, strides=[2]>> %r, %t = load_view_tko weak %u[%n] : partition_view<tile=(16), tensor_view<64xf4E2M1FN, strides=[2]>>, tile<i32> -> tile<16xf4E2M1FN>, token",
        "one axis, of static stride 1, has two elements in a byte",
    ),
    (
        "%p4 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<f4E2M1FN>> %s = make_tensor_view %p4, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf4E2M1FN, strides=[64,1]> %g = make_gather_scatter_view %s : gather_scatter_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[64,1]>, sparse_dim=1> %at = iota : tile<16xi32> %r, %t = load_view_tko weak %g[%n, %at] : gather_scatter_view<tile=(4x16), tensor_view<64x64xf4E2M1FN, strides=[64,1]>, sparse_dim=1>, tile<i32>, tile<16xi32> -> tile<4x16xf4E2M1FN>, token",
        "an axis with two elements in a byte has no indices of its own",
    ),
    ("%r = addf %d, %d flush_to_zero : tile<f64>", "only f32 is flushed to zero"),
    ("%r = addf %x, %x rounding<approx> : tile<f32>", "rounding<approx> is not allowed here"),
    ("%r = divf %d, %d rounding<approx> : tile<f64>", "rounding<approx> is not allowed here"),
    ("%r = sqrt %x rounding<full> : tile<f32>", "rounding<full> is not allowed here"),
    ("%r = exp %d rounding<full> : tile<f64>", "rounding<full> is not allowed here"),
    ("%r = tanh %x rounding<zero> : tile<f32>", "rounding<zero> is not allowed here"),
    ("%r = rsqrt %x rounding<approx> : tile<f32>", "rounding<approx> is not allowed here"),
    ("%r = sin %x flush_to_zero : tile<f32>", "it cannot flush to zero"),
    ("%r = sqrt %d flush_to_zero : tile<f64>", "only f32 is flushed to zero"),
    ("%r = fpowi %x, %x : tile<f32>, tile<f32>", "integers are needed"),
    (
        "%l = exti %n signed : tile<i32> -> tile<i64>\n%r = fpowi %x, %l : tile<f32>, tile<i64>",
        "an exponent is i1",
    ),
    ("%r = bitcast %x : tile<f32> -> tile<tf32>", "tf32 has 19 bits"),
    ("%r = divi %n, %n unsigned rounding<negative_inf> : tile<i32>", "rounding<negative_inf> is not allowed"),
    (
        "%r = divi %n, %n signed rounding<nearest_even> : tile<i32>",
        "rounding<nearest_even> is not allowed here",
    ),
    ("%r = negi %n overflow<no_unsigned_wrap> : tile<i32>", "it cannot promise no_unsigned_wrap"),
    ("%r = offset %p8, %i8 : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<i32>>", "it gives tile<8xptr<f32>>"),
    ("%r = offset %p, %i8 : tile<ptr<f32>>, tile<8xi32> -> tile<ptr<f32>>", "does not move"),
    ("%r = assume div_by<12>, %n : tile<i32>", "the divisor is a power of two"),
    ("%r = assume div_by<16>, %x : tile<f32>", "integers are needed"),
    ("%r = assume bounded<3, 2>, %n : tile<i32>", "the lower bound is at most the upper"),
    ("%r = assume bounded<?, 2147483648>, %n : tile<i32>", "a bound is no i32"),
    ("%r = assume div_by<4, every 2 along 1>, %i8 : tile<8xi32>", "there is no axis 1"),
    (
        "%r = make_tensor_view %p, shape = [0], strides = [1] : tensor_view<0xf32, strides=[1]>",
        "a static extent is positive",
    ),
    (
        "%r = make_tensor_view %p, shape = [%n], strides = [0] : tile<i32> -> tensor_view<?xf32, strides=[0]>",
        "a static stride is positive",
    ),
    (
        "%r = make_tensor_view %q, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>",
        "is no base of",
    ),
    (
        "%r = make_partition_view %tv : partition_view<tile=(8x8), tensor_view<?xf32, strides=[1]>>",
        "as many axes as its tensor",
    ),
    (
        "%r = make_partition_view %tv : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>, dim_map=[1]>",
        "dim_map is no permutation",
    ),
    (
        "%r = make_partition_view %tv : partition_view<tile=(8), tensor_view<4xf32, strides=[1]>>",
        "its operand is not",
    ),
    (
        "%r, %t = load_view_tko weak %v[%n, %n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token",
        "there is one index an axis",
    ),
    (
        "%r, %t = load_view_tko weak %v[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token",
        "is no tile of the view",
    ),
    (
        "%r, %t = load_view_tko weak %v[%n] inbounds = [true, true] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token",
        "one `inbounds` an axis",
    ),
    (
        "%r, %t = load_view_tko weak device %v[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token",
        "a weak access has no scope",
    ),
    (
        "%r, %t = load_view_tko release device %v[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token",
        "its memory order is not allowed here",
    ),
    (
        "%r, %t = load_view_tko relaxed %v[%n] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token",
        "a strong access has a scope",
    ),
    (
        "%r, %t = load_view_tko weak %v[%n] optimization_hints = <latency = 2> : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token",
        "the hint latency stands outside of a group",
    ),
    (
        "%r, %t = load_ptr_tko weak %p8, %b : tile<8xptr<f32>>, tile<i1> -> tile<8xf32>, token",
        "tile<i1> does not mask tile<8xptr<f32>>",
    ),
    ("%t = store_ptr_tko weak %p8, %i8 : tile<8xptr<f32>>, tile<8xi32> -> token", "does not go where"),
    (
        "%r, %t = atomic_rmw_tko weak %q, add, %n : tile<ptr<i32>>, tile<i32> -> tile<i32>, token",
        "its memory order is not allowed here",
    ),
    (
        "%r, %t = atomic_rmw_tko relaxed device %p, add, %x : tile<ptr<f32>>, tile<f32> -> tile<f32>, token",
        "f32 cannot be updated so",
    ),
    ("%t = print_tko \"%d %d\", %n : tile<i32> -> token", "2 placeholders for 1 operands"),
    ("assert %n, \"no\" : tile<i32>", "is not made of truth values"),
    ("%j = join_tokens %t0 : token", "there are at least two tokens to join"),
    ("%a, %c = get_tile_block_id : tile<i32>", "it gives x, y and z"),
    (
        "%r = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %v) -> (partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>) { continue %a : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>> }",
        "%v is a view",
    ),
    (
        "%r = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %x) -> (tile<f32>) { continue }",
        "its values have not the types that are waited for",
    ),
    ("for %i in (%n to %n, step %n) : tile<i32> { if %b { break } }", "break: a for has no break"),
    ("for %i in (%x to %x, step %x) : tile<f32> { }", "integers are needed"),
    ("if %n { }", "the condition is tile<i1>"),
    ("%r = if %b -> (tile<f32>) { yield %x : tile<f32> }", "with results, it has an else"),
    (
        "%r = if %b -> (tile<f32>) { yield %d : tile<f64> } else { yield %x : tile<f32> }",
        "its values have not the types",
    ),
    ("if %b { continue }", "there is no loop around it"),
    ("loop { yield }", "a loop goes on with continue"),
    ("yield", "a kernel ends with return"),
    ("return\nreturn", "what follows it never runs"),
    (
        "%r = reduce %f24 dim=2 identities=[0.0 : f32] : tile<2x4xf32> -> tile<2xf32>\n(%a: tile<f32>, %c: tile<f32>) { yield %a : tile<f32> }",
        "there is no such axis",
    ),
    (
        "%r = reduce %f24 dim=1 identities=[0.0 : f32] : tile<2x4xf32> -> tile<4xf32>\n(%a: tile<f32>, %c: tile<f32>) { yield %a : tile<f32> }",
        "does not become",
    ),
    (
        "%r = reduce %f24 dim=1 identities=[] : tile<2x4xf32> -> tile<2xf32>\n(%a: tile<f32>, %c: tile<f32>) { yield %a : tile<f32> }",
        "there is one identity an operand",
    ),
    (
        "%r = reduce %f24 dim=1 identities=[0.0 : f32] : tile<2x4xf32> -> tile<2xf32>\n(%a: tile<f32>) { yield %a : tile<f32> }",
        "two rank-0 parameters for each operand",
    ),
    (
        "%r = reduce %f24 dim=1 identities=[0.0 : f32] : tile<2x4xf32> -> tile<2xf32>\n(%a: tile<f32>, %c: tile<f32>) { %t = make_token : token yield %a : tile<f32> }",
        "a combiner has no effects",
    ),
    (
        "%r = reduce %f24 dim=1 identities=[0.0 : f32] : tile<2x4xf32> -> tile<2xf32>\n(%a: tile<f32>, %c: tile<f32>) { }",
        "gives an element for each operand",
    ),
];

#[test]
fn what_is_ill_formed_is_said_so() {
    for (body, message) in ILL_FORMED {
        match check(PARAMS, &format!("{VALUES}{body}")) {
            Err(Refused::IllFormed(problem)) => {
                assert!(problem.message.contains(message), "{body}: {}", problem.message);
                assert!(problem.at.len > 0, "{body}: nowhere");
            }
            Err(Refused::Unsupported(problem)) => panic!("{body}: unsupported {}", problem.message),
            Ok(_) => panic!("{body}: accepted"),
        }
    }
}

#[test]
fn a_parameter_has_rank_0() {
    let problem = check("%a: tile<8xf32>", "").expect_err("ill-formed");
    assert_eq!(problem.to_string(), "ill-formed: %a is tile<8xf32>, but a parameter has rank 0");
}

/// An operation without a meaning yet.
const CALL: &str = "preview$call @f<[-3, f32]>(%n) : (!cuda_tile.tile<i32>) -> ()";

#[test]
fn what_has_no_meaning_yet_is_unsupported() {
    let cases = [(
        CALL,
        "the operation `preview$call`: the code of the function is in a library, and no document bounds its accesses",
    )];
    for (body, message) in cases {
        match check(PARAMS, &format!("{VALUES}{body}")) {
            Err(Refused::Unsupported(problem)) => assert_eq!(problem.message, message, "{body}"),
            Err(Refused::IllFormed(problem)) => panic!("{body}: ill-formed {}", problem.message),
            Ok(_) => panic!("{body}: accepted"),
        }
    }
}

#[test]
fn ill_formed_goes_before_unsupported() {
    let body = format!("{VALUES}{CALL}\n%s = iota : tile<256xi8>");
    assert!(matches!(check(PARAMS, &body), Err(Refused::IllFormed(_))));
}

#[test]
fn values_that_nobody_can_see_are_refused() {
    let text = format!("entry @k({PARAMS}) {{ %s = addi %n, %n : tile<i32> }}");
    let module = spec::parse::module(&text).expect("well-formed");
    let broken = |change: fn(&mut Kernel)| {
        let mut kernel = Kernel::clone(&module.kernels[0]);
        change(&mut kernel);
        Valid::new(Arc::new(kernel)).expect_err("ill-formed").to_string()
    };
    assert_eq!(
        broken(|k| k.body.ops[0].operands[0] = ValueId(99)),
        "ill-formed: value 99 is not defined here"
    );
    assert_eq!(broken(|k| k.body.ops[0].operands[0] = ValueId(8)), "ill-formed: %s is not defined here");
    assert_eq!(broken(|k| k.body.ops[0].results[0] = ValueId(0)), "ill-formed: %p is defined twice");
    assert_eq!(broken(|k| drop(k.body.ops.remove(0))), "ill-formed: there are values that nothing defines");
    assert_eq!(broken(|k| k.body.ops.clear()), "ill-formed: there are values that nothing defines");
    assert_eq!(broken(|k| k.body.ops[0].operands.clear()), "ill-formed: addi: it has 0 operands");
    assert_eq!(
        broken(|k| k.body.ops[0].attributes.dim = Some(1)),
        "ill-formed: addi: it has an attribute that it does not take"
    );
}

#[test]
fn the_corpus_is_well_formed() {
    let (mut accepted, mut all) = (0, 0);
    for (path, text) in crate::corpus::files("kernels") {
        let module = spec::parse::module(&text).expect("well-formed");
        for kernel in module.kernels {
            let name = kernel.name.clone();
            all += 1;
            match Valid::new(kernel) {
                Ok(_) => accepted += 1,
                Err(Refused::Unsupported(_)) => {}
                Err(Refused::IllFormed(problem)) => panic!("{} @{name}: {}", path.display(), problem.message),
            }
        }
    }
    assert!(accepted * 3 > all * 2, "{accepted} of {all} kernels are accepted");
}
