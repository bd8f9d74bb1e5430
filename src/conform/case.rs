//! A case: a kernel, a launch, and what it must leave or which rule it breaks; and the comparison with what an
//! implementation leaves.

use std::sync::Arc;

use spec::rules::Rule;
use spec::syntax::array;
use spec::syntax::types::Scalar;

use super::prepare::Prepared;
use crate::accuracy::Room;
use crate::scalar;

/// A case.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its name, of parts with `/` between: the file, the kernel, and a number.
    pub name: String,
    /// The chapter of the specification that it is about.
    pub chapter: String,
    /// The operations of the kernel, by their mnemonics.
    pub operations: Vec<&'static str>,
    /// Where the kernel stands.
    pub forms: Forms,
    /// The kernel and the launch.
    pub prepared: Prepared,
    /// Whether the result holds in the order x fastest, then y, then z alone.
    pub in_order: bool,
    /// What must come of it.
    pub expected: Expected,
    /// The messages of the assertions that fail in it, which may end the launch (spec/ops/control.md).
    pub asserts: Vec<String>,
    /// Where that is from.
    pub origin: Origin,
    /// The same in words.
    pub how: String,
    /// Whether it counts.
    pub state: State,
}

/// The forms that a kernel has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forms {
    /// The path of its text, from the suite's root.
    pub tile: String,
    /// That text.
    pub text: Arc<str>,
    /// Paths of the sources that it was compiled from, with their texts.
    pub sources: Vec<(String, Arc<str>)>,
}

/// Where an expected value is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Somebody worked it out from the documents.
    Hand,
    /// A device left it.
    Hardware,
    /// The interpreter leaves it.
    Interp,
}

impl Origin {
    /// Every origin with its name.
    pub const NAMES: &[(Origin, &str)] =
        &[(Origin::Hand, "hand"), (Origin::Hardware, "hardware"), (Origin::Interp, "interp")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

/// Whether a case counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Its result was there before anything could run it.
    Written,
    /// It was generated, and a device agrees with the interpreter.
    Admitted,
    /// It was generated, and no device has said anything yet.
    Candidate,
}

impl State {
    /// Every state with its name.
    pub const NAMES: &[(State, &str)] =
        &[(State::Written, "written"), (State::Admitted, "admitted"), (State::Candidate, "candidate")];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }
}

/// What must come of a case.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// The launch breaks the rule.
    Breaks(Rule),
    /// The launch leaves this.
    Leaves(Vec<Left>),
}

/// What a launch leaves in one buffer.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// Which of the launch's pointers.
    pub pointer: usize,
    /// The bits of every element; any will do where there are none.
    pub values: Vec<Option<u64>>,
    /// How far a device may be from a reading, or why no rule says that.
    pub room: Result<Room, String>,
    /// What the interpreter leaves, and what it leaves where products and sums are rounded together or atomic sums flush; the
    /// room is around each of these. None where the values themselves are.
    pub readings: Vec<Vec<u64>>,
    /// What the interpreter leaves of the inputs' magnitudes, where the room depends on that.
    pub magnitudes: Option<Vec<u64>>,
}

/// What an implementation left, against what it must leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// It may.
    Agrees,
    /// It may not: the first element, and why.
    Differs(Difference),
    /// It is not the same, and no rule says how far it may differ.
    Undecided(Difference, String),
}

/// One element that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The buffer.
    pub name: String,
    /// Which element, from 0, in row-major order.
    pub index: usize,
    /// How many elements of the buffer differ.
    pub count: usize,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl Left {
    /// Compares the elements that were left; `None` is an undetermined one.
    pub fn compare(&self, name: &str, element: Scalar, found: &[Option<u64>]) -> Compared {
        let admitted = |at: usize, wanted: u64| -> Result<bool, String> {
            let Some(bits) = found.get(at).copied().flatten() else { return Ok(false) };
            if Room::None.admits(element, bits, wanted, 0) {
                return Ok(true);
            }
            let magnitude = self.magnitudes.as_ref().and_then(|all| all.get(at).copied()).unwrap_or(0);
            let mut around = self.readings.iter().filter_map(|reading| reading.get(at).copied()).peekable();
            let exact = around.peek().is_none().then_some(wanted);
            let own: Vec<_> = around.chain(exact).collect();
            if own.iter().any(|own| Room::None.admits(element, bits, *own, 0)) {
                return Ok(true);
            }
            let room = self.room.clone()?;
            Ok(own.into_iter().any(|own| room.admits(element, bits, own, magnitude)))
        };
        let (mut wrong, mut unknown) = (Vec::new(), None);
        for (at, wanted) in self.values.iter().enumerate() {
            let Some(wanted) = wanted else { continue };
            match admitted(at, *wanted) {
                Ok(true) => {}
                Ok(false) => wrong.push((at, *wanted)),
                Err(why) => unknown = unknown.or(Some((at, *wanted, why))),
            }
        }
        let difference = |index: usize, wanted: u64, count: usize| Difference {
            name: name.to_owned(),
            index,
            count,
            expected: shown(element, Some(wanted)),
            found: shown(element, found.get(index).copied().flatten()),
        };
        match (wrong.first(), unknown) {
            (Some((at, wanted)), _) => Compared::Differs(difference(*at, *wanted, wrong.len())),
            (None, Some((at, wanted, why))) => Compared::Undecided(difference(at, wanted, 1), why),
            (None, None) => Compared::Agrees,
        }
    }

    /// Whether the values lie in the room around the readings themselves.
    pub fn is_within_its_room(&self, element: Scalar) -> bool {
        let mut values = self.values.iter().enumerate();
        self.readings.is_empty()
            || values.all(|(at, wanted)| {
                let Some(wanted) = *wanted else { return true };
                let magnitude = self.magnitudes.as_ref().and_then(|all| all.get(at).copied()).unwrap_or(0);
                let room = self.room.clone().unwrap_or(Room::None);
                let mut own = self.readings.iter().filter_map(|reading| reading.get(at).copied());
                own.any(|own| room.admits(element, wanted, own, magnitude))
            })
    }
}

/// An element with its bits.
pub(super) fn shown(element: Scalar, bits: Option<u64>) -> String {
    match bits {
        Some(bits) => {
            let width = element.bytes() as usize * 2 + 2;
            format!("{} ({bits:#0width$x})", scalar::show(element, bits, false))
        }
        None => "undetermined".to_owned(),
    }
}

impl Case {
    /// What the inputs have at the place of an element, where they are as long as the buffer that differs: of an
    /// element-wise operation its operands.
    pub fn inputs_at(&self, difference: &Difference) -> String {
        let pointers = &self.prepared.pointers;
        let count = |shape: &[u64]| shape.iter().product::<u64>();
        let Some(output) = pointers.iter().find(|pointer| pointer.name == difference.name) else {
            return String::new();
        };
        let inputs = pointers.iter().filter(|pointer| {
            let buffer = &self.prepared.launch.buffers[pointer.buffer];
            !buffer.uninit && pointer.name != output.name && count(&pointer.shape) == count(&output.shape)
        });
        let at = |pointer: &super::prepare::Pointer| {
            let bits = self.elements(pointer.buffer, pointer.element).get(difference.index).copied();
            format!("{}[{}] = {}", pointer.name, difference.index, shown(pointer.element, bits))
        };
        inputs.map(at).collect::<Vec<_>>().join(", ")
    }

    /// The elements of a buffer before the launch; zeros where the launch says nothing.
    pub fn elements(&self, buffer: usize, element: Scalar) -> Vec<u64> {
        let buffer = &self.prepared.launch.buffers[buffer];
        let mut bytes = vec![0; usize::try_from(buffer.bytes).unwrap_or(0)];
        for (offset, chunk) in &buffer.contents {
            let start = usize::try_from(*offset).unwrap_or(0);
            bytes[start..start + chunk.len()].copy_from_slice(chunk);
        }
        array::elements(element, &bytes)
    }
}

#[cfg(test)]
mod tests;
