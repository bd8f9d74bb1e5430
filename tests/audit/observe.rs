//! Runs for the audit: moments before operations, with the values there.

use std::collections::HashMap;

use interp::{Options, Seen, SeenElement, SeenTile, Stepper, Stop};
use spec::proof::obligations;
use spec::syntax::kernel::Operation;
use spec::syntax::launch::Launch;
use spec::syntax::op::Op;
use spec::valid::Valid;
use verify::audit::{CHOICES, Moment, Run, SeenElement as Known, SeenValue, Values, chosen};

use crate::launches::Draw;

/// The most operations of a run.
const STEPS: u64 = 20_000;

/// The most element operations of a run.
const FUEL: u64 = 1 << 22;

/// So many moments are kept of an operation: the latest, and others that are drawn.
const MOMENTS: usize = 3;

/// Of so many blocks the ends are kept.
const ENDS: usize = 64;

/// A run with its moments, and whether it breaks a rule; `None` if it cannot be run.
pub(crate) fn observe(kernel: &Valid, launch: &Launch, draw: &mut Draw) -> Option<(Run, bool)> {
    let options = Options { fuel: FUEL, ..Options::default() };
    let (last, stop) = length(kernel, launch, &options)?;
    let broken = matches!(stop, Some(Stop::Violation(_)));
    let positions: HashMap<usize, usize> =
        kernel.operations().enumerate().map(|(at, op)| (std::ptr::from_ref(op).addr(), at)).collect();
    let bound: Vec<usize> = obligations(kernel).iter().map(|one| one.operation).collect();
    let mut stepper = Stepper::new(kernel, launch, &options).ok()?;
    let mut ends = Vec::new();
    let (mut kept, mut met) = (HashMap::<usize, Vec<Moment>>::new(), HashMap::<usize, usize>::new());
    while let Some(op) = stepper.operation() {
        let at = positions[&std::ptr::from_ref::<Operation>(op).addr()];
        let is_last = stepper.position() == last;
        if op.op == Op::Return && stepper.inside().len() == 1 && ends.len() < ENDS {
            ends.push((stepper.block(), values(&stepper)));
        }
        if bound.binary_search(&at).is_ok() || op.op == Op::Continue {
            let (moments, met) = (kept.entry(at).or_default(), met.entry(at).or_default());
            *met += 1;
            let here = || Moment { broken: broken && is_last, ..moment(&stepper, at) };
            if moments.len() < MOMENTS {
                moments.push(here());
            } else if is_last || draw.below(*met) < MOMENTS {
                let other = draw.below(MOMENTS);
                moments[other] = here();
            }
        }
        if is_last || stepper.step().is_err() {
            break;
        }
    }
    let stopped = stop.is_some().then(|| stepper.block());
    let mut moments: Vec<Moment> = kept.into_values().flatten().collect();
    // Blocks run in turn, so the stopped block has not ended.
    moments.iter_mut().for_each(|moment| moment.ended = stopped != Some(moment.block));
    moments.sort_by_key(|moment| (moment.operation, moment.block, moment.rounds.clone()));
    Some((Run { launch: launch.clone(), moments, ends }, broken))
}

/// The number of operations before the stop or the end, and the reason for the stop.
fn length(kernel: &Valid, launch: &Launch, options: &Options) -> Option<(u64, Option<Stop>)> {
    let mut stepper = Stepper::new(kernel, launch, options).ok()?;
    while stepper.operation().is_some() && stepper.position() < STEPS {
        let before = stepper.position();
        if let Err(stop) = stepper.step() {
            return Some((before, Some(stop)));
        }
    }
    let ended = stepper.operation().is_none();
    let out = || spec_exhausted(&stepper);
    Some((stepper.position(), (!ended).then(out)))
}

/// The run is too long.
fn spec_exhausted(stepper: &Stepper<'_>) -> Stop {
    let at = stepper.kernel().at.clone();
    Stop::Exhausted(interp::Exhausted { limit: interp::Limit::Fuel, at, block: stepper.block() })
}

fn moment(stepper: &Stepper<'_>, operation: usize) -> Moment {
    let rounds = stepper.inside().iter().filter_map(|region| region.round).collect();
    Moment { operation, block: stepper.block(), rounds, values: values(stepper), ended: true, broken: false }
}

fn values(stepper: &Stepper<'_>) -> Values {
    let seen = stepper.in_scope().into_iter().filter_map(|id| {
        let value = match stepper.value(id)? {
            Seen::Tile(tile) => {
                SeenValue::Tile((0..CHOICES).map(|choice| element(stepper, tile, choice)).collect())
            }
            Seen::View(view) => SeenValue::View {
                base: known(stepper, view.base),
                extents: view.extents.clone(),
                strides: view.strides,
            },
            Seen::Token => return None,
        };
        Some((id, value))
    });
    seen.collect()
}

fn element(stepper: &Stepper<'_>, tile: SeenTile<'_>, choice: usize) -> Known {
    let shape = &tile.ty().shape;
    let lane = chosen(choice, shape).into_iter().zip(shape);
    known(stepper, tile.element(lane.fold(0, |at, (place, extent)| at * *extent as usize + place as usize)))
}

fn known(stepper: &Stepper<'_>, element: SeenElement) -> Known {
    match element {
        SeenElement::Undetermined => Known::Undetermined,
        SeenElement::Bits(bits) => Known::Bits(bits),
        SeenElement::Pointer { overflowed: true, .. } => Known::Address(None),
        SeenElement::Pointer { array, offset, .. } => {
            let base = array.map_or(Some(0), |array| stepper.address(array));
            Known::Address(base.map(|base| base + i128::from(offset)))
        }
    }
}
