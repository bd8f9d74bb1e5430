//! Types and hints, from the grammar's pairs.

use pest::iterators::Pair;

use super::attribute;
use super::grammar::{Rule, place, wrong};
use crate::problem::IllFormed;
use crate::syntax::attributes::Hint;
use crate::syntax::types::{
    Element, GatherScatterViewType, Padding, PartitionViewType, Scalar, StridedViewType, TensorViewType,
    TileType, Type,
};

/// The most axes that a type can have.
pub(super) const MAX_RANK: usize = 32;

/// A type.
pub(super) fn ty(pair: Pair<'_, Rule>) -> Result<Type, IllFormed> {
    let at = pair.clone();
    let Some(inner) = pair.into_inner().next() else { return Err(wrong(&at, "expected a type")) };
    let rule = inner.as_rule();
    if rule == Rule::token {
        return Ok(Type::Token);
    }
    if rule == Rule::tile {
        return tile(inner).map(Type::Tile);
    }
    if rule == Rule::tensor_view {
        return tensor_view(inner).map(Type::TensorView);
    }
    if rule == Rule::bare_pointer {
        return bare_pointer(inner).map(Type::Tile);
    }
    view(inner)
}

/// A pointer outside a tile, read as a tile of rank 0: its kernel is unsupported.
fn bare_pointer(pair: Pair<'_, Rule>) -> Result<TileType, IllFormed> {
    let at = pair.clone();
    let mut pointers = pair.into_inner().flat_map(|pointer| pointer.into_inner());
    let pointee = pointers.next().map(|pointee| scalar(&pointee)).transpose()?;
    let element = pointee.map(Element::Pointer).ok_or_else(|| wrong(&at, "expected an element type"))?;
    Ok(TileType { shape: Vec::new(), element })
}

/// A tile type.
fn tile(pair: Pair<'_, Rule>) -> Result<TileType, IllFormed> {
    let (extents, element) = shaped(pair)?;
    let shape = extents.iter().map(|(extent, pair)| tile_extent(*extent, pair)).collect::<Result<_, _>>()?;
    Ok(TileType { shape, element })
}

/// An extent of a tile is known, and small enough for a machine word; `valid` looks at the rest.
fn tile_extent(extent: Option<i64>, pair: &Pair<'_, Rule>) -> Result<u32, IllFormed> {
    let known = extent.and_then(|extent| u32::try_from(extent).ok());
    known.ok_or_else(|| wrong(pair, "an extent of a tile must be a static power of two"))
}

type Extent<'i> = (Option<i64>, Pair<'i, Rule>);

/// Extents and an element type: the first child of a tile or a tensor view.
fn shaped(pair: Pair<'_, Rule>) -> Result<(Vec<Extent<'_>>, Element), IllFormed> {
    let at = pair.clone();
    let (mut extents, mut element) = (Vec::new(), None);
    let shaped = pair.into_inner().filter(|inner| inner.as_rule() == Rule::shaped);
    for inner in shaped.flat_map(|shaped| shaped.into_inner()) {
        let rule = inner.as_rule();
        if rule == Rule::extent {
            extents.push((extent(&inner)?, inner));
        } else if rule == Rule::pointer {
            let pointee = inner.into_inner().next().map(|pair| scalar(&pair)).transpose()?;
            element = pointee.map(Element::Pointer);
        } else if rule == Rule::scalar {
            element = Some(Element::Scalar(scalar(&inner)?));
        }
    }
    if extents.len() > MAX_RANK {
        return Err(wrong(&at, format!("a type has at most {MAX_RANK} axes")));
    }
    element.map(|element| (extents, element)).ok_or_else(|| wrong(&at, "expected an element type"))
}

/// A number, or `None` for `?`.
fn extent(pair: &Pair<'_, Rule>) -> Result<Option<i64>, IllFormed> {
    if pair.as_str() == "?" {
        return Ok(None);
    }
    pair.as_str().parse().map(Some).map_err(|_| wrong(pair, "the number is too large"))
}

/// `[…]` of numbers and `?`.
fn extents(pair: Pair<'_, Rule>) -> Result<Vec<Option<i64>>, IllFormed> {
    pair.into_inner().map(|inner| extent(&inner)).collect()
}

/// An element type.
pub(super) fn scalar(pair: &Pair<'_, Rule>) -> Result<Scalar, IllFormed> {
    Scalar::from_name(pair.as_str()).ok_or_else(|| {
        let names: Vec<&str> = Scalar::NAMES.iter().map(|(_, name)| *name).collect();
        let message = format!("`{}` is no element type", pair.as_str());
        IllFormed { message, at: place(pair), help: Some(format!("one of {}", names.join(", "))) }
    })
}

fn tensor_view(pair: Pair<'_, Rule>) -> Result<TensorViewType, IllFormed> {
    let at = pair.clone();
    let strides = pair.clone().into_inner().find(|inner| inner.as_rule() == Rule::extents);
    let are_given = strides.is_some();
    let strides = strides.map(extents).transpose()?.unwrap_or_default();
    let (shape, element) = shaped(pair)?;
    let shape: Vec<Option<i64>> = shape.into_iter().map(|(extent, _)| extent).collect();
    if shape.is_empty() && are_given {
        return Err(wrong(&at, "a view without axes has no strides"));
    }
    if shape.len() != strides.len() {
        let message = format!("the view has {} extents and {} strides", shape.len(), strides.len());
        return Err(wrong(&at, message));
    }
    Ok(TensorViewType { element, shape, strides })
}

/// The common parts of the three views, and the parts of single ones.
#[derive(Default)]
struct ViewParts {
    tile: Vec<u32>,
    padding: Option<Padding>,
    tensor: Option<TensorViewType>,
    traversal_strides: Vec<i64>,
    dim_map: Option<Vec<usize>>,
    sparse_dim: usize,
}

/// A partition, strided or gather/scatter view type.
fn view(pair: Pair<'_, Rule>) -> Result<Type, IllFormed> {
    let at = pair.clone();
    let parts = view_parts(pair)?;
    let tensor = parts.tensor.ok_or_else(|| wrong(&at, "expected a tensor view type"))?;
    let dim_map = parts.dim_map.unwrap_or_else(|| (0..tensor.shape.len()).collect());
    let (tile, padding) = (parts.tile, parts.padding);
    if at.as_rule() == Rule::gather_scatter_view {
        let view = GatherScatterViewType { tile, padding, tensor, sparse_dim: parts.sparse_dim };
        return Ok(Type::GatherScatterView(view));
    }
    let partition = PartitionViewType { tile, padding, tensor, dim_map };
    if at.as_rule() == Rule::strided_view {
        let traversal_strides = parts.traversal_strides;
        return Ok(Type::StridedView(StridedViewType { partition, traversal_strides }));
    }
    Ok(Type::PartitionView(partition))
}

fn view_parts(pair: Pair<'_, Rule>) -> Result<ViewParts, IllFormed> {
    let mut parts = ViewParts::default();
    for inner in pair.into_inner() {
        let rule = inner.as_rule();
        if rule == Rule::tile_shape {
            let axes = inner.into_inner();
            parts.tile =
                axes.map(|axis| tile_extent(extent(&axis)?, &axis)).collect::<Result<_, IllFormed>>()?;
        } else if rule == Rule::padding {
            parts.padding = inner.into_inner().next().map(|word| padding(&word)).transpose()?;
        } else if rule == Rule::tensor_view {
            parts.tensor = Some(tensor_view(inner)?);
        } else if rule == Rule::extents {
            let strides = inner.into_inner().map(|pair| known(&pair));
            parts.traversal_strides = strides.collect::<Result<_, _>>()?;
        } else if rule == Rule::dim_map {
            let axes = inner.into_inner().flat_map(|list| list.into_inner());
            parts.dim_map = Some(axes.map(|axis| index(&axis)).collect::<Result<_, _>>()?);
        } else if rule == Rule::number {
            parts.sparse_dim = index(&inner)?;
        }
    }
    Ok(parts)
}

fn padding(word: &Pair<'_, Rule>) -> Result<Padding, IllFormed> {
    let found = Padding::NAMES.iter().find(|(_, name)| *name == word.as_str());
    found.map(|(padding, _)| *padding).ok_or_else(|| {
        let names: Vec<&str> = Padding::NAMES.iter().map(|(_, name)| *name).collect();
        wrong(word, format!("expected a padding value: {}", names.join(", ")))
    })
}

fn known(pair: &Pair<'_, Rule>) -> Result<i64, IllFormed> {
    extent(pair)?.ok_or_else(|| wrong(pair, "traversal strides are static"))
}

/// A natural number: an axis, or a count.
pub(super) fn index<T: std::str::FromStr>(pair: &Pair<'_, Rule>) -> Result<T, IllFormed> {
    pair.as_str().parse().map_err(|_| wrong(pair, format!("`{}` does not fit here", pair.as_str())))
}

/// `optimization_hints = <…>`, or one group of hints.
pub(super) fn hints(pair: Pair<'_, Rule>) -> Result<Vec<(String, Hint)>, IllFormed> {
    let mut list = Vec::new();
    for hint in pair.into_inner() {
        let at = hint.clone();
        let mut inner = hint.into_inner();
        let (Some(key), Some(value)) = (inner.next(), inner.next()) else {
            return Err(wrong(&at, "expected `name = value`"));
        };
        let rule = value.as_rule();
        let hint = if rule == Rule::group {
            Hint::Group(hints(value)?)
        } else if rule == Rule::boolean {
            Hint::Flag(value.as_str() == "true")
        } else if rule == Rule::string {
            Hint::Text(attribute::unescape(value.as_str()))
        } else {
            Hint::Number(index(&value)?)
        };
        list.push((key.as_str().to_owned(), hint));
    }
    Ok(list)
}
