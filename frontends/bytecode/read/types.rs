//! The type table.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use spec::problem::Unsupported;
use spec::syntax::span::Place;
use spec::syntax::types::{
    Element, GatherScatterViewType, Padding, PartitionViewType, Scalar, StridedViewType, TensorViewType,
    TileType, Type,
};

use crate::bytecode::error::{Read, unsupported, wrong};
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::offset_table::OffsetTable;
use crate::bytecode::type_tag::{
    DYNAMIC, FUNCTION, GATHER_SCATTER_VIEW, PADDINGS, PARTITION_VIEW, POINTER, SCALARS, STRIDED_VIEW,
    TENSOR_VIEW, TILE, TOKEN,
};

/// The most axes that a type can have, as in the text.
const MAX_RANK: usize = 32;

/// Element types without a [`Scalar`].
const FOREIGN_SCALARS: &[(u64, &str)] = &[(130, "f8E5M3FNU")];

/// The attributes of pointers, in numeric order.
const POINTER_ATTRIBUTES: [&str; 3] = ["none", "unicast", "multicast"];

/// The types of a file.
#[derive(Debug)]
pub(super) struct TypeTable<'b> {
    version: u8,
    table: OffsetTable<'b, 4>,
    known: RefCell<HashMap<u64, Rc<Type>>>,
}

impl<'b> TypeTable<'b> {
    /// The type section of a file of that minor version.
    pub(super) fn read(version: u8, section: EncodingReader<'b>) -> Read<Self> {
        Ok(TypeTable { version, table: OffsetTable::read(section, "types")?, known: RefCell::default() })
    }

    /// The type of a value, by the number that stands next.
    pub(super) fn read_type(&self, cursor: &mut EncodingReader<'_>) -> Read<Rc<Type>> {
        let at = cursor.offset();
        let id = cursor.read_varint()?;
        // Types are referenced repeatedly, and nested types again by each outer type.
        let known = self.known.borrow().get(&id).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let ty = Rc::new(self.value_type(id, at)?);
        self.known.borrow_mut().insert(id, Rc::clone(&ty));
        Ok(ty)
    }

    /// The types of a function's parameters; a kernel has no results.
    pub(super) fn read_function_type(&self, cursor: &mut EncodingReader<'_>) -> Read<Vec<Rc<Type>>> {
        let at = cursor.offset();
        let (tag, mut item) = self.entry(cursor.read_varint()?, at)?;
        if tag != FUNCTION {
            return Err(wrong(at, 1, "this is no function type"));
        }
        let count = item.read_count(1, "parameters")?;
        let params = (0..count).map(|_| self.read_type(&mut item)).collect::<Read<Vec<_>>>()?;
        let results_at = item.offset();
        let results = item.read_count(1, "results")?;
        if results > 0 {
            return Err(wrong(results_at, 1, "a kernel has no results"));
        }
        item.expect_end().map(|()| params)
    }

    /// The element type of a literal, by the number that stands next.
    pub(super) fn read_scalar(&self, cursor: &mut EncodingReader<'_>) -> Read<Scalar> {
        let at = cursor.offset();
        self.scalar_of(cursor.read_varint()?, at)
    }

    /// An entry of the table: its tag and contents. The reference to the entry is at `at`.
    fn entry(&self, id: u64, at: usize) -> Read<(u64, EncodingReader<'b>)> {
        let mut item = self.table.item(id, at)?;
        Ok((item.read_varint()?, item))
    }

    /// The type of a value.
    fn value_type(&self, id: u64, at: usize) -> Read<Type> {
        let (tag, mut item) = self.entry(id, at)?;
        let ty = match tag {
            TOKEN => Type::Token,
            TILE => Type::Tile(self.read_tile(&mut item)?),
            TENSOR_VIEW => Type::TensorView(self.read_tensor_view(&mut item)?),
            PARTITION_VIEW => Type::PartitionView(self.read_partition_view(&mut item)?),
            STRIDED_VIEW if self.version >= 3 => Type::StridedView(self.read_strided_view(&mut item)?),
            GATHER_SCATTER_VIEW if self.version >= 3 => {
                Type::GatherScatterView(self.read_gather_scatter_view(&mut item)?)
            }
            _ => {
                return Err(wrong(
                    at,
                    1,
                    format!("no value has the type of tag {tag} in Tile IR 13.{}", self.version),
                ));
            }
        };
        item.expect_end().map(|()| ty)
    }

    fn scalar_of(&self, id: u64, at: usize) -> Read<Scalar> {
        let (tag, item) = self.entry(id, at)?;
        item.expect_end()?;
        if let Some((_, name)) = FOREIGN_SCALARS.iter().find(|(foreign, _)| *foreign == tag) {
            return Err(unsupported(
                Place { offset: at, len: 1, source: None },
                format!("elements of type {name}"),
            ));
        }
        let known = SCALARS.iter().find(|(known, since, _)| *known == tag && *since <= self.version);
        known.map(|(.., scalar)| *scalar).ok_or_else(|| wrong(at, 1, "this is no type of a number"))
    }

    /// A number, or a pointer to a number.
    fn read_element(&self, cursor: &mut EncodingReader<'_>) -> Read<Element> {
        let at = cursor.offset();
        let id = cursor.read_varint()?;
        let (tag, mut item) = self.entry(id, at)?;
        if tag != POINTER {
            return self.scalar_of(id, at).map(Element::Scalar);
        }
        let attributed = self.read_pointer_attribute(&mut item)?;
        let pointee = self.read_scalar(&mut item)?;
        refuse_attribute(attributed, at, &mut item)?;
        item.expect_end().map(|()| Element::Pointer(pointee))
    }

    /// From 13.4 a pointer may have an attribute.
    fn read_pointer_attribute(&self, item: &mut EncodingReader<'_>) -> Read<bool> {
        if self.version >= 4 { read_flag(item) } else { Ok(false) }
    }

    fn read_tile(&self, item: &mut EncodingReader<'_>) -> Read<TileType> {
        let element = self.read_element(item)?;
        let shape = read_list::<8, u32>(item, "an extent of a tile is a static power of two")?;
        Ok(TileType { shape, element })
    }

    fn read_tensor_view(&self, item: &mut EncodingReader<'_>) -> Read<TensorViewType> {
        let at = item.offset();
        let attributed = self.read_pointer_attribute(item)?;
        let element = self.read_element(item)?;
        let mut extents = || -> Read<Vec<Option<i64>>> {
            let list = read_list::<8, i64>(item, "")?.into_iter();
            Ok(list.map(|extent| (extent != DYNAMIC).then_some(extent)).collect())
        };
        let (shape, strides) = (extents()?, extents()?);
        refuse_attribute(attributed, at, item)?;
        if shape.len() != strides.len() {
            let (extents, strides) = (shape.len(), strides.len());
            return Err(wrong(at, 1, format!("the view has {extents} extents and {strides} strides")));
        }
        Ok(TensorViewType { element, shape, strides })
    }

    /// A tensor view's type, by the number that stands next.
    fn read_tensor(&self, cursor: &mut EncodingReader<'_>) -> Read<TensorViewType> {
        let at = cursor.offset();
        let (tag, mut item) = self.entry(cursor.read_varint()?, at)?;
        if tag != TENSOR_VIEW {
            return Err(wrong(at, 1, "this is no tensor view"));
        }
        let view = self.read_tensor_view(&mut item)?;
        item.expect_end().map(|()| view)
    }

    /// Up to 13.2 the padding flag stands before the padding, later before all fields.
    fn read_partition_view(&self, item: &mut EncodingReader<'_>) -> Read<PartitionViewType> {
        // The flags moved to the front with 13.3, where strided and gather/scatter views have them too.
        let early = if self.version >= 3 { Some(read_flag(item)?) } else { None };
        let tile = read_tile_shape(item)?;
        let tensor = self.read_tensor(item)?;
        let dim_map = read_dim_map(item)?;
        let padded = early.map_or_else(|| read_flag(item), Ok)?;
        Ok(PartitionViewType { tile, padding: read_padding(padded, item)?, tensor, dim_map })
    }

    fn read_strided_view(&self, item: &mut EncodingReader<'_>) -> Read<StridedViewType> {
        let padded = read_flag(item)?;
        let tile = read_tile_shape(item)?;
        let traversal_strides = read_list::<4, i64>(item, "")?;
        let tensor = self.read_tensor(item)?;
        let dim_map = read_dim_map(item)?;
        let partition = PartitionViewType { tile, padding: read_padding(padded, item)?, tensor, dim_map };
        Ok(StridedViewType { partition, traversal_strides })
    }

    fn read_gather_scatter_view(&self, item: &mut EncodingReader<'_>) -> Read<GatherScatterViewType> {
        let padded = read_flag(item)?;
        let tile = read_tile_shape(item)?;
        let tensor = self.read_tensor(item)?;
        let sparse_dim = item.read_varint_as("an axis")?;
        Ok(GatherScatterViewType { tile, padding: read_padding(padded, item)?, tensor, sparse_dim })
    }
}

/// An attribute of a pointer is refused, by its name.
fn refuse_attribute(attributed: bool, at: usize, item: &mut EncodingReader<'_>) -> Read<()> {
    if !attributed {
        return Ok(());
    }
    let number = item.read_byte()?;
    let name = POINTER_ATTRIBUTES.get(usize::from(number)).copied();
    let name = name.ok_or_else(|| wrong(at, 1, format!("there is no pointer attribute {number}")))?;
    Err(Unsupported::attributed_pointer(name, Place { offset: at, len: 1, source: None }).into())
}

/// Reads a set of flags with a single possible flag.
fn read_flag(cursor: &mut EncodingReader<'_>) -> Read<bool> {
    let at = cursor.offset();
    match cursor.read_varint()? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(wrong(at, 1, format!("the flags {other:#b} of a type are not known"))),
    }
}

/// A list of numbers of `N` bytes each, as many as a type can have axes.
fn read_list<const N: usize, T: TryFrom<i64>>(
    cursor: &mut EncodingReader<'_>,
    otherwise: &str,
) -> Read<Vec<T>> {
    let at = cursor.offset();
    let count = cursor.read_count(N, "numbers")?;
    if count > MAX_RANK {
        return Err(wrong(at, 1, format!("a type has at most {MAX_RANK} axes, not {count}")));
    }
    let mut number = || {
        let at = cursor.offset();
        let number = cursor.read_signed_le::<N>()?;
        T::try_from(number).map_err(|_| wrong(at, N, format!("{otherwise}, not {number}")))
    };
    (0..count).map(|_| number()).collect()
}

fn read_tile_shape(cursor: &mut EncodingReader<'_>) -> Read<Vec<u32>> {
    read_list::<4, u32>(cursor, "an extent of a tile is a static power of two")
}

fn read_dim_map(cursor: &mut EncodingReader<'_>) -> Read<Vec<usize>> {
    read_list::<4, usize>(cursor, "an axis is no negative number")
}

fn read_padding(padded: bool, cursor: &mut EncodingReader<'_>) -> Read<Option<Padding>> {
    if !padded {
        return Ok(None);
    }
    let at = cursor.offset();
    let number = cursor.read_byte()?;
    let known = PADDINGS.get(usize::from(number)).copied();
    known.map(Some).ok_or_else(|| wrong(at, 1, format!("there is no padding of the number {number}")))
}
