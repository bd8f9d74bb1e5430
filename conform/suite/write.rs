//! The suite as files: `suite.json`, a folder a case with its JSON and arrays, and the kernels.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use frontends::bytecode::write;
use spec::syntax::array::bytes;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Argument;
use spec::syntax::types::{Element, Scalar};

use crate::case::{Case, Expected, Left, Origin, State};
use crate::suite::file::{
    ArgumentFile, BufferFile, BundleFile, CaseFile, CaseLaunchFile, ExpectedFile, KernelFile, LeftFile,
    PermittedFile, ProvenanceFile, SCHEMA, SUITE, SuiteFile,
};
use crate::suite::place::{Place, folder};
use driver::accuracy::{Reading, Tolerance};
use driver::failure::Failure;
use driver::files::npy::Array;

/// The number of kernels compiled at once: large enough to hide the compiler's start, small enough that one refused
/// kernel affects few others.
const BUNDLED: usize = 32;

/// A suite under construction.
#[derive(Debug)]
pub(crate) struct Suite {
    place: Place,
    written: HashSet<String>,
    /// The kernels of every text, by their position.
    kernels: BTreeMap<String, BTreeMap<usize, Arc<Kernel>>>,
    counts: BTreeMap<String, usize>,
    names: Vec<String>,
}

impl Suite {
    /// An empty suite in a new folder.
    ///
    /// # Errors
    /// The folder cannot be created, or already has a suite.
    pub(crate) fn new(root: &Path) -> Result<Self, Failure> {
        if root.join("suite.json").exists() {
            return Err(Failure::usage(format!("{} has a suite already", root.display()))
                .help("name another folder, or remove the old folder"));
        }
        folder(root)?;
        Ok(Suite::at(Place::Folder(root.to_owned())))
    }

    /// An empty suite for an archive.
    pub(crate) fn archived() -> Self {
        Suite::at(Place::Archive(BTreeMap::new()))
    }

    fn at(place: Place) -> Self {
        let (written, kernels, counts, names) = Default::default();
        Suite { place, written, kernels, counts, names }
    }

    /// Puts another file beside the cases.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn put(&mut self, path: &str, text: &str) -> Result<(), Failure> {
        self.place.put(path, text.as_bytes().to_vec())
    }

    /// Writes a case; gives its file, from the suite's root.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn add(&mut self, case: &Case) -> Result<PathBuf, Failure> {
        let place = format!("cases/{}", case.name);
        let kernel = self.kernel(case)?;
        let arguments = self.arguments(case, &place)?;
        let expected = match &case.expected {
            Expected::Breaks(rule) => ExpectedFile::Breaks(rule.code().to_owned()),
            Expected::Leaves(lists) => {
                let lists = lists.iter().map(|left| self.left(case, left, &place));
                ExpectedFile::Leaves(lists.collect::<Result<_, _>>()?)
            }
        };
        let order = if case.in_order { "xyz" } else { "any" };
        let file = CaseFile {
            schema: SCHEMA.to_owned(),
            name: case.name.clone(),
            chapter: case.chapter.clone(),
            operations: case.operations.iter().map(|op| (*op).to_owned()).collect(),
            kernel,
            launch: CaseLaunchFile { grid: case.prepared.launch.grid, order: order.to_owned(), arguments },
            expected,
            asserts: case.asserts.clone(),
            provenance: ProvenanceFile {
                from: case.origin.name().to_owned(),
                how: case.how.clone(),
                state: case.state.name().to_owned(),
            },
        };
        let kind = match (&case.expected, case.state) {
            (Expected::Breaks(_), _) => "broken".to_owned(),
            (Expected::Leaves(_), State::Candidate) => State::Candidate.name().to_owned(),
            (Expected::Leaves(_), State::Written | State::Admitted) => case.origin.name().to_owned(),
        };
        *self.counts.entry(kind).or_default() += 1;
        self.names.push(case.name.clone());
        let path = format!("{place}/case.json");
        self.put(&path, &json(&file)?)?;
        Ok(PathBuf::from(path))
    }

    /// Writes the suite file; returns the suite, and the files of an archive.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn finish(mut self) -> Result<(SuiteFile, BTreeMap<String, Vec<u8>>), Failure> {
        let bundles = self.bundles()?;
        let file = SuiteFile {
            schema: SUITE.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            counts: std::mem::take(&mut self.counts),
            bundles,
            cases: std::mem::take(&mut self.names),
        };
        self.put("suite.json", &json(&file)?)?;
        match self.place {
            Place::Folder(_) => Ok((file, BTreeMap::new())),
            Place::Archive(files) => Ok((file, files)),
        }
    }

    /// Writes the kernels of each text together, so many at once.
    fn bundles(&mut self) -> Result<Vec<BundleFile>, Failure> {
        let mut bundles = Vec::new();
        for (tile, kernels) in std::mem::take(&mut self.kernels) {
            let kernels: Vec<_> = kernels.into_values().collect();
            for some in kernels.chunks(BUNDLED) {
                let path = format!("bundles/{}.tilebc", bundles.len());
                let Ok(bytes) = write::module(some) else { continue };
                self.once(&path, &bytes)?;
                let kernels = some.iter().map(|kernel| bytecode(&tile, kernel)).collect();
                bundles.push(BundleFile { path, kernels });
            }
        }
        Ok(bundles)
    }

    /// Writes a kernel in all forms, unless another case already did.
    fn kernel(&mut self, case: &Case) -> Result<KernelFile, Failure> {
        let forms = &case.forms;
        let texts = [(&forms.tile, &forms.text)]
            .into_iter()
            .chain(forms.sources.iter().map(|(path, text)| (path, text)));
        for (path, text) in texts {
            self.once(path, text.as_bytes())?;
        }
        let kernel = case.prepared.kernel.written();
        let bytecode = bytecode(&forms.tile, kernel);
        let written = match write::module(&[Arc::clone(kernel)]) {
            Ok(bytes) => {
                self.once(&bytecode, &bytes)?;
                let all = self.kernels.entry(forms.tile.clone()).or_default();
                all.insert(kernel.at.offset, Arc::clone(kernel));
                Some(bytecode)
            }
            Err(_) => None,
        };
        let sources = forms.sources.iter().map(|(path, _)| path.clone()).collect();
        Ok(KernelFile { entry: kernel.name.clone(), tile: forms.tile.clone(), bytecode: written, sources })
    }

    fn once(&mut self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        match self.written.insert(path.to_owned()) {
            true => self.place.put(path, bytes.to_vec()),
            false => Ok(()),
        }
    }

    fn array(
        &mut self,
        path: String,
        element: Scalar,
        shape: &[u64],
        bytes: Vec<u8>,
    ) -> Result<String, Failure> {
        let file = Array { element, shape: shape.to_vec(), bytes }.to_file();
        self.place.put(&path, file.map_err(|failure| failure.of(&path))?)?;
        Ok(path)
    }

    fn arguments(&mut self, case: &Case, place: &str) -> Result<Vec<ArgumentFile>, Failure> {
        let prepared = &case.prepared;
        let mut pointers = prepared.pointers.iter();
        let mut all = Vec::new();
        for ((name, param), argument) in
            prepared.names.iter().zip(&prepared.kernel.params).zip(&prepared.launch.arguments)
        {
            let element = match prepared.kernel.tile(*param).element {
                Element::Scalar(scalar) | Element::Pointer(scalar) => scalar,
            };
            let mut file =
                ArgumentFile { name: name.clone(), element: element.to_string(), bits: None, buffer: None };
            match (argument, pointers.as_slice()) {
                (Argument::Pointer { buffer, .. }, [pointer, ..]) => {
                    let contents = &prepared.launch.buffers[*buffer];
                    let elements = || bytes(element, case.elements(*buffer, pointer.element));
                    let path = format!("{place}/{name}.npy");
                    file.element = pointer.element.to_string();
                    file.buffer = Some(BufferFile {
                        shape: pointer.shape.clone(),
                        alignment: contents.alignment,
                        contents: match contents.uninit {
                            true => None,
                            false => Some(self.array(path, pointer.element, &pointer.shape, elements())?),
                        },
                    });
                    pointers.next();
                }
                (Argument::Scalar(bits), _) => file.bits = Some(format!("{bits:#x}")),
                (Argument::Pointer { .. }, []) => {}
            }
            all.push(file);
        }
        Ok(all)
    }

    fn left(&mut self, case: &Case, left: &Left, place: &str) -> Result<LeftFile, Failure> {
        let pointer = &case.prepared.pointers[left.pointer];
        let (name, element, shape) = (&pointer.name, pointer.element, &pointer.shape);
        let mut array = |what: &str, element: Scalar, values: Vec<u64>| {
            self.array(format!("{place}/{name}.{what}.npy"), element, shape, bytes(element, values))
        };
        let values = left.values.iter().map(|value| value.unwrap_or(0)).collect();
        let counts = left.values.iter().map(|value| u64::from(value.is_some())).collect::<Vec<_>>();
        let around = left.readings.iter().enumerate();
        let around = around
            .map(|(number, (_, reading))| array(&format!("around{number}"), element, reading.clone()))
            .collect::<Result<_, _>>()?;
        let magnitudes = left.magnitudes.clone().map(|all| array("magnitudes", element, all));
        let magnitudes = magnitudes.transpose()?;
        Ok(LeftFile {
            name: name.clone(),
            values: array("expected", element, values)?,
            counts: match counts.contains(&0) {
                true => Some(array("counts", Scalar::I1, counts)?),
                false => None,
            },
            permitted: permitted(&left.room),
            around,
            readings: left.readings.iter().map(|(reading, _)| reading.name().to_owned()).collect(),
            magnitudes,
        })
    }
}

/// Where the bytecode of a kernel alone is.
fn bytecode(tile: &str, kernel: &Kernel) -> String {
    format!("{}/{}.tilebc", tile.trim_end_matches(".tile"), kernel.name)
}

pub(super) fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(text + "\n")
}

fn permitted(room: &Result<Tolerance, String>) -> PermittedFile {
    match room {
        Ok(Tolerance::None) => PermittedFile::Bits,
        Ok(Tolerance::Ulps(ulps)) => PermittedFile::Ulps { ulps: *ulps },
        Ok(Tolerance::Terms { factor, beside, rounded }) => {
            PermittedFile::Terms { factor: *factor, beside: *beside, rounded: *rounded }
        }
        Ok(Tolerance::Powers) => PermittedFile::Powers,
        Ok(Tolerance::Any) => PermittedFile::Any,
        Err(why) => PermittedFile::Unknown { why: why.clone() },
    }
}

/// The tolerance of a file.
pub(crate) fn room(file: &PermittedFile) -> Result<Tolerance, String> {
    match file {
        PermittedFile::Bits => Ok(Tolerance::None),
        PermittedFile::Ulps { ulps } => Ok(Tolerance::Ulps(*ulps)),
        PermittedFile::Terms { factor, beside, rounded } => {
            Ok(Tolerance::Terms { factor: *factor, beside: *beside, rounded: *rounded })
        }
        PermittedFile::Powers => Ok(Tolerance::Powers),
        PermittedFile::Any => Ok(Tolerance::Any),
        PermittedFile::Unknown { why } => Err(why.clone()),
    }
}

/// The reading with this name; `plain` by default.
pub(crate) fn reading(name: Option<&String>) -> Option<Reading> {
    let Some(name) = name else { return Some(Reading::Plain) };
    Reading::NAMES.iter().find(|(_, known)| known == name).map(|(reading, _)| *reading)
}

/// The origin with the given name.
pub(crate) fn origin(name: &str) -> Option<Origin> {
    Origin::NAMES.iter().find(|(_, known)| *known == name).map(|(origin, _)| *origin)
}
