//! Launches of directives: `grid=2x3 a=f32[4x8]:iota N=5`.

use std::collections::BTreeMap;

use spec::contract::Bound;
use spec::syntax::array;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Module;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Scalar;
use spec::valid::Valid;

use crate::corpus::directive::parse_elements;
use driver::{convert, scalar};

/// What no address is less aligned than, unless the directive says so.
const ALIGNMENT: u64 = 256;

/// A kernel with a launch.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The kernel.
    pub kernel: Valid,
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The launch.
    pub launch: Launch,
    /// Every pointer parameter.
    pub pointers: Vec<Pointer>,
}

/// A pointer parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pointer {
    /// The name.
    pub name: String,
    /// The buffer.
    pub buffer: usize,
    /// The buffer's elements.
    pub element: Scalar,
    /// The buffer's extents.
    pub shape: Vec<u64>,
}

/// The launch does not fit the kernel or cannot be read, in a sentence.
///
/// # Errors
/// What does not fit the kernel, or cannot be read, in a sentence.
pub fn prepare(
    module: &Module,
    name: Option<&str>,
    grid: [u32; 3],
    arguments: &[(String, String)],
) -> Result<Prepared, String> {
    let name = name.ok_or("a run names a kernel")?;
    let kernel = module.kernels.iter().find(|kernel| kernel.name == name);
    let kernel = kernel.ok_or_else(|| format!("there is no @{name}"))?;
    let kernel = Valid::new(kernel.clone()).map_err(|problem| problem.to_string())?;
    let nothing = Contract::default();
    let contract = module.contracts.iter().find(|contract| contract.kernel == name).unwrap_or(&nothing);
    let bound = Bound::new(contract, &kernel).map_err(|problem| problem.message)?;

    let mut launch = Launch { grid, arguments: Vec::new(), buffers: Vec::new(), blocks: None };
    let mut pointers = Vec::new();
    for position in 0..kernel.params.len() {
        let name = bound.argument_name(position);
        let given = arguments.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
        let argument = match bound.pointee(position) {
            Some(element) => {
                let given = given.ok_or_else(|| format!("`{name}` is given nothing"))?;
                let (made, shape) = parse_buffer(element, given)?;
                launch.buffers.push(made);
                let buffer = launch.buffers.len() - 1;
                pointers.push(Pointer { name: name.to_owned(), buffer, element, shape });
                Argument::Pointer { buffer, offset: 0 }
            }
            None => {
                let element = kernel.tile(kernel.params[position]).element.scalar();
                let element = element.ok_or_else(|| format!("`{name}` is neither scalar nor pointer"))?;
                Argument::Scalar(scalar::parse(element, given.unwrap_or("0"))?)
            }
        };
        launch.arguments.push(argument);
    }
    let names: Vec<_> =
        (0..kernel.params.len()).map(|position| bound.argument_name(position).to_owned()).collect();
    match arguments.iter().find(|(name, _)| !names.contains(name)) {
        Some((name, _)) => Err(format!("@{} has no `{name}`", kernel.name)),
        None => Ok(Prepared { kernel: kernel.clone(), names, launch, pointers }),
    }
}

/// A buffer, `f32[4x8]@16:iota`, and its extents.
fn parse_buffer(element: Scalar, text: &str) -> Result<(Buffer, Vec<u64>), String> {
    let wrong = || format!("`{text}` is no buffer of {element}");
    let (kind, contents) = text.split_once(':').ok_or_else(wrong)?;
    let (shape, alignment) = match kind.split_once('@') {
        Some((shape, alignment)) => (shape, alignment.parse().map_err(|_| wrong())?),
        None => (kind, ALIGNMENT),
    };
    let extents = shape.strip_prefix(element.name()).and_then(|rest| rest.strip_prefix('['));
    let extents = extents.and_then(|rest| rest.strip_suffix(']')).ok_or_else(wrong)?;
    let extents: Vec<u64> =
        extents.split('x').map(|extent| extent.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let count: u64 = extents.iter().product();
    let bytes = element.bytes_of(count).ok_or_else(wrong)?;
    let written = parse_contents(element, count, contents)?;
    let uninit = written.is_empty();
    let contents = array::bytes(element, written);
    Ok((Buffer { bytes, alignment, uninit, contents: BTreeMap::from([(0, contents)]) }, extents))
}

/// The bits of every element; empty for undetermined contents.
fn parse_contents(element: Scalar, count: u64, contents: &str) -> Result<Vec<u64>, String> {
    let full = contents.strip_prefix("full(").and_then(|value| value.strip_suffix(')'));
    let list = match (contents, full) {
        ("uninit", _) => Vec::new(),
        ("zeros", _) => vec![0; usize::try_from(count).map_err(|_| "too many elements")?],
        ("iota", _) => {
            (0..count).map(|i| scalar::parse(element, &i.to_string())).collect::<Result<_, _>>()?
        }
        (_, Some(value)) => {
            let bits = scalar::parse(element, value)?;
            vec![bits; usize::try_from(count).map_err(|_| "too many elements")?]
        }
        (list, None) => parse_elements(list)?
            .iter()
            .map(|value| scalar::parse(element, value))
            .collect::<Result<_, _>>()?,
    };
    if !list.is_empty() && convert::count(list.len()) != count {
        return Err(format!("{} elements are given, not {count}", list.len()));
    }
    Ok(list)
}
