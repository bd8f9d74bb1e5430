//! A GPU device: runs of kernels and their results.

use std::time::Duration;

use spec::syntax::count::usize_from_u64;
use spec::syntax::launch::{Argument, Launch};

use crate::arguments::{Parameter, check_fit};
use crate::code::Code;
use crate::driver::{self, Allocation, Context, Event, Function, Module};
use crate::error::Error;
use crate::facts::Facts;
use crate::placement::{GUARD, Manner, POISON, Placement};
use crate::tensor_map::{Beside, EncodedMap, TensorMap};
use crate::watch;

/// An argument.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// Bits, zero-extended.
    Scalar(u64),
    /// A pointer into an allocation, so many bytes from its start.
    Pointer(&'a Allocation<'a>, u64),
}

impl Value<'_> {
    /// The bits of the argument, zero-extended.
    pub fn bits(&self) -> u64 {
        match self {
            Value::Scalar(bits) => *bits,
            Value::Pointer(allocation, offset) => allocation.address() + offset,
        }
    }
}

/// An open device. One at a time is used on a thread.
#[derive(Debug)]
pub struct Device {
    context: Context,
    facts: Facts,
    /// How long a kernel may take.
    limit: Duration,
}

impl Device {
    /// Opens the device of that number, counted from 0, on which a kernel may take so long.
    ///
    /// # Errors
    /// The driver is missing or does not start, or the device does not exist or cannot be opened.
    pub fn open(ordinal: u32, limit: Duration) -> Result<Device, Error> {
        let driver = driver::start()?;
        let (context, facts) = Context::open(ordinal, driver)?;
        Ok(Device { context, facts, limit })
    }

    /// The facts of the device.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Loads a kernel.
    ///
    /// # Errors
    /// The code is for another architecture, is rejected by the driver, lacks the kernel, or exceeds a block's
    /// resources.
    pub fn load(&self, code: &Code<'_>) -> Result<Kernel<'_>, Error> {
        code.image.fits(self.facts.capability)?;
        if code.shared_bytes > self.facts.shared {
            return Err(Error::SharedMemory { needs: code.shared_bytes, has: self.facts.shared });
        }
        let module = Module::load(&self.context, code.image, &self.facts)?;
        let function = module.get_function(code)?;
        let parameters = code.parameters.clone();
        Ok(Kernel { device: self, module, function, threads: code.threads, parameters, maps: code.maps })
    }

    /// Encodes a tensor map; `None` if the driver rejects a number, or the device has no bulk copies.
    ///
    /// # Errors
    /// The device is lost.
    pub fn encode(&self, map: &TensorMap) -> Result<Option<EncodedMap>, Error> {
        driver::encode(&self.context, map)
    }

    /// Allocates uninitialized bytes.
    ///
    /// # Errors
    /// Too little memory.
    pub fn allocate(&self, bytes: u64) -> Result<Allocation<'_>, Error> {
        Allocation::new(&self.context, bytes)
    }

    /// Allocates and fills the buffers of a launch.
    ///
    /// # Errors
    /// Too little memory.
    pub fn place<'d>(&'d self, launch: &Launch, manner: Manner) -> Result<Placed<'d>, Error> {
        let mut placed = Placed { buffers: Vec::new(), manner };
        for buffer in &launch.buffers {
            let too_large = Error::OutOfMemory { bytes: buffer.bytes, free: self.facts.memory };
            let placement = Placement::of(buffer, manner).ok_or(too_large)?;
            let allocation = self.allocate(placement.allocation)?;
            let placement = placement.at(allocation.address());
            let (start, bytes) = (placement.start, placement.bytes);
            if manner == Manner::Guarded {
                allocation.fill(0, placement.allocation, GUARD)?;
            }
            match (buffer.uninit, manner) {
                (true, Manner::Guarded) => allocation.fill(start, bytes, POISON)?,
                (true, Manner::Bare) => {}
                (false, _) => allocation.fill(start, bytes, 0)?,
            }
            for (offset, chunk) in &buffer.contents {
                allocation.write(start + offset, chunk)?;
            }
            placed.buffers.push((allocation, placement));
        }
        Ok(placed)
    }

    /// The device time of `work` in milliseconds, measured on the device. `first` starts before and is not counted: it should keep the
    /// device busy while `work` is submitted.
    ///
    /// # Errors
    /// `first` or `work` fails, a kernel fails, or a kernel does not end in time.
    pub fn time(
        &self,
        first: impl FnOnce() -> Result<(), Error>,
        work: impl FnOnce() -> Result<(), Error>,
    ) -> Result<f32, Error> {
        first()?;
        let before = Event::record(&self.context)?;
        work()?;
        let after = Event::record(&self.context)?;
        self.wait(&after)?;
        before.elapsed_ms(&after)
    }

    fn wait(&self, event: &Event<'_>) -> Result<(), Error> {
        let waited = watch::wait(self.limit, || event.query());
        if matches!(waited, Err(Error::Hangs { .. })) {
            self.context.abandon();
        }
        waited
    }
}

/// A kernel ready to run.
#[derive(Debug)]
pub struct Kernel<'d> {
    device: &'d Device,
    module: Module<'d>,
    function: Function,
    threads: u32,
    parameters: Vec<Parameter>,
    maps: usize,
}

impl Kernel<'_> {
    /// Starts the kernel, and does not wait for it: see [`Device::time`].
    ///
    /// # Errors
    /// Arguments that are not the kernel's, or a grid or block that the device does not take.
    pub fn enqueue(&self, grid: [u32; 3], values: &[Value<'_>], beside: &Beside) -> Result<(), Error> {
        let [x, y, z] = grid;
        if [x, y, z].contains(&0) || x > i32::MAX.cast_unsigned() || y > 65535 || z > 65535 {
            return Err(Error::Grid { grid });
        }
        let numbers = beside.numbers.iter().copied();
        let bits: Vec<u64> = values.iter().map(Value::bits).chain(numbers).collect();
        check_fit(&self.parameters, &bits)?;
        let maps = &beside.maps;
        if maps.len() != self.maps {
            let reason = format!("have {} tensor maps, and the kernel takes {}", maps.len(), self.maps);
            return Err(Error::Arguments { reason });
        }
        self.module.launch_kernel(&self.function, grid, self.threads, &bits, maps)
    }

    /// Runs the kernel to its end; returns the time in milliseconds.
    ///
    /// # Errors
    /// The arguments do not fit, the kernel fails, or the time limit is reached.
    pub fn run(&self, grid: [u32; 3], values: &[Value<'_>], beside: &Beside) -> Result<f32, Error> {
        self.device.time(|| Ok(()), || self.enqueue(grid, values, beside))
    }
}

/// The buffers of a launch in device memory.
#[derive(Debug)]
pub struct Placed<'d> {
    buffers: Vec<(Allocation<'d>, Placement)>,
    manner: Manner,
}

impl Placed<'_> {
    /// The arguments of a launch over these buffers.
    ///
    /// # Errors
    /// An argument points into a missing buffer.
    pub fn values(&self, launch: &Launch) -> Result<Vec<Value<'_>>, Error> {
        let value = |argument: &Argument| match argument {
            Argument::Scalar(bits) => Ok(Value::Scalar(*bits)),
            Argument::Pointer { buffer, offset } => {
                let (allocation, placement) = self.buffers.get(*buffer).ok_or_else(|| Error::Arguments {
                    reason: format!("point into a missing buffer {buffer}"),
                })?;
                Ok(Value::Pointer(allocation, placement.start + offset))
            }
        };
        launch.arguments.iter().map(value).collect()
    }

    /// The address of every buffer, in the launch's order.
    pub fn addresses(&self) -> Vec<u64> {
        self.buffers.iter().map(|(allocation, placement)| allocation.address() + placement.start).collect()
    }

    /// What every buffer holds now, in the launch's order.
    ///
    /// # Errors
    /// [`Error::Strays`] where something was written beside a buffer.
    pub fn read(&self) -> Result<Vec<Vec<u8>>, Error> {
        let mut contents = Vec::new();
        for (index, (allocation, placement)) in self.buffers.iter().enumerate() {
            let bytes = |offset: u64, len: u64| {
                let mut bytes = vec![0; usize_from_u64(len)];
                allocation.read(offset, &mut bytes).map(|()| bytes)
            };
            let (start, len) = (placement.start, placement.bytes);
            if self.manner == Manner::Guarded {
                let after = bytes(start + len, placement.allocation - start - len)?;
                if let Some(offset) = placement.find_stray_write(&bytes(0, start)?, &after) {
                    return Err(Error::Strays { buffer: index, offset });
                }
            }
            contents.push(bytes(start, len)?);
        }
        Ok(contents)
    }
}
