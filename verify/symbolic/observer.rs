//! Observers: code that watches symbolic execution from outside. Execution for the record tells an observer of each obligation, and where the block ends.

use spec::rules::Rule;
use spec::syntax::kernel::Operation;

use crate::symbolic::machine::Machine;
use crate::terms::Substitution;

/// Watches one symbolic execution of a kernel.
pub(crate) trait Observer<'k> {
    /// Control comes to an obligation of an operation. The path condition and the facts are those under which the obligation is decided.
    fn reach(&mut self, machine: &mut Machine<'k>, operation: &Operation, rule: Rule);

    /// An obligation is decided here, with a question to the solver or without one.
    fn decide(&mut self, machine: &Machine<'k>, operation: &Operation, rule: Rule);

    /// The block has ended. The facts are those that hold of the whole block.
    fn end(&mut self, machine: &mut Machine<'k>);

    /// A second instance of the block was made, with the facts about it: of another block, or of the same one.
    fn copy(&mut self, machine: &Machine<'k>, other: &mut Substitution, same_block: bool);

    /// The execution counts: no supposition of it turned out wrong.
    fn conclude(&mut self, machine: &mut Machine<'k>);
}

impl<'k> Machine<'k> {
    /// Notifies the observer, if any. The observer's own actions cause no notifications.
    pub(crate) fn tell(&mut self, tell: impl FnOnce(&mut dyn Observer<'k>, &mut Self)) {
        let Some(mut observer) = self.observer.take() else { return };
        tell(&mut *observer, self);
        self.observer = Some(observer);
    }
}
