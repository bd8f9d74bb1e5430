//! The protocol's states, and what is no protocol.

use serde_json::{Value, json};

use crate::client::Client;
use crate::folder::{Folder, has};

fn framed(body: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

#[test]
fn states_are_those_of_the_protocol() {
    let folder = Folder::new("server-states");
    let mut client = Client::start(&folder, &[]);
    assert_eq!(client.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    client.notify("textDocument/didOpen", json!({"nonsense": true}));
    let params = json!({"processId": null, "rootUri": null, "capabilities": {"general": {"positionEncodings": ["utf-8", "utf-16"]}}});
    let answer = client.ask("initialize", params.clone());
    assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-8");
    client.notify("initialized", json!({}));
    assert_eq!(client.ask("initialize", params)["error"]["code"], -32600);
    assert_eq!(client.ask("textDocument/definition", json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask("textDocument/hover", json!({"position": 1}))["error"]["code"], -32602);
    client.notify("textDocument/didOpen", json!({"nonsense": true}));
    client.wait(|message| message["method"] == "window/logMessage");
    client.notify("$/whatever", json!(null));
    client.send(&framed("{\"jsonrpc\": "));
    assert_eq!(client.wait(|message| message.get("error").is_some())["error"]["code"], -32700);
    client.send(&framed("[1, 2]"));
    assert_eq!(client.wait(|message| message.get("error").is_some())["error"]["code"], -32600);
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(client.ask("shutdown", Value::Null)["error"]["code"], -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn an_end_that_nobody_announced_has_its_exit_code() {
    let folder = Folder::new("server-ends");
    assert_eq!(Client::start(&folder, &[]).end(), (Some(1), String::new()));
    let mut client = Client::serving(&folder, &[]);
    client.notify("exit", Value::Null);
    assert_eq!(client.end(), (Some(1), String::new()));
    let long = framed(&"x".repeat(9)).iter().take(24).copied().collect();
    let torn: [Vec<u8>; 5] = [
        b"Content-Length: nine\r\n\r\n".to_vec(),
        b"Content-Length: 99999999999\r\n\r\n".to_vec(),
        b"GET / HTTP/1.1\r\n\r\n".to_vec(),
        b"Content-Le".to_vec(),
        long,
    ];
    for bytes in torn {
        let mut client = Client::start(&folder, &[]);
        client.send(&bytes);
        let (code, err) = client.end();
        assert_eq!((code, err.lines().count()), (Some(1), 1), "{err}");
        has(&err, "error: this is not the language server protocol: ");
    }
}

#[test]
fn options_that_nobody_knows_are_refused() {
    let folder = Folder::new("server-options");
    let mut client = Client::start(&folder, &[]);
    let params = |options: Value| json!({"processId": null, "rootUri": null, "capabilities": {}, "initializationOptions": options});
    for wrong in [json!({"python": 1}), json!({"timeout": 0}), json!({"timeout": "x"}), json!([1, 2, 3])] {
        let answer = client.ask("initialize", params(wrong));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    let answer = client.ask("initialize", params(json!({"python": false, "timeout": 2.5})));
    assert!(answer.get("result").is_some(), "{answer}");
    client.shut_down();
}
