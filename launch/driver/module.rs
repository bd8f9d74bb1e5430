//! Loaded code and its kernels (`cuModule…`, `cuFunc…`, `cuLaunchKernel`).

use std::ffi::{CString, c_int, c_void};
use std::ptr;

use cudarc::driver::sys;

use super::context::Context;
use super::kernel_params::KernelParams;
use super::result::code;
use crate::arguments::Parameter;
use crate::code::Code;
use crate::cu_result::{
    CUDA_ERROR_INVALID_IMAGE, CUDA_ERROR_INVALID_PTX, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
    CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_NOT_FOUND, CUDA_ERROR_UNSUPPORTED_PTX_VERSION, CUDA_SUCCESS,
};
use crate::error::Error;
use crate::facts::Facts;
use crate::image::Image;
use crate::tensor_map::EncodedMap;

/// Loaded code.
#[derive(Debug)]
pub(crate) struct Module<'d> {
    context: &'d Context,
    raw: sys::CUmodule,
}

impl<'d> Module<'d> {
    /// Loads code (`cuModuleLoadDataEx`).
    pub(crate) fn load(context: &'d Context, image: Image<'_>, facts: &Facts) -> Result<Self, Error> {
        context.require_usable()?;
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
        // SAFETY: the image is a string with an end, or a whole ELF file, and outlives the call. The two options have a value each, and the
        // log has the length of the second. A buffer's size is passed in place of a pointer, as the C interface requires.
        let result =
            unsafe { sys::cuModuleLoadDataEx(&mut raw, start, 2, options.as_mut_ptr(), values.as_mut_ptr()) };
        let log = || {
            let written: Vec<u8> = log.iter().copied().take_while(|byte| *byte != 0).collect();
            String::from_utf8_lossy(&written).into_owned()
        };
        match code(result) {
            CUDA_ERROR_INVALID_PTX => Err(Error::DoesNotCompile { log: log() }),
            CUDA_ERROR_INVALID_IMAGE => Err(Error::NoImage),
            CUDA_ERROR_NO_BINARY_FOR_GPU => {
                let target = image.target().unwrap_or_else(|| "another GPU".to_owned());
                Err(Error::WrongArchitecture { code: target, device: facts.capability })
            }
            CUDA_ERROR_UNSUPPORTED_PTX_VERSION => {
                Err(Error::DriverTooOld { driver: facts.driver, ptx: image.ptx_version() })
            }
            _ => context.check(result, "loading code").map(|()| Module { context, raw }),
        }
    }
}

impl Module<'_> {
    /// Looks up a kernel, compares its parameters with the expected ones, and grants its blocks their shared memory.
    pub(crate) fn get_function(&self, kernel: &Code<'_>) -> Result<Function, Error> {
        self.context.require_usable()?;
        let missing = || Error::NoEntry { entry: kernel.entry.to_owned() };
        let text = CString::new(kernel.entry).map_err(|_| missing())?;
        let mut raw = ptr::null_mut();
        // SAFETY: the module is loaded, and `text` is a string with an end.
        let result = unsafe { sys::cuModuleGetFunction(&mut raw, self.raw, text.as_ptr()) };
        if code(result) == CUDA_ERROR_NOT_FOUND {
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
        if u32::try_from(threads).is_ok_and(|most| kernel.threads > most) {
            return Err(Error::Threads { needs: kernel.threads });
        }
        if kernel.shared_bytes > 0 {
            let bytes = kernel.shared_bytes.min(c_int::MAX.cast_unsigned()).cast_signed();
            let most = A::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function was just given by the driver.
            let allowed = unsafe { sys::cuFuncSetAttribute(raw, most, bytes) };
            self.context.check(allowed, "asking for shared memory")?;
        }
        check_parameters(raw, &kernel.parameters, kernel.maps)?;
        Ok(Function { raw, shared: kernel.shared_bytes, params: KernelParams::new() })
    }

    /// Starts a kernel of this module with matching arguments, without waiting.
    pub(crate) fn launch_kernel(
        &self,
        function: &Function,
        [x, y, z]: [u32; 3],
        threads: u32,
        arguments: &[u64],
        maps: &[EncodedMap],
    ) -> Result<(), Error> {
        self.context.require_usable()?;
        let (raw, shared, slots) = (function.raw, function.shared, function.params.fill(arguments, maps));
        let (stream, none) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the function belongs to this loaded module. Each of its parameters has a pointer in the list, with more bytes
        // behind it than all parameters together may have. The driver reads the parameters before the call returns. The kernel
        // reaches only device memory.
        let result = unsafe { sys::cuLaunchKernel(raw, x, y, z, threads, 1, 1, shared, stream, slots, none) };
        match code(result) {
            CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => Err(Error::Threads { needs: threads }),
            _ => self.context.check(result, "launching the kernel"),
        }
    }
}

/// Bytes of a tensor map.
const MAP_BYTES: u32 = 128;

/// Whether a parameter has the driver's offset and size.
fn stands_at(parameter: &Parameter, offset: usize, bytes: usize) -> bool {
    let is = |ours: u32, theirs: usize| usize::try_from(ours) == Ok(theirs);
    is(parameter.offset, offset) && is(parameter.bytes, bytes)
}

/// Compares a kernel's parameters with the expected ones, as far as the driver reports them.
fn check_parameters(function: sys::CUfunction, parameters: &[Parameter], maps: usize) -> Result<(), Error> {
    let wrong = |reason: String| Err(Error::Arguments { reason });
    let all = parameters.len() + maps;
    for position in 0..=all {
        let (mut offset, mut bytes) = (0, 0);
        // SAFETY: the function is one that the driver gave, and `offset` and `bytes` are places for a number each.
        let said = unsafe { sys::cuFuncGetParamInfo(function, position, &mut offset, &mut bytes) };
        // Where a map stands is the driver's business: 64 bytes are not counted from the first parameter.
        let is_map = position >= parameters.len() && usize::try_from(MAP_BYTES) == Ok(bytes);
        match (code(said), parameters.get(position)) {
            (CUDA_SUCCESS, Some(one)) if stands_at(one, offset, bytes) => {}
            (CUDA_SUCCESS, None) if position < all && is_map => {}
            (CUDA_SUCCESS, _) if position < all => {
                return wrong(format!(
                    "are not the kernel's: its {position}. stands at {offset} and has {bytes} bytes"
                ));
            }
            (CUDA_SUCCESS, _) => return wrong(format!("are {all}, and the kernel takes more")),
            _ => break,
        }
    }
    Ok(())
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        if self.context.require_usable().is_ok() {
            // SAFETY: the module is loaded, and only the module uses its functions. Nothing can be done about a result.
            let _ = unsafe { sys::cuModuleUnload(self.raw) };
        }
    }
}

/// A kernel of a module, to be used with that module.
#[derive(Debug)]
pub(crate) struct Function {
    raw: sys::CUfunction,
    shared: u32,
    params: KernelParams,
}
