//! The rule registry: the only place where an undefined-behavior rule is declared.

use std::fmt;

/// Declares every rule once; everything else about a rule is derived from its row.
macro_rules! rules {
    ($( $(#[doc = $text:literal])+ $name:ident = $code:literal, $title:literal, $source:literal; )*) => {
        /// A rule of the specification. What its variant's documentation says must hold, or the program is undefined.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $( $(#[doc = $text])+ $name, )* }

        impl Rule {
            /// Every rule, in document order.
            pub const ALL: &[Rule] = &[$( Rule::$name, )*];

            /// The stable code; also the anchor in the specification.
            pub const fn code(self) -> &'static str { match self { $( Rule::$name => $code, )* } }

            /// The headline of a diagnostic: what went wrong.
            pub const fn title(self) -> &'static str { match self { $( Rule::$name => $title, )* } }

            /// The normative text: what must hold.
            pub const fn text(self) -> &'static str { match self { $( Rule::$name => concat!($($text),+), )* } }

            /// Where the rule comes from: documents, and ids of the rule catalogue.
            pub const fn source(self) -> &'static str { match self { $( Rule::$name => $source, )* } }
        }
    };
}

rules! {
    /// An operation that promises `no_signed_wrap` has a result that is representable as a signed integer of its type.
    SignedOverflow = "arith.overflow.signed", "signed integer overflow",
        "Tile IR, addi, subi, muli, shli, negi; Tile C++, Undefined Behavior Annex (ARITH-1 to ARITH-4, ARITH-8)";
    /// An operation that promises `no_unsigned_wrap` has a result that is representable as an unsigned integer of its type.
    UnsignedOverflow = "arith.overflow.unsigned", "unsigned integer overflow",
        "Tile IR, IntegerOverflow attribute (ARITH-8)";
    /// A truncation that promises `no_signed_wrap` drops only copies of the new sign bit.
    TruncationSigned = "arith.trunc.signed", "truncation changes a signed value",
        "Tile IR, trunci (ARITH-9)";
    /// A truncation that promises `no_unsigned_wrap` drops only zeros.
    TruncationUnsigned = "arith.trunc.unsigned", "truncation changes an unsigned value",
        "Tile IR, trunci (ARITH-9); a bool byte other than 0 and 1 in Tile C++ (MEM-11)";
    /// The right-hand side of an integer division or remainder is not zero.
    DivisionByZero = "arith.div.zero", "integer division by zero",
        "Tile IR, divi, remi (ARITH-5)";
    /// A signed division or remainder does not divide the least value by minus one.
    DivisionOverflow = "arith.div.overflow", "signed division overflow",
        "Tile IR, divi (ARITH-6); for remi as in C++ (ARITH-7)";

    /// A slice of a tile has a number, read as unsigned, that is less than the number of slices along every axis.
    SliceIndex = "tile.slice", "a slice lies outside its tile",
        "Tile IR, extract, insert; Tile C++, extract; cuda.tile.extract (ARITH-16)";

    /// Every element of an assumed value lies within the bounds that the assumption names, read as signed.
    AssumeBounded = "assume.bounded", "a bound is assumed that does not hold",
        "Tile C++, Assumptions, assume_bounded (ASM-1 to ASM-3, ASM-10)";
    /// Every element of an assumed integer is a multiple of the divisor that the assumption names.
    AssumeDivisible = "assume.divisible", "a divisibility is assumed that does not hold",
        "Tile C++, Assumptions, assume_divisible (ASM-4, ASM-10)";
    /// Every element of an assumed pointer is an address that is a multiple of the alignment that the assumption names.
    AssumeAligned = "assume.aligned", "an alignment is assumed that does not hold",
        "Tile C++, Assumptions, assume_aligned (ASM-6, ASM-10)";
    /// Along the axis that a strided assumption names, every run starts with a multiple and goes up one by one.
    AssumeStrided = "assume.strided", "runs are assumed that are not there",
        "Tile C++, Assumptions, assume_divisible_strided and assume_aligned_strided (ASM-5, ASM-7, ASM-10)";
    /// Every partition of the shape that a blocked assumption names holds one value only.
    AssumeSame = "assume.same", "equal elements are assumed that differ",
        "Tile C++, Assumptions, assume_blocked (ASM-8, ASM-10)";

    /// The step of a `for` is positive, read as signed.
    LoopStep = "loop.step", "a loop's step is not positive",
        "Tile IR, for (LOOP-1, LOOP-2, LOOP-5)";
    /// The induction variable of a `for` never passes the greatest value of its type, not even after the last iteration.
    LoopOverflow = "loop.overflow", "a loop's induction variable overflows",
        "Tile C++, irange (LOOP-3, LOOP-6)";

    /// An index of an access through a view is a number that the index type of the view's span or array represents, every one of a
    /// tile of indices: it is converted to that type before anything looks at it.
    SourceIndex = "source.index.representable", "an index is not representable in the view's index type",
        "Tile C++, Partition View, load, store, atomic_load, atomic_store, undefined behavior (PV-1); cuda.tile.load, tile space";
    /// A value that is given for a static extent, where `extents` is made of all extents, is that extent, as the index type has it.
    SourceStatic = "source.extents.static", "a value is given for a static extent that is another",
        "Tile C++, extents, constructors (EXT-4)";
    /// An axis that `extent` or `static_extent` is asked for is less than the rank.
    SourceRank = "source.extents.rank", "an extent is asked for beyond the rank",
        "Tile C++, extents, extent and static_extent (EXT-1, EXT-2)";
    /// A static extent that is asked for, or that an access depends on, is representable in the index type.
    SourceExtent = "source.extents.representable", "a static extent is not representable in the index type",
        "Tile C++, extents, extent (EXT-3)";
    /// An extent of a span that is accessed through a view is not negative: the index space is empty otherwise, so no index lies in it.
    SourceNegative = "source.extents.negative", "an access through a view of a negative extent",
        "Tile C++, Partition View, index space (PV-2)";
    /// Two elements of a span that is accessed through a view never lie at one place, whichever of them the access touches: where P and
    /// Q lie within the extents and differ, Σ Pₖ·sₖ and Σ Qₖ·sₖ differ.
    SourceInjective = "source.view.injective", "an access through a view of a span whose elements lie on one another",
        "Tile C++, Partition View, load, store, atomic_load, atomic_store, undefined behavior (PV-4)";
    /// The step of an `irange` is positive, also where no `for` goes through it.
    SourceStep = "source.range.step", "a range's step is not positive",
        "Tile C++, irange (LOOP-2)";

    /// Every stride of a tensor view is positive, but that of an axis of one element; strides given at run time are read as unsigned.
    ViewStride = "view.stride", "a tensor view's stride is zero",
        "Tile IR, tensor_view (SPAN-2)";
    /// Two elements of four bits share a byte, so of a tensor of them the extent along the axis of stride 1 and the strides of
    /// the other axes are even, and an accessed tile begins at an even element of that axis.
    ViewPacked = "view.packed", "a row or a tile of elements of four bits begins inside a byte",
        "Tile IR, Type system, elements of four bits; NVIDIA's compiler 13.5.37";
    /// The index of a view access lies in the view's index space, masked or not: 0 ≤ iₖ and iₖ·Tₖ < eₖ for every axis k,
    /// Tₖ being how far apart tiles begin; and of a sparse axis, some index of a row does.
    IndexSpace = "view.index.space", "tile lies outside the view's index space",
        "Tile C++, Partition View; cuda.tile.load, load_advanced_indexing; Tile IR, partition_view (PV-1, PV-2, SV-2, GS-1, GS-3)";
    /// Along an axis that an access promises to be in bounds, the whole tile lies inside the tensor: iₖ·Tₖ + Sₖ ≤ eₖ;
    /// along a sparse one, every row.
    TileInside = "view.tile.inside", "unmasked access to a tile that is partly outside",
        "Tile C++, Partition View, non-masked overloads; Tile IR, inbounds (PV-3, SV-3, GS-2)";
    /// The first element of the accessed tile is Σ iₖ·Tₖ·strideₖ elements from the base, which lies in [0, 2⁶³−1].
    ViewOffset = "view.offset", "a view's linear offset is not representable",
        "Tile IR, partition_view (PV-6, SV-6)";
    /// Every extent that a shape query gives is representable in the query's result type.
    ShapeRange = "view.shape.range", "a shape does not fit its type",
        "Tile IR, get_index_space_shape, get_tensor_shape (TV-1)";

    /// An accessed element lies wholly inside the allocation that its pointer belongs to.
    MemoryBounds = "memory.bounds", "access outside the allocation",
        "Tile IR, Semantics, Pointers; Tile C++, General Principles, Memory (MEM-1, PV-5, SPAN-1)";
    /// The address of an accessed element is a multiple of the element's size.
    MemoryAlignment = "memory.alignment", "misaligned access",
        "Tile IR, Semantics, Pointers (MEM-2)";
    /// The byte offset of a pointer that is accessed was computed without overflow in 64 signed bits.
    OffsetOverflow = "memory.offset", "pointer offset overflows",
        "Tile IR, offset (MEM-5)";
    /// Nothing is stored to, or updated in, a constant global.
    ConstantWritten = "memory.constant", "a constant is written",
        "Tile IR, global; CUDA Programming Guide, Tile kernels (MEM-9)";

    /// A value that reaches memory is determined: no padding without a value, no element that nobody wrote.
    UndeterminedStored = "undetermined.stored", "an undetermined value is stored",
        "Tile C++, load_masked; cuda.tile.load, PaddingMode.UNDETERMINED (MEM-3, MEM-4)";
    /// A value that decides control flow, an assertion or an assumption is determined.
    UndeterminedBranch = "undetermined.branch", "control flow depends on an undetermined value",
        "Tile C++, load_masked; cuda.tile.load, PaddingMode.UNDETERMINED (MEM-3, MEM-4)";
    /// A value that addresses memory (an index, an extent, a stride, a pointer, a mask), or a slice of a tile, is determined.
    UndeterminedIndex = "undetermined.index", "an address depends on an undetermined value",
        "Tile C++, load_masked; cuda.tile.load, PaddingMode.UNDETERMINED (MEM-3, MEM-4)";

    /// Of two accesses by two blocks to one location, at least one of them a write, one happens before the other, or both
    /// are strong, of the same size, and each in the other's scope.
    RaceBlock = "race.block", "two blocks race",
        "Tile IR, Memory model, data race; Tile C++, General Principles, Memory model (RACE-1, RACE-3 to RACE-5)";
    /// Two elements of one weak store are not the same location.
    RaceLane = "race.lane", "one store writes a location twice",
        "Tile IR, Memory model; Tile C++, Memory Operations (RACE-2, GS-4)";
    /// Of two accesses by one block to one location, at least one of them a write, one happens before the other by tokens,
    /// or both are strong and of the same size.
    RaceToken = "race.token", "no token orders two accesses of one block",
        "Tile IR, Memory model, token order (RACE-1, RACE-3, RACE-4)";
}

impl Rule {
    /// Whether it is about values that nothing determines, which no size of an array is the reason of.
    pub fn is_about_determinacy(self) -> bool {
        self.code().starts_with("undetermined.")
    }

    /// The rule of that code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.code() == code)
    }

    /// Whether it is a rule of a source's language that no operation of Tile IR has.
    pub fn is_of_source(self) -> bool {
        self.code().starts_with("source.")
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
