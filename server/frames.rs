//! Messages as they come in and go out: a header with the length, and JSON (LSP 3.17, base protocol).

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;
use serde_json::{Value, json};

/// The most bytes of a message: more than any file that somebody edits.
const MOST: u64 = 64 << 20;

/// The most bytes of a header's line, and the most lines of a header.
const LINE: u64 = 1 << 10;
const LINES: usize = 16;

/// An error of the input, after which the next message cannot be found.
#[derive(Debug)]
pub(crate) struct Torn(String);

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An input.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A message.
    Message(Message),
    /// Something in a whole frame that is no message, as the response that the protocol asks for then.
    Refused(Value),
}

/// Reads a message; `None` at the end.
pub(crate) fn read(input: &mut impl BufRead) -> Result<Option<Incoming>, Torn> {
    let Some(length) = read_header(input)? else { return Ok(None) };
    if length > MOST {
        return Err(Torn(format!("a message of {length} bytes, and {MOST} are the most")));
    }
    let mut body = Vec::new();
    let read = input.take(length).read_to_end(&mut body).map_err(|error| cannot_read(&error))?;
    if u64::try_from(read) != Ok(length) {
        return Err(Torn(format!("a message of {length} bytes ends after {read}")));
    }
    let value: Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(error) => return Ok(Some(refused(-32700, &format!("this is no JSON: {error}")))),
    };
    Ok(Some(match serde_json::from_value(value) {
        Ok(message) => Incoming::Message(message),
        Err(_) => refused(-32600, "this is no request, notification or response"),
    }))
}

fn refused(code: i32, message: &str) -> Incoming {
    Incoming::Refused(json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}}))
}

fn cannot_read(error: &io::Error) -> Torn {
    Torn(format!("it cannot be read: {error}"))
}

/// The length in a header; `None` at the end of input.
fn read_header(input: &mut impl BufRead) -> Result<Option<u64>, Torn> {
    let mut length = None;
    for number in 0..LINES {
        let mut line = Vec::new();
        input.take(LINE).read_until(b'\n', &mut line).map_err(|error| cannot_read(&error))?;
        if line.is_empty() && number == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        let Some(text) = text.strip_suffix("\r\n") else {
            return Err(Torn(format!("a header has the line {:?}", text.trim_end())));
        };
        if text.is_empty() {
            return length.map(Some).ok_or_else(|| Torn("a header has no Content-Length".to_owned()));
        }
        let Some((key, value)) = text.split_once(':') else {
            return Err(Torn(format!("a header has the line {text:?}")));
        };
        if key.trim().eq_ignore_ascii_case("content-length") {
            let digits = value.trim();
            let stated = digits.parse().map_err(|_| Torn(format!("Content-Length is {digits:?}")))?;
            length = Some(stated);
        }
    }
    Err(Torn(format!("a header of more than {LINES} lines")))
}

/// Writes JSON.
pub(crate) fn write(output: &mut impl Write, value: &Value) -> io::Result<()> {
    let text = value.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Result<Vec<Incoming>, Torn> {
        let mut found = Vec::new();
        while let Some(one) = read(&mut input)? {
            found.push(one);
        }
        Ok(found)
    }

    #[test]
    fn what_is_written_is_read() {
        let mut bytes = Vec::new();
        for number in 0..3 {
            let value = json!({"jsonrpc": "2.0", "id": number, "method": "ü", "params": {"a": [1]}});
            write(&mut bytes, &value).expect("memory can be written");
        }
        let found = all(&bytes).expect("it is whole");
        assert!(
            matches!(&found[..], [_, _, Incoming::Message(Message::Request(last))] if last.method == "ü")
        );
        // Whatever is cut off is an error, and no message.
        let last = bytes.len() / 3 * 2;
        for end in last + 1..bytes.len() {
            assert!(all(&bytes[..end]).is_err(), "{end} bytes");
        }
    }

    #[test]
    fn what_is_no_message_is_answered_and_what_is_no_frame_is_an_error() {
        let of = |body: &str| all(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        for (body, code) in [("{\"a\"", -32700), ("[1]", -32600), ("{\"id\": 1e99}", -32600)] {
            let found = of(body).expect("the frame is whole");
            let [Incoming::Refused(value)] = &found[..] else { panic!("{body}: {found:?}") };
            assert_eq!(value["error"]["code"], code, "{body}");
        }
        let long = format!("{}: 1\r\n\r\n", "x".repeat(5000));
        let wrong = [
            "Content-Length: x\r\n\r\n",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Length: 99999999999999999999999\r\n\r\n",
            "Content-Type: a\r\n\r\n{}",
            "nonsense\r\n\r\n",
            "Content-Length: 2\n\n{}",
            "Content-Length",
            &long,
            &"a: b\r\n".repeat(99),
        ];
        for text in wrong {
            assert!(all(text.as_bytes()).is_err(), "{text}");
        }
        assert!(all(b"").expect("nothing is whole").is_empty());
    }
}
