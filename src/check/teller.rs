//! The destination of reports: standard output, each report as soon as possible if the format permits, or a file at
//! the end.

use std::time::Instant;

use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use report::checked::{Checked, Conditional, Told};
use report::format::{Format, Look};
use report::human;
use report::shard::Shard;
use report::short::quiet_script;
use report::text::Style;

use super::Arguments;
use crate::output::{eprint, print, style_of_stderr, style_of_stdout};

/// The writer of reports.
pub(super) struct Teller<'a> {
    arguments: &'a Arguments,
    format: Format,
    /// The text for the file so far.
    text: String,
    begun: Instant,
    /// The scripts that reports are about, in the order of the reports.
    scripts: Vec<Option<&'a str>>,
    /// How many reports are told.
    told: usize,
}

impl<'a> Teller<'a> {
    /// Writes reports about these scripts, in order.
    pub(super) fn new(arguments: &'a Arguments, scripts: Vec<Option<&'a str>>) -> Self {
        let format = arguments.format();
        Teller { arguments, format, text: String::new(), begun: Instant::now(), scripts, told: 0 }
    }

    /// The results so far.
    pub(super) fn told<'t>(
        &self,
        kernels: &'t [Checked],
        problems: &'t [Failure],
        conditional: Conditional,
        shard: Option<&'t Shard>,
    ) -> Told<'t> {
        let Arguments { verbose, no_times, .. } = *self.arguments;
        let seconds = (!no_times).then(|| self.begun.elapsed().as_secs_f64());
        Told { kernels, problems, conditional, shard, verbose, seconds }
    }

    /// Tells the last of all reports so far. Those on a script are told once the script is checked, or in an early end: its launches
    /// come first.
    pub(super) fn tell(&mut self, all: &[Checked], is_end: bool) -> Result<(), Failure> {
        let look = self.look();
        while let Some(one) = all.get(self.told) {
            let (earlier, rest) = all.split_at(self.told);
            let script = self.scripts.get(self.told).copied().flatten();
            let Some(script) = script.filter(|_| self.format.gathers_scripts()) else {
                self.told += 1;
                self.add(&self.format.part(one, earlier, look))?;
                continue;
            };
            let of_script = self.scripts[self.told..].iter().take_while(|other| **other == Some(script));
            let count = of_script.count();
            if rest.len() < count && !is_end {
                return Ok(());
            }
            let of_script = rest.get(..count).unwrap_or(rest);
            self.told += of_script.len();
            let text = if look.quiet {
                quiet_script(of_script, earlier, look.conditional)
            } else {
                human::script((script, of_script), earlier, look.style, look.verbose)
            };
            self.add(&text)?;
        }
        Ok(())
    }

    /// Writes the common end of all reports, and the unreadable files.
    pub(super) fn conclude(mut self, told: &Told<'_>) -> Result<(), Failure> {
        if self.format != Format::Human || !told.kernels.is_empty() || self.arguments.quiet {
            self.add(&self.format.whole(told))?;
        }
        if let Some(path) = &self.arguments.output {
            write_file(path, self.text.as_bytes())?;
        }
        for problem in told.problems {
            eprint(&style_of_stderr().render(problem));
        }
        if told.kernels.is_empty() && told.problems.is_empty() {
            eprint("no kernel and no launch was checked\n");
        }
        Ok(())
    }

    /// Reports the results before an interrupt: undefined behavior stays, and the other kernels are unknown.
    pub(super) fn interrupt(&mut self, all: &[Checked], count: usize, conditional: Conditional) -> Exit {
        // An incomplete report is no shard's report. No service may take a part of the kernels for all of
        // them.
        let open = count - all.len();
        let said = format!("interrupted: {open} of {count} kernels and launches were not decided");
        let problems = [Failure::unproved(said.clone())];
        // What is held back of a script is told now.
        let _ = self.tell(all, true);
        let told = self.told(all, &problems, conditional, None);
        let text = self.format.whole(&told);
        // Nobody is left to tell that it cannot be written; a file of half of the reports is none.
        if self.arguments.output.is_none() {
            let _ = print(&text);
        }
        eprint(&format!("{said}\n"));
        if told.exit() == Exit::Undefined { Exit::Undefined } else { Exit::Unknown }
    }

    fn look(&self) -> Look {
        let Arguments { verbose, quiet, with_text, .. } = *self.arguments;
        let style = if self.arguments.output.is_some() { Style::Plain } else { style_of_stdout() };
        let conditional = self.arguments.conditional() != Conditional::Accept;
        Look { style, verbose, quiet, conditional, with_text }
    }

    fn add(&mut self, text: &str) -> Result<(), Failure> {
        if self.arguments.output.is_none() {
            return print(text);
        }
        self.text.push_str(text);
        Ok(())
    }
}
