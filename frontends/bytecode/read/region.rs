//! Regions and blocks: a sequence of operations, with values that end with their region.

use spec::syntax::kernel::Block;

use crate::bytecode::error::{Read, wrong};
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::op;
use crate::bytecode::read::scope::Scope;

/// The deepest nesting of regions, so that the printed text can be parsed.
const MAX_DEPTH: usize = 60;

/// The operations that are left, as a block.
pub(super) fn read_ops<'b>(scope: &mut Scope<'_, 'b>, cursor: &mut EncodingReader<'b>) -> Read<Block> {
    let mut block = Block::default();
    while cursor.remaining() > 0 {
        block.ops.push(op::read_op(scope, cursor)?);
    }
    Ok(block)
}

/// So many regions, each of one block; an `if` without an `else` has a second one of none.
pub(super) fn read_regions<'b>(
    scope: &mut Scope<'_, 'b>,
    count: usize,
    cursor: &mut EncodingReader<'b>,
) -> Read<Vec<Block>> {
    let at = cursor.offset();
    let found = cursor.read_varint()?;
    if u64::try_from(count) != Ok(found) {
        return Err(wrong(at, 1, format!("there are {found} regions, where {count} belong")));
    }
    if scope.depth == MAX_DEPTH {
        return Err(wrong(at, 1, format!("regions are nested more than {MAX_DEPTH} deep")));
    }
    let mut regions = Vec::new();
    for position in 0..count {
        let at = cursor.offset();
        match cursor.read_varint()? {
            1 => regions.push(read_block(scope, cursor)?),
            0 if position > 0 => {}
            blocks => return Err(wrong(at, 1, format!("a region has one block, not {blocks}"))),
        }
    }
    Ok(regions)
}

/// Types of parameters, and operations, each with their count before them.
fn read_block<'b>(scope: &mut Scope<'_, 'b>, cursor: &mut EncodingReader<'b>) -> Read<Block> {
    // Values of a region end with it, and their numbers are given again.
    let before = scope.visible.len();
    scope.depth += 1;
    let params = cursor.read_count(1, "parameters")?;
    let params = (0..params).map(|_| {
        let at = cursor.offset();
        let ty = scope.file.types.read_type(cursor)?;
        scope.define_param(&ty, at)
    });
    let mut block = Block { params: params.collect::<Read<_>>()?, ops: Vec::new() };
    let count = cursor.read_count(1, "operations")?;
    for _ in 0..count {
        block.ops.push(op::read_op(scope, cursor)?);
    }
    scope.visible.truncate(before);
    scope.depth -= 1;
    Ok(block)
}
