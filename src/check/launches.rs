//! The kernels of a source for all launches, and the launches that it makes, each as it is.

use driver::check::report::KernelReport;
use driver::check::{Options, check_launch, check_parsed};
use driver::compile::{Opened, Unit};
use driver::exit::Exit;
use driver::load::{Flags, Source};
use spec::syntax::kernel::Module;

use crate::output::{Style, eprint};

/// The reports on the kernels of a unit, then those on its launches, each with the source as it is to be named.
pub(crate) fn check(unit: &Unit, module: &Module, options: &Options) -> Vec<(Source, KernelReport)> {
    let source = &unit.source;
    let options = Options { flags: with_constants(source, &options.flags), ..options.clone() };
    let wanted = |name: &str| options.kernel.as_ref().is_none_or(|wanted| wanted == name);
    // Without a proof, a launch is checked by itself.
    let whole = Options { whole: options.whole || !unit.launches.is_empty(), ..options.clone() };
    let mut reports: Vec<_> = match unit.general {
        true => check_parsed(module, &whole).into_iter().map(|report| (source.clone(), report)).collect(),
        false => Vec::new(),
    };
    let kernel = module.kernels.first().filter(|kernel| wanted(&kernel.name));
    for launched in kernel.iter().flat_map(|_| &unit.launches) {
        let Some(kernel) = kernel else { continue };
        let general = reports
            .iter()
            .map(|(_, report)| report)
            .find(|report| report.name.as_ref() == Some(&kernel.name));
        let report = check_launch(module, kernel, launched, general, &options);
        reports.push((source.named(&launched.place), report));
    }
    reports
}

/// Flags in which constants of the source have their values.
pub(super) fn with_constants(source: &Source, flags: &Flags) -> Flags {
    let words = |text: &String| source.with_constants(text);
    Flags {
        grid: flags.grid.as_ref().map(words),
        requires: flags.requires.iter().map(words).collect(),
        at: flags.at.clone(),
    }
}

/// The exit code of reports, with what else went wrong, which is said: undefined behaviour is worse than anything, and where
/// nothing was checked, nothing is proved.
pub(super) fn conclude(opened: &Opened, all: &[(&Source, &KernelReport)], exit: Exit) -> Exit {
    for problem in &opened.problems {
        eprint(&Style::of_stderr().render(problem));
    }
    match opened.problems.first() {
        Some(problem) if exit != Exit::Undefined => problem.exit,
        None if all.is_empty() => {
            eprint("no kernel and no launch was checked\n");
            Exit::Unknown
        }
        Some(_) | None => exit,
    }
}
