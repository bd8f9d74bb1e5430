//! What a file names by numbers: strings, types, constants; each is kept once.

use std::collections::HashMap;

use spec::syntax::count::{i64_from_usize, u64_from_usize};
use spec::syntax::types::{Element, Padding, PartitionViewType, Scalar, TensorViewType, Type};

use crate::bytecode::type_tag::{
    DYNAMIC, FUNCTION, GATHER_SCATTER_VIEW, PADDINGS, PARTITION_VIEW, POINTER, SCALARS, STRIDED_VIEW,
    TENSOR_VIEW, TILE, TOKEN,
};
use crate::bytecode::write::encoding_emitter::EncodingEmitter;

/// The tables of a file.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) strings: Table,
    pub(super) types: Table,
    pub(super) constants: Table,
}

/// Items by their numbers.
#[derive(Debug, Default)]
pub(super) struct Table {
    items: Vec<Vec<u8>>,
    known: HashMap<Vec<u8>, u64>,
}

impl Table {
    /// The number of an item, new or not.
    fn add(&mut self, item: Vec<u8>) -> u64 {
        // Equal items share a number, which `known` finds by the bytes of the item.
        let next = u64_from_usize(self.items.len());
        *self.known.entry(item).or_insert_with_key(|item| {
            self.items.push(item.clone());
            next
        })
    }

    /// A count, where each item begins in `N` bytes each, and the items one after another.
    pub(super) fn to_section<const N: usize>(&self) -> EncodingEmitter {
        let mut to = EncodingEmitter::default();
        to.write_count(self.items.len());
        to.align_to(N);
        let mut start = 0u64;
        for item in &self.items {
            to.write_bytes(&start.to_le_bytes()[..N]);
            start += u64_from_usize(item.len());
        }
        self.items.iter().for_each(|item| to.write_bytes(item));
        to
    }
}

impl Tables {
    /// The number of a string.
    pub(super) fn string(&mut self, text: &str) -> u64 {
        self.strings.add(text.as_bytes().to_vec())
    }

    /// The number of a constant of these bytes.
    pub(super) fn constant(&mut self, data: &[u8]) -> u64 {
        let mut item = EncodingEmitter::default();
        item.write_sized(data);
        self.constants.add(item.into_vec())
    }

    /// The number of an element type.
    pub(super) fn scalar(&mut self, scalar: Scalar) -> u64 {
        let known = SCALARS.iter().find(|(.., known)| *known == scalar);
        self.item(known.map_or(0, |(tag, ..)| *tag), |_| {})
    }

    /// The number of the type of a kernel with these parameters.
    pub(super) fn function(&mut self, params: &[&Type]) -> u64 {
        let params: Vec<_> = params.iter().map(|ty| self.ty(ty)).collect();
        self.item(FUNCTION, |to| {
            to.write_count(params.len());
            params.iter().for_each(|param| to.write_varint(*param));
            to.write_varint(0);
        })
    }

    /// The number of a type.
    pub(super) fn ty(&mut self, ty: &Type) -> u64 {
        match ty {
            Type::Token => self.item(TOKEN, |_| {}),
            Type::Tile(tile) => {
                let element = self.element(tile.element);
                self.item(TILE, |to| {
                    to.write_varint(element);
                    to.write_le_list::<8>(tile.shape.iter().map(|extent| i64::from(*extent)));
                })
            }
            Type::TensorView(view) => self.tensor(view),
            Type::PartitionView(view) => self.partition(PARTITION_VIEW, view, None),
            Type::StridedView(view) => {
                self.partition(STRIDED_VIEW, &view.partition, Some(&view.traversal_strides))
            }
            Type::GatherScatterView(view) => {
                let tensor = self.tensor(&view.tensor);
                self.item(GATHER_SCATTER_VIEW, |to| {
                    to.write_varint(u64::from(view.padding.is_some()));
                    to.write_le_list::<4>(view.tile.iter().map(|extent| i64::from(*extent)));
                    to.write_varint(tensor);
                    to.write_count(view.sparse_dim);
                    write_padding(view.padding, to);
                })
            }
        }
    }

    fn item(&mut self, tag: u64, write: impl FnOnce(&mut EncodingEmitter)) -> u64 {
        let mut item = EncodingEmitter::default();
        item.write_varint(tag);
        write(&mut item);
        self.types.add(item.into_vec())
    }

    /// A number, or a pointer without an attribute.
    fn element(&mut self, element: Element) -> u64 {
        match element {
            Element::Scalar(scalar) => self.scalar(scalar),
            Element::Pointer(scalar) => {
                let pointee = self.scalar(scalar);
                self.item(POINTER, |to| {
                    to.write_varint(0);
                    to.write_varint(pointee);
                })
            }
        }
    }

    fn tensor(&mut self, view: &TensorViewType) -> u64 {
        let element = self.element(view.element);
        let numbers = |to: &mut EncodingEmitter, list: &[Option<i64>]| {
            to.write_le_list::<8>(list.iter().map(|extent| extent.unwrap_or(DYNAMIC)));
        };
        self.item(TENSOR_VIEW, |to| {
            to.write_varint(0);
            to.write_varint(element);
            numbers(to, &view.shape);
            numbers(to, &view.strides);
        })
    }

    /// A partition view, or a strided view with its strides.
    fn partition(&mut self, tag: u64, view: &PartitionViewType, strides: Option<&[i64]>) -> u64 {
        let tensor = self.tensor(&view.tensor);
        self.item(tag, |to| {
            to.write_varint(u64::from(view.padding.is_some()));
            to.write_le_list::<4>(view.tile.iter().map(|extent| i64::from(*extent)));
            if let Some(strides) = strides {
                to.write_le_list::<4>(strides.iter().copied());
            }
            to.write_varint(tensor);
            to.write_le_list::<4>(view.dim_map.iter().map(|axis| i64_from_usize(*axis)));
            write_padding(view.padding, to);
        })
    }
}

fn write_padding(padding: Option<Padding>, to: &mut EncodingEmitter) {
    let place = padding.and_then(|padding| PADDINGS.iter().position(|known| *known == padding));
    if let Some(number) = place.and_then(|place| u8::try_from(place).ok()) {
        to.write_byte(number);
    }
}
