//! The versions of a kernel's code: with tensor maps or without, and for launches with few blocks.

use codegen::{Options, Program, Target};
use spec::problem::Unsupported;
use spec::proof::Proved;
use spec::syntax::kernel::ValueId;
use spec::syntax::types::Element;

/// The multiple of sizes and addresses that launches with code of their own have: a thread then moves sixteen bytes of a row at once.
pub(crate) const SPECIAL: u64 = 16;

/// The most bytes in which the blocks of a launch make tensor maps.
pub(crate) const MOST_SCRATCH: u64 = 1 << 26;

/// The code of a kernel.
#[derive(Debug)]
pub struct Programs {
    /// The code for launches whose tensors have maps, or for all.
    pub main: Program,
    /// The code for the remaining launches, if any.
    pub(crate) plain: Option<Program>,
    /// The code for larger tiles, if there is such: for launches with many tile blocks that it divides.
    pub(crate) larger: Option<Program>,
    /// The code for launches of few blocks, if different.
    pub(crate) few: Option<Program>,
    /// The source and options of the compilation: a launch may need another compilation.
    pub(crate) source: Compiled,
}

/// Compiled code with its target and options.
#[derive(Debug, Clone)]
pub(crate) struct Compiled {
    pub(crate) proved: Proved,
    pub(crate) target: Target,
    pub(crate) options: Options,
}

impl Compiled {
    /// All versions of the code for launches whose parameters have these divisors.
    pub(crate) fn compile_for(self, divisors: &[u64]) -> Result<Programs, Unsupported> {
        let Compiled { proved, target, options } = &self;
        let compile = |options| codegen::compile_for(proved, *target, options, divisors);
        let main = compile(*options)?;
        let without = Options { without_tensor_maps: true, ..*options };
        let plain = main.needs_launches().then(|| compile(without));
        // Code without maps has a version for launches that leave multiprocessors without a second block.
        let few = compile(Options { few_blocks: true, ..*options })?;
        let few = (!main.needs_launches() && few.ptx != main.ptx).then_some(few);
        // Somebody who chooses the threads of a block has these tiles in mind.
        let may_grow = options.threads.is_none() && main.needs_maps();
        let larger = may_grow.then(|| compile(Options { larger_tiles: true, ..*options }).ok()).flatten();
        let larger = larger.filter(Program::needs_maps);
        Ok(Programs { main, plain: plain.transpose()?, larger, few, source: self })
    }

    /// Whether each parameter is an address or an integer, of whose divisors code makes use.
    pub(crate) fn has_divisors(&self) -> Vec<bool> {
        let kernel = self.proved.kernel();
        let is_number = |param: &ValueId| match kernel.tile(*param).element {
            Element::Pointer(_) => true,
            Element::Scalar(scalar) => scalar.is_integer() && scalar.bits() >= 8,
        };
        kernel.params.iter().map(is_number).collect()
    }

    /// The code for launches in which some parameters are multiples of 16, with the fewest such parameters: without any of them, the code
    /// is another. `None` if no multiple changes the code.
    pub(crate) fn specialize(&self, general: &Programs) -> Option<(Vec<u64>, Programs)> {
        let mut divisors: Vec<u64> =
            self.has_divisors().into_iter().map(|has| if has { SPECIAL } else { 1 }).collect();
        let special = self.clone().compile_for(&divisors).ok().filter(|special| !special.is_same(general))?;
        for at in 0..divisors.len() {
            let before = std::mem::replace(&mut divisors[at], 1);
            let is_needed = |fewer: Programs| !fewer.is_same(&special);
            if before != 1 && self.clone().compile_for(&divisors).map_or(true, is_needed) {
                divisors[at] = before;
            }
        }
        Some((divisors, special))
    }
}

impl Programs {
    /// Whether all versions have the same code.
    fn is_same(&self, other: &Programs) -> bool {
        let texts = |one: &Programs| {
            let all = [Some(&one.main), one.plain.as_ref(), one.larger.as_ref(), one.few.as_ref()];
            all.map(|program| program.map(|program| program.ptx.clone()))
        };
        texts(self) == texts(other)
    }
}
