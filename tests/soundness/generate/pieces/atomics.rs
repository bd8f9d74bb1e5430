//! Pieces in which blocks meet in strong accesses, and pass on their writes.

use crate::generate::draft::Draft;

/// The modes of updates of integers.
const MODES: &[&str] = &["add", "max", "umin", "xchg", "or"];

/// The orders of updates.
const ORDERS: &[&str] = &["relaxed", "acq_rel", "acquire", "release"];

impl Draft {
    /// Accesses to one place shared by all blocks, in turn, each strong in its own way or weak.
    pub(in crate::generate) fn meet(&mut self) {
        let place = self.array("i32", "1", false);
        let one = self.number(1, "tile<i32>");
        let mut wait = String::new();
        for _ in 0..1 + self.choices.below(3) {
            let token = self.meeting(&place.value(), &one, &wait);
            wait = if self.slip() { String::new() } else { format!(" token={token}") };
        }
        if self.choices.rarely(6) {
            // Half of the place, as strong as can be.
            let half = self.array("i16", "2", false);
            if self.slip() {
                self.clause(format!("alias {} {}", place.name, half.name));
            }
            let two = self.number(2, "tile<i16>");
            let at = half.value();
            self.op(
                "t",
                &format!("store_ptr_tko relaxed sys {at}, {two} : tile<ptr<i16>>, tile<i16> -> token"),
            );
        }
    }

    /// An access; returns the token.
    fn meeting(&mut self, place: &str, value: &str, wait: &str) -> String {
        let scope = if self.slip() { "tl_blk" } else { self.choices.one(&["device", "sys"]) };
        let weak = self.slip();
        let manner = |order: &str| if weak { "weak".to_owned() } else { format!("{order} {scope}") };
        let (old, token) = (format!("%{}", self.fresh("old")), format!("%{}", self.fresh("t")));
        let line = match self.choices.below(4) {
            0 => {
                let how = manner(self.choices.one(&["relaxed", "acquire"]));
                format!(
                    "{old}, {token} = load_ptr_tko {how} {place}{wait} : tile<ptr<i32>> -> tile<i32>, token"
                )
            }
            1 => {
                let how = manner(self.choices.one(&["relaxed", "release"]));
                format!(
                    "{token} = store_ptr_tko {how} {place}, {value}{wait} : tile<ptr<i32>>, tile<i32> -> token"
                )
            }
            2 => {
                let (order, mode) = (self.choices.one(ORDERS), self.choices.one(MODES));
                format!(
                    "{old}, {token} = atomic_rmw_tko {order} {scope} {place}, {mode}, {value}{wait} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token"
                )
            }
            _ => {
                let order = self.choices.one(ORDERS);
                format!(
                    "{old}, {token} = atomic_cas_tko {order} {scope} {place}, {value}, {value}{wait} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token"
                )
            }
        };
        self.line(&line);
        token
    }

    /// The first block writes and raises a flag; the others read once they see the flag.
    pub(in crate::generate) fn message(&mut self) {
        let Some(block) = self.blocks.first().map(|place| place.value.clone()) else { return };
        let (data, flag) = (self.array("i32", "1", false), self.array("i32", "1", false));
        self.clause(format!("contents {} : value == 0", flag.name));
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let compare = "signed : tile<i32> -> tile<i1>";
        let first = self.op("first", &format!("cmpi equal {block}, {zero}, {compare}"));
        let scope = if self.slip() { "tl_blk" } else { "device" };
        let release = if self.slip() { "relaxed" } else { "release" };
        let acquire = if self.slip() { "relaxed" } else { "acquire" };
        let (data, flag) = (data.value(), flag.value());
        self.region(&format!("if {first} {{"), |draft| {
            let stored = draft
                .op("t", &format!("store_ptr_tko weak {data}, {one} : tile<ptr<i32>>, tile<i32> -> token"));
            let wait = if draft.slip() { String::new() } else { format!(" token={stored}") };
            draft.op(
                "t",
                &format!(
                    "store_ptr_tko {release} {scope} {flag}, {one}{wait} : tile<ptr<i32>>, tile<i32> -> token"
                ),
            );
        });
        self.region("} else {", |draft| {
            let (seen, heard) = (format!("%{}", draft.fresh("v")), format!("%{}", draft.fresh("t")));
            draft.line(&format!(
                "{seen}, {heard} = load_ptr_tko {acquire} device {flag} : tile<ptr<i32>> -> tile<i32>, token"
            ));
            let up = draft.op("up", &format!("cmpi equal {seen}, {one}, {compare}"));
            draft.region(&format!("if {up} {{"), |draft| {
                let wait = if draft.slip() { String::new() } else { format!(" token={heard}") };
                let (value, token) = (format!("%{}", draft.fresh("v")), format!("%{}", draft.fresh("t")));
                draft.line(&format!(
                    "{value}, {token} = load_ptr_tko weak {data}{wait} : tile<ptr<i32>> -> tile<i32>, token"
                ));
            });
            draft.line("}");
        });
        self.line("}");
    }
}
