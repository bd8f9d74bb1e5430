//! Types in the text.

use std::fmt;

use crate::syntax::types::{
    GatherScatterViewType, Padding, PartitionViewType, StridedViewType, TensorViewType, Type,
};

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tile(tile) => write!(f, "{tile}"),
            Type::Token => f.write_str("token"),
            Type::TensorView(view) => write!(f, "{view}"),
            Type::PartitionView(view) => write!(f, "{view}"),
            Type::StridedView(view) => write!(f, "{view}"),
            Type::GatherScatterView(view) => write!(f, "{view}"),
        }
    }
}

impl fmt::Display for TensorViewType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor_view<")?;
        for extent in &self.shape {
            write!(f, "{}x", static_or_unknown(extent))?;
        }
        if self.shape.is_empty() {
            return write!(f, "{}>", self.element);
        }
        write!(f, "{}, strides=[{}]>", self.element, list(self.strides.iter().map(static_or_unknown)))
    }
}

impl fmt::Display for PartitionViewType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "partition_view<tile=({})", tile(&self.tile))?;
        padding(f, self.padding)?;
        write!(f, ", {}", self.tensor)?;
        dim_map(f, &self.dim_map)?;
        f.write_str(">")
    }
}

impl fmt::Display for StridedViewType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = &self.partition;
        let strides = list(self.traversal_strides.iter().map(i64::to_string));
        write!(f, "strided_view<tile=({}), traversal_strides=[{strides}]", tile(&view.tile))?;
        padding(f, view.padding)?;
        write!(f, ", {}", view.tensor)?;
        dim_map(f, &view.dim_map)?;
        f.write_str(">")
    }
}

impl fmt::Display for GatherScatterViewType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gather_scatter_view<tile=({})", tile(&self.tile))?;
        padding(f, self.padding)?;
        write!(f, ", {}, sparse_dim={}>", self.tensor, self.sparse_dim)
    }
}

fn static_or_unknown(extent: &Option<i64>) -> String {
    extent.map_or_else(|| "?".to_owned(), |extent| extent.to_string())
}

fn tile(shape: &[u32]) -> String {
    shape.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}

/// Types have no spaces in their lists.
fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

fn padding(f: &mut fmt::Formatter<'_>, padding: Option<Padding>) -> fmt::Result {
    let name = Padding::NAMES.iter().find(|(value, _)| Some(*value) == padding).map(|(_, name)| *name);
    name.map_or(Ok(()), |name| write!(f, ", padding_value = {name}"))
}

/// The identity is not written.
fn dim_map(f: &mut fmt::Formatter<'_>, dim_map: &[usize]) -> fmt::Result {
    if dim_map.iter().enumerate().all(|(axis, along)| axis == *along) {
        return Ok(());
    }
    let axes: Vec<String> = dim_map.iter().map(usize::to_string).collect();
    write!(f, ", dim_map=[{}]", axes.join(", "))
}
