//! Arrays that are no parameters: globals of the module, and scratch memory of a block.

use spec::origins::Region;
use spec::syntax::types::Scalar;

use super::{Allocation, Setup, greatest_unit};
use crate::fault_injection::Flaw;
use crate::terms::Num;
use spec::domain::Number as _;

impl Setup<'_> {
    /// The globals that the kernel names. The contents of a writable global are unknown: it outlives the launch, and
    /// the host may write it.
    pub(super) fn globals(&mut self) {
        for (position, global) in self.bound.kernel.globals.iter().enumerate() {
            let parameter = self.bound.kernel.params.len() + position;
            let name = format!("@{}", global.name);
            let array = self.array(parameter, name, global.element, global.aligned_to());
            self.allocations.push(Allocation {
                size: Num::constant(global.bytes().into()),
                constant: global.constant.then(|| global.clone()),
                ..array
            });
        }
    }

    /// The array of each `alloca` in a block: one array, however often executed.
    pub(super) fn scratch(&mut self) {
        let kernel = self.bound.kernel;
        let before = kernel.params.len() + kernel.globals.len();
        for (position, op) in kernel.scratch().enumerate() {
            let element = kernel.tile(op.results[0]).element.pointee().unwrap_or(Scalar::I8);
            let name = kernel.name(op.results[0]);
            let (elements, alignment) = (op.attributes.elements, op.attributes.alignment.unwrap_or(1));
            let unit = if self.has(Flaw::BlocksShareAddresses) {
                Num::shared(format!("base.{name}"), 1, greatest_unit(alignment))
            } else {
                Num::instance(&format!("base.{name}"), 1, greatest_unit(alignment))
            };
            let array = self.array(before + position, name, element, alignment);
            self.allocations.push(Allocation {
                base: unit.mul(&Num::constant(alignment.into())),
                size: Num::constant(i128::from(elements.unwrap_or(0)) * i128::from(element.bytes())),
                private: true,
                uninit: true,
                ..array
            });
        }
    }

    /// An array that is no parameter, without elements yet.
    fn array(&self, parameter: usize, name: String, element: Scalar, alignment: u64) -> Allocation {
        let unit = Num::shared(format!("base.{name}"), 1, greatest_unit(alignment));
        let region = Region::At(parameter);
        let [read, written] = self.is_accessed(region);
        Allocation {
            parameter,
            region,
            private: false,
            constant: None,
            name,
            element,
            size: Num::constant(0),
            measured: false,
            sized: true,
            base: unit.mul(&Num::constant(alignment.into())),
            alignment,
            uninit: false,
            read,
            written,
            contents: None,
        }
    }
}
