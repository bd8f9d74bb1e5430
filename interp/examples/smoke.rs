//! scratch
use std::collections::BTreeMap;
use interp::{Options, run};
use spec::syntax::launch::*;
use spec::syntax::types::Element;
use spec::valid::Valid;
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let module = match spec::parse::module(&text) { Ok(m) => m, Err(e) => { println!("{path}: PARSE {}", e.message); continue } };
        for k in &module.kernels {
            let name = k.name.clone();
            let v = match Valid::new(k.clone()) { Ok(v) => v, Err(e) => { println!("{name}: {e}"); continue } };
            for (n, grid) in [(64u64, [1u32,1,1]), (1000, [2,2,1]), (1, [1,1,1])] {
            let mut l = Launch { grid, arguments: vec![], buffers: vec![], blocks: None };
            for p in &v.params {
                match v.tile(*p).element {
                    Element::Scalar(_) => l.arguments.push(Argument::Scalar(n.min(1<<v.tile(*p).element.scalar().unwrap().bits().min(32)-1))),
                    Element::Pointer(_) => { l.arguments.push(Argument::Pointer { buffer: l.buffers.len(), offset: 0 }); l.buffers.push(Buffer { bytes: 1 << 24, alignment: 256, uninit: false, contents: BTreeMap::new() }) }
                }
            }
            let r = std::panic::catch_unwind(|| run(&v, &l, &Options { fuel: 1 << 28, ..Options::default() }));
            match r {
                Err(_) => println!("{name} n={n}: PANIC"),
                Ok(Ok(o)) => println!("{name} n={n}: ok {:?} asserts {}", o.prints, o.failed_asserts.len()),
                Ok(Err(interp::Stop::Violation(v))) => println!("{name} n={n}: {} at {:?} lane {:?} other {:?}", v.rule, &text[v.party.at.offset..(v.party.at.offset+60).min(text.len())].lines().next(), v.party.lane, v.other.map(|o| text[o.at.offset..o.at.offset+50].to_owned())),
                Ok(Err(s)) => println!("{name} n={n}: {s}"),
            }
            }
        }
    }
}
