//! The one file that calls the driver, long because no other may. What it gives out is safe to use: handles live as long as
//! what they belong to, sizes are checked, and after a kernel that failed nothing is asked of the device any more.
#![allow(
    unsafe_code,
    reason = "the driver is a C library: every call of it is unsafe, and nothing else here is"
)]

use std::cell::Cell;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::ptr;

use cudarc::driver::sys;

use crate::arguments::Parameter;
use crate::device::{Code, Facts};
use crate::error::{Error, Version, fault};
use crate::image::Image;

// SAFETY: this is what C declares; every program with a C library has it, and Rust's own links with one.
unsafe extern "C" {
    safe fn _exit(status: c_int) -> !;
}

/// Ends the process at once. While a kernel runs that does not end, the driver's own clean-up would wait for it; the system
/// takes the device back all the same.
pub fn leave(code: u8) -> ! {
    _exit(code.into())
}

/// What a context is still good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// All.
    Good,
    /// Nothing but being reset: a kernel failed.
    Faulted,
    /// Nothing at all: a kernel runs, and whoever asks for anything waits for it.
    Hung,
}

/// A device's context, current on this thread.
#[derive(Debug)]
pub(crate) struct Context {
    device: sys::CUdevice,
    state: Cell<State>,
    /// The context is current on the thread that opened it, so it must stay there.
    here: PhantomData<*const ()>,
}

/// The driver's name for a result.
fn name(result: sys::CUresult) -> String {
    let mut text: *const c_char = ptr::null();
    // SAFETY: `text` is a place for one pointer, and what it gets is a string without an end of its life, or null.
    unsafe {
        if sys::cuGetErrorName(result, &mut text) as u32 == 0 && !text.is_null() {
            return CStr::from_ptr(text).to_string_lossy().into_owned();
        }
    }
    format!("error {}", result as u32)
}

fn check(result: sys::CUresult, doing: &'static str) -> Result<(), Error> {
    match result as u32 {
        0 => Ok(()),
        code => Err(Error::of(code, doing, name(result))),
    }
}

/// Finds and starts the driver; gives the CUDA version that it knows.
pub(crate) fn start() -> Result<Version, Error> {
    // SAFETY: loading the driver's library runs its initialisers, which any program that uses CUDA has run.
    if !unsafe { sys::is_culib_present() } {
        return Err(Error::NoDriver);
    }
    let mut version = 0;
    // SAFETY: `cuInit` takes no pointer, and `version` is a place for one number.
    unsafe {
        check(sys::cuInit(0), "starting")?;
        check(sys::cuDriverGetVersion(&mut version), "saying its version")?;
    }
    let version = u32::try_from(version).unwrap_or(0);
    Ok(Version(version / 1000, version % 1000 / 10))
}

/// A number that a device has.
fn attribute(device: sys::CUdevice, which: sys::CUdevice_attribute) -> Result<u32, Error> {
    let mut value = 0;
    // SAFETY: `value` is a place for one number, and `device` is one that the driver gave.
    check(unsafe { sys::cuDeviceGetAttribute(&mut value, which, device) }, "describing the GPU")?;
    Ok(u32::try_from(value).unwrap_or(0))
}

impl Context {
    /// Opens a device, and says what it is.
    pub(crate) fn open(ordinal: u32, driver: Version) -> Result<(Context, Facts), Error> {
        let (mut count, mut device, mut raw) = (0, 0, ptr::null_mut());
        let mut text = [0; 128];
        let mut memory = 0;
        let wanted = c_int::try_from(ordinal).unwrap_or(c_int::MAX);
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
        let major = attribute(device, A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let facts = Facts {
            ordinal,
            name: String::from_utf8_lossy(&bytes).into_owned(),
            capability: Version(major, attribute(device, A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?),
            memory: memory as u64,
            multiprocessors: attribute(device, A::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            cache: attribute(device, A::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?.into(),
            shared: attribute(device, A::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
            driver,
        };
        // SAFETY: `device` is one that the driver gave; the context that it retains is made current at once, and released
        // by `drop`.
        unsafe {
            let opened = sys::cuDevicePrimaryCtxRetain(&mut raw, device);
            if opened as u32 == 2 {
                return Err(Error::OutOfMemory { bytes: 0, free: 0 });
            }
            check(opened, "opening the GPU")?;
        }
        let context = Context { device, state: Cell::new(State::Good), here: PhantomData };
        // SAFETY: `raw` is the context just retained.
        context.check(unsafe { sys::cuCtxSetCurrent(raw) }, "opening the GPU")?;
        Ok((context, facts))
    }

    /// Like [`check`], and remembers faults.
    fn check(&self, result: sys::CUresult, doing: &'static str) -> Result<(), Error> {
        if fault(result as u32).is_some() {
            self.state.set(State::Faulted);
        }
        check(result, doing)
    }

    fn ready(&self) -> Result<(), Error> {
        if self.state.get() == State::Good { Ok(()) } else { Err(Error::Lost) }
    }

    /// From now on nothing is asked of the device: a kernel on it does not end.
    pub(crate) fn hangs(&self) {
        self.state.set(State::Hung);
    }

    /// Allocates so many bytes, at least one.
    pub(crate) fn allocate(&self, bytes: u64) -> Result<Allocation<'_>, Error> {
        self.ready()?;
        let (mut address, mut free, mut total) = (0, 0, 0);
        let len = usize::try_from(bytes.max(1)).unwrap_or(usize::MAX);
        // SAFETY: `address`, `free` and `total` are places for one number each; the context is current.
        unsafe {
            let result = sys::cuMemAlloc_v2(&mut address, len);
            if result as u32 == 2 {
                check(sys::cuMemGetInfo_v2(&mut free, &mut total), "saying how much memory is free")?;
                return Err(Error::OutOfMemory { bytes, free: free as u64 });
            }
            self.check(result, "allocating memory")?;
        }
        Ok(Allocation { context: self, address, bytes: len as u64 })
    }

    /// Loads code.
    pub(crate) fn load(&self, image: Image<'_>, facts: &Facts) -> Result<Module<'_>, Error> {
        self.ready()?;
        let text;
        let start: *const c_void = match image {
            Image::Ptx(ptx) => {
                text = CString::new(ptx).map_err(|_| Error::NoImage)?;
                text.as_ptr().cast()
            }
            Image::Cubin(bytes) => bytes.as_ptr().cast(),
        };
        let mut log = vec![0u8; 1 << 14];
        let mut raw = ptr::null_mut();
        use sys::CUjit_option_enum as O;
        let mut options = [O::CU_JIT_ERROR_LOG_BUFFER, O::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        let mut values: [*mut c_void; 2] =
            [log.as_mut_ptr().cast(), ptr::without_provenance_mut(log.len() - 1)];
        // SAFETY: the image is a string with an end, or a whole ELF file, and outlives the call; the two options have a value
        // each, and the log is as long as the second says. A buffer's size is passed in place of a pointer, as C has it.
        let result =
            unsafe { sys::cuModuleLoadDataEx(&mut raw, start, 2, options.as_mut_ptr(), values.as_mut_ptr()) };
        let log = || {
            let written: Vec<u8> = log.iter().copied().take_while(|byte| *byte != 0).collect();
            String::from_utf8_lossy(&written).into_owned()
        };
        match result as u32 {
            218 => Err(Error::DoesNotCompile { log: log() }),
            200 => Err(Error::NoImage),
            209 => {
                let code = image.target().unwrap_or_else(|| "another GPU".to_owned());
                Err(Error::WrongArchitecture { code, device: facts.capability })
            }
            222 => Err(Error::DriverTooOld { driver: facts.driver, ptx: image.ptx_version() }),
            _ => self.check(result, "loading code").map(|()| Module { context: self, raw }),
        }
    }

    /// Marks where the device is in its work.
    pub(crate) fn mark(&self) -> Result<Event<'_>, Error> {
        self.ready()?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is a place for one handle, which `Event` destroys; 0 is the default stream, where all work goes.
        unsafe {
            self.check(sys::cuEventCreate(&mut raw, 0), "making an event")?;
            let event = Event { context: self, raw };
            self.check(sys::cuEventRecord(raw, ptr::null_mut()), "recording an event")?;
            Ok(event)
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // Nothing can be done about a result.
        // SAFETY: the device is the one whose context was retained, and all that belongs to the context is gone: it borrows
        // from `self`. After a fault the context is reset, which
        // gives back what it holds; a driver may still refuse this process from then on (an H200's does).
        unsafe {
            match self.state.get() {
                State::Good => {}
                State::Faulted => {
                    let _ = sys::cuDevicePrimaryCtxReset_v2(self.device);
                }
                State::Hung => return,
            }
            let _ = sys::cuDevicePrimaryCtxRelease_v2(self.device);
        }
    }
}

/// Memory of the device.
#[derive(Debug)]
pub struct Allocation<'d> {
    context: &'d Context,
    address: sys::CUdeviceptr,
    bytes: u64,
}

impl Allocation<'_> {
    /// Where it starts.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The address of a range.
    ///
    /// # Panics
    /// If the range leaves the allocation.
    fn range(&self, offset: u64, len: u64) -> (sys::CUdeviceptr, usize) {
        let inside = offset.checked_add(len).is_some_and(|end| end <= self.bytes);
        assert!(inside, "bytes {offset} and {len} more are not in {} bytes", self.bytes);
        (self.address + offset, usize::try_from(len).unwrap_or(usize::MAX))
    }

    /// Sets bytes to one value.
    ///
    /// # Errors
    /// Whatever the driver says.
    ///
    /// # Panics
    /// If the range leaves the allocation.
    pub fn fill(&self, offset: u64, len: u64, byte: u8) -> Result<(), Error> {
        self.context.ready()?;
        let (to, len) = self.range(offset, len);
        if len == 0 {
            return Ok(());
        }
        // SAFETY: the range is inside memory that was allocated and is not freed yet. The call need not wait for the device:
        // it is ordered before whatever follows on the default stream.
        let result = unsafe { sys::cuMemsetD8Async(to, byte, len, ptr::null_mut()) };
        self.context.check(result, "filling memory")
    }

    /// Copies bytes to the device.
    ///
    /// # Errors
    /// Whatever the driver says.
    ///
    /// # Panics
    /// If the range leaves the allocation.
    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.context.ready()?;
        let (to, len) = self.range(offset, bytes.len() as u64);
        if len == 0 {
            return Ok(());
        }
        // SAFETY: the range is inside memory that was allocated and is not freed yet, and `bytes` is as long.
        let result = unsafe { sys::cuMemcpyHtoD_v2(to, bytes.as_ptr().cast(), len) };
        self.context.check(result, "copying to the GPU")
    }

    /// Copies bytes from the device, once its work is done.
    ///
    /// # Errors
    /// Whatever the driver says.
    ///
    /// # Panics
    /// If the range leaves the allocation.
    pub fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), Error> {
        self.context.ready()?;
        let (from, len) = self.range(offset, bytes.len() as u64);
        if len == 0 {
            return Ok(());
        }
        // SAFETY: the range is inside memory that was allocated and is not freed yet, and `bytes` is as long.
        let result = unsafe { sys::cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), from, len) };
        self.context.check(result, "copying from the GPU")
    }

    /// Has the device copy the first bytes of another allocation to the start of this one; does not wait for it.
    ///
    /// # Errors
    /// Whatever the driver says.
    ///
    /// # Panics
    /// If either has fewer bytes.
    pub fn copy_from(&self, other: &Allocation<'_>, len: u64) -> Result<(), Error> {
        self.context.ready()?;
        let ((to, len), (from, _)) = (self.range(0, len), other.range(0, len));
        // SAFETY: both ranges are inside memory that was allocated; it is freed by a call that waits for the copy.
        let result = unsafe { sys::cuMemcpyDtoDAsync_v2(to, from, len, ptr::null_mut()) };
        self.context.check(result, "copying on the GPU")
    }
}

impl Drop for Allocation<'_> {
    fn drop(&mut self) {
        if self.context.ready().is_ok() {
            // SAFETY: the memory was allocated, and nothing that could free it has run. Nothing can be done about a result.
            let _ = unsafe { sys::cuMemFree_v2(self.address) };
        }
    }
}

/// Loaded code.
#[derive(Debug)]
pub(crate) struct Module<'d> {
    context: &'d Context,
    raw: sys::CUmodule,
}

impl Module<'_> {
    /// Looks a kernel up, holds what it takes against what it is said to take, and gives its blocks the shared memory that
    /// they need.
    pub(crate) fn function(&self, code: &Code<'_>) -> Result<Function, Error> {
        self.context.ready()?;
        let missing = || Error::NoEntry { entry: code.entry.to_owned() };
        let text = CString::new(code.entry).map_err(|_| missing())?;
        let mut raw = ptr::null_mut();
        // SAFETY: the module is loaded, and `text` is a string with an end.
        let result = unsafe { sys::cuModuleGetFunction(&mut raw, self.raw, text.as_ptr()) };
        if result as u32 == 500 {
            return Err(missing());
        }
        self.context.check(result, "looking up the kernel")?;
        use sys::CUfunction_attribute as A;
        let mut threads = 0;
        // SAFETY: the function was just given by the driver, and `threads` is a place for one number.
        let asked = unsafe {
            let most = A::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
            sys::cuFuncGetAttribute(&mut threads, most, raw)
        };
        self.context.check(asked, "describing the kernel")?;
        if u32::try_from(threads).is_ok_and(|most| code.threads > most) {
            return Err(Error::Threads { needs: code.threads });
        }
        if code.shared_bytes > 0 {
            let bytes = c_int::try_from(code.shared_bytes).unwrap_or(c_int::MAX);
            let most = A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function was just given by the driver.
            let allowed = unsafe { sys::cuFuncSetAttribute(raw, most, bytes) };
            self.context.check(allowed, "asking for shared memory")?;
        }
        takes(raw, &code.parameters)?;
        Ok(Function { raw, shared: code.shared_bytes, slots: Slots::new() })
    }

    /// Starts a kernel of this module with arguments that fit it; does not wait for it.
    pub(crate) fn enqueue(
        &self,
        function: &Function,
        [x, y, z]: [u32; 3],
        threads: u32,
        arguments: &[u64],
    ) -> Result<(), Error> {
        self.context.ready()?;
        let (raw, shared, slots) = (function.raw, function.shared, function.slots.filled(arguments));
        let (stream, none) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the function is of this module, which is loaded. However many parameters it takes and however large they are,
        // each has a pointer of the list, with more bytes behind it than all parameters together may have; the driver
        // reads them before it returns. The kernel reaches memory of the device only.
        let result = unsafe { sys::cuLaunchKernel(raw, x, y, z, threads, 1, 1, shared, stream, slots, none) };
        match result as u32 {
            701 => Err(Error::Threads { needs: threads }),
            _ => self.context.check(result, "launching the kernel"),
        }
    }
}

/// That a kernel takes these parameters, as far as the driver says what it takes.
fn takes(function: sys::CUfunction, parameters: &[Parameter]) -> Result<(), Error> {
    let wrong = |reason: String| Err(Error::Arguments { reason });
    for position in 0..=parameters.len() {
        let (mut offset, mut bytes) = (0, 0);
        // SAFETY: the function is one that the driver gave, and `offset` and `bytes` are places for a number each.
        let said = unsafe { sys::cuFuncGetParamInfo(function, position, &mut offset, &mut bytes) };
        match (said as u32, parameters.get(position)) {
            (0, Some(one)) if (one.offset as usize, one.bytes as usize) == (offset, bytes) => {}
            (0, Some(_)) => {
                return wrong(format!(
                    "are not the kernel's: its {position}. stands at {offset} and has {bytes} bytes"
                ));
            }
            (0, None) => {
                return wrong(format!("are {}, and the kernel takes more", parameters.len()));
            }
            _ => break,
        }
    }
    Ok(())
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        if self.context.ready().is_ok() {
            // SAFETY: the module is loaded, and its functions are used through it only. Nothing can be done about a result.
            let _ = unsafe { sys::cuModuleUnload(self.raw) };
        }
    }
}

/// A kernel of a module, to be used with that module.
#[derive(Debug)]
pub(crate) struct Function {
    raw: sys::CUfunction,
    shared: u32,
    slots: Slots,
}

/// The most bytes of parameters that a kernel can take (32 764 from CUDA 12.1 on, 4096 before).
const MOST_PARAMETERS: usize = 1 << 15;

/// Where the driver finds arguments: a list of as many pointers as a kernel may have parameters, to words of which the first
/// hold the arguments.
#[derive(Debug)]
struct Slots {
    words: Box<[Cell<u64>]>,
    list: Box<[Cell<*mut c_void>]>,
}

impl Slots {
    fn new() -> Self {
        // Behind the last word that a pointer leads to there are still as many bytes as a parameter can have.
        let words: Box<[Cell<u64>]> = vec![Cell::new(0); MOST_PARAMETERS + MOST_PARAMETERS / 8].into();
        let place = |at| words.as_ptr().wrapping_add(at).cast_mut().cast();
        let list = (0..MOST_PARAMETERS).map(|at| Cell::new(place(at))).collect();
        Slots { words, list }
    }

    /// The list, with these arguments in it.
    fn filled(&self, arguments: &[u64]) -> *mut *mut c_void {
        for (word, argument) in self.words.iter().zip(arguments) {
            word.set(*argument);
        }
        self.list.as_ptr().cast_mut().cast()
    }
}

/// A place in the device's work.
#[derive(Debug)]
pub(crate) struct Event<'d> {
    context: &'d Context,
    raw: sys::CUevent,
}

impl Event<'_> {
    /// Whether the device has come that far.
    pub(crate) fn is_reached(&self) -> Result<bool, Error> {
        self.context.ready()?;
        // SAFETY: the event is one that the driver gave, and it is not destroyed yet.
        let result = unsafe { sys::cuEventQuery(self.raw) };
        match result as u32 {
            600 => Ok(false),
            _ => self.context.check(result, "waiting for the kernel").map(|()| true),
        }
    }

    /// Milliseconds from this event to a later one; both have been reached.
    pub(crate) fn until(&self, later: &Event<'_>) -> Result<f32, Error> {
        let mut milliseconds = 0.0;
        // SAFETY: both events are the driver's, recorded and not destroyed; `milliseconds` is a place for one number.
        let result = unsafe { sys::cuEventElapsedTime(&mut milliseconds, self.raw, later.raw) };
        self.context.check(result, "reading a time").map(|()| milliseconds)
    }
}

impl Drop for Event<'_> {
    fn drop(&mut self) {
        if self.context.ready().is_ok() {
            // SAFETY: the event is one that the driver gave. Nothing can be done about a result.
            let _ = unsafe { sys::cuEventDestroy_v2(self.raw) };
        }
    }
}
