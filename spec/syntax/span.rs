//! Places: in the text that was read, and in the author's own file.

use std::sync::Arc;

/// A position in a source file, as the compiler recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourcePosition {
    /// The file, as the compiler names it (semantics: may be relative).
    pub file: String,
    /// One-based.
    pub line: u32,
    /// One-based from C++, zero-based from Python: a hint only.
    pub column: u32,
}

/// Where an operation comes from in the author's file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourcePlace {
    /// The outermost frame that is the author's own.
    pub position: SourcePosition,
    /// The inlined frames at this place, innermost first.
    pub inlined: Vec<SourcePosition>,
}

/// The most frames that are kept of a location: how deep functions can be inlined into one another.
pub const MAX_FRAMES: usize = 32;

impl SourcePlace {
    /// The place of frames listed innermost first: the outermost frame outside of headers, with the frames inside it. `None` if there is no
    /// frame outside of headers.
    pub fn of_frames(frames: &[Arc<SourcePosition>]) -> Option<Arc<Self>> {
        let own = frames.iter().rposition(|frame| !is_header(&frame.file))?;
        let inlined = frames[..own].iter().map(|frame| SourcePosition::clone(frame)).collect();
        Some(Arc::new(SourcePlace { position: SourcePosition::clone(&frames[own]), inlined }))
    }

    /// The author's own frames, innermost first: the place itself, then the calls leading there.
    pub fn own_frames(&self) -> impl Iterator<Item = &SourcePosition> {
        self.inlined.iter().filter(|frame| !is_library(&frame.file)).chain([&self.position])
    }
}

/// Whether a file comes with a compiler or a package, so that functions of it are nobody's to change.
fn is_library(file: &str) -> bool {
    const FOLDERS: [&str; 6] =
        ["/cuda/", "/cccl/", "/nvidia/", "/usr/include/", "/site-packages/", "/dist-packages/"];
    let file = file.replace('\\', "/");
    let name = file.rsplit('/').next().unwrap_or(&file);
    is_header(&file) || name.starts_with("cuda_") || FOLDERS.iter().any(|folder| file.contains(folder))
}

/// Whether a file is the language's own and not the author's.
fn is_header(file: &str) -> bool {
    let file = file.replace('\\', "/");
    let name = file.rsplit('/').next().unwrap_or(&file);
    let in_crt = file.starts_with("crt/") || file.contains("/crt/");
    ["cuda_tile.h", "cuda_tile_checked.h"].contains(&name) || in_crt || file.ends_with("cuda/tile/_stub.py")
}

/// The place of a construct.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// First byte in the text, or the bytecode, that was read.
    pub offset: usize,
    /// Bytes.
    pub len: usize,
    /// The author's place, when the file carries debug locations.
    pub source: Option<Arc<SourcePlace>>,
}

/// Places do not take part in equality: two kernels are equal independent of their files.
impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Place {}

impl Place {
    /// Whether both places are the same bytes of one file.
    pub fn coincides(&self, other: &Place) -> bool {
        (self.offset, self.len) == (other.offset, other.len)
    }
}
