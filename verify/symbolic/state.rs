//! The state of symbolic execution at one place of a kernel: the environment, the path condition and the memo cache
//! (King, "Symbolic Execution and Program Testing", CACM 1976).

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use spec::syntax::kernel::{OpId, Operation, ValueId};

use crate::terms::{Num, Truth};
use crate::values::element::Element;
use crate::values::tile::Tile;
use crate::values::view::{LocalMemory, TensorView, View};

/// What a value of the kernel is.
#[derive(Debug, Clone)]
pub(crate) enum Val<'k> {
    /// A tile.
    Tile(Tile<'k>),
    /// A token: ordering is found apart, without values.
    Token,
    /// A tensor view.
    Tensor(Rc<TensorView>),
    /// A view of its tiles.
    View(Rc<View<'k>>),
}

impl<'k> Val<'k> {
    /// The tile, if the value is a tile.
    pub(crate) fn tile(&self) -> Option<&Tile<'k>> {
        if let Val::Tile(tile) = self { Some(tile) } else { None }
    }
}

/// What a pass over operations is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// To propose candidates for invariants: nothing wraps, nothing is recorded, nothing is believed afterwards.
    Propose,
    /// To check that candidates are inductive: as the last pass, but nothing is recorded.
    Check,
    /// For the record.
    Record,
}

/// An iteration of a loop, by the loop and the number of the iteration.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Iteration<'k> {
    pub(crate) owner: &'k Operation,
    pub(crate) number: Num,
}

/// A tile's address and a lane.
type Spot = (usize, Vec<Num>);

/// A tile with an element of it. The tile is kept alive, so that its address stays unique.
type Evaluated<'k> = (Tile<'k>, Element);

/// Elements that were evaluated before. Passes only log what they change: a copy for each pass would take time that is quadratic in the size
/// of a kernel.
#[derive(Clone, Default)]
pub(crate) struct Memo<'k> {
    known: FxHashMap<Spot, Evaluated<'k>>,
    /// Changed places, with the element before.
    log: Vec<(Spot, Option<Evaluated<'k>>)>,
}

impl<'k> Memo<'k> {
    fn insert(&mut self, spot: Spot, evaluated: Evaluated<'k>) {
        let before = self.known.insert(spot.clone(), evaluated);
        self.log.push((spot, before));
    }

    /// The present, for [`Memo::undo`].
    pub(crate) fn mark(&self) -> usize {
        self.log.len()
    }

    /// Returns to an earlier time.
    pub(crate) fn undo(&mut self, mark: usize) {
        for (spot, before) in self.log.drain(mark..).rev() {
            match before {
                Some(before) => self.known.insert(spot, before),
                None => self.known.remove(&spot),
            };
        }
    }
}

/// The symbolic state at one place: path condition and values.
#[derive(Clone)]
pub(crate) struct State<'k> {
    pub(crate) env: HashMap<ValueId, Val<'k>>,
    /// The path conditions under which tiles were bound first, by the tile's address; those of parameters are none.
    bound_on: FxHashMap<usize, (Tile<'k>, Truth)>,
    /// The path condition of the current place.
    pub(crate) path: Truth,
    pub(crate) mode: Mode,
    /// What the arrays of the block hold.
    pub(crate) memory: LocalMemory<'k>,
    /// The iterations around this place, outermost first.
    pub(crate) iterations: Vec<Iteration<'k>>,
    pub(crate) memo: Memo<'k>,
}

impl<'k> State<'k> {
    /// The state in front of the first operation.
    pub(crate) fn new(env: HashMap<ValueId, Val<'k>>) -> Self {
        let path = spec::domain::Bool::constant(true);
        State {
            env,
            bound_on: FxHashMap::default(),
            path,
            mode: Mode::Record,
            memory: LocalMemory::default(),
            iterations: Vec::new(),
            memo: Memo::default(),
        }
    }

    /// Binds a value of the kernel.
    pub(crate) fn bind(&mut self, value: ValueId, val: Val<'k>) {
        if let Val::Tile(tile) = &val {
            self.bound_on.entry(Rc::as_ptr(tile).addr()).or_insert_with(|| (tile.clone(), self.path));
        }
        self.env.insert(value, val);
    }

    /// Whether control always comes here from the tile's binding: facts found here hold at all uses.
    pub(crate) fn is_bound_here(&self, tile: &Tile<'k>) -> bool {
        let path = self.bound_on.get(&Rc::as_ptr(tile).addr()).map(|(_, path)| *path);
        path.unwrap_or_else(|| spec::domain::Bool::constant(true)) == self.path
    }

    /// The element of a lane of a tile, if it was evaluated before.
    pub(crate) fn look_up(&self, tile: &Tile<'k>, lane: &[Num]) -> Option<Element> {
        let key = (Rc::as_ptr(tile).addr(), lane.to_vec());
        self.memo.known.get(&key).map(|(_, element)| element.clone())
    }

    /// Keeps the element of a lane of a tile.
    pub(crate) fn memoize(&mut self, tile: &Tile<'k>, lane: &[Num], element: &Element) {
        let key = (Rc::as_ptr(tile).addr(), lane.to_vec());
        self.memo.insert(key, (tile.clone(), element.clone()));
    }

    /// The iterations around control, outermost first: each by its loop and its number.
    pub(crate) fn iteration_numbers(&self) -> Vec<(OpId, Num)> {
        self.iterations.iter().map(|i| (i.owner.id, i.number)).collect()
    }

    /// Returns to an earlier control state, and keeps the elements evaluated since.
    pub(crate) fn go_back(&mut self, before: State<'k>) {
        self.mode = before.mode;
        self.path = before.path;
        self.env = before.env;
        self.memory = before.memory;
    }
}
