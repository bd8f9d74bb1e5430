//! Invalid tables of launches.

use std::fs;

use super::python::{BEGIN, END, SOURCE, kernel, launch_in};
use super::{corpus, ends};
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

/// A table of launches that take the chosen rows of a table of eight, with the contents of some arrays `chosen`.
fn rows(launches: &[Option<[u8; 3]>]) -> String {
    let table = fs::read_to_string(corpus("typical/launched/take_rows.py.launches")).expect("it is there");
    let (begin, end) = table.trim_end().rsplit_once('\n').expect("it has several lines");
    let numbers = |name: &str, numbers: &[(&str, u32)]| {
        let number = |(of, value): &(&str, u32)| format!("{{\"name\": \"{name}.{of}\", \"value\": {value}}}");
        numbers.iter().map(number).collect::<Vec<_>>().join(", ")
    };
    let array = |name: &str, address: u32, bytes: u32, contents: &str, sizes: &[(&str, u32)]| {
        let sizes = numbers(name, sizes);
        format!("{{\"name\": \"{name}\", \"address\": {address}, \"bytes\": {bytes}{contents}}}, {sizes}")
    };
    let launch = |chosen: &Option<[u8; 3]>| {
        let hex = |rows: &[u8; 3]| rows.map(|row| format!("{row:02x}000000")).concat();
        let contents =
            chosen.as_ref().map(|rows| format!(", \"contents\": \"{}\"", hex(rows))).unwrap_or_default();
        let of_rows = |rows| [("shape[0]", rows), ("shape[1]", 16), ("strides[0]", 16), ("strides[1]", 1)];
        let arguments = [
            array("table", 4096, 8 * 16 * 4, "", &of_rows(8)),
            array("chosen", 8192, 12, &contents, &[("shape[0]", 3), ("strides[0]", 1)]),
            array("out", 12288, 3 * 16 * 4, "", &of_rows(3)),
        ];
        let arguments = arguments.join(", ");
        format!(
            "{{\"launch\": {{\"kernel\": 1, \"file\": \"run.py\", \"line\": 9, \"grid\": [3, 1, 1], \"arguments\": [{arguments}]}}}}\n"
        )
    };
    format!("{begin}\n{}{end}\n", launches.iter().map(launch).collect::<String>())
}

#[test]
fn what_an_array_holds_decides_a_launch() {
    let verdict = |name: &str, code, chosen, said: &str| {
        let folder = Folder::new(name).with("t.launches", rows(&[chosen]));
        fs::create_dir(folder.0.join("cache")).expect("it is ours");
        // Cached results have equal contents.
        for _ in 0..2 {
            let text = ends(&folder, &[("TILEPROOF_CACHE", "cache")], code, &["check", "t.launches"]);
            has(&text, said);
        }
        folder
    };
    verdict("held-none", 7, None, "run.py:9: take_rows(T=16): proved if contents chosen : 0 <= value");
    let folder = verdict("held-inside", 7, Some([0, 7, 3]), "t.launches: 1 launch: proved\n");
    fs::write(folder.0.join("t.launches"), rows(&[Some([0, 8, 3])])).expect("it is ours");
    let text = ends(&folder, &[("TILEPROOF_CACHE", "cache")], 1, &["check", "t.launches"]);
    has(&text, "run.py:9: take_rows(T=16): undefined behavior");
    has(&text, "memory.bounds");
    verdict("held-outside", 1, Some([8, 0, 0]), "run.py:9: take_rows(T=16): undefined");
    // A table with invalid or too few bytes.
    let odd = rows(&[Some([0, 0, 0])]);
    let folder = Folder::new("held-odd").with("t.launches", odd.replace("\"00000000", "\"0g000000"));
    has(&ends(&folder, &[], 4, &["check", "t.launches"]), "`chosen`: `0g00");
    let folder = Folder::new("held-few").with("t.launches", odd.replace("\"00000000", "\""));
    let text = ends(&folder, &[], 7, &["check", "t.launches"]);
    has(&text, "run.py:9: take_rows(T=16): proved if contents chosen : 0 <= value");
}

/// An earlier launch that passed an array may have changed it, if its kernel writes there.
#[test]
fn contents_count_after_launches_that_only_read_them() {
    let after = |name: &str, code, condition: &str| {
        let table = rows(&[Some([8, 0, 0])])
            .replace("\"contents\":", &format!("\"unless_written\": [{condition}], \"contents\":"));
        let folder = Folder::new(name).with("t.launches", table);
        ends(&folder, &[], code, &["check", "t.launches"])
    };
    has(&after("held-read", 1, "[1, \"chosen\"]"), "run.py:9: take_rows(T=16): undefined behavior");
    let depends = "run.py:9: take_rows(T=16): proved if contents chosen : 0 <= value";
    has(&after("held-written", 7, "[1, \"out\"]"), depends);
    has(&after("held-both", 7, "[1, \"chosen\"], [1, \"out\"]"), depends);
    has(&after("held-strange", 7, "[7, \"chosen\"]"), depends);
    // The kernel writes nothing but its arguments; a kernel that was not read may write everything.
    has(&after("held-kept", 1, "[1, \"\"]"), "run.py:9: take_rows(T=16): undefined behavior");
    has(&after("held-unread", 7, "[7, \"\"]"), depends);
    // A repetition counts where the contents do not.
    let repeated = |name: &str, condition: &str| {
        let table = rows(&[Some([0, 7, 3]), Some([0, 7, 3])]);
        let (first, second) = table.rsplit_once("\"contents\":").expect("it has contents");
        let end = second.find("]}}\n").expect("the launch ends");
        let (arguments, rest) = second.split_at(end + 1);
        let text = format!(
            "{first}\"unless_written\": [{condition}], \"contents\":{arguments}, \"repeats\": true{rest}"
        );
        ends(&Folder::new(name).with("t.launches", text), &[], 7, &["check", "t.launches"])
    };
    has(&repeated("held-again", "[1, \"\"]"), "t.launches: 1 launch: proved\n");
    has(
        &repeated("held-anew", "[7, \"\"]"),
        "t.launches: 2 launches: 1 proved under preconditions, 1 proved\n",
    );
}

/// A launch in a baseline stays hidden wherever its line moves. Any further wrong launch is reported, also of the same kernel.
#[test]
fn a_baseline_of_one_launch_hides_no_other() {
    let with = |folder: Folder, above: &str, launches: &[&str], table: &[String]| {
        let (head, call) = SOURCE.trim_end().rsplit_once('\n').expect("it has lines");
        let calls: String = launches.iter().map(|words| call.replace("(4,)", words) + "\n").collect();
        let table = [&[BEGIN.to_owned(), kernel()], table, &[END.to_owned()]].concat().concat();
        folder.with("k.py", format!("{above}{head}\n{calls}")).with("t.launches", table)
    };
    let wrong = |line, lengths| launch_in(line, 0, 5, lengths);
    let small = [64; 3];
    let folder = with(Folder::new("baseline-launch"), "", &["(5,)"], &[wrong(7, small)]);
    ends(&folder, &[], 1, &["check", "t.launches", "--write-baseline", "base.json"]);
    let check = |folder: &Folder, code| {
        ends(folder, &[], code, &["check", "t.launches", "--baseline", "base.json", "--allow-conditional"])
    };
    has(&check(&folder, 0), "1 finding accepted");
    let mut folder = with(folder, "# moved\n", &["(5,)"], &[wrong(8, small)]);
    has(&check(&folder, 0), "1 finding accepted");
    // Another call, the same call again, and the same call with other sizes.
    for (calls, table) in [
        (&["(5,)", "(1 + 4,)"][..], vec![wrong(7, small), wrong(8, small)]),
        (&["(5,)", "(5,)"], vec![wrong(7, small), wrong(8, small)]),
        (&["(5,)"], vec![wrong(7, small), wrong(7, [48; 3])]),
        (&["(5,)"], vec![wrong(7, small), launch_in(7, 0, 6, small)]),
    ] {
        folder = with(folder, "", calls, &table);
        let text = check(&folder, 1);
        has(&text, "1 finding accepted");
        has(&text, ": undefined behavior, 1 error\n");
    }
}
