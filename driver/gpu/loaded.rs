//! Code on a device: with tensor maps if the launch meets their conditions, else without. Further versions exist for launches with few
//! blocks, and for launches with sizes and addresses that are multiples of 16, as Triton's compiler specializes kernels.

use std::cell::{OnceCell, RefCell};

use codegen::{MapConditions, Options, Program, Target};
use launch::{
    Allocation, Beside, Code, Device, EncodedMap, Error, Image, Kernel, Parameter, TensorMap, Value,
};
use spec::fold::AtLaunch;
use spec::problem::Unsupported;
use spec::proof::Proved;
use spec::syntax::attributes::Literal;
use spec::syntax::count::saturating_u32;

use super::versions::{Compiled, MOST_SCRATCH, Programs, SPECIAL};

/// Code of a proved kernel for a device.
///
/// # Errors
/// The first operation that has no code.
pub fn compile(proved: &Proved, device: &Device) -> Result<Programs, Unsupported> {
    compile_with(proved, device, Options::default())
}

/// The code, as the options request it.
///
/// # Errors
/// The first operation that has no code.
pub fn compile_with(proved: &Proved, device: &Device, options: Options) -> Result<Programs, Unsupported> {
    let capability = device.facts().capability;
    let target = Target { sm: capability.0 * 10 + capability.1 };
    Compiled { proved: proved.clone(), target, options }.compile_for(&[])
}

impl Compiled {
    /// For each parameter, 16 if the launch has a multiple of 16, else 1.
    fn divisors(&self, values: &[Value<'_>]) -> Vec<u64> {
        let divisor = |(has_divisors, value): (bool, &Value<'_>)| {
            if has_divisors && value.bits().is_multiple_of(SPECIAL) { SPECIAL } else { 1 }
        };
        self.has_divisors().into_iter().zip(values).map(divisor).collect()
    }
}

/// A loaded kernel, in all versions that launches may need.
#[derive(Debug)]
pub struct Loaded<'d> {
    device: &'d Device,
    main: Kernel<'d>,
    ptx: String,
    maps: Vec<codegen::TensorMap>,
    persistent: Option<u32>,
    scratch: Scratch<'d>,
    source: Compiled,
    /// How many tile blocks of a launch along each axis are one of the code.
    tiles: [u32; 3],
    /// The version for larger tiles, loaded at its first use.
    larger: Option<(Program, OnceCell<Box<Loaded<'d>>>)>,
    /// The version for other launches: without maps, or with few blocks.
    other: Option<Program>,
    /// Whether that is for launches of few blocks.
    is_few: bool,
    /// The other version, loaded at its first use.
    loaded: OnceCell<Kernel<'d>>,
    /// The code specialized to the divisors of the first launch; `None` if it equals the general code.
    special: OnceCell<(Vec<u64>, Option<Box<Loaded<'d>>>)>,
}

/// Memory in which blocks of threads make tensor maps.
#[derive(Debug)]
struct Scratch<'d> {
    /// Bytes of each block.
    bytes: u64,
    /// Launch conditions of such maps.
    conditions: MapConditions,
    /// The latest allocation.
    memory: RefCell<Option<Allocation<'d>>>,
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
    let Programs { main, plain, larger, few, source } = programs;
    let loaded = load_program(device, &main)?;
    let Program { maps, persistent, ptx, scratch_bytes, map_conditions, tiles, .. } = main;
    let scratch = Scratch { bytes: scratch_bytes, conditions: map_conditions, memory: RefCell::new(None) };
    let (is_few, other) = (few.is_some(), plain.or(few));
    let (again, special) = (OnceCell::new(), OnceCell::new());
    Ok(Loaded {
        device,
        main: loaded,
        ptx,
        maps,
        persistent,
        scratch,
        source,
        tiles,
        larger: larger.map(|program| (program, OnceCell::new())),
        other,
        is_few,
        loaded: again,
        special,
    })
}

fn load_program<'d>(device: &'d Device, program: &Program) -> Result<Kernel<'d>, Error> {
    let (threads, shared) = (program.threads, program.shared_bytes);
    tracing::debug!(program.entry, threads, shared, ?program.parameters, "code is loaded");
    tracing::trace!("{}", program.ptx);
    // The driver refuses code that needs more than a device has.
    let word = saturating_u32;
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
        let divisors = self.source.divisors(values);
        if self.special.get().is_none() {
            let _ = self.special.set((divisors.clone(), self.specialize(&divisors)?));
        }
        let chosen = match self.special.get() {
            Some((of, Some(special))) if *of == divisors => special.choose_version(grid, values),
            Some(_) | None => self.choose_version(grid, values),
        };
        if let Ok((_, Started { grid, beside })) = &chosen {
            let (numbers, maps) = (&beside.numbers, beside.maps.len());
            tracing::debug!(?grid, ?numbers, maps, "how the code is launched");
        }
        chosen
    }

    /// The code specialized to these divisors; `None` if it equals the general code, or does not exist.
    fn specialize(&self, divisors: &[u64]) -> Result<Option<Box<Loaded<'d>>>, Error> {
        let Ok(programs) = self.source.clone().compile_for(divisors) else { return Ok(None) };
        let other = programs.plain.as_ref().or(programs.few.as_ref()).map(|other| &other.ptx);
        let is_same = programs.main.ptx == self.ptx && other == self.other.as_ref().map(|other| &other.ptx);
        if is_same { Ok(None) } else { load(self.device, programs).map(Box::new).map(Some) }
    }

    /// The version of the code for a launch, with its configuration.
    fn choose_version(&self, grid: [u32; 3], values: &[Value<'_>]) -> Result<(&Kernel<'d>, Started), Error> {
        let plain = Started { grid, beside: Beside::default() };
        let Some(program) = &self.other else { return Ok((&self.main, plain)) };
        if self.is_few {
            let blocks: u64 = grid.iter().fold(1, |all, extent| u64::saturating_mul(all, (*extent).into()));
            if blocks > self.device.facts().multiprocessors.into() {
                return Ok((&self.main, plain));
            }
        } else {
            if let Some(larger) = self.larger()?
                && let Some(started) = larger.start_mapped(grid, values)?
            {
                return Ok((&larger.main, started));
            }
            if let Some(started) = self.start_mapped(grid, values)? {
                return Ok((&self.main, started));
            }
        }
        if self.loaded.get().is_none() {
            let _ = self.loaded.set(load_program(self.device, program)?);
        }
        Ok((self.loaded.get().unwrap_or(&self.main), plain))
    }

    /// The version for larger tiles.
    fn larger(&self) -> Result<Option<&Loaded<'d>>, Error> {
        let Some((program, cell)) = &self.larger else { return Ok(None) };
        if cell.get().is_none() {
            let (main, source) = (program.clone(), self.source.clone());
            let programs = Programs { main, plain: None, larger: None, few: None, source };
            let _ = cell.set(Box::new(load(self.device, programs)?));
        }
        Ok(cell.get().map(Box::as_ref))
    }

    /// How the code with maps is started, or with tile blocks in turn; `None` if the launch is not for it.
    fn start_mapped(&self, grid: [u32; 3], values: &[Value<'_>]) -> Result<Option<Started>, Error> {
        let Some((blocks, mut numbers)) = self.start(grid) else { return Ok(None) };
        let Some(maps) = self.encode(grid, values)? else { return Ok(None) };
        let Some(scratch) = self.scratch_of(blocks, grid, values)? else { return Ok(None) };
        numbers.extend(scratch);
        Ok(Some(Started { grid: blocks, beside: Beside { numbers, maps } }))
    }

    /// The grid of the code; `None` if tiles do not divide the launch's, or leave multiprocessors idle.
    fn divided(&self, grid: [u32; 3]) -> Option<[u32; 3]> {
        let is_whole = (0..3).all(|axis| grid[axis].is_multiple_of(self.tiles[axis]));
        let divided = [0, 1, 2].map(|axis: usize| grid[axis] / self.tiles[axis]);
        let blocks: u64 = divided.iter().fold(1, |all, extent| u64::saturating_mul(all, (*extent).into()));
        let is_enough = self.tiles == [1; 3] || blocks >= self.device.facts().multiprocessors.into();
        (is_whole && is_enough).then_some(divided)
    }

    /// The blocks of threads for a grid of tile blocks, and their parameters; `None` if the grid is not one of the code, or the number overflows.
    fn start(&self, grid: [u32; 3]) -> Option<([u32; 3], Vec<u64>)> {
        let grid = self.divided(grid)?;
        let Some(blocks) = self.persistent else { return Some((grid, Vec::new())) };
        let all = grid.iter().try_fold(1u32, |all, extent| all.checked_mul(*extent))?;
        let most = blocks * self.device.facts().multiprocessors;
        // The next tile block of the last one is counted too.
        all.checked_add(most)?;
        Some(([all.min(most), 1, 1], grid.iter().map(|extent| u64::from(*extent)).collect()))
    }

    /// The address of memory for maps made by blocks, if they make any; `None` if it would be too large, or the launch breaks the
    /// conditions of maps.
    fn scratch_of(
        &self,
        blocks: [u32; 3],
        grid: [u32; 3],
        values: &[Value<'_>],
    ) -> Result<Option<Option<u64>>, Error> {
        let Scratch { bytes, conditions, memory } = &self.scratch;
        if *bytes == 0 {
            return Ok(Some(None));
        }
        let array = |at: usize| match values.get(at)? {
            Value::Pointer(array, _) => Some(array.bytes()),
            Value::Scalar(_) => None,
        };
        let bytes = blocks.iter().fold(*bytes, |all, extent| u64::saturating_mul(all, (*extent).into()));
        if bytes > MOST_SCRATCH || !conditions.hold(&self.at_launch(grid, values), array) {
            return Ok(None);
        }
        let mut memory = memory.borrow_mut();
        if memory.as_ref().is_none_or(|memory| memory.bytes() < bytes) {
            *memory = Some(self.device.allocate(bytes)?);
        }
        Ok(Some(memory.as_ref().map(Allocation::address)))
    }

    /// What follows from the arguments of a launch.
    fn at_launch(&self, grid: [u32; 3], values: &[Value<'_>]) -> AtLaunch {
        let arguments = values.iter().map(|value| match value {
            Value::Scalar(bits) => Some(Literal(*bits)),
            Value::Pointer(..) => None,
        });
        AtLaunch::new(self.source.proved.kernel(), &arguments.collect::<Vec<_>>(), grid)
    }

    /// The maps of a launch; `None` where a tensor has none.
    fn encode(&self, grid: [u32; 3], values: &[Value<'_>]) -> Result<Option<Vec<EncodedMap>>, Error> {
        let at_launch = self.at_launch(grid, values);
        let mut encoded = Vec::new();
        for map in &self.maps {
            let Some(address) = values.get(map.pointer).map(Value::bits) else { return Ok(None) };
            let Some(numbers) = map.at_launch(&at_launch, address) else { return Ok(None) };
            let map = TensorMap {
                address,
                element_bytes: map.element_bytes,
                extents: numbers.extents,
                strides: numbers.strides,
                box_extents: map.box_extents.clone(),
                line_bytes: map.line_bytes,
                rounds: map.rounds,
            };
            tracing::debug!(?map, "tensor map");
            let Some(made) = self.device.encode(&map)? else { return Ok(None) };
            encoded.push(made);
        }
        Ok(Some(encoded))
    }
}

#[cfg(test)]
mod tests {
    use spec::proof::Grounds;
    use spec::syntax::contract::Contract;
    use spec::valid::Valid;

    use super::*;

    #[test]
    fn numbers_and_addresses_are_looked_at_and_floats_are_not() {
        let params = "%p: tile<ptr<f32>>, %n: tile<i32>, %m: tile<i64>, %b: tile<i1>, %x: tile<f32>";
        let text = format!("entry @k({params}) {{\n  return\n}}\n");
        let module = spec::parse::module(&text).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        let contract = Contract::default();
        let proved =
            Proved::trusting(&kernel, contract, Grounds::default(), Vec::new()).expect("it does nothing");
        let source = Compiled { proved, target: Target { sm: 90 }, options: Options::default() };
        let divisors = |values: [u64; 5]| source.divisors(&values.map(Value::Scalar));
        assert_eq!(divisors([256, 32, 16, 0, 0]), [16, 16, 16, 1, 1]);
        assert_eq!(divisors([264, 8, 0, 16, 16]), [1, 1, 16, 1, 1]);
        assert_eq!(divisors([256, 0xffff_fff0, u64::MAX, 0, 0]), [16, 16, 1, 1, 1]);
    }
}
