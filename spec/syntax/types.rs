//! Types: elements, tiles, tokens and views (Tile IR, *Type system*).

use std::borrow::Cow;
use std::fmt;

use super::count::{u64_from_u32, usize_from_u32};

/// A numeric element type. Integers carry no sign: operations do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// One bit as a value, one byte in memory.
    I1,
    /// Four bits.
    I4,
    /// Eight bits.
    I8,
    /// Sixteen bits.
    I16,
    /// Thirty-two bits.
    I32,
    /// Sixty-four bits.
    I64,
    /// IEEE binary16.
    F16,
    /// The upper half of binary32.
    Bf16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// Nineteen significant bits stored in thirty-two.
    Tf32,
    /// Four exponent bits, three mantissa bits, no infinity.
    F8E4m3fn,
    /// Five exponent bits, two mantissa bits.
    F8E5m2,
    /// An unsigned power of two.
    F8E8m0fnu,
    /// Two exponent bits, one mantissa bit.
    F4E2m1fn,
}

impl Scalar {
    /// Every element type, with its name in the text.
    pub const NAMES: &[(Scalar, &str)] = &[
        (Scalar::I1, "i1"),
        (Scalar::I4, "i4"),
        (Scalar::I8, "i8"),
        (Scalar::I16, "i16"),
        (Scalar::I32, "i32"),
        (Scalar::I64, "i64"),
        (Scalar::F16, "f16"),
        (Scalar::Bf16, "bf16"),
        (Scalar::F32, "f32"),
        (Scalar::F64, "f64"),
        (Scalar::Tf32, "tf32"),
        (Scalar::F8E4m3fn, "f8E4M3FN"),
        (Scalar::F8E5m2, "f8E5M2"),
        (Scalar::F8E8m0fnu, "f8E8M0FNU"),
        (Scalar::F4E2m1fn, "f4E2M1FN"),
    ];

    /// The type with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, n)| *n == name).map(|(s, _)| *s)
    }

    /// The name in the text.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(s, _)| *s == self).map_or("", |(_, n)| n)
    }

    /// Bits of a value: 1 for a boolean.
    pub const fn bits(self) -> u32 {
        match self {
            Scalar::I1 => 1,
            Scalar::I4 | Scalar::F4E2m1fn => 4,
            Scalar::I8 | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu => 8,
            Scalar::I16 | Scalar::F16 | Scalar::Bf16 => 16,
            Scalar::I32 | Scalar::F32 | Scalar::Tf32 => 32,
            Scalar::I64 | Scalar::F64 => 64,
        }
    }

    /// The bytes of an element in memory, perhaps shared with another element.
    pub const fn bytes(self) -> u64 {
        u64_from_u32(self.bits().div_ceil(8))
    }

    /// How many elements of an array share one byte: two of `f4E2M1FN`. (`i4` is in no memory.)
    pub const fn in_a_byte(self) -> u64 {
        match self {
            Scalar::F4E2m1fn => 2,
            Scalar::I1
            | Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::F16
            | Scalar::Bf16
            | Scalar::F32
            | Scalar::F64
            | Scalar::Tf32
            | Scalar::F8E4m3fn
            | Scalar::F8E5m2
            | Scalar::F8E8m0fnu => 1,
        }
    }

    /// Bytes of an array of so many elements; `None` where no address space has as many.
    pub const fn bytes_of(self, count: u64) -> Option<u64> {
        count.div_ceil(self.in_a_byte()).checked_mul(self.bytes())
    }

    /// How many elements so many bytes hold.
    pub const fn count_in(self, bytes: u64) -> u64 {
        (bytes / self.bytes()).saturating_mul(self.in_a_byte())
    }

    /// Whether the type is an integer type.
    pub const fn is_integer(self) -> bool {
        matches!(self, Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a tile's element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A number.
    Scalar(Scalar),
    /// The address of a number; 64 bits.
    Pointer(Scalar),
}

impl Element {
    /// The numeric type, if it is not a pointer.
    pub const fn scalar(self) -> Option<Scalar> {
        match self {
            Element::Scalar(scalar) => Some(scalar),
            Element::Pointer(_) => None,
        }
    }

    /// The pointee type, if the type is a pointer.
    pub const fn pointee(self) -> Option<Scalar> {
        match self {
            Element::Scalar(_) => None,
            Element::Pointer(scalar) => Some(scalar),
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Scalar(scalar) => write!(f, "{scalar}"),
            Element::Pointer(scalar) => write!(f, "ptr<{scalar}>"),
        }
    }
}

/// The type of a tile: a static shape (empty for a scalar) of elements.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TileType {
    /// Extents, each a power of two; at most [`TileType::MAX_ELEMENTS`] in all.
    pub shape: Vec<u32>,
    /// The element type.
    pub element: Element,
}

impl TileType {
    /// The most elements that a tile can have (semantics A.3).
    pub const MAX_ELEMENTS: u64 = 1 << 24;

    /// A rank-0 tile.
    pub fn scalar(scalar: Scalar) -> Self {
        TileType { shape: Vec::new(), element: Element::Scalar(scalar) }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().fold(1usize, |product, extent| product.saturating_mul(usize_from_u32(*extent)))
    }

    /// Whether it has no elements: never, for a valid tile.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Display for TileType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tile<")?;
        for extent in &self.shape {
            write!(f, "{extent}x")?;
        }
        write!(f, "{}>", self.element)
    }
}

/// What a masked or padded view load gives outside the tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Padding {
    /// Positive zero, integer zero, the null pointer.
    Zero,
    /// Negative zero.
    NegZero,
    /// A quiet NaN.
    Nan,
    /// Positive infinity.
    PosInf,
    /// Negative infinity.
    NegInf,
}

impl Padding {
    /// Every padding with its name in the text.
    pub const NAMES: &[(Padding, &str)] = &[
        (Padding::Zero, "zero"),
        (Padding::NegZero, "neg_zero"),
        (Padding::Nan, "nan"),
        (Padding::PosInf, "pos_inf"),
        (Padding::NegInf, "neg_inf"),
    ];

    /// Whether views of a type may be padded so: it has the value, or it is zero, which every type may name.
    pub const fn is_of(self, scalar: Scalar) -> bool {
        match self {
            Padding::Zero => true,
            Padding::NegZero => !scalar.is_integer() && !matches!(scalar, Scalar::F8E8m0fnu),
            Padding::Nan => !scalar.is_integer() && !matches!(scalar, Scalar::F4E2m1fn),
            Padding::PosInf | Padding::NegInf => matches!(
                scalar,
                Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::Tf32 | Scalar::F64 | Scalar::F8E5m2
            ),
        }
    }

    /// The bits of a padding element; `None` if undetermined: f8E8M0FNU has no zero, and no document gives a substitute.
    /// The NaN is the quiet NaN without a payload, not the arithmetic NaN.
    pub const fn bits(self, scalar: Scalar) -> Option<u64> {
        let (sign, infinity, quiet) = match scalar {
            Scalar::F16 => (1 << 15, 0x7c00, 0x0200),
            Scalar::Bf16 => (1 << 15, 0x7f80, 0x0040),
            Scalar::F32 | Scalar::Tf32 => (1 << 31, 0x7f80_0000, 0x0040_0000),
            // Missing values are no padding: see [`Padding::is_of`].
            Scalar::F8E4m3fn => (1 << 7, 0, 0x7f),
            Scalar::F8E5m2 => (1 << 7, 0x7c, 0x02),
            Scalar::F8E8m0fnu => (0, 0, 0xff),
            Scalar::F64 => (1 << 63, 0x7ff0_0000_0000_0000, 0x0008_0000_0000_0000),
            Scalar::I1
            | Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::F4E2m1fn => return Some(0),
        };
        Some(match self {
            Padding::Zero if matches!(scalar, Scalar::F8E8m0fnu) => return None,
            Padding::Zero => 0,
            Padding::NegZero => sign,
            Padding::Nan => infinity | quiet,
            Padding::PosInf => infinity,
            Padding::NegInf => sign | infinity,
        })
    }
}

/// The type of a tensor view: a base pointer with extents and strides, in elements; `None` is known at run time only.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TensorViewType {
    /// The element type.
    pub element: Element,
    /// Extents.
    pub shape: Vec<Option<i64>>,
    /// Strides, in elements.
    pub strides: Vec<Option<i64>>,
}

impl TensorViewType {
    /// Of a tensor of elements of four bits, the axis along which two share a byte: the only one of static stride 1.
    pub fn packed_axis(&self) -> Option<usize> {
        if self.element != Element::Scalar(Scalar::F4E2m1fn) {
            return None;
        }
        let mut along = (0..self.strides.len()).filter(|axis| self.strides[*axis] == Some(1));
        along.next().filter(|_| along.next().is_none())
    }
}

/// The type of a partition view (semantics C.2, C.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PartitionViewType {
    /// Extents of the tile.
    pub tile: Vec<u32>,
    /// The value of a load outside the tensor; unspecified without it.
    pub padding: Option<Padding>,
    /// The divided tensor.
    pub tensor: TensorViewType,
    /// Tile axis `d` runs along tensor axis `dim_map[d]`; the identity is written out.
    pub dim_map: Vec<usize>,
}

/// The type of a strided view (semantics C.4).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StridedViewType {
    /// The generalized partition.
    pub partition: PartitionViewType,
    /// Distance, in elements, of neighbouring tiles along each tile axis.
    pub traversal_strides: Vec<i64>,
}

/// The type of a gather/scatter view (semantics C.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GatherScatterViewType {
    /// Extents of the tile.
    pub tile: Vec<u32>,
    /// The value of a load outside the tensor.
    pub padding: Option<Padding>,
    /// The tensor.
    pub tensor: TensorViewType,
    /// The axis that is indexed by a tile.
    pub sparse_dim: usize,
}

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A tile.
    Tile(TileType),
    /// An ordering of memory operations; nothing at run time.
    Token,
    /// A tensor view.
    TensorView(TensorViewType),
    /// A partition view.
    PartitionView(PartitionViewType),
    /// A strided view.
    StridedView(StridedViewType),
    /// A gather/scatter view.
    GatherScatterView(GatherScatterViewType),
}

impl Type {
    /// The tile type, if the type is a tile.
    pub fn tile(&self) -> Option<&TileType> {
        if let Type::Tile(tile) = self { Some(tile) } else { None }
    }

    /// The layout of tiles over a tensor, if the type is a view of tiles.
    pub fn tiled(&self) -> Option<TiledView<'_>> {
        let (partition, steps) = match self {
            Type::Tile(_) | Type::Token | Type::TensorView(_) => return None,
            Type::PartitionView(view) => (view, view.tile.iter().map(|extent| (*extent).into()).collect()),
            Type::StridedView(view) => (&view.partition, view.traversal_strides.clone()),
            Type::GatherScatterView(view) => return Some(view.tiled()),
        };
        let PartitionViewType { tile, padding, tensor, dim_map } = partition;
        let dim_map = dim_map.as_slice().into();
        Some(TiledView { tile, steps, dim_map, sparse: None, padding: *padding, tensor })
    }
}

impl GatherScatterViewType {
    /// The view is indexed by elements, so neighboring tiles begin one element apart.
    fn tiled(&self) -> TiledView<'_> {
        TiledView {
            tile: &self.tile,
            steps: vec![1; self.tile.len()],
            dim_map: (0..self.tile.len()).collect(),
            sparse: Some(self.sparse_dim),
            padding: self.padding,
            tensor: &self.tensor,
        }
    }
}

/// How a view lays tiles over a tensor, whichever view it is (semantics C.2 to C.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledView<'t> {
    /// Extents of the tile.
    pub tile: &'t [u32],
    /// How many elements apart neighbouring tiles begin, by tile axis: the tile's extent in a partition view.
    pub steps: Vec<i64>,
    /// Tile axis `d` runs along tensor axis `dim_map[d]`.
    pub dim_map: Cow<'t, [usize]>,
    /// The tile axis along which every row has its own index.
    pub sparse: Option<usize>,
    /// The value of a load outside the tensor; unspecified without it.
    pub padding: Option<Padding>,
    /// The tensor.
    pub tensor: &'t TensorViewType,
}
