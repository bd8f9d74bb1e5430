//! An entry as a file: one line with a seal, and the body. The seal covers the key and the body, so a torn or renamed file is no
//! entry. It finds accidents, not forgeries.

use super::key::digest_of;

/// The start of the first line.
const SCHEMA: &str = "tileproof.cache/1";

/// The file of a body that is kept under a name.
pub(super) fn seal(body: &str, name: &str) -> String {
    format!("{SCHEMA} {}\n{body}", seal_of(body, name))
}

/// The body of a complete file with the expected name.
pub(super) fn open(file: &[u8], name: &str) -> Option<String> {
    let text = std::str::from_utf8(file).ok()?;
    let (head, body) = text.split_once('\n')?;
    let found = head.strip_prefix(SCHEMA)?.strip_prefix(' ')?;
    (found == seal_of(body, name)).then(|| body.to_owned())
}

fn seal_of(body: &str, name: &str) -> String {
    digest_of(format!("{SCHEMA} {name}\n{body}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_opened_under_its_name_alone() {
        let file = seal("{\"a\": 1}\n", "k");
        assert_eq!(open(file.as_bytes(), "k").as_deref(), Some("{\"a\": 1}\n"));
        assert_eq!(open(file.as_bytes(), "l"), None);
    }

    #[test]
    fn no_flipped_bit_and_no_torn_end_is_opened() {
        let file = seal("{\"a\": 1}\n", "k").into_bytes();
        for bit in 0..8 * file.len() {
            let mut damaged = file.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(open(&damaged, "k"), None, "bit {bit}");
        }
        for end in 0..file.len() {
            assert_eq!(open(&file[..end], "k"), None, "{end} bytes");
        }
        let more = [file.as_slice(), b" "].concat();
        assert_eq!(open(&more, "k"), None);
    }
}
