//! Atomic updates, lane by lane in order.

use spec::ops::atomic;
use spec::syntax::attributes::{Attributes, Rmw};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::Scalar;

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::memory::allocation::Change;
use crate::memory::strided_run::{BufferRun, StridedRun};
use crate::ops::access::plan::AccessPlan;
use crate::values::element::bits::{Floats, Integers};
use crate::values::element::float::Real;
use crate::values::element::format::{Binary16, Binary32, Binary64, Brain16, Format};
use crate::values::element::payload::{Field16, Field32, Field64, FieldBrain16, Payload};
use crate::values::element::word::{Word, Word32, Word64};
use crate::values::elements::Store;
use crate::values::marks::Marks;
use crate::values::tile::Tile;

/// The new word, from the old word and the operand.
type Update = fn(&Attributes, u64, u64) -> u64;

impl Machine<'_> {
    /// `atomic_rmw_tko`. What a masked lane gives is the implementation's: zero here.
    pub(crate) fn atomic_rmw(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_pointers(op, op.operands[0], op.operands.get(2).copied())?;
        let before = self.update(op, &plan, op.operands[1])?;
        self.set_tile(op.results[0], before);
        Ok(())
    }

    /// `atomic_red_view_tko`, with only a token as its result.
    pub(crate) fn update_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let (view, value) = (op.operands[0], op.operands[op.operands.len() - 1]);
        let plan = self.plan_view(op, view, &op.operands[1..op.operands.len() - 1])?;
        self.update(op, &plan, value).map(drop)
    }

    /// Updates every lane of a plan with the lane of `value`, passes the token on, and gives what was there before.
    pub(crate) fn update(&mut self, op: &Operation, plan: &AccessPlan, value: ValueId) -> Result<Tile, Stop> {
        let scalar = self.scalar(value);
        let update = update_of(scalar, self.options.payload).ok_or_else(|| unsupported(op))?;
        match scalar.bytes() {
            2 => self.update_words::<u16>(op, plan, value, update),
            4 => self.update_words::<u32>(op, plan, value, update),
            _ => self.update_words::<u64>(op, plan, value, update),
        }
    }

    /// `atomic_cas_tko`. A masked lane returns the expected value.
    pub(crate) fn compare_exchange(&mut self, op: &Operation) -> Result<(), Stop> {
        let plan = self.plan_pointers(op, op.operands[0], op.operands.get(3).copied())?;
        let before = match self.scalar(op.results[0]).bytes() {
            4 => self.exchange_words::<Word32>(op, &plan)?,
            8 => self.exchange_words::<Word64>(op, &plan)?,
            _ => return Err(unsupported(op)),
        };
        self.set_tile(op.results[0], before);
        Ok(())
    }

    /// Exchanges every lane of a plan that equals the expected bits, and returns the old values.
    fn exchange_words<W: Word>(&mut self, op: &Operation, plan: &AccessPlan) -> Result<Tile, Stop>
    where
        W::Number: Copy + Into<i128>,
    {
        let [expected, value] = [1, 2].map(|position| self.share_tile(op.operands[position]));
        self.require_storable(op, plan, &expected)?;
        self.require_storable(op, plan, &value)?;
        let values = W::Store::lanes(&value.elements);
        let mut in_flight = self.begin_access(op)?;
        let mut before = W::Store::lanes(&expected.elements).to_vec();
        let mut undetermined = Vec::new();
        for lane in 0..values.len() {
            mark_lane(&mut undetermined, values.len(), lane, expected.undetermined.at(lane));
        }
        for planned in single_elements(plan) {
            let run = planned.run;
            let wanted = W::read(before[run.lane]);
            let change = |old: W::Store, unknown: bool| {
                if unknown {
                    Change::Unknown
                } else if atomic::exchanges::<Integers<W>>(&W::read(old), &wanted).0 {
                    Change::To(values[run.lane])
                } else {
                    Change::Nothing
                }
            };
            let (old, unknown) = self.update_run(op, planned, &mut in_flight, change)?;
            before[run.lane] = old;
            mark_lane(&mut undetermined, values.len(), run.lane, unknown);
        }
        self.finish_access(op, &in_flight);
        Ok(Tile { undetermined: Marks::new(undetermined), ..Tile::of(before) })
    }

    fn update_words<S: Store>(
        &mut self,
        op: &Operation,
        plan: &AccessPlan,
        value: ValueId,
        update: Update,
    ) -> Result<Tile, Stop> {
        let value = self.share_tile(value);
        self.require_storable(op, plan, &value)?;
        let (mut in_flight, values) = (self.begin_access(op)?, S::lanes(&value.elements));
        let mut before = vec![S::default(); values.len()];
        let mut undetermined = Vec::new();
        // An exchange does not depend on the old value.
        let forgets = op.attributes.rmw == Some(Rmw::Xchg);
        for planned in single_elements(plan) {
            let run = planned.run;
            let at = &op.attributes;
            let change = |old: S, unknown: bool| {
                if unknown && !forgets {
                    return Change::Unknown;
                }
                Change::To(S::from_raw(update(at, old.raw(), values[run.lane].raw())))
            };
            let (old, unknown) = self.update_run(op, planned, &mut in_flight, change)?;
            before[run.lane] = old;
            mark_lane(&mut undetermined, values.len(), run.lane, unknown);
        }
        self.finish_access(op, &in_flight);
        Ok(Tile { undetermined: Marks::new(undetermined), ..Tile::of(before) })
    }
}

/// Marks a lane as undetermined.
fn mark_lane(undetermined: &mut Vec<bool>, len: usize, lane: usize, unknown: bool) {
    if unknown {
        undetermined.resize(len, false);
        undetermined[lane] = true;
    }
}

/// The update of elements of a type, floats as they are or as elements of a field; none where there is none.
fn update_of(scalar: Scalar, payload: bool) -> Option<Update> {
    match scalar {
        Scalar::F16 if payload => Some(update_float::<Payload<Field16>>),
        Scalar::Bf16 if payload => Some(update_float::<Payload<FieldBrain16>>),
        Scalar::F32 if payload => Some(update_float::<Payload<Field32>>),
        Scalar::F64 if payload => Some(update_float::<Payload<Field64>>),
        Scalar::I32 => Some(update_integer::<Word32>),
        Scalar::I64 => Some(update_integer::<Word64>),
        Scalar::F16 => Some(update_float::<Real<Binary16>>),
        Scalar::Bf16 => Some(update_float::<Real<Brain16>>),
        Scalar::F32 => Some(update_float::<Real<Binary32>>),
        Scalar::F64 => Some(update_float::<Real<Binary64>>),
        Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => None,
    }
}

fn update_integer<W: Word>(at: &Attributes, old: u64, value: u64) -> u64
where
    W::Number: Copy + Into<i128>,
{
    let read = |raw| W::read(W::Store::from_raw(raw));
    atomic::integer(&mut Integers::<W>::new(None), at, &read(old), &read(value)).write().raw()
}

fn update_float<F: Format>(at: &Attributes, old: u64, value: u64) -> u64 {
    let read = |raw| F::read(F::Store::from_raw(raw));
    atomic::float(&mut Floats::<F>::new(None), at, &read(old), &read(value)).write().raw()
}

/// The elements of a plan one by one, in the order of lanes.
fn single_elements(plan: &AccessPlan) -> Vec<BufferRun> {
    let elements = plan.iter().flat_map(|BufferRun { buffer, run }| {
        (0..run.count).map(|k| {
            let (lane, offset) = run.at(k);
            let run = StridedRun { lane, lane_step: 1, count: 1, offset, step: run.step };
            BufferRun { buffer: *buffer, run }
        })
    });
    let mut elements: Vec<_> = elements.collect();
    // Lanes with equal addresses update in turn, in the order of lanes.
    elements.sort_unstable_by_key(|planned| planned.run.lane);
    elements
}
