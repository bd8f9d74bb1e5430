//! A client of the Debug Adapter Protocol, as an editor is one.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A client, with its program.
struct Client {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    sent: i64,
    /// Events received before they were awaited.
    events: Vec<Value>,
}

impl Client {
    fn new() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tileproof"))
            .args(["debug", "--dap"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = process.stdin.take().expect("it is piped");
        let output = BufReader::new(process.stdout.take().expect("it is piped"));
        Client { process, input, output, sent: 0, events: Vec::new() }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).expect("it is readable") > 0, "the stream ends");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("it is a number"),
                None if line.trim().is_empty() => break,
                None => panic!("{line}"),
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("it is readable");
        serde_json::from_slice(&body).expect("it is JSON")
    }

    /// Sends a request, and gives the response.
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        self.sent += 1;
        let request =
            json!({ "seq": self.sent, "type": "request", "command": command, "arguments": arguments });
        let body = request.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it reads");
        self.input.flush().expect("it reads");
        loop {
            let message = self.read();
            if message["type"] == "event" {
                self.events.push(message);
                continue;
            }
            assert_eq!((&message["request_seq"], &message["command"]), (&self.sent.into(), &command.into()));
            return message;
        }
    }

    /// The body of the response to a request that succeeds.
    #[track_caller]
    fn body(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.ask(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    /// The next event with a name.
    fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                return self.events.remove(at)["body"].clone();
            }
            let message = self.read();
            assert_eq!(message["type"], "event", "{message}");
            self.events.push(message);
        }
    }

    /// Moves, and gives why and at which line the run halts.
    #[track_caller]
    fn moves(&mut self, command: &str) -> (String, u64) {
        self.body(command, json!({ "threadId": 1 }));
        self.halt()
    }

    fn halt(&mut self) -> (String, u64) {
        let stopped = self.event("stopped");
        let frames = self.body("stackTrace", json!({ "threadId": 1 }));
        let line = frames["stackFrames"][0]["line"].as_u64().unwrap_or(0);
        (stopped["reason"].as_str().expect("there is a reason").to_owned(), line)
    }

    fn begin(&mut self, launch: Value) {
        let can = self.body("initialize", json!({ "adapterID": "tileproof", "linesStartAt1": true }));
        assert_eq!(
            (&can["supportsStepBack"], &can["supportsConfigurationDoneRequest"]),
            (&true.into(), &true.into())
        );
        self.body("launch", launch);
        self.event("initialized");
    }

    fn end(mut self) {
        self.body("disconnect", json!({}));
        assert!(self.process.wait().expect("it ends").success());
    }
}

const FILE: &str = "corpus/kernels/py/seed_vec_add.tile";

#[test]
fn an_editor_shows_a_counterexample_and_goes_back() {
    let mut client = Client::new();
    client.begin(json!({ "program": FILE, "grid": "cdiv(c_len, 16) + 1" }));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/kernels/py/seeds.py");
    let source = json!({ "path": path });
    let set = client.body("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": 32 }] }));
    assert_eq!(set["breakpoints"][0]["verified"], true);
    client.body("setExceptionBreakpoints", json!({ "filters": ["undetermined"] }));
    client.body("configurationDone", json!({}));
    assert_eq!(client.halt(), ("exception".to_owned(), 33));
    assert_eq!(client.body("exceptionInfo", json!({ "threadId": 1 }))["exceptionId"], "view.index.space");
    assert_eq!(client.body("threads", json!({}))["threads"][0]["name"], "block (1, 0, 0)");

    let frames = client.body("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(frames["stackFrames"][0]["source"]["path"], json!(path.canonicalize().expect("it is there")));
    let scopes = client.body("scopes", json!({ "frameId": 0 }));
    let names: Vec<&str> = scopes["scopes"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|scope| scope["name"].as_str())
        .collect();
    assert_eq!(names, ["Values", "Arguments", "Memory"]);
    let arguments =
        client.body("variables", json!({ "variablesReference": scopes["scopes"][1]["variablesReference"] }));
    let length = arguments["variables"].as_array().expect("a list").iter().find(|one| one["name"] == "a_len");
    assert_eq!(length.expect("it is there")["value"], "1");
    let memory =
        client.body("variables", json!({ "variablesReference": scopes["scopes"][2]["variablesReference"] }));
    assert_eq!(memory["variables"][0]["name"], "a");

    // Back to the line with a breakpoint, to the beginning of the launch, and forwards again.
    assert_eq!(client.moves("reverseContinue"), ("breakpoint".to_owned(), 32));
    assert_eq!(client.body("evaluate", json!({ "expression": "a_len" }))["result"], "1");
    assert_eq!(client.moves("reverseContinue"), ("entry".to_owned(), 31));
    assert_eq!(client.moves("continue"), ("breakpoint".to_owned(), 32));
    assert_eq!(client.moves("next").1, 33);
    assert_eq!(client.moves("stepBack").1, 32);
    client.body("next", json!({ "threadId": 1, "granularity": "instruction" }));
    client.halt();
    client.body("stepBack", json!({ "threadId": 1, "granularity": "instruction" }));
    assert_eq!(client.halt().1, 32);
    assert_eq!(client.moves("stepIn").1, 33);

    // A command of the console, whose move the editor is told of.
    let said = client.body("evaluate", json!({ "expression": "end", "context": "repl" }));
    assert!(said["result"].as_str().is_some_and(|said| said.contains("view.index.space")), "{said}");
    assert_eq!(client.halt().1, 33);
    let said = client.body("evaluate", json!({ "expression": "why", "context": "repl" }));
    assert!(said["result"].as_str().is_some_and(|said| said.contains("get_tile_block_id")), "{said}");
    assert_eq!(client.ask("evaluate", json!({ "expression": "nothing_like_it" }))["success"], false);
    assert_eq!(client.ask("gotoTargets", json!({}))["success"], false);
    client.end();
}

#[test]
fn tiles_are_trees_and_runs_end() {
    let mut client = Client::new();
    let launch = json!({
        "program": "corpus/kernels/cpp/c02_view_2d.tile", "kernel": "nowhere",
    });
    let can = client.body("initialize", json!({}));
    assert_eq!(can["supportsStepBack"], true);
    let refused = client.ask("launch", launch);
    assert!(refused["message"].as_str().is_some_and(|said| said.contains("there is no kernel")), "{refused}");
    client.body(
        "launch",
        json!({
            "program": FILE, "kernel": "", "at": "", "stopOnEntry": false, "grid": "1",
            "args": [
                "a=iota:f32[16]", "a_len=16", "a_stride=1", "b=iota:f32[16]", "b_len=16", "b_stride=1",
                "c=uninit:f32[16]", "c_len=16", "c_stride=1",
            ],
        }),
    );
    client.event("initialized");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/kernels/py/seeds.py");
    client.body("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": [{ "line": 33 }] }));
    client.body("configurationDone", json!({}));
    assert_eq!(client.halt(), ("breakpoint".to_owned(), 33));
    assert_eq!(client.moves("continue").0, "goto");
    // From the end, the user goes back to the tiles.
    client.body("stepBack", json!({ "granularity": "instruction" }));
    client.halt();
    client.body("stepBack", json!({ "granularity": "instruction" }));
    client.halt();
    let scopes = client.body("scopes", json!({ "frameId": 0 }));
    let values =
        client.body("variables", json!({ "variablesReference": scopes["scopes"][0]["variablesReference"] }));
    let values = values["variables"].as_array().expect("a list").clone();
    let tile = values.iter().rev().find(|one| one["indexedVariables"] == 16).expect("a tile of 16");
    let reference = &tile["variablesReference"];
    let elements =
        client.body("variables", json!({ "variablesReference": reference, "start": 2, "count": 2 }));
    assert_eq!(
        (&elements["variables"][0]["name"], &elements["variables"][0]["value"]),
        (&"[2]".into(), &"4".into())
    );
    assert_eq!(elements["variables"].as_array().map(Vec::len), Some(2));
    assert_eq!(client.ask("variables", json!({ "variablesReference": 999 }))["success"], false);
    client.end();
}

#[test]
fn what_is_no_protocol_ends_with_one_error() {
    for text in ["Content-Length: 7\r\n\r\n{}", "hello\r\n\r\n", "Content-Length: 2\r\n\r\n[]"] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tileproof"))
            .args(["debug", "--dap"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        process.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it reads");
        let output = process.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text:?}: {said}");
        assert!(!said.contains("panicked") && !said.is_empty(), "{said}");
    }
}
