//! A client of the language server: raw JSON-RPC over the pipes of the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::folder::Folder;

/// How long anything may take: the machine may have much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server, and its output so far.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    said: Receiver<Value>,
    kept: Vec<Value>,
    requests: i64,
}

impl Client {
    /// A server in a folder that nobody has initialized.
    pub(crate) fn start(folder: &Folder, variables: &[(&str, &str)]) -> Self {
        let mut command: Command = folder.command(&["server"]);
        for name in ["NVCC", "PYTHON", "VIRTUAL_ENV", "CUDA_HOME", "CUDA_PATH"] {
            command.env_remove(name);
        }
        command.envs(variables.iter().copied());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("it is piped");
        let (sender, said) = channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client { child, input, said, kept: Vec::new(), requests: 0 }
    }

    /// An initialized server, for a client with all capabilities.
    pub(crate) fn serving(folder: &Folder, variables: &[(&str, &str)]) -> Self {
        let mut client = Client::start(folder, variables);
        let capabilities = json!({
            "textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}},
            "window": {"workDoneProgress": true},
            "workspace": {"workspaceEdit": {"documentChanges": true}, "inlayHint": {"refreshSupport": true}},
        });
        let params = json!({"processId": null, "rootUri": null, "capabilities": capabilities});
        let answer = client.ask("initialize", params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "tileproof", "{answer}");
        client.notify("initialized", json!({}));
        client
    }

    /// Sends raw bytes.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        // An ended server hears nothing, and the test then finds out.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    fn say(&mut self, message: &Value) {
        let text = message.to_string();
        self.send(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.say(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request, and gives its number.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The answer to a request.
    #[track_caller]
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    #[track_caller]
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.answer(id)
    }

    /// The next matching message; others are kept.
    #[track_caller]
    pub(crate) fn wait(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&is_meant) {
            return self.kept.remove(at);
        }
        let start = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(start.elapsed());
            let message = self.said.recv_timeout(left);
            let message = message.unwrap_or_else(|_| panic!("it is not said; there is {:#?}", self.kept));
            if is_meant(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    pub(crate) fn open(&mut self, file: &Path, text: &str) {
        let document = json!({"uri": uri(file), "languageId": "tile", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, file: &Path, version: i64, text: &str) {
        let document = json!({"uri": uri(file), "version": version});
        let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
        self.notify("textDocument/didChange", params);
    }

    pub(crate) fn save(&mut self, file: &Path) {
        self.notify("textDocument/didSave", json!({"textDocument": {"uri": uri(file)}}));
    }

    pub(crate) fn close(&mut self, file: &Path) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri(file)}}));
    }

    /// The next diagnostics of a file that somebody waits for.
    #[track_caller]
    pub(crate) fn diagnostics(&mut self, file: &Path, is_meant: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        let uri = uri(file);
        let of = |message: &Value| -> Option<Vec<Value>> {
            let is_it =
                message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri;
            message["params"]["diagnostics"].as_array().filter(|_| is_it).cloned()
        };
        let message = self.wait(|message| of(message).is_some_and(|all| is_meant(&all)));
        of(&message).expect("it was found")
    }

    /// The hover text at a position.
    #[track_caller]
    pub(crate) fn hover(&mut self, file: &Path, line: usize, character: usize) -> String {
        let answer = self.ask("textDocument/hover", at(file, line, character));
        answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The labels of the hints of a file.
    #[track_caller]
    pub(crate) fn hints(&mut self, file: &Path) -> Vec<String> {
        let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}});
        let params = json!({"textDocument": {"uri": uri(file)}, "range": range});
        let answer = self.ask("textDocument/inlayHint", params);
        let hints = answer["result"].as_array().unwrap_or_else(|| panic!("no hints: {answer}"));
        hints.iter().map(|hint| hint["label"].as_str().expect("it is a text").to_owned()).collect()
    }

    /// The actions at a line.
    #[track_caller]
    pub(crate) fn actions(&mut self, file: &Path, line: u64) -> Vec<Value> {
        let range = json!({"start": {"line": line, "character": 0}, "end": {"line": line, "character": 99}});
        let params =
            json!({"textDocument": {"uri": uri(file)}, "range": range, "context": {"diagnostics": []}});
        let answer = self.ask("textDocument/codeAction", params);
        answer["result"].as_array().unwrap_or_else(|| panic!("no actions: {answer}")).clone()
    }

    /// Ends the input, and gives how the server ends and what it says on standard error.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let mut err = String::new();
        let mut stderr = self.child.stderr.take().expect("it is piped");
        stderr.read_to_string(&mut err).expect("it is a text");
        let status = self.child.wait().expect("it ends");
        (status.code(), err)
    }

    /// Ends the server by the protocol.
    #[track_caller]
    pub(crate) fn shut_down(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.notify("exit", Value::Null);
        let (code, err) = self.end();
        assert_eq!((code, err.as_str()), (Some(0), ""));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // An ended process cannot be ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The URI of a file, whose name has nothing to escape.
pub(crate) fn uri(file: &Path) -> String {
    format!("file://{}", file.display())
}

/// A position in a file.
pub(crate) fn at(file: &Path, line: usize, character: usize) -> Value {
    json!({"textDocument": {"uri": uri(file)}, "position": {"line": line, "character": character}})
}

fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok()?;
        let line = line.strip_suffix("\r\n")?;
        if line.is_empty() {
            break;
        }
        length = line.strip_prefix("Content-Length: ").and_then(|number| number.parse().ok()).or(length);
    }
    let mut body = vec![0; length?];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
