//! What an author may change where a rule is broken: edits of his file, the likeliest first. They are untested; the caller
//! compiles and checks the file again.

mod accesses;
mod change;
mod indices;
mod masks;
mod names;
mod padding;
mod places;
mod races;
mod strides;
mod triton;
mod triton_names;
mod widths;

use spec::rules::Rule;

pub use self::change::{Change, Edit, Problem, element_types};
use crate::code::{Call, Code};

/// Possible repairs, the likeliest first. None takes a comment away, or uses a name that does not exist at its line.
pub fn propose(code: &Code<'_>, problem: &Problem<'_>) -> Vec<Change> {
    let mut changes = changes(code, problem);
    changes.retain(|change| change.keeps_comments(code) && names::are_known(change, code));
    changes
}

fn changes(code: &Code<'_>, problem: &Problem<'_>) -> Vec<Change> {
    let call = code.access(problem.offset);
    match problem.rule {
        Rule::TileInside => call.map(|call| masks::of_view(code, call)).unwrap_or_default(),
        Rule::MemoryBounds => bounds(code, call, problem),
        Rule::IndexSpace => indices::of_call(code, call, problem),
        Rule::UndeterminedStored | Rule::UndeterminedBranch | Rule::UndeterminedIndex => {
            padding::of_loads(code, problem)
        }
        Rule::SignedOverflow | Rule::UnsignedOverflow | Rule::OffsetOverflow => {
            widths::widen(code, problem.offset)
        }
        Rule::RaceBlock | Rule::RaceLane | Rule::RaceToken => {
            let mut changes = races::use_atomic(code, problem.offset);
            changes.extend(call.and_then(|call| strides::of_rows(code, call, problem)));
            changes
        }
        Rule::TruncationSigned
        | Rule::TruncationUnsigned
        | Rule::DivisionByZero
        | Rule::DivisionOverflow
        | Rule::SliceIndex
        | Rule::AssumeBounded
        | Rule::AssumeDivisible
        | Rule::AssumeAligned
        | Rule::AssumeStrided
        | Rule::AssumeSame
        | Rule::LoopStep
        | Rule::LoopOverflow
        | Rule::SourceIndex
        | Rule::SourceStatic
        | Rule::SourceRank
        | Rule::SourceExtent
        | Rule::SourceNegative
        | Rule::SourceStep
        | Rule::SourceAssumption
        | Rule::SourceReturn
        | Rule::SourceSubscript
        | Rule::SourceInjective
        | Rule::ViewStride
        | Rule::ViewPacked
        | Rule::ViewOffset
        | Rule::ShapeRange
        | Rule::MemoryAlignment
        | Rule::ConstantWritten => Vec::new(),
    }
}

fn bounds(code: &Code<'_>, call: Option<&Call>, problem: &Problem<'_>) -> Vec<Change> {
    let widened = || if problem.wraps { widths::widen(code, problem.offset) } else { Vec::new() };
    let Some(call) = call else { return widened() };
    if triton::is_access(code, call) {
        return triton::bounds(code, call, problem);
    }
    let mut changes: Vec<Change> = strides::of_rows(code, call, problem).into_iter().collect();
    changes.extend(masks::of_elements(code, call, problem));
    changes.extend(widened());
    changes
}

/// Whether the changes for a rule are masks and paddings, which keep the results of every defined launch.
pub fn only_masks(rule: Rule) -> bool {
    [
        Rule::TileInside,
        Rule::MemoryBounds,
        Rule::UndeterminedStored,
        Rule::UndeterminedBranch,
        Rule::UndeterminedIndex,
    ]
    .contains(&rule)
}

/// The masked access of a file that may lose its mask: the call without it.
pub fn unmask(code: &Code<'_>, call: &Call) -> Option<Change> {
    masks::without(code, call).filter(|change| change.keeps_comments(code))
}

#[cfg(test)]
mod tests {
    use spec::syntax::contract::Contract;

    use super::*;
    use crate::code::Language;

    /// The first line that is proposed for the load in a text.
    fn proposed(text: &str, language: Language, rule: Rule) -> Option<String> {
        let code = Code::new(text, language);
        let offset = text.find("load(").or(text.find("gather("))?;
        let problem = Problem {
            rule,
            offset: offset + 5,
            contract: &Contract::default(),
            origin: None,
            wraps: true,
            elements: &[],
        };
        propose(&code, &problem).first()?.shown(&code).map(|(_, line)| line)
    }

    #[test]
    fn a_mask_has_the_padding_that_its_use_asks_for() {
        let of = |use_: &str| {
            let text = format!("__tile_global__ void f() {{\n  auto v = xs.load(r, 0);\n  {use_}\n}}\n");
            proposed(&text, Language::Cpp, Rule::TileInside)
        };
        assert_eq!(of("ys.store_masked(v * 2.0f, r, 0);").as_deref(), Some("auto v = xs.load_masked(r, 0);"));
        assert_eq!(of("s = ct::sum(v, 1_ic);").as_deref(), Some("auto v = xs.load_masked(r, 0);"));
        let least =
            "auto v = xs.load_masked(ct::view_padding_constant<ct::view_padding::negative_inf>{}, r, 0);";
        assert_eq!(of("m = ct::reduce_max(v, 1_ic);").as_deref(), Some(least));
        for unclear in
            ["m = ct::sum(ct::exp(v), 1_ic);", "w = v * v; s = ct::reduce_max(w, 1_ic);", "ct::scan(v);"]
        {
            assert_eq!(of(unclear), None, "{unclear}");
        }
        let both = "s = ct::sum(v, 1_ic); m = ct::reduce_max(v, 1_ic);";
        assert_eq!(of(both), None, "one padding is not both");
    }

    #[test]
    fn no_change_uses_a_name_before_it_exists() {
        let of = |defined: &str, before: bool| {
            let (first, second) = if before { (defined, "") } else { ("", defined) };
            let text = format!(
                "def f(a):\n    i = ct.bid(0)\n{first}    x = ct.load(a, index=(i,), shape=(8,))\n{second}    \
                 y = ct.load(a, index=(j,), shape=(8,))\n"
            );
            proposed(&text, Language::Python, Rule::IndexSpace)
        };
        let other = "x = ct.load(a, index=(j,), shape=(8,))";
        assert_eq!(of("    j = ct.bid(1)\n", true).as_deref(), Some(other));
        assert_eq!(of("    j = ct.bid(1)\n", false), None);
    }

    #[test]
    fn no_change_uses_a_name_of_a_block_that_is_closed() {
        let of = |close: &str, end: &str| {
            let text = format!(
                "__tile_global__ void f() {{\n  auto xs = view{{extents{{n}}}};\n  {{ int j = 0;\n{close}  auto x = xs.load(i);\n  \
                 auto y = xs.load(j);\n{end}}}\n"
            );
            proposed(&text, Language::Cpp, Rule::IndexSpace)
        };
        assert_eq!(of("", "  }\n").as_deref(), Some("auto x = xs.load(j);"));
        assert_eq!(of("  }\n", ""), None);
    }

    #[test]
    fn no_mask_is_given_where_a_helper_may_reduce_what_is_loaded() {
        let of = |use_: &str| {
            let text = format!("__tile_global__ void f() {{\n  auto v = xs.load(r);\n  {use_}\n}}\n");
            proposed(&text, Language::Cpp, Rule::TileInside)
        };
        for unclear in [
            "auto m = top(v);",
            "auto m = TOP(v);",
            "auto w = v * 2.0f; auto m = top(w);",
            "auto w = v * 2.0f;\n  auto u = ct::exp(w);\n  auto m = top(u);",
            "auto m = max(v);",
        ] {
            assert_eq!(of(unclear), None, "{unclear}");
        }
        let clear = "auto w = ct::exp(v);\n  auto k = top(other);\n  ys.store_masked(w, r);";
        assert_eq!(of(clear).as_deref(), Some("auto v = xs.load_masked(r);"));
    }

    #[test]
    fn a_comment_stays_behind_an_argument_that_goes() {
        let text =
            "def f(c):\n    ct.scatter(c, at, v,  # somebody else's, see #42\n        check_bounds=False)\n";
        let code = Code::new(text, Language::Python);
        let offset = text.find("scatter").expect("it is there");
        let problem = Problem {
            rule: Rule::MemoryBounds,
            offset,
            contract: &Contract::default(),
            origin: None,
            wraps: true,
            elements: &[],
        };
        let changes = propose(&code, &problem);
        let changed = changes.first().expect("a change").apply(text);
        assert_eq!(changed, "def f(c):\n    ct.scatter(c, at, v  # somebody else's, see #42\n        )\n");
        let text = "void f() {\n  ct::store_masked(o + at, v, /* the tail */ at < n);\n}\n";
        let code = Code::new(text, Language::Cpp);
        let call = code.accesses(&(0..text.len())).next().expect("an access");
        let changed = unmask(&code, call).expect("a change").apply(text);
        assert_eq!(changed, "void f() {\n  ct::store(o + at, v /* the tail */ );\n}\n");
    }

    #[test]
    fn a_loop_without_its_last_round_keeps_the_tail() {
        let of = |text: &str, language| {
            let code = Code::new(text, language);
            let offset = text.find("load(").expect("a load");
            let problem = Problem {
                rule: Rule::IndexSpace,
                offset,
                contract: &Contract::default(),
                origin: None,
                wraps: true,
                elements: &[],
            };
            propose(&code, &problem).first().map(|change| change.apply(text))
        };
        let python = "import cuda.tile as ct\ndef f(A, i, T):\n    for k in range(A.shape[1] // T + 1):\n        a = ct.load(A, index=(i, k), shape=(T, T))\n";
        let changed = of(python, Language::Python).expect("a change");
        assert!(changed.contains("for k in range(ct.cdiv(A.shape[1], T)):"), "{changed}");
        let cpp = "template <int T> __tile_global__ void f(int n) {\n  for (int k = 0; k <= n / T; ++k) {\n    a = as.load(k);\n  }\n}\n";
        let changed = of(cpp, Language::Cpp).expect("a change");
        assert!(changed.contains("k < (n + T - 1) / T; ++k"), "{changed}");
    }

    #[test]
    fn bounds_are_checked_where_zero_does_no_harm() {
        let of = |use_: &str| {
            let text = format!("def f(a):\n    v = ct.gather(a, at, check_bounds=False)\n    {use_}\n");
            proposed(&text, Language::Python, Rule::MemoryBounds)
        };
        assert_eq!(of("ct.scatter(o, at, v)").as_deref(), Some("v = ct.gather(a, at)"));
        assert_eq!(of("m = ct.max(v)"), None);
        assert_eq!(of("s = ct.sum(v)").as_deref(), Some("v = ct.gather(a, at)"));
    }
}
