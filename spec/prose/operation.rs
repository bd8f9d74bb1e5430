//! The reader of each operation.

use super::reading::Reading;
use super::{elements, memory, products, symbols, tiles};
use crate::syntax::attributes::Attributes;
use crate::syntax::op::{Op, elementwise};

/// Reads an operation with these attributes, for tiles of two axes; `None` for an operation without an element
/// function and without requirements.
pub fn operation(op: Op, at: &Attributes) -> Option<Reading> {
    if let Some(reading) = elementwise(op, elements::Reader { attributes: at }) {
        return Some(reading);
    }
    if op == Op::PrintTko {
        return tiles::printed(at);
    }
    let whole: &[(Op, &dyn Fn() -> Reading)] = &[
        (Op::Iota, &tiles::iota),
        (Op::Broadcast, &tiles::broadcast),
        (Op::Permute, &|| tiles::permute(at)),
        (Op::Reshape, &tiles::reshape),
        (Op::Bitcast, &tiles::bitcast),
        (Op::Pack, &tiles::repacked),
        (Op::Unpack, &tiles::repacked),
        (Op::PtrToInt, &tiles::ptr_to_int),
        (Op::IntToPtr, &tiles::int_to_ptr),
        (Op::Cat, &tiles::cat),
        (Op::Extract, &tiles::extract),
        (Op::Insert, &tiles::insert),
        (Op::Mmaf, &products::floats),
        (Op::Mmai, &products::integers),
        (Op::MmafScaled, &products::scaled),
        (Op::Assume, &|| tiles::assume(at)),
        (Op::If, &tiles::branch),
        (Op::Assert, &|| tiles::assertion(at)),
        (Op::For, &|| tiles::count(at)),
        (Op::Offset, &memory::offset),
        (Op::MakeTensorView, &|| memory::tensor(at)),
        (Op::MakePartitionView, &|| memory::tiles(&symbols::TILE, None)),
        (Op::MakeStridedView, &|| memory::tiles(&symbols::STEPS, None)),
        (Op::MakeGatherScatterView, &|| memory::tiles(&[1, 1], Some(0))),
        (Op::GetTensorShape, &memory::tensor_shape),
        (Op::GetIndexSpaceShape, &memory::index_space),
        (Op::LoadViewTko, &|| memory::through_view(at, memory::LOADED, None)),
        (Op::StoreViewTko, &|| memory::through_view(at, memory::STORED, None)),
        (Op::AtomicRedViewTko, &|| memory::through_view(at, memory::UPDATED, None)),
        (Op::LoadPtrTko, &|| memory::through_pointers("if active then memory[pointer] else padding", false)),
        (Op::StorePtrTko, &|| memory::through_pointers("if active then memory[pointer] := value", true)),
        (Op::AtomicRmwTko, &|| {
            memory::through_pointers(
                "if active then memory[pointer], which becomes f(memory[pointer], value)",
                true,
            )
        }),
        (Op::AtomicCasTko, &|| {
            memory::through_pointers(
                "if active then memory[pointer], which becomes value if it is expected, else expected",
                true,
            )
        }),
    ];
    whole.iter().find(|(whole, _)| *whole == op).map(|(_, read)| read())
}

/// Whether an element-wise operation with these attributes has requirements on its operands.
pub fn requires(op: Op, at: &Attributes) -> bool {
    elementwise(op, elements::Reader { attributes: at }).is_some_and(|reading| !reading.requires.is_empty())
}
