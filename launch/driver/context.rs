//! The driver started, and a device with its primary context (`cuInit`, `cuDevice…`, `cuDevicePrimaryCtx…`).

use std::cell::Cell;
use std::marker::PhantomData;
use std::ptr;

use cudarc::driver::sys;

use super::result::{check, code, to_u64};
use crate::cu_result::CUDA_ERROR_OUT_OF_MEMORY;
use crate::error::{Error, Version, fault};
use crate::facts::Facts;

/// The remaining uses of a context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Usability {
    /// All.
    Good,
    /// Nothing but being reset: a kernel failed.
    Faulted,
    /// None: a kernel still runs, and any request would wait.
    Hung,
}

/// A device's context, current on this thread.
#[derive(Debug)]
pub(crate) struct Context {
    device: sys::CUdevice,
    state: Cell<Usability>,
    /// The context is current on its opening thread and must stay there.
    here: PhantomData<*const ()>,
}

/// Loads and starts the driver; returns its CUDA version.
pub(crate) fn start() -> Result<Version, Error> {
    // SAFETY: loading the driver's library runs its initializers, as in any program that uses CUDA.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::NoDriver);
    }
    let mut version = 0;
    // SAFETY: `cuInit` takes no pointer, and `version` is a place for one number.
    unsafe {
        check(sys::cuInit(0), "starting")?;
        check(sys::cuDriverGetVersion(&mut version), "saying its version")?;
    }
    let version = version.max(0).cast_unsigned();
    Ok(Version(version / 1000, version % 1000 / 10))
}

/// Reads a numeric attribute of a device.
fn read_attribute(device: sys::CUdevice, which: sys::CUdevice_attribute) -> Result<u32, Error> {
    let mut value = 0;
    // SAFETY: `value` is a place for one number, and `device` comes from the driver.
    check(unsafe { sys::cuDeviceGetAttribute(&mut value, which, device) }, "describing the GPU")?;
    Ok(value.max(0).cast_unsigned())
}

impl Context {
    /// Opens a device and reads its facts.
    pub(crate) fn open(ordinal: u32, driver: Version) -> Result<(Context, Facts), Error> {
        let (mut count, mut device, mut raw) = (0, 0, ptr::null_mut());
        let mut text = [0; 128];
        let mut memory = 0;
        // A number beyond the type is beyond the count below.
        let wanted = ordinal.cast_signed();
        // SAFETY: the driver has been started, every pointer leads to a place for what is asked for, and `text` is as long
        // as it is said to be.
        unsafe {
            check(sys::cuDeviceGetCount(&mut count), "counting GPUs")?;
            match u32::try_from(count) {
                Ok(0) | Err(_) => return Err(Error::NoDevice),
                Ok(count) if ordinal >= count => return Err(Error::NoSuchDevice { ordinal, count }),
                Ok(_) => {}
            }
            check(sys::cuDeviceGet(&mut device, wanted), "finding the GPU")?;
            check(sys::cuDeviceGetName(text.as_mut_ptr(), 127, device), "naming the GPU")?;
            check(sys::cuDeviceTotalMem_v2(&mut memory, device), "describing the GPU")?;
        }
        use sys::CUdevice_attribute as A;
        let bytes: Vec<u8> = text.iter().map(|c| c.cast_unsigned()).take_while(|c| *c != 0).collect();
        let major = read_attribute(device, A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let facts = Facts {
            ordinal,
            name: String::from_utf8_lossy(&bytes).into_owned(),
            capability: Version(
                major,
                read_attribute(device, A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
            ),
            memory: to_u64(memory),
            multiprocessors: read_attribute(device, A::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            cache: read_attribute(device, A::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?.into(),
            shared: read_attribute(device, A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
            driver,
        };
        // SAFETY: `device` comes from the driver; the retained context is made current at once, and released by `drop`.
        unsafe {
            let opened = sys::cuDevicePrimaryCtxRetain(&mut raw, device);
            if code(opened) == CUDA_ERROR_OUT_OF_MEMORY {
                return Err(Error::OutOfMemory { bytes: 0, free: 0 });
            }
            check(opened, "opening the GPU")?;
        }
        let context = Context { device, state: Cell::new(Usability::Good), here: PhantomData };
        // SAFETY: `raw` is the context just retained.
        context.check(unsafe { sys::cuCtxSetCurrent(raw) }, "opening the GPU")?;
        Ok((context, facts))
    }

    /// Like [`check`], and remembers faults.
    pub(super) fn check(&self, result: sys::CUresult, doing: &'static str) -> Result<(), Error> {
        if fault(code(result)).is_some() {
            self.state.set(Usability::Faulted);
        }
        check(result, doing)
    }

    pub(super) fn require_usable(&self) -> Result<(), Error> {
        if self.state.get() == Usability::Good { Ok(()) } else { Err(Error::Lost) }
    }

    /// From now on nothing is asked of the device: a kernel on it does not end.
    pub(crate) fn abandon(&self) {
        self.state.set(Usability::Hung);
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // Nothing can be done about a result. SAFETY: the device is the one with the retained context, and every object of
        // the context is gone, because objects borrow from `self`. After a fault the context is reset, to free its
        // resources; a driver may still refuse the process from then on (an H200's does).
        unsafe {
            match self.state.get() {
                Usability::Good => {}
                Usability::Faulted => {
                    let _ = sys::cuDevicePrimaryCtxReset_v2(self.device);
                }
                Usability::Hung => return,
            }
            let _ = sys::cuDevicePrimaryCtxRelease_v2(self.device);
        }
    }
}
