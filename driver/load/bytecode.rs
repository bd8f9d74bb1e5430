//! Compiler output as displayable text: bytecode printed in place, or its bytes; TTIR unchanged.

use std::path::Path;
use std::sync::Arc;

use spec::problem::Refused;
use spec::syntax::kernel::{Difference, Kernel, Module, SourceRules};
use spec::syntax::op::Op;
use spec::syntax::span::Place;

use super::compiled::{Checked, LeftOut, UnsetValues};
use super::second::accept;
use crate::convert::index;

/// How many variables a message names.
const NAMED: usize = 3;

/// Bytes in a row that is shown.
const ROW: usize = 16;

/// Whether bytes are a compiler's: bytecode, or TTIR by the name of its file or by its text.
pub(super) fn is_compiled(path: &Path, bytes: &[u8]) -> bool {
    let is_triton = |text: &str| {
        path.extension().is_some_and(|kind| kind.eq_ignore_ascii_case("ttir"))
            || frontends::triton::is_ttir(text)
    };
    frontends::bytecode::is_bytecode(bytes) || std::str::from_utf8(bytes).is_ok_and(is_triton)
}

/// Reads what a compiler has written: bytecode, else TTIR. Returns a displayable text with a place for everything. The text is the
/// disassembly, or rows for the bytes up to the error, all but the last empty.
pub(super) fn open(bytes: &[u8]) -> (String, Result<Module, Refused>) {
    if let (false, Ok(text)) = (frontends::bytecode::is_bytecode(bytes), std::str::from_utf8(bytes)) {
        return (text.to_owned(), frontends::triton::module(text));
    }
    match frontends::bytecode::module(bytes) {
        Ok(mut module) => (spec::print::module_in_place(&mut module), Ok(module)),
        Err(mut refused) => {
            let at = match &mut refused {
                Refused::IllFormed(problem) => &mut problem.at,
                Refused::Unsupported(problem) => &mut problem.at,
            };
            let (row, column) = (at.offset / ROW, at.offset % ROW);
            let shown = bytes.get(row * ROW..).unwrap_or_default();
            let shown: Vec<_> = shown.iter().take(ROW).map(|byte| format!("{byte:02x}")).collect();
            let address = format!("{:08x}  ", row * ROW);
            at.offset = row + address.len() + 3 * column;
            at.len = (3 * at.len.clamp(1, ROW - column)).saturating_sub(1);
            (format!("{}{address}{}", "\n".repeat(row), shown.join(" ")), Err(refused))
        }
    }
}

/// Reads bytecode with the second compilation of the same source, whose kernels follow the others in the text.
pub(super) fn open_both(
    bytes: &[u8],
    checked: Result<Checked, String>,
    is_own: &dyn Fn(&str) -> bool,
) -> (String, Result<Module, Refused>) {
    let (text, opened) = open(bytes);
    let Ok(mut module) = opened else { return (text, opened) };
    let second = checked.and_then(|checked| Ok((kernels(&checked)?, checked)));
    let (mut kernels, checked) = match second {
        Ok(second) => second,
        Err(why) => {
            module.source_rules = SourceRules::Lost(why);
            return (text, Ok(module));
        }
    };
    let mut unset: Vec<UnsetKernels<'_>> = checked.unset.iter().map(UnsetKernels::new).collect();
    let (own, count) = (module.kernels.len(), kernels.len());
    module.kernels.append(&mut kernels);
    unset.iter().for_each(|unset| module.kernels.extend(unset.kernels.iter().flatten().cloned()));
    let text = spec::print::module_in_place(&mut module);
    let mut printed = module.kernels.split_off(own).into_iter();
    kernels.extend(printed.by_ref().take(count));
    for kernel in unset.iter_mut().flat_map(|unset| &mut unset.kernels).flatten() {
        if let Some(printed) = printed.next() {
            *kernel = printed;
        }
    }
    let pair = |plain: &Arc<Kernel>| {
        let accepted = accepted(plain, &kernels, &checked, is_own);
        let with_values = accepted.and_then(|kernel| {
            unset.iter().try_fold(kernel, |kernel, unset| unset.accept(plain, kernel, is_own))
        });
        (plain.name.clone(), with_values)
    };
    module.source_rules = SourceRules::Kernels(module.kernels.iter().map(pair).collect());
    (text, Ok(module))
}

/// The kernels of a compilation.
fn kernels(checked: &Checked) -> Result<Vec<Arc<Kernel>>, String> {
    let module = frontends::bytecode::module(&checked.bytes).map_err(|refused| match refused {
        Refused::IllFormed(problem) => problem.message,
        Refused::Unsupported(problem) => problem.message,
    })?;
    Ok(module.kernels)
}

/// The kernel of a later compilation, if equal to the kernel of the first.
fn accepted(
    plain: &Arc<Kernel>,
    kernels: &[Arc<Kernel>],
    checked: &Checked,
    is_own: &dyn Fn(&str) -> bool,
) -> Result<Arc<Kernel>, Difference> {
    let left_out = checked.left_out.iter().find(|left_out| covers(left_out, plain, is_own));
    let found = kernels.iter().find(|other| other.name == plain.name);
    match (left_out, found) {
        (Some(left_out), _) => Err(refused(&left_out.why, plain)),
        (None, Some(found)) => accept(plain, found, checked.marks),
        (None, None) => Err(refused("the kernel is missing there", plain)),
    }
}

/// The kernels in which local variables without a value read unwritten memory.
struct UnsetKernels<'a> {
    values: &'a UnsetValues,
    kernels: Result<Vec<Arc<Kernel>>, String>,
}

impl<'a> UnsetKernels<'a> {
    fn new(values: &'a UnsetValues) -> Self {
        let compiled = values.compiled.as_ref().map_err(Clone::clone);
        UnsetKernels { values, kernels: compiled.and_then(kernels) }
    }

    /// The kernel with such reads, if nvcc makes every one of them zero. Otherwise a kernel with arrays or classes in memory of the block stays as
    /// before, since a check follows their elements.
    fn accept(
        &self,
        plain: &Arc<Kernel>,
        before: Arc<Kernel>,
        is_own: &dyn Fn(&str) -> bool,
    ) -> Result<Arc<Kernel>, Difference> {
        let with_values = self.accept_values(plain, is_own);
        let has_memory = plain.operations().any(|op| op.op == Op::Alloca);
        if self.values.followed && has_memory { with_values.or(Ok(before)) } else { with_values }
    }

    fn accept_values(
        &self,
        plain: &Arc<Kernel>,
        is_own: &dyn Fn(&str) -> bool,
    ) -> Result<Arc<Kernel>, Difference> {
        let compiled =
            self.kernels.as_ref().and_then(|kernels| Ok((kernels, self.values.compiled.as_ref()?)));
        let (kernels, checked) = compiled.map_err(|why| refused(why, plain))?;
        if let Some(left_out) = checked.left_out.iter().find(|one| covers(one, plain, is_own)) {
            return Err(refused(&left_out.why, plain));
        }
        let changes = |difference: Difference| {
            let message = format!(
                "a variable may be read before it has a value or after its end, where it is indeterminate in C++ but not for nvcc{}",
                names(&self.values.variables, plain, &difference.at)
            );
            Difference { message, at: difference.at }
        };
        accepted(plain, kernels, checked, is_own).map_err(changes)
    }
}

/// The last variables declared between the head of a kernel and a place, with lines.
fn names(variables: &[(String, usize)], kernel: &Kernel, at: &Place) -> String {
    let line = |at: &Place| at.source.as_ref().map(|place| index(place.position.line));
    let (from, to) = (line(&kernel.at), line(at));
    let is_between =
        |declared: usize| from.is_none_or(|from| from <= declared) && to.is_none_or(|to| declared <= to);
    let between = variables.iter().rev().filter(|(_, declared)| is_between(*declared));
    let named: Vec<_> = between.take(NAMED).map(|(name, line)| format!("`{name}` of line {line}")).collect();
    let colon = if named.is_empty() { "" } else { ": " };
    format!("{colon}{}", named.join(" or "))
}

fn refused(message: &str, kernel: &Kernel) -> Difference {
    Difference { message: message.to_owned(), at: kernel.at.clone() }
}

/// Whether a kernel was left out.
fn covers(left_out: &LeftOut, kernel: &Kernel, is_own: &dyn Fn(&str) -> bool) -> bool {
    let place = kernel.at.source.as_ref().map(|place| &place.position);
    place.is_none_or(|place| is_own(&place.file) && left_out.lines.contains(&index(place.line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_shown_in_its_row() {
        let mut bytes = frontends::bytecode::MAGIC.to_vec();
        bytes.extend([13, 5, 0, 0, 0x81, 0x02, 0x03, 0xcb, 0xcb, 0x99]);
        let (text, read) = open(&bytes);
        let Err(Refused::IllFormed(problem)) = read else { panic!("{read:?}") };
        assert_eq!(problem.message, "byte 14: an alignment is a power of two, not 3");
        assert_eq!(text, "00000000  7f 54 69 6c 65 49 52 00 0d 05 00 00 81 02 03 cb");
        assert_eq!(&text[problem.at.offset..problem.at.offset + problem.at.len], "03");
    }

    #[test]
    fn what_is_torn_off_is_shown_at_its_end() {
        let mut bytes = frontends::bytecode::MAGIC.to_vec();
        bytes.extend([13, 5, 0, 0, 0x81, 0x01, 0x08, 0xcb]);
        let (text, read) = open(&bytes);
        let Err(Refused::IllFormed(problem)) = read else { panic!("{read:?}") };
        assert!(problem.message.starts_with("byte 16: "), "{}", problem.message);
        assert_eq!((text.as_str(), problem.at.offset), ("\n00000010  ", 11));
    }
}
