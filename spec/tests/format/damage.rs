//! Kernels that no text can give: another front end may be wrong in any way, and validation says so.

use std::sync::Arc;

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::valid::Valid;

use crate::generate;
use crate::random::Random;

/// An operation of a block, or of a nested region.
fn pick<'b>(block: &'b mut Block, random: &mut Random) -> Option<&'b mut Operation> {
    let count = block.ops.len();
    let op = block.ops.get_mut(random.below(count))?;
    if op.regions.is_empty() || random.flip() {
        return Some(op);
    }
    let region = random.below(op.regions.len());
    pick(&mut op.regions[region], random)
}

/// Breaks a kernel in one place.
fn damage(kernel: &mut Kernel, random: &mut Random) {
    let values = kernel.values.len();
    let types: Vec<_> = kernel.values.iter().map(|value| value.ty.clone()).collect();
    let other = ValueId(random.below(values + 2) as u32);
    if random.below(4) == 0 {
        kernel.values[random.below(values)].ty = random.of(&types);
        return;
    }
    let Some(op) = pick(&mut kernel.body, random) else { return };
    match random.below(10) {
        0 => drop(op.operands.pop()),
        1 => op.operands.push(other),
        2 => drop(op.results.pop()),
        3 => op.results.push(other),
        4 => drop(op.regions.pop()),
        5 => op.regions.push(Block::default()),
        6 => op.op = random.of(Op::ALL),
        7 => op.attributes = Default::default(),
        8 => op.token = Some(other),
        _ => {
            let at = random.below(op.operands.len());
            if let Some(operand) = op.operands.get_mut(at) {
                *operand = other;
            }
        }
    }
}

#[test]
fn damaged_kernels_are_refused_or_right() {
    let mut random = Random::new(11);
    let mut kernels: Vec<Arc<Kernel>> = Vec::new();
    for (_, text) in crate::corpus::files("kernels").into_iter().filter(|(_, text)| text.len() < 20_000) {
        kernels.extend(spec::parse::module(&text).expect("well-formed").kernels);
    }
    let (mut refused, rounds) = (0, 6000);
    for _ in 0..rounds {
        let mut kernel = Kernel::clone(&kernels[random.below(kernels.len())]);
        for _ in 0..1 + random.below(3) {
            damage(&mut kernel, &mut random);
        }
        match Valid::new(Arc::new(kernel)) {
            Ok(valid) => drop(spec::fold::kernel(&valid)),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > rounds / 2 && refused < rounds, "{refused} of {rounds} are refused");
}

#[test]
fn any_types_are_answered() {
    let mut random = Random::new(13);
    for op in Op::ALL.iter().copied().filter(|op| !op.terminates()) {
        for _ in 0..30 {
            let module = generate::module(op, &mut random);
            drop(Valid::new(Arc::clone(&module.kernels[0])));
        }
    }
}
