//! The identity of a case, to notice changes: digests of its kernel, its inputs, and its expected outcome.

use driver::accuracy::Tolerance;
use driver::files::hex;
use sha2::{Digest, Sha256};
use spec::syntax::launch::Argument;

use crate::case::{Case, Expected, Left};

/// The number of kept digits of a digest.
const DIGITS: usize = 16;

/// The digests of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Digests {
    /// The printed kernel.
    pub(crate) kernel: String,
    /// Of the grid, the order of the blocks and the arguments.
    pub(crate) inputs: String,
    /// The expected outcome and its tolerance.
    pub(crate) expectation: String,
}

impl Digests {
    /// The digests of a case.
    pub(crate) fn of(case: &Case) -> Self {
        Digests {
            kernel: Parts::default().text(&spec::print::kernel(case.prepared.kernel.written())).digits(),
            inputs: inputs(case),
            expectation: expectation(case),
        }
    }

    /// The first part in which two digests differ.
    pub(crate) fn difference(&self, other: &Digests) -> Option<&'static str> {
        match () {
            () if self.kernel != other.kernel => Some("its kernel"),
            () if self.inputs != other.inputs => Some("what it is given"),
            () if self.expectation != other.expectation => Some("what must come of it"),
            () => None,
        }
    }
}

/// The whole digest of some bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The digest of the relevant final elements, as in a submission.
pub(crate) fn of_left(lists: &[(&str, Vec<Option<u64>>)]) -> String {
    let mut parts = Parts::default();
    for (name, elements) in lists {
        parts = parts.text(name).elements(elements);
    }
    parts.digits()
}

/// A digest of parts; a length precedes each part, so different lists have different inputs.
#[derive(Default)]
struct Parts(Sha256);

impl Parts {
    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(driver::convert::count(bytes.len()).to_le_bytes());
        self.0.update(bytes);
        self
    }

    fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    fn numbers(self, numbers: &[u64]) -> Self {
        self.bytes(&numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())
    }

    /// To ten digits: readers of JSON may round the last bit differently.
    fn number(self, number: f64) -> Self {
        self.text(&format!("{number:.9e}"))
    }

    fn elements(self, elements: &[Option<u64>]) -> Self {
        let of = |element: &Option<u64>| [u64::from(element.is_some()), element.unwrap_or(0)];
        self.numbers(&elements.iter().flat_map(of).collect::<Vec<_>>())
    }

    fn digits(self) -> String {
        hex(&self.0.finalize())[..DIGITS].to_owned()
    }
}

fn inputs(case: &Case) -> String {
    let launch = &case.prepared.launch;
    let order = if case.in_order { "xyz" } else { "any" };
    let mut parts = Parts::default().numbers(&launch.grid.map(u64::from)).text(order);
    let mut pointers = case.prepared.pointers.iter();
    for (name, argument) in case.prepared.names.iter().zip(&launch.arguments) {
        parts = match argument {
            Argument::Scalar(bits) => parts.text(name).text("scalar").numbers(&[*bits]),
            Argument::Pointer { buffer, .. } => {
                let pointer = pointers.next();
                let shape = pointer.map_or(&[][..], |pointer| &pointer.shape);
                let element = pointer.map_or(String::new(), |pointer| pointer.element.to_string());
                let contents = &launch.buffers[*buffer];
                let given = [contents.alignment, u64::from(contents.uninit)];
                let parts = parts.text(name).text(&element).numbers(shape).numbers(&given);
                match (pointer, contents.uninit) {
                    (Some(pointer), false) => parts.numbers(&case.elements(*buffer, pointer.element)),
                    (Some(_) | None, _) => parts,
                }
            }
        };
    }
    parts.digits()
}

fn expectation(case: &Case) -> String {
    let mut parts = Parts::default();
    match &case.expected {
        Expected::Breaks(rule) => parts = parts.text("breaks").text(rule.code()),
        Expected::Leaves(lists) => {
            for left in lists {
                let name = &case.prepared.pointers[left.pointer].name;
                parts = permitted(parts.text("leaves").text(name).elements(&left.values), left);
            }
        }
    }
    for message in &case.asserts {
        parts = parts.text("asserts").text(message);
    }
    parts.digits()
}

fn permitted(parts: Parts, left: &Left) -> Parts {
    let mut parts = match &left.room {
        Ok(Tolerance::None) => parts.text("bits"),
        Ok(Tolerance::Ulps(ulps)) => parts.text("ulps").number(*ulps),
        Ok(Tolerance::Terms { factor, beside, rounded }) => {
            parts.text("terms").number(*factor).number(*beside).numbers(&[u64::from(*rounded)])
        }
        Ok(Tolerance::Powers) => parts.text("powers"),
        Ok(Tolerance::Any) => parts.text("any"),
        Err(_) => parts.text("unknown"),
    };
    for (reading, elements) in &left.readings {
        parts = parts.text(reading.name()).numbers(elements);
    }
    match &left.magnitudes {
        Some(all) => parts.text("magnitudes").numbers(all),
        None => parts,
    }
}
