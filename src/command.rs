//! The command line: its verbs.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::{CommandFactory, Parser, Subcommand};

use crate::output::{Color, eprint, print, set_color, style_of_stderr};
#[cfg(feature = "solver")]
use crate::setup::init;
use crate::setup::{log, shell};
use crate::{
    bench, certify, check, conform, debug, equiv, explain, fix, help, lower, ptx, run, server, tune,
};
use driver::exit::Exit;

/// Proves that CUDA Tile kernels have no undefined behavior, or shows a counterexample launch
#[derive(Debug, Parser)]
#[command(name = "tileproof", version, after_help = help::TOP)]
struct Cli {
    /// When to use colors and box-drawing characters
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Prove kernels free of undefined behavior, or show a counterexample launch
    #[command(after_help = help::CHECK)]
    Check(check::Arguments),
    /// Add missing masks and remove unneeded ones in the source
    #[command(after_help = help::FIX)]
    Fix(fix::Arguments),
    /// Prove that two kernels give equal results, or show a launch with different results
    #[command(after_help = help::EQUIV)]
    Equiv(equiv::Arguments),
    /// Report findings to an editor (language server protocol)
    #[command(after_help = help::SERVER)]
    Server(server::Arguments),
    /// Run a kernel on the interpreter with every check on, or a proved kernel on a GPU
    #[command(after_help = help::RUN)]
    Run(run::Arguments),
    /// Step through a launch, forwards and backwards
    #[command(after_help = help::DEBUG)]
    Debug(debug::Arguments),
    /// Explain a rule: its requirement, its source, and fixes to try
    #[command(after_help = help::EXPLAIN)]
    Explain(explain::Arguments),
    /// Print a source as Tile IR assembly
    #[command(after_help = help::LOWER)]
    Lower(lower::Arguments),
    /// Print the PTX of a proved kernel
    #[command(after_help = help::PTX)]
    Ptx(ptx::Arguments),
    /// Write proved facts into bytecode for other compilers
    #[command(after_help = help::CERTIFY)]
    Certify(certify::Arguments),
    /// Time candidate code for a kernel on a GPU and keep the fastest
    #[command(after_help = help::TUNE)]
    Tune(tune::Arguments),
    /// Time the benchmark kernels on a GPU, beside another compiler's code
    #[command(after_help = help::BENCH)]
    Bench(bench::Arguments),
    /// Run the conformance suite on an implementation
    #[command(after_help = help::CONFORM)]
    Conform(conform::Arguments),
    /// Write a tileproof.toml for a folder
    #[command(after_help = help::INIT)]
    #[cfg(feature = "solver")]
    Init(init::Arguments),
    /// Print a completion script for a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(shell::CompletionArguments),
    /// Print the manual page, or write one page per verb
    #[command(after_help = help::MAN)]
    Man(shell::ManArguments),
}

/// Runs a command line, whose first word is the program's name.
pub fn main(words: impl IntoIterator<Item = OsString>) -> Exit {
    std::panic::set_hook(Box::new(|panic| eprint(&format!("tileproof has a bug: {panic}\n"))));
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            eprint(&error.render().to_string());
            return Exit::Usage;
        }
        // Help and the version.
        Err(text) => return print(&text.render().to_string()).map_or_else(|f| f.exit, |()| Exit::Success),
    };
    set_color(cli.color);
    // The hook has printed the panic. A bug of tileproof is never a verdict.
    catch_unwind(AssertUnwindSafe(|| run_verb(&cli.verb))).unwrap_or(Exit::Unknown)
}

fn run_verb(verb: &Verb) -> Exit {
    let done = log::start().and_then(|()| match verb {
        Verb::Check(arguments) => check::run(arguments),
        Verb::Fix(arguments) => fix::run(arguments),
        Verb::Equiv(arguments) => equiv::run(arguments),
        Verb::Server(arguments) => server::run(arguments),
        Verb::Run(arguments) => run::run(arguments),
        Verb::Debug(arguments) => debug::run(arguments),
        Verb::Explain(arguments) => explain::run(arguments),
        Verb::Lower(arguments) => lower::run(arguments),
        Verb::Ptx(arguments) => ptx::run(arguments),
        Verb::Certify(arguments) => certify::run(arguments),
        Verb::Tune(arguments) => tune::run(arguments),
        Verb::Bench(arguments) => bench::run(arguments),
        Verb::Conform(arguments) => conform::run(arguments),
        #[cfg(feature = "solver")]
        Verb::Init(arguments) => init::run(arguments),
        Verb::Completions(arguments) => shell::complete(arguments, Cli::command()),
        Verb::Man(arguments) => shell::document(arguments, Cli::command()),
    });
    done.unwrap_or_else(|failure| {
        eprint(&style_of_stderr().render(&failure));
        if failure.hangs {
            launch::leave(failure.exit.code());
        }
        failure.exit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_has_an_example_that_parses() {
        let mut wrong = Vec::new();
        for verb in Cli::command().get_subcommands() {
            let examples = help::examples::examples(verb);
            if !examples.iter().any(|words| words.get(1).is_some_and(|word| word == verb.get_name())) {
                wrong.push(format!("{} has no example", verb.get_name()));
            }
            let parsed = examples.iter().map(|words| (words, Cli::try_parse_from(words)));
            wrong.extend(parsed.filter_map(|(words, parsed)| Some(format!("{words:?}: {}", parsed.err()?))));
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Help is wrapped at 100 columns, which would break a longer example in the middle of an argument.
    #[test]
    fn no_line_of_an_example_is_wrapped() {
        let mut long = Vec::new();
        for verb in Cli::command().get_subcommands() {
            let text = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
            long.extend(text.lines().filter(|line| line.chars().count() > 98).map(str::to_owned));
        }
        assert!(long.is_empty(), "{}", long.join("\n"));
    }

    /// A long list of options has headings, so that a reader finds the ones of one topic together.
    #[test]
    fn long_lists_of_options_are_grouped() {
        let is_own = |argument: &&clap::Arg| {
            !argument.is_positional() && !argument.is_hide_set() && !argument.is_global_set()
        };
        for verb in Cli::command().get_subcommands() {
            let options: Vec<_> = verb.get_arguments().filter(is_own).collect();
            let loose = options.iter().filter(|option| option.get_help_heading().is_none()).count();
            assert!(options.len() <= 6 || loose == 0, "{}: {loose} options have no heading", verb.get_name());
        }
    }
}
