//! The kernel format's printer: what it prints, [`crate::parse`] reads back. It follows the same forms as the reader,
//! and prints as NVIDIA's disassembler does, except that it leaves no double spaces and no debug locations.

mod attribute;
mod block;
mod carried;
mod contract;
mod dense;
mod kernel;
mod line;
mod names;
mod places;
mod printer;
mod regions;
mod sheet;
mod types;

use crate::syntax::kernel::{Global, Kernel, Module};

/// A whole module: globals, then every contract before its kernel.
pub fn module(module: &Module) -> String {
    let mut text = String::new();
    for global in &module.globals {
        text.push_str(&self::global(global));
    }
    let mut contracts = module.contracts.iter().peekable();
    for kernel in &module.kernels {
        while let Some(contract) = contracts.next_if(|contract| contract.kernel == kernel.name) {
            text.push_str(&contract::block(contract, Some(kernel)));
        }
        let accepted = module.allowances.iter().filter(|(name, _)| *name == kernel.name);
        let accepted: Vec<String> = accepted.map(|(_, allowance)| contract::allowance(allowance)).collect();
        text.push_str(&kernel::entry(kernel, &accepted));
    }
    contracts.for_each(|contract| text.push_str(&contract::block(contract, None)));
    text
}

/// The same, for a module that was read from something other than text: every kernel and every operation is then at its
/// place in what is printed. Where the author wrote it stays as it is.
pub fn module_in_place(module: &mut Module) -> String {
    let text = self::module(module);
    places::settle(module, &text);
    text
}

/// One kernel: an `entry`.
pub fn kernel(kernel: &Kernel) -> String {
    kernel::entry(kernel, &[])
}

fn global(global: &Global) -> String {
    let constant = if global.constant { "constant " } else { "" };
    let alignment = match global.alignment {
        0 => String::new(),
        bytes => format!(" alignment = {bytes}"),
    };
    format!(
        "global {constant}{}{alignment} {} : {}\n",
        names::symbol(&global.name),
        dense::dense(&global.value, global.element, &global.ty.shape),
        global.ty
    )
}
