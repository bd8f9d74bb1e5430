//! The type table.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use spec::syntax::span::Place;
use spec::syntax::types::{
    Element, GatherScatterViewType, Padding, PartitionViewType, Scalar, StridedViewType, TensorViewType,
    TileType, Type,
};

use super::cursor::Cursor;
use super::problem::{Read, unsupported, wrong};
use super::table::Table;

/// The most axes that a type can have, as in the text.
const MAX_RANK: usize = 32;

/// What an extent or a stride that is known at run time only has for a number.
pub(super) const DYNAMIC: i64 = i64::MIN;

/// The tags of element types, with the minor version that has them first.
pub(super) const SCALARS: &[(u64, u8, Scalar)] = &[
    (0, 1, Scalar::I1),
    (1, 1, Scalar::I8),
    (2, 1, Scalar::I16),
    (3, 1, Scalar::I32),
    (4, 1, Scalar::I64),
    (5, 1, Scalar::F16),
    (6, 1, Scalar::Bf16),
    (7, 1, Scalar::F32),
    (8, 1, Scalar::Tf32),
    (9, 1, Scalar::F64),
    (10, 1, Scalar::F8E4m3fn),
    (11, 1, Scalar::F8E5m2),
    (18, 2, Scalar::F8E8m0fnu),
    (19, 3, Scalar::F4E2m1fn),
    (22, 3, Scalar::I4),
];

/// Element types that [`Scalar`] does not have.
const FOREIGN_SCALARS: &[(u64, &str)] = &[(130, "f8E5M3FNU")];

pub(super) const POINTER: u64 = 12;
pub(super) const TILE: u64 = 13;
pub(super) const TENSOR_VIEW: u64 = 14;
pub(super) const PARTITION_VIEW: u64 = 15;
pub(super) const FUNCTION: u64 = 16;
pub(super) const TOKEN: u64 = 17;
pub(super) const GATHER_SCATTER_VIEW: u64 = 20;
pub(super) const STRIDED_VIEW: u64 = 21;

/// Paddings, in the order of their numbers.
pub(super) const PADDINGS: [Padding; 5] =
    [Padding::Zero, Padding::NegZero, Padding::Nan, Padding::PosInf, Padding::NegInf];

/// The types of a file.
#[derive(Debug)]
pub(super) struct Types<'b> {
    version: u8,
    table: Table<'b, 4>,
    known: RefCell<HashMap<u64, Rc<Type>>>,
}

impl<'b> Types<'b> {
    /// The type section of a file of that minor version.
    pub(super) fn read(version: u8, section: Cursor<'b>) -> Read<Self> {
        Ok(Types { version, table: Table::read(section, "types")?, known: RefCell::default() })
    }

    /// The type of a value, by the number that stands next.
    pub(super) fn ty(&self, cursor: &mut Cursor<'_>) -> Read<Rc<Type>> {
        let at = cursor.at();
        let id = cursor.number()?;
        let known = self.known.borrow().get(&id).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let ty = Rc::new(self.value(id, at)?);
        self.known.borrow_mut().insert(id, Rc::clone(&ty));
        Ok(ty)
    }

    /// The types of a function's parameters; a kernel has no results.
    pub(super) fn function(&self, cursor: &mut Cursor<'_>) -> Read<Vec<Rc<Type>>> {
        let at = cursor.at();
        let (tag, mut item) = self.item(cursor.number()?, at)?;
        if tag != FUNCTION {
            return Err(wrong(at, 1, "this is no function type"));
        }
        let count = item.count(1, "parameters")?;
        let params = (0..count).map(|_| self.ty(&mut item)).collect::<Read<Vec<_>>>()?;
        let results_at = item.at();
        let results = item.count(1, "results")?;
        if results > 0 {
            return Err(wrong(results_at, 1, "a kernel has no results"));
        }
        item.finish().map(|()| params)
    }

    /// The element type of a literal, by the number that stands next.
    pub(super) fn scalar(&self, cursor: &mut Cursor<'_>) -> Read<Scalar> {
        let at = cursor.at();
        self.scalar_of(cursor.number()?, at)
    }

    /// An entry of the table: its tag, and what follows. It is named at `at`.
    fn item(&self, id: u64, at: usize) -> Read<(u64, Cursor<'b>)> {
        let mut item = self.table.item(id, at)?;
        Ok((item.number()?, item))
    }

    /// The type of a value.
    fn value(&self, id: u64, at: usize) -> Read<Type> {
        let (tag, mut item) = self.item(id, at)?;
        let ty = match tag {
            TOKEN => Type::Token,
            TILE => Type::Tile(self.tile(&mut item)?),
            TENSOR_VIEW => Type::TensorView(self.tensor_view(&mut item)?),
            PARTITION_VIEW => Type::PartitionView(self.partition_view(&mut item)?),
            STRIDED_VIEW if self.version >= 3 => Type::StridedView(self.strided_view(&mut item)?),
            GATHER_SCATTER_VIEW if self.version >= 3 => {
                Type::GatherScatterView(self.gather_scatter(&mut item)?)
            }
            _ => {
                return Err(wrong(
                    at,
                    1,
                    format!("no value has the type of tag {tag} in Tile IR 13.{}", self.version),
                ));
            }
        };
        item.finish().map(|()| ty)
    }

    fn scalar_of(&self, id: u64, at: usize) -> Read<Scalar> {
        let (tag, item) = self.item(id, at)?;
        item.finish()?;
        if let Some((_, name)) = FOREIGN_SCALARS.iter().find(|(foreign, _)| *foreign == tag) {
            return Err(unsupported(
                Place { offset: at, len: 1, source: None },
                format!("elements of type {name}"),
            ));
        }
        let known = SCALARS.iter().find(|(known, since, _)| *known == tag && *since <= self.version);
        known.map(|(.., scalar)| *scalar).ok_or_else(|| wrong(at, 1, "this is no type of a number"))
    }

    /// A number, or a pointer to one.
    fn element(&self, cursor: &mut Cursor<'_>) -> Read<Element> {
        let at = cursor.at();
        let id = cursor.number()?;
        let (tag, mut item) = self.item(id, at)?;
        if tag != POINTER {
            return self.scalar_of(id, at).map(Element::Scalar);
        }
        let attributed = self.pointer_attribute(&mut item)?;
        let pointee = self.scalar(&mut item)?;
        refuse_attribute(attributed, at)?;
        item.finish().map(|()| Element::Pointer(pointee))
    }

    /// From 13.4 a pointer may have an attribute.
    fn pointer_attribute(&self, item: &mut Cursor<'_>) -> Read<bool> {
        if self.version >= 4 { flag(item) } else { Ok(false) }
    }

    fn tile(&self, item: &mut Cursor<'_>) -> Read<TileType> {
        let element = self.element(item)?;
        let shape = list::<8, u32>(item, "an extent of a tile is a static power of two")?;
        Ok(TileType { shape, element })
    }

    fn tensor_view(&self, item: &mut Cursor<'_>) -> Read<TensorViewType> {
        let at = item.at();
        let attributed = self.pointer_attribute(item)?;
        let element = self.element(item)?;
        let mut extents = || -> Read<Vec<Option<i64>>> {
            let list = list::<8, i64>(item, "")?.into_iter();
            Ok(list.map(|extent| (extent != DYNAMIC).then_some(extent)).collect())
        };
        let (shape, strides) = (extents()?, extents()?);
        refuse_attribute(attributed, at)?;
        if shape.len() != strides.len() {
            let (extents, strides) = (shape.len(), strides.len());
            return Err(wrong(at, 1, format!("the view has {extents} extents and {strides} strides")));
        }
        Ok(TensorViewType { element, shape, strides })
    }

    /// A tensor view's type, by the number that stands next.
    fn tensor(&self, cursor: &mut Cursor<'_>) -> Read<TensorViewType> {
        let at = cursor.at();
        let (tag, mut item) = self.item(cursor.number()?, at)?;
        if tag != TENSOR_VIEW {
            return Err(wrong(at, 1, "this is no tensor view"));
        }
        let view = self.tensor_view(&mut item)?;
        item.finish().map(|()| view)
    }

    /// Up to 13.2 whether there is a padding stands before it, afterwards before everything else.
    fn partition_view(&self, item: &mut Cursor<'_>) -> Read<PartitionViewType> {
        let early = if self.version >= 3 { Some(flag(item)?) } else { None };
        let tile = tile_shape(item)?;
        let tensor = self.tensor(item)?;
        let dim_map = dim_map(item)?;
        let padded = early.map_or_else(|| flag(item), Ok)?;
        Ok(PartitionViewType { tile, padding: padding(padded, item)?, tensor, dim_map })
    }

    fn strided_view(&self, item: &mut Cursor<'_>) -> Read<StridedViewType> {
        let padded = flag(item)?;
        let tile = tile_shape(item)?;
        let traversal_strides = list::<4, i64>(item, "")?;
        let tensor = self.tensor(item)?;
        let dim_map = dim_map(item)?;
        let partition = PartitionViewType { tile, padding: padding(padded, item)?, tensor, dim_map };
        Ok(StridedViewType { partition, traversal_strides })
    }

    fn gather_scatter(&self, item: &mut Cursor<'_>) -> Read<GatherScatterViewType> {
        let padded = flag(item)?;
        let tile = tile_shape(item)?;
        let tensor = self.tensor(item)?;
        let sparse_dim = item.small("an axis")?;
        Ok(GatherScatterViewType { tile, padding: padding(padded, item)?, tensor, sparse_dim })
    }
}

/// Nothing is known of what an attribute of a pointer means.
fn refuse_attribute(attributed: bool, at: usize) -> Read<()> {
    let refuse = || unsupported(Place { offset: at, len: 1, source: None }, "attributes of pointers");
    if attributed { Err(refuse()) } else { Ok(()) }
}

/// Flags of which there is only one.
fn flag(cursor: &mut Cursor<'_>) -> Read<bool> {
    let at = cursor.at();
    match cursor.number()? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(wrong(at, 1, format!("the flags {other:#b} of a type are not known"))),
    }
}

/// A list of numbers of `N` bytes each, as many as a type can have axes.
fn list<const N: usize, T: TryFrom<i64>>(cursor: &mut Cursor<'_>, otherwise: &str) -> Read<Vec<T>> {
    let at = cursor.at();
    let count = cursor.count(N, "numbers")?;
    if count > MAX_RANK {
        return Err(wrong(at, 1, format!("a type has at most {MAX_RANK} axes, not {count}")));
    }
    let mut number = || {
        let at = cursor.at();
        let number = cursor.signed_fixed::<N>()?;
        T::try_from(number).map_err(|_| wrong(at, N, format!("{otherwise}, not {number}")))
    };
    (0..count).map(|_| number()).collect()
}

fn tile_shape(cursor: &mut Cursor<'_>) -> Read<Vec<u32>> {
    list::<4, u32>(cursor, "an extent of a tile is a static power of two")
}

fn dim_map(cursor: &mut Cursor<'_>) -> Read<Vec<usize>> {
    list::<4, usize>(cursor, "an axis is no negative number")
}

fn padding(padded: bool, cursor: &mut Cursor<'_>) -> Read<Option<Padding>> {
    if !padded {
        return Ok(None);
    }
    let at = cursor.at();
    let number = cursor.byte()?;
    let known = PADDINGS.get(usize::from(number)).copied();
    known.map(Some).ok_or_else(|| wrong(at, 1, format!("there is no padding of the number {number}")))
}
