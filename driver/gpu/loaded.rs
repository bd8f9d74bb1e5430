//! Code on a device: with tensor maps where a launch has what they need, without them elsewhere; and another version for launches of few blocks.

use std::cell::OnceCell;

use codegen::{Options, Program, Target};
use launch::{Beside, Code, Device, EncodedMap, Error, Image, Kernel, Parameter, TensorMap, Value};
use spec::fold::AtLaunch;
use spec::problem::Unsupported;
use spec::proof::Proved;
use spec::syntax::attributes::Literal;
use spec::valid::Valid;

/// The code of a kernel.
#[derive(Debug)]
pub struct Programs {
    /// The code for launches whose tensors have maps, or for all.
    pub main: Program,
    /// The code without maps, where the other has some.
    plain: Option<Program>,
    /// The code for launches of few blocks, where it is another.
    few: Option<Program>,
    /// What was compiled: its values are those that maps are made of.
    kernel: Valid,
}

/// Code of a proved kernel for a device.
///
/// # Errors
/// The first operation that has no code.
pub fn compile(proved: &Proved, device: &Device) -> Result<Programs, Unsupported> {
    compile_with(proved, device, Options::default())
}

/// The same, as the options ask for it.
///
/// # Errors
/// The first operation that has no code.
pub fn compile_with(proved: &Proved, device: &Device, options: Options) -> Result<Programs, Unsupported> {
    let capability = device.facts().capability;
    let target = Target { sm: capability.0 * 10 + capability.1 };
    let main = codegen::compile(proved, target, options)?;
    let without = Options { without_tensor_maps: true, ..options };
    let plain = (!main.maps.is_empty()).then(|| codegen::compile(proved, target, without));
    // Code without maps has a version for launches that leave multiprocessors without a second block.
    let few = codegen::compile(proved, target, Options { few_blocks: true, ..options })?;
    let few = (main.maps.is_empty() && few.ptx != main.ptx).then_some(few);
    Ok(Programs { main, plain: plain.transpose()?, few, kernel: proved.kernel().clone() })
}

/// A kernel that is loaded, in all versions that launches may need.
#[derive(Debug)]
pub struct Loaded<'d> {
    device: &'d Device,
    main: Kernel<'d>,
    maps: Vec<codegen::TensorMap>,
    persistent: Option<u32>,
    kernel: Valid,
    /// The version for other launches: those without maps, or those of few blocks.
    other: Option<Program>,
    /// Whether that is for launches of few blocks.
    is_few: bool,
    /// The other version, once a launch has needed it.
    loaded: OnceCell<Kernel<'d>>,
}

/// How a launch is started.
#[derive(Debug, Clone)]
pub struct Started {
    /// Blocks of threads.
    pub grid: [u32; 3],
    /// What the code takes beside the kernel's arguments.
    pub beside: Beside,
}

/// Loads the code of a kernel.
///
/// # Errors
/// Code that the driver does not take, or that needs more than a block can have.
pub fn load<'d>(device: &'d Device, programs: Programs) -> Result<Loaded<'d>, Error> {
    let Programs { main, plain, few, kernel } = programs;
    let loaded = load_program(device, &main)?;
    let Program { maps, persistent, .. } = main;
    let (is_few, other) = (few.is_some(), plain.or(few));
    Ok(Loaded { device, main: loaded, maps, persistent, kernel, other, is_few, loaded: OnceCell::new() })
}

fn load_program<'d>(device: &'d Device, program: &Program) -> Result<Kernel<'d>, Error> {
    let word = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let parameter = |parameter: &codegen::Parameter| Parameter {
        offset: word(parameter.offset),
        bytes: word(parameter.bytes),
    };
    device.load(&Code {
        image: Image::Ptx(&program.ptx),
        entry: &program.entry,
        threads: program.threads,
        shared_bytes: word(program.shared_bytes),
        parameters: program.parameters.iter().map(parameter).collect(),
        maps: program.maps.len(),
    })
}

impl<'d> Loaded<'d> {
    /// The version for a launch, and how it is started.
    ///
    /// # Errors
    /// Code that the driver does not take.
    pub fn choose(&self, grid: [u32; 3], values: &[Value<'_>]) -> Result<(&Kernel<'d>, Started), Error> {
        let plain = Started { grid, beside: Beside::default() };
        let Some(program) = &self.other else { return Ok((&self.main, plain)) };
        if self.is_few {
            let blocks: u64 = grid.iter().fold(1, |all, extent| u64::saturating_mul(all, (*extent).into()));
            if blocks > self.device.facts().multiprocessors.into() {
                return Ok((&self.main, plain));
            }
        } else if let (Some(maps), Some((grid, numbers))) = (self.encode(grid, values)?, self.start(grid)) {
            return Ok((&self.main, Started { grid, beside: Beside { numbers, maps } }));
        }
        if self.loaded.get().is_none() {
            let _ = self.loaded.set(load_program(self.device, program)?);
        }
        Ok((self.loaded.get().unwrap_or(&self.main), plain))
    }

    /// The blocks of threads for a grid of tile blocks, and what they are told; `None` where there are more than they can count.
    fn start(&self, grid: [u32; 3]) -> Option<([u32; 3], Vec<u64>)> {
        let Some(blocks) = self.persistent else { return Some((grid, Vec::new())) };
        let all = grid.iter().try_fold(1u32, |all, extent| all.checked_mul(*extent))?;
        let most = blocks * self.device.facts().multiprocessors;
        // The next tile block of the last one is counted too.
        all.checked_add(most)?;
        Some(([all.min(most), 1, 1], grid.iter().map(|extent| u64::from(*extent)).collect()))
    }

    /// The maps of a launch; `None` where a tensor has none.
    fn encode(&self, grid: [u32; 3], values: &[Value<'_>]) -> Result<Option<Vec<EncodedMap>>, Error> {
        let arguments = values.iter().map(|value| match value {
            Value::Scalar(bits) => Some(Literal(*bits)),
            Value::Pointer(..) => None,
        });
        let at_launch = AtLaunch::new(&self.kernel, &arguments.collect::<Vec<_>>(), grid);
        let mut encoded = Vec::new();
        for map in &self.maps {
            let Some(address) = values.get(map.pointer).map(Value::bits) else { return Ok(None) };
            let Some(numbers) = map.at_launch(&at_launch, address) else { return Ok(None) };
            let made = self.device.encode(&TensorMap {
                address,
                element_bytes: map.element_bytes,
                extents: numbers.extents,
                strides: numbers.strides,
                box_extents: map.box_extents.clone(),
                line_bytes: map.line_bytes,
            })?;
            let Some(made) = made else { return Ok(None) };
            encoded.push(made);
        }
        Ok(Some(encoded))
    }
}
