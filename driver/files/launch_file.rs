//! Launches as JSON and as words: what a counterexample says and `tileproof run` takes.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};
use spec::memory::address_space::addresses;
use spec::syntax::array;
use spec::syntax::count::u64_from_usize;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::{Element, Scalar};

use crate::scalar;
use crate::signature::{Parameter, Signature};

/// The file form of a launch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LaunchFile {
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// The arguments, in order.
    pub args: Vec<ArgumentFile>,
    /// The allocations.
    pub buffers: Vec<BufferFile>,
    /// The relevant blocks; by default all.
    #[serde(default)]
    pub blocks: Option<Vec<[u32; 3]>>,
}

/// One argument: a pointer has `buffer`, a scalar `value` and, if it is a float, `bits`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ArgumentFile {
    /// The displayed name.
    pub name: String,
    /// The type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The value of a scalar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<serde_json::Value>,
    /// The bits of a float, in hexadecimal; they win over `value`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<String>,
    /// The buffer of a pointer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<usize>,
    /// Bytes from the buffer's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
}

/// An allocation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BufferFile {
    /// The size.
    pub bytes: u64,
    /// The alignment of the address, in bytes.
    pub alignment: u64,
    /// Whether what `contents` leaves out is undetermined rather than zero.
    #[serde(default)]
    pub uninit: bool,
    /// The relevant bytes.
    #[serde(default)]
    pub contents: Vec<ChunkFile>,
}

/// Bytes of a buffer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChunkFile {
    /// The offset of the start.
    pub offset: u64,
    /// The bytes in hexadecimal, two digits each.
    pub hex: String,
}

impl LaunchFile {
    /// The file of a launch.
    pub fn new(launch: &Launch, signature: &Signature) -> Self {
        let args = launch.arguments.iter().zip(&signature.0).map(|(a, p)| argument_file(a, p)).collect();
        let buffers = launch.buffers.iter().map(BufferFile::new).collect();
        LaunchFile { grid: launch.grid, args, buffers, blocks: launch.blocks.clone() }
    }

    /// The launch of the file.
    ///
    /// # Errors
    /// What does not fit the kernel, in a sentence.
    pub fn to_launch(&self, signature: &Signature) -> Result<Launch, String> {
        if self.args.len() != signature.0.len() {
            let (given, wanted) = (self.args.len(), signature.0.len());
            return Err(format!("the launch has {given} arguments, the kernel has {wanted}"));
        }
        let arguments = self.args.iter().zip(&signature.0);
        let arguments = arguments.map(|(a, p)| self.to_argument(a, p)).collect::<Result<_, _>>()?;
        let buffers = self.buffers.iter().map(BufferFile::to_buffer).collect::<Result<_, _>>()?;
        Ok(Launch { grid: self.grid, arguments, buffers, blocks: self.blocks.clone() })
    }

    fn to_argument(&self, argument: &ArgumentFile, parameter: &Parameter) -> Result<Argument, String> {
        let name = &argument.name;
        if argument.ty != parameter.element.to_string() {
            return Err(format!(
                "argument {name} is {}, the kernel takes {}",
                argument.ty, parameter.element
            ));
        }
        let Element::Scalar(scalar) = parameter.element else {
            let buffer = argument.buffer.filter(|buffer| *buffer < self.buffers.len());
            let buffer = buffer.ok_or_else(|| format!("argument {name} names no buffer of the launch"))?;
            return Ok(Argument::Pointer { buffer, offset: argument.offset.unwrap_or(0) });
        };
        let bits = match (&argument.bits, &argument.value) {
            (Some(bits), _) => {
                let digits = bits.strip_prefix("0x").unwrap_or(bits);
                u64::from_str_radix(digits, 16).map_err(|_| format!("`{bits}` is not hexadecimal"))
            }
            (None, Some(value)) => scalar::parse(scalar, value.to_string().trim_matches('"')),
            (None, None) => Err("it has no value".to_owned()),
        };
        bits.map(Argument::Scalar).map_err(|reason| format!("argument {name}: {reason}"))
    }
}

fn argument_file(argument: &Argument, parameter: &Parameter) -> ArgumentFile {
    let mut file = ArgumentFile {
        name: parameter.name.clone(),
        ty: parameter.element.to_string(),
        value: None,
        bits: None,
        buffer: None,
        offset: None,
    };
    match (argument, parameter.element) {
        (Argument::Pointer { buffer, offset }, _) => {
            file.buffer = Some(*buffer);
            file.offset = Some(*offset);
        }
        (Argument::Scalar(bits), Element::Scalar(scalar)) if scalar.is_integer() => {
            let value = scalar::integer(scalar, *bits, parameter.unsigned);
            let number = i64::try_from(value).map(serde_json::Number::from);
            let number = number.or_else(|_| u64::try_from(value).map(serde_json::Number::from));
            file.value = number.ok().map(serde_json::Value::Number);
        }
        (Argument::Scalar(bits), Element::Scalar(scalar)) => {
            file.value = scalar::float(scalar, *bits).map(serde_json::Value::from);
            file.bits = Some(format!("{bits:#x}"));
        }
        (Argument::Scalar(bits), Element::Pointer(_)) => file.bits = Some(format!("{bits:#x}")),
    }
    file
}

impl BufferFile {
    fn new(buffer: &Buffer) -> Self {
        let contents = buffer.contents.iter();
        let contents = contents.map(|(offset, bytes)| ChunkFile { offset: *offset, hex: hex(bytes) });
        BufferFile {
            bytes: buffer.bytes,
            alignment: buffer.alignment,
            uninit: buffer.uninit,
            contents: contents.collect(),
        }
    }

    fn to_buffer(&self) -> Result<Buffer, String> {
        let mut contents = BTreeMap::new();
        let mut free_from = 0;
        let mut chunks: Vec<_> = self.contents.iter().collect();
        chunks.sort_by_key(|chunk| chunk.offset);
        for chunk in chunks {
            let bytes = bytes_of(&chunk.hex)?;
            let end = u64::try_from(bytes.len()).ok().and_then(|len| chunk.offset.checked_add(len));
            let end = end.filter(|end| chunk.offset >= free_from && *end <= self.bytes);
            let offset = chunk.offset;
            free_from = end
                .ok_or_else(|| format!("contents at offset {offset} overlap others or leave their buffer"))?;
            contents.insert(offset, bytes);
        }
        if !self.alignment.is_power_of_two() {
            return Err(format!("alignment {} is not a power of two", self.alignment));
        }
        Ok(Buffer { bytes: self.bytes, alignment: self.alignment, uninit: self.uninit, contents })
    }
}

/// Bytes in hexadecimal, two digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes that are written in hexadecimal, two digits each.
///
/// # Errors
/// The text is invalid.
pub fn bytes_of(hex: &str) -> Result<Vec<u8>, String> {
    let wrong = || format!("`{}` is not bytes in hexadecimal", hex.chars().take(32).collect::<String>());
    if !hex.is_ascii() || !hex.len().is_multiple_of(2) {
        return Err(wrong());
    }
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).map_err(|_| wrong());
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// The launch in words: the grid, and every argument on a line of its own.
pub fn describe_launch(launch: &Launch, signature: &Signature) -> Vec<String> {
    let [x, y, z] = launch.grid;
    let mut lines = vec![format!("grid ({x}, {y}, {z})")];
    for (argument, parameter) in launch.arguments.iter().zip(&signature.0) {
        let name = &parameter.name;
        lines.push(match (argument, parameter.element) {
            (Argument::Scalar(bits), Element::Scalar(scalar)) => {
                format!("{name} = {}", scalar::show(scalar, *bits, parameter.unsigned))
            }
            (Argument::Scalar(bits), Element::Pointer(_)) => format!("{name} = {bits:#x}"),
            (Argument::Pointer { buffer, .. }, _)
                if let Some(arrays) = describe_list(launch, signature, (name, *buffer)) =>
            {
                format!("{name}: {arrays}")
            }
            (Argument::Pointer { buffer, offset }, element) => {
                let pointee = if let Element::Pointer(scalar) = element { scalar } else { Scalar::I8 };
                let memory = launch.buffers.get(*buffer).map(|b| describe_buffer(b, *offset, pointee));
                let shared = launch.arguments.iter().filter(|other| points_into(other, *buffer)).count() > 1;
                let shared = if shared { format!(", in buffer {buffer}") } else { String::new() };
                format!("{name}: {}{shared}", memory.unwrap_or_else(|| "no buffer".to_owned()))
            }
        });
    }
    lines
}

/// The extents of the arrays of a list, as `[64 x 32, 128 x 32]`; `None` for other arrays. The table of a list has an entry of an address,
/// extents and strides for each array.
fn describe_list(launch: &Launch, signature: &Signature, (name, buffer): (&str, usize)) -> Option<String> {
    let len = signature.0.iter().position(|parameter| parameter.name == format!("{name}.len"))?;
    let Argument::Scalar(count) = launch.arguments.get(len)? else { return None };
    let (_, held) =
        joined(launch.buffers.get(buffer)?).into_iter().next().filter(|(start, _)| *start == 0)?;
    let words = array::elements(Scalar::I64, &held);
    let count = usize::try_from(*count).ok()?;
    let entry = words.len().checked_div(count).filter(|entry| *entry > 0)?;
    let starts = addresses(&launch.buffers);
    let arrays = words.chunks(entry).map(|entry| {
        let leads = starts.iter().zip(&launch.buffers).any(|(start, buffer)| {
            entry.first().is_some_and(|address| (*start..=*start + buffer.bytes).contains(address))
        });
        let extents = entry.get(1..=entry.len() / 2).filter(|_| leads && entry.len() % 2 == 1)?;
        Some(extents.iter().map(u64::to_string).collect::<Vec<_>>().join(" x "))
    });
    Some(format!("[{}]", arrays.collect::<Option<Vec<_>>>()?.join(", ")))
}

fn points_into(argument: &Argument, wanted: usize) -> bool {
    matches!(argument, Argument::Pointer { buffer, .. } if *buffer == wanted)
}

/// How many runs of elements are named.
const NAMED: usize = 8;

fn describe_buffer(buffer: &Buffer, offset: u64, element: Scalar) -> String {
    let len = element.count_in(buffer.bytes.saturating_sub(offset));
    let mut text = format!("{element}[{len}]");
    if offset > 0 {
        text.push_str(&format!(" at byte {offset} of {}", buffer.bytes));
    }
    if buffer.uninit {
        text.push_str(", undetermined");
    }
    let runs = runs(buffer, offset, element);
    let named: Vec<_> = runs.iter().take(NAMED).map(|run| run.describe(element)).collect();
    if !named.is_empty() {
        let more = if runs.len() > NAMED { ", …" } else { "" };
        text.push_str(&format!(", with {}{more}", named.join(", ")));
    }
    text
}

/// Neighboring elements with one value.
struct Run {
    first: i128,
    last: i128,
    bits: u64,
}

impl Run {
    fn describe(&self, element: Scalar) -> String {
        let value = scalar::show(element, self.bits, false);
        if self.first == self.last {
            format!("[{}] = {value}", self.first)
        } else {
            format!("[{}] to [{}] = {value}", self.first, self.last)
        }
    }
}

/// The contents of a buffer in stretches without gaps: a model names single bytes.
fn joined(buffer: &Buffer) -> Vec<(u64, Vec<u8>)> {
    let mut joined: Vec<(u64, Vec<u8>)> = Vec::new();
    for (start, bytes) in &buffer.contents {
        match joined.last_mut() {
            Some((first, held)) if *first + u64_from_usize(held.len()) == *start => held.extend(bytes),
            Some(_) | None => joined.push((*start, bytes.clone())),
        }
    }
    joined
}

/// The runs of a buffer's contents, counted from the pointer; one more than the limit, if there are so many.
fn runs(buffer: &Buffer, offset: u64, element: Scalar) -> Vec<Run> {
    let size = element.bytes();
    let mut runs: Vec<Run> = Vec::new();
    for (start, bytes) in &joined(buffer) {
        let first = (i128::from(*start) - i128::from(offset)).div_euclid(i128::from(size));
        let first = first * i128::from(element.in_a_byte());
        for (at, bits) in (first..).zip(array::elements(element, bytes)) {
            let full = runs.len() > NAMED;
            match runs.last_mut() {
                Some(run) if run.bits == bits && run.last + 1 == at => run.last = at,
                Some(_) if full => return runs,
                Some(_) | None => runs.push(Run { first: at, last: at, bits }),
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests;
