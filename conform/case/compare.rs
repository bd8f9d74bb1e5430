//! Comparison of an implementation's results with the expected ones.

use driver::accuracy::Tolerance;
use driver::scalar;
use spec::syntax::types::Scalar;

use super::definition::{Case, Left};
use crate::corpus::prepare::Pointer;

/// The comparison of an implementation's result with the expected one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared {
    /// The result agrees.
    Agrees,
    /// It may not: the first element, and why.
    Differs(Difference),
    /// The result differs, and no rule limits the difference.
    Undecided(Difference, String),
}

/// An element with a wrong value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The buffer.
    pub name: String,
    /// The index of the element from 0, in row-major order.
    pub index: usize,
    /// How many elements of the buffer differ.
    pub count: usize,
    /// The expected value.
    pub expected: String,
    /// The actual value.
    pub found: String,
}

impl Left {
    /// Compares the final elements; `None` is an undetermined element.
    pub fn compare(&self, name: &str, element: Scalar, found: &[Option<u64>]) -> Compared {
        let admitted = |at: usize, wanted: u64| -> Result<bool, String> {
            let Some(bits) = found.get(at).copied().flatten() else { return Ok(false) };
            if Tolerance::None.admits(element, bits, wanted, 0) {
                return Ok(true);
            }
            let magnitude = self.magnitudes.as_ref().and_then(|all| all.get(at).copied()).unwrap_or(0);
            let around = self.readings.iter().filter_map(|(_, reading)| reading.get(at).copied());
            let mut around = around.peekable();
            let exact = around.peek().is_none().then_some(wanted);
            let own: Vec<_> = around.chain(exact).collect();
            if own.iter().any(|own| Tolerance::None.admits(element, bits, *own, 0)) {
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
                let room = self.room.clone().unwrap_or(Tolerance::None);
                let mut own = self.readings.iter().filter_map(|(_, reading)| reading.get(at).copied());
                own.any(|own| room.admits(element, wanted, own, magnitude))
            })
    }
}

/// An element with its bits.
pub(crate) fn shown(element: Scalar, bits: Option<u64>) -> String {
    match bits {
        Some(bits) => {
            let width = driver::convert::index(element.bytes()) * 2 + 2;
            format!("{} ({bits:#0width$x})", scalar::show(element, bits, false))
        }
        None => "undetermined".to_owned(),
    }
}

impl Case {
    /// The inputs at the index of a differing element, if they are as long as the buffer: for element-wise
    /// operations, the operands.
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
        let at = |pointer: &Pointer| {
            let bits = self.elements(pointer.buffer, pointer.element).get(difference.index).copied();
            format!("{}[{}] = {}", pointer.name, difference.index, shown(pointer.element, bits))
        };
        inputs.map(at).collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
