//! The rule registry: the only declarations of undefined-behavior rules.

use std::fmt;

/// Declares every rule once; all other data about a rule is derived from its row.
macro_rules! rules {
    ($( $(#[doc = $text:literal])+ $name:ident = $code:literal, $title:literal, $source:literal; )*) => {
        /// A rule of the specification: the condition in the documentation of its variant must hold, or the program is undefined.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $( $(#[doc = $text])+ $name, )* }

        impl Rule {
            /// Every rule, in document order.
            pub const ALL: &[Rule] = &[$( Rule::$name, )*];

            /// The stable code; also the anchor in the specification.
            pub const fn code(self) -> &'static str { match self { $( Rule::$name => $code, )* } }

            /// The headline of a diagnostic.
            pub const fn title(self) -> &'static str { match self { $( Rule::$name => $title, )* } }

            /// The normative text: the required condition.
            pub const fn text(self) -> &'static str { match self { $( Rule::$name => concat!($($text),+), )* } }

            /// The source of the rule: documents, and ids of the rule catalog.
            pub const fn source(self) -> &'static str { match self { $( Rule::$name => $source, )* } }
        }
    };
}

rules! {
    /// The result of an operation with the promise `no_signed_wrap` is representable as a signed integer of its type.
    SignedOverflow = "arith.overflow.signed", "signed integer overflow",
        "Tile IR, addi, subi, muli, shli, negi; Tile C++, Undefined Behavior Annex (ARITH-1 to ARITH-4, ARITH-8)";
    /// The result of an operation with the promise `no_unsigned_wrap` is representable as an unsigned integer of its type.
    UnsignedOverflow = "arith.overflow.unsigned", "unsigned integer overflow",
        "Tile IR, IntegerOverflow attribute (ARITH-8)";
    /// A truncation with the promise `no_signed_wrap` drops only copies of the new sign bit.
    TruncationSigned = "arith.trunc.signed", "truncation changes a signed value",
        "Tile IR, trunci (ARITH-9)";
    /// A truncation with the promise `no_unsigned_wrap` drops only zeros.
    TruncationUnsigned = "arith.trunc.unsigned", "truncation changes an unsigned value",
        "Tile IR, trunci (ARITH-9); a bool byte other than 0 and 1 in Tile C++ (MEM-11)";
    /// The right-hand side of an integer division or remainder is not zero.
    DivisionByZero = "arith.div.zero", "integer division by zero",
        "Tile IR, divi, remi (ARITH-5)";
    /// A signed division or remainder does not divide the least value by minus one.
    DivisionOverflow = "arith.div.overflow", "signed division overflow",
        "Tile IR, divi (ARITH-6); for remi as in C++ (ARITH-7)";

    /// Along every axis, the number of a slice, read as unsigned, is less than the number of slices.
    SliceIndex = "tile.slice", "a slice lies outside its tile",
        "Tile IR, extract, insert; Tile C++, extract; cuda.tile.extract (ARITH-16)";

    /// Every element of an assumed value, read as signed, lies within the bounds of the assumption.
    AssumeBounded = "assume.bounded", "a bound is assumed that does not hold",
        "Tile C++, Assumptions, assume_bounded (ASM-1 to ASM-3, ASM-10)";
    /// Every element of an assumed integer is a multiple of the divisor in the assumption.
    AssumeDivisible = "assume.divisible", "a divisibility is assumed that does not hold",
        "Tile C++, Assumptions, assume_divisible (ASM-4, ASM-10)";
    /// Every element of an assumed pointer is an address divisible by the alignment in the assumption.
    AssumeAligned = "assume.aligned", "an alignment is assumed that does not hold",
        "Tile C++, Assumptions, assume_aligned (ASM-6, ASM-10)";
    /// Along the axis of a strided assumption, every run starts with a multiple and increases by one.
    AssumeStrided = "assume.strided", "runs are assumed that are not there",
        "Tile C++, Assumptions, assume_divisible_strided and assume_aligned_strided (ASM-5, ASM-7, ASM-10)";
    /// Every partition with the shape of a blocked assumption holds a single value.
    AssumeSame = "assume.same", "equal elements are assumed that differ",
        "Tile C++, Assumptions, assume_blocked (ASM-8, ASM-10)";

    /// The step of a `for` is positive, read as signed.
    LoopStep = "loop.step", "a loop's step is not positive",
        "Tile IR, for (LOOP-1, LOOP-2, LOOP-5)";
    /// The induction variable of a `for` never passes the greatest value of its type, not even after the last iteration.
    LoopOverflow = "loop.overflow", "a loop's induction variable overflows",
        "Tile C++, irange (LOOP-3, LOOP-6)";

    /// Every index of an access through a view, in a tile of indices too, is representable in the index type of the view's span or
    /// array. The index is converted to this type before any use.
    SourceIndex = "source.index.representable", "an index is not representable in the view's index type",
        "Tile C++, Partition View, load, store, atomic_load, atomic_store, undefined behavior (PV-1); cuda.tile.load, tile space";
    /// In a construction of `extents` from all extents, the value for a static extent equals this extent in the index type.
    SourceStatic = "source.extents.static", "a value is given for a static extent that is another",
        "Tile C++, extents, constructors (EXT-4)";
    /// The axis in a call of `extent` or `static_extent` is less than the rank.
    SourceRank = "source.extents.rank", "an extent is asked for beyond the rank",
        "Tile C++, extents, extent and static_extent (EXT-1, EXT-2)";
    /// A static extent used by a query or an access is representable in the index type.
    SourceExtent = "source.extents.representable", "a static extent is not representable in the index type",
        "Tile C++, extents, extent (EXT-3)";
    /// The extents of a span accessed through a view are not negative. Otherwise the index space is empty, and contains no index.
    SourceNegative = "source.extents.negative", "an access through a view of a negative extent",
        "Tile C++, Partition View, index space (PV-2)";
    /// No two elements of a span accessed through a view lie at one place, even elements outside of the access. For
    /// different P and Q within the extents, Σ Pₖ·sₖ and Σ Qₖ·sₖ differ.
    SourceInjective = "source.view.injective", "an access through a view of a span whose elements lie on one another",
        "Tile C++, Partition View, load, store, atomic_load, atomic_store, undefined behavior (PV-4)";
    /// The step of an `irange` is positive, even without a `for` over the range.
    SourceStep = "source.range.step", "a range's step is not positive",
        "Tile C++, irange (LOOP-2)";
    /// The condition of an assumption in the source (`[[assume]]`) is true, and control reaches no `__builtin_unreachable()`.
    SourceAssumption = "source.assumption", "an assumption of the source does not hold",
        "C++, Assumption attribute; std::unreachable, preconditions";
    /// Control does not reach the end of a function with a result.
    SourceReturn = "source.return", "a function with a result ends without one",
        "C++, The return statement, end of a function";
    /// A subscript of an array inside a class or inside another array is less than the array's length.
    SourceSubscript = "source.subscript", "a subscript leaves its array",
        "C++, Additive operators, pointers to array elements";

    /// Every stride of a tensor view is positive, except along an axis of one element. Strides given at run time are read as unsigned.
    ViewStride = "view.stride", "a tensor view's stride is zero",
        "Tile IR, tensor_view (SPAN-2)";
    /// Two elements of four bits share a byte. In a tensor of such elements, the extent along the axis of stride 1 and the
    /// strides of the other axes are even. An accessed tile begins at an even element of the axis of stride 1.
    ViewPacked = "view.packed", "a row or a tile of elements of four bits begins inside a byte",
        "Tile IR, Type system, elements of four bits; NVIDIA's compiler 13.5.37";
    /// The index of a view access, masked or not, lies in the view's index space: 0 ≤ iₖ and iₖ·Tₖ < eₖ for every axis k, where
    /// tiles begin Tₖ elements apart. Along a sparse axis, some index of a row lies in the index space.
    IndexSpace = "view.index.space", "tile lies outside the view's index space",
        "Tile C++, Partition View; cuda.tile.load, load_advanced_indexing; Tile IR, partition_view (PV-1, PV-2, SV-2, GS-1, GS-3)";
    /// Along an axis with a promise of the access to be in bounds, the whole tile lies inside the tensor: iₖ·Tₖ + Sₖ ≤ eₖ. Along a
    /// sparse axis, every row lies inside.
    TileInside = "view.tile.inside", "unmasked access to a tile that is partly outside",
        "Tile C++, Partition View, non-masked overloads; Tile IR, inbounds (PV-3, SV-3, GS-2)";
    /// The first element of the accessed tile is Σ iₖ·Tₖ·strideₖ elements from the base. This offset lies in [0, 2⁶³−1].
    ViewOffset = "view.offset", "a view's linear offset is not representable",
        "Tile IR, partition_view (PV-6, SV-6)";
    /// Every extent returned by a shape query is representable in the query's result type.
    ShapeRange = "view.shape.range", "a shape does not fit its type",
        "Tile IR, get_index_space_shape, get_tensor_shape (TV-1)";

    /// An accessed element lies wholly inside the allocation of its pointer.
    MemoryBounds = "memory.bounds", "access outside the allocation",
        "Tile IR, Semantics, Pointers; Tile C++, General Principles, Memory (MEM-1, PV-5, SPAN-1)";
    /// The address of an accessed element is a multiple of the element's size.
    MemoryAlignment = "memory.alignment", "misaligned access",
        "Tile IR, Semantics, Pointers (MEM-2)";
    /// The byte offset of an accessed pointer was computed without overflow in 64 signed bits.
    OffsetOverflow = "memory.offset", "pointer offset overflows",
        "Tile IR, offset (MEM-5)";
    /// No store and no update writes a constant global.
    ConstantWritten = "memory.constant", "a constant is written",
        "Tile IR, global; CUDA Programming Guide, Tile kernels (MEM-9)";

    /// A stored value is determined: neither padding without a value, nor an uninitialized element.
    UndeterminedStored = "undetermined.stored", "an undetermined value is stored",
        "Tile C++, load_masked; cuda.tile.load, PaddingMode.UNDETERMINED (MEM-3, MEM-4)";
    /// A value is determined if it decides control flow, an assertion or an assumption.
    UndeterminedBranch = "undetermined.branch", "control flow depends on an undetermined value",
        "Tile C++, load_masked; cuda.tile.load, PaddingMode.UNDETERMINED (MEM-3, MEM-4)";
    /// A value is determined if it addresses memory (an index, an extent, a stride, a pointer, a mask) or a slice of a tile.
    UndeterminedIndex = "undetermined.index", "an address depends on an undetermined value",
        "Tile C++, load_masked; cuda.tile.load, PaddingMode.UNDETERMINED (MEM-3, MEM-4)";

    /// Two accesses by two blocks to one location conflict if at least one is a write. Of conflicting accesses, one happens
    /// before the other, or both are strong, have equal size, and lie in each other's scope.
    RaceBlock = "race.block", "two blocks race",
        "Tile IR, Memory model, data race; Tile C++, General Principles, Memory model (RACE-1, RACE-3 to RACE-5)";
    /// Two elements of one weak store have different locations.
    RaceLane = "race.lane", "one store writes a location twice",
        "Tile IR, Memory model; Tile C++, Memory Operations (RACE-2, GS-4)";
    /// Two accesses by one block to one location conflict if at least one is a write. Of conflicting accesses, one happens
    /// before the other by tokens, or both are strong and have equal size.
    RaceToken = "race.token", "no token orders two accesses of one block",
        "Tile IR, Memory model, token order (RACE-1, RACE-3, RACE-4)";
}

impl Rule {
    /// Whether the rule is about undetermined values, independent of array sizes.
    pub fn is_about_determinacy(self) -> bool {
        self.code().starts_with("undetermined.")
    }

    /// The rule with the given code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.code() == code)
    }

    /// Whether the rule belongs to a source language, and no operation of Tile IR has it.
    pub fn is_of_source(self) -> bool {
        self.code().starts_with("source.")
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
