//! A mistake that breaks a rule, and the repaired lines, in the languages of authors.

use spec::rules::Rule;

/// Wrong lines of a kernel, and right lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The lines with the mistake.
    pub wrong: &'static str,
    /// The repaired lines.
    pub right: &'static str,
}

/// The examples of a rule, by language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Examples {
    /// In Tile C++.
    pub cpp: Option<Example>,
    /// In cuTile Python.
    pub python: Option<Example>,
}

const fn both(cpp: [&'static str; 2], python: [&'static str; 2]) -> Examples {
    let [wrong, right] = cpp;
    Examples { cpp: Some(Example { wrong, right }), ..only_python(python) }
}

const fn only_cpp([wrong, right]: [&'static str; 2]) -> Examples {
    Examples { cpp: Some(Example { wrong, right }), python: None }
}

const fn only_python([wrong, right]: [&'static str; 2]) -> Examples {
    Examples { cpp: None, python: Some(Example { wrong, right }) }
}

/// No example.
const NONE: Examples = Examples { cpp: None, python: None };

/// The examples of each rule that a source can break.
const EXAMPLES: &[(Rule, Examples)] = &[
    (
        Rule::SignedOverflow,
        both(
            ["int at = row * width + column;", "long long at = (long long)row * width + column;"],
            ["at = row * width + column", "at = ct.astype(row, ct.int64) * width + column"],
        ),
    ),
    (
        Rule::DivisionByZero,
        both(
            ["int part = n / parts;", "// tileproof: requires = parts >= 1\nint part = n / parts;"],
            ["part = n // parts", "# tileproof: requires = parts >= 1\npart = n // parts"],
        ),
    ),
    (
        Rule::DivisionOverflow,
        only_cpp(["int part = n / parts;", "// tileproof: requires = parts >= 1\nint part = n / parts;"]),
    ),
    (
        Rule::SliceIndex,
        only_python([
            "half = ct.extract(x, (2,), shape=(T // 2,))",
            "half = ct.extract(x, (1,), shape=(T // 2,))",
        ]),
    ),
    (
        Rule::LoopStep,
        only_cpp([
            "for (auto i : ct::irange(0, n, step))",
            "// tileproof: requires = step >= 1\nfor (auto i : ct::irange(0, n, step))",
        ]),
    ),
    (
        Rule::SourceStep,
        only_cpp([
            "for (auto i : ct::irange(0, n, step))",
            "// tileproof: requires = step >= 1\nfor (auto i : ct::irange(0, n, step))",
        ]),
    ),
    (
        Rule::SourceAssumption,
        only_cpp(["[[assume(n > 0)]];", "// tileproof: requires = n > 0\n[[assume(n > 0)]];"]),
    ),
    (Rule::SourceReturn, only_cpp(["if (n > 0) return n;\n}", "if (n > 0) return n;\nreturn 0;\n}"])),
    (
        Rule::SourceSubscript,
        only_cpp(["row[0][4] = 1;  // int row[2][4]", "row[1][0] = 1;  // int row[2][4]"]),
    ),
    (
        Rule::ViewStride,
        both(
            [
                "ct::tensor_span{x, ct::extents{rows, cols}}  // cols may be 0",
                "// tileproof: requires = cols >= 1\nct::tensor_span{x, ct::extents{rows, cols}}",
            ],
            [
                "ct.load(x, index=(i, 0), shape=(1, T))  # x may have the shape (n, 0)",
                "# tileproof: requires = x.strides[0] >= 1\nct.load(x, index=(i, 0), shape=(1, T))",
            ],
        ),
    ),
    (
        Rule::IndexSpace,
        both(
            [
                "auto v = view.load_masked(ct::bid().y, ct::bid().x);  // launched with grid (cdiv(cols, T), cdiv(cols, T))",
                "// tileproof: grid = (cdiv(cols, T), cdiv(rows, T))\nauto v = view.load_masked(ct::bid().y, ct::bid().x);",
            ],
            [
                "for k in range(A.shape[1] // T + 1):\n    a = ct.load(A, index=(i, k), shape=(T, T))",
                "for k in range(ct.cdiv(A.shape[1], T)):\n    a = ct.load(A, index=(i, k), shape=(T, T))",
            ],
        ),
    ),
    (
        Rule::TileInside,
        only_cpp([
            "out.store(in.load(i) * 2.0f, i);  // n may be 1000, and the tile 256",
            "out.store_masked(in.load_masked(i) * 2.0f, i);",
        ]),
    ),
    (
        Rule::MemoryBounds,
        both(
            ["auto v = ct::load(x + i);", "auto v = ct::load_masked(x + i, i < n, 0.0f);"],
            ["v = ct.gather(x, i, check_bounds=False)", "v = ct.gather(x, i)"],
        ),
    ),
    (
        Rule::MemoryAlignment,
        only_cpp([
            "auto v = ct::load((const float*)(bytes + 2) + i);",
            "auto v = ct::load((const float*)bytes + i);  // bytes is 4-byte aligned",
        ]),
    ),
    (
        Rule::UndeterminedStored,
        both(
            [
                "auto v = ct::load_masked(x + i, i < n);\nct::store(sum, ct::sum(v, 0_ic));",
                "auto v = ct::load_masked(x + i, i < n, 0.0f);\nct::store(sum, ct::sum(v, 0_ic));",
            ],
            [
                "v = ct.load(x, index=(i,), shape=(T,))\nct.store(out, index=(i,), tile=ct.sum(v))",
                "v = ct.load(x, index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)\nct.store(out, index=(i,), tile=ct.sum(v))",
            ],
        ),
    ),
    (
        Rule::UndeterminedBranch,
        only_python([
            "v = ct.load(x, index=(i,), shape=(T,))\nif ct.sum(v) > 0:",
            "v = ct.load(x, index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)\nif ct.sum(v) > 0:",
        ]),
    ),
    (
        Rule::UndeterminedIndex,
        both(
            [
                "auto at = ct::load_masked(ids + i, i < n);\nauto v = ct::load(table + at);",
                "auto at = ct::load_masked(ids + i, i < n, 0);\nauto v = ct::load(table + at);",
            ],
            [
                "at = ct.load(ids, index=(i,), shape=(T,))\nv = ct.gather(table, at)",
                "at = ct.load(ids, index=(i,), shape=(T,), padding_mode=ct.PaddingMode.ZERO)\nv = ct.gather(table, at)",
            ],
        ),
    ),
    (
        Rule::RaceBlock,
        both(
            [
                "out.store(out.load(0) + part, 0);  // in every block",
                "out.atomic_add(part, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);",
            ],
            ["ct.store(out, index=(0,), tile=part)  # in every block", "ct.atomic_add(out, (0,), part)"],
        ),
    ),
    (
        Rule::RaceLane,
        both(
            [
                "ct::store(counts + v, ct::load(counts + v) + 1);  // v has equal elements",
                "auto ones = ct::full<ct::tile<int, ct::shape<T>>>(1);\nct::atomic_add(counts + v, ones, ct::memory_order_relaxed_t{});",
            ],
            [
                "ct.scatter(counts, v, ct.gather(counts, v) + 1)  # v has equal elements",
                "ct.atomic_add(counts, v, 1)",
            ],
        ),
    ),
    (
        Rule::AssumeBounded,
        only_cpp([
            "n = ct::assume_bounded(n, 0_ic, 1024_ic);  // n may be 5000",
            "// tileproof: requires = n >= 0, n <= 1024\nn = ct::assume_bounded(n, 0_ic, 1024_ic);",
        ]),
    ),
    (
        Rule::AssumeDivisible,
        both(
            [
                "n = ct::assume_divisible(n, 32_ic);  // n may be 100",
                "// tileproof: requires = n % 32 == 0\nn = ct::assume_divisible(n, 32_ic);",
            ],
            [
                "n = ct.assume_divisible_by(n, 32)  # n may be 100",
                "# tileproof: requires = n % 32 == 0\nn = ct.assume_divisible_by(n, 32)",
            ],
        ),
    ),
    (
        Rule::AssumeAligned,
        only_cpp([
            "x = ct::assume_aligned(x, 128_ic);  // x may begin at any float",
            "// tileproof: align x : 128\nx = ct::assume_aligned(x, 128_ic);",
        ]),
    ),
    (
        Rule::AssumeStrided,
        only_cpp([
            "auto at = ct::iota<index>() + int(ct::bid().x) * 16;\nat = ct::assume_divisible_strided(at, 32_ic, 32_ic, 0_ic);",
            "auto at = ct::iota<index>() + int(ct::bid().x) * 32;\nat = ct::assume_divisible_strided(at, 32_ic, 32_ic, 0_ic);",
        ]),
    ),
    (
        Rule::AssumeSame,
        only_cpp([
            "auto count = ct::iota<index>();\ncount = ct::assume_blocked(count, ct::shape<32>{});",
            "auto count = ct::full<index>(n);\ncount = ct::assume_blocked(count, ct::shape<32>{});",
        ]),
    ),
    (
        Rule::LoopOverflow,
        only_cpp([
            "for (auto i : ct::irange(0, n, 1000))  // n may be 2147483647",
            "// tileproof: requires = n <= 2147482000\nfor (auto i : ct::irange(0, n, 1000))",
        ]),
    ),
    (
        Rule::SourceIndex,
        both(
            [
                "auto v = view.load_masked(i);  // long long i may be 4294967296",
                "// tileproof: requires = i >= 0, i < cdiv(n, 4)\nauto v = view.load_masked(i);",
            ],
            [
                "v = ct.load(x, (i,), shape=(4,))  # i: ct.ScalarInt64 may be 4294967296",
                "# tileproof: requires = i >= 0, i < cdiv(x.shape[0], 4)\nv = ct.load(x, (i,), shape=(4,))",
            ],
        ),
    ),
    (
        Rule::SourceStatic,
        only_cpp([
            "ct::extents<int, 8, ct::dynamic_extent> shape{rows, cols};  // rows may be 7",
            "ct::extents<int, 8, ct::dynamic_extent> shape{cols};",
        ]),
    ),
    (
        Rule::SourceRank,
        only_cpp([
            "ct::extents shape{rows, cols};\nint depth = shape.extent(2);",
            "ct::extents shape{rows, cols};\nint depth = shape.extent(1);",
        ]),
    ),
    (
        Rule::SourceExtent,
        only_cpp([
            "ct::tensor_span{x, ct::extents<signed char, 300>{}}",
            "ct::tensor_span{x, ct::extents<short, 300>{}}",
        ]),
    ),
    (
        Rule::SourceNegative,
        only_cpp([
            "auto view = ct::partition_view{ct::tensor_span{x, ct::extents<int, ct::dynamic_extent>{n}}, ct::shape{4_ic}};  // n may be -1",
            "// tileproof: requires = n >= 0\nauto view = ct::partition_view{ct::tensor_span{x, ct::extents<int, ct::dynamic_extent>{n}}, ct::shape{4_ic}};",
        ]),
    ),
    (
        Rule::SourceInjective,
        only_cpp([
            "using shape = ct::extents<unsigned, 4, 3>;\nusing steps = ct::strides<unsigned, 2, 3>;  // (3, 0) and (0, 2) lie at 6",
            "using shape = ct::extents<unsigned, 4, 3>;\nusing steps = ct::strides<unsigned, 3, 1>;",
        ]),
    ),
    (
        Rule::OffsetOverflow,
        only_cpp([
            "auto v = ct::load(x + i);  // float* x, and long long i may be 1LL << 61",
            "// tileproof: requires = i >= 0, i < n\nauto v = ct::load(x + i);",
        ]),
    ),
];

/// The examples of a rule; none where a compiler alone writes the operation.
pub fn examples(rule: Rule) -> Examples {
    EXAMPLES.iter().find(|(known, _)| *known == rule).map_or(NONE, |(_, examples)| *examples)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules without an example: only compilers write their operations.
    const WITHOUT: &[Rule] = &[
        Rule::UnsignedOverflow,
        Rule::TruncationSigned,
        Rule::TruncationUnsigned,
        Rule::ViewPacked,
        Rule::ViewOffset,
        Rule::ShapeRange,
        Rule::ConstantWritten,
        Rule::RaceToken,
    ];

    #[test]
    fn every_rule_has_an_example_or_needs_none() {
        for rule in Rule::ALL {
            let Examples { cpp, python } = examples(*rule);
            assert_eq!(cpp.is_none() && python.is_none(), WITHOUT.contains(rule), "{}", rule.code());
        }
    }

    #[test]
    fn an_example_mends_a_mistake() {
        for rule in Rule::ALL {
            let Examples { cpp, python } = examples(*rule);
            for Example { wrong, right } in cpp.into_iter().chain(python) {
                assert!(wrong != right && !right.is_empty(), "{}", rule.code());
            }
        }
    }
}
