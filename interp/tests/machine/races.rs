//! Races: between blocks, between lanes, and inside a block where no token orders.

use spec::rules::Rule;

use crate::case::{Case, case, line_of};

/// Every block stores its number to `o[block·factor]`.
fn store_at(factor: u64, store: &str) -> Case {
    case(&format!(
        "entry @k(%o: tile<ptr<i32>>, %f: tile<i32>) {{
           %x, %y, %z = get_tile_block_id : tile<i32>
           %i = muli %x, %f : tile<i32>
           %p = offset %o, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
           {store}
           return
         }}"
    ))
    .grid(3, 1)
    .input(&[0i32; 4])
    .scalar(factor)
}

const STORE: &str = "%k = store_ptr_tko weak %p, %x : tile<ptr<i32>>, tile<i32> -> token";

#[test]
fn two_blocks_store_to_one_place() {
    assert_eq!(store_at(1, STORE).gives::<i32>(0), [0, 1, 2, 0]);
    let case = store_at(0, STORE);
    let violation = case.broken();
    assert_eq!(violation.rule, Rule::RaceBlock);
    assert_eq!((violation.party.block, violation.party.lane), ([1, 0, 0], Some(vec![])));
    let other = violation.other.unwrap();
    assert_eq!((other.block, other.lane), ([0, 0, 0], Some(vec![])));
    assert!(line_of(&case.text, other.at.offset).starts_with("%k = store_ptr_tko"));
    assert_eq!(violation.parameter, Some(0));
}

#[test]
fn only_blocks_that_run_race() {
    let one =
        |blocks: &[[u32; 3]]| store_at(0, STORE).with(|case| case.launch.blocks = Some(blocks.to_vec()));
    one(&[[2, 0, 0]]).run();
    let violation = one(&[[2, 0, 0], [0, 0, 0]]).broken();
    assert_eq!((violation.party.block, violation.other.unwrap().block), ([0, 0, 0], [2, 0, 0]));
}

#[test]
fn two_blocks_read_one_place() {
    store_at(0, "%v, %k = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token").run();
}

#[test]
fn a_block_reads_what_another_writes() {
    let text = "entry @k(%o: tile<ptr<i32>>, %n: tile<i32>) {
           %x, %y, %z = get_tile_block_id : tile<i32>
           %zero = constant <i32: 0> : tile<i32>
           %first = cmpi equal %x, %n, signed : tile<i32> -> tile<i1>
           if %first {
             %j = store_ptr_tko weak %o, %x : tile<ptr<i32>>, tile<i32> -> token
           } else {
             %v, %k = load_ptr_tko weak %o : tile<ptr<i32>> -> tile<i32>, token
           }
           return
         }";
    for writer in 0..3 {
        let violation = case(text).grid(3, 1).input(&[0i32]).scalar(writer).broken();
        assert_eq!(violation.rule, Rule::RaceBlock);
        let blocks = [violation.party.block[0], violation.other.unwrap().block[0]];
        assert!(blocks.contains(&(writer as u32)), "{blocks:?}");
    }
    case(text).grid(3, 1).input(&[0i32]).scalar(3).run();
}

#[test]
fn overlapping_elements_of_different_widths_race() {
    let text = "entry @k(%o: tile<ptr<i8>>, %w: tile<ptr<i32>>) {
           %x, %y, %z = get_tile_block_id : tile<i32>
           %zero = constant <i32: 0> : tile<i32>
           %byte = constant <i8: 1> : tile<i8>
           %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
           if %first {
             %j = store_ptr_tko weak %w, %zero : tile<ptr<i32>>, tile<i32> -> token
           } else {
             %three = constant <i32: 3> : tile<i32>
             %p = offset %o, %three : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
             %k = store_ptr_tko weak %p, %byte : tile<ptr<i8>>, tile<i8> -> token
           }
           return
         }";
    let overlap = |offset: u64| {
        case(text).grid(2, 1).input(&[0u8; 16]).with(|case| {
            case.launch.arguments.push(spec::syntax::launch::Argument::Pointer { buffer: 0, offset });
        })
    };
    assert_eq!(overlap(0).rule().0, "race.block");
    overlap(4).run();
}

/// Two blocks update one place atomically, each with its own operation.
fn update(first: &str, second: &str) -> Case {
    case(&format!(
        "entry @k(%o: tile<ptr<i32>>) {{
           %x, %y, %z = get_tile_block_id : tile<i32>
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %is = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
           if %is {{
             {first}
           }} else {{
             {second}
           }}
           return
         }}"
    ))
    .grid(2, 1)
    .input(&[5i32])
}

const DEVICE: &str =
    "%v, %k = atomic_rmw_tko relaxed device %o, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token";
const SYSTEM: &str =
    "%v, %k = atomic_rmw_tko relaxed sys %o, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token";
const BLOCK: &str =
    "%v, %k = atomic_rmw_tko relaxed tl_blk %o, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token";

#[test]
fn updates_of_device_scope_do_not_race() {
    assert_eq!(update(DEVICE, DEVICE).gives::<i32>(0), [7]);
    assert_eq!(update(DEVICE, SYSTEM).gives::<i32>(0), [7]);
    assert_eq!(update(BLOCK, DEVICE).rule().0, "race.block");
    assert_eq!(update(DEVICE, BLOCK).rule().0, "race.block");
    assert_eq!(update(BLOCK, BLOCK).rule().0, "race.block");
}

#[test]
fn an_update_races_with_what_is_no_update() {
    let store = "%k = store_ptr_tko weak %o, %one : tile<ptr<i32>>, tile<i32> -> token";
    let load = "%v, %k = load_ptr_tko weak %o : tile<ptr<i32>> -> tile<i32>, token";
    for other in [store, load] {
        assert_eq!(update(DEVICE, other).rule().0, "race.block");
        assert_eq!(update(other, DEVICE).rule().0, "race.block");
    }
}

/// Two operations of one block on one place; the second waits for `%wait`.
fn pair(first: &str, second: &str) -> Case {
    case(&format!(
        "entry @k(%o: tile<ptr<i32>>) {{
           %one = constant <i32: 1> : tile<i32>
           %none = make_token : token
           {first}
           {second}
           return
         }}"
    ))
    .input(&[5i32])
}

#[test]
fn a_token_orders_two_accesses_of_a_block() {
    let load =
        |wait: &str| format!("%v, %l = load_ptr_tko weak %o {wait} : tile<ptr<i32>> -> tile<i32>, token");
    let store =
        |wait: &str| format!("%s = store_ptr_tko weak %o, %one {wait} : tile<ptr<i32>>, tile<i32> -> token");
    pair(&load(""), &store("token = %l")).run();
    assert_eq!(pair(&load(""), &store("")).rule().0, "race.token");
    assert_eq!(pair(&load(""), &store("token = %none")).rule().0, "race.token");
    pair(&store(""), &load("token = %s")).run();
    let violation = pair(&store(""), &load("")).broken();
    assert_eq!((violation.rule, violation.other.unwrap().block), (Rule::RaceToken, [0, 0, 0]));
    pair(&load(""), &load("").replace("%v, %l", "%w, %m")).run();
}

#[test]
fn order_goes_through_joins_and_other_operations() {
    let through = |token: &str| {
        case(&format!(
            "entry @k(%o: tile<ptr<i32>>, %p: tile<ptr<i32>>) {{
               %one = constant <i32: 1> : tile<i32>
               %s = store_ptr_tko weak %o, %one : tile<ptr<i32>>, tile<i32> -> token
               %t = store_ptr_tko weak %p, %one token = %s : tile<ptr<i32>>, tile<i32> -> token
               %none = make_token : token
               %j = join_tokens %none, %t : token
               %v, %l = load_ptr_tko weak %o token = {token} : tile<ptr<i32>> -> tile<i32>, token
               return
             }}"
        ))
        .input(&[0i32])
        .input(&[0i32])
    };
    through("%t").run();
    through("%j").run();
    assert_eq!(through("%none").rule().0, "race.token");
}

#[test]
fn two_updates_of_a_block_do_not_race() {
    let again = DEVICE.replace("%v, %k", "%w, %j");
    assert_eq!(pair(DEVICE, &again).gives::<i32>(0), [7]);
    let store =
        |wait: &str| format!("%s = store_ptr_tko weak %o, %one {wait} : tile<ptr<i32>>, tile<i32> -> token");
    assert_eq!(pair(DEVICE, &store("")).rule().0, "race.token");
    assert_eq!(pair(DEVICE, &store("token = %k")).gives::<i32>(0), [1]);
}

/// Stores in a loop, each to the same place, waiting for the one before or for none.
fn chain(wait: &str, times: u64) -> Case {
    case(&format!(
        "entry @k(%o: tile<ptr<i32>>, %n: tile<i32>) {{
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %start = make_token : token
           %end = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%before = %start) -> (token) {{
             %after = store_ptr_tko weak %o, %i token = {wait} : tile<ptr<i32>>, tile<i32> -> token
             continue %after : token
           }}
           return
         }}"
    ))
    .input(&[0i32])
    .scalar(times)
}

#[test]
fn a_chain_of_stores_is_ordered() {
    assert_eq!(chain("%before", 100_000).gives::<i32>(0), [99_999]);
    assert_eq!(chain("%start", 1).gives::<i32>(0), [0]);
    assert_eq!(chain("%start", 2).rule().0, "race.token");
}

#[test]
fn a_thousand_unordered_reads_are_joined_before_a_write() {
    let reads = |wait: &str| {
        case(&format!(
            "entry @k(%a: tile<ptr<i32>>, %n: tile<i32>) {{
               %zero = constant <i32: 0> : tile<i32>
               %one = constant <i32: 1> : tile<i32>
               %start = make_token : token
               %end = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%all = %start) -> (token) {{
                 %x, %k = load_ptr_tko weak %a token = %start : tile<ptr<i32>> -> tile<i32>, token
                 %p = offset %a, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
                 %y, %l = load_ptr_tko weak %p token = %start : tile<ptr<i32>> -> tile<i32>, token
                 %both = join_tokens %all, %k, %l : token
                 continue {wait} : token
               }}
               %s = store_ptr_tko weak %a, %one token = %end : tile<ptr<i32>>, tile<i32> -> token
               return
             }}"
        ))
        .input(&[7i32, 8])
        .scalar(100_000)
    };
    assert_eq!(reads("%both").gives::<i32>(0), [1, 8]);
    let last = reads("%k");
    assert_eq!(last.rule().0, "race.token");
}

#[test]
fn every_read_of_a_place_matters_though_none_follows_another() {
    // A place is read in every third round; one round is not waited for.
    let reads = |missing: i32| {
        case(&format!(
            "entry @k(%a: tile<ptr<i32>>, %n: tile<i32>) {{
               %zero = constant <i32: 0> : tile<i32>
               %one = constant <i32: 1> : tile<i32>
               %three = constant <i32: 3> : tile<i32>
               %missing = constant <i32: {missing}> : tile<i32>
               %start = make_token : token
               %end = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%all = %start) -> (token) {{
                 %place = remi %i, %three signed : tile<i32>
                 %p = offset %a, %place : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
                 %x, %k = load_ptr_tko weak %p token = %start : tile<ptr<i32>> -> tile<i32>, token
                 %waits = cmpi not_equal %i, %missing, signed : tile<i32> -> tile<i1>
                 %next = if %waits -> (token) {{
                   %both = join_tokens %all, %k : token
                   yield %both : token
                 }} else {{
                   yield %all : token
                 }}
                 continue %next : token
               }}
               %s = store_ptr_tko weak %a, %one token = %end : tile<ptr<i32>>, tile<i32> -> token
               return
             }}"
        ))
        .input(&[7i32, 8, 9])
        .scalar(1000)
    };
    for place_of_another in [-1, 1, 502, 998] {
        assert_eq!(reads(place_of_another).gives::<i32>(0), [1, 8, 9], "{place_of_another}");
    }
    for round in [0, 3, 501, 996, 999] {
        assert_eq!(reads(round).rule().0, "race.token", "{round}");
    }
}

#[test]
fn lanes_of_one_store() {
    let scatter = |indices: &str, store: &str| {
        case(&format!(
            "entry @k(%o: tile<ptr<i32>>) {{
               %i = constant <i32: [{indices}]> : tile<4xi32>
               %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
               %os = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
               %p = offset %os, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
               {store}
               return
             }}"
        ))
        .input(&[0i32; 8])
    };
    let weak = "%k = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token";
    let update = "%v, %k = atomic_rmw_tko relaxed device %p, add, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xi32>, token";
    assert_eq!(scatter("5, 2, 7, 0", weak).gives::<i32>(0), [0, 0, 2, 0, 0, 5, 0, 7]);
    let violation = scatter("5, 2, 7, 2", weak).broken();
    assert_eq!(violation.rule, Rule::RaceLane);
    assert_eq!((violation.party.lane, violation.other.unwrap().lane), (Some(vec![3]), Some(vec![1])));
    let violation = scatter("3, 3, 3, 3", weak).broken();
    assert_eq!((violation.party.lane, violation.other.unwrap().lane), (Some(vec![1]), Some(vec![0])));
    let violation = scatter("4, 5, 6, 5", weak).broken();
    assert_eq!((violation.party.lane, violation.other.unwrap().lane), (Some(vec![3]), Some(vec![1])));
    assert_eq!(scatter("5, 2, 5, 2", update).gives::<i32>(0), [0, 0, 4, 0, 0, 10, 0, 0]);
}

#[test]
fn rows_of_a_view_that_overlap() {
    let store = |stride: u64| {
        case(
            "entry @k(%o: tile<ptr<i32>>, %s: tile<i64>) {
               %x = constant <i32: 1> : tile<2x4xi32>
               %t = make_tensor_view %o, shape = [2, 4], strides = [%s, 1] : tile<i64> -> tensor_view<2x4xi32, strides=[?,1]>
               %v = make_partition_view %t : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[?,1]>>
               %z = constant <i32: 0> : tile<i32>
               %k = store_view_tko weak %x, %v[%z, %z] : tile<2x4xi32>, partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[?,1]>>, tile<i32> -> token
               return
             }",
        )
        .input(&[0i32; 16])
        .scalar(stride)
    };
    store(4).run();
    store(8).run();
    let violation = store(3).broken();
    assert_eq!(violation.rule, Rule::RaceLane);
    assert_eq!(violation.party.lane, Some(vec![1, 0]));
    assert_eq!(violation.other.unwrap().lane, Some(vec![0, 3]));
}

#[test]
fn neighbouring_tiles_of_two_blocks_do_not_race() {
    let tiles = |extent: u64, factor: u64| {
        case(
            "entry @k(%o: tile<ptr<i32>>, %n: tile<i32>, %f: tile<i32>) {
               %bx, %by, %bz = get_tile_block_id : tile<i32>
               %i = muli %bx, %f : tile<i32>
               %x = constant <i32: 1> : tile<1024xi32>
               %t = make_tensor_view %o, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
               %v = make_partition_view %t : partition_view<tile=(1024), tensor_view<?xi32, strides=[1]>>
               %k = store_view_tko weak %x, %v[%i] : tile<1024xi32>, partition_view<tile=(1024), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
               return
             }",
        )
        .grid(3, 1)
        .output(4 * 3000)
        .scalar(extent)
        .scalar(factor)
    };
    assert_eq!(tiles(3000, 1).gives::<i32>(0), [1; 3000]);
    let violation = tiles(3000, 0).broken();
    assert_eq!((violation.rule, violation.party.lane), (Rule::RaceBlock, Some(vec![0])));
}
