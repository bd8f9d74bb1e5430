//! No rule is vacuous, and none always holds: something breaks it while all else that the operation requires holds, and
//! something keeps it.

use std::fs;
use std::path::Path;

use spec::domain::{Bool, Int, Number, all};
use spec::ops::memory::Access;
use spec::ops::view::{Geometry, Tiling};
use spec::ops::{assume, control, convert, integer, memory, shape, source, view};
use spec::rules::Rule;
use spec::syntax::attributes::{Attributes, Overflow, Signedness};

use crate::proof::possible;
use crate::reading::{Integer, Theory, Truth, Word, integer, integers, truth};

const WIDTHS: [u32; 4] = [8, 16, 32, 64];
/// Bytes of an element.
const BYTES: u64 = 4;

/// The statement of a rule.
enum Said {
    /// A formula, in each of these operations.
    Formula(Vec<Theory>),
    /// A relation between accesses, which interpreter and verifier follow each for itself: the corpus has both sides.
    Relation,
}

fn said(rule: Rule) -> Said {
    let promise = |no_signed_wrap, no_unsigned_wrap| Attributes {
        overflow: Overflow { no_signed_wrap, no_unsigned_wrap },
        ..Attributes::default()
    };
    let signs = [Signedness::Signed, Signedness::Unsigned];
    let read = |signedness: Signedness| Attributes { signedness: Some(signedness), ..Attributes::default() };
    Said::Formula(match rule {
        Rule::SignedOverflow => arithmetic(&promise(true, false)),
        Rule::UnsignedOverflow => arithmetic(&promise(false, true)),
        Rule::TruncationSigned => truncations(&promise(true, false)),
        Rule::TruncationUnsigned => truncations(&promise(false, true)),
        Rule::DivisionByZero => signs.into_iter().flat_map(|sign| divisions(&read(sign))).collect(),
        Rule::DivisionOverflow => divisions(&read(Signedness::Signed)),
        Rule::SliceIndex => (1..=3).map(slice).collect(),
        Rule::AssumeBounded => bounds(),
        Rule::AssumeDivisible => vec![theory(|d| assume::divisible(d, 16, &integer("value")))],
        Rule::AssumeAligned => vec![theory(|d| assume::aligned(d, 16, &integer("address")))],
        Rule::AssumeStrided => vec![theory(strided)],
        Rule::AssumeSame => vec![theory(|d| assume::same(d, &integer("value"), &integer("head")))],
        Rule::LoopStep => WIDTHS.map(|bits| theory(|d| drop(step(d, bits)))).into(),
        rule @ (Rule::SourceIndex
        | Rule::SourceStatic
        | Rule::SourceRank
        | Rule::SourceExtent
        | Rule::SourceNegative
        | Rule::SourceStep
        | Rule::SourceAssumption
        | Rule::SourceReturn
        | Rule::SourceSubscript) => vec![theory(|d| source::required(d, rule, &truth("operand")))],
        Rule::SourceInjective => (1..=3).map(spans).collect(),
        Rule::LoopOverflow => [false, true].into_iter().flat_map(loops).collect(),
        Rule::ViewStride => vec![theory(|d| {
            let extents = words(d, "e", 1);
            drop(strides(d, &extents));
        })],
        Rule::ViewPacked => {
            let index = theory(|d| drop(view::packed_index(d, &integer("index"))));
            (1..=3).map(|rank| theory(|d| halves(d, rank))).chain([index]).collect()
        }
        Rule::IndexSpace | Rule::ViewOffset => view_accesses(false),
        Rule::TileInside => view_accesses(true),
        // An extent itself has 64 bits, so every extent fits such a result.
        Rule::ShapeRange => [8, 16, 32].map(|bits| theory(|d| query(d, bits))).into(),
        Rule::MemoryBounds
        | Rule::MemoryAlignment
        | Rule::OffsetOverflow
        | Rule::ConstantWritten
        | Rule::UndeterminedStored => vec![store()],
        Rule::UndeterminedIndex => vec![store(), slice(2)],
        Rule::UndeterminedBranch => vec![theory(|d| control::branch(d, &truth("undetermined")))],
        Rule::RaceBlock | Rule::RaceLane | Rule::RaceToken => return Said::Relation,
    })
}

fn theory(of: impl FnOnce(&mut Theory)) -> Theory {
    let mut theory = Theory::default();
    of(&mut theory);
    theory
}

/// A tensor of elements of which two share a byte along its last axis.
fn halves(d: &mut Theory, rank: usize) {
    view::packed(d, rank - 1, &mut integers("extent", rank), &mut integers("stride", rank));
}

/// Sum, difference, product and negation, of every width.
fn arithmetic(at: &Attributes) -> Vec<Theory> {
    type Two = fn(&mut Theory, &Attributes, &Word, &Word) -> Word;
    let operations: [Two; 4] =
        [integer::addi, integer::subi, integer::muli, |d, at, operand, _| integer::negi(d, at, operand)];
    let of = |bits: u32| operations.map(|operation| theory(|d| drop(two(d, bits, at, operation))));
    WIDTHS.into_iter().flat_map(of).collect()
}

fn two(
    d: &mut Theory,
    bits: u32,
    at: &Attributes,
    operation: fn(&mut Theory, &Attributes, &Word, &Word) -> Word,
) -> Word {
    let (lhs, rhs) = (d.word("lhs", bits), d.word("rhs", bits));
    operation(d, at, &lhs, &rhs)
}

fn divisions(at: &Attributes) -> Vec<Theory> {
    let of = |bits: u32| {
        [integer::divi, integer::remi].map(|operation| theory(|d| drop(two(d, bits, at, operation))))
    };
    WIDTHS.into_iter().flat_map(of).collect()
}

fn truncations(at: &Attributes) -> Vec<Theory> {
    let of = |(from, to): (u32, u32)| {
        theory(|d| {
            let operand = d.word("operand", from);
            drop(convert::trunci(d, at, to, &operand));
        })
    };
    [(8, 1), (16, 8), (32, 16), (64, 32)].map(of).into()
}

fn bounds() -> Vec<Theory> {
    let of = |(lower, upper)| theory(|d| assume::bounded(d, lower, upper, &integer("value")));
    [(Some(0), None), (None, Some(9)), (Some(-3), Some(3))].map(of).into()
}

fn strided(d: &mut Theory) {
    let position = integer("position");
    let (_, along) = assume::run(&position, 4);
    assume::strided(d, 16, 1, &integer("value"), &integer("head"), &along);
}

/// The number of a slice of a tile with that many axes.
fn slice(rank: usize) -> Theory {
    theory(|d| {
        let number: Vec<Integer> = (0..rank).map(|axis| d.word(&format!("k{axis}"), 32).unsigned()).collect();
        let (part, whole) = (vec![4; rank], vec![32; rank]);
        shape::slice(d, &truth("undetermined"), &number, &part, &whole);
    })
}

/// Two places of a span.
fn spans(rank: usize) -> Theory {
    theory(|d| {
        let [extents, strides, one, other] = ["e", "s", "p", "q"].map(|name| integers(name, rank));
        source::apart(d, &extents, &strides, [&one, &other]);
    })
}

fn step(d: &mut Theory, bits: u32) -> Integer {
    let step = d.word("step", bits).signed();
    control::step(d, &step);
    step
}

/// A loop at a value of its variable with an executed body.
fn loops(unsigned: bool) -> Vec<Theory> {
    let of = |bits: u32| {
        theory(|d| {
            let [variable, upper] = ["variable", "upper"].map(|name| d.word(name, bits));
            let read = |word: &Word| if unsigned { word.unsigned() } else { word.signed() };
            let step = step(d, bits);
            d.given.push(control::runs(&read(&variable), &read(&upper)));
            control::next(d, unsigned, bits, &read(&variable), &step);
        })
    };
    WIDTHS.map(of).into()
}

fn words(d: &mut Theory, name: &str, rank: usize) -> Vec<Integer> {
    (0..rank).map(|axis| d.word(&format!("{name}{axis}"), 64).unsigned()).collect()
}

fn strides(d: &mut Theory, extents: &[Integer]) -> Vec<Integer> {
    let strides = words(d, "s", extents.len());
    extents.iter().zip(&strides).for_each(|(extent, stride)| view::stride(d, extent, stride));
    strides
}

/// Accesses through views of ranks 1 to 3, which promise to be in bounds along all axes or none; and those of rank 2
/// and 3 through gather/scatter views.
fn view_accesses(inbounds: bool) -> Vec<Theory> {
    let plain = (1..=3).map(|rank| view_access(&vec![inbounds; rank], None));
    plain.chain((2..=3).map(|rank| view_access(&vec![inbounds; rank], Some(rank - 1)))).collect()
}

fn view_access(inbounds: &[bool], sparse: Option<usize>) -> Theory {
    let rank = inbounds.len();
    theory(|d| {
        let (tile, steps) = (sizes(d, "S", rank), sizes(d, "T", rank));
        let (extents, index) = (words(d, "e", rank), words(d, "i", rank));
        let strides = strides(d, &extents);
        let dim_map: Vec<usize> = (0..rank).collect();
        let tiling = Tiling { tile: &tile, steps: &steps, dim_map: &dim_map, sparse };
        let geometry = Geometry { tiling, extents: &extents, strides: &strides };
        view::access(d, &geometry, &index, inbounds);
    })
}

fn sizes(d: &mut Theory, name: &str, rank: usize) -> Vec<Integer> {
    let sizes = integers(name, rank);
    d.given.extend(sizes.iter().map(|size| Integer::constant(0).less(size)));
    sizes
}

fn query(d: &mut Theory, bits: u32) {
    let (size, extent) = (sizes(d, "T", 1), words(d, "e", 1));
    drop(view::index_space_extent(d, bits, &extent[0], &size[0]));
}

/// A store through a pointer that `offset` made, masked; everything may be undetermined.
fn store() -> Theory {
    theory(|d| {
        let [start, base, size] = ["start", "base", "size"].map(integer);
        let index = d.word("index", 64).signed();
        let natural = |number: &Integer| Integer::constant(0).at_most(number);
        d.given.extend([natural(&base), natural(&size), start.at_most(&size), natural(&start)]);
        let (offset, overflowed) = memory::offset(d, &start, &index, BYTES);
        let active = truth("active");
        let access = Access {
            active: active.clone(),
            mask_undetermined: truth("mask_undetermined"),
            undetermined: truth("undetermined"),
            overflowed,
            offset,
            base,
            size,
            bytes: BYTES,
        };
        memory::access(d, &access);
        memory::write(d, &active, &truth("constant"));
        memory::store(d, &active, &truth("value_undetermined"));
    })
}

/// All requirements of the operation except this rule.
fn others(theory: &Theory, rule: Rule) -> Vec<Truth> {
    let others = theory.required.iter().filter(|(of, _)| *of != rule).map(|(_, holds)| holds.clone());
    theory.given.iter().cloned().chain(others).collect()
}

#[test]
fn every_formula_of_a_rule_can_be_broken_alone_and_kept() {
    for rule in Rule::ALL {
        let Said::Formula(theories) = said(*rule) else { continue };
        assert!(!theories.is_empty(), "{rule}: nothing requires it");
        for (case, theory) in theories.iter().enumerate() {
            assert!(theory.required.iter().any(|(of, _)| of == rule), "{rule}, case {case}: not required");
            let (others, this) = (all(others(theory, *rule)), theory.of(*rule));
            possible(&format!("{rule} is broken, case {case}"), &[others.clone(), this.not()], &[]);
            possible(&format!("{rule} is kept, case {case}"), &[others, this], &[]);
        }
    }
}

/// The directives of the corpus's file about a rule.
fn directives(rule: Rule) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../corpus/rules/{rule}.tile"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| line.starts_with("//@")).map(str::to_owned).collect()
}

#[test]
fn every_relation_of_a_rule_is_broken_and_kept_in_the_corpus() {
    for rule in Rule::ALL.iter().filter(|rule| matches!(said(**rule), Said::Relation)) {
        let directives = directives(*rule);
        for verb in ["check", "run"] {
            let of_verb = || directives.iter().filter(|line| line.starts_with(&format!("//@ {verb} ")));
            let breaks = |line: &&String| line.contains(&format!("=> undefined {rule}"));
            assert!(of_verb().any(|line| breaks(&line)), "{rule}: no {verb} breaks it");
            assert!(of_verb().any(|line| !line.contains("=> un")), "{rule}: no {verb} keeps it");
        }
    }
}
