//! Tiles: the value of every lane, in typed, contiguous words, with an undetermined bit each.

use std::rc::Rc;

use crate::element::number::Exact;
use crate::element::word::Store;
use crate::pointer::Pointers;

/// The lanes of a tile in row-major order. One lane is kept in place, so that scalars cost no allocation.
#[derive(Debug, Clone)]
pub(crate) enum Lanes<T> {
    /// One.
    One(T),
    /// Any number.
    Many(Rc<Vec<T>>),
}

impl<T: Copy> Lanes<T> {
    /// The same word in every lane.
    pub(crate) fn splat(word: T, len: usize) -> Self {
        if len == 1 { Lanes::One(word) } else { Lanes::Many(Rc::new(vec![word; len])) }
    }

    /// These words.
    pub(crate) fn new(words: Vec<T>) -> Self {
        match *words {
            [word] => Lanes::One(word),
            _ => Lanes::Many(Rc::new(words)),
        }
    }

    /// The words.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[T] {
        match self {
            Lanes::One(word) => std::slice::from_ref(word),
            Lanes::Many(words) => words,
        }
    }

    /// These words and then those of a tile of the same type.
    fn chain(&self, other: &Elements) -> Elements
    where
        T: Store,
    {
        T::elements(Lanes::new([self.as_slice(), T::lanes(other)].concat()))
    }

    /// The words of some runs.
    fn runs(&self, runs: Runs) -> Elements
    where
        T: Store,
    {
        T::elements(Lanes::new(runs.of(self.as_slice())))
    }

    /// The words at these lanes.
    pub(crate) fn gather(&self, from: &[usize]) -> Self {
        let words = self.as_slice();
        Lanes::new(from.iter().map(|lane| words[*lane]).collect())
    }
}

/// A bit for each lane of a tile; most tiles have none set.
#[derive(Debug, Clone, Default)]
pub(crate) struct Marks(Option<Rc<Vec<bool>>>);

impl Marks {
    /// No lane is marked.
    pub(crate) const NONE: Marks = Marks(None);

    /// These lanes are.
    pub(crate) fn new(marks: Vec<bool>) -> Self {
        if marks.contains(&true) { Marks(Some(Rc::new(marks))) } else { Marks::NONE }
    }

    /// All lanes are, or none.
    pub(crate) fn all(marked: bool, len: usize) -> Self {
        if marked { Marks(Some(Rc::new(vec![true; len]))) } else { Marks::NONE }
    }

    /// Whether any lane is.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        self.0.is_some()
    }

    /// Whether that lane is.
    #[inline]
    pub(crate) fn at(&self, lane: usize) -> bool {
        self.0.as_ref().is_some_and(|marks| marks[lane])
    }

    /// The lanes that are marked in either.
    pub(crate) fn or(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (None, None) => Marks::NONE,
            (Some(_), None) => self.clone(),
            (None, Some(_)) => other.clone(),
            (Some(a), Some(b)) => Marks(Some(Rc::new(a.iter().zip(b.iter()).map(|(a, b)| a | b).collect()))),
        }
    }

    /// The marks of so many lanes, and then those of others.
    pub(crate) fn chain(&self, len: usize, other: &Self, other_len: usize) -> Self {
        if !self.any() && !other.any() {
            return Marks::NONE;
        }
        let marks = (0..len).map(|lane| self.at(lane)).chain((0..other_len).map(|lane| other.at(lane)));
        Marks::new(marks.collect())
    }

    /// The marks at these lanes.
    pub(crate) fn gather(&self, from: &[usize]) -> Self {
        match &self.0 {
            None => Marks::NONE,
            Some(marks) => Marks::new(from.iter().map(|lane| marks[*lane]).collect()),
        }
    }
}

/// Lanes at even distances: `count` runs of `len` lanes, `step` from one start to the next.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Runs {
    pub(crate) first: usize,
    pub(crate) len: usize,
    pub(crate) step: usize,
    pub(crate) count: usize,
}

impl Runs {
    /// These of some words.
    pub(crate) fn of<T: Copy>(self, words: &[T]) -> Vec<T> {
        let mut found = Vec::with_capacity(self.len * self.count);
        for run in 0..self.count {
            found.extend_from_slice(&words[self.first + run * self.step..][..self.len]);
        }
        found
    }

    /// Their positions.
    fn lanes(self) -> Vec<usize> {
        (0..self.count)
            .flat_map(|run| self.first + run * self.step..self.first + run * self.step + self.len)
            .collect()
    }
}

/// What the lanes hold. A truth value is a byte that is 0 or 1; a float is its bits.
#[derive(Debug, Clone)]
pub(crate) enum Elements {
    /// i1, i4, i8 and the floats of four and eight bits.
    U8(Lanes<u8>),
    /// i16, f16, bf16.
    U16(Lanes<u16>),
    /// i32, f32, tf32.
    U32(Lanes<u32>),
    /// i64, f64.
    U64(Lanes<u64>),
    /// Pointers.
    Pointers(Pointers),
}

/// Applies one expression to the lanes of any type of word.
macro_rules! each_word {
    ($elements:expr, $lanes:ident => $body:expr, $pointers:ident => $other:expr) => {
        match $elements {
            $crate::tile::Elements::U8($lanes) => $body,
            $crate::tile::Elements::U16($lanes) => $body,
            $crate::tile::Elements::U32($lanes) => $body,
            $crate::tile::Elements::U64($lanes) => $body,
            $crate::tile::Elements::Pointers($pointers) => $other,
        }
    };
}
pub(crate) use each_word;

/// The value of a tile. Its shape is that of its type.
#[derive(Debug, Clone)]
pub(crate) struct Tile {
    /// The lanes; an undetermined one holds some value, zero where nothing else is known.
    pub(crate) elements: Elements,
    /// The lanes whose value is undetermined.
    pub(crate) undetermined: Marks,
}

impl Tile {
    /// A tile all of whose lanes are determined.
    pub(crate) fn determined(elements: Elements) -> Self {
        Tile { elements, undetermined: Marks::NONE }
    }

    /// A tile of words.
    pub(crate) fn of<S: Store>(words: Vec<S>) -> Self {
        Tile::determined(S::elements(Lanes::new(words)))
    }

    /// How many lanes it has.
    pub(crate) fn len(&self) -> usize {
        each_word!(&self.elements, lanes => lanes.as_slice().len(), pointers => pointers.len())
    }

    /// The bits of a lane, zero-extended; of a pointer, its offset.
    pub(crate) fn raw(&self, lane: usize) -> u64 {
        each_word!(&self.elements, lanes => lanes.as_slice()[lane].raw(), pointers => pointers.offset(lane).cast_unsigned())
    }

    /// The pointers of a tile of pointers.
    pub(crate) fn pointers(&self) -> &Pointers {
        match &self.elements {
            Elements::Pointers(pointers) => pointers,
            Elements::U8(_) | Elements::U16(_) | Elements::U32(_) | Elements::U64(_) => {
                unreachable!("a valid kernel has pointers here")
            }
        }
    }

    /// A scalar of so many bits.
    pub(crate) fn word(raw: u64, bits: u32) -> Self {
        Tile::determined(match bits {
            1..=8 => Elements::U8(Lanes::One(u8::from_raw(raw))),
            9..=16 => Elements::U16(Lanes::One(u16::from_raw(raw))),
            17..=32 => Elements::U32(Lanes::One(u32::from_raw(raw))),
            _ => Elements::U64(Lanes::One(raw)),
        })
    }

    /// A lane of so many bits, in two's complement.
    pub(crate) fn signed(&self, lane: usize, bits: u32) -> Exact {
        let unused = 64 - bits;
        Exact(((self.raw(lane) << unused).cast_signed() >> unused).into())
    }

    /// A lane as a natural number.
    pub(crate) fn unsigned(&self, lane: usize) -> Exact {
        Exact(self.raw(lane).into())
    }

    /// The truth value of a lane.
    pub(crate) fn truth(&self, lane: usize) -> bool {
        self.raw(lane) != 0
    }

    /// A tile of the scalars that some tiles are, all of one type.
    pub(crate) fn of_lanes<'a>(scalars: impl Iterator<Item = &'a Tile> + Clone) -> Self {
        fn words<'a, S: Store>(scalars: impl Iterator<Item = &'a Tile>) -> Elements {
            S::elements(Lanes::new(scalars.map(|tile| S::from_raw(tile.raw(0))).collect()))
        }
        let undetermined = Marks::new(scalars.clone().map(|tile| tile.undetermined.at(0)).collect());
        let elements = match scalars.clone().next().map(|tile| &tile.elements) {
            Some(Elements::U8(_)) | None => words::<u8>(scalars),
            Some(Elements::U16(_)) => words::<u16>(scalars),
            Some(Elements::U32(_)) => words::<u32>(scalars),
            Some(Elements::U64(_)) => words::<u64>(scalars),
            Some(Elements::Pointers(_)) => {
                let lanes = scalars.map(|tile| (tile.pointers().provenance(0), tile.pointers().offset(0)));
                Elements::Pointers(Pointers::each(&lanes.collect::<Vec<_>>()))
            }
        };
        Tile { elements, undetermined }
    }

    /// The lanes of this tile and then those of another.
    pub(crate) fn chain(&self, other: &Self) -> Self {
        let elements = each_word!(&self.elements,
            lanes => lanes.chain(&other.elements),
            pointers => Elements::Pointers(pointers.chain(other.pointers())));
        let undetermined = self.undetermined.chain(self.len(), &other.undetermined, other.len());
        Tile { elements, undetermined }
    }

    /// The lanes at these places.
    pub(crate) fn gather(&self, from: &[usize]) -> Self {
        let elements = match &self.elements {
            Elements::U8(lanes) => Elements::U8(lanes.gather(from)),
            Elements::U16(lanes) => Elements::U16(lanes.gather(from)),
            Elements::U32(lanes) => Elements::U32(lanes.gather(from)),
            Elements::U64(lanes) => Elements::U64(lanes.gather(from)),
            Elements::Pointers(pointers) => Elements::Pointers(pointers.gather(from)),
        };
        Tile { elements, undetermined: self.undetermined.gather(from) }
    }

    /// The lanes of some runs.
    pub(crate) fn runs(&self, runs: Runs) -> Self {
        if self.undetermined.any() || matches!(self.elements, Elements::Pointers(_)) {
            return self.gather(&runs.lanes());
        }
        Tile::determined(each_word!(&self.elements,
            lanes => lanes.runs(runs),
            pointers => Elements::Pointers(pointers.clone())))
    }

    /// Its first lane in every one of `len` lanes.
    pub(crate) fn splat(&self, len: usize) -> Self {
        let elements = match &self.elements {
            Elements::U8(lanes) => Elements::U8(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::U16(lanes) => Elements::U16(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::U32(lanes) => Elements::U32(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::U64(lanes) => Elements::U64(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::Pointers(pointers) => Elements::Pointers(pointers.splat(len)),
        };
        Tile { elements, undetermined: Marks::all(self.undetermined.at(0), len) }
    }
}
