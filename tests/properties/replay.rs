//! Launches shown against a property, run again: their stores are examined element by element.

use interp::{Contents, Options, Outcome, Stop};
use spec::contract::Bound;
use spec::syntax::contract::Property;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;
use spec::syntax::{array, format};
use spec::valid::Valid;

use crate::case::Case;

/// Steps of a run.
const FUEL: u64 = 8_000_000;

/// That a launch of the contract lacks a property.
pub(crate) fn lacks(case: &Case, launch: &Launch) -> Result<(), String> {
    let kernel = Valid::new(case.module.kernels[0].clone()).map_err(|_| "the kernel is not valid")?;
    let bound = Bound::new(&case.module.contracts[0], &kernel).map_err(|problem| problem.message)?;
    spec::admit::admit(&bound, launch).map_err(|clause| format!("the launch does not keep {clause}"))?;
    let options = Options { fuel: FUEL, counts_writes: true, ..Options::default() };
    let outcome = match (interp::run(&kernel, launch, &options), &case.property) {
        (Err(Stop::Exhausted(_)), Property::Progress { .. }) => return Ok(()),
        (Ok(_), Property::Progress { .. }) => return Err("the launch ends".to_owned()),
        (Ok(outcome), _) => outcome,
        (Err(stop), _) => return Err(stop.to_string()),
    };
    match &case.property {
        Property::Writes { array: Some(name), once, .. } => {
            let stored = Stored::of(&bound, launch, &outcome, name)?;
            let meant =
                spec::admit::spoken_of(&bound, launch, &case.property).ok_or("no element is meant")?;
            let writes = |place: &i128| u64::try_from(*place).map_or(0, |place| stored.writes(place));
            let any = meant.iter().any(|place| writes(place) == 0 || *once && writes(place) > 1);
            if any { Ok(()) } else { Err(format!("every element of {name} is written")) }
        }
        Property::Finite { array: Some(name) } => {
            let stored = Stored::of(&bound, launch, &outcome, name)?;
            let odd = |place: u64| stored.writes(place) > 0 && !stored.is_finite(place);
            if (0..stored.len()).any(odd) { Ok(()) } else { Err(format!("{name} is finite")) }
        }
        Property::Writes { array: None, .. }
        | Property::Finite { array: None }
        | Property::Independent { .. }
        | Property::Progress { .. } => Ok(()),
    }
}

/// What a launch has stored to an array.
struct Stored<'a> {
    memory: &'a Contents,
    element: Scalar,
    offset: u64,
}

impl<'a> Stored<'a> {
    fn of(bound: &Bound<'_>, launch: &Launch, outcome: &'a Outcome, name: &str) -> Result<Self, String> {
        let position = bound.position(name).ok_or("there is no such array")?;
        let element = bound.pointee(position).ok_or("it is no array")?;
        match launch.arguments[position] {
            Argument::Pointer { buffer, offset } => {
                Ok(Stored { memory: &outcome.buffers[buffer], element, offset })
            }
            Argument::Scalar(_) => Err("it is no array".to_owned()),
        }
    }

    fn len(&self) -> u64 {
        (self.memory.len() - self.offset) / self.element.bytes()
    }

    fn bytes(&self, place: u64) -> std::ops::Range<u64> {
        let from = self.offset + place * self.element.bytes();
        from..from + self.element.bytes()
    }

    /// The number of writes; zero for a missing element.
    fn writes(&self, place: u64) -> u8 {
        if place >= self.len() {
            return 0;
        }
        self.bytes(place).map(|byte| self.memory.writes(byte)).max().unwrap_or(0)
    }

    fn is_finite(&self, place: u64) -> bool {
        let bits = array::elements(self.element, &self.memory.bytes(self.bytes(place)));
        bits.first().and_then(|bits| format::value(*bits, self.element)).is_some_and(f64::is_finite)
    }
}
