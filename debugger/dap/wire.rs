//! Messages on a stream: a header with the length, then JSON.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// The most bytes of a message.
const MESSAGE: u64 = 1 << 24;

/// The most bytes of a line of a header.
const HEADER: u64 = 1 << 12;

/// Reads a message; none where the stream has ended between two.
///
/// # Errors
/// What is wrong with the stream, in a sentence.
pub(super) fn read(input: &mut impl BufRead) -> Result<Option<Value>, String> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let count = input.by_ref().take(HEADER).read_until(b'\n', &mut line);
        let count = count.map_err(|error| format!("cannot read requests: {error}"))?;
        if count == 0 {
            return if length.is_none() {
                Ok(None)
            } else {
                Err("the stream ends inside of a header".to_owned())
            };
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() && length.is_some() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            let wrong = || format!("`{}` is no length of a message", value.trim());
            let parsed = value.trim().parse::<u64>().ok().filter(|length| *length <= MESSAGE);
            length = Some(parsed.ok_or_else(wrong)?);
        } else if !line.is_empty() && !line.contains(':') {
            return Err("a header line has no `:`: the protocol begins with `Content-Length: N`".to_owned());
        }
    }
    let length = length.unwrap_or(0);
    let mut body = Vec::new();
    input
        .by_ref()
        .take(length)
        .read_to_end(&mut body)
        .map_err(|error| format!("cannot read requests: {error}"))?;
    if u64::try_from(body.len()) != Ok(length) {
        return Err(format!("the stream ends inside of a message of {length} bytes"));
    }
    serde_json::from_slice(&body).map(Some).map_err(|error| format!("a message is no JSON: {error}"))
}

/// Writes a message.
///
/// # Errors
/// The stream cannot be written.
pub(super) fn write(output: &mut dyn Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{read, write};

    #[test]
    fn what_is_written_is_read() {
        let message = json!({ "seq": 1, "type": "request", "command": "thré" });
        let mut bytes = Vec::new();
        write(&mut bytes, &message).expect("memory can be written");
        write(&mut bytes, &message).expect("memory can be written");
        let mut input = bytes.as_slice();
        assert_eq!(read(&mut input), Ok(Some(message.clone())));
        assert_eq!(read(&mut input), Ok(Some(message)));
        assert_eq!(read(&mut input), Ok(None));
    }

    #[test]
    fn torn_streams_are_told() {
        for text in [
            "Content-Length: 5\r\n",
            "Content-Length: 5\r\n\r\n{}",
            "Content-Length: x\r\n\r\n",
            "{}\r\n",
            "Content-Length: 2\r\n\r\n{x",
        ] {
            assert!(read(&mut text.as_bytes()).is_err(), "{text:?}");
        }
        let huge = format!("Content-Length: {}\r\n\r\n", u64::MAX);
        assert!(read(&mut huge.as_bytes()).is_err());
    }
}
