//! `tileproof debug`: steps through a launch on the interpreter, forwards and backwards, for people and for editors.

use std::io::{self, BufReader, Cursor, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use debugger::console::{Input, converse, greeting};
use debugger::dap::LaunchArguments;
use debugger::{Debugger, Subject, dap};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::{Flags, Meaning, find_contract};
use driver::signature::Signature;
use interp::Stop;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;

use crate::help;
use crate::interrupt;
use crate::output::{print, style_of_stdout};
use crate::run::prepare;
use crate::sources::{KernelArguments, KernelFile};

/// The launch to debug, and the interface.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The source: Tile C++, cuTile Python (FILE.py:KERNEL takes samples after `--`), or Tile IR
    ///
    /// With --dap, the client may name the file instead.
    #[arg(index = 1, value_name = "FILE", required_unless_present = "dap")]
    file: Option<PathBuf>,
    /// Read contracts from this file
    #[arg(long, help_heading = help::CONTRACT, value_name = "FILE")]
    contract: Option<PathBuf>,
    /// The kernel [default: the only one]
    #[arg(long, help_heading = help::KERNEL, value_name = "NAME")]
    kernel: Option<String>,
    /// Debug this launch, such as 'N=1000,grid=8' [default: a counterexample found by a check]
    ///
    /// Give every integer argument, and the grid unless the contract states one.
    #[arg(long, help_heading = help::LAUNCH, value_name = "LAUNCH", allow_hyphen_values = true, conflicts_with_all = ["args", "launch"])]
    at: Option<String>,
    /// A precondition of every launch, such as 'N >= 1'; added to the file's preconditions
    #[arg(long, help_heading = help::CONTRACT, value_name = "CONDITION", allow_hyphen_values = true)]
    requires: Vec<String>,
    /// The grid: blocks along x, y and z
    #[arg(long, help_heading = help::LAUNCH, value_name = "GRID", allow_hyphen_values = true)]
    grid: Option<String>,
    /// An argument as in `tileproof run`, such as N=500, in=@in.npy or out=zeros:f32[500]
    #[arg(help_heading = help::LAUNCH, long = "arg", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    args: Vec<String>,
    /// Take the launch from a file, such as a counterexample; or the launch of a script by its place, as in train.py:56
    #[arg(long, help_heading = help::LAUNCH, value_name = "FILE|FILE:LINE", conflicts_with_all = ["grid", "args"])]
    launch: Option<PathBuf>,
    /// Approximate seconds of the check for a counterexample [default: 8]
    #[arg(long, help_heading = help::EFFORT, value_name = "SECONDS", value_parser = crate::setup::seconds::parse_seconds)]
    timeout: Option<f64>,
    /// Read commands from this file instead of standard input
    #[arg(long, help_heading = help::INTERFACE, value_name = "FILE", conflicts_with = "dap")]
    commands: Option<PathBuf>,
    /// Speak the Debug Adapter Protocol on standard input and output, for an editor
    #[arg(long, help_heading = help::INTERFACE)]
    dap: bool,
    /// Flags of the C++ compiler (-I, -D), arguments of the script, or sample arguments of FILE.py:KERNEL
    #[arg(index = 2, last = true, value_name = "WORDS")]
    words: Vec<String>,
}

/// Runs the verb.
///
/// # Errors
/// No launch was found to debug, or the commands cannot be read.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.dap {
        let mut open = |asked: &LaunchArguments| arguments.open(asked);
        dap::serve(BufReader::new(io::stdin()), &mut io::stdout(), &mut open)?;
        return Ok(Exit::Success);
    }
    interrupt::watch();
    let script = arguments.commands.as_deref().map(read_script).transpose()?;
    let subject = arguments.open(&LaunchArguments::default())?;
    let options = interp::Options { fuel: u64::MAX, ..interp::Options::default() };
    let mut debugger = Debugger::new(&subject, &options).map_err(|stop| refused(&stop, &subject))?;
    print(&greeting(&debugger))?;
    let style = style_of_stdout();
    let mut say = |text: &str| print(text);
    match script {
        Some(text) => {
            let input = Input { lines: Cursor::new(text), is_terminal: false, style };
            converse(&mut debugger, input, &mut say)?;
        }
        None => {
            let is_terminal = io::stdin().is_terminal();
            converse(&mut debugger, Input { lines: io::stdin().lock(), is_terminal, style }, &mut say)?;
        }
    }
    Ok(Exit::Success)
}

fn read_script(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::file(path, "read", &error))
}

/// The error for a launch that cannot begin.
fn refused(stop: &Stop, subject: &Subject) -> Failure {
    let takes = format!("the kernel takes {}", subject.signature.listed());
    match stop {
        Stop::BadLaunch(_) => Failure::usage(stop.to_string()).help(takes),
        Stop::Violation(_) | Stop::Exhausted(_) | Stop::Unsupported(_) => Failure::unproved(stop.to_string()),
    }
}

impl Arguments {
    /// Opens the subject: the settings of a client win over the command line.
    fn open(&self, asked: &LaunchArguments) -> Result<Subject, Failure> {
        let file = asked.program.as_ref().map(PathBuf::from).or_else(|| self.file.clone());
        let file = file.ok_or_else(|| {
            Failure::usage("no file given")
                .help("set `program` in the launch configuration to the kernel's file")
        })?;
        let either = |asked: &Option<String>, own: &Option<String>| asked.clone().or_else(|| own.clone());
        let contract = asked.contract.as_ref().map(PathBuf::from).or_else(|| self.contract.clone());
        let kernel = either(&asked.kernel, &self.kernel);
        #[cfg(feature = "solver")]
        if let Some(subject) = self.open_script(asked, &file, kernel.as_deref())? {
            return Ok(subject);
        }
        let arguments = KernelArguments::new(file, contract, kernel, self.words.clone());
        let file = arguments.read()?;
        let launch = asked.launch.as_ref().map(PathBuf::from).or_else(|| self.launch.clone());
        let launch = launch.map(|path| Ok::<_, Failure>((prepare::read_launch(&path)?, path))).transpose()?;
        let picked = file.kernel(launch.as_ref().and_then(|(launch, _)| launch.kernel.as_deref()))?;
        let (grid, args) = (either(&asked.grid, &self.grid), [asked.args.as_slice(), &self.args].concat());
        if let Some((launch, path)) = &launch {
            let about = format!("the launch of {}", path.display());
            return subject(&file, picked, about, |signature| {
                Ok(prepare::from_file(launch, signature)?.launch)
            });
        }
        if !args.is_empty() {
            let launch =
                |signature: &Signature| Ok(prepare::prepare(grid.as_deref(), &args, signature)?.launch);
            return subject(&file, picked, "the launch of the command line".to_owned(), launch);
        }
        let requires = [asked.requires.as_slice(), &self.requires].concat();
        let flags = Flags { grid, requires, at: either(&asked.at, &self.at), ..Flags::default() };
        self.find(&file, picked, &flags)
    }

    /// The launch of a script that breaks a rule; none where the file is no script, or another launch is given.
    #[cfg(feature = "solver")]
    fn open_script(
        &self,
        asked: &LaunchArguments,
        file: &Path,
        kernel: Option<&str>,
    ) -> Result<Option<Subject>, Failure> {
        use driver::compile::{Language, open};
        let launch = asked.launch.as_ref().map(PathBuf::from).or_else(|| self.launch.clone());
        let at = launch.filter(|launch| !launch.is_file()).map(|launch| launch.display().to_string());
        let is_file_given = at.is_none() && (self.launch.is_some() || asked.launch.is_some());
        let is_given = [&self.at, &self.grid].iter().any(|one| one.is_some())
            || [&asked.at, &asked.grid].iter().any(|one| one.is_some())
            || !self.args.is_empty()
            || !asked.args.is_empty();
        let is_script = Language::of(file) == Some(Language::Python) && file.is_file();
        if !is_script || is_file_given || is_given {
            return Ok(None);
        }
        let asked = crate::sources::asked(&[file.to_owned()], None, &self.words, None)?;
        let Some(one) = asked.first().filter(|one| one.kernel.is_none()) else { return Ok(None) };
        let units = open(one)?.units;
        let wanted = kernel.map(|kernel| {
            let sources: Vec<_> = units.iter().map(|unit| &unit.source).collect();
            crate::sources::symbol(&sources, kernel)
        });
        let wanted = wanted.transpose()?;
        let found = debugger::start::find_in_script(&units, wanted.as_deref(), at.as_deref(), self.timeout)?;
        match (found, at) {
            (None, Some(at)) => Err(Failure::unproved(format!("no launch at {at} breaks a rule")).help(
                "`tileproof check` lists the launches of a script; --at or --grid and --arg give another one",
            )),
            (found, _) => Ok(found),
        }
    }

    /// Lets a check find a launch.
    #[cfg(feature = "solver")]
    fn find(&self, file: &KernelFile<'_>, kernel: &Arc<Kernel>, flags: &Flags) -> Result<Subject, Failure> {
        let flags = flags.with_constants(&file.source);
        flags
            .parse()
            .map_err(|problem| Failure::usage(problem.message).help(problem.help.unwrap_or_default()))?;
        driver::load::require_arguments(&file.module, kernel, &flags)?;
        debugger::start::find(&file.source, &file.module, kernel, &flags, self.timeout)
    }

    /// Without the solver nothing can be found.
    #[cfg(not(feature = "solver"))]
    fn find(&self, _: &KernelFile<'_>, _: &Arc<Kernel>, _: &Flags) -> Result<Subject, Failure> {
        Err(Failure::usage("no launch is given, and this build has no solver to find one")
            .help("give --grid and --arg, as for `tileproof run`, or --launch FILE"))
    }
}

/// A kernel with a launch that is given.
fn subject(
    file: &KernelFile<'_>,
    kernel: &Arc<Kernel>,
    about: String,
    launch: impl FnOnce(&Signature) -> Result<Launch, Failure>,
) -> Result<Subject, Failure> {
    let refused = |problem: &_| Failure::refused(problem, &file.source);
    let contract =
        find_contract(&file.module, kernel, &Flags::default()).map_err(|problem| refused(&problem.into()))?;
    let meaning = Meaning::new(&file.source, &file.module, kernel)?;
    let signature = Signature::new(&meaning.compiled, &contract);
    let launch = launch(&signature)?;
    Ok(Subject {
        source: file.source.clone(),
        kernel: meaning.kernel,
        signature,
        launch,
        about,
        is_broken: false,
    })
}
