//! Loads of memory of the block that no operation writes, as zeros. The second compilation reads such memory where a variable is declared without a
//! value. A check knows that the read value is undetermined. In the first compilation, nvcc makes the variable zero.

use std::collections::{HashMap, HashSet};

use spec::memory::strength::Manner;
use spec::syntax::attributes::{Attributes, Constant, Literal};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Memory, Op};

/// The kernel with zeros for loads of unwritten memory, and without this memory.
pub(super) fn with_zeros(kernel: &Kernel) -> Kernel {
    let pointers = unwritten(kernel);
    let mut changed = kernel.clone();
    if !pointers.is_empty() {
        replace(&mut changed.body, &pointers);
    }
    changed
}

/// The pointers into unwritten memory, and the views of it.
fn unwritten(kernel: &Kernel) -> HashSet<ValueId> {
    let mut memory: HashMap<ValueId, ValueId> = HashMap::new();
    let mut written = HashSet::new();
    for op in kernel.operations() {
        if let (Op::Alloca, [pointer]) = (op.op, op.results.as_slice()) {
            memory.insert(*pointer, *pointer);
        }
        for (position, operand) in op.operands.iter().enumerate() {
            let Some(root) = memory.get(operand).copied() else { continue };
            if position == 0 && is_address(op) {
                memory.extend(op.results.iter().map(|result| (*result, root)));
            } else if position != 0 || !is_whole_load(op) {
                written.insert(root);
            }
        }
    }
    memory.into_iter().filter(|(_, root)| !written.contains(root)).map(|(pointer, _)| pointer).collect()
}

/// Whether an operation makes a pointer or a view of its first operand.
fn is_address(op: &Operation) -> bool {
    match op.op.meaning() {
        Meaning::Core(core) => {
            matches!(core, Core::Offset | Core::PtrToPtr | Core::Reshape | Core::Broadcast)
        }
        Meaning::Memory(memory) => matches!(memory, Memory::MakeTensorView | Memory::MakePartitionView),
        Meaning::Elementwise | Meaning::Control(_) | Meaning::Unsupported => false,
    }
}

/// Whether an operation is a weak load whose elements all come from memory.
fn is_whole_load(op: &Operation) -> bool {
    let is_weak = Manner::of(op).is_some_and(|manner| !manner.is_strong());
    is_weak && (op.op == Op::LoadViewTko || op.op == Op::LoadPtrTko && op.operands.len() == 1)
}

fn replace(block: &mut Block, pointers: &HashSet<ValueId>) {
    let mut ops = Vec::new();
    for mut op in std::mem::take(&mut block.ops) {
        op.regions.iter_mut().for_each(|region| replace(region, pointers));
        let is_read = op.operands.first().is_some_and(|operand| pointers.contains(operand));
        match op.results.as_slice() {
            [value, token] if is_read => ops.extend(zero(&op, *value, *token)),
            [result, ..] if pointers.contains(result) => {}
            _ => ops.push(op),
        }
    }
    block.ops = ops;
}

/// A constant and a token in place of a load.
fn zero(load: &Operation, value: ValueId, token: ValueId) -> [Operation; 2] {
    let make = |op, result, attributes| Operation {
        op,
        operands: Vec::new(),
        token: None,
        results: vec![result],
        attributes,
        ..load.clone()
    };
    let constant = Attributes { constant: Some(Constant::Splat(Literal(0))), ..Attributes::default() };
    [make(Op::Constant, value, constant), make(Op::MakeToken, token, Attributes::default())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(body: &str) -> Vec<Op> {
        let text = format!(
            "entry @k(%o: tile<ptr<i32>>, %i: tile<i32>) {{
                %m = alloca num_elem = 8, alignment = 4 : tile<ptr<i8>>
                %p = ptr_to_ptr %m : tile<ptr<i8>> -> tile<ptr<i32>>
                %q = offset %p, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
                {body}
                %done = store_ptr_tko weak %o, %v : tile<ptr<i32>>, tile<i32> -> token
                return
              }}"
        );
        let kernel = with_zeros(&spec::parse::module(&text).expect("it parses").kernels[0]);
        kernel.operations().map(|op| op.op).collect()
    }

    #[test]
    fn a_load_of_unwritten_memory_is_a_zero() {
        let read = "%v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token";
        assert_eq!(changed(read), [Op::Constant, Op::MakeToken, Op::StorePtrTko, Op::Return]);
    }

    #[test]
    fn memory_that_may_be_written_stays() {
        let read = "%v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token";
        let stored = format!("%s = store_ptr_tko weak %p, %i : tile<ptr<i32>>, tile<i32> -> token\n{read}");
        assert!(changed(&stored).contains(&Op::Alloca), "a store");
        let kept = format!("%n = ptr_to_int %q : tile<ptr<i32>> -> tile<i64>\n{read}");
        assert!(changed(&kept).contains(&Op::Alloca), "an address that is a number");
        let masked = "%c = cmpi equal %i, %i, signed : tile<i32> -> tile<i1>
            %v, %t = load_ptr_tko weak %q, %c : tile<ptr<i32>>, tile<i1> -> tile<i32>, token";
        assert!(changed(masked).contains(&Op::Alloca), "a mask leaves elements out");
    }
}
