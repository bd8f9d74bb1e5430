//! Memory of a device (`cuMem…`).

use std::ptr;

use cudarc::driver::sys;
use spec::syntax::count::usize_from_u64;

use super::context::Context;
use super::result::{check, code, to_u64};
use crate::cu_result::CUDA_ERROR_OUT_OF_MEMORY;
use crate::error::Error;

/// Memory of the device.
#[derive(Debug)]
pub struct Allocation<'d> {
    context: &'d Context,
    address: sys::CUdeviceptr,
    bytes: u64,
}

impl<'d> Allocation<'d> {
    /// Allocates so many bytes, at least one (`cuMemAlloc`).
    pub(crate) fn new(context: &'d Context, bytes: u64) -> Result<Self, Error> {
        context.require_usable()?;
        let (mut address, mut free, mut total) = (0, 0, 0);
        let len = usize_from_u64(bytes.max(1));
        // SAFETY: `address`, `free` and `total` are places for one number each; the context is current.
        unsafe {
            let result = sys::cuMemAlloc_v2(&mut address, len);
            if code(result) == CUDA_ERROR_OUT_OF_MEMORY {
                check(sys::cuMemGetInfo_v2(&mut free, &mut total), "saying how much memory is free")?;
                return Err(Error::OutOfMemory { bytes, free: to_u64(free) });
            }
            context.check(result, "allocating memory")?;
        }
        Ok(Allocation { context, address, bytes: to_u64(len) })
    }
}

impl Allocation<'_> {
    /// The address.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// The size in bytes.
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
        (self.address + offset, usize_from_u64(len))
    }

    /// Sets bytes to one value.
    ///
    /// # Errors
    /// The driver reports an error.
    ///
    /// # Panics
    /// If the range leaves the allocation.
    pub fn fill(&self, offset: u64, len: u64, byte: u8) -> Result<(), Error> {
        self.context.require_usable()?;
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
    /// The driver reports an error.
    ///
    /// # Panics
    /// If the range leaves the allocation.
    pub fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.context.require_usable()?;
        let (to, len) = self.range(offset, to_u64(bytes.len()));
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
    /// The driver reports an error.
    ///
    /// # Panics
    /// If the range leaves the allocation.
    pub fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), Error> {
        self.context.require_usable()?;
        let (from, len) = self.range(offset, to_u64(bytes.len()));
        if len == 0 {
            return Ok(());
        }
        // SAFETY: the range is inside memory that was allocated and is not freed yet, and `bytes` is as long.
        let result = unsafe { sys::cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), from, len) };
        self.context.check(result, "copying from the GPU")
    }

    /// Starts a copy of the first bytes of another allocation to the start of this allocation, on the device;
    /// does not wait.
    ///
    /// # Errors
    /// The driver reports an error.
    ///
    /// # Panics
    /// If either has fewer bytes.
    pub fn copy_from(&self, other: &Allocation<'_>, len: u64) -> Result<(), Error> {
        self.context.require_usable()?;
        let ((to, len), (from, _)) = (self.range(0, len), other.range(0, len));
        // SAFETY: both ranges are inside allocated memory; the freeing call waits for the copy.
        let result = unsafe { sys::cuMemcpyDtoDAsync_v2(to, from, len, ptr::null_mut()) };
        self.context.check(result, "copying on the GPU")
    }
}

impl Drop for Allocation<'_> {
    fn drop(&mut self) {
        if self.context.require_usable().is_ok() {
            // SAFETY: the memory is allocated, and no earlier call freed it. Nothing can be done about a result.
            let _ = unsafe { sys::cuMemFree_v2(self.address) };
        }
    }
}
