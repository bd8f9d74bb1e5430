//! Source files: the text, and places in it or in the author's own file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::NamedSource;
use spec::problem::Refused;
use spec::syntax::kernel::Module;
use spec::syntax::span::Place;

use super::Compiled;
use super::authored::AuthoredFiles;
use super::comments::{self, Origin, Said};
use super::position::{Excerpt, Position, Stretch, first_line};
use super::{allowances, bytecode, files, names};
use crate::failure::Failure;

/// A source file, with its contracts.
#[derive(Debug, Clone)]
pub struct Source {
    /// The displayed name.
    pub name: String,
    /// The text, or the text for bytecode; then the separate contracts.
    text: Arc<str>,
    /// What bytecode or TTIR says; of Tile IR as text nothing.
    bytecode: Option<Result<Module, Refused>>,
    /// The separate contracts, if any.
    contracts: Option<Contracts>,
    /// Folders where the author's own files may be.
    folders: Vec<PathBuf>,
    /// The authored files read so far.
    authored: AuthoredFiles,
    /// The bytes of bytecode.
    bytes: Option<Arc<[u8]>>,
    /// The authors' names of kernels with another name in bytecode.
    called: Vec<(String, String)>,
    /// Constants for clauses, if the file has one kernel.
    constants: Vec<(String, i128)>,
    /// The launch in a script behind this source, if any.
    launch: Option<Arc<str>>,
}

/// A file of contracts.
#[derive(Debug, Clone)]
struct Contracts {
    /// The displayed name.
    name: String,
    /// The start in [`Source::text`].
    start: usize,
    /// The origin of its words, if they are comments of the author's file.
    origin: Option<Origin>,
}

impl Source {
    /// A text with no file.
    pub fn new(name: &str, text: &str) -> Self {
        let (name, text, folders) = (name.to_owned(), text.into(), Vec::new());
        Source {
            name,
            text,
            bytecode: None,
            contracts: None,
            folders,
            authored: AuthoredFiles::default(),
            bytes: None,
            called: Vec::new(),
            constants: Vec::new(),
            launch: None,
        }
    }

    /// The current text of an edited file, whatever the file contains.
    pub fn in_file(path: &Path, text: &str) -> Self {
        let folders = path.parent().map(Path::to_owned).into_iter().chain([PathBuf::new()]).collect();
        Source { folders, ..Source::new(&path.display().to_string(), text) }
    }

    /// Bytecode compiled from an author's file, with the contracts of a given file, or else those that `describe` finds in the
    /// source, together with the author's names of kernels.
    ///
    /// # Errors
    /// A file of contracts that cannot be read.
    pub(crate) fn compiled(
        compiled: Compiled,
        contracts: Option<&Path>,
        describe: impl FnOnce(&Module) -> (Vec<Said>, Vec<(String, String)>, Origin),
    ) -> Result<Self, Failure> {
        let Compiled { name, bytes, folders, checked } = compiled;
        let (mut text, module) = match checked {
            Some(checked) => bytecode::open_both(&bytes, checked, &|file| files::is_same(file, &name)),
            None => bytecode::open(&bytes),
        };
        let (mut called, mut constants, mut beside) = (Vec::new(), Vec::new(), None);
        if let Ok(module) = &module {
            let (said, names, mut origin) = describe(module);
            called = names;
            if let ([one], [_]) = (said.as_slice(), module.kernels.as_slice()) {
                constants.clone_from(&one.constants);
            }
            let said = comments::assemble(&said, &mut origin);
            beside = Some((name.clone(), said, Some(origin)));
        }
        if let Some(path) = contracts {
            let bytes = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
            let name = path.display().to_string();
            beside = Some((name.clone(), utf8(bytes, &name)?, None));
        }
        let contracts = beside.map(|(name, said, origin)| {
            text.push('\n');
            let start = text.len();
            text.push_str(&said);
            Contracts { name, start, origin }
        });
        let bytes = Some(bytes).filter(|bytes| frontends::bytecode::is_bytecode(bytes)).map(Into::into);
        let (text, bytecode) = (text.into(), Some(module));
        Ok(Source { text, bytecode, contracts, folders, bytes, called, constants, ..Source::new(&name, "") })
    }

    /// The source under another name.
    #[must_use]
    pub fn named(&self, name: &str) -> Self {
        Source { name: name.to_owned(), ..self.clone() }
    }

    /// The source of one launch made by a script, described in words.
    #[cfg(feature = "solver")]
    pub(crate) fn of_launch(&self, launch: &str) -> Self {
        Source { launch: Some(launch.into()), ..self.clone() }
    }

    /// The described launch, in words that survive changes elsewhere in the script.
    pub fn launch(&self) -> Option<&str> {
        self.launch.as_deref()
    }

    /// Whether both have one text, as a kernel and its launches do.
    pub fn has_text_of(&self, other: &Source) -> bool {
        self.text == other.text
    }

    /// The bytes of bytecode.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// A clause with the values of the source's constants.
    pub fn with_constants(&self, clause: &str) -> String {
        comments::with_constants(clause, &self.constants)
    }

    /// The kernels, by symbol and as the author calls them.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let kernels = self.bytecode.iter().flatten().flat_map(|module| &module.kernels);
        kernels.map(|kernel| (kernel.name.as_str(), self.called(&kernel.name)))
    }

    /// The author's name of a kernel.
    pub fn called<'a>(&'a self, symbol: &'a str) -> &'a str {
        let known = self.called.iter().find(|(own, _)| own == symbol);
        known.map_or(symbol, |(_, called)| called)
    }

    /// A name of a kernel for people: the author's name, else the function's name out of the symbol.
    pub fn readable<'a>(&'a self, symbol: &'a str) -> &'a str {
        let called = self.called(symbol);
        if called == symbol { names::function_name(symbol) } else { called }
    }

    /// Reads a kernel file, and its contracts from a given file. Bytecode and TTIR have no place for contracts, so the default
    /// is the file of the same name that ends in `.contract`, if present.
    ///
    /// # Errors
    /// A file that is not there, cannot be read, or is neither bytecode nor text.
    pub fn read(path: &Path, contracts: Option<&Path>) -> Result<Self, Failure> {
        if path.is_dir() {
            return Err(Failure::usage(format!("cannot read {}: it is a directory", path.display()))
                .help("give the files in it, for example *.tile"));
        }
        let bytes = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
        let name = path.display().to_string();
        let is_bytecode = frontends::bytecode::is_bytecode(&bytes);
        let is_compiled = bytecode::is_compiled(path, &bytes);
        let (mut text, bytecode) = if is_compiled {
            let (text, module) = bytecode::open(&bytes);
            (text, Some(module))
        } else {
            refuse_other_languages(path)?;
            (utf8(bytes.clone(), &name)?, None)
        };
        let beside = Some(path.with_extension("contract")).filter(|path| is_compiled && path.is_file());
        let contracts = match contracts.map(Path::to_owned).or(beside) {
            Some(path) => {
                let bytes = fs::read(&path).map_err(|error| Failure::file(&path, "read", &error))?;
                let name = path.display().to_string();
                text.push('\n');
                let start = text.len();
                text.push_str(&utf8(bytes, &name)?);
                Some(Contracts { name, start, origin: None })
            }
            None => None,
        };
        let folder = path.parent().map(Path::to_owned);
        let folders = folder.into_iter().chain([PathBuf::new()]).collect();
        let bytes = is_bytecode.then(|| bytes.into());
        Ok(Source { bytecode, contracts, folders, bytes, ..Source::new(&name, &text) })
    }

    /// Parses the file.
    ///
    /// # Errors
    /// The first error in the file or its contracts, or an unsupported construct.
    pub fn module(&self) -> Result<Module, Refused> {
        let own = self.contracts.as_ref().map_or(self.text.len(), |contracts| contracts.start);
        let mut module = match &self.bytecode {
            Some(module) => module.clone()?,
            None => spec::parse::module(&self.text[..own])?.all_read()?,
        };
        if let Some(contracts) = &self.contracts {
            spec::parse::contracts(&self.text[contracts.start..], contracts.start, &mut module)?;
        }
        allowances::add_allowances(&mut module, &|file| self.author_text(file))?;
        names::add_parameters(&mut module, &|file| self.author_text(file));
        Ok(module)
    }

    /// The file at an offset: its name, its text, and the place inside.
    fn file(&self, offset: usize) -> (&str, &str, usize) {
        match &self.contracts {
            Some(contracts) if offset >= contracts.start => {
                let at = offset - contracts.start;
                match &contracts.origin {
                    Some(origin) => (&contracts.name, &origin.text, origin.place(at)),
                    None => (&contracts.name, &self.text[contracts.start..], at),
                }
            }
            Some(contracts) => (&self.name, &self.text[..contracts.start], offset),
            None => (&self.name, &self.text, offset),
        }
    }

    /// The place of a construct: in the author's file if the compiler recorded it, in the innermost function there, else in the
    /// text.
    pub fn position(&self, at: &Place) -> Position {
        let found = self.positions(at).into_iter().next();
        found.unwrap_or_else(|| self.own_position(at.offset))
    }

    /// Where the calls stand that lead to a place in the author's files, innermost first.
    pub fn callers(&self, at: &Place) -> Vec<Position> {
        self.positions(at).into_iter().skip(1).collect()
    }

    fn positions(&self, at: &Place) -> Vec<Position> {
        at.source.as_ref().map_or(Vec::new(), |place| self.authored.positions(&self.folders, place))
    }

    /// What to show of a place: the author's line if his file is at hand, else the text that was read.
    pub fn excerpt(&self, at: &Place) -> Excerpt {
        let found = at.source.as_ref().and_then(|place| self.authored.excerpt(&self.folders, place));
        found.unwrap_or_else(|| {
            let (name, text, offset) = self.file(at.offset);
            let offset = offset.min(text.len());
            Excerpt {
                source: NamedSource::new(name, text.into()),
                offset,
                len: first_line(text, offset, at.len),
                elsewhere: self.positions(at).into_iter().next(),
            }
        })
    }

    /// The whole of what stands at a place, in the author's file if that is at hand, else in the text that was read.
    pub fn stretch(&self, at: &Place) -> Stretch {
        let found = at.source.as_ref().and_then(|place| self.authored.stretch(&self.folders, place));
        found.unwrap_or_else(|| {
            let (name, text, offset) = self.file(at.offset);
            let offset = offset.min(text.len());
            let words = text.get(offset..(offset + at.len.max(1)).min(text.len())).unwrap_or_default();
            // Of what has a body, the first line.
            let words = words.split("{\n").next().unwrap_or_default().trim_end();
            let kernel =
                ["entry", "contract"].iter().filter_map(|word| text.get(..offset)?.rfind(word)).max();
            Stretch {
                file: name.to_owned(),
                path: name.to_owned(),
                range: offset..offset + words.len(),
                scope: kernel.unwrap_or(0),
                text: text.into(),
            }
        })
    }

    /// The operation at a place of the text, without its types.
    pub fn operation(&self, at: &Place) -> &str {
        let offset = at.offset.min(self.text.len());
        self.text.get(offset..offset + first_line(&self.text, offset, at.len)).unwrap_or_default()
    }

    /// The author's file, if it is at hand.
    pub(crate) fn author_text(&self, file: &str) -> Option<Arc<str>> {
        self.authored.text(&self.folders, file)
    }

    /// The author's files that changed after the bytecode was written: their lines and names may be outdated.
    pub fn newer_files(&self, module: &Module) -> Vec<String> {
        if self.bytecode.is_none() {
            return Vec::new();
        }
        let is_newer = |file: &&String| {
            let found = files::candidates(&self.folders, file).find(|path| path.is_file());
            found.is_some_and(|path| files::is_newer(&path, Path::new(&self.name)))
        };
        let places = module.kernels.iter().filter_map(|kernel| kernel.at.source.as_ref());
        let named: BTreeSet<&String> = places.map(|place| &place.position.file).collect();
        named.into_iter().filter(is_newer).map(|file| files::shown(file)).collect()
    }

    fn own_position(&self, offset: usize) -> Position {
        let (name, text, offset) = self.file(offset);
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Position { file: name.to_owned(), line, column }
    }
}

/// The text of a file.
fn utf8(bytes: Vec<u8>, name: &str) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::ill_formed(format!("{name} is no text: byte {at} is not UTF-8"))
            .help("tileproof reads Tile IR, as bytecode or as the text that `tileirdisasm` prints")
    })
}

fn refuse_other_languages(path: &Path) -> Result<(), Failure> {
    let kind = path.extension().map(|kind| kind.to_string_lossy().to_lowercase()).unwrap_or_default();
    if kind == "tilebc" {
        let message = format!("{} is no Tile IR bytecode, whatever its name says", path.display());
        return Err(Failure::ill_formed(message).help("bytecode begins with 7F 54 69 6C 65 49 52 00"));
    }
    if ["c", "cc", "cpp", "cxx", "h", "hpp"].contains(&kind.as_str()) {
        let message = format!("{} is C++, and tileproof compiles files that end in .cu", path.display());
        return Err(
            Failure::usage(message).help("give the .cu file with the kernels, or the file that includes it")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use spec::syntax::span::{SourcePlace, SourcePosition};

    use super::*;

    fn place(offset: usize, len: usize) -> Place {
        Place { offset, len, source: None }
    }

    #[test]
    fn lines_and_columns_count_from_one() {
        let source = Source::new("a.tile", "one\ntwö x\n");
        let position = source.position(&place("one\ntwö ".len(), 1));
        assert_eq!(position.to_string(), "a.tile:2:5");
        assert_eq!(source.position(&place(999, 1)).line, 3);
    }

    #[test]
    fn a_stretch_is_shown_on_its_first_line() {
        let source = Source::new("a.tile", "one {\n two\n}");
        let spot = source.excerpt(&place(0, 12));
        assert_eq!((spot.offset, spot.len), (0, 5));
    }

    #[test]
    fn columns_of_python_count_from_zero() {
        let position = SourcePosition { file: "k.py".into(), line: 3, column: 4 };
        let at = Place { source: Some(SourcePlace { position, inlined: vec![] }.into()), ..place(0, 1) };
        assert_eq!(Source::new("a.tile", "x").position(&at).to_string(), "k.py:3:5");
    }

    #[test]
    fn without_the_authors_file_the_text_is_shown() {
        let position = SourcePosition { file: "nowhere.cu".into(), line: 3, column: 4 };
        let at = Place { source: Some(SourcePlace { position, inlined: vec![] }.into()), ..place(2, 3) };
        let spot = Source::new("a.tile", "x load").excerpt(&at);
        assert_eq!((spot.offset, spot.len), (2, 3));
        assert_eq!(spot.elsewhere.expect("the author's place is named").to_string(), "nowhere.cu:3:4");
    }
}
