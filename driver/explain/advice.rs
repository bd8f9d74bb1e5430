//! Suggestions for a broken rule: one sentence per rule.

use spec::rules::Rule;

const INDEX_SPACE: &str = "launch at most cdiv(extent, tile) blocks per axis (are the grid axes swapped?), or return early for larger \
                           indices; masks do not help outside the index space";

const ASSUME_DIVISIBLE: &str =
    "drop the assumption, or pass such a number and promise this in the contract (`requires`)";
const ASSUME_ALIGNED: &str =
    "drop the assumption, or pass such an array and promise this in the contract (`align`)";
const LOOP_OVERFLOW: &str =
    "count in a wider type, or bound the end so that end + step still fits the induction variable";
const SOURCE_INDEX: &str = "bound the index, or give the array an index type that has it (`extents<int64_t, …>`; in Python `ct.IndexedWithInt64`)";
const SOURCE_STATIC: &str =
    "give the value only for extents that are dynamic, or leave the static extent open";
const TILE_INSIDE: &str = "use the masked access (`load_masked`, `store_masked`), or require the extent to be a multiple of the tile";
const MEMORY_BOUNDS: &str = "mask the elements outside the array, or promise a larger array in the contract, as in `buffer x : f32[n]`";
const MEMORY_ALIGNMENT: &str =
    "pass a pointer that is aligned as its elements are, and promise it (`align x : 16`)";
const UNDETERMINED_STORED: &str = "name a padding value for the load (`other=` in Triton), mask the store as the load was masked, or initialize the buffer";
const UNDETERMINED_BRANCH: &str = "name a padding value for the load (`other=` in Triton), or decide by a value that every launch determines";
const UNDETERMINED_INDEX: &str =
    "name a padding value for the loaded indices, or mask the access where they were not loaded";
const SOURCE_INJECTIVE: &str = "make each stride at least as large as what the axes inside span (`requires = s >= n`), or load what overlaps through pointers";
const RACE_BLOCK: &str = "let each block write elements of its own (is the block index part of the index?), or use an atomic update";
const RACE_LANE: &str =
    "make the indices of one store distinct, mask all but one that are the same, or use an atomic update";
const RACE_TOKEN: &str = "pass the token of the first access on to the second (in Triton, put `tl.debug_barrier()` between); if the source orders them, the compiler lost it";

/// The suggestion.
pub const fn advice(rule: Rule) -> &'static str {
    match rule {
        Rule::SignedOverflow | Rule::UnsignedOverflow => {
            "compute in a wider type before the values grow, or bound the sizes that the launch may pass"
        }
        Rule::TruncationSigned | Rule::TruncationUnsigned => {
            "keep the wider type, or bound the value so that it fits the narrower one"
        }
        Rule::DivisionByZero => "test the divisor before dividing, or require it to be at least 1",
        Rule::DivisionOverflow => "exclude the divisor -1 or the least dividend, or divide in a wider type",
        Rule::SliceIndex => "bound the number of the slice: a tile has as many as its extent by the slice's",
        Rule::AssumeBounded => "drop the assumption, or make the launch promise the bound (`requires`)",
        Rule::AssumeDivisible => ASSUME_DIVISIBLE,
        Rule::AssumeAligned => ASSUME_ALIGNED,
        Rule::AssumeStrided => "drop the assumption, or assume of whole rows only what their layout gives",
        Rule::AssumeSame => "drop the assumption, or broadcast the value instead of computing it per element",
        Rule::LoopStep => "require the step to be at least 1, or leave the loop out where it is not",
        Rule::LoopOverflow => LOOP_OVERFLOW,
        Rule::SourceIndex => SOURCE_INDEX,
        Rule::SourceStatic => SOURCE_STATIC,
        Rule::SourceRank => "ask for axes below `rank()` only",
        Rule::SourceExtent => "give the span an index type that has the extent (`extents<int64_t, …>`)",
        Rule::SourceNegative => "require the extent to be at least 0, or make it of an unsigned number",
        Rule::SourceInjective => SOURCE_INJECTIVE,
        Rule::SourceStep => "require the step to be at least 1, or make the range only where it is",
        Rule::SourceSubscript => {
            "keep the subscript below the length of its own array: the next member or row begins there"
        }
        Rule::SourceReturn => {
            "return a result on every path, or make the launch exclude the path (`requires`)"
        }
        Rule::SourceAssumption => {
            "drop the assumption, or make the launch promise its condition (`requires`)"
        }
        Rule::ViewStride => "require every stride to be at least 1, or take the strides from the layout",
        Rule::ViewPacked => "require the extents and strides of elements that share bytes to be even",
        Rule::IndexSpace => INDEX_SPACE,
        Rule::TileInside => TILE_INSIDE,
        Rule::ViewOffset => "make the array smaller, or move the base pointer before building the view",
        Rule::ShapeRange => "ask for the shape in a wider type, or bound the extent",
        Rule::MemoryBounds => MEMORY_BOUNDS,
        Rule::MemoryAlignment => MEMORY_ALIGNMENT,
        Rule::ConstantWritten => "write to memory of the kernel's own, or let the global be written",
        Rule::OffsetOverflow => "bound the index before it is added to the pointer",
        Rule::UndeterminedStored => UNDETERMINED_STORED,
        Rule::UndeterminedBranch => UNDETERMINED_BRANCH,
        Rule::UndeterminedIndex => UNDETERMINED_INDEX,
        Rule::RaceBlock => RACE_BLOCK,
        Rule::RaceLane => RACE_LANE,
        Rule::RaceToken => RACE_TOKEN,
    }
}
