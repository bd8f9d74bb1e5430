//! The function of each operation, by its row of the schema.

use spec::syntax::attributes::Attributes;

use super::builder::{Builder, Lowered};
use super::control_flow::is_terminator;
use crate::triton::read::syntax::Operation;
use crate::triton::schema::{Function, Meaning, meaning};

impl<'f, 't> Builder<'f, 't> {
    /// Translates an operation that is no terminator.
    pub(super) fn operation(&mut self, op: &'f Operation<'t>) -> Lowered<()> {
        self.go_to(op);
        match meaning(op.name) {
            Some(Meaning::Same(kind, attributes)) => {
                self.check_promises(op)?;
                let attributes = Attributes { overflow: self.overflow(op)?, ..*attributes };
                self.same_operands(op, kind, attributes)?;
                self.assume_hints(op)
            }
            Some(Meaning::Function(function)) => {
                self.check_promises(op)?;
                self.translate(function, op)?;
                self.assume_hints(op)
            }
            Some(Meaning::Unsupported(why)) => Err(self.unsupported(format!("`{}`: {why}", op.name))),
            None if is_terminator(op.name) => Err(self.wrong("what follows this operation never runs")),
            None => Err(self.unsupported(format!("the operation `{}`", op.name))),
        }
    }

    fn translate(&mut self, function: Function, op: &'f Operation<'t>) -> Lowered<()> {
        match function {
            Function::Constant => self.literal(op),
            Function::Poison => self.poison(op),
            Function::ProgramId => self.grid(op, false),
            Function::NumPrograms => self.grid(op, true),
            Function::MakeRange => self.make_range(op),
            Function::Splat | Function::Broadcast => self.stretch(op),
            Function::Reshape => self.change_shape(op),
            Function::Transpose => self.transpose(op),
            Function::Join => self.join(op),
            Function::Split => self.split(op),
            Function::Cat => self.cat(),
            Function::Gather => self.gather(op),
            Function::Histogram => self.histogram(op),
            Function::AddPointer => self.add_pointer(op),
            Function::Cast => self.cast(op),
            Function::Conjunction => self.conjunction(op),
            Function::CompareIntegers => self.compare_integers(op),
            Function::CompareFloats => self.compare_floats(op),
            Function::Select => self.select(op),
            Function::HighProduct => self.high_product(op),
            Function::ExtendedProduct => self.extended_product(op),
            Function::Clamp => self.clamp(op),
            Function::Round => self.round(op),
            Function::Composed => self.composed(op),
            Function::External => self.external(op),
            Function::Assembly => self.assembly(op),
            Function::Load => self.load(op),
            Function::Store => self.store(op),
            Function::AtomicUpdate => self.atomic_update(op),
            Function::AtomicExchange => self.atomic_exchange(op),
            Function::Barrier => self.named_barrier(op),
            // Launches wait for each other; no proof follows other launches.
            Function::GridDependency => Ok(()),
            Function::Dot => self.dot(op),
            Function::ScaledDot => self.scaled_dot(op),
            Function::Combine => {
                self.combine(op)?;
                self.barrier_of_reduction(op)
            }
            Function::Assume => self.assume(op),
            Function::Assert => self.assert(op),
            Function::Print => self.print(op),
            Function::MakeBlockPointer => self.make_block_pointer(op),
            Function::Advance => self.advance(op),
            Function::MakeDescriptor => self.make_descriptor(op),
            Function::DescriptorLoad => self.descriptor_load(op),
            Function::DescriptorStore => self.descriptor_store(op),
            Function::DescriptorUpdate => self.descriptor_update(op),
            Function::For => self.counted_loop(op),
            Function::While => self.while_loop(op),
            Function::If => self.branch(op),
            Function::ExecuteRegion => self.execute_region(op),
            Function::Call => self.call(op),
        }
    }
}
