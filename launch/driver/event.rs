//! Events (`cuEvent…`): places in the device's work.

use std::ptr;

use cudarc::driver::sys;

use super::context::Context;
use super::result::code;
use crate::cu_result::CUDA_ERROR_NOT_READY;
use crate::error::Error;

/// A place in the device's work.
#[derive(Debug)]
pub(crate) struct Event<'d> {
    context: &'d Context,
    raw: sys::CUevent,
}

impl<'d> Event<'d> {
    /// Records the current position of the device's work (`cuEventRecord`).
    pub(crate) fn record(context: &'d Context) -> Result<Self, Error> {
        context.require_usable()?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is a place for one handle, which `Event` destroys; 0 is the default stream of all work.
        unsafe {
            context.check(sys::cuEventCreate(&mut raw, 0), "making an event")?;
            let event = Event { context, raw };
            context.check(sys::cuEventRecord(raw, ptr::null_mut()), "recording an event")?;
            Ok(event)
        }
    }
}

impl Event<'_> {
    /// Whether the device has come that far (`cuEventQuery`).
    pub(crate) fn query(&self) -> Result<bool, Error> {
        self.context.require_usable()?;
        // SAFETY: the event comes from the driver and is not destroyed yet.
        let result = unsafe { sys::cuEventQuery(self.raw) };
        match code(result) {
            CUDA_ERROR_NOT_READY => Ok(false),
            _ => self.context.check(result, "waiting for the kernel").map(|()| true),
        }
    }

    /// Milliseconds from this event to a later event; the device has reached both.
    pub(crate) fn elapsed_ms(&self, later: &Event<'_>) -> Result<f32, Error> {
        let mut milliseconds = 0.0;
        // SAFETY: both events are the driver's, recorded and not destroyed; `milliseconds` is a place for one number.
        let result = unsafe { sys::cuEventElapsedTime(&mut milliseconds, self.raw, later.raw) };
        self.context.check(result, "reading a time").map(|()| milliseconds)
    }
}

impl Drop for Event<'_> {
    fn drop(&mut self) {
        if self.context.require_usable().is_ok() {
            // SAFETY: the event comes from the driver. Nothing can be done about a result.
            let _ = unsafe { sys::cuEventDestroy_v2(self.raw) };
        }
    }
}
