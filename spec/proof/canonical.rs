//! A unique text for every kernel and every contract, however written.

use crate::print;
use crate::syntax::contract::{ArgumentName, Contract};
use crate::syntax::kernel::{Kernel, Module};

/// The text of a kernel and of the globals that it names. Values are numbered and places omitted, so bytecode and text of one
/// kernel have equal texts. Everything with a meaning is kept.
pub fn text(kernel: &Kernel) -> String {
    let mut plain = kernel.clone();
    for (number, value) in plain.values.iter_mut().enumerate() {
        value.name = number.to_string();
    }
    let globals = kernel.globals.iter().map(|global| (**global).clone()).collect();
    print::module(&Module { globals, kernels: vec![plain.into()], ..Module::default() })
}

/// The contract with a name for every parameter, so its meaning is independent of the kernel's names. A parameter has
/// the contract's own name, else the kernel's, else a name from the position.
pub fn closed(contract: &Contract, kernel: &Kernel) -> Contract {
    let mut closed = contract.clone();
    for (position, param) in kernel.params.iter().enumerate().skip(contract.names.len()) {
        let own = &kernel.values[param.index()].name;
        let name = if is_name(own) { own.clone() } else { format!("arg{position}_") };
        closed.names.push(ArgumentName { name, unsigned: false });
    }
    closed
}

/// Whether a contract can use the name.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_$".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn texts(source: &str) -> (String, String) {
        let module = parse::module(source).expect("it parses");
        let contract = closed(&module.contracts[0], &module.kernels[0]);
        (text(&module.kernels[0]), contract.to_string())
    }

    const KERNEL: &str = "global constant @g <i32: [1, 2]> : tile<2xi32>
        contract @k { names = (N : u32) requires = N >= b }
        entry @k(%n: tile<i32>, %b: tile<i32>) {
          %p = get_global @g : tile<ptr<i32>>
          %s = addi %n, %b overflow<no_signed_wrap> : tile<i32>
          return
        }";

    #[test]
    fn names_of_values_are_not_part_of_a_kernel() {
        let (kernel, contract) = texts(KERNEL);
        assert_eq!(texts(&KERNEL.replace("%s", "%total").replace("%p", "%where")).0, kernel);
        assert!(contract.contains("names = (N : u32, b)"), "{contract}");
    }

    #[test]
    fn everything_else_is() {
        let (kernel, contract) = texts(KERNEL);
        for (from, to) in [
            ("1, 2", "1, 3"),
            ("constant ", ""),
            ("%n, %b over", "%b, %n over"),
            ("no_signed", "no_unsigned"),
        ] {
            let (other, same) = texts(&KERNEL.replacen(from, to, 1));
            assert_ne!(other, kernel, "{from}");
            assert_eq!(same, contract, "{from}");
        }
        // The clause speaks of another parameter then.
        let turned = KERNEL.replace("(%n: tile<i32>, %b: tile<i32>)", "(%b: tile<i32>, %n: tile<i32>)");
        assert_ne!(texts(&turned).1, contract);
    }
}
