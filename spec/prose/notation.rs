//! The names and signs in formulas.

/// The notation of every formula, for readers of one.
pub const NOTATION: &str = "\
A name with ₛ is an integer read as signed, with ᵤ as unsigned. `n` is the width of the operands, `m` of a conversion's result. \
Axes are counted from 0: `i` is an index of a view or a result, `j` a place in a tile, and `P` a place in a tensor. `S` are extents \
of a tile, `T` the distances between tiles of a view, and `G` a row of indices. `e` are extents and `s` strides of a tensor, and `b` \
the bytes of an element. A result is undetermined, and may be anything, if an operand is, or if the condition behind `undetermined \
unless` fails. `near` is a float as near as the chapter on accuracy says, `approximate` one that may be less near. `round` is to the \
nearest, ties to even; `x mod y` has the sign of `y`, which is positive.";
