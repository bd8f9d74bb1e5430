//! Files as the protocol names them: `file:` URIs, with percent signs for whatever may not stand there (RFC 3986, RFC 8089).

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The path of a URI; `None` if it names no local file.
pub(crate) fn to_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    let (mut bytes, mut rest) = (Vec::new(), path.as_bytes());
    while let Some((first, behind)) = rest.split_first() {
        let decoded = (*first == b'%').then(|| behind.get(..2).and_then(byte_of)).flatten();
        bytes.push(decoded.unwrap_or(*first));
        rest = if decoded.is_some() { &behind[2..] } else { behind };
    }
    Some(OsString::from_vec(bytes).into())
}

fn byte_of(digits: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok().filter(|two| two.bytes().all(|c| c.is_ascii_hexdigit()))?;
    u8::from_str_radix(digits, 16).ok()
}

/// The URI of a path from the root.
pub(crate) fn of_path(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) {
            uri.push(char::from(*byte));
        } else {
            // Writing to a string does not fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// A URI in the protocol's type; `None` if invalid.
pub(crate) fn parse(uri: &str) -> Option<Uri> {
    Uri::from_str(uri).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back() {
        for path in ["/a/b.tile", "/a b/ü%20.tile", "/100%/x#y?.cu", "/a:b"] {
            let uri = of_path(Path::new(path));
            assert_eq!(to_path(&uri).as_deref(), Some(Path::new(path)), "{uri}");
            assert!(parse(&uri).is_some(), "{uri}");
        }
        assert_eq!(to_path("file:///a%3Ab%2"), Some("/a:b%2".into()));
        assert_eq!(to_path("untitled:Untitled-1"), None);
        assert_eq!(to_path("file://elsewhere/a"), None);
    }
}
