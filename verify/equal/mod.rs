//! Equality of two kernels: a relational proof (Barthe, Crespo and Kunz, "Relational Verification Using Product Programs", FM 2011) over
//! terms with uninterpreted floats (translation validation: Necula, PLDI 2000).
//!
//! Both kernels are run over terms for one arbitrary block each, in one arena, with equal arguments ([`Traces`] has their stores
//! and carried values). They must write every element at most once, and read no element that they have written ([`effects`]). The
//! proof has two parts. Each element written by one kernel is written by the other ([`coverage`]), and both write equal values
//! ([`compare`]). Terms are taken apart side by side ([`head`]), down to loads of one element of one array. Carried values are
//! related by induction ([`lockstep`]), and reductions are functions of their elements ([`combiner`]).

mod combiner;
mod compare;
mod coverage;
mod effects;
mod head;
mod lockstep;
mod question;
mod rewrites;

use spec::contract::Bound;
use spec::domain::Number as _;
use spec::syntax::contract::{Expr, Property};
use spec::valid::Valid;

use crate::attempt::{run_beside, run_until_stable};
use crate::budget::effort::within;
use crate::equal::compare::Comparison;
use crate::equal::effects::{refuse, refuse_reads, written_arrays};
pub use crate::equal::question::{Equality, Question, Rewrites, Side};
use crate::options::Options;
use crate::properties::ensured::Ensured;
use crate::properties::once::decide_once;
use crate::smt::context::in_own_context;
use crate::smt::fact::Fact;
use crate::smt::reason::Always;
use crate::smt::solver::Solver;
use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::endings::Endings;
use crate::symbolic::recorder::traces::Traces;
use crate::terms::{Num, bool_watermark, watermark};

/// Decides whether two kernels, each proved under its contract, leave equal memory in launches with equal arguments.
pub fn compare(one: &Side<'_>, other: &Side<'_>, question: &Question) -> Equality {
    if let Err(why) = refuse(one.kernel).and_then(|()| refuse(other.kernel)) {
        return Equality::Open(why);
    }
    let decided = in_own_context(|| {
        within(&one.options.budget, || {
            for side in [one, other] {
                if let Err(why) = writes_once(side, question) {
                    return Equality::Open(why);
                }
            }
            let start = |machine: &mut Machine<'_>| {
                prepare(machine, (0, 0));
                None
            };
            run_until_stable(one.kernel, one.contract, one.options, &start, &|machine, stopped| {
                if stopped { spent() } else { beside(machine, other, question) }
            })
        })
    });
    decided.unwrap_or_else(|_| spent())
}

/// Decides whether the elements that a kernel writes are independent of another array's elements from an index on, by a comparison
/// with itself.
pub(crate) fn decide_independence(
    (kernel, contract): (&Valid, &Bound<'_>),
    (array, of, index): (&str, &str, &Expr),
    options: &Options,
) -> Ensured {
    let (Some(only), Some(other)) = (contract.position(array), contract.position(of)) else {
        return Ensured::unknown("there is no such array".to_owned());
    };
    let side = Side { kernel, contract, options };
    let question = Question {
        same_grid: true,
        only: Some(only),
        outside: Some((other, index.clone())),
        ..Question::default()
    };
    match compare(&side, &side, &question) {
        Equality::Proved => Ensured::Proved,
        Equality::Open(why) => Ensured::unknown(why),
    }
}

fn spent() -> Equality {
    Equality::Open("the budget of the comparison is spent (--timeout)".to_owned())
}

fn prepare(machine: &mut Machine<'_>, earlier: (u32, u32)) {
    machine.recorder.endings = Some(Endings { earlier, ..Endings::default() });
    machine.recorder.traces = Some(Traces::default());
}

/// Facts about a second instance, which races need, are unused here.
fn forget_instances(machine: &mut Machine<'_>) {
    let facts = machine.recorder.endings.as_ref().map(|endings| endings.facts);
    facts.into_iter().for_each(|facts| machine.solver.forget(facts));
}

/// Runs the other kernel in the same arena, and compares.
fn beside(mut one: Machine<'_>, other: &Side<'_>, question: &Question) -> Equality {
    forget_instances(&mut one);
    let solver =
        std::mem::replace(&mut one.solver, Solver::new(other.options.rlimit, other.options.answers.clone()));
    let own = |position: &usize| !question.varied.contains(position);
    let given: Vec<Option<Num>> = one
        .setup
        .scalars
        .iter()
        .enumerate()
        .map(|(position, number)| number.filter(|_| own(&position)))
        .collect();
    let earlier = (watermark(), bool_watermark());
    let sides = (other.kernel, other.contract);
    let start = |machine: &mut Machine<'_>| prepare(machine, earlier);
    run_beside(sides, other.options, &given, solver, &start, |mut second, stopped| {
        if stopped {
            return spent();
        }
        forget_instances(&mut second);
        std::mem::swap(&mut one.solver, &mut second.solver);
        if question.same_grid {
            let axes = one.setup.grid.iter().zip(&second.setup.grid);
            let same = |(own, other): (&Num, &Num)| Fact::always(&own.equals(other), Always::SameGrid);
            axes.map(same).for_each(|fact| one.solver.assume(&fact));
        }
        match Comparison::new(&mut one, &mut second, question).and_then(Comparison::decide) {
            Ok(()) => Equality::Proved,
            Err(why) => Equality::Open(why),
        }
    })
}

/// Checks that a kernel writes no element twice, and reads no element that it has written.
fn writes_once(side: &Side<'_>, question: &Question) -> Result<(), String> {
    let start = |machine: &mut Machine<'_>| {
        prepare(machine, (0, 0));
        None
    };
    run_until_stable(side.kernel, side.contract, side.options, &start, &|mut machine, stopped| {
        if stopped {
            return Err("the budget of the comparison is spent (--timeout)".to_owned());
        }
        forget_instances(&mut machine);
        let accesses = std::mem::take(&mut machine.recorder.accesses);
        refuse_reads(&machine, &accesses)?;
        for which in written_arrays(&accesses) {
            let name = machine.setup.allocations[which].name.clone();
            if !question.asks(which, &machine.setup) {
                continue;
            }
            let all = Property::Writes { array: Some(name.clone()), among: None, once: true };
            match decide_once(&mut machine, &all, &name, &accesses) {
                Ensured::Proved | Ensured::ProvedOfLocks | Ensured::ProvedOfFlags => {}
                Ensured::Open { why, .. } => {
                    return Err(format!(
                        "@{} may write an element of `{name}` twice: {why}",
                        machine.kernel.name
                    ));
                }
                Ensured::Endless { .. } | Ensured::Vacuous => {
                    return Err(format!(
                        "whether @{} writes an element of `{name}` twice is open",
                        machine.kernel.name
                    ));
                }
            }
        }
        Ok(())
    })
}
