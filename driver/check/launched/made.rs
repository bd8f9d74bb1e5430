//! A launch of a script in the interpreter's form, with the placement of its arrays.

use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::{Element, Scalar};

use super::lists::{Table, write_tables};
use crate::compile::{LaunchedArgument, LaunchedAt};
use crate::files::launch_file::bytes_of;
use crate::scalar;
use crate::signature::Signature;

/// The known alignment of addresses: fresh memory is aligned to it.
pub(super) const ALIGNMENT: u64 = 256;

/// A launch with the addresses of its arrays, by buffer, and whether their contents are known.
#[derive(Clone)]
pub(in crate::check) struct Made {
    pub(in crate::check) launch: Launch,
    pub(super) addresses: Vec<u64>,
    pub(super) seen: Vec<bool>,
    /// Whether nobody but this launch writes an array, which is empty before.
    pub(super) own: Vec<bool>,
    /// The bytes of memory before each array and behind it, of which it is a view.
    pub(super) around: Vec<(u64, u64)>,
    /// The parameters whose arrays an earlier launch may have changed.
    pub(super) changed: Vec<usize>,
    /// The tables of lists of arrays.
    pub(super) tables: Vec<Table>,
}

impl Made {
    /// The launch, with a buffer for each array.
    ///
    /// # Errors
    /// The mismatch with the kernel.
    pub(in crate::check) fn new(launched: &LaunchedAt, signature: &Signature) -> Result<Self, String> {
        to_launch(launched, signature)
    }

    /// Whether the array of a parameter is passed as `empty` made it.
    pub(super) fn is_empty(&self, parameter: usize) -> bool {
        match self.launch.arguments.get(parameter) {
            Some(Argument::Pointer { buffer, .. }) => {
                self.launch.buffers.get(*buffer).is_some_and(|buffer| buffer.uninit)
            }
            Some(Argument::Scalar(_)) | None => false,
        }
    }

    /// Whether the contents of a parameter's array are known.
    pub(super) fn is_seen(&self, parameter: usize) -> bool {
        match self.launch.arguments.get(parameter) {
            Some(Argument::Pointer { buffer, .. }) => self.seen.get(*buffer).copied().unwrap_or(false),
            Some(Argument::Scalar(_)) | None => false,
        }
    }
}

/// The launch, with a buffer for each array.
fn to_launch(launched: &LaunchedAt, signature: &Signature) -> Result<Made, String> {
    let (given, wanted) = (launched.arguments.len(), signature.0.len());
    if given != wanted {
        return Err(format!("it has {given} arguments, and the kernel {wanted}"));
    }
    let launch = Launch { grid: launched.grid, arguments: Vec::new(), buffers: Vec::new(), blocks: None };
    let arguments = launched.arguments.iter().enumerate();
    let changed = arguments.filter(|(_, one)| !one.unless_written.is_empty() && one.contents.is_none());
    let changed = changed.map(|(at, _)| at).collect();
    let (addresses, seen, own, tables) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut made = Made { launch, addresses, seen, own, around: Vec::new(), changed, tables };
    for (at, argument) in launched.arguments.iter().enumerate().filter(|(_, one)| !one.arrays.is_empty()) {
        made.add_list(at, argument)?;
    }
    for (argument, parameter) in launched.arguments.iter().zip(&signature.0) {
        let argument = match parameter.element {
            Element::Scalar(kind) => scalar_of(argument, kind)?,
            Element::Pointer(_) => {
                let (Some(address), Some(bytes)) = (argument.address, argument.bytes) else {
                    return Err(format!("`{}` is an array, and has no address", argument.name));
                };
                let buffer = made.launch.buffers.len();
                let held = read_contents(argument.contents.as_deref(), bytes)
                    .map_err(|reason| format!("`{}`: {reason}", argument.name))?;
                made.addresses.push(address);
                made.around.push((argument.before, argument.behind));
                // That nobody has written an array is known too, and each word of a table.
                made.seen.push(held.is_some() || argument.uninit || !argument.arrays.is_empty());
                made.own.push(argument.uninit && !argument.is_shared);
                made.launch.buffers.push(Buffer {
                    bytes,
                    alignment: alignment(address),
                    uninit: argument.uninit,
                    contents: held.map(|held| (0, held)).into_iter().collect(),
                });
                Argument::Pointer { buffer, offset: 0 }
            }
        };
        made.launch.arguments.push(argument);
    }
    write_tables(&mut made.launch, &made.tables, &|array| (array, 0));
    Ok(made)
}

fn scalar_of(argument: &LaunchedArgument, kind: Scalar) -> Result<Argument, String> {
    let value = argument.value.as_ref().ok_or_else(|| format!("`{}` has no value", argument.name))?;
    let bits = scalar::parse(kind, value.to_string().trim_matches('"'));
    bits.map(Argument::Scalar).map_err(|reason| format!("`{}`: {reason}", argument.name))
}

/// The greatest power of two that an address is a multiple of, as far as memory is aligned at all.
pub(super) fn alignment(address: u64) -> u64 {
    1 << address.trailing_zeros().min(ALIGNMENT.trailing_zeros())
}

/// The bytes of an array, if all are known.
pub(super) fn read_contents(contents: Option<&str>, bytes: u64) -> Result<Option<Vec<u8>>, String> {
    let held = contents.map(bytes_of).transpose()?;
    Ok(held.filter(|held| u64::try_from(held.len()) == Ok(bytes)))
}
