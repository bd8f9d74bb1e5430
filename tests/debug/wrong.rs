//! Wrong commands, and torn scripts: each gives one clear line, and the debugger continues.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The answers to some commands in a kernel with a division.
fn answers(script: &[u8]) -> String {
    // Tests run at once, each with a file of its own.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("tileproof-{}-debug-{number}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let file = folder.join("divide.tile");
    let kernel = "entry @divide(%b: tile<i32>) {\n  %c7 = constant <i32: 7> : tile<2x2xi32>\n  \
                  %one = reshape %b : tile<i32> -> tile<1x1xi32>\n  \
                  %all = broadcast %one : tile<1x1xi32> -> tile<2x2xi32>\n  \
                  %q = divi %c7, %all unsigned : tile<2x2xi32>\n  return\n}\n";
    fs::write(&file, kernel).expect("the temporary folder is writable");
    let mut process = Command::new(env!("CARGO_BIN_EXE_tileproof"))
        .args(["debug", "divide.tile", "--grid", "2", "--arg", "b=3"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    process.stdin.take().expect("it is piped").write_all(script).expect("it reads");
    let output = process.wait_with_output().expect("it ends");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{out}");
    out
}

#[test]
fn a_wrong_command_is_one_line_and_the_next_is_answered() {
    let wrong = [
        "stepp",
        "step x",
        "print",
        "print %nothing",
        "print %q",
        "print %c7[9]",
        "print %c7[0, 0, 0]",
        "print %c7[",
        "why",
        "why %q",
        "break 99",
        "break x",
        "watch",
        "watch nothing",
        "watch race",
        "delete 3",
        "block 7",
        "block x",
        "goto x",
        "explain",
        "help nothing",
        "continue 3",
    ];
    for command in wrong {
        let said = answers(format!("{command}\nblock\n").as_bytes());
        let (_, behind) = said.split_once(&format!("(debug) {command}\n")).expect("it is echoed");
        let lines: Vec<&str> = behind.lines().collect();
        // `watch` alone lists the watches.
        assert!(lines[0].starts_with("error: ") || command == "watch", "{command}: {said}");
        assert_eq!(lines[1], "(debug) block", "{said}");
        assert!(lines[2].starts_with("block (0, 0, 0) of a grid of (2, 1, 1)"), "{said}");
    }
}

#[test]
fn a_torn_script_does_no_harm() {
    let long = [b'x'; 1 << 16];
    let script = [b"\xff\xfe\n", long.as_slice(), b"\n# nothing\n\n  \nstep 3\npri"].concat();
    let said = answers(&script);
    assert_eq!(said.matches("error: ").count(), 3, "{said}");
    assert!(
        said.contains("step 3\n") && said.ends_with("did you mean previous, print? `help` lists all\n"),
        "{said}"
    );
}

#[test]
fn time_goes_both_ways() {
    let said =
        answers(b"step 4\nprint %q\nback 1\nprint %q\nwhy %all[1, 0]\nblock 1\nend\nprevious\nstart\nback\n");
    assert!(said.contains("%q: tile<2x2xi32>\n     0  1\n  0  2  2\n  1  2  2\n"), "{said}");
    assert!(said.contains("error: %q is not made yet in this block: line 5 makes it\n"), "{said}");
    assert!(said.contains("%all[1, 0] = 3   broadcast at divide.tile:4 (step 2)\n"), "{said}");
    assert!(said.contains("b = 3   an argument of the launch\n"), "{said}");
    assert!(said.contains("block (1, 0, 0), step 5\n"), "{said}");
    assert!(
        said.contains("all blocks have run, without breaking a rule: 10 operations, 2 blocks\n"),
        "{said}"
    );
    assert!(said.contains("(debug) previous\nblock (1, 0, 0), step 9\n"), "{said}");
    assert!(said.ends_with("(debug) back\nthe beginning of the launch\nblock (0, 0, 0), step 0\ndivide.tile:2:3  %c7 = constant <i32: 7>\n"), "{said}");
}

#[test]
fn what_cannot_be_debugged_is_told() {
    for (words, code) in [
        (&["debug"][..], 2),
        (&["debug", "nowhere.tile"], 2),
        (&["debug", "Cargo.toml"], 4),
        (&["debug", "corpus/found/tokens.tile"], 2),
        (&["debug", "corpus/found/tokens.tile", "--kernel", "publish", "--launch", "Cargo.toml"], 2),
        (&["debug", "corpus/found/tokens.tile", "--kernel", "publish", "--arg", "x=1"], 2),
        (&["debug", "corpus/found/tokens.tile", "--kernel", "publish", "--commands", "nowhere"], 2),
        (&["debug", "corpus/found/tokens.tile", "--kernel", "publish", "--at", "m=3"], 2),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tileproof"))
            .args(words)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::null())
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
        assert!(!said.contains("panicked") && !said.is_empty(), "{words:?}: {said}");
    }
}
