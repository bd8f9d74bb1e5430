//! The errors of a run: a broken rule with its block and place, or an exhausted limit.

use spec::problem::{Iteration, Party, Scene, Unsupported, Violation};
use spec::rules::Rule;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::TileType;

use crate::machine::outcome::{Exhausted, Limit, Stop};
use crate::machine::state::Machine;
use crate::memory::allocation::Fault;
use crate::memory::shadow::record::AccessRecord;
use crate::ops::elementwise::signature::LaneViolation;
use crate::values::host_width::to_index;
use crate::values::lanes::index_of;

impl<'k> Machine<'k> {
    /// The error of an exhausted limit.
    pub(crate) fn exhausted(&self, limit: Limit, op: &Operation) -> Stop {
        Stop::Exhausted(Exhausted { limit, at: op.at.clone(), block: self.block_id() })
    }

    /// The running block, at an operation.
    pub(crate) fn party(&self, op: &Operation, lane: Option<Vec<u32>>) -> Party {
        let lane = lane.map(|lane| self.element_of(op, lane));
        let iterations = self.rounds.iter();
        let iterations =
            iterations.map(|(of, number)| Iteration { at: of.at.clone(), number: *number }).collect();
        Party { at: op.at.clone(), block: self.block_id(), lane, iterations }
    }

    /// A rule broken by a lane of a tile of the given shape.
    pub(crate) fn lane_violation(&self, op: &Operation, broken: LaneViolation, shape: &[u32]) -> Stop {
        self.violation(op, broken.rule, Some(index_of(broken.lane, shape)), None, None)
    }

    /// A rule broken by the running block.
    pub(crate) fn violation(
        &self,
        op: &Operation,
        rule: Rule,
        lane: Option<Vec<u32>>,
        buffer: Option<u32>,
        scene: Option<Scene>,
    ) -> Stop {
        let party = self.party(op, lane);
        let parameter = self.parameter(buffer);
        Stop::Violation(Box::new(Violation { rule, party, other: None, parameter, scene }))
    }

    /// The parameter that points into a buffer.
    pub(crate) fn parameter(&self, buffer: Option<u32>) -> Option<usize> {
        self.parameters.get(to_index(buffer?)).copied().flatten()
    }

    /// The error of an impossible access.
    pub(crate) fn fault(&self, op: &Operation, fault: Fault, buffer: u32) -> Stop {
        let (race, lane) = match fault {
            Fault::Full => return self.exhausted(Limit::Memory, op),
            Fault::Race { race, lane } => (race, lane),
        };
        let lane = index_of(to_index(lane), self.accessed_shape(op));
        let scene = self.scene(op, buffer, &lane);
        let party = self.party(op, Some(lane));
        // The record knows the operation by its token, and the lane by the byte that both touch.
        let other = self.earlier(&race.earlier, race.byte);
        let (rule, parameter) = (race.rule, self.parameter(Some(buffer)));
        Stop::Violation(Box::new(Violation { rule, party, other, parameter, scene }))
    }

    /// The earlier access of a race.
    fn earlier(&self, access: &AccessRecord, byte: u16) -> Option<Party> {
        let op = self.makers[to_index(access.first.op())]?;
        let lane = index_of(to_index(access.lane_at(byte)), self.accessed_shape(op));
        let lane = Some(self.element_of(op, lane));
        let block = self.blocks[to_index(access.block)];
        Some(Party { at: op.at.clone(), block, lane, iterations: Vec::new() })
    }

    /// The element of a lane; if two elements share a byte, the first.
    fn element_of(&self, op: &Operation, mut lane: Vec<u32>) -> Vec<u32> {
        let view = op.operands.iter().find_map(|operand| self.kernel.ty(*operand).tiled());
        let packed = op.attributes.packed.as_ref().zip(view);
        if let Some(place) = packed.and_then(|(packed, view)| lane.get_mut(packed.along(&view)?)) {
            *place *= 2;
        }
        lane
    }

    /// The shape of the tile that a memory operation accesses.
    pub(crate) fn accessed_shape(&self, op: &Operation) -> &'k [u32] {
        let tile = |id: Option<&ValueId>| -> Option<&'k TileType> { self.kernel.ty(*id?).tile() };
        let ends = || tile(op.operands.first()).or_else(|| tile(op.operands.last()));
        tile(op.results.first()).or_else(ends).map_or(&[], |tile| &tile.shape)
    }

    /// Stops the run where an operation has broken a rule with none of its lanes.
    pub(crate) fn check(&self, op: &Operation, broken: Option<Rule>) -> Result<(), Stop> {
        broken.map_or(Ok(()), |rule| Err(self.violation(op, rule, None, None, None)))
    }
}

/// The error of an operation without a meaning.
pub(crate) fn unsupported(op: &Operation) -> Stop {
    let message = format!("`{}` on such operands", op.op.mnemonic());
    Stop::Unsupported(Unsupported { message, at: op.at.clone() })
}
