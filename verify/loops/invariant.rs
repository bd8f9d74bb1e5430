//! Invariants of one carried value: its shape at every head, and its doubts. An add recurrence is scalar evolution's.

use std::rc::Rc;

use spec::domain::{Number, greatest_signed, least_signed};
use spec::syntax::types::{Element as ElementType, Scalar};

use crate::loops::iteration::IterationVariables;
use crate::symbolic::exit::Exit;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::terms::{
    BoolVar, Num, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Var, VarKind, Variables, fresh_bool, var_info,
};
use crate::values::element::Element;
use crate::values::tile::{Doubt, Tile};

/// The known facts about a carried value in any iteration.
#[derive(Debug, Clone)]
pub(super) struct Invariant {
    pub(super) shape: Shape,
    /// The condition for an undetermined value; `Kept` means: as initially.
    pub(super) undetermined: Doubt,
    /// The condition for an overflowed pointer offset.
    pub(super) overflowed: Doubt,
}

/// The value itself.
#[derive(Debug, Clone)]
pub(super) enum Shape {
    /// A token: nothing to know.
    Token,
    /// The first value.
    Same,
    /// The first value and so many steps, in every lane; a step of zero is a value that never changes.
    AddRec(Num),
    /// After the first iteration, this element as of the iteration before: a scalar, in terms of the iteration's variables.
    PrevIteration(Element),
    /// The first value and a multiple of the unit, the same in every lane; the variable stands for how many.
    Strided { unit: Num, times: Var },
    /// Any value; for pointers, into one of these allocations.
    Any { may: Rc<[usize]>, slot: Slot },
}

/// The stand-in for an arbitrary value in facts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Slot {
    /// Nothing: no facts are looked for.
    None,
    /// An integer.
    Int(Var),
    /// A boolean.
    Bit(BoolVar),
    /// A pointer.
    Pointer { which: Var, offset: Var },
    /// The integer of an arbitrary lane.
    Lane(Var),
}

/// A variable that stands for a number in facts.
fn stand_in(name: &str, lo: i128, hi: i128) -> Var {
    Num::fresh(name, lo, hi).as_var().unwrap_or(Var::numbered(0))
}

impl Slot {
    /// The stand-in for such values.
    fn of(tile: &Tile<'_>) -> Self {
        let scalar = tile.ty.shape.is_empty();
        match tile.ty.element {
            ElementType::Pointer(_) if scalar => Slot::Pointer {
                // For any range of allocations: a fact must not depend on the range.
                which: stand_in("which", -1, UNBOUNDED_ABOVE),
                offset: stand_in("offset", least_signed(64), greatest_signed(64)),
            },
            ElementType::Scalar(Scalar::I1) if scalar => Slot::Bit(fresh_bool()),
            ElementType::Scalar(Scalar::I1) | ElementType::Pointer(_) => Slot::None,
            ElementType::Scalar(of) if of.is_integer() => {
                let var = stand_in("carried", least_signed(of.bits()), greatest_signed(of.bits()));
                if scalar { Slot::Int(var) } else { Slot::Lane(var) }
            }
            ElementType::Scalar(_) => Slot::None,
        }
    }
}

impl Shape {
    /// A name for the log.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Shape::Token => "token",
            Shape::Same => "same",
            Shape::AddRec(_) => "add recurrence",
            Shape::PrevIteration(_) => "previous iteration",
            Shape::Strided { .. } => "stride",
            Shape::Any { .. } => "anything",
        }
    }

    /// Any value.
    pub(super) fn any(tile: &Tile<'_>, may: impl IntoIterator<Item = usize>) -> Self {
        Shape::any_in(Slot::of(tile), may)
    }

    /// Any value, with an existing stand-in.
    pub(super) fn any_in(slot: Slot, may: impl IntoIterator<Item = usize>) -> Self {
        let mut may: Vec<usize> = may.into_iter().collect();
        may.sort_unstable();
        may.dedup();
        Shape::Any { may: may.into(), slot }
    }

    /// A multiple of a unit further on.
    pub(super) fn strided(unit: Num) -> Self {
        Shape::Strided { unit, times: stand_in("times", UNBOUNDED_BELOW, UNBOUNDED_ABOVE) }
    }

    /// Whether the shape determines the doubts.
    pub(super) fn is_exact(&self) -> bool {
        match self {
            Shape::Token | Shape::Same | Shape::PrevIteration(_) => true,
            Shape::AddRec(_) | Shape::Strided { .. } | Shape::Any { .. } => false,
        }
    }

    /// Whether two shapes agree, up to their stand-ins.
    fn is_like(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::AddRec(a), Shape::AddRec(b)) => a == b,
            (Shape::Strided { unit: a, .. }, Shape::Strided { unit: b, .. }) => a == b,
            (Shape::Any { may: a, .. }, Shape::Any { may: b, .. }) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }

    /// The stand-ins for open values.
    pub(super) fn stand_ins(&self) -> Variables {
        let mut variables = Variables::default();
        match self {
            Shape::Strided { times, .. } => {
                variables.nums.insert(*times);
            }
            Shape::Any { slot: Slot::Int(var) | Slot::Lane(var), .. } => {
                variables.nums.insert(*var);
            }
            Shape::Any { slot: Slot::Pointer { which, offset }, .. } => {
                variables.nums.extend([*which, *offset]);
            }
            Shape::Any { slot: Slot::Bit(bit), .. } => {
                variables.bools.insert(*bit);
            }
            Shape::Any { slot: Slot::None, .. }
            | Shape::Token
            | Shape::Same
            | Shape::AddRec(_)
            | Shape::PrevIteration(_) => {}
        }
        variables
    }
}

impl Invariant {
    /// A shape with the doubts of the initial value.
    pub(super) fn new(shape: Shape) -> Self {
        Invariant { shape, undetermined: Doubt::Kept, overflowed: Doubt::Kept }
    }

    /// Whether two invariants agree, up to their stand-ins.
    pub(super) fn is_like(&self, other: &Invariant) -> bool {
        self.shape.is_like(&other.shape)
            && self.undetermined == other.undetermined
            && self.overflowed == other.overflowed
    }

    /// Nothing is known.
    pub(super) fn unknown_element(init: &Val<'_>, everywhere: &Vec<usize>) -> Self {
        let shape = match init {
            Val::Tile(tile) => Shape::Any { may: everywhere.as_slice().into(), slot: Slot::of(tile) },
            Val::Token | Val::Tensor(_) | Val::View(_) => Shape::Token,
        };
        Invariant { shape, undetermined: Doubt::Anywhere, overflowed: Doubt::Anywhere }
    }
}

/// What a first pass starts from: it leaves open as much as a pass can learn from.
pub(super) fn open_invariant(init: &Val<'_>) -> Invariant {
    let Val::Tile(tile) = init else { return Invariant::new(Shape::Token) };
    let scalar = tile.ty.shape.is_empty();
    Invariant::new(match tile.ty.element {
        ElementType::Pointer(_) => Shape::strided(Num::constant(1)),
        ElementType::Scalar(of) if of.is_integer() && of != Scalar::I1 && !scalar => {
            Shape::strided(Num::constant(1))
        }
        ElementType::Scalar(_) => Shape::any(tile, []),
    })
}

/// A loop under execution.
pub(crate) struct Loop<'k> {
    /// The initial carried values.
    pub(crate) inits: Vec<Val<'k>>,
    /// How iterations are told apart.
    pub(crate) iteration: IterationVariables,
    /// The condition at every head, independent of carried values.
    pub(crate) enter: Truth,
    /// Numbers for bounds.
    pub(crate) limits: Vec<Num>,
    /// Whether every iteration reaches its end, so the pass shows only known facts.
    pub(crate) completes: bool,
}

/// What is known of a loop at every head.
pub(crate) struct LoopInvariants<'k> {
    pub(super) around: Loop<'k>,
    pub(super) invariants: Vec<Invariant>,
    /// Stands for the number of iterations before in facts.
    pub(super) count: Var,
    pub(super) facts: Vec<Fact>,
    /// The facts shown by every iteration but the last, in terms of the iteration's variables.
    pub(super) trail: Truth,
    /// The other exits of the last pass over the body. They are kept if the pass already used the final invariants, so the body
    /// need not run again.
    pub(super) left: Option<Vec<Exit<'k>>>,
}

/// The body of a loop: runs one iteration from a head; gives all ways out of it.
pub(crate) type Body<'k, 'b> = dyn FnMut(&mut Machine<'k>, &[Val<'k>]) -> Vec<Exit<'k>> + 'b;

/// The number of variables before a pass: later variables vary between iterations, and so do the variables of the
/// iteration.
#[derive(Clone, Copy)]
pub(crate) struct Watermark<'a> {
    pub(super) nums: u32,
    pub(super) bools: u32,
    pub(super) iteration: &'a IterationVariables,
}

impl<'k> LoopInvariants<'k> {
    /// Takes the ways out of the loop, where an arbitrary iteration was run already.
    pub(crate) fn take_exits(&mut self) -> Option<Vec<Exit<'k>>> {
        self.left.take()
    }
}

impl Watermark<'_> {
    /// Whether variables are the same in every iteration and lane.
    pub(super) fn are_steady(self, variables: &Variables) -> bool {
        self.are_known(variables, |_| false)
    }

    /// Whether variables are equal in every iteration and lane, or identify the iteration.
    pub(super) fn are_timed(self, variables: &Variables) -> bool {
        self.are_known(variables, |var| self.iteration.has(var))
    }

    /// Whether variables are the same in every iteration and lane, or excepted.
    pub(super) fn are_known(self, variables: &Variables, except: impl Fn(Var) -> bool) -> bool {
        let steady =
            |var: Var| var.0 < self.nums && !self.iteration.has(var) && var_info(var).kind != VarKind::Lane;
        variables.nums.iter().all(|var| steady(*var) || except(*var))
            && variables.bools.iter().all(|bit| bit.0 <= self.bools)
    }

    /// Whether a number is the same in every iteration and lane.
    pub(super) fn is_steady(self, num: &Num) -> bool {
        let mut variables = Variables::default();
        variables.num(num);
        self.are_steady(&variables)
    }
}

/// A possible fact of every head.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fact {
    pub(crate) holds: Truth,
    /// For a fact about an arbitrary lane: the variable of the lane.
    pub(crate) lane: Option<Var>,
}

impl Fact {
    /// Whether the invariant mentions a variable of `some` outside `others`.
    pub(crate) fn mentions(&self, some: &Variables, others: &Variables) -> bool {
        let mut variables = Variables::default();
        variables.truth(&self.holds);
        variables.nums.iter().any(|var| some.nums.contains(var) && !others.nums.contains(var))
            || variables.bools.iter().any(|bit| some.bools.contains(bit) && !others.bools.contains(bit))
    }
}
