//! The kernel of a second compilation, which has the rules of its source as assertions. It is accepted only if it equals the kernel
//! of the first compilation without them: equal effects in equal order, of equal values.
//!
//! Tokens are not compared: assertions and prints have tokens, which order accesses around them. The first kernel is proved on its own, so its
//! weak accesses race with nothing, and more order gives their loads no other value. Of a strong load a proof supposes no order by tokens.

mod carried;
mod copies;
mod effects;
mod nodes;
mod unused;
mod unwritten;

use std::sync::Arc;

use spec::fold;
use spec::ops::source;
use spec::syntax::kernel::{Block, Difference, Kernel, Operation};
use spec::syntax::span::Place;
use spec::valid::Valid;

use self::effects::{Effect, Form, Kind, effects};
use self::nodes::Nodes;
use self::unwritten::with_zeros;

/// How the second compilation marks its accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    /// Each access through a view has a mark in front of it.
    Each,
    /// The access has none.
    None,
}

/// The kernel of the second compilation without marks, or the first place where it is another kernel.
pub(crate) fn accept(
    plain: &Arc<Kernel>,
    checked: &Arc<Kernel>,
    marks: Marks,
) -> Result<Arc<Kernel>, Difference> {
    let types =
        |kernel: &Kernel| kernel.params.iter().map(|param| kernel.ty(*param).clone()).collect::<Vec<_>>();
    if types(plain) != types(checked) {
        return Err(difference("it has other parameters", &plain.at));
    }
    // The compiler computes more of a source itself where no assertion stands in between.
    let own = [plain, checked].map(|kernel| Arc::new(with_zeros(kernel)));
    let folded = own.clone().map(|kernel| Valid::new(kernel).map(|valid| fold::kernel(&valid)));
    let mut nodes = Nodes::default();
    let (mut own, mut other) = match &folded {
        [Ok(plain), Ok(checked)] => (effects(plain, &mut nodes), effects(checked, &mut nodes)),
        [Err(_), _] | [_, Err(_)] => {
            let [plain, checked] = own.map(|kernel| numbered(&kernel));
            (effects(&plain, &mut nodes), effects(&checked, &mut nodes))
        }
    };
    take_marks(&mut own, Marks::None)?;
    take_marks(&mut other, marks)?;
    same(&own, &other)?;
    let mut kernel = Kernel::clone(checked);
    remove_marks(&mut kernel.body);
    Ok(kernel.into())
}

/// The kernel with an identity for each operation, which only a valid kernel has.
fn numbered(kernel: &Kernel) -> Kernel {
    let mut numbered = Kernel::clone(kernel);
    numbered.number_operations();
    numbered
}

fn difference(message: &str, at: &Place) -> Difference {
    Difference { message: message.to_owned(), at: at.clone() }
}

/// Takes the marks out of a form. An access without its mark has lost its rules.
fn take_marks(form: &mut Form, marks: Marks) -> Result<(), Difference> {
    let mut marked = false;
    let mut kept = Vec::new();
    for mut effect in std::mem::take(&mut form.effects) {
        if effect.kind == Kind::Mark {
            marked = true;
            continue;
        }
        // Between a mark and its access arguments may be read from memory of the block, but there is no other access through a view.
        if effect.kind == Kind::ViewAccess {
            if marks == Marks::Each && !marked {
                return Err(difference("an access has no rules there", &effect.at));
            }
            marked = false;
        }
        for region in &mut effect.regions {
            take_marks(region, marks)?;
        }
        kept.push(effect);
    }
    form.effects = kept;
    Ok(())
}

/// Compares two regions effect by effect.
fn same(own: &Form, other: &Form) -> Result<(), Difference> {
    for (one, two) in own.effects.iter().zip(&other.effects) {
        same_effect(one, two)?;
    }
    let common = own.effects.len().min(other.effects.len());
    if let Some(missing) = own.effects.get(common) {
        return Err(difference("an operation is missing there", &missing.at));
    }
    if let Some(added) = other.effects.get(common) {
        return Err(difference("there is one more operation", &added.at));
    }
    let last = own.effects.last().map_or(Place::default(), |effect| effect.at.clone());
    if own.end == other.end { Ok(()) } else { Err(difference("a region ends with other values", &last)) }
}

fn same_effect(one: &Effect, two: &Effect) -> Result<(), Difference> {
    if one.what != two.what {
        return Err(difference("the operations differ", &one.at));
    }
    if one.operands != two.operands {
        return Err(difference("the operation has different operands", &one.at));
    }
    if one.regions.len() != two.regions.len() {
        return Err(difference("the operation has different regions", &one.at));
    }
    one.regions.iter().zip(&two.regions).try_for_each(|(own, other)| same(own, other))
}

/// Removes the marks, with the `if` around each.
fn remove_marks(block: &mut Block) {
    block.ops.retain(|op| !is_mark(op));
    block.ops.iter_mut().flat_map(|op| &mut op.regions).for_each(remove_marks);
}

/// Whether an operation is a mark, or an `if` around one.
fn is_mark(op: &Operation) -> bool {
    if source::is_mark(op.attributes.text.as_deref()) {
        return true;
    }
    let only_mark = |block: &Block| match block.ops.as_slice() {
        [] | [_] => block.ops.iter().all(|op| op.operands.is_empty()),
        [first, end] => is_mark(first) && end.operands.is_empty(),
        [..] => false,
    };
    op.results.is_empty()
        && op.regions.iter().any(|region| region.ops.len() == 2)
        && op.op == spec::syntax::op::Op::If
        && op.regions.iter().all(only_mark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::syntax::op::Op;

    const PLAIN: &str = "entry @k(%x: tile<ptr<f32>>, %i: tile<i32>) {
        %one = constant <i32: 1> : tile<i32>
        %j = addi %i, %one : tile<i32>
        %t = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
        %v = make_partition_view %t : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
        %tile, %read = load_view_tko weak %v[%j] : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
        %done = store_view_tko weak %tile, %v[%i] token = %read : tile<4xf32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
        return
      }";

    const MARK: &str = "%yes = cmpi equal %one, %one, signed : tile<i32> -> tile<i1>
        assert %yes, \"tileproof checks this access\" : tile<i1>
        ";

    const RULE: &str = "%small = cmpi less_than %j, %one, signed : tile<i32> -> tile<i1>
        if %small { yield } else { assert %small, \"tileproof requires source.index.representable\" : tile<i1> yield }
        ";

    /// The text with words before the load and before the store.
    fn with(before_load: &str, before_store: &str) -> String {
        PLAIN
            .replace("%tile, %read = load", &format!("{before_load}%tile, %read = load"))
            .replace("%done = store", &format!("{before_store}%done = store"))
    }

    fn compared(checked: &str, marks: Marks) -> Result<Arc<Kernel>, String> {
        let kernel = |text: &str| spec::parse::module(text).expect("it parses").kernels[0].clone();
        accept(&kernel(PLAIN), &kernel(checked), marks).map_err(|difference| difference.message)
    }

    #[test]
    fn assertions_and_the_order_of_pure_operations_do_not_count() {
        assert!(compared(PLAIN, Marks::None).is_ok());
        assert!(compared(&with(RULE, ""), Marks::None).is_ok());
        let line = "%one = constant <i32: 1> : tile<i32>\n";
        let twice = PLAIN.replace(line, &format!("{line}%two = constant <i32: 1> : tile<i32>\n"));
        assert!(compared(&twice.replace("addi %i, %one", "addi %i, %two"), Marks::None).is_ok());
    }

    #[test]
    fn marks_are_asked_for_and_removed() {
        assert_eq!(compared(PLAIN, Marks::Each), Err("an access has no rules there".to_owned()));
        assert_eq!(compared(&with(MARK, ""), Marks::Each), Err("an access has no rules there".to_owned()));
        let both = with(&format!("{MARK}{RULE}"), &MARK.replace("%yes", "%again"));
        let kernel = compared(&both, Marks::Each).expect("each access has a mark");
        assert!(!kernel.operations().any(is_mark));
        assert!(kernel.operations().any(|op| op.attributes.text.is_some()), "the assertion is still there");
    }

    #[test]
    fn other_kernels_are_refused() {
        let other = PLAIN.replace("<i32: 1>", "<i32: 2>");
        assert_eq!(compared(&other, Marks::None), Err("the operation has different operands".to_owned()));
        let other = PLAIN.replace("addi %i, %one", "subi %i, %one");
        assert_eq!(compared(&other, Marks::None), Err("the operation has different operands".to_owned()));
        let without = PLAIN.lines().filter(|line| !line.contains("store")).collect::<Vec<_>>().join("\n");
        assert_eq!(compared(&without, Marks::None), Err("an operation is missing there".to_owned()));
        let added = with("", "%print = print_tko \"%i\", %i : tile<i32> -> token\n");
        assert_eq!(compared(&added, Marks::None), Err("the operations differ".to_owned()));
        let other = PLAIN.replace("%i: tile<i32>", "%i: tile<i32>, %n: tile<i32>");
        assert_eq!(compared(&other, Marks::None), Err("it has other parameters".to_owned()));
    }

    #[test]
    fn a_load_that_only_an_assertion_uses_does_not_count() {
        let load = "%n, %seen = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
            %zero = constant <f32: 0.0> : tile<f32>
            %fits = cmpf equal ordered %n, %zero : tile<f32> -> tile<i1>
            assert %fits, \"tileproof requires source.extents.negative\" : tile<i1>\n";
        assert!(compared(&with(load, ""), Marks::None).is_ok());
        let used = with(load, "").replace("token = %read", "token = %seen");
        assert!(compared(&used, Marks::None).is_ok(), "the order of weak accesses does not count");
    }

    /// A loop that adds and carries a byte, or not.
    fn looped(initial: &str, carried: &str, next: &str) -> Result<Arc<Kernel>, String> {
        let kernel = |with: bool| {
            let (values, types, ends) = match with {
                true => (", %c = %b", ", tile<i8>", format!(", {next}")),
                false => ("", "", String::new()),
            };
            let results = if with { "%sum:2" } else { "%sum:1" };
            let text = format!(
                "entry @k(%o: tile<ptr<i32>>, %i: tile<i32>) {{
                    %zero = constant <i32: 0> : tile<i32>
                    %one = constant <i32: 1> : tile<i32>
                    %b = constant <i8: {initial}> : tile<i8>
                    %d = constant <i8: {carried}> : tile<i8>
                    {results} = for %k in (%zero to %i, step %one) : tile<i32> iter_values(%a = %zero{values}) -> (tile<i32>{types}) {{
                      %more = addi %a, %k : tile<i32>
                      continue %more{ends} : tile<i32>{types}
                    }}
                    %done = store_ptr_tko weak %o, %sum#0 : tile<ptr<i32>>, tile<i32> -> token
                    return
                  }}"
            );
            spec::parse::module(&text).expect("it parses").kernels[0].clone()
        };
        accept(&kernel(false), &kernel(true), Marks::None).map_err(|difference| difference.message)
    }

    #[test]
    fn a_carried_value_that_never_changes_does_not_count() {
        assert!(looped("0", "0", "%c").is_ok());
        assert!(looped("0", "0", "%d").is_ok());
        assert!(looped("0", "1", "%d").is_err(), "it changes");
    }

    #[test]
    fn a_read_of_unwritten_memory_equals_zero() {
        let kernel = |value: &str| {
            let text = format!(
                "entry @k(%o: tile<ptr<i32>>, %i: tile<i32>) {{
                    %zero = constant <i32: 0> : tile<i32>
                    %one = constant <i32: 1> : tile<i32>
                    {value}
                    %is = cmpi greater_than %i, %zero, signed : tile<i32> -> tile<i1>
                    %t = select %is, %one, %v : tile<i1>, tile<i32>
                    %done = store_ptr_tko weak %o, %t : tile<ptr<i32>>, tile<i32> -> token
                    return
                  }}"
            );
            spec::parse::module(&text).expect("it parses").kernels[0].clone()
        };
        let read = "%m = alloca num_elem = 8, alignment = 4 : tile<ptr<i8>>
            %p = ptr_to_ptr %m : tile<ptr<i8>> -> tile<ptr<i32>>
            %v, %read = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token";
        let number = |number: i32| kernel(&format!("%v = constant <i32: {number}> : tile<i32>"));
        let accepted =
            accept(&number(0), &kernel(read), Marks::None).map_err(|difference| difference.message);
        let accepted = accepted.expect("it is the same kernel");
        assert!(accepted.operations().any(|op| op.op == Op::Alloca), "the read stays for the check");
        assert!(accept(&number(7), &kernel(read), Marks::None).is_err());
    }
}
