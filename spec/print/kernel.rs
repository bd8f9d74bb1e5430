//! Entries.

use super::attribute;
use super::block::print_body;
use super::names::{Names, symbol};
use super::printer::Printer;
use crate::syntax::kernel::language::Language;
use crate::syntax::kernel::layout::{ArgumentTest, Code, Property};
use crate::syntax::kernel::{FunctionKind, Kernel};

/// `entry @name(parameters) language hints {…}`, with comments at the top of its body.
pub(super) fn entry(kernel: &Kernel, comments: &[String]) -> String {
    let mut printer = Printer { kernel, names: Names::new(kernel), depth: 0 };
    let params = kernel.params.iter();
    let params: Vec<String> =
        params.map(|param| format!("{}: {}", printer.names.define(*param), kernel.ty(*param))).collect();
    let hints = attribute::hints(&kernel.hints);
    let hints = if hints.is_empty() { hints } else { format!(" optimization_hints={hints}") };
    let language = match kernel.language {
        Language::TileIr => String::new(),
        Language::Triton { threads: Some(threads) } => format!(" language=triton({threads})"),
        Language::Triton { threads: None } => " language=triton".to_owned(),
    };
    let codes: String = kernel.codes.iter().map(|one| code(&printer, one)).collect();
    let keyword = match kernel.kind {
        FunctionKind::Entry => "entry",
        FunctionKind::Test { .. } => "testing$func",
    };
    let results = results(&kernel.kind);
    let name = symbol(&kernel.name);
    let mut text = format!("{keyword} {name}({}){results}{language}{codes}{hints} {{\n", params.join(", "));
    for comment in comments {
        text.push_str(&format!("  {comment}\n"));
    }
    text.push_str(&print_body(&mut printer, &kernel.body, None));
    text.push_str("}\n");
    text
}

/// ` code(%x % 16 == 0, %n != 1)`
fn code(printer: &Printer<'_>, code: &Code) -> String {
    let test = |test: &ArgumentTest| {
        let (name, relation) = (printer.names.of(test.parameter), if test.holds { "==" } else { "!=" });
        match test.property {
            Property::MultipleOf(divisor) => format!("{name} % {divisor} {relation} 0"),
            Property::Is(number) => format!("{name} {relation} {number}"),
        }
    };
    format!(" code({})", code.when.iter().map(test).collect::<Vec<_>>().join(", "))
}

/// ` -> (types)` of a test function that hands values back.
fn results(kind: &FunctionKind) -> String {
    match kind {
        FunctionKind::Test { results } if !results.is_empty() => {
            let types: Vec<String> = results.iter().map(ToString::to_string).collect();
            format!(" -> ({})", types.join(", "))
        }
        FunctionKind::Test { .. } | FunctionKind::Entry => String::new(),
    }
}
