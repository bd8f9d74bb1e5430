//! Tables of launches that are not what Python writes.

use super::ends;
use crate::folder::{Folder, has};

#[test]
fn a_table_that_is_none_is_refused_at_its_line() {
    let says = |name: &str, table: &str, part: &str| {
        let folder = Folder::new(name).with("t.launches", table);
        has(&ends(&folder, &[], 2, &["check", "t.launches"]), part);
    };
    let begin = "{\"schema\": \"tileproof.launches/1\"}\n";
    says("table-empty", "", "t.launches is empty");
    says("table-none", "\n", "t.launches is no table of launches");
    says("table-other", "{\"schema\": \"other/1\"}\n{\"end\": \"\"}\n", "is no table of launches");
    says("table-torn", begin, "t.launches ends in the middle");
    says("table-text", "text\n", "t.launches:1 is no line of a table of launches");
    let launch = "{\"launch\": {\"kernel\": 3, \"file\": \"k.py\", \"line\": 1, \"grid\": [1, 1, 1], \"arguments\": []}}\n";
    says(
        "table-kernel",
        &format!("{begin}{launch}"),
        "t.launches:2 is no line of a table of launches: there is no kernel 3",
    );
    let kernel = "{\"kernel\": {\"id\": 0, \"symbol\": \"k\", \"called\": \"k\", \"file\": \"k.py\", \"line\": 1, \"names\": [], \"bytecode\": \"0g\"}}\n";
    says("table-hex", &format!("{begin}{kernel}"), "`0g` is not bytes in hexadecimal");
}

#[test]
fn a_table_of_nothing_proves_nothing() {
    let table = "{\"schema\": \"tileproof.launches/1\"}\n{\"end\": \"\"}\n";
    let folder = Folder::new("table-nothing").with("t.launches", table);
    has(&ends(&folder, &[], 3, &["check", "t.launches"]), "no kernel and no launch was checked");
    has(&ends(&folder, &[], 3, &["check", "t.launches", "--json"]), "\"kernels\": []");
}
