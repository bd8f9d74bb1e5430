//! A paused run seen from outside: elements of tiles, views, arrays, and planned accesses.

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::types::TileType;

use crate::machine::outcome::{Contents, Stop};
use crate::memory::strided_run::BufferRun;
use crate::ops::access::plan::AccessPlan;
use crate::stepper::steps::Stepper;
use crate::values::elements::Elements;
use crate::values::host_width::{to_index, to_u64};
use crate::values::tile::Tile;
use crate::values::value::Value;

/// A value, as shown.
#[derive(Debug, Clone)]
pub enum Seen<'a> {
    /// A tile.
    Tile(SeenTile<'a>),
    /// A token.
    Token,
    /// A tensor view.
    View(SeenView),
}

/// A tile, as shown.
#[derive(Debug, Clone, Copy)]
pub struct SeenTile<'a> {
    tile: &'a Tile,
    ty: &'a TileType,
}

/// An element of a tile, as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeenElement {
    /// No known value.
    Undetermined,
    /// The bits of a number, zero-extended.
    Bits(u64),
    /// A pointer.
    Pointer {
        /// The array of the pointer; `None` for a pointer made from an integer.
        array: Option<usize>,
        /// Bytes from the start of the array; without one the address.
        offset: i64,
        /// Whether the offset overflowed.
        overflowed: bool,
    },
}

/// A tensor in memory, as it is seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenView {
    /// The array, and bytes from the start of it.
    pub base: SeenElement,
    /// Elements along each axis.
    pub extents: Vec<i128>,
    /// Elements between neighbours along each axis.
    pub strides: Vec<i128>,
}

/// The owner of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArrayOf {
    /// The launch, with the position among its buffers.
    Buffer(usize),
    /// The module's: a position among the kernel's globals.
    Global(usize),
    /// The running block's array, made by `alloca`.
    Block(ValueId),
}

/// The accesses of an operation, lane by lane.
#[derive(Debug, Clone)]
pub struct Accesses {
    plan: AccessPlan,
    bytes: u64,
}

impl<'a> SeenTile<'a> {
    /// The type.
    pub const fn ty(&self) -> &'a TileType {
        self.ty
    }

    /// An element, counted in row-major order.
    ///
    /// # Panics
    /// The tile has no such element.
    pub fn element(&self, lane: usize) -> SeenElement {
        if self.tile.undetermined.at(lane) {
            return SeenElement::Undetermined;
        }
        match &self.tile.elements {
            Elements::Pointers(pointers) => SeenElement::Pointer {
                array: pointers.provenance(lane).map(to_index),
                offset: pointers.offset(lane),
                overflowed: pointers.overflowed.at(lane),
            },
            Elements::U8(_) | Elements::U16(_) | Elements::U32(_) | Elements::U64(_) => {
                SeenElement::Bits(self.tile.raw(lane))
            }
        }
    }

    /// Whether any element is undetermined.
    pub fn has_undetermined(&self) -> bool {
        self.tile.undetermined.any()
    }
}

impl Accesses {
    /// The array of an element, and bytes from the start of it; none where the lane accesses nothing.
    pub fn of_lane(&self, lane: usize) -> Option<(usize, i64)> {
        self.all().find(|(own, ..)| *own == lane).map(|(_, array, offset)| (array, offset))
    }

    /// The first lane whose element shares a byte with another of so many bytes.
    pub fn lane_at(&self, array: usize, offset: i64, bytes: u64) -> Option<usize> {
        let overlaps =
            |own: i64| own < offset + bytes.cast_signed() && offset < own + self.bytes.cast_signed();
        let within = |planned: &&BufferRun| {
            let ends = [planned.run.at(0).1, planned.run.at(planned.run.count.saturating_sub(1)).1];
            let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            to_index(planned.buffer) == array
                && least < offset + bytes.cast_signed()
                && offset < most + self.bytes.cast_signed()
        };
        let lanes = self.plan.iter().filter(within).flat_map(|planned| {
            (0..planned.run.count).map(|k| planned.run.at(k)).filter(|(_, own)| overlaps(*own))
        });
        lanes.map(|(lane, _)| lane).min()
    }

    /// Every lane that accesses an element, with the array and the bytes from the start of it.
    pub fn all(&self) -> impl Iterator<Item = (usize, usize, i64)> {
        self.plan.iter().flat_map(|BufferRun { buffer, run }| {
            (0..run.count).map(move |k| {
                let (lane, offset) = run.at(k);
                (lane, to_index(*buffer), offset)
            })
        })
    }

    /// Bytes of an element.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<'k> Stepper<'k> {
    /// A value of the current block, or a parameter.
    pub fn value(&self, id: ValueId) -> Option<Seen<'_>> {
        let is_parameter = self.machine.kernel.params.contains(&id);
        let value = self.machine.last_value(id).filter(|_| is_parameter || self.made(id).is_some())?;
        Some(match value {
            Value::Tile(tile) => Seen::Tile(SeenTile { tile, ty: self.machine.kernel.tile(id) }),
            Value::Token(_) => Seen::Token,
            Value::View(view) => Seen::View(SeenView {
                base: if view.undetermined {
                    SeenElement::Undetermined
                } else {
                    let array = view.buffer.map(to_index);
                    SeenElement::Pointer { array, offset: view.offset, overflowed: view.overflowed }
                },
                extents: view.extents.iter().map(|extent| extent.0).collect(),
                strides: view.strides.iter().map(|stride| stride.0).collect(),
            }),
        })
    }

    /// A tile of the current block, or a parameter.
    pub fn tile(&self, id: ValueId) -> Option<SeenTile<'_>> {
        match self.value(id)? {
            Seen::Tile(tile) => Some(tile),
            Seen::Token | Seen::View(_) => None,
        }
    }

    /// How many arrays there are: the launch's, the module's, and those of the running block.
    pub fn arrays(&self) -> usize {
        self.machine.allocations.len()
    }

    /// The owner of an array.
    pub fn array_of(&self, array: usize) -> Option<ArrayOf> {
        let buffers = self.machine.parameters.len();
        if array < buffers {
            return Some(ArrayOf::Buffer(array));
        }
        if array < self.machine.lasting {
            return Some(ArrayOf::Global(array - buffers));
        }
        let maker = self.machine.scratch.iter().position(|own| own.map(to_index) == Some(array))?;
        u32::try_from(maker).ok().map(|maker| ArrayOf::Block(ValueId(maker)))
    }

    /// The address of the first byte of an array.
    pub fn address(&self, array: usize) -> Option<i128> {
        self.machine.allocations.get(array).map(|allocation| allocation.base)
    }

    /// The current contents of an array.
    pub fn contents(&self, array: usize) -> Option<Contents> {
        let allocation = self.machine.allocations.get(array)?.clone();
        Some(Contents { allocation })
    }

    /// How many elements of so many bytes an array has.
    pub fn elements_of(&self, array: usize, bytes: u64) -> u64 {
        self.machine.allocations.get(array).map_or(0, |allocation| allocation.size / bytes.max(1))
    }

    /// The array and offset at the address of a pointer without an array.
    pub fn resolve(&self, offset: i64) -> Option<(usize, i64)> {
        let (array, offset) = self.machine.resolve_pointer(None, offset);
        Some((to_index(array?), offset))
    }

    /// The accesses of the next operation; `None` if it accesses no memory.
    ///
    /// # Errors
    /// The rule that the access would break.
    pub fn accesses(&self, op: &Operation) -> Option<Result<Accesses, Stop>> {
        let plan = self.machine.plan_of(op)?;
        let accessed = op.operands.iter().find_map(|id| {
            let ty = self.machine.kernel.ty(*id);
            let pointee = || ty.tile().and_then(|tile| tile.element.pointee());
            ty.tiled().map_or_else(pointee, |view| view.tensor.element.scalar())
        });
        let bytes = accessed.map_or(1, |scalar| scalar.bytes());
        Some(plan.map(|plan| Accesses { plan, bytes }))
    }

    /// The running kernel.
    pub fn kernel(&self) -> &'k Kernel {
        self.machine.kernel
    }

    /// How many elements a value has.
    pub fn lanes(&self, id: ValueId) -> u64 {
        self.machine.kernel.ty(id).tile().map_or(1, |tile| to_u64(tile.len()))
    }
}
