//! The decision of a property for all launches: by a run with records of how runs end, by a comparison of a kernel with itself, or by
//! following floats.

use spec::contract::Bound;
use spec::syntax::contract::Property;
use spec::valid::Valid;

use crate::attempt::run_until_stable;
use crate::budget::effort::within;
use crate::equal::decide_independence;
use crate::finite::decide_finite;
use crate::options::Options;
use crate::properties::decide;
use crate::properties::ensured::Ensured;
use crate::properties::termination::Rankings;
use crate::smt::context::in_own_context;
use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::endings::Endings;

/// Asks a property of a kernel that is proved under the contract.
pub fn ensure(kernel: &Valid, contract: &Bound<'_>, property: &Property, options: &Options) -> Ensured {
    if let Property::Independent { array, of, index } = property {
        return decide_independence((kernel, contract), (array, of, index), options);
    }
    let spent = || Ensured::unknown("the budget of the kernel is spent (--timeout)".to_owned());
    if let Property::Finite { array: Some(array) } = property {
        let decide = || decide_finite(kernel, contract, array, options.flaw);
        return in_own_context(|| within(&options.budget, decide)).unwrap_or_else(|_| spent());
    }
    let prepare = |machine: &mut Machine<'_>| {
        machine.recorder.endings = Some(Endings::default());
        if let Property::Progress { rankings } = property {
            machine.watch(Rankings { given: rankings.clone() });
        }
        None
    };
    in_own_context(|| {
        within(&options.budget, || {
            run_until_stable(kernel, contract, options, &prepare, &|mut machine, stopped| {
                if stopped { spent() } else { decide(&mut machine, property) }
            })
        })
        .unwrap_or_else(|_| spent())
    })
}
