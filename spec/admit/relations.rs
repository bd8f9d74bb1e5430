//! Whether the elements of a buffer are related as a contract says, by looking at each place.

use std::collections::HashMap;
use std::ops::Range;

use super::exact::Exact;
use crate::contract::{Bound, Reach, Resolved, Symbol};
use crate::syntax::contract::{Expr, Relation};

/// The most elements that are looked at; the elements of a longer buffer are not known to be related.
pub(super) const LOOKED: i128 = 1 << 24;

/// What arguments and the grid are in a launch.
pub(super) type Known<'a> = &'a dyn Fn(Symbol) -> i128;

/// The element at an existing place; `None` if undetermined.
pub(super) type ElementAt<'a> = &'a dyn Fn(i128) -> Option<i128>;

/// A relation between elements named by their places, in one launch.
pub(super) struct Along<'a> {
    holds: Resolved,
    known: Known<'a>,
    /// Of each element: whether its place moves with `i`, and its distance from there, or its fixed place.
    pub(super) places: Vec<(Reach, i128)>,
}

impl<'a> Along<'a> {
    /// The relation in a launch; none where a place is beyond all numbers.
    pub(super) fn new(bound: &'a Bound<'a>, holds: &'a Expr, known: Known<'a>) -> Option<Self> {
        let places = holds.elements().into_iter().map(|(_, place)| {
            let distance = bound.distance(place, &mut |symbol| Exact(Some(known(symbol))));
            Some((Reach::of(place)?, distance.0?))
        });
        Some(Along { holds: bound.resolve(holds), known, places: places.collect::<Option<_>>()? })
    }

    /// The values of `i` for which all elements exist; at most one value if no element depends on `i`.
    pub(super) fn range(&self, len: i128) -> Range<i128> {
        let outside = |(reach, at): &(Reach, i128)| *reach == Reach::Fixed && !(0..len).contains(at);
        if self.places.iter().any(outside) {
            return 0..0;
        }
        let along = || self.places.iter().filter(|(reach, _)| *reach == Reach::Along).map(|(_, at)| *at);
        let first = along().map(|at| at.saturating_neg()).max().unwrap_or(0);
        first..along().map(|at| len.saturating_sub(at)).min().unwrap_or(1)
    }

    /// The places of its elements for a given `i`.
    fn places(&self, i: i128) -> impl Iterator<Item = i128> {
        self.places.iter().map(move |(reach, at)| if *reach == Reach::Along { i + at } else { *at })
    }

    /// Whether the relation holds for an `i` with existing elements; `None` with undetermined elements.
    pub(super) fn holds(&self, i: i128, element: ElementAt<'_>) -> Option<bool> {
        let values: Vec<i128> = self.places(i).map(element).collect::<Option<_>>()?;
        let holds = self.holds.truth(&mut |symbol| {
            Exact(Some(match symbol {
                Symbol::Index => i,
                Symbol::Place(number) => values[number],
                Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element => {
                    (self.known)(symbol)
                }
            }))
        });
        Some(holds.0 == Some(true))
    }

    /// The elements for an `i`, in words.
    fn describe(&self, name: &str, i: i128, element: ElementAt<'_>) -> String {
        let along = self.places.iter().any(|(reach, _)| *reach == Reach::Along);
        let index = along.then(|| format!("i = {i}"));
        let one = |at| format!("{name}[{at}] = {}", element(at).unwrap_or(0));
        let mut words: Vec<String> = index.into_iter().chain(self.places(i).map(one)).collect();
        words.dedup();
        words.join(", ")
    }
}

/// Whether a `distinct` clause covers the element.
pub(super) fn is_among(among: Option<&Resolved>, known: Known<'_>, value: i128) -> bool {
    among.is_none_or(|among| {
        let holds = among
            .truth(&mut |symbol| Exact(Some(if symbol == Symbol::Element { value } else { known(symbol) })));
        // What is not known to be outside is asked of too.
        holds.0 != Some(false)
    })
}

/// The first place where the given elements break a relation, in words.
pub(super) fn find_broken(
    bound: &Bound<'_>,
    (name, relation): (&str, &Relation),
    (len, element): (i128, ElementAt<'_>),
    known: Known<'_>,
) -> Option<String> {
    if len > LOOKED {
        return Some(format!("only buffers of up to {LOOKED} elements are looked at"));
    }
    match relation {
        Relation::Along(holds) => {
            let Some(along) = Along::new(bound, holds, known) else {
                return Some("a place is beyond all numbers".to_owned());
            };
            let broken = along.range(len).find(|i| along.holds(*i, element) == Some(false))?;
            Some(along.describe(name, broken, element))
        }
        Relation::Distinct(among) => {
            let among = among.as_ref().map(|among| bound.resolve(among));
            let mut places = HashMap::new();
            (0..len).find_map(|at| {
                let value = element(at).filter(|value| is_among(among.as_ref(), known, *value))?;
                let before = places.insert(value, at)?;
                Some(format!("{name}[{before}] = {value}, {name}[{at}] = {value}"))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::admit::{Filling, admit};
    use crate::contract::{Bound, Symbol};
    use crate::syntax::kernel::Module;
    use crate::syntax::launch::{Argument, Buffer, Launch};

    /// A kernel that takes bytes and a number, under what is said of the bytes.
    fn module(said: &str) -> Module {
        let clauses: String = said.split(';').map(|clause| format!("contents a : {clause} ")).collect();
        let text = format!(
            "contract @k {{ names = (a, n) grid = (1) {clauses} }}
             entry @k(%a: tile<ptr<i8>>, %n: tile<i32>) {{ return }}"
        );
        crate::parse::module(&text).expect("it parses")
    }

    /// The reason why bytes with `n == 3` break a clause.
    fn broken(said: &str, bytes: &[i8], uninit: bool) -> Option<String> {
        let module = module(said);
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it fits");
        let chunk = (0, bytes.iter().map(|byte| byte.cast_unsigned()).collect());
        let len = u64::try_from(bytes.len()).expect("there are few");
        let bytes = if uninit { len + 2 } else { len };
        let contents = BTreeMap::from([chunk]);
        let buffers = vec![Buffer { bytes, alignment: 256, uninit, contents }];
        let arguments = vec![Argument::Pointer { buffer: 0, offset: 0 }, Argument::Scalar(3)];
        admit(&bound, &Launch { grid: [1, 1, 1], arguments, buffers, blocks: None }).err()
    }

    #[test]
    fn elements_that_break_a_relation_are_named() {
        let sorted = "a[i] <= a[i + 1]";
        assert_eq!(broken(sorted, &[-1, 0, 0, 7], false), None);
        assert_eq!(
            broken(sorted, &[0, 3, -1], false).as_deref(),
            Some("contents a : a[i] <= a[i + 1] (i = 1, a[1] = 3, a[2] = -1)")
        );
        assert_eq!(
            broken("distinct", &[4, 0, 4], false).as_deref(),
            Some("contents a : distinct (a[0] = 4, a[2] = 4)")
        );
        assert_eq!(
            broken("a[n - 1] == n", &[0, 0, 4], false).as_deref(),
            Some("contents a : a[n - 1] == n (a[2] = 4)")
        );
        assert_eq!(
            broken("a[i] <= i", &[0, 2], false).as_deref(),
            Some("contents a : a[i] <= i (i = 1, a[1] = 2)")
        );
        assert_eq!(broken("distinct where value < n", &[3, 1, 3, 2], false), None);
        assert!(broken("distinct where value <= n", &[3, 1, 3, 2], false).is_some());
    }

    #[test]
    fn a_relation_says_nothing_of_elements_that_do_not_exist() {
        for said in
            ["a[i] < a[i + 1]", "a[0] > a[1]", "a[1] == 1", "a[n] == 1", "a[i - 1] > a[i]", "distinct"]
        {
            assert_eq!(broken(said, &[], false), None, "{said}");
            assert_eq!(broken(said, &[0], false), None, "{said}");
        }
        assert!(broken("a[0] == 1", &[0], false).is_some());
        // Places before the first: only pairs inside the array count.
        assert_eq!(broken("a[i - 2] < a[i - 1]", &[1, 2], false), None);
        assert!(broken("a[i - 2] < a[i - 1]", &[1, 1], false).is_some());
    }

    #[test]
    fn undetermined_elements_are_related_to_none() {
        assert_eq!(broken("a[i] < a[i + 1]", &[1, 2], true), None);
        assert!(broken("a[i] < a[i + 1]", &[2, 2], true).is_some());
        assert_eq!(broken("distinct", &[0, 2], true), None);
    }

    #[test]
    fn what_no_chunk_names_is_zero() {
        let module = module("a[i] <= a[i + 1]");
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it fits");
        let admitted = |first: u8, bytes: u64| {
            let contents = BTreeMap::from([(0, vec![first])]);
            let buffers = vec![Buffer { bytes, alignment: 256, uninit: false, contents }];
            let arguments = vec![Argument::Pointer { buffer: 0, offset: 0 }, Argument::Scalar(3)];
            admit(&bound, &Launch { grid: [1, 1, 1], arguments, buffers, blocks: None })
        };
        assert_eq!(admitted(0, 9), Ok(()));
        assert!(admitted(1, 9).is_err());
        assert_eq!(admitted(1, 1), Ok(()));
        let far = admitted(0, 1 << 40).expect_err("nobody looks at so many");
        assert!(far.contains("only buffers of up to 16777216 elements"), "{far}");
    }

    #[test]
    fn elements_are_found_that_keep_what_is_said() {
        let settled = |said: &str, mut elements: Vec<i128>, kept: &[usize]| {
            let module = module(said);
            let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it fits");
            let known = |symbol| if symbol == Symbol::Argument(1) { 3 } else { 1 };
            let kept: Vec<bool> = (0..elements.len()).map(|at| kept.contains(&at)).collect();
            let filling = Filling::new(&bound, 0, &known);
            filling.settle(&mut elements, &kept).then_some(elements)
        };
        let zeros = || vec![0; 6];
        assert_eq!(settled("a[i] <= a[i + 1]", vec![5, 1, 9, 2, 2, 0], &[]), Some(vec![0, 1, 2, 2, 5, 9]));
        let strict = settled("a[i] < a[i + 1]; a[0] == n; a[5] == 8", zeros(), &[]).expect("there are some");
        assert_eq!(strict, [3, 4, 5, 6, 7, 8]);
        assert_eq!(settled("a[i] < a[i + 1]; a[0] == n; a[5] == 7", zeros(), &[]), None);
        let steps = "a[i] <= a[i + 1] && a[i + 1] <= a[i] + n; a[0] == 0; a[5] == 14";
        assert!(settled(steps, zeros(), &[]).is_some());
        let kept = settled("a[i] <= a[i + 1]", vec![0, 0, 7, 0, 9, 0], &[2, 4]).expect("there are some");
        assert_eq!((kept[2], kept[4]), (7, 9));
        let places = settled("distinct; 0 <= value && value < 6", zeros(), &[0]).expect("there are some");
        assert_eq!(places[0], 0);
        assert_eq!(settled("distinct; 0 <= value && value < 5", zeros(), &[]), None);
        assert_eq!(settled("a[i] == 2 * i + n", zeros(), &[]), Some(vec![3, 5, 7, 9, 11, 13]));
        assert_eq!(settled("a[i] > a[i + 1]; a[5] == 100", zeros(), &[]).map(|found| found[5]), Some(100));
    }

    #[test]
    fn a_length_is_that_of_the_launch() {
        let text = "contract @k { names = (a, x) grid = (1) contents a : 0 <= value && value < len(x) contents a : a[len(a) - 1] == 0 }
             entry @k(%a: tile<ptr<i8>>, %x: tile<ptr<f32>>) { return }";
        let module = crate::parse::module(text).expect("it parses");
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it fits");
        let admitted = |elements: &[u8], bytes: u64, offset: u64| {
            let contents = BTreeMap::from([(0, elements.to_vec())]);
            let bytes_of = u64::try_from(elements.len()).expect("there are few");
            let indices = Buffer { bytes: bytes_of, alignment: 256, uninit: false, contents };
            let of = Buffer { bytes, alignment: 256, uninit: false, contents: BTreeMap::new() };
            let arguments =
                vec![Argument::Pointer { buffer: 0, offset: 0 }, Argument::Pointer { buffer: 1, offset }];
            admit(&bound, &Launch { grid: [1, 1, 1], arguments, buffers: vec![indices, of], blocks: None })
        };
        assert_eq!(admitted(&[2, 1, 0], 12, 0), Ok(()));
        for (elements, bytes, offset) in
            [([3, 1, 0], 12, 0), ([2, 1, 0], 11, 0), ([2, 1, 0], 12, 4), ([2, 0, 1], 12, 0)]
        {
            assert!(admitted(&elements, bytes, offset).is_err(), "{elements:?} {bytes} {offset}");
        }
    }
}
