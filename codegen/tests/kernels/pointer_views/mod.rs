//! Views from pointers: the code of kernels of Triton leaves what the interpreter leaves, and tiles of pointers stay where a view would be
//! another one.

mod corpus;
mod products;
mod refused;

use std::collections::HashSet;

use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;
use spec::valid::Valid;

use super::agreement::{contents, interpreted, ran, valid};
use crate::analysis::parameters::{IntegerSets, ParameterFacts};
use crate::analysis::pointer_views::with_views;
use crate::compile::{CompiledKernel, compile_under};
use crate::ir::ptx::Inst;
use crate::{Options, Target};

/// Facts as of a proof that no integer wraps or is negative, for arrays that are apart.
fn all_facts(kernel: &Kernel) -> ParameterFacts {
    let values = || (0..kernel.values.len() as u32).map(ValueId).collect::<HashSet<_>>();
    let count = kernel.params.len();
    let pairs = (0..count).flat_map(|one| (0..count).map(move |other| (one, other)));
    ParameterFacts {
        integers: IntegerSets { exact: values(), natural: values() },
        disjoint: pairs.filter(|(one, other)| one != other).collect(),
        ..ParameterFacts::default()
    }
}

/// How many accesses by views and by pointers a kernel has under some facts.
fn accesses(kernel: &Kernel, facts: &ParameterFacts) -> (usize, usize) {
    let made = with_views(kernel.clone(), facts);
    let count = |all: [Op; 2]| made.operations().filter(|op| all.contains(&op.op)).count();
    (count([Op::LoadViewTko, Op::StoreViewTko]), count([Op::LoadPtrTko, Op::StorePtrTko]))
}

fn compiled(kernel: &Valid, facts: &ParameterFacts, options: Options) -> CompiledKernel {
    let made = compile_under(kernel, facts, Target { sm: 90 }, options);
    made.unwrap_or_else(|problem| panic!("{}", problem.message))
}

/// A kernel that copies so many elements of a row and doubles them, from lines that make its mask `%m`, its pointers `%p` to load and `%q` to store.
fn row(lines: &str, load: &str, store: &str) -> String {
    format!(
        "entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>, %s: tile<i32>) language=triton(32) {{
  %i = iota : tile<64xi32>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %nn = broadcast %n1 : tile<1xi32> -> tile<64xi32>
  %s1 = reshape %s : tile<i32> -> tile<1xi32>
  %ss = broadcast %s1 : tile<1xi32> -> tile<64xi32>
  %at = addi %i, %ss : tile<64xi32>
  %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
  %xx = broadcast %x1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
  %y1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
  %yy = broadcast %y1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
  %zero = constant <f32: 0.0> : tile<64xf32>
  %one = constant <f32: 1.0> : tile<64xf32>
{lines}  %v, %t = load_ptr_tko weak {load} -> tile<64xf32>, token
  %w = addf %v, %v : tile<64xf32>
  %u = store_ptr_tko weak {store} -> token
  return
}}\n"
    )
}

const OFFSETS: &str = "  %p = offset %xx, %at : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
  %q = offset %yy, %at : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>\n";
const BELOW: &str = "  %m = cmpi less_than %at, %nn, signed : tile<64xi32> -> tile<64xi1>\n";
const PADDED: &str = "%p, %m, %zero : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32>";
const MASKED: &str = "%q, %w, %m : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1>";

#[test]
fn rows_of_every_length_are_copied() {
    let kernel = valid(&row(&[OFFSETS, BELOW].concat(), PADDED, MASKED));
    let facts = all_facts(&kernel);
    assert_eq!(accesses(&kernel, &facts), (2, 0));
    for (length, start) in [(64, 0), (1, 0), (0, 0), (63, 8), (200, 100), (200, 137), (8, 100), (40, 64)] {
        for threads in [32, 64] {
            let options = Options { threads: Some(threads), ..Options::default() };
            let code = compiled(&kernel, &facts, options);
            let buffers = vec![contents(("f32", &[256]), 3), contents(("f32", &[256]), 4)];
            let scalars = [length, start];
            let left = ran(&code, &buffers, &scalars, (Vec::new(), [1; 3]), 1);
            assert_eq!(left, interpreted(&kernel, &buffers, &scalars, [1; 3]), "{length} from {start}");
        }
    }
}

/// A kernel that adds a sum of a row to all elements of the row.
fn in_place() -> Valid {
    let sum = "  %sum = reduce %v dim=0 identities=[0.0 : f32] : tile<64xf32> -> tile<f32> (%a: tile<f32>, %b: tile<f32>) {
    %c = addf %a, %b : tile<f32>
    yield %c : tile<f32>
  }
  %sum1 = reshape %sum : tile<f32> -> tile<1xf32>
  %all = broadcast %sum1 : tile<1xf32> -> tile<64xf32>
";
    let text = row(
        &[OFFSETS, BELOW].concat(),
        PADDED,
        "%q, %all, %m : tile<64xptr<f32>>, tile<64xf32>, tile<64xi1>",
    );
    valid(&text.replace("  %w = addf %v, %v : tile<64xf32>\n", sum))
}

#[test]
fn a_write_waits_for_the_loads_of_its_array() {
    let kernel = in_place();
    let barriers = |facts: &ParameterFacts, threads| {
        let options = Options { threads: Some(threads), ..Options::default() };
        let code = compiled(&kernel, facts, options);
        let lines = code.lines.iter().filter(|line| matches!(line.inst, Inst::Barrier | Inst::WarpBarrier));
        lines.count()
    };
    let apart = all_facts(&kernel);
    let together = ParameterFacts { disjoint: HashSet::new(), ..apart.clone() };
    for threads in [32, 64] {
        assert_eq!(barriers(&together, threads), barriers(&apart, threads) + 1, "{threads} threads");
    }
}
