//! Atomic updates: every mode, masks, duplicates.

use crate::case::{Case, case};

fn update(mode: &str, element: &str, value: &str) -> Case {
    case(&format!(
        "entry @k(%a: tile<ptr<{element}>>, %o: tile<ptr<{element}>>) {{
           %v = constant <{element}: {value}> : tile<{element}>
           %x, %k = atomic_rmw_tko relaxed device %a, {mode}, %v : tile<ptr<{element}>>, tile<{element}> -> tile<{element}>, token
           %s = store_ptr_tko weak %o, %x token = %k : tile<ptr<{element}>>, tile<{element}> -> token
           return
         }}"
    ))
}

#[test]
fn every_mode() {
    let cases = [
        ("add", 0x7fff_ffff_u32, "1", 0x8000_0000_u32),
        ("xchg", 5, "9", 9),
        ("max", 0xffff_fffe, "3", 3),
        ("min", 0xffff_fffe, "3", 0xffff_fffe),
        ("umax", 0xffff_fffe, "3", 0xffff_fffe),
        ("umin", 0xffff_fffe, "3", 3),
        ("and", 0b1100, "10", 0b1000),
        ("or", 0b1100, "10", 0b1110),
        ("xor", 0b1100, "10", 0b0110),
    ];
    for (mode, before, value, after) in cases {
        let case = update(mode, "i32", value).input(&[before]).output(4);
        assert_eq!((case.gives::<u32>(0), case.gives::<u32>(1)), (vec![after], vec![before]), "{mode}");
    }
    assert_eq!(update("addf", "f32", "0.5").input(&[1.25f32]).output(4).gives::<f32>(0), [1.75]);
}

#[test]
fn lanes_update_one_place_in_order() {
    let all = case(
        "entry @k(%a: tile<ptr<i32>>, %o: tile<ptr<i32>>) {
           %l = iota : tile<8xi32>
           %three = constant <i32: 3> : tile<8xi32>
           %m = cmpi not_equal %l, %three, signed : tile<8xi32> -> tile<8xi1>
           %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
           %as = broadcast %a1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
           %x, %k = atomic_rmw_tko relaxed device %as, add, %l, %m : tile<8xptr<i32>>, tile<8xi32>, tile<8xi1> -> tile<8xi32>, token
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
           %p = offset %os, %l : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
           %s = store_ptr_tko weak %p, %x : tile<8xptr<i32>>, tile<8xi32> -> token
           return
         }",
    )
    .input(&[100i32])
    .output(32);
    assert_eq!(all.gives::<i32>(0), [125]);
    assert_eq!(all.gives::<i32>(1), [100, 100, 101, 0, 103, 107, 112, 118]);
}

#[test]
fn an_update_of_what_nobody_wrote() {
    let case = update("add", "i32", "1").output(4).output(4);
    assert_eq!(case.rule(), ("undetermined.stored", Some(vec![])));
    let exchange = update("xchg", "i32", "1").output(4).output(4);
    assert_eq!(exchange.rule(), ("undetermined.stored", Some(vec![])));
}

/// Blocks that run in the given order, each with its own part of `%data`, one location, and of `%f` and `%g`, two
/// flags. `%T` and `%V` begin names of a part's own.
fn blocks(count: u32, parts: &[&str]) -> Case {
    let mut body = String::new();
    for (number, part) in parts.iter().enumerate() {
        let part = part.replace("%T", &format!("%t{number}")).replace("%V", &format!("%v{number}"));
        body += &format!(
            "%n{number} = constant <i32: {number}> : tile<i32>
             %is{number} = cmpi equal %x, %n{number}, signed : tile<i32> -> tile<i1>
             if %is{number} {{
               {part}
             }}\n"
        );
    }
    case(&format!(
        "entry @k(%data: tile<ptr<i32>>, %f: tile<ptr<i32>>) {{
           %x, %y, %z = get_tile_block_id : tile<i32>
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %g = offset %f, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
           {body}
           return
         }}"
    ))
    .grid(count, 1)
    .input(&[0i32])
    .input(&[0i32, 0])
}

/// `store weak` to the data, `store how` to a flag, behind it.
fn raise(how: &str, flag: &str) -> String {
    format!(
        "%T = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
         %Tr = store_ptr_tko {how} {flag}, %one token=%T : tile<ptr<i32>>, tile<i32> -> token"
    )
}

/// `load how` of a flag, and a weak load of the data behind it.
fn look(how: &str, flag: &str) -> String {
    format!(
        "%V, %T = load_ptr_tko {how} {flag} : tile<ptr<i32>> -> tile<i32>, token
         %Vd, %Td = load_ptr_tko weak %data token=%T : tile<ptr<i32>> -> tile<i32>, token"
    )
}

#[test]
fn a_release_is_heard_by_an_acquire_that_reads_it() {
    let pair = |release: &str, acquire: &str| blocks(2, &[&raise(release, "%f"), &look(acquire, "%f")]);
    pair("release device", "acquire device").run();
    pair("release sys", "acquire device").run();
    for (release, acquire) in [
        ("relaxed device", "acquire device"),
        ("release device", "relaxed device"),
        ("release tl_blk", "acquire device"),
        ("release device", "acquire tl_blk"),
        ("weak", "acquire device"),
    ] {
        assert_eq!(pair(release, acquire).rule().0, "race.block", "{release}, {acquire}");
    }
    // The consumer reads a different flag, which stays unset.
    assert_eq!(
        blocks(2, &[&raise("release device", "%f"), &look("acquire device", "%g")]).rule().0,
        "race.block"
    );
}

#[test]
fn what_is_heard_is_handed_on() {
    let pass = |order: &str| {
        format!(
            "%V, %T = load_ptr_tko {order} device %f : tile<ptr<i32>> -> tile<i32>, token
             %Tr = store_ptr_tko release device %g, %one token=%T : tile<ptr<i32>>, tile<i32> -> token"
        )
    };
    let (first, last) = (raise("release device", "%f"), look("acquire device", "%g"));
    blocks(3, &[&first, &pass("acquire"), &last]).run();
    assert_eq!(blocks(3, &[&first, &pass("relaxed"), &last]).rule().0, "race.block");
}

#[test]
fn updates_hand_on_and_other_writes_do_not() {
    let (first, last) = (raise("release device", "%f"), look("acquire device", "%f"));
    let between = |op: &str| blocks(3, &[&first, op, &last]);
    between("%V, %T = atomic_rmw_tko relaxed device %f, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token")
        .run();
    between(
        "%V, %T = atomic_cas_tko relaxed device %f, %one, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token",
    )
    .run();
    // An exchange with an unexpected old value writes nothing.
    between(
        "%V, %T = atomic_cas_tko relaxed device %f, %zero, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token",
    )
    .run();
    let store = between("%T = store_ptr_tko relaxed device %f, %one : tile<ptr<i32>>, tile<i32> -> token");
    assert_eq!(store.rule().0, "race.block");
}

#[test]
fn a_failing_exchange_releases_nothing() {
    let exchange = |expected: &str| {
        let first = format!(
            "%T = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
             %V, %Tr = atomic_cas_tko release device %f, {expected}, %one token=%T : tile<ptr<i32>>, tile<i32> -> tile<i32>, token"
        );
        blocks(2, &[&first, &look("acquire device", "%f")])
    };
    exchange("%zero").run();
    assert_eq!(exchange("%one").rule().0, "race.block");
}

#[test]
fn a_strong_write_does_not_hide_a_weak_one_before_it() {
    // The update waits for the weak store, but another block's update waits for neither.
    let update = "atomic_rmw_tko relaxed device %data, add, %one";
    let both = format!(
        "%T = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
         %V, %Tu = {update} token=%T : tile<ptr<i32>>, tile<i32> -> tile<i32>, token"
    );
    let one = format!("%V, %T = {update} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token");
    assert_eq!(blocks(2, &[&both, &one]).rule().0, "race.block");
    blocks(2, &[&one, &one]).run();
}

#[test]
fn a_block_hears_its_own_release() {
    let own = |wait: &str| {
        case(&format!(
            "entry @k(%data: tile<ptr<i32>>, %f: tile<ptr<i32>>) {{
               %one = constant <i32: 1> : tile<i32>
               %w = store_ptr_tko weak %data, %one : tile<ptr<i32>>, tile<i32> -> token
               %r = store_ptr_tko release tl_blk %f, %one {wait} : tile<ptr<i32>>, tile<i32> -> token
               %v, %a = load_ptr_tko acquire tl_blk %f : tile<ptr<i32>> -> tile<i32>, token
               %d, %l = load_ptr_tko weak %data token=%a : tile<ptr<i32>> -> tile<i32>, token
               return
             }}"
        ))
        .input(&[0i32])
        .input(&[0i32])
    };
    own("token=%w").run();
    assert_eq!(own("").rule().0, "race.token");
}

#[test]
fn exchanges_compare_bits() {
    let exchange = |before: f32, expected: &str| {
        case(&format!(
            "entry @k(%a: tile<ptr<f32>>) {{
               %c = constant <f32: {expected}> : tile<f32>
               %n = constant <f32: 7.0> : tile<f32>
               %x, %k = atomic_cas_tko relaxed device %a, %c, %n : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
               return
             }}"
        ))
        .input(&[before])
        .gives::<f32>(0)
    };
    assert_eq!(exchange(0.5, "0.5"), [7.0]);
    assert_eq!(exchange(-0.0, "0.0").iter().map(|x| x.to_bits()).collect::<Vec<_>>(), [1 << 31]);
}
