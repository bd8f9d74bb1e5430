//! The kernel format's printer; [`crate::parse`] reads the text back. The printer follows the reader's forms and
//! NVIDIA's disassembler, but without double spaces and debug locations.

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

/// Prints a module that was not read from text, and moves every kernel and operation to its place in the printed text.
/// The author's places stay.
pub fn module_in_place(module: &mut Module) -> String {
    let text = self::module(module);
    places::settle(module, &text);
    text
}

/// A kernel: an `entry`.
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
