//! Reasons why a launch did not finish, with one sentence and a remedy each.

use std::fmt;
use std::time::Duration;

use crate::cu_result::{
    CUDA_ERROR_ASSERT, CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, CUDA_ERROR_DEVICE_UNAVAILABLE,
    CUDA_ERROR_ECC_UNCORRECTABLE, CUDA_ERROR_HARDWARE_STACK_ERROR, CUDA_ERROR_ILLEGAL_ADDRESS,
    CUDA_ERROR_ILLEGAL_INSTRUCTION, CUDA_ERROR_INVALID_ADDRESS_SPACE, CUDA_ERROR_INVALID_PC,
    CUDA_ERROR_LAUNCH_FAILED, CUDA_ERROR_LAUNCH_TIMEOUT, CUDA_ERROR_MISALIGNED_ADDRESS, CUDA_ERROR_NO_DEVICE,
    CUDA_ERROR_NOT_PERMITTED, CUDA_ERROR_NVLINK_UNCORRECTABLE, CUDA_ERROR_STUB_LIBRARY,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, CUDA_ERROR_SYSTEM_NOT_READY,
};

/// Major and minor: of a driver, of PTX, or of a device (its compute capability).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// The hardware fault that stopped a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Access to unmapped memory.
    Address,
    /// A misaligned access.
    Alignment,
    /// It used an address of another kind of memory than the access is for.
    AddressSpace,
    /// An undefined instruction, or a jump outside of code.
    Instruction,
    /// Stack overflow.
    Stack,
    /// An assertion of the device's code failed.
    Assertion,
    /// A `trap` instruction, or a failure without a name in the driver.
    Trap,
    /// Device memory lost its contents.
    Hardware,
}

/// Why a launch did not reach its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The driver's library is not installed.
    NoDriver,
    /// The driver is there, and does not start.
    DriverDoesNotStart {
        /// The system's reason.
        reason: String,
    },
    /// The driver finds no device.
    NoDevice,
    /// No device has the given number.
    NoSuchDevice {
        /// The number.
        ordinal: u32,
        /// The number of devices.
        count: u32,
    },
    /// The device has not that much memory left.
    OutOfMemory {
        /// Bytes asked for.
        bytes: u64,
        /// The bytes free at the time.
        free: u64,
    },
    /// The code is for another device.
    WrongArchitecture {
        /// What the code is for, as `sm_90` or `compute_90a`.
        code: String,
        /// The device's compute capability.
        device: Version,
    },
    /// The driver does not know that version of PTX.
    DriverTooOld {
        /// The newest CUDA version of the driver.
        driver: Version,
        /// The version of the PTX.
        ptx: Option<Version>,
    },
    /// The driver's compiler refuses the PTX.
    DoesNotCompile {
        /// The driver's log.
        log: String,
    },
    /// The file is neither PTX nor a cubin.
    NoImage,
    /// The code lacks the kernel.
    NoEntry {
        /// The name.
        entry: String,
    },
    /// The grid is none that the device takes.
    Grid {
        /// Blocks along x, y and z.
        grid: [u32; 3],
    },
    /// A block needs more shared memory than the device has for one.
    SharedMemory {
        /// The needed bytes.
        needs: u32,
        /// The available bytes.
        has: u32,
    },
    /// A block needs more threads or registers than the device has for one.
    Threads {
        /// The needed threads.
        needs: u32,
    },
    /// The arguments are not those of the kernel.
    Arguments {
        /// The reason, as the end of a sentence that begins with "the arguments".
        reason: String,
    },
    /// The hardware stopped the kernel.
    Faults(Fault),
    /// The kernel did not end in time.
    Hangs {
        /// The time limit.
        limit: Duration,
    },
    /// Bytes beside a buffer were written.
    Strays {
        /// The buffer's position in the launch.
        buffer: usize,
        /// The first such byte, counted from the buffer's start.
        offset: i64,
    },
    /// A kernel failed before, and the device takes no work from this process any more.
    Lost,
    /// Any other error of the driver.
    Driver {
        /// The failed activity.
        doing: &'static str,
        /// The driver's name for the error.
        name: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Address => "it accessed unmapped memory",
            Fault::Alignment => "it accessed memory at a misaligned address",
            Fault::AddressSpace => "it used an address of the wrong memory space",
            Fault::Instruction => "the device does not support an instruction of the kernel",
            Fault::Stack => "it overflowed its stack",
            Fault::Assertion => "an assertion in its code failed",
            Fault::Trap => "it executed a trap, or failed in a way that the driver does not name",
            Fault::Hardware => "memory of the device lost its contents",
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDriver => f.write_str("no NVIDIA driver: the library libcuda.so is missing"),
            Error::DriverDoesNotStart { reason } => write!(f, "the NVIDIA driver does not start: {reason}"),
            Error::NoDevice => f.write_str("the NVIDIA driver finds no usable GPU"),
            Error::NoSuchDevice { ordinal, count } => {
                write!(f, "there is no GPU {ordinal}: there are {count}, counted from 0")
            }
            Error::OutOfMemory { bytes, free } => {
                write!(f, "the GPU has no {bytes} bytes of memory left: {free} are free")
            }
            Error::WrongArchitecture { code, device } => {
                write!(f, "the code is for {code}, and the GPU has compute capability {device}")
            }
            Error::DriverTooOld { driver, ptx: Some(ptx) } => {
                write!(f, "the driver knows CUDA {driver}, which is too old for PTX {ptx}")
            }
            Error::DriverTooOld { driver, ptx: None } => {
                write!(f, "the driver knows CUDA {driver}, which is too old for this code")
            }
            Error::DoesNotCompile { log } => {
                write!(f, "the driver's compiler refuses the PTX:\n{}", log.trim_end())
            }
            Error::NoImage => f.write_str("the code is neither PTX nor a cubin"),
            Error::NoEntry { entry } => write!(f, "the code has no kernel `{entry}`"),
            Error::Grid { grid: [x, y, z] } => write!(f, "the GPU takes no grid of {x} × {y} × {z} blocks"),
            Error::SharedMemory { needs, has } => {
                write!(f, "a block needs {needs} bytes of shared memory, and the GPU has {has} for one")
            }
            Error::Threads { needs } => {
                write!(f, "the GPU has not the registers or threads for a block of {needs} threads")
            }
            Error::Arguments { reason } => write!(f, "the arguments {reason}"),
            Error::Faults(fault) => write!(f, "the kernel failed on the GPU: {fault}"),
            Error::Hangs { limit } => {
                write!(f, "the kernel did not end within {} seconds", limit.as_secs_f64())
            }
            Error::Strays { buffer, offset } => {
                write!(f, "the kernel wrote beside buffer {buffer}, at byte {offset} from its start")
            }
            Error::Lost => f.write_str("the GPU takes no more work from this process after a failed kernel"),
            Error::Driver { doing, name } => write!(f, "the driver fails {doing}: {name}"),
        }
    }
}

impl std::error::Error for Error {}

impl Error {
    /// The remedy.
    pub fn help(&self) -> &'static str {
        match self {
            Error::NoDriver | Error::DriverDoesNotStart { .. } | Error::NoDevice => {
                "without a GPU, --device interp runs the kernel on the interpreter, with every check on; \
                 `nvidia-smi` says whether the system sees a GPU"
            }
            Error::NoSuchDevice { .. } => "name another GPU, or see `nvidia-smi -L`",
            Error::OutOfMemory { .. } => "use smaller buffers, or end what else uses the GPU (`nvidia-smi`)",
            Error::WrongArchitecture { .. } => "compile it for this GPU",
            Error::DriverTooOld { .. } => "install a newer NVIDIA driver, or compile for an older PTX",
            Error::DoesNotCompile { .. } => {
                "if tileproof made the PTX, this is a bug of tileproof: `tileproof ptx` prints it"
            }
            Error::NoImage => "give PTX as text, or a cubin as nvcc or tileiras writes it",
            Error::NoEntry { .. } => "`cuobjdump -elf FILE` lists what a cubin has",
            Error::Grid { .. } => "along x at most 2^31 - 1 blocks, along y and z 65535, and at least one",
            Error::SharedMemory { .. } | Error::Threads { .. } => "use smaller tiles, or a larger GPU",
            Error::Arguments { .. } => "give one argument for each parameter of the kernel",
            Error::Faults(_) | Error::Strays { .. } => {
                "a proved kernel never does this: the fault is tileproof's, the driver's or the GPU's; \
                 compare with --device interp"
            }
            Error::Hangs { .. } => {
                "the kernel may not end; proofs do not cover termination: --device interp --fuel N shows the place, --watchdog gives more seconds"
            }
            Error::Lost => "start tileproof again",
            Error::Driver { .. } => "the driver's documentation says more about that name",
        }
    }

    /// Whether the kernel ran and failed.
    pub fn is_of_the_run(&self) -> bool {
        match self {
            Error::Faults(_) | Error::Hangs { .. } | Error::Strays { .. } | Error::Lost => true,
            Error::NoDriver | Error::DriverDoesNotStart { .. } | Error::NoDevice => false,
            Error::NoSuchDevice { .. } | Error::OutOfMemory { .. } | Error::WrongArchitecture { .. } => false,
            Error::DriverTooOld { .. } | Error::DoesNotCompile { .. } | Error::NoImage => false,
            Error::NoEntry { .. } | Error::Grid { .. } | Error::SharedMemory { .. } => false,
            Error::Threads { .. } | Error::Arguments { .. } | Error::Driver { .. } => false,
        }
    }

    /// The error that a result of the driver stands for, whatever was being done; `name` is the driver's own.
    pub(crate) fn of(result: u32, doing: &'static str, name: String) -> Error {
        match result {
            CUDA_ERROR_NO_DEVICE => Error::NoDevice,
            CUDA_ERROR_STUB_LIBRARY
            | CUDA_ERROR_DEVICE_UNAVAILABLE
            | CUDA_ERROR_NOT_PERMITTED
            | CUDA_ERROR_SYSTEM_NOT_READY
            | CUDA_ERROR_SYSTEM_DRIVER_MISMATCH
            | CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE => Error::DriverDoesNotStart { reason: name },
            result => match fault(result) {
                Some(fault) => Error::Faults(fault),
                None => Error::Driver { doing, name },
            },
        }
    }
}

/// The fault behind a driver result; a fault loses the context.
pub(crate) fn fault(result: u32) -> Option<Fault> {
    match result {
        CUDA_ERROR_ECC_UNCORRECTABLE | CUDA_ERROR_NVLINK_UNCORRECTABLE => Some(Fault::Hardware),
        CUDA_ERROR_ILLEGAL_ADDRESS => Some(Fault::Address),
        CUDA_ERROR_ASSERT => Some(Fault::Assertion),
        CUDA_ERROR_HARDWARE_STACK_ERROR => Some(Fault::Stack),
        CUDA_ERROR_ILLEGAL_INSTRUCTION | CUDA_ERROR_INVALID_PC => Some(Fault::Instruction),
        CUDA_ERROR_MISALIGNED_ADDRESS => Some(Fault::Alignment),
        CUDA_ERROR_INVALID_ADDRESS_SPACE => Some(Fault::AddressSpace),
        CUDA_ERROR_LAUNCH_TIMEOUT | CUDA_ERROR_LAUNCH_FAILED => Some(Fault::Trap),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_the_driver_have_their_meaning() {
        let of = |result| Error::of(result, "copying", "NAME".to_owned());
        assert_eq!(of(100), Error::NoDevice);
        assert_eq!(of(700), Error::Faults(Fault::Address));
        assert_eq!(of(716), Error::Faults(Fault::Alignment));
        assert_eq!(of(719), Error::Faults(Fault::Trap));
        assert_eq!(of(803), Error::DriverDoesNotStart { reason: "NAME".to_owned() });
        assert_eq!(of(1).to_string(), "the driver fails copying: NAME");
        assert!(of(715).is_of_the_run() && !of(1).is_of_the_run());
    }

    #[test]
    fn sentences_say_what_is_missing() {
        let error = Error::WrongArchitecture { code: "sm_100".to_owned(), device: Version(9, 0) };
        assert_eq!(error.to_string(), "the code is for sm_100, and the GPU has compute capability 9.0");
        assert!(Error::NoDriver.help().contains("--device interp"));
        let error = Error::Hangs { limit: Duration::from_millis(2500) };
        assert_eq!(error.to_string(), "the kernel did not end within 2.5 seconds");
    }
}
