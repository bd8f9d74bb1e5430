//! A proof informs the code: about parameters by the contract, and about accesses to whole tiles.

use std::collections::BTreeSet;

use spec::fold::AtLaunch;
use spec::proof::{Discharged, Grounds, Proved, Status, obligations};
use spec::syntax::attributes::Literal;
use spec::valid::Valid;

use super::agreement::valid;
use crate::{MapAtLaunch, Options, Target, compile, compile_for};

/// A product of matrices whose addresses and strides the kernel says nothing of.
const PRODUCT: &str = "entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %n: tile<i32>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %none = constant <f32: 0.0> : tile<64x64xf32>
  %at = make_tensor_view %a, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %bt = make_tensor_view %b, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %ct = make_tensor_view %c, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %av = make_partition_view %at : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %bv = make_partition_view %bt : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %cv = make_partition_view %ct : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %sum = for %k in (%zero to %one, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x64xf32>) {
    %x, %xt = load_view_tko weak %av[%zero, %k] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %y, %yt = load_view_tko weak %bv[%k, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = mmaf %x, %y, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %next : tile<64x64xf32>
  }
  %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}";

/// The kernel, proved under a contract.
fn proved(kernel: &Valid, clauses: &str) -> Proved {
    let contract = spec::parse::contract_clauses(clauses).expect("it is a contract");
    let met = |obligation| Discharged { obligation, status: Status::Proved };
    let all = obligations(kernel).into_iter().map(met).collect();
    Proved::trusting(kernel, contract, Grounds::default(), all).expect("everything is said to be met")
}

/// The code of a product for launches whose tensors have no maps.
fn ptx(proved: &Proved) -> String {
    let options = Options { threads: Some(128), without_tensor_maps: true, ..Options::default() };
    compile(proved, Target { sm: 90 }, options).unwrap_or_else(|problem| panic!("{}", problem.message)).ptx
}

/// The number of occurrences of an instruction.
fn count(ptx: &str, instruction: &str) -> usize {
    ptx.lines().filter(|line| line.contains(instruction)).count()
}

/// The launch says whether tensors have maps, so the code has one version. A fact of one launch serves its
/// code as well as a contract's fact about all launches.
#[test]
fn multiples_of_a_launch_are_those_of_a_contract() {
    let kernel = valid(PRODUCT);
    let options = Options { threads: Some(128), without_tensor_maps: true, ..Options::default() };
    let made = |clauses: &str, divisors: &[u64]| {
        let program = compile_for(&proved(&kernel, clauses), Target { sm: 90 }, options, divisors);
        program.unwrap_or_else(|problem| panic!("{}", problem.message)).ptx
    };
    let aligned = made("align a : 16 align b : 16 align c : 16 requires = n % 16 == 0", &[]);
    assert!(made("", &[16; 4]) == aligned && made("", &[1; 4]) == made("", &[]));
    // Addresses of both factors and their rows each matter.
    for at in [0, 1, 3] {
        let mut divisors = [16; 4];
        divisors[at] = 1;
        assert!(made("", &divisors) != aligned, "without number {at}");
    }
    let clauses = "align a : 16 align b : 16 align c : 16 requires = n % 16 == 0";
    assert!(made(clauses, &[1; 4]) == aligned, "a launch says no less than the contract");
}

#[test]
fn code_with_tensor_maps_has_one_version() {
    let proved = proved(&valid(PRODUCT), "requires = n >= 1");
    let program = compile(&proved, Target { sm: 90 }, Options::default());
    let program = program.unwrap_or_else(|problem| panic!("{}", problem.message));
    assert_eq!((program.maps.len(), program.persistent), (2, Some(2)));
    let of = |instruction| count(&program.ptx, instruction);
    assert!(of("wgmma.mma_async") > 0 && of("mma.sync") == 0 && of("cp.async.bulk.tensor") == 2);
    assert_eq!(of(".param .align 64 .b8"), 2);
}

/// A tensor has a map if its rows begin at multiples of sixteen bytes, and its extents are some elements and of 31 bits.
#[test]
fn launches_without_maps_are_told_apart() {
    let wide = PRODUCT
        .replace("%n: tile<i32>)", "%n: tile<i64>)")
        .replace("strides = [%n, 1] : tile<i32>", "strides = [%n, 1] : tile<i64>");
    let kernel = valid(&wide);
    let program = compile(&proved(&kernel, "requires = n >= 1"), Target { sm: 90 }, Options::default());
    let program = program.unwrap_or_else(|problem| panic!("{}", problem.message));
    let numbers = |n: u64| {
        let arguments = [None, None, None, Some(Literal(n))];
        program.maps[0].at_launch(&AtLaunch::new(&kernel, &arguments, [1; 3]), 1 << 32)
    };
    assert_eq!(program.maps[0].pointer, 0);
    assert_eq!(numbers(8), Some(MapAtLaunch { extents: vec![8, 8], strides: vec![16] }));
    // Of one row no stride is ever added.
    assert_eq!(numbers(1), Some(MapAtLaunch { extents: vec![1, 1], strides: vec![16] }));
    assert!(numbers((1 << 31) - 8).is_some());
    for n in [0, 4, 12, 1 << 31, 1 << 40, u64::MAX] {
        assert_eq!(numbers(n), None, "{n}");
    }
}

/// Copies by maps run ahead, so none may wait for what another block writes, or for a write of the same array.
#[test]
fn copies_that_wait_for_writes_have_no_maps() {
    let load = "  %flag, %seen = load_ptr_tko acquire device %f : tile<ptr<i32>> -> tile<i32>, token\n";
    let store = "  %seen = store_ptr_tko weak %f, %n : tile<ptr<i32>>, tile<i32> -> token\n";
    let none = "  %seen = make_token : token\n";
    let apart = "requires = n >= 1";
    let aliased = "requires = n >= 1 alias a f";
    for (first, contract, has_maps) in
        [(none, apart, true), (load, apart, false), (store, apart, true), (store, aliased, false)]
    {
        let text = PRODUCT
            .replace("%n: tile<i32>)", "%n: tile<i32>, %f: tile<ptr<i32>>)")
            .replace("  %sum = for", &format!("{first}  %sum = for"))
            .replace("[%zero, %k] :", "[%zero, %k] token = %seen :");
        let program = compile(&proved(&valid(&text), contract), Target { sm: 90 }, Options::default());
        let program = program.unwrap_or_else(|problem| panic!("{}", problem.message));
        assert_eq!(!program.maps.is_empty(), has_maps, "{contract}\n{text}");
        assert_eq!(count(&program.ptx, "wgmma.mma_async") > 0, has_maps);
    }
}

#[test]
fn tiles_that_were_found_to_be_whole_promise_it() {
    let kernel = valid(PRODUCT);
    let stored = kernel.operations().position(|op| op.op == spec::syntax::op::Op::StoreViewTko);
    let stored = stored.expect("it stores");
    let plain = proved(&kernel, "align c : 16 requires = n % 64 == 0");
    assert_eq!(plain.with_promises(), kernel);
    let whole = BTreeSet::from([(stored, 1)]);
    let promised = plain.clone().with_whole_tiles(whole).expect("it has two axes").with_promises();
    for (before, after) in kernel.operations().zip(promised.operations()) {
        let is_it = std::ptr::eq(before, kernel.operations().nth(stored).expect("it is there"));
        let expected = if is_it { vec![false, true] } else { before.attributes.inbounds.clone() };
        assert_eq!((before.op, &after.attributes.inbounds), (after.op, &expected));
    }
    let both = BTreeSet::from([(stored, 0), (stored, 1)]);
    let both = plain.clone().with_whole_tiles(both).expect("it has two axes");
    assert!(count(&ptx(&both), "setp") < count(&ptx(&plain), "setp"), "a test of bounds is left out");
}
