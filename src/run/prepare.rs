//! The launch of a run: from the command line, or from a file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::{Element, Scalar};

use super::fill::Given;
use driver::failure::Failure;
use driver::files::launch_file::LaunchFile;
use driver::signature::Signature;

/// Fresh buffers are aligned as an allocator of CUDA aligns them.
const ALIGNMENT: u64 = 256;

/// A launch, and the user's view of its buffers.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The launch.
    pub(crate) launch: Launch,
    /// By parameter, the memory of a pointer.
    pub(crate) memories: Vec<Option<Memory>>,
}

/// The array that a pointer argument points to.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    /// The buffer.
    pub(crate) buffer: usize,
    /// Bytes from the buffer's start.
    pub(crate) offset: u64,
    /// The element type.
    pub(crate) element: Scalar,
    /// Extents.
    pub(crate) shape: Vec<u64>,
}

/// A launch file: a counterexample, or just its launch with the kernel's name.
#[derive(Debug, Deserialize)]
pub(crate) struct File {
    /// The kernel.
    #[serde(default)]
    pub(crate) kernel: Option<String>,
    /// The launch.
    launch: LaunchFile,
}

/// Reads a launch file.
pub(crate) fn read_launch(path: &Path) -> Result<File, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::usage(format!("{} is no launch file: {error}", path.display()))
            .help("`tileproof check FILE --counterexample cex.json` writes one")
    })
}

/// The launch of a file.
pub(crate) fn from_file(file: &File, signature: &Signature) -> Result<Prepared, Failure> {
    let launch = file.launch.to_launch(signature).map_err(|reason| {
        Failure::usage(format!("the launch file does not fit the kernel: {reason}"))
            .help(format!("the kernel takes {}", signature.listed()))
    })?;
    let memory = |(argument, pointee): (&Argument, Option<Scalar>)| {
        let (Argument::Pointer { buffer, offset }, Some(element)) = (argument, pointee) else { return None };
        let bytes = launch.buffers.get(*buffer)?.bytes.saturating_sub(*offset);
        Some(Memory { buffer: *buffer, offset: *offset, element, shape: vec![element.count_in(bytes)] })
    };
    let pointees = signature.0.iter().map(|parameter| parameter.pointee());
    let memories = launch.arguments.iter().zip(pointees).map(memory).collect();
    Ok(Prepared { launch, memories })
}

/// The launch of the command line.
pub(crate) fn prepare(
    grid: Option<&str>,
    args: &[String],
    signature: &Signature,
) -> Result<Prepared, Failure> {
    let given = args.iter().map(|text| Given::parse(text)).collect::<Result<Vec<_>, _>>()?;
    let takes = || format!("the kernel takes {}", signature.listed());
    let mut by_position = BTreeMap::new();
    for argument in given {
        let position = signature.position(&argument.name).ok_or_else(|| {
            Failure::usage(format!("--arg {}: the kernel has no such parameter", argument.name)).help(takes())
        })?;
        let name = argument.name.clone();
        if by_position.insert(position, argument).is_some() {
            return Err(Failure::usage(format!("--arg {name} is given twice")));
        }
    }
    let missing = (0..signature.0.len()).filter(|at| !by_position.contains_key(at));
    let missing: Vec<_> = missing.map(|at| signature.name(at)).collect();
    if !missing.is_empty() {
        return Err(Failure::usage(format!("no --arg for {}", missing.join(", "))).help(takes()));
    }

    let grid = parse_grid(grid)?;
    let mut launch = Launch { grid, arguments: Vec::new(), buffers: Vec::new(), blocks: None };
    let mut memories = Vec::new();
    for (argument, parameter) in by_position.values().zip(&signature.0) {
        match parameter.element {
            Element::Scalar(scalar) => {
                launch.arguments.push(Argument::Scalar(argument.scalar(scalar)?));
                memories.push(None);
            }
            Element::Pointer(element) => {
                let filled = argument.buffer(parameter, element)?;
                let buffer = launch.buffers.len();
                let contents = Some((0, filled.array.bytes)).filter(|(_, bytes)| !bytes.is_empty());
                launch.arguments.push(Argument::Pointer { buffer, offset: 0 });
                launch.buffers.push(Buffer {
                    bytes: filled.bytes,
                    alignment: ALIGNMENT,
                    uninit: filled.uninit,
                    contents: contents.into_iter().collect(),
                });
                memories.push(Some(Memory { buffer, offset: 0, element, shape: filled.array.shape }));
            }
        }
    }
    Ok(Prepared { launch, memories })
}

fn parse_grid(grid: Option<&str>) -> Result<[u32; 3], Failure> {
    let text = grid.ok_or_else(|| {
        Failure::usage("no --grid: how many blocks run is part of a launch").help("for example --grid 4,1,1")
    })?;
    let wrong = || {
        Failure::usage(format!("--grid {text}: up to three numbers of blocks are needed, each at least 1"))
            .help("for example --grid 4 or --grid 4,1,1")
    };
    let bare = text.trim().trim_start_matches('(').trim_end_matches(')');
    let extents = bare.split(',').map(|extent| extent.trim().parse::<u32>().ok().filter(|e| *e > 0));
    let extents =
        extents.collect::<Option<Vec<_>>>().filter(|extents| extents.len() <= 3).ok_or_else(wrong)?;
    let mut grid = [1; 3];
    grid[..extents.len()].copy_from_slice(&extents);
    Ok(grid)
}
