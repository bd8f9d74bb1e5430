//! Properties of code before the driver sees it: its kind, and its devices.

use crate::error::{Error, Version};

/// Code for the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Image<'a> {
    /// PTX, as text.
    Ptx(&'a str),
    /// A cubin: machine code for one architecture.
    Cubin(&'a [u8]),
}

/// The number of ELF's machine type for CUDA.
const EM_CUDA: u16 = 190;

impl<'a> Image<'a> {
    /// The code of a file.
    ///
    /// # Errors
    /// [`Error::NoImage`] for anything but PTX and a cubin.
    pub fn of(bytes: &'a [u8]) -> Result<Self, Error> {
        if architecture(bytes).is_some() {
            return Ok(Image::Cubin(bytes));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| Error::NoImage)?;
        let is_ptx = directive(text, ".version").is_some() && !text.contains('\0');
        if is_ptx { Ok(Image::Ptx(text)) } else { Err(Error::NoImage) }
    }

    /// The target in the code's own text: `sm_90`, `sm_90a`.
    pub fn target(&self) -> Option<String> {
        match self {
            Image::Ptx(text) => {
                let target = directive(text, ".target")?;
                Some(target.split(',').next().unwrap_or(target).trim().to_owned())
            }
            Image::Cubin(bytes) => Some(format!("sm_{}", architecture(bytes)?)),
        }
    }

    /// The version of the PTX.
    pub fn ptx_version(&self) -> Option<Version> {
        match self {
            Image::Ptx(text) => {
                let (major, minor) = directive(text, ".version")?.split_once('.')?;
                Some(Version(major.parse().ok()?, minor.parse().ok()?))
            }
            Image::Cubin(_) => None,
        }
    }

    /// Checks that a device with the given compute capability can run the code. PTX runs on its own architecture and on newer ones,
    /// except for architecture-specific PTX (`sm_90a`). A cubin runs on newer minor versions of its major version.
    ///
    /// # Errors
    /// [`Error::WrongArchitecture`] for other devices. The driver checks code without a target.
    pub fn fits(&self, device: Version) -> Result<(), Error> {
        let Some(target) = self.target() else { return Ok(()) };
        let digits = target.trim_start_matches("sm_");
        let alone = digits.ends_with('a');
        let Ok(number) = digits.trim_end_matches(['a', 'f']).parse::<u32>() else { return Ok(()) };
        let code = Version(number / 10, number % 10);
        let fits = match self {
            Image::Ptx(_) if alone => code == device,
            Image::Ptx(_) => code <= device,
            Image::Cubin(_) => code.0 == device.0 && code.1 <= device.1,
        };
        if fits { Ok(()) } else { Err(Error::WrongArchitecture { code: target, device }) }
    }
}

/// The operands of a directive on its line, without a comment.
fn directive<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let rest = text.lines().find_map(|line| line.trim_start().strip_prefix(name))?;
    Some(rest.split("//").next().unwrap_or(rest).trim())
}

/// The architecture of a cubin; `None` for anything else. It stands in the ELF header's flags: in the lowest byte until
/// CUDA 12, in the one above it from version 8 of the ABI on.
fn architecture(bytes: &[u8]) -> Option<u32> {
    let half = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let is_cubin = bytes.starts_with(b"\x7fELF\x02\x01") && half(18)? == EM_CUDA;
    let flags = word(48).filter(|_| is_cubin)?;
    Some(if *bytes.get(8)? >= 8 { flags >> 8 & 0xff } else { flags & 0xff })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cubin(abi: u8, flags: u32) -> Vec<u8> {
        let mut bytes = vec![0; 64];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        bytes[8] = abi;
        bytes[18] = 190;
        bytes[48..52].copy_from_slice(&flags.to_le_bytes());
        bytes
    }

    fn target(bytes: &[u8]) -> Option<String> {
        Image::of(bytes).ok()?.target()
    }

    #[test]
    fn images_say_what_they_are_for() {
        // The flags of a cubin by tileiras 13.5 for sm_90, and of one by nvcc 12 for sm_86.
        assert_eq!(target(&cubin(8, 0x0600_5a04)).as_deref(), Some("sm_90"));
        assert_eq!(target(&cubin(7, 0x0056_0556)).as_deref(), Some("sm_86"));
        let ptx = "// made\n.version 8.7 // x\n.target sm_90a, debug\n.address_size 64\n";
        assert_eq!(target(ptx.as_bytes()).as_deref(), Some("sm_90a"));
        assert_eq!(Image::Ptx(ptx).ptx_version(), Some(Version(8, 7)));
        assert_eq!(Image::of(b"\x7fELF\x02\x01 of another machine"), Err(Error::NoImage));
        assert_eq!(Image::of(b"entry @k() { return }"), Err(Error::NoImage));
        assert_eq!(Image::of(&cubin(8, 0)[..40]), Err(Error::NoImage));
    }

    #[test]
    fn code_fits_newer_devices_only_where_it_may() {
        let fits = |bytes: &[u8], major, minor| {
            Image::of(bytes).expect("an image").fits(Version(major, minor)).is_ok()
        };
        let ptx = |target: &str| format!(".version 8.0\n.target {target}\n").into_bytes();
        assert!(fits(&ptx("sm_80"), 8, 0) && fits(&ptx("sm_80"), 9, 0));
        assert!(!fits(&ptx("sm_90"), 8, 9));
        assert!(fits(&ptx("sm_90a"), 9, 0) && !fits(&ptx("sm_90a"), 10, 0));
        assert!(fits(&ptx("sm_120"), 12, 0) && !fits(&ptx("sm_120"), 10, 3));
        assert!(fits(&cubin(7, 80), 8, 6) && !fits(&cubin(7, 86), 8, 0) && !fits(&cubin(7, 80), 9, 0));
    }
}
