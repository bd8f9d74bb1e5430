//! What a file names by numbers: strings, types, constants; each is kept once.

use std::collections::HashMap;

use spec::syntax::types::{Element, Padding, PartitionViewType, Scalar, TensorViewType, Type};

use super::super::types::{
    DYNAMIC, FUNCTION, GATHER_SCATTER_VIEW, PADDINGS, PARTITION_VIEW, POINTER, SCALARS, STRIDED_VIEW,
    TENSOR_VIEW, TILE, TOKEN,
};
use super::bytes::Bytes;

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
        let next = self.items.len() as u64;
        *self.known.entry(item).or_insert_with_key(|item| {
            self.items.push(item.clone());
            next
        })
    }

    /// A count, where each item begins in `N` bytes each, and the items one after another.
    pub(super) fn bytes<const N: usize>(&self) -> Bytes {
        let mut to = Bytes::default();
        to.number(self.items.len() as u64);
        to.align(N);
        let mut start = 0u64;
        for item in &self.items {
            to.extend(&start.to_le_bytes()[..N]);
            start += item.len() as u64;
        }
        self.items.iter().for_each(|item| to.extend(item));
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
        let mut item = Bytes::default();
        item.counted(data);
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
            to.number(params.len() as u64);
            params.iter().for_each(|param| to.number(*param));
            to.number(0);
        })
    }

    /// The number of a type.
    pub(super) fn ty(&mut self, ty: &Type) -> u64 {
        match ty {
            Type::Token => self.item(TOKEN, |_| {}),
            Type::Tile(tile) => {
                let element = self.element(tile.element);
                self.item(TILE, |to| {
                    to.number(element);
                    to.list::<8>(tile.shape.iter().map(|extent| i64::from(*extent)));
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
                    to.number(u64::from(view.padding.is_some()));
                    to.list::<4>(view.tile.iter().map(|extent| i64::from(*extent)));
                    to.number(tensor);
                    to.number(view.sparse_dim as u64);
                    padding(view.padding, to);
                })
            }
        }
    }

    fn item(&mut self, tag: u64, write: impl FnOnce(&mut Bytes)) -> u64 {
        let mut item = Bytes::default();
        item.number(tag);
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
                    to.number(0);
                    to.number(pointee);
                })
            }
        }
    }

    fn tensor(&mut self, view: &TensorViewType) -> u64 {
        let element = self.element(view.element);
        let numbers = |to: &mut Bytes, list: &[Option<i64>]| {
            to.list::<8>(list.iter().map(|extent| extent.unwrap_or(DYNAMIC)));
        };
        self.item(TENSOR_VIEW, |to| {
            to.number(0);
            to.number(element);
            numbers(to, &view.shape);
            numbers(to, &view.strides);
        })
    }

    /// A partition view, or a strided one with what it has beside.
    fn partition(&mut self, tag: u64, view: &PartitionViewType, strides: Option<&[i64]>) -> u64 {
        let tensor = self.tensor(&view.tensor);
        self.item(tag, |to| {
            to.number(u64::from(view.padding.is_some()));
            to.list::<4>(view.tile.iter().map(|extent| i64::from(*extent)));
            if let Some(strides) = strides {
                to.list::<4>(strides.iter().copied());
            }
            to.number(tensor);
            to.list::<4>(view.dim_map.iter().map(|axis| *axis as i64));
            padding(view.padding, to);
        })
    }
}

fn padding(padding: Option<Padding>, to: &mut Bytes) {
    let place = padding.and_then(|padding| PADDINGS.iter().position(|known| *known == padding));
    if let Some(place) = place {
        to.byte(place as u8);
    }
}
