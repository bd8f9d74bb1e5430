//! Observers: the purposes of a run of symbolic execution. Execution tells its observers of each event. Its meaning for a proof, a search
//! for clauses, a property or the audit is their own knowledge.

use spec::rules::Rule;
use spec::syntax::kernel::Operation;
use spec::syntax::span::Place;

use crate::symbolic::exit::Exit;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::SymbolicAccess;

/// A requirement of an operation, under the path condition of the machine.
pub(crate) struct Requirement<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) rule: Rule,
    pub(crate) holds: &'a Truth,
    /// The name of an accessed allocation without a stated size.
    pub(crate) open: Option<&'a str>,
}

/// Watches one symbolic execution of a kernel, in passes for the record.
pub(crate) trait Observer<'k> {
    /// Control comes to an obligation of an operation. The path condition and the facts are those under which the obligation is decided.
    fn reach(&mut self, _machine: &mut Machine<'k>, _operation: &Operation, _rule: Rule) {}

    /// An obligation is decided here, with a question to the solver or without one.
    fn decide(&mut self, _machine: &Machine<'k>, _operation: &Operation, _rule: Rule) {}

    /// A requirement is due. Returns whether it is proved.
    fn require(&mut self, _machine: &mut Machine<'k>, _requirement: &Requirement<'_>) -> bool {
        false
    }

    /// A requirement is due, with an earlier proof for more launches.
    fn establish(&mut self, _machine: &mut Machine<'k>, _operation: &Operation, _rule: Rule) {}

    /// A requirement at a path condition fails where `broken` holds.
    fn fail(&mut self, _machine: &mut Machine<'k>, _at: (Rule, &Place), _path: &Truth, _broken: &Truth) {}

    /// An access is due, by an active lane under this condition.
    fn access(&mut self, _place: &Truth) {}

    /// An update of one element was recorded with its effect.
    fn exchange(&mut self, _machine: &mut Machine<'k>, _access: &SymbolicAccess<'k>) {}

    /// An arbitrary iteration of a `loop` was run, from the carried values at its head to its exits.
    fn iterate(
        &mut self,
        _machine: &mut Machine<'k>,
        _operation: &'k Operation,
        _number: &Num,
        _heads: &[Val<'k>],
        _exits: &[Exit<'k>],
    ) {
    }

    /// The block has ended. The facts are those that hold of the whole block.
    fn end(&mut self, _machine: &mut Machine<'k>) {}

    /// A second instance of the block was made, with the facts about it: of another block, or of the same one.
    fn copy(&mut self, _machine: &Machine<'k>, _other: &mut Substitution, _same_block: bool) {}

    /// The execution counts: no supposition of it turned out wrong.
    fn conclude(&mut self, _machine: &mut Machine<'k>) {}
}

impl<'k> Machine<'k> {
    /// Adds an observer.
    pub(crate) fn watch(&mut self, observer: impl Observer<'k> + 'static) {
        self.observers.push(Some(Box::new(observer)));
    }

    /// Notifies the observers. The actions of an observer cause no notification of itself.
    pub(crate) fn tell(&mut self, mut tell: impl FnMut(&mut dyn Observer<'k>, &mut Self)) {
        for at in 0..self.observers.len() {
            let Some(mut observer) = self.observers[at].take() else { continue };
            tell(&mut *observer, self);
            self.observers[at] = Some(observer);
        }
    }

    /// Notifies the observers; returns whether one of them agrees.
    pub(crate) fn ask(&mut self, mut ask: impl FnMut(&mut dyn Observer<'k>, &mut Self) -> bool) -> bool {
        let mut agrees = false;
        self.tell(|observer, machine| agrees |= ask(observer, machine));
        agrees
    }
}
