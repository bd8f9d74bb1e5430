//! Reads cases of an existing suite, ours or another author's.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::de::DeserializeOwned;
use spec::rules::Rule;
use spec::syntax::array::elements;
use spec::syntax::kernel::Module;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};
use spec::valid::Valid;

use crate::case::{Case, Expected, Forms, Left, State};
use crate::corpus::prepare::{Pointer, Prepared};
use crate::suite::file::{
    ArgumentFile, BufferFile, CaseFile, ExpectedFile, LeftFile, SCHEMA, SUITE, SuiteFile,
};
use crate::suite::write::{origin, reading, room};
use driver::failure::Failure;
use driver::files::npy::Array;

/// A text of kernels, with its parsed module.
type Text = (Arc<str>, Arc<Module>);

/// A suite in a folder.
#[derive(Debug)]
pub(crate) struct Loaded {
    root: PathBuf,
    /// The names of the cases.
    pub(crate) names: Vec<String>,
    /// Parsed texts of kernels.
    modules: Mutex<HashMap<String, Text>>,
}

impl Loaded {
    /// Opens a suite.
    ///
    /// # Errors
    /// The folder has no suite.
    pub(crate) fn open(root: &Path) -> Result<Self, Failure> {
        let file: SuiteFile = read(&root.join("suite.json"))?;
        if file.schema != SUITE {
            return Err(Failure::usage(format!(
                "{} is no suite: its schema is {}",
                root.display(),
                file.schema
            )));
        }
        Ok(Loaded { names: file.cases, ..Loaded::at(root.to_owned()) })
    }

    /// The suite in a folder, without a list of its cases.
    pub(crate) fn at(root: PathBuf) -> Self {
        Loaded { root, names: Vec::new(), modules: Mutex::default() }
    }

    /// The file of a case.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join("cases").join(name).join("case.json")
    }

    /// Reads a case.
    ///
    /// # Errors
    /// The file cannot be read, or is not a case.
    pub(crate) fn case(&self, name: &str) -> Result<Case, Failure> {
        let path = self.path(name);
        let file: CaseFile = read(&path)?;
        let wrong = |why: String| Failure::usage(format!("{}: {why}", path.display()));
        if file.schema != SCHEMA {
            return Err(wrong(format!("the schema is {}, not {SCHEMA}", file.schema)));
        }
        let (text, module) = self.module(&file.kernel.tile)?;
        let kernel = module.kernels.iter().find(|kernel| kernel.name == file.kernel.entry);
        let kernel = kernel.ok_or_else(|| wrong(format!("there is no kernel @{}", file.kernel.entry)))?;
        let kernel = Valid::new(Arc::clone(kernel)).map_err(|problem| wrong(problem.to_string()))?;
        let prepared = self.prepared(&file, kernel).map_err(|why| match why {
            Wrong::Says(why) => wrong(why),
            Wrong::Fails(failure) => failure,
        })?;
        let expected = match &file.expected {
            ExpectedFile::Breaks(code) => {
                Expected::Breaks(Rule::from_code(code).ok_or_else(|| wrong(format!("`{code}` is no rule")))?)
            }
            ExpectedFile::Leaves(lists) => {
                let mut all = Vec::new();
                for left in lists {
                    let at = prepared.pointers.iter().position(|pointer| pointer.name == left.name);
                    let at = at.ok_or_else(|| wrong(format!("`{}` is no buffer", left.name)))?;
                    all.push(self.left(left, at, &prepared.pointers[at])?);
                }
                Expected::Leaves(all)
            }
        };
        let state = State::NAMES.iter().find(|(_, name)| *name == file.provenance.state);
        Ok(Case {
            name: file.name.clone(),
            chapter: file.chapter.clone(),
            operations: Op::ALL
                .iter()
                .map(|op| op.mnemonic())
                .filter(|op| file.operations.iter().any(|one| one == op))
                .collect(),
            forms: Forms { tile: file.kernel.tile.clone(), text, sources: Vec::new() },
            prepared,
            in_order: file.launch.order == "xyz",
            expected,
            asserts: file.asserts.clone(),
            origin: origin(&file.provenance.from)
                .ok_or_else(|| wrong("its provenance is not known".to_owned()))?,
            how: file.provenance.how.clone(),
            state: state.ok_or_else(|| wrong("its state is not known".to_owned()))?.0,
        })
    }

    fn module(&self, tile: &str) -> Result<Text, Failure> {
        let known = || self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(tile) {
            return Ok(known.clone());
        }
        let path = self.root.join(tile);
        let text = fs::read_to_string(&path).map_err(|error| Failure::file(&path, "read", &error))?;
        let module = spec::parse::module(&text)
            .map_err(|problem| Failure::ill_formed(format!("{}: {}", path.display(), problem.message)))?;
        let made: (Arc<str>, _) = (text.into(), Arc::new(module));
        known().insert(tile.to_owned(), made.clone());
        Ok(made)
    }

    fn prepared(&self, file: &CaseFile, kernel: Valid) -> Result<Prepared, Wrong> {
        let mut launch =
            Launch { grid: file.launch.grid, arguments: Vec::new(), buffers: Vec::new(), blocks: None };
        let mut pointers = Vec::new();
        let given = &file.launch.arguments;
        if given.len() != kernel.params.len() {
            return Err(Wrong::Says(format!(
                "it has {} arguments for {} parameters",
                given.len(),
                kernel.params.len()
            )));
        }
        for (argument, param) in given.iter().zip(&kernel.params) {
            let ArgumentFile { name, element, bits, buffer } = argument;
            let fits = |wanted: Scalar| match Scalar::from_name(element) {
                Some(element) if element.bits() == wanted.bits() => Ok(element),
                Some(_) | None => Err(Wrong::Says(format!("`{name}` is no {element}"))),
            };
            match (kernel.tile(*param).element, bits, buffer) {
                (Element::Scalar(wanted), Some(bits), None) => {
                    fits(wanted)?;
                    let bits = u64::from_str_radix(bits.trim_start_matches("0x"), 16);
                    launch
                        .arguments
                        .push(Argument::Scalar(bits.map_err(|error| Wrong::Says(error.to_string()))?));
                }
                (Element::Pointer(_), None, Some(file)) => {
                    let element = Scalar::from_name(element)
                        .ok_or_else(|| Wrong::Says(format!("there is no element type `{element}`")))?;
                    launch.arguments.push(Argument::Pointer { buffer: launch.buffers.len(), offset: 0 });
                    let buffer = launch.buffers.len();
                    launch.buffers.push(self.buffer(file, element)?);
                    pointers.push(Pointer { name: name.clone(), buffer, element, shape: file.shape.clone() });
                }
                (Element::Scalar(_) | Element::Pointer(_), _, _) => {
                    return Err(Wrong::Says(format!("`{name}` does not fit its parameter")));
                }
            }
        }
        let names = given.iter().map(|argument| argument.name.clone()).collect();
        Ok(Prepared { kernel, names, launch, pointers })
    }

    fn buffer(&self, file: &BufferFile, element: Scalar) -> Result<Buffer, Wrong> {
        let too_large = || Wrong::Says("a buffer is larger than any memory".to_owned());
        let count = file.shape.iter().try_fold(1u64, |count, extent| count.checked_mul(*extent));
        let bytes = count.and_then(|count| element.bytes_of(count)).ok_or_else(too_large)?;
        let contents = match &file.contents {
            Some(path) => Array::read(&self.root.join(path), element).map_err(Wrong::Fails)?.bytes,
            None => Vec::new(),
        };
        let uninit = file.contents.is_none();
        if !uninit && driver::convert::count(contents.len()) != bytes {
            return Err(Wrong::Says("an array is not as large as its buffer".to_owned()));
        }
        Ok(Buffer { bytes, alignment: file.alignment, uninit, contents: BTreeMap::from([(0, contents)]) })
    }

    fn left(&self, file: &LeftFile, at: usize, pointer: &Pointer) -> Result<Left, Failure> {
        let array = |path: &String, element: Scalar| {
            Array::read(&self.root.join(path), element).map(|array| elements(element, &array.bytes))
        };
        let values = array(&file.values, pointer.element)?;
        let counts = file.counts.as_ref().map(|path| array(path, Scalar::I1)).transpose()?;
        let counts = counts.unwrap_or_else(|| vec![1; values.len()]);
        let values = values.into_iter().zip(counts).map(|(value, counts)| (counts != 0).then_some(value));
        let around = file.around.iter().enumerate().map(|(at, path)| {
            let wrong = || Failure::usage(format!("{path}: it is of a reading that is not known"));
            let reading = reading(file.readings.get(at)).ok_or_else(wrong)?;
            Ok((reading, array(path, pointer.element)?))
        });
        Ok(Left {
            pointer: at,
            values: values.collect(),
            room: room(&file.permitted),
            readings: around.collect::<Result<_, Failure>>()?,
            magnitudes: file.magnitudes.as_ref().map(|path| array(path, pointer.element)).transpose()?,
        })
    }
}

/// An error in a case: in its content, or in a file.
enum Wrong {
    Says(String),
    Fails(Failure),
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
    serde_json::from_slice(&bytes).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
