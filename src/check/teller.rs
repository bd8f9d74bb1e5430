//! Where reports go: to standard output, each as soon as it is there where the format can, or to a file, when all are.

use driver::check::report::Verdict;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use report::checked::{Checked, Conditional, Told};
use report::format::Format;
use report::text::Style;

use super::Arguments;
use crate::output::{eprint, print, style_of_stderr, style_of_stdout};

/// What tells reports.
pub(super) struct Teller<'a> {
    arguments: &'a Arguments,
    format: Format,
    /// What goes to a file, so far.
    text: String,
}

impl<'a> Teller<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Self {
        Teller { arguments, format: arguments.format(), text: String::new() }
    }

    /// Tells a report, `first` of all or not.
    pub(super) fn tell(&mut self, one: &Checked, first: bool) -> Result<(), Failure> {
        let is_wrong = matches!(one.report.verdict, Verdict::Undefined | Verdict::IllFormed);
        if self.arguments.quiet && !is_wrong {
            return Ok(());
        }
        let style = if self.arguments.output.is_some() { Style::Plain } else { style_of_stdout() };
        let text = self.format.part(one, first, style, self.arguments.verbose);
        self.add(&text)
    }

    /// Tells what belongs to all reports, and what could not be read.
    pub(super) fn conclude(mut self, told: &Told<'_>) -> Result<(), Failure> {
        if self.format != Format::Human || told.kernels.len() > 1 || self.arguments.quiet {
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

    /// Says what was decided before an end was asked for: undefined behaviour stays what it is, and else nothing is known.
    pub(super) fn interrupt(&mut self, all: &[Checked], count: usize, conditional: Conditional) -> Exit {
        // What is not whole is no shard.
        let told = Told {
            kernels: all,
            problems: &[],
            conditional,
            shard: None,
            with_text: self.arguments.with_text,
        };
        let text = self.format.whole(&told);
        // Nobody is left to tell that it cannot be written; a file of half of the reports is none.
        if self.arguments.output.is_none() {
            let _ = print(&text);
        }
        let open = count - all.len();
        eprint(&format!("interrupted: {open} of {count} kernels and launches were not decided\n"));
        if told.exit() == Exit::Undefined { Exit::Undefined } else { Exit::Unknown }
    }

    fn add(&mut self, text: &str) -> Result<(), Failure> {
        if self.arguments.output.is_none() {
            return print(text);
        }
        self.text.push_str(text);
        Ok(())
    }
}
