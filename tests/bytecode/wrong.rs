//! Wrong files: each is refused at its byte, with a remedy, for all possible contents.

use std::time::{Duration, Instant};

use frontends::bytecode::{HELP, module};
use spec::problem::{IllFormed, Refused, Unsupported};
use spec::syntax::op::Op;

use crate::build::{self, Parts, debug, kernel, number, sections};
use crate::files::{one, read};

/// A file without one section; the alignment of the rest is kept.
pub(crate) fn without_section(bytes: &[u8], id: u8) -> Vec<u8> {
    let (_, range) = sections(bytes).into_iter().find(|(found, _)| *found == id).expect("it has the section");
    // A section of equal length: a producer, of which only the string's number is read.
    let mut result = bytes.to_vec();
    let len = range.len();
    let filler = [vec![7], number(len as u64 - 3)].concat();
    assert_eq!(filler.len(), 3, "a section of 128 bytes or more");
    result[range.start..range.start + 3].copy_from_slice(&filler);
    result[range.start + 3] = 0;
    result
}

/// The error of a file.
#[track_caller]
fn ill_formed(bytes: &[u8]) -> IllFormed {
    match module(bytes) {
        Err(Refused::IllFormed(problem)) => {
            assert!(problem.at.offset <= bytes.len(), "{problem:?}");
            let offset = problem.at.offset;
            assert!(problem.message.starts_with(&format!("byte {offset}: ")), "{problem:?}");
            assert_eq!(problem.help.as_deref(), Some(HELP));
            problem
        }
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn unsupported(bytes: &[u8]) -> Unsupported {
    match module(bytes) {
        Err(Refused::Unsupported(problem)) => problem,
        other => panic!("{other:?}"),
    }
}

/// A file with some of its bytes replaced.
fn patched(bytes: &[u8], at: usize, with: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + with.len()].copy_from_slice(with);
    bytes
}

#[test]
fn a_torn_file_is_refused_at_every_length() {
    for name in
        ["py/13.1/seed_vec_add", "py/seed_while_break", "cpp/c33_globals", "cpp/c11_scan", "demo/broken"]
    {
        let bytes = one(name);
        for len in 0..bytes.len() {
            let problem = ill_formed(&bytes[..len]);
            assert!(problem.at.offset <= len, "{name} torn at {len}: {problem:?}");
        }
    }
}

#[test]
fn what_follows_the_end_is_refused() {
    let mut bytes = one("py/seed_vec_add");
    let end = bytes.len();
    bytes.push(0);
    assert_eq!(ill_formed(&bytes).message, format!("byte {end}: the file has 1 bytes too many"));
}

#[test]
fn headers_are_looked_at() {
    let bytes = one("py/seed_vec_add");
    let magic = ill_formed(&patched(&bytes, 3, b"X"));
    assert!(magic.message.starts_with("byte 0: Tile IR bytecode begins with 7F 54"), "{}", magic.message);
    for version in [[13, 0], [12, 9], [0, 1]] {
        let problem = ill_formed(&patched(&bytes, 8, &version));
        let [major, minor] = version;
        assert_eq!(
            problem.message,
            format!("byte 8: there is no Tile IR {major}.{minor}: the first is 13.1")
        );
    }
    for version in [[13, 6], [14, 0], [255, 255]] {
        let problem = unsupported(&patched(&bytes, 8, &version));
        let [major, minor] = version;
        assert_eq!(problem.message, format!("Tile IR {major}.{minor}: the newest that is read is 13.5"));
        assert_eq!((problem.at.offset, problem.at.len), (8, 2));
    }
    assert!(module(&patched(&bytes, 10, &[1, 0])).is_ok(), "a file that may use previews, and does not");
    assert_eq!(unsupported(&patched(&bytes, 10, &[2, 0])).message, "the tag 0x2 of the header");
}

#[test]
fn a_file_is_read_as_its_version_has_it() {
    let bytes = one("py/seed_vec_add");
    // From 13.3 the flags of a partition view precede its tile, from 13.4 a pointer has flags, and from 13.5 a kernel always has hints.
    // Each version is a different file, and all of these are wrong.
    for minor in [1, 2, 3, 5] {
        ill_formed(&patched(&bytes, 9, &[minor]));
    }
    assert!(module(&patched(&bytes, 9, &[4])).is_ok());
}

#[test]
fn sections_are_looked_at() {
    let bytes = one("py/seed_vec_add");
    let second = sections(&bytes)[1].1.start;
    assert_eq!(
        ill_formed(&patched(&bytes, second, &[0x55])).message,
        format!("byte {second}: there is no section of the number 85")
    );
    let twice = patched(&bytes, second, &[bytes[sections(&bytes)[0].1.start]]);
    assert!(ill_formed(&twice).message.ends_with("is there twice"));
    let alignment = ill_formed(
        &build::file(4, &[]).into_iter().take(12).chain([0x81, 1, 3, 0, 0, 0]).collect::<Vec<_>>(),
    );
    assert_eq!(alignment.message, "byte 14: an alignment is a power of two, not 3");
    let empty = module(&build::file(4, &[])).expect("a file may be empty");
    assert!(empty.kernels.is_empty() && empty.globals.is_empty());
}

#[test]
fn opcodes_are_looked_at() {
    let bytes = one("py/seed_vec_add");
    let kernel = &read("py/seed_vec_add", &bytes).kernels[0];
    let op = kernel.body.ops.iter().find(|op| op.op == Op::MakePartitionView).expect("it makes one");
    let at = op.at.offset;
    for opcode in [25, 36, 52, 57, 75, 126] {
        let problem = ill_formed(&patched(&bytes, at, &[opcode]));
        let message =
            format!("byte {at}: {opcode} is no operation of Tile IR 13.4, nor of any version up to 13.5");
        assert_eq!((problem.message, problem.at.source.is_none()), (message, true));
    }
    let newer = ill_formed(&patched(&bytes, at, &[124]));
    let message = format!("byte {at}: `multimem_reduce_view_tko` is of Tile IR 13.5, and the file of 13.4");
    assert_eq!(newer.message, message);
    // 16386 in groups of seven bits.
    let preview = ill_formed(&patched(&bytes, at, &[0x82, 0x80, 0x01]));
    assert_eq!(
        preview.message,
        format!("byte {at}: `preview$call` is of Tile IR 13.5, and the file of 13.4")
    );
    assert!(op.at.source.is_some());
}

#[test]
fn calls_of_foreign_code_need_a_header_with_previews() {
    let bytes = one("preview/foreign_call");
    let read = module(&bytes).expect("it is read");
    let call = read.kernels[0].operations().find(|op| op.op == Op::PreviewCall).expect("it calls");
    let refused = ill_formed(&patched(&bytes, 10, &[0, 0]));
    let at = call.at.offset;
    assert_eq!(
        refused.message,
        format!("byte {at}: `preview$call` is a preview, and the header declares none")
    );
}

/// The flag of a public kernel.
const KERNEL: u8 = 2;

#[test]
fn functions_that_are_no_kernels_are_refused_by_their_form() {
    let bytes = one("preview/foreign_call");
    // The function section: a number, a length of two bytes, an alignment, a count, a name, a type, and the flags.
    let (_, range) = sections(&bytes).into_iter().find(|(id, _)| *id == 2).expect("it has functions");
    let at = range.start + 7;
    assert_eq!(bytes[at], KERNEL);
    let with = |flags: u8| patched(&bytes, at, &[flags]);
    let foreign =
        "the foreign function @foreign_call: its code is in a library, and no document bounds its accesses";
    assert_eq!(unsupported(&with(4)).message, foreign);
    assert_eq!(unsupported(&with(5)).message, foreign);
    let both = ill_formed(&with(KERNEL | 4)).message;
    assert!(both.ends_with("@foreign_call is a kernel and a foreign function"), "{both}");
    let tests = "the function @foreign_call of the dialect's own tests";
    assert_eq!(unsupported(&with(KERNEL | 8)).message, tests);
    assert_eq!(unsupported(&with(0)).message, "the function @foreign_call, which is no public kernel");
    for flags in [12, 16, 32] {
        let problem = ill_formed(&with(KERNEL | flags)).message;
        assert!(problem.contains("of a function are not known"), "{problem}");
    }
}

/// The refusal of a file with pointers to multicast memory.
const MULTICAST: &str =
    "a pointer with the attribute `multicast`: a contract describes the memory of one device";

#[test]
fn what_has_no_meaning_is_unsupported_with_its_place() {
    assert_eq!(unsupported(&one("operations/multicast_13.5")).message, MULTICAST);
}

/// The error of a kernel with this body, and its byte in the body.
#[track_caller]
fn body(bytes: &[u8], parts: Parts) -> (String, usize) {
    let file = kernel(bytes, parts);
    let start =
        file.windows(bytes.len()).position(|window| window == bytes).expect("the body is in the file");
    let problem = ill_formed(&file);
    let message = problem.message.split_once(": ").map_or("", |(_, message)| message).to_owned();
    (message, problem.at.offset.wrapping_sub(start))
}

/// `return`
const RETURN: [u8; 3] = [92, 0, 0];

#[test]
fn indices_are_looked_at() {
    assert!(module(&kernel(&RETURN, Parts::default())).is_ok());
    let cases: &[(&[u8], &str, usize)] = &[
        (&[58, 99], "there are 5 types, and this is number 99", 1),
        (&[58, 0], "no value has the type of tag 0 in Tile IR 13.4", 1),
        (&[91, 1, 7], "value 7 is not defined here: there are 1", 2),
        (&[5, 9, 0], "there are 1 strings, and this is number 9", 1),
        (&[16, 1, 0], "there are 0 constants, and this is number 0", 2),
        (&[15, 1, 6, 0, 0, 0], "there is no comparison of the number 6", 2),
        (&[15, 1, 0, 2, 0, 0], "there is no signedness of the number 2", 3),
        (&[113, 1, 2, 0, 0], "the flags 0b10 of `alloca` are not known", 2),
        (&[50, 0, 0, 1], "there are 1 regions, where 2 belong", 3),
        (&[65, 0, 0, 1, 2], "a region has one block, not 2", 4),
        (&[65, 0, 0, 1, 0], "a region has one block, not 0", 4),
        (&[6, 1, 13, 0], "there is no assumption of the tag 13", 2),
        (&[6, 1, 8, 4, 1, 2, 0], "a stride of multiples has an axis, and an axis a stride", 2),
        (&[6, 1, 12, 4, 0], "the flags 0b100 of an assumption are not known", 3),
        (&[91, 1], "the body of a kernel ends after 0 of 1 bytes", 2),
        (&[91, 0x80, 0x80], "the body of a kernel ends after 0 of 1 bytes", 3),
        (
            &[91, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00],
            "a number has more than ten bytes",
            1,
        ),
        (&[67, 1, 1, 0, 0, 0], "`make_tensor_view`: it makes a tensor view", 0),
    ];
    for (bytes, message, offset) in cases {
        let mut whole = bytes.to_vec();
        // A truncated file cannot have later errors.
        if !message.contains("ends after") {
            whole.extend(RETURN);
        }
        assert_eq!(body(&whole, Parts::default()), ((*message).to_owned(), *offset), "{bytes:?}");
    }
}

#[test]
fn counts_are_held_against_what_is_left() {
    let huge = number(1 << 62);
    let cases = [
        (vec![92, 0], "operands do not fit into 0 bytes of the body of a kernel"),
        (vec![92], "results do not fit into 0 bytes of the body of a kernel"),
        (vec![88, 0, 0], "identities do not fit into 0 bytes of the body of a kernel"),
        (vec![83, 1], "axes do not fit into 0 bytes of the body of a kernel"),
        (vec![6, 1, 9], "extents do not fit into 0 bytes of the body of a kernel"),
        (vec![65, 0, 0, 1, 1], "parameters do not fit into 0 bytes of the body of a kernel"),
        (vec![65, 0, 0, 1, 1, 0], "operations do not fit into 0 bytes of the body of a kernel"),
    ];
    for (mut bytes, message) in cases {
        let at = bytes.len();
        bytes.extend(&huge);
        let expected = format!("{} {message}", 1u64 << 62);
        assert_eq!(body(&bytes, Parts::default()), (expected, at));
    }
    for id in 1..=6 {
        let problem = ill_formed(&build::file(4, &[(id, huge.clone())]));
        assert!(problem.message.contains("do not fit into 0 bytes of"), "section {id}: {}", problem.message);
    }
    let long = patched(&build::file(4, &[(2, vec![0; 9])]), 13, &[0x7f]);
    assert_eq!(ill_formed(&long).message, "byte 13: 127 bytes do not fit into 12 bytes of the file");
}

#[test]
fn every_place_survives_a_huge_number() {
    let start = Instant::now();
    for name in ["py/13.1/seed_edge_safe", "cpp/c33_globals"] {
        let bytes = one(name);
        for at in 8..bytes.len() - 9 {
            for with in [[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], [0xff; 9], [0; 9]] {
                if let Err(Refused::IllFormed(problem)) = module(&patched(&bytes, at, &with)) {
                    assert!(problem.at.offset <= bytes.len(), "{problem:?}");
                }
            }
        }
    }
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn regions_nest_so_deep_and_no_deeper() {
    // `loop`: no results, no operands, one region of a single block without parameters, with an operation
    // inside.
    let nested =
        |depth: usize| [[65, 0, 0, 1, 1, 0, 1].repeat(depth), RETURN.to_vec(), RETURN.to_vec()].concat();
    assert!(module(&kernel(&nested(60), Parts::default())).is_ok());
    let (message, _) = body(&nested(61), Parts::default());
    assert_eq!(message, "regions are nested more than 60 deep");
    assert!(module(&kernel(&nested(30_000), Parts::default())).is_err());
}

#[test]
fn what_is_named_again_and_again_is_bounded() {
    // A tile of 4096 bytes, made by three bytes each time.
    let tile = [vec![13, 3, 1], 4096u64.to_le_bytes().to_vec()].concat();
    let bytes: Vec<u8> = (0..4096u32).map(|byte| byte.to_le_bytes()[0]).collect();
    let many = |count: usize| [[16, 5, 0].repeat(count), RETURN.to_vec()].concat();
    let parts = || Parts { types: vec![tile.clone()], constants: vec![bytes.clone()], ..Parts::default() };
    assert!(module(&kernel(&many(3), parts())).is_ok());
    let (message, _) = body(&many(1000), parts());
    assert!(message.starts_with("with this, what the file describes takes more memory than"), "{message}");

    let parts = Parts { strings: vec![vec![b'x'; 50_000]], ..Parts::default() };
    let (message, _) = body(&[[5, 1, 0].repeat(2000), RETURN.to_vec()].concat(), parts);
    assert!(message.starts_with("with this, what the file describes takes more memory than"), "{message}");
}

#[test]
fn locations_that_name_themselves_end_somewhere() {
    // A call site (6) of itself at a location (4) in the scope 0 of the file `k`.
    let attributes = [vec![6, 1, 2], vec![4, 0, 0, 7, 3], vec![6, 4, 3], vec![6, 3, 4], vec![9, 9]];
    for index in 0..=5 {
        let parts = Parts { debug: Some(debug(&[2, index], &attributes)), ..Parts::default() };
        let module = module(&kernel(&RETURN, parts)).expect("well-formed");
        let place = module.kernels[0].body.ops[0].at.source.as_ref().map(|place| place.position.line);
        assert_eq!(place, [None, Some(7), Some(7), None, None, None][index as usize], "{index}");
        assert_eq!(module.kernels[0].at.source.as_ref().map(|place| place.position.column), Some(3));
    }
    let parts = Parts { debug: Some(debug(&[2, 6], &attributes)), ..Parts::default() };
    let problem = ill_formed(&kernel(&RETURN, parts));
    assert!(
        problem.message.ends_with("there are 5 debug attributes, and this is number 5"),
        "{}",
        problem.message
    );
    // Sixty call sites, each twice in the next: two to the sixtieth frames.
    let chain: Vec<Vec<u8>> = (1..=60).map(|before| vec![6, before, before]).collect();
    let attributes = [vec![vec![4, 0, 0, 7, 3]], chain].concat();
    let parts = Parts { debug: Some(debug(&[1, 61], &attributes)), ..Parts::default() };
    assert!(module(&kernel(&RETURN, parts)).is_ok());
}

#[test]
fn masks_are_told_from_paddings_by_their_flags() {
    // load_ptr_tko weak of the value 0, with another value as a mask (flag 4) or as a padding (flag 8).
    let load = |flag: u8| [vec![61, 1, 4, flag, 0, 0, 0], RETURN.to_vec()].concat();
    assert!(module(&kernel(&load(4), Parts::default())).is_ok());
    let (message, _) = body(&load(8), Parts::default());
    assert_eq!(message, "`load_ptr_tko`: truth values are padded, and there is no mask");
}
